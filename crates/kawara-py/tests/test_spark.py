"""On Spark: nothing is lost and nothing is there twice, whatever fails and however rows are spread."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kawara
import pytest

pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed: pip install 'kawara[spark]'")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'kawara[arrow]'")
if shutil.which("java") is None:
    pytest.skip("there is no Java, which Spark runs on", allow_module_level=True)

import kawara.spark
from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

SETTINGS = {"budget.counter": "words", "budget.max-tokens": 24, "units.overlap": 1}
DOCUMENTS = 24_000
TOKENIZER = Path(__file__).parents[2] / "kawara-cases/tokenizers/no_limit/tokenizer.json"


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # Two tasks at once, and each may fail twice.
    session = (
        SparkSession.builder.master("local[2,3]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "localhost")
        .config("spark.driver.memory", "4g")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "500")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def documents(spark: SparkSession, count: int, partitions: int = 4) -> DataFrame:
    """Generated text: no two documents are alike, though most of their sentences are."""
    nth = F.col("nth").cast("string")
    sentences = [
        F.concat(
            F.lit("Document "), nth, F.lit(" tells of the pump in hall seven, which stopped at noon and was cleaned.")
        ),
        F.lit("Nobody knows why the valve leaks a little in the morning, when the water is cold."),
        F.concat(F.lit("It was looked at "), nth, F.lit(" times by the engineer on duty, who wrote a note each time.")),
        F.lit("The second pump takes over when the first is slow, and the lamp above the door is lit."),
        F.lit("A spare part has been on its way since the spring, and nobody has seen it yet."),
        F.lit("水が冷たい朝は、弁から少し漏れる。理由は誰も知らない。"),
        F.lit("The gauge is read twice a day and the numbers are put into the green book."),
        F.lit("Whoever is late has to sweep the floor of the hall and to oil the hinges."),
    ]
    text = F.concat_ws(" ", *sentences)
    return (
        spark.range(0, count, 1, partitions)
        .select(F.concat(F.lit("doc-"), F.col("id")).alias("id"), F.col("id").alias("nth"))
        .select("id", text.alias("text"))
    )


def test_rows_are_the_records(spark: SparkSession) -> None:
    given = documents(spark, 20)
    got = kawara.spark.chunk(given, "kawara:docs", settings=SETTINGS)
    assert got.schema == kawara.spark.schema()
    assert got.schema.names == pa.schema(kawara.CHUNK_SCHEMA).names
    engine = kawara.Engine.from_policy("kawara:docs", settings=SETTINGS)
    want = [chunk.to_dict() for row in given.collect() for chunk in engine.chunk(row.text, id=row.id)]
    rows = [row.asDict(recursive=True) for row in got.collect()]
    assert [{key: row[key] for key in record} for row, record in zip(rows, want, strict=True)] == want


@pytest.mark.parametrize("large", ["true", "false"])
def test_columns_of_other_names_and_types(spark: SparkSession, large: str) -> None:
    spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", large)
    given = spark.createDataFrame(
        [(7, "One.", "en", {"tenant": "x"}), (8, None, None, None)],
        "`doc.key` long, body string, lang string, meta map<string,string>",
    )
    got = kawara.spark.chunk(
        given,
        "kawara:docs",
        id="doc.key",
        text="body",
        columns={"language": "lang"},
        settings={"budget.counter": "words"},
    )
    rows = [(row.doc_id, row.text, row.language, row.meta, row.error) for row in got.orderBy("doc_id").collect()]
    assert rows == [("7", "One.", "en", '{"tenant":"x"}', None), ("8", None, None, None, "the text is null")]
    spark.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")


def test_what_the_page_shows_runs(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Path(__file__).parents[3] / "docs/at-scale.md"
    blocks = re.findall(r"^( *)```python\n(.*?)^ *```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) == 4
    monkeypatch.chdir(tmp_path)
    Path("policies").mkdir()
    Path("policies/kawara.toml").write_text("policy = 1\nbudget = { counter = 'words', max-tokens = 24 }\n")
    longer = documents(spark, 3)
    stored = kawara.spark.chunk(longer, "policies/kawara.toml")
    cut = F.when(F.col("id") == "doc-1", F.substring("text", 1, 72)).otherwise(F.col("text"))
    longer.where("id <> 'doc-2'").withColumn("text", cut).write.parquet(str(tmp_path / "documents"))
    names: dict[str, Any] = {"spark": spark, "stored": stored}
    for _, block in blocks:
        # Java stays in the directory in which it was started.
        for folder in ("documents", "chunks"):
            block = block.replace(f'parquet("{folder}")', f"parquet({str(tmp_path / folder)!r})")
        exec(compile(textwrap.dedent(block), page.name, "exec"), names)  # noqa: S102 - the page is ours
    old, new = ([row.doc_id for row in names[name].collect()] for name in ("old", "new"))
    assert set(old) == set(new) == {"doc-1"} and len(old) > len(new)
    operations = names["operations"]
    assert operations.committed and operations.plan["reasons"] == {"new": 2}


def test_mistakes_are_told_on_the_driver(spark: SparkSession) -> None:
    given = documents(spark, 1)
    with pytest.raises(kawara.PolicyError, match="max-token"):
        kawara.spark.chunk(given, "kawara:docs", settings={"budget.max-token": 3})
    with pytest.raises(ValueError, match="no column 'body'; there are id, text"):
        kawara.spark.chunk(given, "kawara:docs", text="body")
    with pytest.raises(ValueError, match="no field 'body'"):
        kawara.spark.chunk(given, "kawara:docs", columns={"body": "text"})


def test_nothing_in_nothing_out(spark: SparkSession) -> None:
    assert kawara.spark.chunk(documents(spark, 20).limit(0), "kawara:docs", settings=SETTINGS).count() == 0
    assert kawara.spark.chunk(documents(spark, 3, 3).repartition(9), "kawara:docs", settings=SETTINGS).count() > 3


def test_the_policy_goes_along_with_its_files(spark: SparkSession, tmp_path: Path) -> None:
    shutil.copy(TOKENIZER, tmp_path / "tokenizer.json")
    (tmp_path / "base.toml").write_text('policy = 1\nbudget = { counter = "hf:tokenizer.json", max-tokens = 60 }\n')
    policy = tmp_path / "kawara.toml"
    policy.write_text('policy = 1\nextends = "base.toml"\n')
    engine = kawara.Engine.from_policy(policy)
    given = documents(spark, 20)
    want = {chunk.id for row in given.collect() for chunk in engine.chunk(row.text, id=row.id)}
    got = kawara.spark.chunk(given, policy)
    for file in tmp_path.iterdir():
        file.unlink()
    assert {row.id for row in got.collect()} == want


def test_one_engine_for_each_worker_and_policy(spark: SparkSession) -> None:
    def made(batches: Iterator[Any]) -> Iterator[Any]:
        from kawara import spark as inside

        engines = {name: hash(engine) for name, engine in inside._engines.items()}
        pairs = [f"{os.getpid()} {name} {engine}" for name, engine in engines.items()]
        for _ in batches:
            yield pa.RecordBatch.from_pydict({"made": pairs})

    seen: Counter[str] = Counter()
    for _ in range(4):
        chunks = kawara.spark.chunk(documents(spark, 40), "kawara:docs", settings=SETTINGS | {"budget.max-tokens": 31})
        seen.update(row.made for row in chunks.mapInArrow(made, "made string").collect())
    workers = Counter(" ".join(key.split()[:2]) for key in seen)
    assert seen and set(workers.values()) == {1}, "a worker made an engine of one policy twice"


def test_error_rows_do_not_fail_the_task(spark: SparkSession) -> None:
    given = documents(spark, 1000).withColumn(
        "text", F.when(F.col("id").endswith("7"), F.lit(None)).otherwise(F.col("text"))
    )
    # Spark lets bytes be called a string that are none.
    broken = F.expr("cast(unhex('61ff') as string)")
    given = given.withColumn("text", F.when(F.col("id").endswith("8"), broken).otherwise(F.col("text")))
    got = kawara.spark.chunk(given, "kawara:docs", settings=SETTINGS).cache()
    errors = {
        row.error: row.rows
        for row in got.where("error is not null").groupBy("error").agg(F.count("*").alias("rows")).collect()
    }
    assert errors == {"the text is null": 100, "the text is not UTF-8: byte 1": 100}
    assert got.where("error is null").select("doc_id").distinct().count() == 800
    got.unpersist()


def test_ids_do_not_depend_on_partitions(spark: SparkSession) -> None:
    given = documents(spark, 2000)
    one = kawara.spark.chunk(given, "kawara:docs", settings=SETTINGS)
    other = kawara.spark.chunk(given.repartition(7), "kawara:docs", settings=SETTINGS)
    assert other.rdd.getNumPartitions() == 7
    assert one.exceptAll(other).count() == 0
    assert other.exceptAll(one).count() == 0


def test_a_task_that_is_run_again(spark: SparkSession, tmp_path: Path) -> None:
    """Each task fails on its first attempt, when the first of its batches was written."""
    log = tmp_path / "attempts"
    log.mkdir()
    at = str(log)

    def fails(batches: Iterator[Any]) -> Iterator[Any]:
        context = TaskContext.get()
        assert context is not None
        partition, attempt, rows = context.partitionId(), context.attemptNumber(), 0
        for batch in batches:
            yield batch
            rows += batch.num_rows
            with open(f"{at}/{partition}-{attempt}", "w") as file:
                file.write(str(rows))
            if attempt == 0:
                raise RuntimeError(f"partition {partition} fails half-way")

    given = documents(spark, DOCUMENTS)
    chunks = kawara.spark.chunk(given, "kawara:docs", settings=SETTINGS, max_batch_bytes=1 << 20)
    chunks.mapInArrow(fails, chunks.schema).write.parquet(str(tmp_path / "chunks"))

    attempts = {tuple(map(int, file.name.split("-"))): int(file.read_text()) for file in log.iterdir()}
    assert set(attempts) == {(partition, attempt) for partition in range(4) for attempt in (0, 1)}, attempts
    for partition in range(4):
        assert 0 < attempts[partition, 0] < attempts[partition, 1], "the first attempt has to fail half-way"

    written = spark.read.parquet(str(tmp_path / "chunks"))
    rows, ids, found = written.agg(F.count("*"), F.countDistinct("id"), F.countDistinct("doc_id")).first() or (0, 0, 0)
    assert rows == ids == sum(attempts[partition, 1] for partition in range(4))
    assert found == DOCUMENTS and ids >= 140_000, ids
    # None of them is another than without a fault.
    undisturbed = kawara.spark.chunk(given, "kawara:docs", settings=SETTINGS).select("id")
    assert undisturbed.exceptAll(written.select("id")).count() == 0


@pytest.mark.skipif("KAWARA_SLOW" not in os.environ, reason="takes a minute and a gigabyte: KAWARA_SLOW=1 runs it")
def test_one_document_of_200_megabytes(spark: SparkSession, tmp_path: Path) -> None:
    """Prints what the worker had at most, in bytes for each byte of the document."""
    at = str(tmp_path / "peak")
    settings = {"budget.counter": "words", "budget.max-tokens": 256}
    task = kawara.spark._task(kawara.spark._send(spark, "kawara:docs", settings=settings), 16 << 20)

    def peak(batches: Iterator[Any]) -> Iterator[Any]:
        import resource

        for batch in task(batches):
            assert batch.nbytes < 24 << 20
            yield batch
        with open(at, "w") as file:
            file.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024))

    # Of a column, so that the text is not in the plan.
    sentence = F.concat(
        F.lit("The pump in hall "), F.col("id").cast("string"), F.lit(" stopped at noon, and nobody knows why. ")
    )
    size = 200_000_000
    text = F.repeat(sentence, size // len("The pump in hall 0 stopped at noon, and nobody knows why. "))
    given = spark.range(1, numPartitions=1).select(F.lit("large").alias("id"), text.alias("text"))
    chunks = given.mapInArrow(peak, kawara.spark.schema())
    row = chunks.agg(F.count("*"), F.sum(F.col("end") - F.col("own_start"))).first()
    assert row is not None
    most = int(Path(at).read_text())
    print(f"\n{row[0]} chunks of {size} bytes; the worker had {most / size:.2f} times as many bytes at most")
    assert row[0] > 10_000 and abs(row[1] - size) < size * 0.001
    assert most < 6 * size
