"""What ends a program, while the engine works: Ctrl-C, an exit; and what fails, with what is behind it."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import kawara
import pytest

TEXT = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board."
QUESTIONS = [{"doc_id": "0", "evidence": ["The gate opens at six."]}]


class Counter:
    """A tokenizer that does something else besides, if the text has a word."""

    def __init__(self, then: Callable[[], object]) -> None:
        self.then, self.asked = then, 0

    def count(self, texts: list[str]) -> list[int]:
        self.asked += 1
        if any("poison" in text for text in texts):
            self.then()
        return [len(text.split()) for text in texts]


class Segmenter:
    def __init__(self, then: Callable[[], object]) -> None:
        self.then = then

    def cuts(self, text: str, grain: str) -> list[int]:
        if "poison" in text:
            self.then()
        return [len(text)]


def counting(counter: Counter) -> kawara.Engine:
    return kawara.Engine.from_policy("budget = { counter = 'mine', max-tokens = 24 }", counters={"mine": counter})


def segmenting(segmenter: Segmenter, on_fault: str) -> kawara.Engine:
    policy = f"budget = {{ counter = 'words', max-tokens = 24 }}\nunits.on-fault = '{on_fault}'"
    return kawara.Engine.from_policy(policy, segmenters={"qaa": segmenter})


def raiser(error: BaseException) -> Callable[[], object]:
    def then() -> None:
        raise error

    return then


def arrow(engine: kawara.Engine, documents: list[dict[str, str]]) -> object:
    pa = pytest.importorskip("pyarrow")
    return list(engine.chunk_batches(pa.Table.from_pylist(documents)))


CALLS: dict[str, Callable[[kawara.Engine, list[dict[str, str]]], object]] = {
    "chunk": lambda engine, documents: [engine.chunk(**document) for document in documents],
    "units": lambda engine, documents: [
        engine.units(document["text"], language=document.get("language")) for document in documents
    ],
    "chunk_batch": lambda engine, documents: engine.chunk_batch(documents),
    "chunk_batch, return": lambda engine, documents: engine.chunk_batch(documents, errors="return"),
    "measure": lambda engine, documents: engine.measure(documents),
    "evidence_check": lambda engine, documents: engine.evidence_check(documents, QUESTIONS, k=[1]),
    "chunk_batches": arrow,
}


def documents(*texts: str, **more: str) -> list[dict[str, str]]:
    return [{"id": str(nth), "text": text} | more for nth, text in enumerate(texts)]


@pytest.mark.parametrize("error", [KeyboardInterrupt("stop"), SystemExit(3), GeneratorExit()])
@pytest.mark.parametrize("call", [name for name in CALLS if name != "units"])
def test_what_ends_the_program_in_a_counter_ends_it(call: str, error: BaseException) -> None:
    engine = counting(Counter(raiser(error)))
    with pytest.raises(type(error)) as caught:
        CALLS[call](engine, documents(TEXT, f"{TEXT} A poison.", TEXT))
    assert caught.value is error
    assert engine.chunk(TEXT), "the engine is as it was"


@pytest.mark.parametrize("on_fault", ["fail", "fallback"])
@pytest.mark.parametrize("call", CALLS)
def test_what_ends_the_program_in_a_segmenter_ends_it(call: str, on_fault: str) -> None:
    error = KeyboardInterrupt("stop")
    engine = segmenting(Segmenter(raiser(error)), on_fault)
    with pytest.raises(KeyboardInterrupt) as caught:
        CALLS[call](engine, documents(TEXT, f"{TEXT} A poison.", language="qaa"))
    assert caught.value is error


def test_what_fails_has_what_is_behind_it() -> None:
    error = LookupError("no such word")
    engine = counting(Counter(raiser(error)))
    for kind, call in [
        (kawara.PackError, "chunk"),
        (kawara.DocumentError, "chunk_batch"),
        (kawara.DocumentError, "measure"),
    ]:
        with pytest.raises(kind, match="the counter `mine` failed: LookupError: no such word") as caught:
            CALLS[call](engine, documents(TEXT, "A poison."))
        assert caught.value.__cause__ is error
    good, bad = engine.chunk_batch(documents(TEXT, "A poison."), errors="return")
    assert isinstance(good, list) and isinstance(bad, kawara.DocumentError) and bad.__cause__ is error
    engine = segmenting(Segmenter(raiser(error)), "fail")
    with pytest.raises(kawara.PackError) as caught:
        engine.units("A poison.", language="qaa")
    assert caught.value.__cause__ is error
    engine = segmenting(Segmenter(raiser(error)), "fallback")
    assert "pack_fault" in engine.chunk("A poison.", language="qaa")[0].flags


class Alarm(BaseException):
    """What the handler of a signal raises."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    def ring(*_: Any) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("call", ["chunk_batch", "measure", "evidence_check", "chunk_batches"])
def test_a_signal_is_heard_between_documents(call: str) -> None:
    # Asked on other threads: none of them would hear a signal itself.
    counter = Counter(lambda: time.sleep(0.002))
    engine = counting(counter)
    many = documents(*(f"{TEXT} A poison {nth}." for nth in range(5000)))
    with alarm(0.2), pytest.raises(Alarm):
        CALLS[call](engine, many)
    assert counter.asked < 2500, "it went on"
    assert CALLS[call](engine, documents(TEXT)), "the engine is as it was"


CTRL_C = """
import os, signal, sys, threading, kawara
import pyarrow as pa

class Counter:
    def count(self, texts):
        if any("poison" in text for text in texts):
            os.kill(os.getpid(), signal.SIGINT)
        return [len(text.split()) for text in texts]

engine = kawara.Engine.from_policy("budget = { counter = 'mine', max-tokens = 24 }", counters={"mine": Counter()})
given = pa.table({"id": [str(nth) for nth in range(20000)], "text": ["A poison.", *["One."] * 19999]})
try:
    try:
        pa.RecordBatchReader.from_stream(engine.chunk_batches(given)).read_all()
    except Exception as error:
        print("told", error)
        for _ in range(1000):
            pass
    print("went on")
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c_is_not_lost_on_readers_of_arrow() -> None:
    pytest.importorskip("pyarrow")
    done = subprocess.run([sys.executable, "-c", CTRL_C], capture_output=True, text=True, timeout=60, check=False)
    assert "interrupted" in done.stdout and "went on" not in done.stdout, done
