"""Arrow data in and out, over the PyCapsule interface."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import kawara
import pytest

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'kawara[arrow]'")

SETTINGS = {"budget.counter": "words", "budget.max-tokens": 24, "units.overlap": 1}
TEXTS = {
    "gate": "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. Dogs travel free of charge.",
    "門": "門は六時に開く。始発のバスは三十分後に出る。切符は車内で買える。犬は無料だ。",
    "guide.md": "# Pump\n\nThe pump stopped at noon. It was cleaned.\n\n## Valve\n\nThe valve leaks 🙂 a little. Nobody knows why.\n",
}


@pytest.fixture(scope="module")
def engine() -> kawara.Engine:
    return kawara.Engine.from_policy("kawara:docs", settings=SETTINGS)


def table(**more: list[object]) -> pa.Table:
    return pa.table({"id": list(TEXTS), "text": list(TEXTS.values()), **more})


def rows(stream: object) -> list[dict[str, object]]:
    return pa.RecordBatchReader.from_stream(stream).read_all().to_pylist()


def record(row: dict[str, object]) -> dict[str, object]:
    """A row as the command writes it: what is null is left out, but for the neighbours."""
    return {key: value for key, value in row.items() if value is not None or key in ("prev", "next")}


def expected(engine: kawara.Engine) -> list[dict[str, object]]:
    chunks = [engine.chunk(text, id=id) for id, text in TEXTS.items()]
    return [chunk.to_dict() for document in chunks for chunk in document]


def test_rows_are_the_records_of_the_chunks(engine: kawara.Engine) -> None:
    got = rows(engine.chunk_batches(table()))
    assert len(got) > len(TEXTS)
    assert [record(row) for row in got] == expected(engine)


def test_columns_are_those_of_the_records_and_the_error(engine: kawara.Engine) -> None:
    schema = pa.schema(kawara.CHUNK_SCHEMA)
    assert pa.RecordBatchReader.from_stream(engine.chunk_batches(table())).schema == schema
    assert pa.schema(engine.chunk_batches(table())) == schema
    fields = [name for name in schema.names if name not in ("asked", "pages", "meta", "map", "outside", "error")]
    written = expected(engine)[0]
    written.pop("asked", None)
    assert fields == list(written)
    for name in ("start", "end", "tokens", "ordinal"):
        assert schema.field(name).type == pa.int64()


def test_the_command_writes_the_same(engine: kawara.Engine, tmp_path: Path) -> None:
    for name, text in (("a.md", TEXTS["guide.md"]), ("b.txt", TEXTS["門"])):
        (tmp_path / name).write_text(text)
    settings = [f"--set={key}={value}" for key, value in SETTINGS.items()]
    command = [
        sys.executable,
        "-m",
        "kawara",
        "chunk",
        "a.md",
        "b.txt",
        "--quiet",
        "--policy",
        "kawara:docs",
        *settings,
    ]
    subprocess.run([*command, "-o", "chunks.arrow"], cwd=tmp_path, check=True)
    written = pa.ipc.open_file(tmp_path / "chunks.arrow").read_all()
    names = ["a.md", "b.txt"]
    texts = [(tmp_path / name).read_text() for name in names]
    given = pa.table({"id": names, "text": texts, "path": names})
    got = pa.RecordBatchReader.from_stream(engine.chunk_batches(given)).read_all()
    assert got.schema.names == [*written.schema.names, "error"]
    assert got.schema.types == [*written.schema.types, pa.string()]
    assert got.drop_columns("error").to_pylist() == written.to_pylist()


@pytest.mark.parametrize(
    "kind",
    [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.dictionary(pa.int8(), pa.string()),
        pa.dictionary(pa.uint32(), pa.large_string()),
    ],
    ids=str,
)
def test_every_type_of_string(engine: kawara.Engine, kind: pa.DataType) -> None:
    plain = table(path=["a.txt", None, "a.txt"])
    if pa.types.is_dictionary(kind):
        columns = [column.cast(kind.value_type).dictionary_encode().cast(kind) for column in plain.columns]
    else:
        columns = [column.cast(kind) for column in plain.columns]
    given = pa.table(columns, names=plain.column_names)
    assert given.schema.field("text").type == kind
    assert rows(engine.chunk_batches(given)) == rows(engine.chunk_batches(plain))
    # A slice begins inside its buffers.
    assert rows(engine.chunk_batches(given.slice(1))) == rows(engine.chunk_batches(plain.slice(1)))


def test_null_values_of_a_dictionary_are_null(engine: kawara.Engine) -> None:
    text = pa.DictionaryArray.from_arrays(pa.array([0, 1, None], pa.int8()), pa.array(["One.", None]))
    empty = pa.DictionaryArray.from_arrays(pa.array([None], pa.int8()), pa.array([], pa.string()))
    got = rows(engine.chunk_batches(pa.table({"id": ["a", "b", "c"], "text": text})))
    assert [row["error"] for row in got] == [None, "the text is null", "the text is null"]
    assert [row["error"] for row in rows(engine.chunk_batches(pa.table({"id": ["a"], "text": empty})))] == [
        "the text is null"
    ]


def test_a_record_batch_alone_and_a_reader(engine: kawara.Engine) -> None:
    whole = rows(engine.chunk_batches(table()))
    (batch,) = table().to_batches()

    class Array:
        def __arrow_c_array__(self, requested_schema: object = None) -> object:
            return batch.__arrow_c_array__(requested_schema)

    assert rows(engine.chunk_batches(Array())) == whole
    assert rows(engine.chunk_batches(batch)) == whole
    assert rows(engine.chunk_batches(table().to_reader(max_chunksize=1))) == whole


def test_what_is_known_of_a_document(engine: kawara.Engine) -> None:
    given = table(meta=['{"tenant": 7}', None, None], title=[None, "門の案内", None], extra=[1, 2, 3])
    got = rows(engine.chunk_batches(given))
    for row in got:
        assert row["meta"] == ('{"tenant": 7}' if row["doc_id"] == "gate" else None)
    (japanese,) = [engine.chunk(TEXTS["門"], id="門", title="門の案内")]
    assert [record(row) for row in got if row["doc_id"] == "門"] == [chunk.to_dict() for chunk in japanese]


def test_columns_may_be_called_otherwise(engine: kawara.Engine) -> None:
    given = table().rename_columns(["key", "body"])
    assert rows(engine.chunk_batches(given, columns={"id": "key", "text": "body"})) == rows(
        engine.chunk_batches(table())
    )


@pytest.mark.parametrize(
    ("given", "columns", "said"),
    [
        ({"id": ["a"]}, None, ["no column `text`", "Utf8, LargeUtf8 or Utf8View", "there are `id`"]),
        ({"id": [1], "text": ["a"]}, None, ["column `id` is Int64", "Utf8View"]),
        ({"id": ["a"], "text": ["a"], "meta": [{"a": 1}]}, None, ["column `meta`", "JSON text"]),
        ({"id": ["a"], "text": ["a"]}, {"text": "body"}, ["no column `body`"]),
        ({"id": ["a"], "text": ["a"]}, {"path": "file"}, ["no column `file`"]),
        ({"id": ["a"], "text": ["a"]}, {"body": "text"}, ["no field `body`", "content_type"]),
        ({"id": ["a"], "text": [b"a"]}, None, ["column `text` is Binary"]),
    ],
)
def test_wrong_columns_are_told_at_once(
    engine: kawara.Engine, given: dict[str, list[object]], columns: dict[str, str] | None, said: list[str]
) -> None:
    with pytest.raises(ValueError) as told:
        engine.chunk_batches(pa.table(given), columns=columns)
    assert all(part in str(told.value) for part in said), told.value


@pytest.mark.parametrize(
    "given", [3, "text", [{"id": "a", "text": "b"}], pa.array(["a"]), pa.chunked_array([["a"]])], ids=repr
)
def test_what_is_no_table_is_refused(engine: kawara.Engine, given: object) -> None:
    with pytest.raises(ValueError):
        engine.chunk_batches(given)


def test_nothing_in_nothing_out(engine: kawara.Engine) -> None:
    empty = table().slice(0, 0)
    assert rows(engine.chunk_batches(empty)) == []
    assert list(engine.chunk_batches(pa.RecordBatchReader.from_batches(empty.schema, []))) == []
    none, some = (
        empty.combine_chunks().to_batches() or [pa.RecordBatch.from_pylist([], empty.schema)],
        table().to_batches(),
    )
    between = pa.RecordBatchReader.from_batches(empty.schema, [*none, *some, *none])
    assert rows(engine.chunk_batches(between)) == rows(engine.chunk_batches(table()))
    # A document without any text has no chunk, and is no error.
    assert rows(engine.chunk_batches(pa.table({"id": ["a"], "text": [""]}))) == []


def test_a_bad_document_is_a_row(engine: kawara.Engine) -> None:
    utf8 = pa.array([b"a", b"b\xff", b"c"], pa.binary()).view(pa.string())
    given = [
        pa.table({"id": ["null", None, "good"], "text": [None, "One.", "Two."]}),
        pa.table({"id": ["1", "bytes", "3"], "text": utf8}),
    ]
    got = rows(engine.chunk_batches(pa.concat_tables(given)))
    assert [(row["doc_id"], row["error"], row["text"]) for row in got] == [
        ("null", "the text is null", None),
        (None, "the id is null", None),
        ("good", None, "Two."),
        ("1", None, "a"),
        ("bytes", "the text is not UTF-8: byte 1", None),
        ("3", None, "c"),
    ]
    meta = rows(engine.chunk_batches(pa.table({"id": ["a"], "text": ["One."], "meta": ["{"]})))
    assert [row["error"].startswith("the meta is not JSON") for row in meta] == [True]
    failed = next(row for row in got if row["error"])
    assert {key for key, value in failed.items() if value is not None} == {"doc_id", "error"}


def test_what_the_engine_says_is_a_row() -> None:
    class Counter:
        def count(self, texts: list[str]) -> list[int]:
            if any("poison" in text for text in texts):
                raise RuntimeError("no such word")
            return [len(text.split()) for text in texts]

    engine = kawara.Engine.from_policy(
        "policy = 1", settings={"budget.counter": "mine", "budget.max-tokens": 24}, counters={"mine": Counter()}
    )
    given = pa.table({"id": ["a", "b", "c"], "text": ["One.", "A poison.", "Three."]})
    for threads in (1, 3):
        got = rows(engine.chunk_batches(given, threads=threads))
        assert [row["doc_id"] for row in got] == ["a", "b", "c"]
        assert [row["error"] is not None for row in got] == [False, True, False]
        assert "no such word" in str(got[1]["error"])


def test_batches_are_bounded(engine: kawara.Engine) -> None:
    sentence = "The pump in hall seven stopped at noon and was cleaned. "
    texts = [sentence * 4000, "Short.", sentence * 40, None, sentence]
    given = pa.table({"id": [str(nth) for nth in range(len(texts))], "text": texts})
    whole = rows(engine.chunk_batches(given))
    small = list(engine.chunk_batches(given, max_batch_bytes=1 << 16))
    assert [row for batch in small for row in batch.to_pylist()] == whole
    assert len(small) > 20
    # An estimate: nulls and offsets are not counted to the byte.
    assert max(batch.nbytes for batch in small) < (1 << 16) * 1.25
    assert min(batch.num_rows for batch in small[:-1]) > 20
    alone = list(engine.chunk_batches(given, max_batch_bytes=0))
    assert [batch.num_rows for batch in alone] == [1] * len(whole)


def test_it_is_lazy(engine: kawara.Engine) -> None:
    schema, taken = table().schema, []

    def endless() -> Iterator[pa.RecordBatch]:
        for nth in range(1000):
            taken.append(nth)
            text = "The pump stopped at noon. " * 400
            yield pa.RecordBatch.from_pylist([{"id": str(nth), "text": text}], schema)

    reader = pa.RecordBatchReader.from_batches(schema, endless())
    stream = iter(engine.chunk_batches(reader, max_batch_bytes=4096))
    next(stream), next(stream)
    assert len(taken) <= 2, taken


def test_a_fault_of_the_reader_is_the_streams(engine: kawara.Engine) -> None:
    def breaks() -> Iterator[pa.RecordBatch]:
        yield from table().to_batches()
        raise OSError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(table().schema, breaks())
    with pytest.raises(Exception, match="the disk is gone"):
        rows(engine.chunk_batches(reader))


def test_the_exporter_may_go(engine: kawara.Engine) -> None:
    given = table()
    stream = engine.chunk_batches(given)
    del given
    gc.collect()
    reader = pa.RecordBatchReader.from_stream(stream)
    del stream
    gc.collect()
    batch = reader.read_next_batch()
    del reader
    gc.collect()
    assert batch.num_rows == len(expected(engine))
    # Never read, and let go of.
    engine.chunk_batches(table())
    engine.chunk_batches(table()).__arrow_c_stream__()
    gc.collect()


def test_a_stream_is_read_once(engine: kawara.Engine) -> None:
    stream = engine.chunk_batches(table())
    assert rows(stream)
    for again in (rows, list):
        with pytest.raises(ValueError, match="read already"):
            again(stream)


def test_threads_change_nothing(engine: kawara.Engine) -> None:
    many = pa.table({"id": [str(nth) for nth in range(300)], "text": list(TEXTS.values()) * 100})
    whole = rows(engine.chunk_batches(many))
    assert rows(engine.chunk_batches(many, threads=4)) == whole
    assert len({row["id"] for row in whole}) == len(whole)
    for threads in (0, -1, 1.5):
        with pytest.raises((ValueError, TypeError, OverflowError)):
            engine.chunk_batches(many, threads=threads)  # type: ignore[arg-type]


def test_others_run_meanwhile(engine: kawara.Engine) -> None:
    given = pa.table({"id": ["a"], "text": ["The pump stopped at noon and was cleaned. " * 20000]})
    ticks, done = 0, threading.Event()

    def chunk() -> None:
        rows_of = pa.RecordBatchReader.from_stream(engine.chunk_batches(given))
        rows_of.read_all()
        done.set()

    worker = threading.Thread(target=chunk)
    worker.start()
    while not done.is_set():
        time.sleep(0.001)
        ticks += 1
    worker.join()
    assert ticks > 20


def test_polars_there_and_back(engine: kawara.Engine) -> None:
    pl = pytest.importorskip("polars", reason="polars is not installed: pip install polars")
    frame = pl.DataFrame({"id": list(TEXTS), "text": list(TEXTS.values())})
    got = pl.DataFrame(engine.chunk_batches(frame))
    assert got.columns == pa.schema(kawara.CHUNK_SCHEMA).names
    assert [record(row) for row in got.to_dicts()] == expected(engine)


def test_polars_categories(engine: kawara.Engine) -> None:
    pl = pytest.importorskip("polars", reason="polars is not installed: pip install polars")
    frame = pl.DataFrame({"id": ["a", "b", "c"], "text": ["One.", "Two.", None], "language": ["en", "en", None]})
    frame = frame.with_columns(pl.col("text", "language").cast(pl.Categorical))
    got = pl.DataFrame(engine.chunk_batches(frame))
    assert got["text"].to_list() == ["One.", "Two.", None]
    assert got["error"].to_list() == [None, None, "the text is null"]


def test_contexts_are_put_before_chunks(engine: kawara.Engine) -> None:
    documents = pa.table({"id": ["a", "b"], "text": ["The pump stopped.", "The tank ran dry."]})
    plain = pa.table(engine.chunk_batches(documents)).to_pylist()
    contexts = kawara.Contexts({plain[0]["id"]: "Of the log."})
    for threads in (1, 2):
        rows = pa.table(engine.chunk_batches(documents, contexts=contexts, threads=threads)).to_pylist()
        assert [row["id"] for row in rows] == [row["id"] for row in plain]
        assert [row["context"] for row in rows] == ["Of the log.\n" + plain[0]["context"], plain[1]["context"]]
        assert [row["outside"] for row in rows] == [len("Of the log.\n"), None]
        batch = engine.chunk_batch(documents.to_pylist(), contexts=contexts)
        assert [row["tokens"] for row in rows] == [chunk.tokens for chunks in batch for chunk in chunks]
    assert contexts.told()["given"] == 4
    with pytest.raises(ValueError, match="contexts:1: its id is none"):
        engine.chunk_batches(documents, contexts={"x": "Of the log."})
