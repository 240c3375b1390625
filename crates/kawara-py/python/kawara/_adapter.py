"""What the adapters of frameworks have in common."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any

from kawara import Chunk, Engine, __version__

PREFIX = "kawara_"
"""What the names of kawara's own metadata begin with, in every framework."""

_TAKEN_OUT = frozenset(
    [
        *(".adoc", ".asciidoc", ".csv", ".htm", ".html", ".json", ".jsonl"),
        *(".latex", ".ndjson", ".tex", ".tsv", ".xhtml", ".xml"),
    ]
)
"""Extensions of files of which loaders hand over what they took out of them, and not the file."""


class Cutter:
    """An engine that can be copied, pickled and sent to other processes: there it is opened anew."""

    def __init__(self, policy: str | os.PathLike[str], options: Mapping[str, Any]) -> None:
        self.policy = policy
        self.options = {name: _dict(option) for name, option in options.items() if option is not None}
        self.engine = Engine.from_policy(policy, **self.options)
        self._reserving: dict[int, Engine] = {0: self.engine}

    def __reduce__(self) -> tuple[type[Cutter], tuple[str | os.PathLike[str], dict[str, Any]]]:
        return Cutter, (self.policy, self.options)

    def reserving(self, tokens: int) -> Engine:
        """An engine that keeps so many tokens of the budget free for what somebody else adds, beside what the policy keeps free.

        Raises PolicyError where that leaves no room.
        """
        if tokens not in self._reserving:
            settings = dict(self.options.get("settings") or {})
            settings["budget.reserve-tokens"] = self.engine.reserve_tokens + tokens
            self._reserving[tokens] = Engine.from_policy(self.policy, **{**self.options, "settings": settings})
        return self._reserving[tokens]

    @cached_property
    def fingerprint(self) -> str:
        """What makes other chunks while policy and options are called the same: the version, what is in files, what objects are."""
        said = hashlib.sha256(__version__.encode())
        for path in sorted(self.engine._files()):
            said.update(path.read_bytes())
        for kind in ("counters", "segmenters"):
            for name, thing in self.options.get(kind, {}).items():
                said.update(f"{kind} {name} {getattr(thing, 'version', None)}".encode())
        for name, thing in (self.options.get("embedders") or {}).items():
            said.update(f"embedders {name} {getattr(thing, 'id', thing)}".encode())
        return said.hexdigest()[:32]

    def count(self, text: str) -> int:
        """The tokens of a text, without the model's special tokens."""
        return self.engine.count(text)


def _dict(option: Any) -> Any:
    """A mapping as one that can be pickled."""
    return dict(option) if isinstance(option, Mapping) else option


@dataclass(frozen=True)
class Naming:
    """How a framework's document becomes one of kawara's: by which of its metadata it is known and read."""

    id_keys: Sequence[str] = ()
    """Metadata that make up the id of a document, if the first of them is there; those that are missing are left out."""
    path_key: str = "source"
    """Metadata with the path, for a policy's globs and for the reader, which goes by the extension."""
    title_key: str = "title"
    """Metadata with the title."""
    content_type: str | None = None
    """The media type of all documents."""
    own_id_first: bool = False
    """Whether a document that has an id keeps it, whatever its metadata are."""

    def documents(self, given: Iterable[tuple[str | None, str, Mapping[Any, Any]]]) -> list[dict[str, Any]]:
        """Ids (if there are), texts and metadata, as :meth:`Engine.chunk_batch` takes them.

        A document without any id is known by its text. Of those with the same id, all but the first have a number added, so that no
        two chunks of a call have the same id.

        Raises TypeError for a text that is no string.
        """
        seen: dict[str, int] = {}
        documents = []
        for given_id, text, metadata in given:
            if not isinstance(text, str):
                raise TypeError(f"document {len(documents)}: its text has to be a string, not {type(text)}")
            named = self._named(metadata)
            first, second = (given_id, named) if self.own_id_first else (named, given_id)
            document_id = _untaken(first or second or _digest(text), seen)
            documents.append({"id": document_id, "text": text} | self._about(metadata))
        return documents

    def _named(self, metadata: Mapping[Any, Any]) -> str | None:
        parts = [str(metadata[key]) for key in self.id_keys if metadata.get(key) is not None]
        return "#".join(parts) if parts and metadata.get(self.id_keys[0]) is not None else None

    def _about(self, metadata: Mapping[Any, Any]) -> dict[str, Any]:
        about: dict[str, Any] = {}
        if self.content_type:
            about["content_type"] = self.content_type
        path, title = metadata.get(self.path_key), metadata.get(self.title_key)
        if isinstance(path, (str, os.PathLike)):
            about["path"] = os.fsdecode(path)
            if PurePosixPath(about["path"]).suffix.lower() in _TAKEN_OUT:
                about.setdefault("content_type", "text/plain")
        if isinstance(title, str) and title.strip():
            about["title"] = title
        if meta := {key: value for key, value in metadata.items() if _is_json(key, value)}:
            about["meta"] = meta
        return about


def facts(chunk: Chunk) -> dict[str, Any]:
    """A chunk's own metadata: flat, and nothing but strings and integers, which is what vector stores take.

    ``kawara_context`` is without the line feed at its end: what to embed is the context, a line feed and the text.
    What a chunk does not have is left out.
    """
    found: dict[str, Any] = {
        "id": chunk.id,
        "doc_id": chunk.doc_id,
        "ordinal": chunk.ordinal,
        "start": chunk.start,
        "end": chunk.end,
        "tokens": chunk.tokens,
        "carried": chunk.carried,
        "language": chunk.language,
        "parent": chunk.parent,
        "settings": chunk.settings,
        "context": chunk.context.removesuffix("\n") or None,
        "prev": chunk.prev,
        "next": chunk.next,
        "flags": " ".join(chunk.flags) or None,
    }
    return {PREFIX + name: fact for name, fact in found.items() if fact is not None}


def content(chunk: Chunk, kind: str) -> str:
    """What a framework embeds: ``"text"``, or ``"embedded"``, which has the context before it."""
    return chunk.embedded if kind == "embedded" else chunk.text


def check_content(kind: str) -> str:
    """One of the two."""
    if kind not in ("text", "embedded"):
        raise ValueError(f'content={kind!r} is neither "text" nor "embedded"')
    return kind


def own_start(chunk: Chunk) -> int:
    """Where what is not carried begins, in characters of the text."""
    return chunk.units[chunk.carried][0] if chunk.carried else 0


def _untaken(wanted: str, seen: dict[str, int]) -> str:
    """An id, with a number added where it is taken; ``seen`` has those that are, and the number that was last added to each."""
    nth = seen.get(wanted, 0) + 1
    document_id = wanted if nth == 1 else f"{wanted}#{nth}"
    while nth > 1 and document_id in seen:
        # Another document is called so.
        nth += 1
        document_id = f"{wanted}#{nth}"
    seen[wanted] = nth
    seen.setdefault(document_id, 1)
    return document_id


def _digest(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:32]


def _is_json(key: Any, value: Any) -> bool:
    """Whether a policy's rules can ask for it; other metadata stays with the framework."""
    if not isinstance(key, str):
        return False
    try:
        json.dumps({key: value}, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError):
        return False
    return True
