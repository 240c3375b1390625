"""Late chunking: chunks pooled from the token vectors of a text that the model has read at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class LateChunk:
    """The tokens of a chunk, as half-open rows of the model's output for its window."""

    id: str
    """The chunk's id."""
    tokens: tuple[int, int]
    """All tokens that stand in it, those of carried units too."""
    own: tuple[int, int]
    """Those of them that are no other chunk's: without what is carried into it."""
    pool: tuple[tuple[int, int, float], ...]
    """What its vector is the weighted mean of: rows, and what each of them weighs. Empty where the tokenizer makes nothing of its text."""


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a document that a model reads at once. What it is given is :attr:`embedded`, with its special tokens, without
    truncation or padding."""

    doc_id: str
    """The id of the document."""
    nth: int
    """The place among the document's windows, from 0."""
    prefix: str
    """What stands before the text, such as ``passage: ``."""
    text: str
    """The stretch: ``document[window.start:window.end]``, unless the reader leaves things out."""
    tokens: int
    """How many tokens the model sees, special tokens and prefix included: the rows of its output."""
    specials: tuple[int, int]
    """How many of them are special tokens, before prefix and text and behind: they are no chunk's."""
    chunks: tuple[LateChunk, ...]
    """The chunks that are pooled from it."""
    start: int
    """Where it begins, in characters of the document, as Python indexes."""
    end: int
    """Where it ends, exclusive."""
    byte_start: int
    """Where it begins, in bytes of the document in UTF-8."""
    byte_end: int
    """Where it ends, exclusive."""

    @property
    def embedded(self) -> str:
        """What the model is given: prefix and text."""
        return self.prefix + self.text


def pool(token_vectors: npt.ArrayLike, window: Window, *, specials: float = 0.0) -> npt.NDArray[np.floating[Any]]:
    """The vectors of a window's chunks, a row each, in their order: weighted means of the model's last hidden states.

    ``token_vectors`` has a row for each of ``window.tokens``, as the model gives them before it pools: an array of NumPy, or what it makes one of. Nothing
    is normalised. ``specials`` is what each of the model's special tokens weighs in every chunk: with 1, a chunk that is all of its window
    has just the vector that the model gives by mean pooling.

    Raises ValueError for a matrix of another length, for rows that hold no number, and for a chunk without a token, which is to be embedded by
    itself; ImportError where NumPy is not installed.
    """
    try:
        import numpy as np
    except ImportError as error:
        raise ImportError("kawara.pool works on NumPy's arrays: pip install numpy") from error
    rows = np.asarray(token_vectors)
    if rows.ndim != 2:
        raise ValueError(
            f"the token vectors of one window are a matrix, and not an array of shape {rows.shape}: of a batch, give the part of this window"
        )
    if not np.issubdtype(rows.dtype, np.floating):
        raise ValueError(f"token vectors are floating-point numbers, and not {rows.dtype}")
    if len(rows) != window.tokens:
        raise ValueError(
            f"{len(rows)} token vectors for a window of {window.tokens} tokens: give the model `window.embedded` with its special tokens, "
            "untruncated, and leave out what fills a batch up"
        )
    if not 0.0 <= specials < float("inf"):
        raise ValueError(f"specials={specials!r}: a weight is 0 or more, and finite")
    broken = ~np.isfinite(rows).all(axis=1)
    if broken.any():
        raise ValueError(f"row {int(broken.argmax())} of the token vectors is no vector: it has NaN or infinity")
    before, behind = window.specials
    special = [(0, before, specials), (window.tokens - behind, window.tokens, specials)] if specials else []
    # No weight is above 1, so that no sum is without end.
    most = max(1.0, specials)
    pooled = np.empty((len(window.chunks), rows.shape[1]), dtype=np.result_type(rows.dtype, np.float32))
    for place, chunk in enumerate(window.chunks):
        if not chunk.pool:
            raise ValueError(f"the chunk {chunk.id} has no token in this model: embed it by itself")
        parts = [*chunk.pool, *special]
        total = sum(weight / most * rows[start:end].sum(axis=0, dtype=np.float64) for start, end, weight in parts)
        pooled[place] = total / sum(weight / most * (end - start) for start, end, weight in parts)
    return pooled
