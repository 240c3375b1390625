"""Chunks a folder of Markdown on Spark, and writes them as Parquet.

pip install './crates/kawara-py[spark]'
python3 chunk.py ../corpus/docs chunks
"""

import sys

import kawara.spark
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

source, target = sys.argv[1:3]
spark = SparkSession.builder.appName("chunks").getOrCreate()

files = spark.read.text(f"{source}/*/*.md", wholetext=True)
# The part of the path that stays the same wherever the folder lies: ids of chunks depend on it.
path = F.regexp_extract(F.input_file_name(), r"[^/]+/[^/]+$", 0)
documents = files.select(path.alias("id"), path.alias("path"), F.col("value").alias("text"))

chunks = kawara.spark.chunk(documents, "kawara:docs", settings={"budget.max-tokens": 256})
chunks.write.mode("overwrite").parquet(target)

written = spark.read.parquet(target)
written.where("error is not null").select("doc_id", "error").show(truncate=False)
written.groupBy("language").agg(F.count("*").alias("chunks"), F.max("tokens").alias("longest")).show()
