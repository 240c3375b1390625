"""Policies that travel."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import kawara
import pytest

TEXT = (
    "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. Dogs travel free of charge."
)
TOKENIZER = Path(__file__).parents[2] / "kawara-cases/tokenizers/no_limit/tokenizer.json"


def chunks(engine: kawara.Engine) -> list[dict[str, object]]:
    return [chunk.to_dict() for chunk in engine.chunk(TEXT, id="gate", path="faq/gate.txt")]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A policy that extends one above it and counts with a tokenizer beside that."""
    home = tmp_path / "project"
    (home / "corpus").mkdir(parents=True)
    (home / "models").mkdir()
    shutil.copy(TOKENIZER, home / "models/tokenizer.json")
    (home / "base.toml").write_text(
        'policy = 1\nextends = "kawara:docs"\n[budget]\ncounter = "hf:models/tokenizer.json"\nmax-tokens = 40\n'
    )
    (home / "corpus/kawara.toml").write_text(
        'policy = 1\nextends = "../base.toml"\n[[match]]\nglob = "faq/**"\nunits.overlap = 0\n'
    )
    return home


def test_the_same_engine_elsewhere(corpus: Path, tmp_path: Path) -> None:
    policy, file = corpus / "corpus/kawara.toml", tmp_path / "policy.zip"
    here = chunks(kawara.Engine.from_policy(policy))
    kawara.bundle(policy, file)
    shutil.rmtree(corpus)
    assert chunks(kawara.open_bundle(file, tmp_path / "elsewhere")) == here
    assert chunks(kawara.open_bundle(file)) == here
    with zipfile.ZipFile(file) as archive:
        assert sorted(archive.namelist()) == [
            "bundle.json",
            "files/base.toml",
            "files/corpus/kawara.toml",
            "files/models/tokenizer.json",
        ]
        assert str(tmp_path) not in archive.read("bundle.json").decode()


def test_settings_and_text(corpus: Path, tmp_path: Path) -> None:
    about = {"settings": {"budget.max-tokens": 30, "units.overlap": 1}, "directory": corpus / "corpus"}
    text = 'extends = "../base.toml"'
    here = chunks(kawara.Engine.from_policy(text, **about))
    kawara.bundle(text, tmp_path / "a.zip", **about)
    shutil.rmtree(corpus)
    assert chunks(kawara.open_bundle(tmp_path / "a.zip")) == here


@pytest.mark.parametrize("policy", ["kawara:docs", "kawara:faq"])
def test_a_built_in_policy(policy: str, tmp_path: Path) -> None:
    kawara.bundle(policy, tmp_path / "a.zip", model="text-embedding-3-small")
    assert chunks(kawara.open_bundle(tmp_path / "a.zip")) == chunks(
        kawara.Engine.from_policy(policy, model="text-embedding-3-small")
    )


