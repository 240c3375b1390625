"""What a change does to an index, and the operations that carry it out."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import kawara
import pytest

Document = dict[str, Any]
Store = dict[str, dict[str, Any]]

GATES = "The north gate opens at six. It closes at ten. Nobody has complained."
HOLD = """
import sys, time, kawara
with kawara.Engine.from_policy("kawara:docs").apply([], sys.argv[1], only=True):
    print(flush=True)
    time.sleep(60)
"""
POLICY = "budget = { counter = 'words', max-tokens = 12 }"


@pytest.fixture(scope="module")
def engine() -> kawara.Engine:
    return kawara.Engine.from_policy(POLICY)


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index"


def carry_out(operations: kawara.Operations, store: Store) -> dict[str, int]:
    """An index that is a dict, by the letter of what is said of operations; how many there were."""
    kinds = {"add": 0, "move": 0, "delete": 0}
    for operation in operations:
        kinds[operation["op"]] += 1
        record = {key: value for key, value in operation.items() if key != "op"}
        if operation["op"] == "add":
            store[record["id"]] = record
        elif operation["op"] == "move":
            kept = {key: store[record["id"]][key] for key in ("context", "text")}
            store[record["id"]] = record | kept
        else:
            assert store.pop(record["id"])["doc_id"] == record["doc_id"]
    return kinds


def update(engine: kawara.Engine, documents: Any, index: Path, store: Store, **how: Any) -> dict[str, int]:
    with engine.apply(documents, index, **how) as operations:
        kinds = carry_out(operations, store)
        assert not operations.committed
    assert operations.committed
    return kinds


def chunked(engine: kawara.Engine, documents: list[Document]) -> Store:
    return {chunk.id: chunk.to_dict() for chunks in engine.chunk_batch(documents) for chunk in chunks}


def state(folder: Path) -> dict[str, bytes]:
    """All files of a manifest; the lock stays empty."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def page(sections: list[int], suffix: str = "") -> Document:
    text = "\n\n".join(
        f"## Gate {nth}\n\n" + f"Gate {nth} is one gate among many. " * 4 + "It is of its kind." for nth in sections
    )
    return {"id": "gates", "text": text + suffix, "content_type": "markdown"}


def test_a_store_stays_what_the_documents_are(engine: kawara.Engine, index: Path) -> None:
    store: Store = {}
    others = [{"id": f"{nth}", "text": f"Notice {nth}. {GATES}", "meta": {"nth": nth}} for nth in range(20)]
    none = {"add": 0, "move": 0, "delete": 0}
    first = [page([1, 2, 3, 4]), *others]
    assert update(engine, first, index, store)["add"] == len(store) > 40
    assert store == chunked(engine, first)
    assert update(engine, first, index, store) == none
    # An edit at the end, a document that goes, one that comes, metadata.
    changed = [page([1, 2, 3, 4], " It is the last."), *others[1:], {"id": "new", "text": GATES}]
    changed[1] = changed[1] | {"meta": {"nth": "first"}}
    kinds = update(engine, changed, index, store)
    assert all(kinds.values()), kinds
    assert store == chunked(engine, changed)
    # What is behind a section that goes is only moved.
    changed[0] = page([2, 3, 4], " It is the last.")
    kinds = update(engine, changed, index, store)
    assert kinds["move"] > kinds["add"] and kinds["delete"]
    assert store == chunked(engine, changed)


def test_a_plan_writes_nothing(engine: kawara.Engine, index: Path) -> None:
    documents = [{"id": "faq/a", "text": GATES}, {"id": "b", "path": "notes/b.md", "text": GATES}]
    plan = engine.plan(documents, index)
    assert not index.exists()
    assert plan["documents"] == {"skipped": 0, "chunked": 2, "gone": 0, "failed": 0, "left": 0}
    assert [counts["glob"] for counts in plan["globs"]] == ["faq/**", "notes/**"]
    assert plan["failed"] == [] and plan["reasons"] == {"new": 2}
    with engine.apply(documents, index) as operations:
        assert operations.plan == plan
        assert len([op for op in operations if op["op"] == "add"]) == plan["total"]["added"] > 0
    assert operations.plan == plan, "it is there after the block, too"
    before = state(index)
    again = engine.plan(documents[:1], str(index), globs=["notes/*"], threads=1)
    assert (again["documents"]["skipped"], again["documents"]["gone"]) == (1, 1)
    assert [counts["glob"] for counts in again["globs"]] == ["notes/*", "(other documents)"]
    assert again["total"]["deleted"] and not again["total"]["tokens"]
    assert state(index) == before


