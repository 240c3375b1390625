"""The engine as Python sees it."""

import copy
import itertools
import pickle
import threading
from pathlib import Path

import kawara
import pytest

POLICY = """
extends = ["kawara:docs"]
[budget]
counter    = "words"
max-tokens = 12
"""
TEXTS = [
    "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. Nobody has complained.",
    "瓦片一片压着一片，雨水顺势而下。檐下的石阶因此总是湿的。老人说，这是屋顶在说话。",
    "ประตูเปิดหกโมงเช้า รถคันแรกออกหกโมงครึ่ง ตั๋วขายบนรถ",
    "One 👩‍👩‍👧‍👦 family.\r\n\r\nTwo \u200bfamilies. e\u0301nd. \ufeffThree families, and more of them than anybody has ever seen here.",
]


@pytest.fixture(scope="module")
def engine() -> kawara.Engine:
    return kawara.Engine.from_policy(POLICY)


@pytest.mark.parametrize("text", TEXTS)
def test_offsets_are_those_of_python(engine: kawara.Engine, text: str) -> None:
    chunks = engine.chunk(text, id="a")
    assert chunks
    source = text.encode()
    for chunk in chunks:
        assert text[chunk.start : chunk.end] == chunk.text
        assert source[chunk.byte_start : chunk.byte_end].decode() == chunk.text
        assert "".join(chunk.text[start:end] for start, end in chunk.units) == chunk.text
        assert [source[start:end].decode() for start, end in chunk.byte_units] == [
            chunk.text[start:end] for start, end in chunk.units
        ]
        assert chunk.tokens <= chunk.max_tokens == 12
        assert chunk.embedded == chunk.context + chunk.text


def test_overlap_is_whole_units(engine: kawara.Engine) -> None:
    chunks = engine.chunk("The gate opens. A bus leaves at six. It is full. " * 20, id="a")
    for one, two in itertools.pairwise(chunks):
        carried = two.text[: two.units[two.carried][0]] if two.carried else ""
        assert two.carried_text == carried and one.text.endswith(carried.rstrip())
        assert two.prev == one.id and one.next == two.id
    assert any(chunk.carried for chunk in chunks)


def test_chunks_are_plain_data(engine: kawara.Engine) -> None:
    meta = {"tenant": 7, "tags": ["a", {"b": None}]}
    chunks = engine.chunk(TEXTS[0], id="a", meta=meta)
    assert pickle.loads(pickle.dumps(chunks)) == chunks == copy.deepcopy(chunks)
    assert chunks[0].meta == meta
    chunks[0].meta["tags"].append("mine")
    assert chunks[1].meta == meta and meta["tags"] == ["a", {"b": None}]
    with pytest.raises(AttributeError):
        chunks[0].text = "other"  # type: ignore[misc]
    record = chunks[0].to_dict()
    assert list(record)[:5] == ["id", "doc_id", "ordinal", "start", "end"]


def test_what_is_known_of_a_document_reaches_the_policy(engine: kawara.Engine) -> None:
    text = "# Roofs\n\nTiles overlap.\n"
    chunk = engine.chunk(text, path="docs/roofs.md", title="Guide")[0]
    assert (chunk.doc_id, chunk.content_type) == ("docs/roofs.md", "text/markdown")
    assert "Roofs" in chunk.context or "Roofs" in chunk.text
    assert engine.chunk("Texte.", language="fr")[0].language == "fr"


def test_a_batch_is_the_same_as_one_by_one(engine: kawara.Engine) -> None:
    documents = [{"id": str(nth), "text": text, "meta": {"nth": nth}} for nth, text in enumerate(TEXTS * 8)]
    alone = [engine.chunk(text, id=str(nth), meta={"nth": nth}) for nth, text in enumerate(TEXTS * 8)]
    assert engine.chunk_batch(documents) == alone == engine.chunk_batch(documents, threads=1)
    assert engine.chunk_batch([]) == []
    assert [chunks[0].doc_id for chunks in engine.chunk_batch(TEXTS)] == ["0", "1", "2", "3"]