def test_a_tokenizer_from_a_folder_of_them(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    (shelf / "bge-m3").mkdir(parents=True)
    shutil.copy(TOKENIZER, shelf / "bge-m3/tokenizer.json")
    (shelf / "bge-m3/tokenizer_config.json").write_text('{"model_max_length": 8192}')
    here = chunks(kawara.Engine.from_policy("kawara:docs", model="bge-m3", tokenizers=[shelf]))
    kawara.bundle("kawara:docs", tmp_path / "a.zip", model="bge-m3", tokenizers=[shelf])
    shutil.rmtree(shelf)
    assert chunks(kawara.open_bundle(tmp_path / "a.zip")) == here
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert "tokenizers/bge-m3/tokenizer_config.json" in archive.namelist()


def test_equal_policies_make_equal_files(corpus: Path, tmp_path: Path) -> None:
    for name in ("a.zip", "b.zip"):
        kawara.bundle(corpus / "corpus/kawara.toml", tmp_path / name)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_the_command_makes_the_same(corpus: Path, tmp_path: Path) -> None:
    policy = corpus / "corpus/kawara.toml"
    kawara.bundle(policy, tmp_path / "a.zip", settings={"budget.max-tokens": 30})
    words = ["bundle", "--policy", policy, "--set", "budget.max-tokens=30", "-q", "-o", tmp_path / "b.zip"]
    subprocess.run([sys.executable, "-m", "kawara", *words], check=True)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_what_lies_on_this_machine_alone_is_refused(corpus: Path, tmp_path: Path) -> None:
    absolute = f'budget.counter = "hf:{corpus}/models/tokenizer.json"'
    with pytest.raises(kawara.KawaraError, match="relative to the policy"):
        kawara.bundle(absolute, tmp_path / "a.zip")
    assert not list(tmp_path.glob("*.zip")) and not list(tmp_path.glob(".*.partial"))
    kawara.bundle("kawara:docs", tmp_path / "a.zip")
    older = (tmp_path / "a.zip").read_bytes()
    with pytest.raises(kawara.KawaraError, match="relative to the policy"):
        kawara.bundle(absolute, tmp_path / "a.zip")
    assert (tmp_path / "a.zip").read_bytes() == older


def damaged(change: Callable[[dict[str, bytes]], None], file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    change(contents)
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in contents.items():
            archive.writestr(name, data)


def other_version(contents: dict[str, bytes]) -> None:
    contents["bundle.json"] = json.dumps(json.loads(contents["bundle.json"]) | {"kawara": "0.0.1"}).encode()


def other_content(contents: dict[str, bytes]) -> None:
    contents["files/base.toml"] += b"\n"


def outside(contents: dict[str, bytes]) -> None:
    contents["files/../../stray"] = contents["files/base.toml"]
    manifest = json.loads(contents["bundle.json"])
    manifest["files"]["files/../../stray"] = manifest["files"]["files/base.toml"]
    contents["bundle.json"] = json.dumps(manifest).encode()


def manifest(**members: object) -> Callable[[dict[str, bytes]], None]:
    def change(contents: dict[str, bytes]) -> None:
        contents["bundle.json"] = json.dumps(json.loads(contents["bundle.json"]) | members).encode()

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (manifest(policy="/etc/kawara.toml"), "/etc/kawara.toml is not in the bundle"),
        (manifest(policy="files/../../stray.toml"), "is not in the bundle"),
        (manifest(policy=3), "no bundle"),
        (manifest(files=[]), "no bundle"),
        (manifest(settings=3), "no bundle"),
        (lambda contents: contents.update({"bundle.json": b"[]"}), "no bundle"),
        (other_version, "made by kawara 0.0.1"),
        (other_content, "not what was bundled"),
        (outside, "not what was bundled"),
        (lambda contents: contents.pop("files/base.toml"), "damaged"),
        (lambda contents: contents.pop("bundle.json"), "no bundle"),
    ],
)
def test_a_damaged_bundle(change: Callable[[dict[str, bytes]], None], said: str, corpus: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.zip"
    kawara.bundle(corpus / "corpus/kawara.toml", file)
    damaged(change, file)
    with pytest.raises(kawara.KawaraError, match=said):
        kawara.open_bundle(file, tmp_path / "inside")
    assert not (tmp_path / "stray").exists()


def test_no_bundle_at_all(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_text("no zip")
    with pytest.raises(kawara.KawaraError, match="no bundle"):
        kawara.open_bundle(tmp_path / "a.zip")


def test_embedders_are_given_again(tmp_path: Path) -> None:
    class Things:
        id = "things 1"

        def embed(self, texts: list[str]) -> list[list[float]]:
            return [[0.1 + text.count(thing) for thing in ("bus", "Dogs")] for text in texts]

    policy = "units.overlap = 0\nsemantic = { embedder = 'things', window = 0 }"
    embedders, file = {"things": Things()}, tmp_path / "policy.zip"
    with pytest.raises(kawara.PolicyError, match="no embedder is called `things`"):
        kawara.bundle(policy, file)
    kawara.bundle(policy, file, embedders=embedders)
    with pytest.raises(kawara.PolicyError, match="no embedder is called `things`"):
        kawara.open_bundle(file)
    engine = kawara.open_bundle(file, embedders=embedders, embedding_cache=tmp_path / "vectors")
    assert chunks(engine) == chunks(kawara.Engine.from_policy(policy, embedders=embedders))
    assert list((tmp_path / "vectors").iterdir())
