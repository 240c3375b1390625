"""kawara as a node parser of LlamaIndex; needs ``kawara[llama-index]``.

>>> from llama_index.core import Document
>>> from kawara.llama_index import KawaraNodeParser
>>> parser = KawaraNodeParser.from_policy("kawara:docs", settings={"budget.max-tokens": 24})
>>> page = Document(text="The gate opens at six. The first bus leaves at half past.", id_="gate.md", metadata={"town": "Nara"})
>>> [(node.start_char_idx, node.text) for node in parser.get_nodes_from_documents([page])]
[(0, 'The gate opens at six. The first bus leaves at half past.')]
"""

from __future__ import annotations

import asyncio
import copy
import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from llama_index.core.bridge.pydantic import Field, PrivateAttr
from llama_index.core.callbacks import CallbackManager
from llama_index.core.node_parser import NodeParser
from llama_index.core.node_parser.node_utils import build_nodes_from_splits, default_id_func
from llama_index.core.node_parser.text.sentence_window import (
    DEFAULT_OG_TEXT_METADATA_KEY,
    DEFAULT_WINDOW_METADATA_KEY,
)
from llama_index.core.schema import BaseNode, MetadataMode, NodeRelationship, RelatedNodeInfo, TextNode
from llama_index.core.utils import get_tqdm_iterable

from kawara import Chunk, Engine, PolicyError
from kawara._adapter import Cutter, Naming, facts, own_start
from kawara._options import PolicyOptions, Unpack

__all__ = ["KawaraNodeParser"]


_STEP = 8
"""Rooms for metadata are multiples of so many tokens, so that documents share engines."""

_OF_ENGINE = (
    "settings",
    "model",
    "directory",
    "base_policy",
    "tokenizers",
    "packs",
    "counters",
    "segmenters",
    "embedders",
    "embedding_cache",
)
"""Fields that are arguments of :meth:`kawara.Engine.from_policy`."""


class _Options(PolicyOptions, total=False):
    """All fields of a parser but the policy."""

    id_keys: Sequence[str]
    path_key: str
    title_key: str
    content_type: str | None
    metadata_aware: bool
    context_metadata_key: str
    window_size: int
    window_metadata_key: str
    original_text_metadata_key: str
    parents: bool
    include_metadata: bool
    include_prev_next_rel: bool
    callback_manager: CallbackManager | None
    id_func: Callable[[int, BaseNode], str] | None


class _Fields(_Options, total=False):
    policy: str | os.PathLike[str]


