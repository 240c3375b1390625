"""What a type checker sees of calls that are right, and of those that are not."""

import os
import subprocess
import sys
from pathlib import Path

import kawara
import pytest

pytest.importorskip("mypy", reason="mypy is not installed: pip install mypy")
for framework in ("langchain_text_splitters", "llama_index.core", "chonkie", "haystack"):
    pytest.importorskip(framework, reason=f"{framework} is not installed")

# The frameworks themselves take long to read, and are not what is looked at.
CONFIG = """
[mypy]
strict = True
follow_imports = silent
[mypy-langchain_core.*,langchain_text_splitters.*,llama_index.*,chonkie.*,haystack.*]
follow_imports = skip
"""

# Lines that end in `# wrong` are, and no others.
SOURCE = """
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import kawara
from haystack_integrations.components.preprocessors.kawara import KawaraDocumentSplitter
from kawara.chonkie import KawaraChunker
from kawara.langchain import KawaraTextSplitter
from kawara.llama_index import KawaraNodeParser

settings: Mapping[str, Any] = MappingProxyType({"budget.max-tokens": 256})

engine = kawara.Engine.from_policy(Path("a.toml"), settings=settings, base_policy=Path("b.toml"), tokenizers="models")
kawara.Engine.from_policy("kawara:docs", settings=[1])  # wrong
class Model:
    id = "m 1"
    def embed(self, texts: list[str]) -> list[list[float]]:
        return [[1.0] for _ in texts]
kawara.Engine.from_policy("kawara:docs", embedders={"a": Model(), "b": "python3 e.py"}, embedding_cache=Path("kept"))
kawara.Engine.from_policy("kawara:docs", embedders={"a": object()})  # wrong
KawaraTextSplitter("kawara:docs", embedders={"a": Model()}, embedding_cache="kept")
engine.chunk("a", path=Path("a.md"))[0].text.upper()
engine.chunk("a", pth="a.md")  # wrong
engine.chunk_batch("a", threads=1.5)  # wrong
engine.evidence_check(["a"], [None])  # wrong
{engine.units("a")[0]: kawara.Unit(0, 1, 0, 1, "en")}
for adapter in (KawaraTextSplitter, KawaraChunker):
    adapter.from_policy("kawara:docs")
KawaraTextSplitter("kawara:docs", settings=settings, tokenizers="models", packs=[Path("p.so")])
KawaraTextSplitter("kawara:docs", tokenisers="models")  # wrong
KawaraTextSplitter("kawara:docs", base_policy=7)  # wrong
KawaraTextSplitter.from_policy("kawara:docs", content="embedded", directory=Path())
KawaraTextSplitter.from_policy("kawara:docs", content="embeded")  # wrong
KawaraChunker("kawara:docs", counters={"mine": object()})  # wrong
KawaraChunker.from_policy("kawara:docs", setings=settings)  # wrong
KawaraNodeParser(policy="kawara:docs", settings=settings, window_size=2, include_metadata=False)
KawaraNodeParser(window_sise=2)  # wrong
KawaraNodeParser.from_policy("kawara:docs", parents=True, base_policy=Path("b.toml"))
KawaraNodeParser.from_policy("kawara:docs", window_size="2")  # wrong
KawaraDocumentSplitter("kawara:docs", settings=settings, tokenizers=Path("models"))
KawaraDocumentSplitter("kawara:docs", packs=7)  # wrong
"""


def test_calls_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "calls.py"
    file.write_text(SOURCE)
    config = tmp_path / "mypy.ini"
    config.write_text(CONFIG)
    command = [sys.executable, "-m", "mypy", "--config-file", str(config), "--cache-dir", str(tmp_path / "cache")]
    # An installed package is found by itself.
    package = Path(kawara.__file__).parents[1]
    found = {} if package.name == "site-packages" else {"MYPYPATH": str(package)}
    done = subprocess.run(
        [*command, "--no-error-summary", str(file)],
        env=os.environ | found,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    told = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
    wrong = {nth for nth, line in enumerate(SOURCE.splitlines(), 1) if line.endswith("# wrong")}
    assert told == wrong, done.stdout + done.stderr
