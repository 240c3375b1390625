"""The suite of `conformance`, over every adapter whose framework is installed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from conformance import Binding, Conformance, Given, Part


def langchain() -> Binding:
    pytest.importorskip("langchain_text_splitters")
    from kawara.langchain import KawaraTextSplitter
    from langchain_core.documents import Document

    def given(documents: Sequence[Given]) -> list[Document]:
        return [Document(id=each.id, page_content=each.text, metadata=each.meta) for each in documents]

    def part(document: Document) -> Part:
        text, meta = document.page_content, document.metadata
        start = meta["start_index"]
        context = meta.get("kawara_context")
        embedded = text if context is None else f"{context}\n{text}"
        return Part(document.id, text, start, start + len(text), meta, embedded, document)

    def cut(splitter: Any, documents: Sequence[Given]) -> list[list[Part]]:
        parts = [part(each) for each in splitter.split_documents(given(documents))]
        return grouped(parts, documents)

    async def acut(splitter: Any, documents: Sequence[Given]) -> list[list[Part]]:
        return grouped([part(each) for each in await splitter.atransform_documents(given(documents))], documents)

    def make(policy: str = "kawara:docs", **options: Any) -> KawaraTextSplitter:
        return KawaraTextSplitter.from_policy(policy, **options)

    return Binding("langchain", make, cut, acut)


def llama_index() -> Binding:
    pytest.importorskip("llama_index.core")
    from kawara.llama_index import KawaraNodeParser
    from llama_index.core import Document
    from llama_index.core.schema import MetadataMode, TextNode

    def given(documents: Sequence[Given]) -> list[Document]:
        return [
            Document(id_=each.id, text=each.text, metadata=each.meta, excluded_embed_metadata_keys=list(each.meta))
            for each in documents
        ]

    def part(node: TextNode) -> Part:
        embedded = node.get_content(MetadataMode.EMBED)
        return Part(node.node_id, node.text, node.start_char_idx, node.end_char_idx, node.metadata, embedded, node)

    def cut(parser: Any, documents: Sequence[Given]) -> list[list[Part]]:
        return grouped([part(node) for node in parser.get_nodes_from_documents(given(documents))], documents)

    async def acut(parser: Any, documents: Sequence[Given]) -> list[list[Part]]:
        return grouped([part(node) for node in await parser.acall(given(documents))], documents)

    def make(policy: str = "kawara:docs", **options: Any) -> KawaraNodeParser:
        return KawaraNodeParser.from_policy(policy, **options)

    return Binding("llama-index", make, cut, acut)


def haystack() -> Binding:
    pytest.importorskip("haystack")
    from haystack import Document
    from haystack_integrations.components.preprocessors.kawara import KawaraDocumentSplitter

    def given(documents: Sequence[Given]) -> list[Document]:
        return [Document(id=each.id, content=each.text, meta=each.meta) for each in documents]

    def part(document: Document) -> Part:
        text, meta = document.content, document.meta
        start = meta["split_idx_start"]
        # As an embedder with `meta_fields_to_embed=["kawara_context"]` has it.
        embedded = "\n".join([meta[key] for key in ("kawara_context",) if key in meta] + [text])
        return Part(document.id, text, start, start + len(text), meta, embedded, document)

    def cut(splitter: Any, documents: Sequence[Given]) -> list[list[Part]]:
        return grouped([part(each) for each in splitter.run(given(documents))["documents"]], documents)

    async def acut(splitter: Any, documents: Sequence[Given]) -> list[list[Part]]:
        result = await splitter.run_async(given(documents))
        return grouped([part(each) for each in result["documents"]], documents)

    return Binding("haystack", KawaraDocumentSplitter, cut, acut)


def chonkie() -> Binding:
    pytest.importorskip("chonkie")
    from chonkie.types import Chunk, Document
    from kawara.chonkie import KawaraChunker

    def part(chunk: Chunk) -> Part:
        embedded = chunk.text if chunk.context is None else f"{chunk.context}\n{chunk.text}"
        return Part(chunk.id, chunk.text, chunk.start_index, chunk.end_index, chunk.metadata, embedded, chunk)

    def given(documents: Sequence[Given]) -> list[Document]:
        return [Document(id=each.id, content=each.text, metadata=each.meta) for each in documents]

    def cut(chunker: Any, documents: Sequence[Given]) -> list[list[Part]]:
        # It takes documents one by one, so ids that come twice are told apart here.
        seen: list[str] = []
        cut = []
        for document in given(documents):
            seen.append(document.id)
            if (times := seen.count(document.id)) > 1:
                document.id += f"#{times}"
            cut.append([part(chunk) for chunk in chunker.chunk_document(document).chunks])
        return cut

    async def acut(chunker: Any, documents: Sequence[Given]) -> list[list[Part]]:
        done = await asyncio.gather(*(chunker.achunk_document(document) for document in given(documents)))
        return [[part(chunk) for chunk in document.chunks] for document in done]

    return Binding("chonkie", KawaraChunker, cut, acut)


def grouped(parts: list[Part], documents: Sequence[Given]) -> list[list[Part]]:
    """Parts by document: a part with the ordinal 0 begins the next one that has any."""
    groups: list[list[Part]] = []
    for part in parts:
        if part.meta["kawara_ordinal"] == 0:
            groups.append([])
        groups[-1].append(part)
    has_any = [any(not (c.isspace() or c in "\ufeff\u200b") for c in document.text) for document in documents]
    assert len(groups) == sum(has_any)
    found = iter(groups)
    return [next(found) if any_ else [] for any_ in has_any]


@pytest.fixture(scope="module", params=[langchain, llama_index, haystack, chonkie], ids=lambda bind: bind.__name__)
def binding(request: pytest.FixtureRequest) -> Binding:
    return request.param()


class TestAdapters(Conformance):
    """All of them."""
