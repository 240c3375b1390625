"""What the chunker of chonkie promises beside what all adapters do."""

from __future__ import annotations

import asyncio

import pytest
from conformance import MAX, SETTINGS, TEXTS

pytest.importorskip("chonkie")

from chonkie import BaseChunker, Pipeline
from chonkie.types import Chunk, Document
from kawara.chonkie import KawaraChunker

GUIDE = "# Gates\n\n" + TEXTS["prose"]


def chunker(**options: object) -> KawaraChunker:
    return KawaraChunker.from_policy("kawara:docs", settings=SETTINGS, **options)


def test_it_is_a_chunker() -> None:
    made = chunker()
    assert isinstance(made, BaseChunker)
    assert made.tokenizer.count_tokens("four") == 4
    with pytest.raises(NotImplementedError, match="counts tokens"):
        made.tokenizer.encode("four")


@pytest.mark.parametrize("name", TEXTS)
def test_texts_alone(name: str) -> None:
    text = TEXTS[name]
    for chunk in chunker()(text):
        assert text[chunk.start_index : chunk.end_index] == chunk.text == str(chunk)
        assert chunk.token_count == len(chunk.text) <= MAX


def test_tokens_are_those_of_the_text() -> None:
    for chunk in chunker(content_type="text/markdown")(GUIDE):
        assert chunk.token_count == len(chunk.text)
        assert len(f"{chunk.context}\n{chunk.text}" if chunk.context else chunk.text) <= MAX


def test_the_context_may_be_part_of_the_text() -> None:
    texts = chunker(content_type="text/markdown")(GUIDE)
    embedded = chunker(content_type="text/markdown", content="embedded")(GUIDE)
    assert any(chunk.context == "Gates" for chunk in texts)
    for chunk, other in zip(embedded, texts, strict=True):
        assert chunk.text == (f"{other.context}\n{other.text}" if other.context else other.text)
        assert chunk.token_count == len(chunk.text) <= MAX


def test_batches() -> None:
    made, texts = chunker(), [TEXTS["prose"], "", TEXTS["japanese"], TEXTS["prose"]]
    batch = made(texts, show_progress=False)
    assert batch[:3] == [made.chunk(text) for text in texts[:3]]
    assert batch[1] == []
    ids = [chunk.id for chunks in batch for chunk in chunks]
    assert len(set(ids)) == len(ids)
    assert made.chunk_batch([]) == []
    assert asyncio.run(made.achunk_batch(texts)) == batch
    assert asyncio.run(made.achunk(texts[0])) == batch[0]


def test_chunks_are_chunked_again() -> None:
    text = TEXTS["repeats"]
    parts = [
        Chunk(id=f"part {nth}", text=text[at : at + 200], start_index=at) for nth, at in enumerate(range(0, 600, 200))
    ]
    document = chunker().chunk_document(Document(id="doc", content=text, chunks=parts, metadata={"k": []}))
    for chunk in document.chunks:
        assert text[chunk.start_index : chunk.end_index] == chunk.text
    assert len({chunk.id for chunk in document.chunks}) == len(document.chunks)
    document.chunks[0].metadata["k"].append(1)
    assert document.metadata["k"] == document.chunks[1].metadata["k"] == []


def test_a_chunk_can_be_written_down() -> None:
    for chunk in chunker()(TEXTS["emoji"]):
        assert Chunk.from_dict(chunk.to_dict()) == chunk


def test_a_pipeline_knows_it() -> None:
    pipeline = Pipeline().chunk_with("kawara", policy="kawara:docs", settings=SETTINGS)
    document = pipeline.run(texts=TEXTS["prose"])
    assert [chunk.text for chunk in document.chunks] == [chunk.text for chunk in chunker()(TEXTS["prose"])]
