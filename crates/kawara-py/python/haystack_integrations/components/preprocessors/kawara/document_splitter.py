"""The component."""

import asyncio
import copy
import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from haystack import Document, component, default_from_dict, default_to_dict

from kawara import Chunk
from kawara._adapter import Cutter, Naming, facts, own_start


@component
class KawaraDocumentSplitter:
    """
    Splits documents as a policy of kawara says: sized in the embedding model's own tokens, overlapped in whole sentences.

    Each split has the metadata of its document, a copy of its own, and what `DocumentSplitter` writes: `source_id`, `split_id`,
    `split_idx_start`, `page_number` (pages end at form feeds), `_split_overlap`. `content.startswith(split.content, split_idx_start)`
    holds where texts repeat too, as nothing is searched for, while the reader leaves nothing out.

    Beside them are kawara's facts, strings and integers: `kawara_doc_id`, `kawara_ordinal`, `kawara_tokens`, …. The budget has room for
    `kawara_context`, the title and the headings above: give embedders `meta_fields_to_embed=["kawara_context"]`.

    The `id` is the chunk's, a UUID that stays the same while context and text do, so that `DuplicatePolicy.OVERWRITE` replaces. It is as
    lasting as the id of the document, which Haystack makes of its content if it is not given: give it, or name metadata by `id_keys`.

    ### Usage example

    ```python
    from haystack import Document
    from haystack_integrations.components.preprocessors.kawara import KawaraDocumentSplitter

    splitter = KawaraDocumentSplitter("kawara:docs", model="text-embedding-3-small")
    result = splitter.run(documents=[Document(content="The gate opens at six.", meta={"file_path": "gate.md"})])
    ```
    """

    def __init__(
        self,
        policy: str | os.PathLike[str] = "kawara:docs",
        *,
        settings: Mapping[str, Any] | None = None,
        model: str | Sequence[str] | None = None,
        directory: str | os.PathLike[str] | None = None,
        base_policy: str | os.PathLike[str] | None = None,
        tokenizers: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None = None,
        packs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None = None,
        id_keys: Sequence[str] | None = None,
        path_key: str = "file_path",
        title_key: str = "title",
        content_type: str | None = None,
    ) -> None:
        """
        Initialize KawaraDocumentSplitter.

        :param policy: TOML, `kawara:NAME`, or the path of a file.
        :param settings: Settings over the policy, such as `{"budget.max-tokens": 256}`.
        :param model: The embedding model, or several.
        :param directory: What paths in a policy's text are relative to.
        :param base_policy: A policy that is laid beneath.
        :param tokenizers: Folders with tokenizer files.
        :param packs: Shared libraries with packs, `FILE` or `FILE@SHA256`.
        :param id_keys: Metadata that make up the id by which kawara knows a document, if the first of them is there.
        :param path_key: Metadata with the path, for the policy's globs and for the reader. Of files such as HTML, JSON and CSV, of
            which converters hand over the text, the extension does not count: say `content_type` if it is the file.
        :param title_key: Metadata with the title.
        :param content_type: The media type of all documents.
        :raises kawara.PolicyError: With all mistakes of the policy.
        """
        self.policy = os.fspath(policy)
        self.settings = None if settings is None else dict(settings)
        self.model = model if model is None or isinstance(model, str) else list(model)
        # Pipelines that are written down have strings alone.
        self.directory = None if directory is None else os.fspath(directory)
        self.base_policy = None if base_policy is None else os.fspath(base_policy)
        self.tokenizers = _listed(tokenizers)
        self.packs = _listed(packs)
        self.id_keys = None if id_keys is None else list(id_keys)
        self.path_key = path_key
        self.title_key = title_key
        self.content_type = content_type
        names = ("settings", "model", "directory", "base_policy", "tokenizers", "packs")
        self._cutter = Cutter(self.policy, {name: getattr(self, name) for name in names})
        self._naming = Naming(tuple(id_keys or ()), path_key, title_key, content_type)

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, list[Document]]:
        """
        Split documents.

        :param documents: The documents to split. Those without any text but white space give no splits.
        :returns: A dictionary with `documents`: the splits, in order.
        :raises TypeError: If the input is not a list of Documents.
        :raises ValueError: If the content of a document is None.
        :raises kawara.DocumentError: If a document cannot be split.
        """
        if not isinstance(documents, list) or not all(isinstance(each, Document) for each in documents):
            raise TypeError("KawaraDocumentSplitter expects a list of Documents as input.")
        given = [(document.id, _content(document), document.meta) for document in documents]
        found = self._cutter.engine.chunk_batch(self._naming.documents(given))
        splits = zip(documents, found, strict=True)
        return {"documents": [split for document, chunks in splits for split in _splits(document, chunks)]}

    @component.output_types(documents=list[Document])
    async def run_async(self, documents: list[Document]) -> dict[str, list[Document]]:
        """
        Split documents in another thread.

        :param documents: The documents to split.
        :returns: What `run` returns.
        """
        return await asyncio.to_thread(self.run, documents)

    def to_dict(self) -> dict[str, Any]:
        """
        Serialize the component to a dictionary.

        :returns: The dictionary.
        """
        return default_to_dict(
            self,
            policy=self.policy,
            settings=self.settings,
            model=self.model,
            directory=self.directory,
            base_policy=self.base_policy,
            tokenizers=self.tokenizers,
            packs=self.packs,
            id_keys=self.id_keys,
            path_key=self.path_key,
            title_key=self.title_key,
            content_type=self.content_type,
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "KawaraDocumentSplitter":
        """
        Deserialize the component from a dictionary.

        :param data: The dictionary.
        :returns: The component.
        """
        return default_from_dict(cls, data)


def _listed(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None) -> list[str] | None:
    if paths is None:
        return None
    several = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    return [os.fspath(path) for path in several]


def _content(document: Document) -> str:
    if document.content is None:
        raise ValueError(f"document {document.id} has no text to split: its content is None")
    return document.content


def _splits(document: Document, chunks: list[Chunk]) -> list[Document]:
    pages = _pages(_content(document), chunks)
    overlaps: list[list[dict[str, Any]]] = [[] for _ in chunks]
    for nth, (before, chunk) in enumerate(pairwise(chunks)):
        shared = _shared(before, chunk)
        if shared:
            range_before = (len(before.text) - len(shared), len(before.text))
            overlaps[nth].append({"doc_id": chunk.id, "range": (0, len(shared))})
            overlaps[nth + 1].append({"doc_id": before.id, "range": range_before})
    splits = []
    for nth, chunk in enumerate(chunks):
        meta = copy.deepcopy(document.meta) | facts(chunk)
        meta |= {
            "source_id": document.id,
            "page_number": pages[nth],
            "split_id": nth,
            "split_idx_start": chunk.start,
            "_split_overlap": overlaps[nth],
        }
        splits.append(Document(id=chunk.id, content=chunk.text, meta=meta))
    return splits


def _shared(before: Chunk, chunk: Chunk) -> str:
    """The text with which one ends and the next begins."""
    text = chunk.text[: own_start(chunk)].rstrip() if chunk.map else chunk.text[: max(before.end - chunk.start, 0)]
    return text if before.text.endswith(text) else ""


def _pages(text: str, chunks: list[Chunk]) -> list[int]:
    """The pages that chunks begin on, as Haystack counts: page breaks that a text opens with belong to its own page."""
    pages, page, at = [], 1, 0
    for chunk in chunks:
        # Chunks ascend, if for overlap not always beyond what was counted.
        page += text.count("\f", at, chunk.start) if chunk.start >= at else -text.count("\f", chunk.start, at)
        at = chunk.start
        breaks = len(chunk.text) - len(chunk.text.lstrip("\f"))
        pages.append(page + (breaks if breaks < len(chunk.text) else 0))
    return pages