def test_a_bad_document_names_itself(engine: kawara.Engine) -> None:
    faq = kawara.Engine.from_policy("kawara:faq", settings={"units.split": "never", "budget.max-tokens": 8})
    long = "Q: Where?\nA: " + "here and there " * 50
    documents = [{"id": "short", "text": "Q: Where?\nA: Here."}, {"id": "long", "text": long}]
    with pytest.raises(kawara.DocumentError, match="long"):
        faq.chunk_batch(documents)
    good, bad = faq.chunk_batch(documents, errors="return")
    assert isinstance(good, list) and isinstance(bad, kawara.DocumentError)


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        ([7], "document 0 is neither a string nor a dict"),
        (["a", {"id": "b"}], 'document 1 has no "text"'),
        ([{"text": "a", "titel": "b"}], "no field `titel`; there are text, id"),
        ([{"text": 7}], "`text` has to be a string"),
        ([{"text": "a", "meta": {1, 2}}], "`meta` has to be what JSON can say"),
    ],
)
def test_what_is_no_document_is_told(engine: kawara.Engine, documents: list[object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        engine.chunk_batch(documents)  # type: ignore[arg-type]


def test_policies_come_as_text_names_and_files(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text("policy = 1\nbudget.counter = 'words'\nbudget.max-tokens = 12\n")
    file = tmp_path / "kawara.toml"
    file.write_text("policy = 1\nextends = ['base.toml']\n")
    expected = kawara.Engine.from_policy("budget = { counter = 'words', max-tokens = 12 }").chunk(TEXTS[0])
    for policy in (file, str(file)):
        assert kawara.Engine.from_policy(policy).chunk(TEXTS[0]) == expected
    beside = kawara.Engine.from_policy("extends = ['base.toml']", directory=tmp_path)
    assert beside.chunk(TEXTS[0]) == expected
    named = kawara.Engine.from_policy("kawara:docs", settings={"budget.counter": "words", "budget.max-tokens": 12})
    assert named.chunk(TEXTS[0])[0].max_tokens == 12


def test_all_mistakes_at_once() -> None:
    with pytest.raises(kawara.PolicyError) as caught:
        kawara.Engine.from_policy("policy = 1\n[budgt]\nmax-tokens = 9\n[units]\noverlap = 'x'\n")
    message = str(caught.value)
    assert "did you mean `budget`" in message and "policy:5:11" in message
    with pytest.raises(kawara.PolicyError, match="does not exist"):
        kawara.Engine.from_policy("no-such-file.toml")
    with pytest.raises(kawara.PolicyError, match="max-tokens"):
        kawara.Engine.from_policy("kawara:docs", settings={"budget.max-token": 9})
    with pytest.raises(ValueError, match="and not <class 'int'>"):
        kawara.Engine.from_policy(7)  # type: ignore[arg-type]


def test_what_a_rule_cannot_open_is_told_before_a_document_is_there_with_its_line() -> None:
    wrong = 'policy = 1\n[[match]]\nglob = "a/**"\npacks.ja.dictionary = "/no/such"\n'
    with pytest.raises(kawara.PackError, match="^policy:2:1: .*/no/such"):
        kawara.Engine.from_policy(wrong)


class Words:
    """A tokenizer of one's own."""

    specials = 2
    limit = 64
    version = "3"

    def __init__(self) -> None:
        self.calls = 0

    def count(self, texts: list[str]) -> list[int]:
        self.calls += 1
        return [len(text.split()) for text in texts]


def test_a_counter_of_ones_own() -> None:
    words = Words()
    engine = kawara.Engine.from_policy("budget = { counter = 'mytok', max-tokens = 14 }", counters={"mytok": words})
    assert (engine.count("one two"), engine.specials) == (2, 2)
    text = TEXTS[0] * 40
    words.calls = 0
    chunks = engine.chunk(text)
    assert all(chunk.tokens == len(chunk.embedded.split()) + 2 <= 14 for chunk in chunks)
    assert words.calls < 3 * len(chunks), "units are counted in one call"
    assert engine.chunk_batch([text] * 4, threads=4) == [engine.chunk(text, id=str(nth)) for nth in range(4)]
    with pytest.raises(kawara.PolicyError, match="limit of 64"):
        kawara.Engine.from_policy("budget = { counter = 'mytok', max-tokens = 99 }", counters={"mytok": words})


def test_a_counter_that_fails_says_so() -> None:
    class Broken(Words):
        def count(self, texts: list[str]) -> list[int]:
            raise RuntimeError("out of order")

    class Short(Words):
        def count(self, texts: list[str]) -> list[int]:
            return [1]

    with pytest.raises(kawara.PackError, match="out of order"):
        kawara.Engine.from_policy(
            "budget = { counter = 'mytok', max-tokens = 60 }", counters={"mytok": Broken()}
        ).chunk("One. Two.")
    with pytest.raises(kawara.PackError, match="gave 1 counts for"):
        kawara.Engine.from_policy("budget = { counter = 'mytok', max-tokens = 60 }", counters={"mytok": Short()}).chunk(
            "One. " * 99
        )
    with pytest.raises(ValueError, match="has no method `count"):
        kawara.Engine.from_policy("budget.counter = 'mytok'", counters={"mytok": object()})  # type: ignore[dict-item]


def test_units(engine: kawara.Engine) -> None:
    text = "Yes, 瓦。The gate opens at six in the morning; the first bus leaves at half past six, and it is full."
    units = engine.units(text)
    assert [text[unit.start : unit.end] for unit in units] == ["Yes, 瓦。", text[7:]]
    assert [text.encode()[unit.byte_start : unit.byte_end].decode() for unit in units] == [
        text[unit.start : unit.end] for unit in units
    ]
    assert len(engine.units(text, "clause")) > len(units)
    with pytest.raises(ValueError, match="is no grain"):
        engine.units(text, "syllable")  # type: ignore[arg-type]


def test_others_run_while_it_works() -> None:
    engine = kawara.Engine.from_policy("kawara:docs", settings={"budget.counter": "tiktoken:cl100k_base"})
    text = " ".join(TEXTS[:2]) * 4000
    done = threading.Event()

    def work() -> None:
        engine.chunk(text)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    turns = 0
    while not done.is_set():
        turns += 1
        done.wait(0.001)
    worker.join()
    assert turns > 3, "the interpreter's lock was held"


def test_an_empty_document_has_no_chunks(engine: kawara.Engine) -> None:
    assert engine.chunk("") == [] == engine.chunk(" \n\ufeff")
    assert engine.units("") == []