def test_only_and_full(engine: kawara.Engine, index: Path) -> None:
    store: Store = {}
    documents = [{"id": name, "text": f"{name}. {GATES}"} for name in "abc"]
    update(engine, documents, index, store)
    everything = dict(store)
    changed = {"id": "b", "text": "It is closed."}
    assert engine.plan([changed], index, only=True)["documents"]["left"] == 2
    update(engine, [changed], index, store, only=True)
    assert {record["doc_id"] for record in store.values()} == {"a", "b", "c"}
    assert update(engine, documents, index, store, full=True)["add"] == len(everything)
    assert store == everything


@pytest.mark.parametrize("how", ["raises", "breaks", "looks", "none"])
def test_a_block_that_is_not_done_leaves_the_manifest(engine: kawara.Engine, index: Path, how: str) -> None:
    update(engine, [{"id": "a", "text": GATES}], index, {})
    before, plan = state(index), engine.plan([{"id": "a", "text": "Closed."}], index)
    with pytest.raises(ZeroDivisionError) if how == "raises" else pytest.raises(StopIteration):
        with engine.apply([{"id": "a", "text": "Closed."}], index) as operations:
            for _ in operations if how != "none" else ():
                if how == "looks":
                    continue
                if how == "breaks":
                    break
                raise ZeroDivisionError
            if how == "looks":
                assert [*operations] == [*operations], "from the first on each time"
                raise StopIteration
        raise StopIteration
    assert not operations.committed
    assert state(index) == before
    assert engine.plan([{"id": "a", "text": "Closed."}], index) == plan


def test_a_first_block_that_fails_leaves_nothing(engine: kawara.Engine, index: Path) -> None:
    with pytest.raises(ZeroDivisionError), engine.apply([{"id": "a", "text": GATES}], index):
        raise ZeroDivisionError
    assert not index.exists()


def test_operations_are_of_their_block(engine: kawara.Engine, index: Path) -> None:
    operations = engine.apply([{"id": "a", "text": GATES}], index)
    assert not index.exists(), "nothing is done before the block"
    for outside in (lambda: iter(operations), lambda: operations.plan):
        with pytest.raises(RuntimeError, match="within a block"):
            outside()
    with operations:
        iterator = iter(operations)
        next(iterator)
        with pytest.raises(RuntimeError, match="begun before"):
            operations.__enter__()
        list(operations)
    with pytest.raises(RuntimeError, match="within a block"):
        next(iterator)
    with pytest.raises(RuntimeError, match="begun before"), operations:
        pass
    assert operations.committed


def test_threads_share_operations(engine: kawara.Engine, index: Path) -> None:
    documents = [{"id": f"{nth}", "text": f"Notice {nth}. {GATES}"} for nth in range(300)]
    with engine.apply(documents, index, threads=4) as operations:
        shared = iter(operations)
        with ThreadPoolExecutor(4) as pool:
            taken = [future.result() for future in [pool.submit(lambda: list(shared)) for _ in range(4)]]
        ids = [operation["id"] for part in taken for operation in part]
        assert len(set(ids)) == len(ids) == operations.plan["total"]["added"]
    assert operations.committed
    one = [*kawara.Engine.from_policy(POLICY).apply(documents, index.with_name("other"), threads=1).__enter__()]
    assert [operation["id"] for operation in one] == list(chunked(engine, documents))


def test_documents_are_read_as_they_are_needed(index: Path) -> None:
    read, ahead, mine = [0], [0], threading.get_ident()

    class Words:
        """It is asked about the first document, and meanwhile others are read."""

        specials, limit, version = 0, 10**6, "1"

        def count(self, texts: list[str]) -> list[int]:
            if read[0] and not ahead[0]:
                time.sleep(0.3)
                ahead[0] = read[0]
            return [len(text.split()) for text in texts]

    def documents() -> Iterator[Document]:
        for nth in range(400):
            assert threading.get_ident() == mine, "a connection to a database may be bound to its thread"
            read[0] += 1
            yield {"id": str(nth), "text": " " * 100_000 if nth else GATES}

    engine = kawara.Engine.from_policy("budget = { counter = 'ours', max-tokens = 99 }", counters={"ours": Words()})
    plan = engine.plan(documents(), index, threads=1)
    assert plan["documents"]["chunked"] == 400 == read[0]
    assert 1 < ahead[0] < 200


def test_what_reading_raises_is_raised(engine: kawara.Engine, index: Path) -> None:
    def documents() -> Iterator[Document]:
        yield {"id": "a", "text": GATES}
        raise LookupError("the database is gone")

    update(engine, [{"id": "a", "text": GATES}, {"id": "b", "text": GATES}], index, {})
    before = state(index)
    with pytest.raises(LookupError, match="the database is gone"):
        engine.plan(documents(), index)
    with pytest.raises(LookupError, match="the database is gone"), engine.apply(documents(), index):
        raise AssertionError("the block does not begin")
    assert state(index) == before
    update(engine, [], index, {}, only=True)


