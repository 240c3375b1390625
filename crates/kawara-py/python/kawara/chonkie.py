"""kawara as a chunker of chonkie; needs ``kawara[chonkie]``.

>>> from kawara.chonkie import KawaraChunker
>>> chunker = KawaraChunker.from_policy("kawara:docs", settings={"budget.max-tokens": 16})
>>> [(chunk.start_index, chunk.token_count, chunk.text) for chunk in chunker("The gate opens at six. The first bus leaves at half past.")]
[(0, 14, 'The gate opens at six. The first bus leaves at half past.')]
"""

from __future__ import annotations

import asyncio
import copy
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from chonkie import BaseChunker
from chonkie.pipeline import chunker
from chonkie.tokenizer import Tokenizer
from chonkie.types import Chunk, Document

import kawara
from kawara._adapter import Cutter, Naming, check_content, content, facts
from kawara._options import EngineOptions, PolicyOptions, Unpack

__all__ = ["KawaraChunker"]


class _Options(PolicyOptions, total=False):
    """All keywords of a chunker."""

    content: Literal["text", "embedded"]
    id_keys: Sequence[str]
    path_key: str
    title_key: str
    content_type: str | None


class _Counter(Tokenizer):
    """The policy's counter, where chonkie wants a tokenizer: it counts, and knows no tokens."""

    def __init__(self, cutter: Cutter) -> None:
        super().__init__()
        self._cutter = cutter

    def __repr__(self) -> str:
        return f"the counter of {self._cutter.policy}"

    def count_tokens(self, text: str) -> int:
        return self._cutter.count(text)

    def encode(self, text: str) -> Sequence[int]:
        raise NotImplementedError("kawara counts tokens, and does not tell which they are")

    def decode(self, tokens: Sequence[int]) -> str:
        raise NotImplementedError("kawara counts tokens, and does not tell which they are")

    def tokenize(self, text: str) -> Sequence[str | int]:
        raise NotImplementedError("kawara counts tokens, and does not tell which they are")


@chunker("kawara")
class KawaraChunker(BaseChunker):
    """Chunks texts as a policy says. ``Pipeline().chunk_with("kawara", policy=…)`` knows it once this module is imported.

    ``text[chunk.start_index:chunk.end_index]`` is the chunk, while ``content`` is ``"text"`` and the reader leaves nothing out.
    ``token_count`` is of the chunk's text, ``context`` is what to embed before it, and ``id`` is kawara's: the same while context and text
    are. ``metadata`` has kawara's facts, all but the context: ``kawara_doc_id``, ``kawara_ordinal``, …, as
    :class:`kawara.langchain.KawaraTextSplitter` lists them.
    """

    def __init__(
        self,
        policy: str | os.PathLike[str] = "kawara:docs",
        *,
        settings: Mapping[str, Any] | None = None,
        model: str | Sequence[str] | None = None,
        content: Literal["text", "embedded"] = "text",
        id_keys: Sequence[str] = (),
        path_key: str = "source",
        title_key: str = "title",
        content_type: str | None = None,
        **engine: Unpack[EngineOptions],
    ) -> None:
        """A chunker by a policy.

        Args:
            policy: TOML, ``"kawara:NAME"`` or the path of a file, as :meth:`kawara.Engine.from_policy` takes it; the same with ``settings``,
                ``model`` and whatever else it takes: ``tokenizers``, ``packs``, ….
            content: What ``text`` is: a slice of the text, or with ``"embedded"`` the context and that, for stores that embed
                ``text`` and nothing else.
            id_keys: Metadata of a :class:`~chonkie.types.Document` that make up its id, if the first of them is there; otherwise it
                is the document's own, which is random if not given. A bare text is known by itself.
            path_key: Metadata with the path, for the policy's globs and for the reader. Of files such as HTML, JSON and CSV, of
                which the text is handed over, the extension does not count: say ``content_type`` if it is the file.
            title_key: Metadata with the title.
            content_type: The media type of all texts, such as ``"text/markdown"``.

        Raises:
            PolicyError: With all mistakes of the policy.
        """
        self._cutter = Cutter(policy, {"settings": settings, "model": model, **engine})
        self._content = check_content(content)
        self._naming = Naming(tuple(id_keys), path_key, title_key, content_type)
        super().__init__(_Counter(self._cutter))

    @classmethod
    def from_policy(cls, policy: str | os.PathLike[str], **options: Unpack[_Options]) -> KawaraChunker:
        """The same as the class itself: a chunker by a policy."""
        return cls(policy, **options)

    def __repr__(self) -> str:
        return f"KawaraChunker({str(self._cutter.policy)!r})"

    def chunk(self, text: str) -> list[Chunk]:
        """The chunks of a text of which nothing else is known."""
        return self._chunks([(None, text, {})])[0]

    def chunk_batch(self, texts: Sequence[str], show_progress: bool = True) -> list[list[Chunk]]:
        """The chunks of many texts, on as many threads as there are cores."""
        return self._chunks([(None, text, {}) for text in texts])

    def chunk_document(self, document: Document) -> Document:
        """The chunks of a document, put into it; of its chunks, if it has any, which are taken as texts of their own."""
        if document.chunks:
            parts = [(f"{document.id}#{part.id}", part.text, document.metadata) for part in document.chunks]
            document.chunks = self._merge_new_chunks(document.chunks, self._chunks(parts))
        else:
            document.chunks = self._chunks([(document.id, document.content, document.metadata)])[0]
        for chunk in document.chunks:
            chunk.metadata = copy.deepcopy(document.metadata) | chunk.metadata
        return document

    async def achunk_document(self, document: Document) -> Document:
        """The same, in another thread."""
        return await asyncio.to_thread(self.chunk_document, document)

    def _chunks(self, given: Sequence[tuple[str | None, str, Mapping[Any, Any]]]) -> list[list[Chunk]]:
        found = self._cutter.engine.chunk_batch(self._naming.documents(given))
        return [[self._chunk(chunk) for chunk in chunks] for chunks in found]

    def _chunk(self, chunk: kawara.Chunk) -> Chunk:
        text = content(chunk, self._content)
        # What the text has without its context and the special tokens is only told by counting.
        tokens = chunk.tokens - self._cutter.engine.specials if text == chunk.embedded else self._cutter.count(text)
        metadata = facts(chunk)
        context = metadata.pop("kawara_context", None)
        return Chunk(
            id=chunk.id,
            text=text,
            start_index=chunk.start,
            end_index=chunk.end,
            token_count=tokens,
            context=context,
            metadata=metadata,
        )
