"""kawara as a text splitter of LangChain; needs ``kawara[langchain]``.

>>> from langchain_core.documents import Document
>>> from kawara.langchain import KawaraTextSplitter
>>> splitter = KawaraTextSplitter.from_policy("kawara:docs", settings={"budget.max-tokens": 16})
>>> page = Document("The gate opens at six. The first bus leaves at half past.", metadata={"source": "gate.md"})
>>> [(part.metadata["start_index"], part.page_content) for part in splitter.split_documents([page])]
[(0, 'The gate opens at six. The first bus leaves at half past.')]
"""

from __future__ import annotations

import copy
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from langchain_core.documents import Document
from langchain_text_splitters import TextSplitter

from kawara import Chunk
from kawara._adapter import Cutter, Naming, check_content, content, facts
from kawara._options import EngineOptions, PolicyOptions, Unpack

__all__ = ["KawaraTextSplitter"]


class _Options(PolicyOptions, total=False):
    """All keywords of a splitter."""

    content: Literal["text", "embedded"]
    add_start_index: bool
    id_keys: Sequence[str]
    path_key: str
    title_key: str
    content_type: str | None


class KawaraTextSplitter(TextSplitter):
    """Splits documents as a policy says.

    Each part has the metadata of its document, a copy of its own, and

    - ``start_index``, right where texts repeat too, as nothing is searched for: ``text[start_index:][:len(page_content)]`` is the part,
      while ``content`` is ``"text"`` and the reader leaves nothing out;
    - kawara's facts: ``kawara_id``, ``kawara_doc_id``, ``kawara_ordinal``, ``kawara_start``, ``kawara_end``, ``kawara_tokens``,
      ``kawara_carried``, ``kawara_language``, ``kawara_parent``, ``kawara_settings``, and where there are such ``kawara_context``,
      ``kawara_prev``, ``kawara_next``, ``kawara_flags``. All are strings or integers, as vector stores want them.

    The ``id`` of a part is the chunk's, a UUID that stays the same while context and text do: stores that take it replace what they
    have. It is only as lasting as the id of the document.
    """

    def __init__(
        self,
        policy: str | os.PathLike[str] = "kawara:docs",
        *,
        settings: Mapping[str, Any] | None = None,
        model: str | Sequence[str] | None = None,
        content: Literal["text", "embedded"] = "text",
        add_start_index: bool = True,
        id_keys: Sequence[str] = ("source", "page", "row", "seq_num"),
        path_key: str = "source",
        title_key: str = "title",
        content_type: str | None = None,
        **engine: Unpack[EngineOptions],
    ) -> None:
        """A splitter by a policy.

        Args:
            policy: TOML, ``"kawara:NAME"`` or the path of a file, as :meth:`kawara.Engine.from_policy` takes it; the same with ``settings``,
                ``model`` and whatever else it takes: ``tokenizers``, ``packs``, ….
            content: What ``page_content`` is. With ``"text"`` it is a slice of the document, and its context (the title and the
                headings above it, which the budget has room for) is in ``kawara_context``: embed ``kawara_context``, a line feed
                and ``page_content``. With ``"embedded"`` the context stands before the text, for stores that embed
                ``page_content`` and nothing else.
            add_start_index: Whether ``start_index`` is told.
            id_keys: Metadata that make up the id of a document that has no ``id``, if the first of them is there: those that
                LangChain's loaders write. A document with none is known by its text.
            path_key: Metadata with the path, for the policy's globs and for the reader. Of files such as HTML, JSON and CSV, of
                which loaders hand over the text, the extension does not count: say ``content_type`` if it is the file.
            title_key: Metadata with the title.
            content_type: The media type of all documents, such as ``"text/html"``.

        Raises:
            PolicyError: With all mistakes of the policy.
        """
        self._content = check_content(content)
        self._cutter = Cutter(policy, {"settings": settings, "model": model, **engine})
        self._naming = Naming(tuple(id_keys), path_key, title_key, content_type, own_id_first=True)
        super().__init__(
            chunk_size=self._cutter.engine.max_tokens,
            chunk_overlap=0,
            length_function=self._cutter.count,
            add_start_index=add_start_index,
        )

    @classmethod
    def from_policy(cls, policy: str | os.PathLike[str], **options: Unpack[_Options]) -> KawaraTextSplitter:
        """The same as the class itself: a splitter by a policy."""
        return cls(policy, **options)

    def split_text(self, text: str) -> list[str]:
        """The parts of a text of which nothing else is known."""
        return [content(chunk, self._content) for chunk in self._chunks([(None, text, {})])[0]]

    def create_documents(self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None) -> list[Document]:
        """The parts of texts, each with a copy of its text's metadata."""
        found = metadatas or [{}] * len(texts)
        if len(found) != len(texts):
            raise ValueError(f"{len(found)} metadatas for {len(texts)} texts")
        return self._split([(None, text, metadata) for text, metadata in zip(texts, found, strict=True)])

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """The parts of documents."""
        return self._split([(document.id, document.page_content, document.metadata) for document in documents])

    def _split(self, given: list[tuple[str | None, str, dict[Any, Any]]]) -> list[Document]:
        return [
            self._document(chunk, metadata)
            for (_, _, metadata), chunks in zip(given, self._chunks(given), strict=True)
            for chunk in chunks
        ]

    def _chunks(self, given: list[tuple[str | None, str, dict[Any, Any]]]) -> list[list[Chunk]]:
        return self._cutter.engine.chunk_batch(self._naming.documents(given))

    def _document(self, chunk: Chunk, metadata: dict[Any, Any]) -> Document:
        metadata = copy.deepcopy(metadata) | facts(chunk)
        if self._add_start_index:
            metadata["start_index"] = chunk.start
        return Document(id=chunk.id, page_content=content(chunk, self._content), metadata=metadata)
