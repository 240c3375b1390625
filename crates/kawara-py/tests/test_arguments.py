"""What functions take, and what they say of what they do not."""

import collections
import os
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

import kawara
import pytest

TEXT = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board."
HALF = "half a \ud83d pair"


@pytest.fixture(scope="module")
def engine() -> kawara.Engine:
    return kawara.Engine.from_policy("budget = { counter = 'words', max-tokens = 12 }")


class OnlyMapping(Mapping[str, Any]):
    """A mapping that is no dict."""

    def __init__(self, **given: Any) -> None:
        self.given = {key.replace("__", ".").replace("_", "-"): value for key, value in given.items()}

    def __getitem__(self, key: str) -> Any:
        return self.given[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.given)

    def __len__(self) -> int:
        return len(self.given)


class Index:
    """A number of somebody else's."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (TEXT, "`documents` is a list of strings or dicts, and not <class 'str'>: put it in a list"),
        (b"bytes", "and not <class 'bytes'>: put it in a list"),
        (bytearray(b"bytes"), "and not <class 'bytearray'>: put it in a list"),
        ({"text": TEXT}, "and not <class 'dict'>: put it in a list"),
        (OnlyMapping(text=TEXT), "OnlyMapping'>: put it in a list"),
        (None, "and not <class 'NoneType'>$"),
        (7, "and not <class 'int'>$"),
    ],
)
def test_one_document_is_no_list_of_them(engine: kawara.Engine, given: Any, said: str) -> None:
    for call in (engine.chunk_batch, engine.measure, lambda given: engine.evidence_check(given, [])):
        with pytest.raises(TypeError, match=said):
            call(given)


def test_documents_come_from_whatever_has_them(engine: kawara.Engine) -> None:
    whole = engine.chunk_batch([TEXT, TEXT])
    assert engine.chunk_batch((TEXT, TEXT)) == engine.chunk_batch(iter([TEXT, TEXT])) == whole
    assert engine.chunk_batch(collections.deque([TEXT, OnlyMapping(text=TEXT)])) == whole


def test_half_a_pair_is_the_error_of_its_document(engine: kawara.Engine) -> None:
    given: list[Any] = [
        TEXT,
        HALF,
        {"id": "c", "text": HALF},
        {"id": "d", "text": TEXT, "title": HALF},
        {"id": "e", "text": TEXT, "meta": {"a": HALF}},
        {"id": HALF, "text": TEXT},
        {"path": "g.md", "text": HALF},
        TEXT,
    ]
    got = engine.chunk_batch(given, errors="return")
    assert [isinstance(each, list) for each in got] == [True, False, False, False, False, False, False, True]
    places = ["1: the text", "c: the text", "d: the title", "e: the meta as JSON", "5: the id", "g.md: the text"]
    for error, place in zip(got[1:-1], places, strict=True):
        assert isinstance(error, kawara.DocumentError)
        assert str(error).startswith(f"{place} has half of a surrogate pair at character "), error
        assert isinstance(error.__cause__, UnicodeEncodeError)
    assert "at character 7," in str(got[1])
    with pytest.raises(kawara.DocumentError, match=r"^1: .*at character 7"):
        engine.chunk_batch(given)
    for call in (
        engine.chunk,
        engine.units,
        lambda text: engine.chunk(TEXT, meta=text),
        lambda text: engine.measure([text]),
    ):
        with pytest.raises(kawara.DocumentError, match="at character"):
            call(HALF)
    mended = HALF.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    assert engine.chunk(mended)[0].text == "half a \ufffd pair"


@pytest.mark.parametrize(
    ("questions", "said"),
    [
        ([None], r"questions\[0\] is a dict, and not <class 'NoneType'>"),
        ([{"doc_id": "0", "evidence": ["The gate"]}, "who?"], r"questions\[1\] is a dict, and not <class 'str'>"),
        ("who?", "`questions` is a list of dicts, and not <class 'str'>"),
        ({"doc_id": "0"}, "`questions` is a list of dicts, and not <class 'dict'>"),
    ],
)
def test_what_is_no_question_is_told(engine: kawara.Engine, questions: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        engine.evidence_check([TEXT], questions)


def test_any_mapping_is_taken(engine: kawara.Engine) -> None:
    settings = OnlyMapping(budget__counter="words", budget__max_tokens=12)
    assert kawara.Engine.from_policy("kawara:docs", settings=settings).max_tokens == 12
    nested = OnlyMapping(units__overlap=OnlyMapping(default=1, ja=2))
    overlaps = kawara.Engine.from_policy("kawara:docs", settings=nested)
    assert overlaps.chunk(TEXT) == kawara.Engine.from_policy(
        "kawara:docs", settings={"units.overlap": {"default": 1, "ja": 2}}
    ).chunk(TEXT)

    class Own:
        def count(self, texts: list[str]) -> list[int]:
            return [len(text) for text in texts]

        def cuts(self, text: str, grain: str) -> list[int]:
            return [len(text)]

    made = kawara.Engine.from_policy(
        "budget = { counter = 'mine', max-tokens = 99 }",
        counters=MappingProxyType({"mine": Own()}),
        segmenters=MappingProxyType({"qaa": Own()}),
    )
    assert made.count("four") == 4 and ("qaa", "1") in made.packs
    for name in ("settings", "counters", "segmenters"):
        with pytest.raises(TypeError, match=name):
            kawara.Engine.from_policy("kawara:docs", **{name: [1]})  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=f"the keys of `{name}` are .*, and not <class 'int'>"):
            kawara.Engine.from_policy("kawara:docs", **{name: {1: 1}})  # type: ignore[arg-type]


def test_numbers_of_others_are_settings(engine: kawara.Engine) -> None:
    np = pytest.importorskip("numpy")
    plain = {"budget.counter": "words", "budget.max-tokens": 12, "units.overlap": {"percent": 12.5}}
    expected = kawara.Engine.from_policy("kawara:docs", settings=plain).chunk(TEXT)
    others: list[dict[str, Any]] = [
        {"budget.max-tokens": np.int64(12)},
        {"budget.max-tokens": np.uint8(12)},
        {"budget.max-tokens": Index(12)},
        {"budget.max-tokens": np.array(12)},
        {"units.overlap": {"percent": np.float32(12.5)}},
        {"units.overlap": {"percent": np.float64(12.5)}},
        {"budget.counter": np.str_("words")},
    ]
    for other in others:
        assert kawara.Engine.from_policy("kawara:docs", settings=plain | other).chunk(TEXT) == expected, other
    for truth in (True, np.bool_(True)):
        with pytest.raises(kawara.PolicyError, match="settings:1:19"):
            kawara.Engine.from_policy("kawara:docs", settings={"budget.max-tokens": truth})
    models = np.array(["text-embedding-3-small", "text-embedding-3-large"])
    assert kawara.Engine.from_policy("kawara:docs", model=models).max_tokens


def test_numbers_of_others_are_metadata(engine: kawara.Engine) -> None:
    np = pytest.importorskip("numpy")
    meta = {"n": np.int64(7), "x": np.float32(0.5), "is": np.bool_(True), "all": np.array([1, 2]), "own": Index(3)}
    expected = {"n": 7, "x": 0.5, "is": True, "all": [1, 2], "own": 3}
    assert engine.chunk(TEXT, meta=meta)[0].meta == expected
    assert engine.chunk_batch([{"text": TEXT, "meta": meta}])[0][0].meta == expected
    with pytest.raises(ValueError, match="^`meta` has to be what JSON can say: Out of range float values"):
        engine.chunk(TEXT, meta=np.float32("nan"))


def test_messages_say_it_once() -> None:
    loop: list[Any] = []
    loop.append(loop)
    for given, said in [
        ({1, 2}, "a setting is a string, a number, a bool, a list or a dict, and not <class 'set'>"),
        ([object()], "a setting is a string, a number, a bool, a list or a dict, and not <class 'object'>"),
        (loop, "it has lists in lists without end"),
    ]:
        with pytest.raises(ValueError) as caught:
            kawara.Engine.from_policy("kawara:docs", settings={"budget.max-tokens": given})
        assert str(caught.value) == f'settings["budget.max-tokens"]: {said}'
    for settings in ({HALF: 1}, {"budget.counter": HALF}):
        with pytest.raises(ValueError, match="surrogates not allowed"):
            kawara.Engine.from_policy("kawara:docs", settings=settings)
    with pytest.raises(ValueError, match="^`model`: a setting is"):
        kawara.Engine.from_policy("kawara:docs", model=object())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="^`meta` has to be what JSON can say: set is neither"):
        kawara.Engine.from_policy("kawara:docs").chunk(TEXT, meta={1, 2})


HUGE = 10**5000
"""More digits than Python itself spells out."""


def test_numbers_out_of_range_are_told(engine: kawara.Engine) -> None:
    questions = [{"doc_id": "0", "evidence": ["The gate"]}]
    calls: list[tuple[str, Any]] = [
        ("threads", lambda n: engine.chunk_batch([TEXT], threads=n)),
        ("k", lambda n: engine.evidence_check([TEXT], questions, k=[n])),
        ("limit", lambda n: kawara.guard([TEXT], counter="words", limit=n)),
        ("max_tokens", lambda n: kawara.stitch([], counter="words", max_tokens=n)),
    ]
    for name, call in calls:
        for number in (-1, 0, 2**64, -(2**70)):
            with pytest.raises(ValueError, match=f"^`{name}` cannot be {number}: it is from 1 to "):
                call(number)
        with pytest.raises(ValueError, match=f"^`{name}` cannot be that: it is from 1 to "):
            call(HUGE)
        for wrong in (1.5, "2"):
            with pytest.raises(TypeError, match=f"^`{name}` is a whole number, and not <class '"):
                call(wrong)
        call(Index(2))
    with pytest.raises(ValueError, match="^`threads` cannot be 1025: it is from 1 to 1024"):
        engine.chunk_batch([TEXT], threads=1025)
    with pytest.raises(TypeError, match="`k` is a list of numbers"):
        engine.evidence_check([TEXT], questions, k=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`after` cannot be 18446744073709551616"):
        kawara.stitch([], after=2**64)
    for alike in (7, 0, -0.5, float("nan")):
        with pytest.raises(ValueError, match="`alike` cannot be .*: it is a share over 0 up to 1, or None"):
            kawara.stitch([], alike=alike)
    assert kawara.stitch([], alike=1) == kawara.stitch([], alike=None)


def test_an_unknown_model_is_the_policys(engine: kawara.Engine) -> None:
    for call in (
        lambda: kawara.guard([TEXT], model="text-embedding-3-smal"),
        lambda: kawara.count(TEXT, model="text-embedding-3-smal"),
        lambda: kawara.Engine.from_policy("kawara:docs", model="text-embedding-3-smal"),
    ):
        with pytest.raises(kawara.PolicyError, match="did you mean `text-embedding-3-small`"):
            call()


class Pathlike:
    def __init__(self, path: str) -> None:
        self.path = path

    def __fspath__(self) -> str:
        return self.path


def test_paths_are_whatever_is_one(engine: kawara.Engine, tmp_path: Path) -> None:
    expected = engine.chunk("# Gate\n\nIt opens.", path="docs/gate.md")
    for path in (PurePosixPath("docs/gate.md"), Pathlike("docs/gate.md")):
        assert engine.chunk("# Gate\n\nIt opens.", path=path) == expected
        assert engine.chunk_batch([{"text": "# Gate\n\nIt opens.", "path": path}]) == [expected]
        assert engine.units("# Gate\n\nIt opens.", path=path) == engine.units("# Gate\n\nIt opens.", path="a.md")
    with pytest.raises(TypeError, match="`path` is a path: a string or an `os.PathLike`, and not <class 'int'>"):
        engine.chunk(TEXT, path=7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`path`: .* is not UTF-8"):
        engine.chunk(TEXT, path=os.fsdecode(b"\xff.md"))
    base = tmp_path / "base.toml"
    base.write_text("policy = 1\nbudget.max-tokens = 33\nbudget.counter = 'words'\n")
    for given in (base, str(base), Pathlike(str(base))):
        assert kawara.Engine.from_policy("units.overlap = 1", base_policy=given).max_tokens == 33
    for packs in (tmp_path / "no.so", str(tmp_path / "no.so"), [tmp_path / "no.so"]):
        with pytest.raises(kawara.PackError, match="no.so"):
            kawara.Engine.from_policy("kawara:docs", packs=packs)
    with pytest.raises(TypeError, match="`packs` is a list of paths, and not <class 'int'>"):
        kawara.Engine.from_policy("kawara:docs", packs=7)  # type: ignore[arg-type]


def test_folders_of_tokenizers_have_to_be_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path, str(tmp_path), [tmp_path], (str(tmp_path),)):
        assert kawara.Engine.from_policy("kawara:docs", tokenizers=folder)
        for wrong, said in [
            ("gone", "`tokenizers`: there is no such directory: .*gone"),
            ("file", "is not a directory"),
        ]:
            given: Any = (
                [Path(each, wrong) for each in folder] if isinstance(folder, (list, tuple)) else Path(folder, wrong)
            )
            with pytest.raises(ValueError, match=said):
                kawara.Engine.from_policy("kawara:docs", tokenizers=given)


def test_mistakes_in_settings_are_said_to_be_there() -> None:
    with pytest.raises(kawara.PolicyError) as caught:
        kawara.Engine.from_policy("kawara:docs", settings={"budget.max-token": 9, "budgt": 1}, model="no-such")
    said = str(caught.value)
    assert "settings:1:8: unknown key `max-token`" in said and "unknown key `budgt` in `settings`" in said
    assert "model:1:14: " in said and "--set" not in said
