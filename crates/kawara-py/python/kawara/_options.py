"""What an engine is made with, besides a policy: for adapters that hand it on."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack

if TYPE_CHECKING:
    from kawara._kawara import _Counter, _Embedder, _Segmenter

__all__ = ["EngineOptions", "PolicyOptions", "Unpack"]


class EngineOptions(TypedDict, total=False):
    """Keywords of :meth:`kawara.Engine.from_policy`, but for those that adapters have themselves."""

    directory: str | os.PathLike[str] | None
    base_policy: str | os.PathLike[str] | None
    tokenizers: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None
    packs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None
    counters: Mapping[str, _Counter] | None
    segmenters: Mapping[str, _Segmenter] | None
    embedders: Mapping[str, _Embedder | str] | None
    embedding_cache: str | os.PathLike[str] | None


class PolicyOptions(EngineOptions, total=False):
    """All of them."""

    settings: Mapping[str, Any] | None
    model: str | Sequence[str] | None
