"""Chunks as batches of pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kawara._kawara import ChunkStream


def batches(stream: ChunkStream) -> Iterator[Any]:
    """The batches of a stream, which raises what Arrow's interface cannot say."""
    import pyarrow as pa  # type: ignore[import-untyped]

    return _each(pa.RecordBatchReader.from_stream(stream), stream)


def _each(reader: Any, stream: ChunkStream) -> Iterator[Any]:
    try:
        yield from reader
    except Exception:
        ended = stream._ended()
        if ended is None:
            raise
        raise ended from None
