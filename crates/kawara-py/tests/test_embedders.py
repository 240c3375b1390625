"""Embedding models that are Python objects, programs and services."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import kawara
import pytest

TEXT = "The pump stopped. The pump is old. The pump leaks. A tax is due. The tax is high. The tax went up."
POLICY = """
budget = { counter = "words", max-tokens = 40 }
units.overlap = 0
[semantic]
embedder = "things"
window = 0
threshold.percentile = 60
"""
CUT = ["The pump stopped. The pump is old. The pump leaks.", "A tax is due. The tax is high. The tax went up."]


def vectors(texts: list[str]) -> list[list[float]]:
    return [[0.1 + text.count(thing) for thing in ("pump", "tax")] for text in texts]


class Things:
    """Texts are alike that name the same things."""

    id = "things 1"

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def embed(self, texts: list[str]) -> Any:
        self.asked.append(texts)
        return vectors(texts)


def texts(engine: kawara.Engine, text: str = TEXT) -> list[str]:
    return [chunk.text for chunk in engine.chunk(text)]


def test_an_object_is_asked_once_for_a_document() -> None:
    things = Things()
    engine = kawara.Engine.from_policy(POLICY, embedders={"things": things})
    assert texts(engine) == CUT
    assert len(things.asked) == 1
    assert len(things.asked[0]) == 6
    twice = texts(engine, f"{TEXT} {TEXT}")
    assert len(things.asked[1]) == 6, "a text that stands there twice is asked for once"
    assert "".join(twice).replace(" ", "") == (TEXT * 2).replace(" ", "")
    batch = engine.chunk_batch([TEXT] * 4, threads=4)
    assert [[chunk.text for chunk in chunks] for chunks in batch] == [CUT] * 4


def test_a_matrix_will_do() -> None:
    numpy = pytest.importorskip("numpy")

    class Matrix(Things):
        def embed(self, texts: list[str]) -> Any:
            return numpy.array(vectors(texts), dtype="float32")

    class Rows(Things):
        def embed(self, texts: list[str]) -> Any:
            return (numpy.array(row) for row in vectors(texts))

    for kind in (Matrix, Rows):
        assert texts(kawara.Engine.from_policy(POLICY, embedders={"things": kind()})) == CUT


def test_vectors_are_kept(tmp_path: Path) -> None:
    first, second, other = Things(), Things(), Things()
    for things in (first, second):
        engine = kawara.Engine.from_policy(POLICY, embedders={"things": things}, embedding_cache=tmp_path / "kept")
        assert texts(engine) == CUT
    assert (len(first.asked), len(second.asked)) == (1, 0)
    other.id = "things 2"
    engine = kawara.Engine.from_policy(POLICY, embedders={"things": other}, embedding_cache=str(tmp_path / "kept"))
    assert texts(engine) == CUT
    assert len(other.asked) == 1


def test_what_is_no_vector_is_refused() -> None:
    class Answers(Things):
        def __init__(self, answer: Any) -> None:
            super().__init__()
            self.answer = answer

        def embed(self, texts: list[str]) -> Any:
            return self.answer

    row = [1.0, 2.0]
    for answer, what in [
        ([row], "was given 6 texts and made 1 vectors"),
        ([row] * 5 + [[1.0]], "has 1 numbers, and that of text 0 has 2"),
        ([row] * 5 + [[float("nan"), 1.0]], "has NaN in it"),
        ([row] * 5 + [[0, 0]], "nothing but zeros"),
        ([row] * 5 + [[None, 1.0]], "the embedder `things` failed: TypeError"),
        (["ab"] * 6, "the embedder `things` failed: "),
        (None, "the embedder `things` failed: TypeError"),
    ]:
        engine = kawara.Engine.from_policy(POLICY, embedders={"things": Answers(answer)})
        with pytest.raises(kawara.PackError, match="the embedder `things`") as told:
            engine.chunk(TEXT)
        assert what in str(told.value)


def test_an_object_that_fails_says_so() -> None:
    class Broken(Things):
        def embed(self, texts: list[str]) -> Any:
            raise RuntimeError("out of order")

    engine = kawara.Engine.from_policy(POLICY, embedders={"things": Broken()})
    with pytest.raises(kawara.PackError, match="the embedder `things` failed: RuntimeError: out of order") as told:
        engine.chunk(TEXT)
    assert isinstance(told.value.__cause__, RuntimeError)

    class Stopped(Things):
        def embed(self, texts: list[str]) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kawara.Engine.from_policy(POLICY, embedders={"things": Stopped()}).chunk(TEXT)


def test_what_is_no_embedder_is_refused() -> None:
    class Nameless:
        def embed(self, texts: list[str]) -> Any:
            return vectors(texts)

    with pytest.raises(ValueError, match="has no `id`"):
        kawara.Engine.from_policy(POLICY, embedders={"things": Nameless()})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="has no method `embed"):
        kawara.Engine.from_policy(POLICY, embedders={"things": object()})  # type: ignore[dict-item]
    not_a_method = type("NotAMethod", (Things,), {"embed": [[1.0]]})
    with pytest.raises(ValueError, match="has no method `embed"):
        kawara.Engine.from_policy(POLICY, embedders={"things": not_a_method()})
    for name in ("a=b", " things "):
        with pytest.raises(ValueError, match=f"the embedder {name!r} cannot be called so".replace("'", '"')):
            kawara.Engine.from_policy(POLICY, embedders={name: sys.executable})
    with pytest.raises(ValueError, match="`embedding_cache` is empty"):
        kawara.Engine.from_policy(POLICY, embedders={"things": Things()}, embedding_cache="")
    with pytest.raises(kawara.PolicyError, match="names no model"):
        kawara.Engine.from_policy(POLICY, embedders={"things": "http://localhost/v1"})
    with pytest.raises(kawara.PolicyError, match="policy:6:12: no embedder is called `things`"):
        kawara.Engine.from_policy(POLICY)


PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    row = lambda text: [0.1 + text.count(thing) for thing in ("pump", "tax")]
    print(json.dumps({"vectors": [row(text) for text in asked["texts"]]} if "texts" in asked else {}), flush=True)
"""


def test_a_program_is_told_in_words(tmp_path: Path) -> None:
    program = tmp_path / "embedder.py"
    program.write_text(PROGRAM)
    engine = kawara.Engine.from_policy(POLICY, embedders={"things": f"'{sys.executable}' '{program}'"})
    assert texts(engine) == CUT
    with pytest.raises(kawara.PackError, match="the embedder `things`: the command .* cannot be started"):
        kawara.Engine.from_policy(POLICY, embedders={"things": "no-such-program"})


def test_a_service_is_told_in_words() -> None:
    class Service(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            rows = [{"index": nth, "embedding": row} for nth, row in enumerate(vectors(asked["input"]))]
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"data": rows}).encode())

        def log_message(self, *said: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Service) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            url = f"http://127.0.0.1:{server.server_port}/v1#m"
            assert texts(kawara.Engine.from_policy(POLICY, embedders={"things": url})) == CUT
        finally:
            server.shutdown()
            thread.join()
