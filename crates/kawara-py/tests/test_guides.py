"""Runs what pages of the documentation say, and the examples: a shell block by the shell, all Python blocks of a page in one module."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import kawara
import pytest

ROOT = Path(__file__).parents[3]
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FRAMEWORKS = ["langchain_text_splitters", "llama_index.core", "haystack", "chonkie"]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command `kawara` of the module that is tested, whatever else is on the path."""
    programs = tmp_path / "programs"
    programs.mkdir()
    program = programs / "kawara"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m kawara "$@"\n')
    program.chmod(0o755)
    # Relative ones mean nothing elsewhere.
    monkeypatch.setenv("PYTHONPATH", str(Path(kawara.__file__).parents[1]))
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")


def follow(page: str, where: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """Runs the blocks of a page in a directory; returns what its Python names."""
    (where / "work").mkdir()
    monkeypatch.chdir(where / "work")
    path = ROOT / "docs" / page
    text = path.read_text(encoding="utf-8")
    module: dict[str, object] = {"__name__": path.stem}
    for block in BLOCK.finditer(text):
        kind, code = block.groups()
        # Installed it is already.
        if code.startswith("pip install"):
            continue
        if kind == "sh":
            subprocess.run(["sh", "-e", "-c", code], check=True)
            continue
        # Lines as the page counts them, for whoever reads the traceback.
        lines_before = text.count("\n", 0, block.start(2))
        exec(compile("\n" * lines_before + code, str(path), "exec"), module)  # noqa: S102 - the page is ours
    return module


def test_stores(command: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("qdrant_client")
    pytest.importorskip("lancedb")
    module = follow("stores.md", tmp_path, monkeypatch)
    assert {"qdrant", "lance", "write_and_sweep"} <= module.keys()
    module["qdrant"].client.close()  # type: ignore[attr-defined]


def test_frameworks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for framework in FRAMEWORKS:
        pytest.importorskip(framework)
    module = follow("frameworks.md", tmp_path, monkeypatch)
    texts = [[part.page_content for part in module["parts"]], [chunk.text for chunk in module["chunks"]]]  # type: ignore[attr-defined]
    assert all(map(len, texts))


@pytest.mark.parametrize(
    ("module", "framework"),
    [("langchain", "langchain_text_splitters"), ("llama_index", "llama_index.core"), ("chonkie", "chonkie")],
)
def test_what_adapters_begin_with(module: str, framework: str) -> None:
    pytest.importorskip(framework)
    found = doctest.testmod(importlib.import_module(f"kawara.{module}"))
    assert found.attempted and not found.failed


@pytest.mark.parametrize(
    ("script", "framework"),
    [("langchain/split.py", "langchain_text_splitters"), ("llama-index/parse.py", "llama_index.core")],
)
def test_examples(script: str, framework: str) -> None:
    pytest.importorskip(framework)
    said = subprocess.run(
        [sys.executable, ROOT / "examples" / script], check=True, capture_output=True, encoding="utf-8"
    ).stdout
    sources = [line.split("\t")[0] for line in said.splitlines()]
    pages = sorted(str(page.relative_to(ROOT / "examples/corpus")) for page in (ROOT / "examples/corpus").rglob("*.md"))
    assert sorted(set(sources)) == pages
    # The policy beside the documents keeps each question of the FAQ apart: its globs are heeded.
    questions = (ROOT / "examples/corpus/faq/customers.en.md").read_text(encoding="utf-8").count("\n## ")
    assert sources.count("faq/customers.en.md") >= questions > 5