class KawaraNodeParser(NodeParser):
    """Parses documents into nodes as a policy says.

    - ``text[start_char_idx:end_char_idx]`` of the document is the node's text, where texts repeat too, while the reader leaves nothing
      out. Nothing is searched for.
    - Ids are kawara's: UUIDs that stay the same while context and text do. They are as lasting as the document's ``id_``, which is
      random if it is not given; ``id_keys`` names metadata to take instead. An ``id_func`` of one's own has its way.
    - SOURCE, PREVIOUS, NEXT; and PARENT, the smallest passage, the section or the record: with ``parents=True`` its node comes too, behind those of the
      document, with CHILD, as ``AutoMergingRetriever`` wants it.
    - Metadata that LlamaIndex embeds with the node counts: what ``get_content(MetadataMode.EMBED)`` gives is within the budget. The
      context, the title and the headings above, is metadata too, under ``context_metadata_key``.
    - Kawara's facts (``kawara_ordinal``, ``kawara_tokens``, …, as :class:`kawara.langchain.KawaraTextSplitter` lists them) are metadata
      that neither the embedding model nor the language model is shown.
    - With ``window_size``, ``window`` and ``original_text`` as ``SentenceWindowNodeParser`` has them, for
      ``MetadataReplacementPostProcessor``: so many units before and behind the node, as the document has them.
    """

    policy: str = Field(default="kawara:docs", description="TOML, `kawara:NAME` or the path of a file.")
    settings: dict[str, Any] = Field(
        default_factory=dict, description="Settings over the policy, such as budget.max-tokens."
    )
    model: str | list[str] | None = Field(default=None, description="The embedding model, or several.")
    directory: str | None = Field(default=None, description="What paths in a policy's text are relative to.")
    base_policy: str | None = Field(default=None, description="A policy that is laid beneath.")
    tokenizers: list[str] = Field(default_factory=list, description="Folders with tokenizer files.")
    packs: list[str] = Field(default_factory=list, description="Shared libraries with packs: FILE or FILE@SHA256.")
    counters: dict[str, Any] | None = Field(default=None, description="Counters that are Python objects.", exclude=True)
    segmenters: dict[str, Any] | None = Field(
        default=None, description="Languages that are Python objects.", exclude=True
    )
    embedders: dict[str, Any] | None = Field(
        default=None, description="Embedding models: Python objects, programs, services.", exclude=True
    )
    embedding_cache: str | None = Field(default=None, description="The folder in which vectors are kept.")
    id_keys: list[str] = Field(
        default_factory=list, description="Metadata that make up a document's id, instead of its `id_`."
    )
    path_key: str = Field(
        default="file_path", description="Metadata with the path, for the policy's globs and for the reader."
    )
    title_key: str = Field(default="title", description="Metadata with the title.")
    content_type: str | None = Field(default=None, description="The media type of all documents.")
    metadata_aware: bool = Field(
        default=True, description="Whether metadata that is embedded counts against the budget."
    )
    context_metadata_key: str = Field(default="context", description="The metadata key of the context.")
    window_size: int = Field(
        default=0, description="The number of units on each side of a node to capture; 0: no window.", ge=0
    )
    window_metadata_key: str = Field(default=DEFAULT_WINDOW_METADATA_KEY, description="The metadata key of the window.")
    original_text_metadata_key: str = Field(
        default=DEFAULT_OG_TEXT_METADATA_KEY, description="The metadata key of the text, if there is a window."
    )
    parents: bool = Field(default=False, description="Whether sections and records are nodes too.")

    # A Cutter, once there is one: pydantic has something else here in the class.
    _opened: Any = PrivateAttr(default=None)

    def __init__(self, **fields: Unpack[_Fields]) -> None:
        """Fields are told by name; ``None`` is what a field is by itself.

        Raises PolicyError with all mistakes of the policy, and TypeError for a field that there is not.
        """
        given: dict[str, Any] = {**fields}
        given.pop("fingerprint", None)
        # LlamaIndex drops what it does not know: a misspelt `settings` would make chunks of another size.
        known = {"class_name"} | {name for key, field in type(self).model_fields.items() for name in (key, field.alias)}
        if strays := sorted(given.keys() - known):
            raise TypeError(f"{type(self).__name__} has no field {', '.join(strays)}")
        super().__init__(**{name: _spelt(value) for name, value in given.items() if value is not None})
        # What is wrong with a policy is told before there are documents.
        _ = self._cutter

    @property
    def _cutter(self) -> Cutter:
        """The engine, opened anew where fields have changed."""
        options = {name: option for name in _OF_ENGINE if (option := getattr(self, name)) is not None}
        opened: Cutter | None = self._opened
        if opened is None or (self.policy, options) != (opened.policy, opened.options):
            opened = self._opened = Cutter(self.policy, options)
        return opened

    @classmethod
    def class_name(cls) -> str:
        return "KawaraNodeParser"

    def to_dict(self, **kwargs: Any) -> dict[str, Any]:
        """As the base class; and a fingerprint of what the policy's files say, since caches of pipelines go by this."""
        return super().to_dict(**kwargs) | {"fingerprint": self._cutter.fingerprint}

    @classmethod
    def from_policy(cls, policy: str | os.PathLike[str], **fields: Unpack[_Options]) -> KawaraNodeParser:
        """A parser by a policy; the other fields by name."""
        return cls(policy=policy, **fields)

    async def _aparse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any
    ) -> list[BaseNode]:
        return await asyncio.to_thread(self._parse_nodes, nodes, show_progress, **kwargs)

    def _postprocess_parsed_nodes(self, nodes: list[BaseNode], parent_doc_map: Any) -> list[BaseNode]:
        """Nothing: the base class searches texts for what is known here."""
        return nodes

    def _parse_nodes(self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any) -> list[BaseNode]:
        naming = Naming(self.id_keys, self.path_key, self.title_key, self.content_type)
        documents = naming.documents((node.node_id, _text(node), node.metadata) for node in nodes)
        rooms: dict[int, list[int]] = {}
        for place, node in enumerate(nodes):
            rooms.setdefault(self._room(node), []).append(place)
        chunks: dict[int, list[Chunk]] = {}
        for room, places in rooms.items():
            engine = self._reserving(room, nodes[places[0]])
            found = engine.chunk_batch([documents[place] for place in places])
            chunks |= zip(places, found, strict=True)
        parsed: list[BaseNode] = []
        for place, node in enumerate(get_tqdm_iterable(nodes, show_progress, "Parsing nodes")):
            parsed += self._fitting(node, documents[place], chunks[place])
        return parsed

    def _room(self, node: BaseNode, context: bool = False) -> int:
        """The tokens to keep free for the document's metadata; and for the key of the context, if there is any."""
        if not self.metadata_aware:
            return 0
        probe = self._bare_nodes(node, ["x"], ["probe"])[0]
        if context:
            probe.metadata[self.context_metadata_key] = "x"
        return _stepped(self._cutter.count(probe.get_content(MetadataMode.EMBED)) - self._cutter.count("x"))

    def _reserving(self, room: int, node: BaseNode) -> Engine:
        try:
            return self._cutter.reserving(room)
        except PolicyError as error:
            raise PolicyError(
                f"document {node.node_id!r}: its metadata takes {room} tokens of every chunk: exclude some by"
                f" `excluded_embed_metadata_keys`, or have `metadata_aware=False`: {error}"
            ) from error

    def _fitting(self, node: BaseNode, document: dict[str, Any], chunks: list[Chunk]) -> list[TextNode]:
        """The nodes of a document, which is cut again with more room where metadata and text together are over the budget."""
        room = self._room(node)
        while True:
            made = self._nodes(node, chunks)
            over = self._over(made, chunks, room) if self.metadata_aware else 0
            if over <= 0:
                return made
            room = max(room + _STEP, _stepped(room + over), self._room(node, context=True))
            [chunks] = self._reserving(room, node).chunk_batch([document])

    def _over(self, made: list[TextNode], chunks: list[Chunk], room: int) -> int:
        """By how many tokens the longest is over the budget: kawara's own counts do not have the metadata."""
        free = room - self._cutter.engine.specials
        return max(
            (
                self._cutter.count(node.get_content(MetadataMode.EMBED)) - chunk.max_tokens - free
                # Parents, which come last, have no budget.
                for node, chunk in zip(made, chunks, strict=False)
                # No room helps what cannot be cut.
                if "over_budget" not in chunk.flags
            ),
            default=0,
        )

    def _nodes(self, node: BaseNode, chunks: list[Chunk]) -> list[TextNode]:
        default = self.id_func is default_id_func
        ids = [chunk.id if default else self.id_func(i, node) for i, chunk in enumerate(chunks)]
        made = self._bare_nodes(node, [chunk.text for chunk in chunks], ids)
        for chunk, new in zip(chunks, made, strict=True):
            new.start_char_idx, new.end_char_idx = chunk.start, chunk.end
            found = facts(chunk)
            if context := found.pop("kawara_context", None):
                new.metadata[self.context_metadata_key] = context
            _hide(new, found)
        if self.window_size:
            windows = _windows(_text(node), chunks, self.window_size)
            for new, window in zip(made, windows, strict=True):
                _hide(new, {self.window_metadata_key: window, self.original_text_metadata_key: new.text})
        parents = self._parents(node, made, chunks)
        if self.include_prev_next_rel:
            for before, behind in pairwise(made):
                before.relationships[NodeRelationship.NEXT] = _related(behind)
                behind.relationships[NodeRelationship.PREVIOUS] = _related(before)
        return made + parents if self.parents else made

    def _bare_nodes(self, node: BaseNode, texts: list[str], ids: list[str]) -> list[TextNode]:
        made = build_nodes_from_splits(texts, node, id_func=lambda i, _: ids[i])
        for new in made:
            source = node.source_node or new.relationships[NodeRelationship.SOURCE]
            new.relationships[NodeRelationship.SOURCE] = copy.deepcopy(source)
            if self.include_metadata:
                new.metadata = copy.deepcopy(node.metadata)
        return made

    def _parents(self, node: BaseNode, made: list[TextNode], chunks: list[Chunk]) -> list[TextNode]:
        """Ties nodes to what they are parts of, and makes nodes of that: from its first text to its last."""
        spans: dict[str, tuple[int, int]] = {}
        children: dict[str, list[TextNode]] = {}
        for chunk, new in zip(chunks, made, strict=True):
            # Where a text is no slice, where it begins is near enough.
            begin = chunk.start if chunk.map else chunk.start + own_start(chunk)
            start, end = spans.get(chunk.parent, (begin, 0))
            spans[chunk.parent] = start, max(end, chunk.end)
            children.setdefault(chunk.parent, []).append(new)
        text = _text(node)
        parents = self._bare_nodes(node, [text[start:end] for start, end in spans.values()], list(spans))
        for parent, (start, end) in zip(parents, spans.values(), strict=True):
            parent.start_char_idx, parent.end_char_idx = start, end
            if self.parents:
                related = [_related(child) for child in children[parent.node_id]]
                parent.relationships[NodeRelationship.CHILD] = related
            for child in children[parent.node_id]:
                child.relationships[NodeRelationship.PARENT] = _related(parent)
        return parents


