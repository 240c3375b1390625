"""A policy with all that it needs, in one file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kawara._kawara import Engine, _bundle, _open_bundle

if TYPE_CHECKING:
    from kawara._kawara import _Embedder

# Bundles that were opened without a directory of their own stay until the interpreter ends: a pack may open its files late.
_opened: list[tempfile.TemporaryDirectory[str]] = []


def bundle(
    policy: str | os.PathLike[str],
    file: str | os.PathLike[str],
    *,
    settings: Mapping[str, Any] | None = None,
    model: str | Sequence[str] | None = None,
    directory: str | os.PathLike[str] | None = None,
    base_policy: str | None = None,
    tokenizers: Sequence[str | os.PathLike[str]] | None = None,
    embedders: Mapping[str, _Embedder | str] | None = None,
) -> None:
    """Writes a policy and the files that it needs into a zip: the policies that it extends, the tokenizers of its models, the
    dictionaries of its packs, each with its hash. :func:`open_bundle` makes the same engine of it on another machine, as does
    ``kawara chunk --policy FILE``; ``kawara bundle`` writes one too.

    The arguments are those of :meth:`Engine.from_policy`. Files have to be named relative to the policy that names them, but for
    tokenizers that are found by the name of their model. Libraries (``packs``), counters and languages that are objects are not in a bundle, nor are
    embedders: a policy with semantic boundaries is tried with ``embedders`` here, and :func:`open_bundle` is given them again. Equal policies make
    equal files, byte for byte.

    Raises PolicyError for what is wrong with the policy, and KawaraError for a file that is named by an absolute path. Then an older
    bundle is as it was.
    """
    engine = Engine.from_policy(
        policy,
        settings=settings,
        model=model,
        directory=directory,
        base_policy=base_policy,
        tokenizers=tokenizers,
        embedders=embedders,
    )
    _bundle(engine, file)


def open_bundle(
    file: str | os.PathLike[str],
    directory: str | os.PathLike[str] | None = None,
    *,
    embedders: Mapping[str, _Embedder | str] | None = None,
    embedding_cache: str | os.PathLike[str] | None = None,
) -> Engine:
    """The engine of a bundle. It is unpacked into ``directory``, or else into one that is removed when the interpreter ends. ``embedders`` and
    ``embedding_cache`` are those of :meth:`Engine.from_policy`.

    Raises KawaraError for a bundle that is damaged or that another version of kawara has written: chunks of one corpus are made by one.
    """
    if directory is None:
        _opened.append(tempfile.TemporaryDirectory(prefix="kawara-"))
        directory = _opened[-1].name
    return _open_bundle(file, directory, embedders, embedding_cache)
