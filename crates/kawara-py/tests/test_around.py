"""What stands around the engine: reading wider, counting, evidence, the command."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any
from uuid import UUID

import kawara
import pytest

TEXT = (
    "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. "
    "The last one comes back at nine. Nobody has complained. Dogs travel free."
)


@pytest.fixture(scope="module")
def engine() -> kawara.Engine:
    return kawara.Engine.from_policy("budget = { counter = 'words', max-tokens = 12 }\nunits.overlap = 0")


def test_a_hit_is_read_wider(engine: kawara.Engine) -> None:
    chunks = engine.chunk(TEXT, id="a")
    assert len(chunks) > 2
    passage = kawara.expand(chunks[1], chunks, before=1, after=1)
    # What of white space lies between two chunks, records do not say.
    source = TEXT.encode()[passage.byte_start : passage.byte_end].decode()
    assert chunks[1].text in passage.text and passage.text.split() == source.split()
    assert kawara.expand(chunks[1], chunks, parent=True).text.split() == TEXT.split()
    alone = kawara.expand(chunks[1], [], before=1)
    assert (alone.text, alone.is_short) == (chunks[1].text, True)


def test_hits_become_their_passages() -> None:
    nested = kawara.Engine.from_policy(
        "budget = { counter = 'words', max-tokens = 7 }\nunits.overlap = 0\ntiling.parents = [24, 14]"
    )
    text = f"{TEXT}\n\n{TEXT}"
    chunks, parents = nested.chunk(text, id="a"), nested.parents(text, id="a")
    rows = {row["id"]: row for row in parents}
    passage = rows[chunks[1].parent]
    assert (passage["kind"], passage["level"], passage["tokens"] <= 14) == ("passage", 1, True)
    above = rows[passage["parent"]]
    assert (above["kind"], above["level"], rows[above["parent"]]["kind"]) == ("passage", 2, "document")
    around: list[kawara.Chunk | dict[str, Any]] = [*chunks, *parents]
    for parent, row in [(True, passage), (1, passage), (2, above), (3, rows[above["parent"]])]:
        read = kawara.expand(chunks[1], around, parent=parent)
        assert (read.byte_start, read.byte_end) == (row["start"], row["end"]), parent
    # Without their records, chunks still tell the smallest passage, and nothing above.
    assert kawara.expand(chunks[1], chunks, parent=True).byte_end == passage["end"]
    assert kawara.expand(chunks[1], chunks, parent=2).is_short
    family = [chunk for chunk in chunks if chunk.parent == chunks[0].parent]
    once = kawara.stitch(family, around, parent=True)
    assert len(family) > 1 and len(once.passages) == 1
    fitted = kawara.stitch(family[:1], around, parent=3, max_tokens=20, counter="words")
    assert fitted.passages[0].is_cut and fitted.tokens is not None and 7 < fitted.tokens <= 20
    with pytest.raises(ValueError, match="parent=-1"):
        kawara.stitch(chunks, parent=-1)


def test_groups_are_what_a_request_holds(engine: kawara.Engine) -> None:
    text = f"{TEXT}\n\n{TEXT}"
    chunks = engine.chunk(text, id="a")
    for max_tokens, max_chunks in [(30, None), (1000, 2), (1000, None)]:
        groups = engine.groups(text, id="a", max_tokens=max_tokens, max_chunks=max_chunks)
        assert [chunk for group in groups for chunk in group] == chunks
        for group in groups:
            assert sum(chunk.tokens for chunk in group) <= max_tokens
            assert 1 <= len(group) <= (max_chunks or len(chunks))
    assert len(groups) == 1
    assert engine.groups("", max_tokens=9) == []
    with pytest.raises(kawara.PolicyError, match="and a group may have 5"):
        engine.groups(text, max_tokens=5)
    with pytest.raises(ValueError, match="max_tokens"):
        engine.groups(text, max_tokens=0)


def test_hits_that_touch_become_one_passage(engine: kawara.Engine) -> None:
    chunks = engine.chunk(TEXT, id="a")
    rows = [chunk.to_dict() for chunk in chunks]
    found = kawara.stitch([(chunks[1].id, 0.9), (chunks[0].id, 0.5)], rows)
    assert [passage.chunks for passage in found.passages] == [(chunks[1].id, chunks[0].id)]
    assert (found.passages[0].rank, found.passages[0].score) == (0, 0.9)
    fitted = kawara.stitch(chunks, max_tokens=12, counter="words")
    assert fitted.tokens is not None and fitted.tokens <= 12 and fitted.left_out
    missing = kawara.stitch(["0a1f8c5e-0000-5000-8000-000000000000"], chunks)
    assert missing.unknown == ("0a1f8c5e-0000-5000-8000-000000000000",) and not missing.passages
    with pytest.raises(kawara.DocumentError, match="hits:1"):
        kawara.stitch(["no id"])


def test_texts_are_held_against_a_model() -> None:
    short, long = kawara.guard(["The pump.", "The pump stopped. " * 9], counter="words", limit=4)
    assert (short.is_over, short.kept, short.tokens) == (False, 9, 2)
    assert (
        long.is_over
        and long.tokens == 27
        and ("The pump stopped. " * 9)[: long.kept].split() == ["The", "pump", "stopped.", "The"]
    )
    model = kawara.guard(["瓦片。"], model="text-embedding-3-small")[0]
    assert model.limit == 8191 and model.tokens == kawara.count("瓦片。", model="text-embedding-3-small")
    assert kawara.count_batch(["a b", "c"], counter="words") == [2, 1]
    with pytest.raises(ValueError, match="either `model` or `counter`"):
        kawara.guard(["a"])
    with pytest.raises(kawara.PackError, match="no counter is called"):
        kawara.count("a", counter="no-such")


def test_a_corpus_is_measured(engine: kawara.Engine) -> None:
    measured = engine.measure([{"id": "a", "text": TEXT}])
    assert measured["documents"] == 1


def test_evidence_is_checked(engine: kawara.Engine) -> None:
    questions = [
        {"id": "1", "doc_id": "a", "question": "Where are tickets sold?", "evidence": ["Tickets are sold on board."]},
        {"id": "2", "doc_id": "a", "question": "When?", "evidence": [TEXT[: TEXT.index("The last")].strip()]},
    ]
    checked = engine.evidence_check([{"id": "a", "text": TEXT}], questions, k=[1, 5])
    assert [question["verdict"] for question in checked["questions"]] == ["covered", "unfittable"]
    lost = engine.evidence_check([{"id": "a", "text": TEXT}], [{"doc_id": "a", "evidence": ["Cats"]}])
    assert lost["questions"][0]["verdict"] == "missing"
    with pytest.raises(ValueError, match="questions:1"):
        engine.evidence_check([{"id": "a", "text": TEXT}], [{"doc_id": "a", "evidnce": ["Cats"]}])


def run(*words: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "kawara", *words], input=stdin, capture_output=True, text=True, check=False
    )


def test_the_command_is_there(tmp_path: Path) -> None:
    assert run("-V").stdout.strip() == f"kawara {kawara.__version__}"
    file = tmp_path / "gate.md"
    file.write_text(f"# Gate\n\n{TEXT}\n")
    done = run("chunk", str(file), "--set", "budget.counter=words", "--set", "budget.max-tokens=20", "--quiet")
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in done.stdout.splitlines()]
    engine = kawara.Engine.from_policy("kawara:docs", settings={"budget.counter": "words", "budget.max-tokens": 20})
    chunks = engine.chunk(file.read_text(), path="gate.md", id=records[0]["doc_id"])
    assert [chunk.to_dict() for chunk in chunks] == records
    assert run("chunk", "no-such-file").returncode == 1
    assert "unexpected argument" in run("chunk", "--no-such-option").stderr


def test_what_stores_give_is_taken(engine: kawara.Engine) -> None:
    chunks = engine.chunk(TEXT, id="a")
    rows = [chunk.to_dict() for chunk in chunks]
    here = kawara.stitch([(chunks[1].id, 0.5)], rows)
    assert here.passages[0].score == 0.5
    found = UUID(chunks[1].id)
    # A fraction stands for a number of NumPy: no subclass of float.
    for hit in ((found, Fraction(1, 2)), {"id": found, "score": Fraction(1, 2)}):
        assert kawara.stitch([hit], rows) == here
    assert kawara.stitch([found], rows).passages[0].chunks == (chunks[1].id,)


@pytest.mark.parametrize(
    ("hit", "said"),
    [
        (None, r"hits\[0\] is no chunk"),
        (3, r"hits\[0\] is no chunk"),
        (("alone",), r"hits\[0\] is no chunk"),
        (("0a1f8c5e-0000-5000-8000-000000000000", float("nan")), "not JSON compliant"),
        (("0a1f8c5e-0000-5000-8000-000000000000", object()), r"hits\[0\] is no chunk"),
    ],
)
def test_what_is_no_hit_is_told(hit: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        kawara.stitch([hit])


def test_a_parent_is_no_hit(engine: kawara.Engine) -> None:
    chunks, parents = engine.chunk(TEXT, id="a"), engine.parents(TEXT, id="a")
    with pytest.raises(kawara.DocumentError, match="hits:2: a parent, which no chunk is: give it among `chunks`"):
        kawara.stitch([chunks[0], parents[0]], chunks)
    with pytest.raises(kawara.DocumentError, match="hits:1: a parent"):
        kawara.expand(parents[0], chunks)


def test_records_are_rows_of_a_table(engine: kawara.Engine) -> None:
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    chunks = engine.chunk(TEXT, id="a")
    wanted = kawara.stitch(chunks[1:2], chunks, before=1, after=1).passages
    table = pa.table(engine.chunk_batches(pa.table({"id": ["a"], "text": [TEXT]})))
    numpy = pytest.importorskip("numpy")
    rows = table.to_pylist()
    arrays = [
        row | {"start": numpy.int64(row["start"]), "units": numpy.array(row["units"]), "vector": object()}
        for row in rows
    ]
    absent = [{name: float("nan") if value is None else value for name, value in row.items()} for row in rows]
    for each in (rows, arrays, absent):
        assert kawara.stitch(each[1:2], each, before=1, after=1).passages == wanted


def test_reading_wider_that_cannot_be_is_told(engine: kawara.Engine) -> None:
    chunks = engine.chunk(TEXT, id="a")
    with pytest.raises(ValueError, match="either `parent`"):
        kawara.stitch(chunks, parent=True, before=1)
    with pytest.raises(ValueError, match="before=-1"):
        kawara.stitch(chunks, before=-1)
    with pytest.raises(ValueError, match="give the `counter`"):
        kawara.stitch(chunks, max_tokens=12)
    with pytest.raises(TypeError, match="`chunks` is a list"):
        kawara.stitch(chunks, chunks[0])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is not among the chunks"):
        kawara.expand({"id": "0a1f8c5e-0000-5000-8000-000000000000"}, chunks)


def test_one_text_is_no_list_of_texts() -> None:
    with pytest.raises(TypeError, match="a list of texts"):
        kawara.count_batch("The pump.", counter="words")
    with pytest.raises(TypeError, match="a list of texts"):
        kawara.guard("The pump.", counter="words", limit=4)