def _spelt(value: Any) -> Any:
    """A field as it is written down: paths are strings there."""
    if isinstance(value, (list, tuple)):
        return [_spelt(each) for each in value]
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def _stepped(tokens: int) -> int:
    return -(-tokens // _STEP) * _STEP


def _text(node: BaseNode) -> str:
    return node.get_content(metadata_mode=MetadataMode.NONE)


def _related(node: TextNode) -> RelatedNodeInfo:
    # As `as_related_node_info`, but for the copy.
    metadata = copy.deepcopy(node.metadata)
    return RelatedNodeInfo(node_id=node.node_id, node_type=node.get_type(), metadata=metadata, hash=node.hash)


def _hide(node: TextNode, metadata: dict[str, Any]) -> None:
    """Adds metadata that no model is shown."""
    node.metadata.update(metadata)
    node.excluded_embed_metadata_keys = [*node.excluded_embed_metadata_keys, *metadata]
    node.excluded_llm_metadata_keys = [*node.excluded_llm_metadata_keys, *metadata]


def _windows(text: str, chunks: list[Chunk], size: int) -> list[str]:
    """For each chunk the text from so many units before it to so many behind it."""
    raw = text.encode()
    units = [unit for chunk in chunks for unit in chunk.byte_units[chunk.carried :]]
    windows, behind = [], 0
    for chunk in chunks:
        first = behind - chunk.carried - size
        behind += len(chunk.byte_units) - chunk.carried
        start = units[max(first, 0)][0]
        end = units[min(behind + size, len(units)) - 1][1]
        windows.append(raw[start:end].decode().strip())
    return windows