@pytest.mark.parametrize(
    ("documents", "error", "message"),
    [
        (["a text"], ValueError, 'document 0 has neither an "id" nor a "path"'),
        ([{"id": "a", "text": "b"}, {"text": "c"}], ValueError, 'document 1 has neither an "id"'),
        ([{"id": "", "text": "c"}], ValueError, "document 0: its id is empty"),
        ([{"id": 7, "text": "c"}], ValueError, "`id` has to be a string"),
        ([{"id": "a"}], ValueError, 'document 0 has no "text"'),
        ("a text", TypeError, "put it in a list"),
        ({"id": "a", "text": "b"}, TypeError, "put it in a list"),
        (7, TypeError, "`documents` is a list of dicts, and not <class 'int'>"),
    ],
)
def test_what_is_no_document_is_told(
    engine: kawara.Engine, index: Path, documents: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        engine.plan(documents, index)
    with pytest.raises(error, match=message), engine.apply(documents, index):
        pass
    assert not index.exists()


def test_hostile_text_comes_through(engine: kawara.Engine, index: Path) -> None:
    texts = [
        "",
        " \n\ufeff",
        "a" * 50_000,
        "One\u2028two\x85three\x00.\r\rFour.",
        "👩‍👩‍👧‍👦" * 400,
        "\\\"'{}\n" * 200,
        "瓦。" * 999,
    ]
    documents = [{"id": f"\u2028{nth}\"'\n", "text": text, "meta": {"\n": text[:9]}} for nth, text in enumerate(texts)]
    store: Store = {}
    update(engine, documents, index, store)
    assert store == chunked(engine, documents)
    assert not engine.plan(documents, index)["reasons"]
    with pytest.raises(ValueError, match="is no glob"):
        engine.plan(documents, index, globs=["a["])
    with pytest.raises(ValueError, match="`threads` cannot be 0"):
        engine.apply(documents, index, threads=0)


def test_a_document_that_fails_keeps_its_chunks(index: Path) -> None:
    policy = {"units.split": "never", "budget.counter": "words", "budget.max-tokens": 8}
    faq = kawara.Engine.from_policy("kawara:faq", settings=policy)
    store: Store = {}
    documents = [{"id": "short", "text": "Q: Where?\nA: Here."}, {"id": "long", "text": "Q: When?\nA: Soon."}]
    update(faq, documents, index, store)
    before = dict(store)
    documents[1] = {"id": "long", "text": "Q: Where?\nA: " + "here and there " * 50}
    documents.append({"id": "short", "text": "Q: Who?\nA: Me."})
    with faq.apply(documents, index) as operations:
        assert carry_out(operations, store) == {"add": 0, "move": 0, "delete": 0}
    assert operations.committed and store == before
    failed = operations.plan["failed"]
    assert [failure["doc_id"] for failure in failed] == ["long", "short"]
    assert "a document before has this id" in failed[1]["message"] and failed[0]["message"]
    assert operations.plan["documents"]["failed"] == 2 == faq.plan(documents, index)["documents"]["failed"]


def test_where_a_document_is_no_text_nothing_is_gone(engine: kawara.Engine, index: Path) -> None:
    store: Store = {}
    documents = [{"id": name, "text": f"{name}. {GATES}"} for name in "abc"]
    update(engine, documents, index, store)
    before = dict(store)
    with engine.apply([{"id": "a", "text": "\ud800"}, documents[1]], index) as operations:
        assert not list(operations)
    assert operations.committed and store == before
    [failure] = operations.plan["failed"]
    assert failure["doc_id"] == "a" and "half of a surrogate pair" in failure["message"]
    assert (operations.plan["unreadable"], operations.plan["documents"]["left"]) == (1, 2)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3), LookupError("no such word")])
def test_what_ends_the_program_ends_it(index: Path, error: BaseException) -> None:
    class Words:
        def count(self, texts: list[str]) -> list[int]:
            if any("poison" in text for text in texts):
                raise error
            return [len(text.split()) for text in texts]

    engine = kawara.Engine.from_policy("budget = { counter = 'ours', max-tokens = 99 }", counters={"ours": Words()})
    documents = [{"id": str(nth), "text": f"{'poison' if nth == 2 else 'water'}. {GATES}"} for nth in range(9)]
    if isinstance(error, Exception):
        [failure] = engine.plan(documents, index)["failed"]
        assert failure["doc_id"] == "2" and "LookupError: no such word" in failure["message"]
        return
    for run in (engine.plan, lambda *given: engine.apply(*given).__enter__()):
        with pytest.raises(type(error)) as caught:
            run(documents, index)
        assert caught.value is error and not index.exists()


