"""Chunks on Spark: a corpus of any size, on as many machines as there are.

>>> import kawara.spark
>>> chunks = kawara.spark.chunk(spark.read.parquet("documents"), "kawara:docs")  # doctest: +SKIP
>>> chunks.write.parquet("chunks")  # doctest: +SKIP

kawara has to be installed where the executors run. See ``docs/at-scale.md`` for sizes, memory, and what happens when a task fails.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
from pyspark import SparkFiles
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StringType, StructType

import kawara

__all__ = ["chunk", "schema"]

_BATCH_BYTES = 16 << 20
_KNOWN = ("path", "content_type", "language", "title", "meta")
# By the name of their bundle: one for each policy and Python worker.
_engines: dict[str, kawara.Engine] = {}
# Executors fetch files from the driver when they need them, so what was sent stays.
_sent: list[tempfile.TemporaryDirectory[str]] = []


def schema() -> StructType:
    """The columns of chunks: ``kawara.CHUNK_SCHEMA``, as Spark has it."""
    return from_arrow_schema(pa.schema(kawara.CHUNK_SCHEMA))


def chunk(
    df: DataFrame,
    policy: str | os.PathLike[str],
    *,
    id: str = "id",
    text: str = "text",
    columns: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    model: str | Sequence[str] | None = None,
    directory: str | os.PathLike[str] | None = None,
    base_policy: str | None = None,
    tokenizers: Sequence[str | os.PathLike[str]] | None = None,
    max_batch_bytes: int = _BATCH_BYTES,
) -> DataFrame:
    """The chunks of the documents in a data frame: a row for each chunk, with the columns of :func:`schema`.

    ``id`` and ``text`` are the columns with the ids of documents, which have to be unique, and with their texts; ids that are numbers
    are written as strings. ``path``, ``content_type``, ``language``, ``title`` and ``meta`` are taken where there are columns of these
    names; ``columns`` says what they are called otherwise, ``{"path": "file"}``. Metadata may be a struct or a map, and goes along as JSON.

    The policy is read and checked here, with its tokenizers (see :func:`kawara.bundle`), and sent to the executors as one file. Each
    Python worker makes one engine of it, and chunks on one thread: it is Spark that has as many tasks as there are cores.

    A document that cannot be chunked is a row with ``doc_id`` and ``error``. Ids of chunks depend on the policy and the document alone,
    not on partitions, so that a task that is run again makes the same rows.

    Raises PolicyError with all mistakes, and ValueError for a column that is not there.
    """
    session = df.sparkSession
    selected = _select(df, {"id": id, "text": text, **(columns or {})})
    name = _send(
        session,
        policy,
        settings=settings,
        model=model,
        directory=directory,
        base_policy=base_policy,
        tokenizers=tokenizers,
    )
    return selected.mapInArrow(_task(name, max_batch_bytes), schema())


def _select(df: DataFrame, columns: Mapping[str, str]) -> DataFrame:
    """The columns that a document may have, called as the engine calls them."""
    if strays := set(columns) - {"id", "text", *_KNOWN}:
        raise ValueError(f"`columns` has no field {min(strays)!r}; there are {', '.join(_KNOWN)}")
    wanted = {name: name for name in _KNOWN if name in df.columns} | dict(columns)
    types = dict(zip(df.columns, (field.dataType for field in df.schema.fields), strict=True))
    for name in wanted.values():
        if name not in types:
            raise ValueError(f"there is no column {name!r}; there are {', '.join(df.columns)}")

    def column(field: str, name: str) -> Column:
        found = df[f"`{name.replace('`', '``')}`"]
        if field == "meta" and not isinstance(types[name], StringType):
            found = F.to_json(found)
        if field == "id":
            found = found.cast("string")
        return found.alias(field)

    return df.select(*(column(field, name) for field, name in wanted.items()))


def _send(session: SparkSession, policy: str | os.PathLike[str], **about: Any) -> str:
    """Sends a policy to the executors; its name there says what is in it, so that none is taken for another."""
    folder = tempfile.TemporaryDirectory(prefix="kawara-")
    made = Path(folder.name, "bundle.zip")
    kawara.bundle(policy, made, **about)
    name = f"kawara-{hashlib.sha256(made.read_bytes()).hexdigest()[:32]}.zip"
    if not Path(SparkFiles.get(name)).exists():
        session.sparkContext.addFile(str(made.rename(Path(folder.name, name))))
        _sent.append(folder)
    return name


def _task(name: str, max_batch_bytes: int) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def task(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        first = next(batches, None)
        if first is not None:
            yield from _engine(name).chunk_batches(_reader(first, batches), max_batch_bytes=max_batch_bytes)

    return task


def _reader(first: pa.RecordBatch, rest: Iterator[pa.RecordBatch]) -> pa.RecordBatchReader:
    def batches(first: pa.RecordBatch | None) -> Iterator[pa.RecordBatch]:
        yield first
        # Let go of: it may be one large document.
        first = None
        yield from rest

    return pa.RecordBatchReader.from_batches(first.schema, batches(first))


def _engine(name: str) -> kawara.Engine:
    if name not in _engines:
        # Beneath what Spark itself removes: workers are killed, and remove nothing.
        home = Path(SparkFiles.getRootDirectory(), f"{name}-{os.getpid()}")
        _engines[name] = kawara.open_bundle(SparkFiles.get(name), home)
    return _engines[name]
