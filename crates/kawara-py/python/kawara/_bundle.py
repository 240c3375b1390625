"""A policy with all that it needs, in one file."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from kawara._kawara import Engine, KawaraError, __version__

_MANIFEST = "bundle.json"
_TREE = "files"
_TOKENIZERS = "tokenizers"
_TEXT = "bundled-policy.toml"
# What else is read beside a tokenizer: the model's limit.
_BESIDE = ("tokenizer_config.json", "sentence_bert_config.json")
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
) -> None:
    """Writes a policy and the files that it needs into a zip: the policies that it extends, the tokenizers of its models, the
    dictionaries of its packs, each with its hash. :func:`open_bundle` makes the same engine of it on another machine.

    The arguments are those of :meth:`Engine.from_policy`. Files have to be named relative to the policy that names them, but for
    tokenizers that are found by the name of their model. Libraries (``packs``), counters and languages that are objects are not in a bundle. Equal
    policies make equal files, byte for byte.

    Raises PolicyError for what is wrong with the policy, and KawaraError for a file that is named by an absolute path. Then an older
    bundle is as it was.
    """
    settings = dict(settings or {})
    engine = Engine.from_policy(
        policy, settings=settings, model=model, directory=directory, base_policy=base_policy, tokenizers=tokenizers
    )
    tree, shelf = _files(engine)
    text = engine._text
    entry = Path(os.path.abspath(directory or ""), _TEXT) if text is not None else _path(policy)
    base = _path(base_policy) if base_policy is not None else None
    root = _root([*tree, *(path for path in (entry, base) if path is not None)])

    def place(path: Path) -> str:
        return f"{_TREE}/{path.relative_to(root).as_posix()}"

    contents = {place(path): path.read_bytes() for path in tree}
    contents |= {f"{_TOKENIZERS}/{name}": path.read_bytes() for name, path in shelf.items()}
    if text is not None and entry is not None:
        contents[place(entry)] = text.encode()
    manifest = {
        "kawara": __version__,
        "policy": place(entry) if entry else os.fspath(policy),
        "base_policy": place(base) if base else base_policy,
        "settings": settings,
        "model": model if model is None or isinstance(model, str) else list(model),
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in sorted(contents.items())},
    }
    contents[_MANIFEST] = json.dumps(manifest, ensure_ascii=False, indent=1).encode()
    # It takes its place when it is whole and was tried: executors may be reading an older one.
    partial = Path(file).with_name(f".{Path(file).name}.{os.getpid()}.partial")
    try:
        with zipfile.ZipFile(partial, "w") as archive:
            for name, data in sorted(contents.items()):
                # Without a date, so that equal policies make equal files.
                archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
        with tempfile.TemporaryDirectory() as trial:
            _refuse_strays(open_bundle(partial, trial), Path(trial))
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)


def open_bundle(file: str | os.PathLike[str], directory: str | os.PathLike[str] | None = None) -> Engine:
    """The engine of a bundle. It is unpacked into ``directory``, or else into one that is removed when the interpreter ends.

    Raises KawaraError for a bundle that is damaged or that another version of kawara has written: chunks of one corpus are made by one.
    """
    if directory is None:
        _opened.append(tempfile.TemporaryDirectory(prefix="kawara-"))
        directory = _opened[-1].name
    home = Path(directory).resolve()
    manifest = _unpack(Path(file), home)
    policy, base = (
        str(home / word) if word in manifest["files"] else word
        for word in (manifest["policy"], manifest["base_policy"])
    )
    return Engine.from_policy(
        policy,
        settings=manifest["settings"],
        model=manifest["model"],
        base_policy=base,
        tokenizers=[folder for folder in (home / _TOKENIZERS,) if folder.is_dir()],
    )


def _unpack(file: Path, home: Path) -> dict[str, Any]:
    try:
        with zipfile.ZipFile(file) as archive:
            manifest: dict[str, Any] = json.loads(archive.read(_MANIFEST))
            if manifest["kawara"] != __version__:
                raise KawaraError(
                    f"{file} was made by kawara {manifest['kawara']}, and this is {__version__}: make it anew"
                )
            for name, digest in manifest["files"].items():
                data = archive.read(name)
                parts = PurePosixPath(name).parts
                if hashlib.sha256(data).hexdigest() != digest or ".." in parts or parts[0] not in (_TREE, _TOKENIZERS):
                    raise KawaraError(f"{file}: {name} is not what was bundled: make it anew")
                path = home / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            for word in (manifest["policy"], manifest["base_policy"]):
                if word not in manifest["files"] and not (word is None or word.startswith("kawara:")):
                    raise KawaraError(f"{file}: {word} is not in the bundle: make it anew")
            return manifest | {"settings": dict(manifest["settings"]), "model": manifest["model"]}
    # What `zipfile` and a manifest of other shape bring.
    except (
        zipfile.BadZipFile,
        zlib.error,
        AttributeError,
        EOFError,
        LookupError,
        NotImplementedError,
        RuntimeError,
        TypeError,
        ValueError,
    ) as error:
        raise KawaraError(f"{file} is no bundle, or is damaged: {error}") from error


def _path(word: str | os.PathLike[str]) -> Path | None:
    """The path of a policy; a built-in one has none."""
    word = os.fspath(word)
    return None if word.startswith("kawara:") else Path(os.path.abspath(word))


def _files(engine: Engine) -> tuple[list[Path], dict[str, Path]]:
    """The files that lie around the policy, and those that were found in folders of tokenizers."""
    tree: list[Path] = []
    shelf: dict[str, Path] = {}
    for kind, path, model in engine._files():
        path = Path(os.path.abspath(path))
        beside = [path.with_name(name) for name in _BESIDE] if kind == "tokenizer" else []
        together = [path, *(other for other in beside if other.is_file())]
        if model is None:
            tree.extend(together)
        else:
            shelf |= {f"{model}/{other.name}": other for other in together}
    return tree, shelf


def _root(paths: Sequence[Path]) -> Path:
    return Path(os.path.commonpath([path.parent for path in paths])) if paths else Path()


def _refuse_strays(engine: Engine, home: Path) -> None:
    """A file that is named by its path from the root is found on this machine, and on no other."""
    for _, path, _ in engine._files():
        if not Path(os.path.abspath(path)).is_relative_to(home.resolve()):
            raise KawaraError(
                f"{path} cannot be bundled: name it relative to the policy that names it, and not by its whole path or in `settings`"
            )
