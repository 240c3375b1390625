"""What comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Chunk:
    """One chunk of a document. What to embed is :attr:`embedded`: the context, then the text, as they are.

    It is plain data: it can be compared, pickled, sent to other processes. Nothing refers back to the document. Its hash is of
    :attr:`id`, :attr:`doc_id` and :attr:`ordinal` alone, whatever the metadata are.
    """

    id: str
    """A UUID: equal ids mean equal context and text, and so equal embeddings by one model, unless something is put before them from :attr:`outside`."""
    doc_id: str
    """The id of the document."""
    ordinal: int
    """The place among the document's chunks, from 0."""
    text: str
    """The slice of the document: ``document[chunk.start:chunk.end]``, unless the reader leaves things out, see :attr:`map`."""
    context: str
    """What is put before the text for embedding: empty, or ending in a line feed."""
    start: int
    """Where it begins, in characters of the document, as Python indexes."""
    end: int
    """Where it ends, exclusive."""
    byte_start: int
    """Where it begins, in bytes of the document in UTF-8."""
    byte_end: int
    """Where it ends, exclusive."""
    byte_own_start: int
    """Where what is not carried begins, in bytes of the document in UTF-8."""
    tokens: int
    """The tokens of context and text, the model's special tokens included."""
    max_tokens: int
    """The most tokens that it may have."""
    language: str
    """The language of most of its own units, as a BCP 47 tag."""
    content_type: str
    """The media type that the document was read as."""
    units: tuple[tuple[int, int], ...]
    """Its sentences, clauses or records, in characters of :attr:`text`; each with the white space behind it."""
    byte_units: tuple[tuple[int, int], ...]
    """The same in bytes of the document in UTF-8."""
    carried: int
    """How many units, from the first, are carried from the chunk before: the overlap."""
    asked: int
    """How many the policy wants carried; where that is more, the flag ``carry_reduced`` says so."""
    flags: tuple[str, ...]
    """Compromises that were made for it, such as ``forced_split``."""
    parent: str
    """The id of what it is a part of: the smallest passage that has it, a record that was cut, a section, the document."""
    prev: str | None
    """The id of the chunk before, in the same document."""
    next: str | None
    """The id of the chunk after, in the same document."""
    settings: str
    """The fingerprint of the settings, the counter and the packs in force."""
    meta: Any = None
    """What was given with the document, a copy for each chunk."""
    pages: tuple[dict[str, Any], ...] = ()
    """Which stretches of the text are printed on which pages, where the document says so; bytes of the text."""
    map: tuple[tuple[int, int, int, int], ...] = ()
    """Where the text is not the source as it is: stretches of the text, and of the source that they stand for, in bytes:
    ``(text_start, text_end, source_start, source_end)``. Empty where the text is a slice of the document."""
    outside: str = ""
    """The part of :attr:`context`, at its end, that came from outside: what was given as ``contexts``. The id does not depend on it."""

    def __hash__(self) -> int:
        return hash((self.id, self.doc_id, self.ordinal))

    @property
    def embedded(self) -> str:
        """What to embed: context and text."""
        return self.context + self.text

    @property
    def carried_text(self) -> str:
        """The part of the text that the chunk before has too: empty where nothing is carried."""
        return self.text[: self.units[self.carried][0]] if self.carried else ""

    def to_dict(self) -> dict[str, Any]:
        """The record that ``kawara chunk`` writes as a line of JSON: the same names, offsets in bytes."""
        record: dict[str, Any] = {
            "id": self.id,
            "doc_id": self.doc_id,
            "ordinal": self.ordinal,
            "start": self.byte_start,
            "end": self.byte_end,
            "own_start": self.byte_own_start,
            "char_start": self.start,
            "char_end": self.end,
            "context": self.context,
            "text": self.text,
            "tokens": self.tokens,
            "language": self.language,
            "content_type": self.content_type,
            "units": [list(unit) for unit in self.byte_units],
            "carried": self.carried,
        }
        if self.asked > self.carried:
            record["asked"] = self.asked
        record |= {
            "parent": self.parent,
            "prev": self.prev,
            "next": self.next,
            "flags": list(self.flags),
            "settings": self.settings,
        }
        if self.pages:
            record["pages"] = [dict(page) for page in self.pages]
        if self.meta is not None:
            record["meta"] = self.meta
        if self.map:
            record["map"] = [list(stretch) for stretch in self.map]
        if self.outside:
            record["outside"] = len(self.outside.encode())
        return record
