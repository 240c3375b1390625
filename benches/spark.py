#!/usr/bin/env python3
"""What Spark costs around kawara: `kawara.spark.chunk` beside an identity `mapInArrow` over the same documents.

    python3 spark.py [--documents N] [--rounds N] [--cores N]

Needs kawara, built with `--release`, and pyspark. The documents are generated, lie in Parquet, and results are thrown away (`noop`).
What is measured is CPU time, user and system, of the driver, the Java process and the Python workers together; each figure is the least of
the rounds, which take turns. A first round warms up and does not count.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import kawara
import kawara.spark

POLICY = "kawara:docs"
SETTINGS = {"budget.max-tokens": 64, "units.overlap": 1}
TICK = os.sysconf("SC_CLK_TCK")


def documents(spark: SparkSession, count: int) -> DataFrame:
    """English, ten sentences each, no two documents alike."""
    nth = F.col("id").cast("string")
    sentences = [
        F.concat(
            F.lit("Document "), nth, F.lit(" tells of the pump in hall seven, which stopped at noon and was cleaned.")
        ),
        F.lit("Nobody knows why the valve leaks a little in the morning, when the water is cold."),
        F.concat(F.lit("It was looked at "), nth, F.lit(" times by the engineer on duty, who wrote a note each time.")),
        F.lit("The second pump takes over when the first is slow, and the lamp above the door is lit."),
        F.lit("A spare part has been on its way since the spring, and nobody has seen it yet."),
        F.lit("The gauge is read twice a day and the numbers are put into the green book."),
        F.lit("Whoever is late has to sweep the floor of the hall and to oil the hinges."),
        F.lit("In winter the pipes are wrapped in straw, though the manual says that it makes no difference."),
        F.lit("The inspector comes in May, looks at the seals, and leaves a list of what is to be mended."),
        F.lit("What is not mended by June is written down again, with a red pencil this time."),
    ]
    return spark.range(0, count, 1, 4).select(
        F.concat(F.lit("doc-"), nth).alias("id"), F.concat_ws(" ", *sentences).alias("text")
    )


def family() -> list[int]:
    """This process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(entry.name))
    found = [os.getpid()]
    for process in found:
        found.extend(children.get(process, []))
    return found


def cpu() -> float:
    """Seconds of CPU so far, with those of children that have ended."""
    ticks = 0
    for process in family():
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / TICK


def identity(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    yield from batches


def thrown_away(df: DataFrame) -> None:
    df.write.format("noop").mode("overwrite").save()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=24_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cores", type=int, default=2)
    given = parser.parse_args()
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = SparkSession.builder.master(f"local[{given.cores}]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    with tempfile.TemporaryDirectory() as folder:
        documents(spark, given.documents).write.parquet(f"{folder}/documents")
        docs = spark.read.parquet(f"{folder}/documents")
        kawara.spark.chunk(docs, POLICY, settings=SETTINGS).write.parquet(f"{folder}/chunks")
        chunks = spark.read.parquet(f"{folder}/chunks")
        engine = kawara.Engine.from_policy(POLICY, settings=SETTINGS)
        table = pq.read_table(f"{folder}/documents")

        def alone() -> None:
            for _ in engine.chunk_batches(table):
                pass

        steps: dict[str, Callable[[], None]] = {
            "scan of the documents": lambda: thrown_away(docs),
            "identity, documents": lambda: thrown_away(docs.mapInArrow(identity, docs.schema)),
            "identity, chunks": lambda: thrown_away(chunks.mapInArrow(identity, chunks.schema)),
            "scan of the chunks": lambda: thrown_away(chunks),
            "chunking without Spark": alone,
            "kawara.spark.chunk": lambda: thrown_away(kawara.spark.chunk(docs, POLICY, settings=SETTINGS)),
        }
        least = dict.fromkeys(steps, float("inf"))
        wall = dict.fromkeys(steps, float("inf"))
        for nth in range(given.rounds + 1):
            for name, step in steps.items():
                before, began = cpu(), time.monotonic()
                step()
                if nth > 0:
                    least[name] = min(least[name], cpu() - before)
                    wall[name] = min(wall[name], time.monotonic() - began)
        total = sum(map(len, table["text"].to_pylist()))
        print(f"{given.documents} documents, {total / 1e6:.1f} MB, {chunks.count()} chunks, local[{given.cores}]\n")
        print("| | CPU, s | µs a document | wall, s |\n|---|---|---|---|")
        for name, seconds in least.items():
            print(f"| {name} | {seconds:.2f} | {seconds / given.documents * 1e6:.0f} | {wall[name]:.2f} |")
        base, chunking = least["identity, documents"], least["chunking without Spark"]
        beyond = least["kawara.spark.chunk"] - base - chunking
        print(f"\nBeyond the identity and the chunking: {beyond:+.2f} s, {beyond / base:+.0%} of the identity")
    spark.stop()


if __name__ == "__main__":
    main()
