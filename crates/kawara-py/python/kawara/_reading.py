"""Reading wider: what was found, with what stands around it."""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, TypeAlias
from uuid import UUID

from kawara._chunk import Chunk
from kawara._kawara import _stitch
from kawara._plain import identified

Hit: TypeAlias = Chunk | Mapping[str, Any] | str | UUID | tuple[str | UUID, float]
"""A chunk that was found: itself, its record (which may have a ``score``), its id, or its id and a score.

Stores give ids as strings or as :class:`uuid.UUID`, and scores as whatever is a number, NumPy's too. A record may be a row of a table, with
columns that no chunk has."""

_MEMBERS = ("id", "score", "doc_id", "kind", "text", "ordinal", "start", "end", "units", "parent", "next", "map")
"""What is read of a record."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document to be read: hits that touch, and what stands around them."""

    doc_id: str
    """The document."""
    text: str
    """What is read."""
    byte_start: int
    """Where it begins, in bytes of the document in UTF-8."""
    byte_end: int
    """Where it ends, exclusive."""
    chunks: tuple[str, ...]
    """The hits in it, the best first."""
    rank: int
    """The rank of its best hit, from 0."""
    score: float | None
    """The score of its best hit, where one was given."""
    tokens: int | None
    """Its tokens, where they were counted."""
    is_short: bool
    """Whether it was to be wider, but what stands beside it is not at hand."""
    is_cut: bool
    """Whether it was made smaller to fit."""


@dataclass(frozen=True, slots=True)
class Stitched:
    """What became of hits: each is in a passage or told of here."""

    passages: tuple[Passage, ...]
    """The passages, in the order asked for."""
    tokens: int | None
    """The tokens of all passages with separators, where they were counted."""
    duplicates: tuple[dict[str, Any], ...]
    """Passages left out since another document has said it: ``chunks``, ``of``, ``share``."""
    left_out: tuple[str, ...]
    """Hits that did not fit."""
    unknown: tuple[str, ...]
    """Hits that are not at hand."""


def stitch(
    hits: Iterable[Hit],
    chunks: Iterable[Chunk | Mapping[str, Any]] = (),
    *,
    before: int = 0,
    after: int = 0,
    parent: bool | int = False,
    order: Literal["rank", "document"] = "rank",
    alike: float | None = 0.9,
    separator: str = "\n\n",
    max_tokens: int | None = None,
    counter: str | None = None,
) -> Stitched:
    """Makes passages of hits, given best first: hits that touch become one, and what two chunks share is said once.

    Each is read wider by whole units, ``before`` and ``after`` it, or as far as its ``parent`` reaches: its passage, record, section or
    document; 2 is the parent of its parent, and so on, for which ``chunks`` need the records of :meth:`kawara.Engine.parents`. Hits of
    one parent become it once. ``chunks`` are those around the hits, without which nothing can be read but the hits themselves. A passage
    is left out if ``alike`` of it is in a better one of another document. With ``max_tokens``, as counted by ``counter``, as much around
    each hit is read as fits, what does not fit itself is left out, and no unit is cut.

    Raises ValueError or TypeError for arguments that cannot be, and DocumentError for a hit or a chunk that is none.
    """
    if parent and (before or after):
        raise ValueError("give either `parent`, or `before` and `after`")
    if parent < 0:
        raise ValueError(f"parent={parent!r}: 1 is the parent, 2 the parent of that")
    if before < 0 or after < 0:
        raise ValueError(f"before={before!r}, after={after!r}: a hit is read wider by no unit or more")
    if max_tokens is not None and counter is None:
        raise ValueError("`max_tokens` says how many tokens there may be: give the `counter` that counts them")
    made = _stitch(
        _lines("hits", hits),
        _lines("chunks", chunks),
        back=before,
        forward=after,
        parent=operator.index(parent),
        order=order,
        alike=alike,
        separator=separator,
        max_tokens=max_tokens,
        counter=counter,
    )
    said = json.loads(made)
    return Stitched(
        passages=tuple(_passage(passage) for passage in said["passages"]),
        tokens=said["tokens"],
        duplicates=tuple(said["duplicates"]),
        left_out=tuple(said["left_out"]),
        unknown=tuple(said["unknown"]),
    )


def expand(
    chunk: Chunk | Mapping[str, Any],
    chunks: Iterable[Chunk | Mapping[str, Any]],
    *,
    before: int = 0,
    after: int = 0,
    parent: bool | int = False,
) -> Passage:
    """A chunk read wider: by units before and after it, or as far as its parent reaches, as in :func:`stitch`. ``chunks`` are those around it.

    Raises ValueError where the chunk is no more than an id that is not among ``chunks``.
    """
    made = stitch([chunk], chunks, before=before, after=after, parent=parent, alike=None)
    if not made.passages:
        raise ValueError(f"{', '.join(made.unknown)} is not among the chunks")
    return made.passages[0]


def _lines(name: str, rows: Iterable[Hit]) -> str:
    if isinstance(rows, (str, Mapping, Chunk)):
        raise TypeError(f"`{name}` is a list, and not one {type(rows).__name__}: put it in a list")
    return "".join(f"{_line(name, nth, row)}\n" for nth, row in enumerate(rows))


def _line(name: str, nth: int, row: Hit) -> str:
    try:
        return json.dumps(_row(row), ensure_ascii=False, allow_nan=False, default=_number)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}[{nth}] is no chunk, record, id, or id and score: {error}") from error


def _row(row: Hit) -> Any:
    if isinstance(row, Chunk):
        return row.to_dict()
    if isinstance(row, tuple):
        found, score = row
        return {"id": found, "score": float(score)}
    if isinstance(row, (str, UUID)):
        return row
    record = dict(row)
    # Others, such as a vector, may be whatever they are.
    return {name: record[name] for name in _MEMBERS if name in record and not _is_missing(name, record[name])}


def _is_missing(name: str, value: Any) -> bool:
    """Whether it is what pandas has where there is nothing; as a score it is a mistake."""
    return name != "score" and isinstance(value, float) and math.isnan(value)


def _number(value: Any) -> Any:
    """Of what stores give, what JSON does not know: ids, NumPy's numbers and arrays, and whatever else is a number."""
    return float(value) if isinstance(value, Decimal | Fraction) else identified(value)


def _passage(said: dict[str, Any]) -> Passage:
    return Passage(
        doc_id=said["doc_id"],
        text=said["text"],
        byte_start=said["start"],
        byte_end=said["end"],
        chunks=tuple(said["chunks"]),
        rank=said["rank"],
        score=said["score"],
        tokens=said["tokens"],
        is_short=said["short"],
        is_cut=said["cut"],
    )
