"""Chunks for retrieval: sized in the embedding model's own tokens, overlapped in whole sentences.

>>> import kawara
>>> engine = kawara.Engine.from_policy("kawara:docs", settings={"budget.max-tokens": 24, "budget.counter": "words"})
>>> for chunk in engine.chunk("The gate opens at six. The first bus leaves at half past. Tickets are sold on board.", id="gate"):
...     print(chunk.tokens, chunk.text)
16 The gate opens at six. The first bus leaves at half past. Tickets are sold on board.
"""

from kawara._bundle import bundle, open_bundle
from kawara._chunk import Chunk
from kawara._guard import Fit, count, count_batch, guard
from kawara._kawara import (
    BusyError,
    ChunkSchema,
    ChunkStream,
    Contexts,
    DocumentError,
    Engine,
    KawaraError,
    ManifestError,
    Operations,
    PackError,
    PolicyError,
    Unit,
    __version__,
)
from kawara._late import LateChunk, Window, pool
from kawara._reading import Hit, Passage, Stitched, expand, stitch

CHUNK_SCHEMA = ChunkSchema()
"""The columns of :meth:`Engine.chunk_batches`, for whoever takes ``__arrow_c_schema__``: ``pyarrow.schema(kawara.CHUNK_SCHEMA)``."""

__all__ = [
    "CHUNK_SCHEMA",
    "BusyError",
    "Chunk",
    "ChunkSchema",
    "ChunkStream",
    "Contexts",
    "DocumentError",
    "Engine",
    "Fit",
    "Hit",
    "KawaraError",
    "LateChunk",
    "ManifestError",
    "Operations",
    "PackError",
    "Passage",
    "PolicyError",
    "Stitched",
    "Unit",
    "Window",
    "__version__",
    "bundle",
    "count",
    "count_batch",
    "expand",
    "guard",
    "open_bundle",
    "pool",
    "stitch",
]
