"""Contexts from outside: the prompts for them, and chunks with them."""

from __future__ import annotations

import json
import pickle
import uuid
from types import MappingProxyType

import kawara
import pytest

POLICY = 'policy = 1\n[budget]\ncounter = "words"\nmax-tokens = 20\nreserve-tokens = 8\n[units]\noverlap = 0\n'
TEXT = "The pump stopped at noon today. Nobody noticed it until night. The tank ran dry.\n\nIt was said that a clerk was ill. Nobody else had the key to the yard."


@pytest.fixture(scope="module")
def engine() -> kawara.Engine:
    return kawara.Engine.from_policy(POLICY)


def test_requests_are_prompts_with_the_document_around_the_chunk(engine):
    requests = engine.context_requests(TEXT, id="notes", title="Night")
    chunks = engine.chunk(TEXT, id="notes", title="Night")
    assert [one["id"] for one in requests] == [chunk.id for chunk in chunks] and len(chunks) > 1
    for one, chunk in zip(requests, chunks):
        assert list(one) == ["key", "doc_id", "id", "start", "end", "prompt"]
        assert (one["start"], one["end"]) == (chunk.byte_start, chunk.byte_end)
        assert TEXT in one["prompt"] and "Title: Night\n" in one["prompt"] and f"\n{chunk.text}\n" in one["prompt"]
    assert len({one["key"] for one in requests}) == len(requests)
    template = "{chunk} of {document}"
    few = engine.context_requests(TEXT, template=template, document_tokens=20)
    assert all(TEXT not in one["prompt"] for one in few)
    assert few[0]["key"] != engine.context_requests(TEXT, template=template)[0]["key"]
    with pytest.raises(ValueError, match="template:1: there is no {text} to put in"):
        engine.context_requests(TEXT, template="{text}")
    with pytest.raises(ValueError, match="`document_tokens` cannot be 0"):
        engine.context_requests(TEXT, document_tokens=0)
    with pytest.raises(TypeError):
        engine.context_requests(TEXT, document_tokens=2.5)


def test_contexts_are_put_before_chunks_and_ids_stay(engine, tmp_path):
    plain = engine.chunk(TEXT, id="notes")
    contexts = {chunk.id: f"Part {chunk.ordinal} of the night's log." for chunk in plain}
    lines = [{"id": one, "context": context} for one, context in contexts.items()]
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    keyed = [{"key": one["key"], "context": contexts[one["id"]]} for one in engine.context_requests(TEXT, id="notes")]
    given = [
        contexts,
        MappingProxyType(contexts),
        {uuid.UUID(one): context for one, context in contexts.items()},
        lines,
        (line for line in lines),
        keyed,
        tmp_path / "c.jsonl",
        str(tmp_path / "c.jsonl"),
        kawara.Contexts(contexts),
    ]
    for one in given:
        chunks = engine.chunk(TEXT, id="notes", contexts=one)
        assert [chunk.id for chunk in chunks] == [chunk.id for chunk in plain]
        for chunk, before in zip(chunks, plain):
            assert chunk.outside == contexts[chunk.id] + "\n" and chunk.context == before.context + chunk.outside
            assert chunk.tokens == engine.count(chunk.embedded) <= 20 and chunk.text == before.text
            assert chunk.to_dict()["outside"] == len(chunk.outside.encode())
            assert pickle.loads(pickle.dumps(chunk)) == chunk
    assert all(chunk.outside == "" and "outside" not in chunk.to_dict() for chunk in plain)


def test_a_context_that_does_not_fit_is_shortened_and_told(engine):
    long = "It is of the night. " * 9
    chunks = engine.chunk(TEXT, id="notes", contexts={chunk.id: long for chunk in engine.chunk(TEXT, id="notes")})
    assert all(chunk.tokens <= 20 and "outside_reduced" in chunk.flags for chunk in chunks)
    assert all(chunk.outside.endswith("It is of the night.\n") for chunk in chunks)


def test_batches_and_what_became_of_contexts(engine):
    documents = [{"id": str(nth), "text": f"The pump {nth} stopped."} for nth in range(20)]
    ids = [chunks[0].id for chunks in engine.chunk_batch(documents)]
    contexts = kawara.Contexts(
        {one: f"Log {nth}." for nth, one in enumerate(ids[:15])} | {str(uuid.UUID(int=7)): "Nothing."}
    )
    assert len(contexts) == 16 and "16" in repr(contexts)
    for threads in (1, 4):
        batch = engine.chunk_batch(documents, contexts=contexts, threads=threads)
        assert [chunks[0].outside for chunks in batch] == [f"Log {nth}.\n" for nth in range(15)] + [""] * 5
    assert contexts.told() == {"given": 30, "earlier": 0, "without": 10, "unmet": 1}


def test_plans_know_contexts(engine, tmp_path):
    documents = [{"id": str(nth), "text": f"The pump {nth} stopped."} for nth in range(3)]
    ids = [chunks[0].id for chunks in engine.chunk_batch(documents)]
    contexts = {one: "Of the log." for one in ids}
    with engine.apply(documents, tmp_path / "m", contexts=contexts) as operations:
        added = list(operations)
    assert [one["context"] for one in added] == ["Of the log.\n"] * 3
    assert engine.plan(documents, tmp_path / "m", contexts=contexts)["total"]["added"] == 0
    plan = engine.plan(documents, tmp_path / "m", contexts=contexts | {ids[1]: "Of another log."})
    assert (plan["total"]["added"], plan["reasons"]) == (1, {"contexts": 1})
    assert engine.plan(documents, tmp_path / "m")["total"]["added"] == 3


def test_members_are_what_stores_give(engine):
    numpy = pytest.importorskip("numpy")
    chunk = engine.chunk(TEXT, id="notes")[0]
    line = {
        "doc_id": "notes",
        "start": numpy.int64(chunk.byte_start),
        "end": numpy.int64(chunk.byte_end),
        "context": numpy.str_("Of the log."),
        "asked_at": object(),
    }
    assert engine.chunk(TEXT, id="notes", contexts=[line])[0].outside == "Of the log.\n"


class Answer:
    """What a client of a language model gives, with the text in it."""

    content = "It is of the night."


def test_mistakes_are_named(engine, tmp_path):
    for given, error, what in [
        ({"one": "x"}, ValueError, "contexts:1: its id is none of a chunk"),
        ({str(uuid.UUID(int=7)): 7}, ValueError, "contexts:1: its context is no such number"),
        ({7: "x"}, ValueError, "contexts:1: its id"),
        ([{"id": str(uuid.UUID(int=7))}], ValueError, "contexts:1: its context is missing"),
        ([{"id": "x", "context": "y"}] * 9, ValueError, "and 4 mistakes more"),
        (["x"], TypeError, "a context is a dict"),
        (7, TypeError, "`contexts` are a path, a mapping"),
        ({str(uuid.UUID(int=7)): b"It is of the night."}, TypeError, "contexts:1: bytes is neither a string"),
        ({str(uuid.UUID(int=7)): "x", str(uuid.UUID(int=8)): Answer()}, TypeError, "contexts:2: Answer is neither"),
        (tmp_path / "none", FileNotFoundError, "none: No such file"),
    ]:
        with pytest.raises(error, match=what):
            engine.chunk(TEXT, contexts=given)
        with pytest.raises(error):
            kawara.Contexts(given)