def test_deleting_all_has_to_be_meant(engine: kawara.Engine, index: Path) -> None:
    store: Store = {}
    update(engine, [{"id": "a", "text": GATES}], index, store)
    before = state(index)
    with pytest.raises(ValueError, match="1 would be deleted.*allow_empty=True"), engine.apply([], index):
        raise AssertionError("the block does not begin")
    assert state(index) == before
    assert engine.plan([], index)["documents"]["gone"] == 1
    assert update(engine, iter([]), index, store, allow_empty=True)["delete"] and not store
    # There is nothing left to delete.
    update(engine, [], index, store)


def test_one_writer_at_a_time(engine: kawara.Engine, index: Path) -> None:
    other, document = kawara.Engine.from_policy("kawara:docs"), {"id": "a", "text": GATES}
    with engine.apply([document], index) as operations:
        with pytest.raises(kawara.BusyError, match="another program writes the manifest"):
            other.apply([document], index).__enter__()
        assert engine.plan([document], index)["reasons"] == {"new": 1}, "whoever looks sees what was"
        list(operations)
        held = command("apply", index.parent, "--manifest", index, "-o", index.with_name("other.jsonl"))
        assert held.returncode == 2 and "another program writes the manifest" in held.stderr
    store: Store = {}
    update(engine, [document], index, store, full=True)
    with subprocess.Popen([sys.executable, "-c", HOLD, index], stdout=subprocess.PIPE) as program:
        assert program.stdout and program.stdout.readline()
        with pytest.raises(kawara.BusyError):
            engine.apply([document], index).__enter__()
        program.kill()
        program.wait()
    assert update(other, [document], index, store)["add"]


def command(*words: object) -> subprocess.CompletedProcess[str]:
    """The command of the module that is tested."""
    words = (sys.executable, "-m", "kawara", *words)
    return subprocess.run(list(map(str, words)), check=False, capture_output=True, encoding="utf-8")


def test_manifests_are_those_of_the_command(engine: kawara.Engine, index: Path, tmp_path: Path) -> None:
    (tmp_path / "kawara.toml").write_text(f"policy = 1\n{POLICY}\n")
    documents = [{"id": f"d{nth}", "text": f"Notice {nth}. {GATES}", "meta": {"nth": nth}} for nth in range(9)]
    documents[0] |= {"path": "a/b.md", "title": "B", "language": "en"}
    lines = tmp_path / "documents.jsonl"

    def compare(*words: object) -> subprocess.CompletedProcess[str]:
        lines.write_text("".join(f"{json.dumps(document)}\n" for document in documents))
        policy = tmp_path / "kawara.toml"
        return command(*words, "--documents", lines, "--manifest", index, "--policy", policy)

    store: Store = {}
    update(engine, documents, index, store)
    said = compare("plan", "--json", "--detailed-exitcode")
    assert said.returncode == 0, said.stderr
    plan = engine.plan(documents, index)
    assert json.loads(said.stdout) == {key: value for key, value in plan.items() if key != "failed"} | {"price": None}
    assert plan["documents"]["skipped"] == 9
    documents[3]["text"] = "It is closed."
    del documents[5]
    planned = engine.plan(documents, index)
    operations = tmp_path / "operations.jsonl"
    said = compare("apply", "-o", operations)
    assert said.returncode == 0, said.stderr
    assert len(operations.read_text().splitlines()) == planned["total"]["added"] + planned["total"]["deleted"]
    assert engine.plan(documents, index)["reasons"] == {}


def test_a_manifest_that_is_none(engine: kawara.Engine, index: Path, tmp_path: Path) -> None:
    document = {"id": "a", "text": GATES}
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters/one.txt").write_text("Dear")
    with pytest.raises(ValueError, match="something else lies there"):
        engine.apply([document], tmp_path / "letters").__enter__()
    update(engine, [document], index, {})
    next(index.glob("shards/*")).write_text("")
    for use in (engine.plan, lambda *given: engine.apply(*given).__enter__()):
        with pytest.raises(kawara.ManifestError, match="its content is not what its name says") as caught:
            use([document], index)
        assert not isinstance(caught.value, kawara.BusyError)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_it_hears_an_interrupt(index: Path) -> None:
    """While documents are read and while they are chunked, in which no line of Python runs."""
    script = """
import sys, kawara
text = "The gate opens at six, and the first bus leaves at half past. " * 20_000
engine = kawara.Engine.from_policy("kawara:docs")
def documents():
    for nth in range(1000):
        if nth == 1: print(flush=True)
        yield {"id": str(nth), "text": text}
with engine.apply(documents(), sys.argv[1], threads=1): print("done")
"""
    with subprocess.Popen([sys.executable, "-c", script, index], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout and run.stdout.readline()
        time.sleep(0.5)
        run.send_signal(signal.SIGINT)
        said, error = run.communicate(timeout=120)
    assert b"KeyboardInterrupt" in error and b"done" not in said
    assert not index.exists()
