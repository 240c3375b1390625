"""Arrow data that is odd: columns of nothing, names that come twice, rows that are not there."""

from types import MappingProxyType
from typing import Any

import kawara
import pytest

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")


@pytest.fixture(scope="module")
def engine() -> kawara.Engine:
    return kawara.Engine.from_policy("budget = { counter = 'words', max-tokens = 12 }")


def rows(stream: kawara.ChunkStream) -> list[dict[str, Any]]:
    return [row for batch in stream for row in batch.to_pylist()]


def test_columns_of_nulls_are_as_if_there_were_none(engine: kawara.Engine) -> None:
    plain = pa.table({"id": ["a", "b"], "text": ["One.", "Two."]})
    given = plain
    for name in ("path", "content_type", "language", "title", "meta"):
        given = given.append_column(name, pa.nulls(2))
    assert rows(engine.chunk_batches(given)) == rows(engine.chunk_batches(plain))


@pytest.mark.parametrize(("name", "doc_ids"), [("id", [None, None]), ("text", ["a", "b"])])
def test_what_is_needed_and_null_is_an_error_a_row(engine: kawara.Engine, name: str, doc_ids: list[str | None]) -> None:
    columns = {"id": pa.array(["a", "b"]), "text": pa.array(["One.", "Two."])} | {name: pa.nulls(2)}
    got = rows(engine.chunk_batches(pa.table(columns)))
    assert [(row["doc_id"], row["error"]) for row in got] == [(doc_id, f"the {name} is null") for doc_id in doc_ids]


def test_names_that_come_twice_are_told(engine: kawara.Engine) -> None:
    given = pa.Table.from_arrays([pa.array(["a"]), pa.array(["One."]), pa.array(["Two."])], ["id", "text", "text"])
    with pytest.raises(ValueError, match="there are two columns `text`"):
        engine.chunk_batches(given)
    others = pa.Table.from_arrays([pa.array(["a"]), pa.array(["One."]), *[pa.array([1])] * 2], ["id", "text", "x", "x"])
    assert [row["text"] for row in rows(engine.chunk_batches(others))] == ["One."]


def structs(rows: list[dict[str, str] | None]) -> Any:
    return pa.array(rows, pa.struct([("id", pa.string()), ("text", pa.string())]))


def test_rows_that_are_null_are_told(engine: kawara.Engine) -> None:
    good: list[dict[str, str] | None] = [{"id": "a", "text": "One."}, {"id": "b", "text": "Two."}]
    bad = [*good, None]
    for given in (structs(good), pa.chunked_array([structs(good)])):
        assert [row["doc_id"] for row in rows(engine.chunk_batches(given))] == ["a", "b"]
    with pytest.raises(ValueError, match="row 2 is null as a whole"):
        engine.chunk_batches(structs(bad))
    stream = engine.chunk_batches(pa.chunked_array([structs(good), structs(bad)]))
    with pytest.raises(pa.ArrowInvalid, match="row 2 is null as a whole"):
        rows(stream)


def test_columns_are_named_by_any_mapping(engine: kawara.Engine) -> None:
    given = pa.table({"key": ["a"], "text": ["One."]})
    assert [row["doc_id"] for row in rows(engine.chunk_batches(given, columns=MappingProxyType({"id": "key"})))] == [
        "a"
    ]
    with pytest.raises(TypeError, match=r'columns\["id"\] is the name of a column, and not <class \'int\'>'):
        engine.chunk_batches(given, columns={"id": 1})  # type: ignore[dict-item]
    for name, call in [
        ("threads", lambda n: engine.chunk_batches(given, threads=n)),
        ("max_batch_bytes", lambda n: engine.chunk_batches(given, max_batch_bytes=n)),
    ]:
        for number in (-1, 2**64):
            with pytest.raises(ValueError, match=f"^`{name}` cannot be {number}: it is from "):
                call(number)
