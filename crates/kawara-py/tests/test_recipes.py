"""The recipes in examples/, as they stand there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import kawara
import pytest

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'kawara[arrow]'")
import pyarrow.parquet as pq

EXAMPLES = Path(__file__).parents[3] / "examples"


def run(example: str, *arguments: Path) -> None:
    script = EXAMPLES / example
    done = subprocess.run(
        [sys.executable, script, *arguments],
        capture_output=True,
        text=True,
        cwd=script.parent,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]


@pytest.mark.parametrize("engine", ["dask", "daft", "ray"])
def test_every_engine_makes_the_same_rows(engine: str, tmp_path: Path) -> None:
    pytest.importorskip(engine, reason=f"{engine} is not installed")
    texts = [f"Document {nth} tells of the pump. " * (nth % 90) for nth in range(400)]
    texts[7:9] = [None, ""]  # type: ignore[list-item]
    documents = pa.table({"id": [f"doc-{nth}" for nth in range(400)], "text": texts})
    pq.write_table(documents, tmp_path / "documents.parquet", row_group_size=100)
    run(f"{engine}/chunk.py", tmp_path / "documents.parquet", tmp_path / "chunks")
    got = pq.read_table(tmp_path / "chunks").select(["doc_id", "ordinal", "id", "text", "units", "error"])
    made = kawara.Engine.from_policy("kawara:docs", settings={"budget.max-tokens": 256}).chunk_batches(documents)
    want = pa.RecordBatchReader.from_stream(made).read_all().select(got.column_names)

    def key(row: dict[str, object]) -> tuple[str, int]:
        return str(row["doc_id"]), int(str(row["ordinal"] or 0))

    assert sorted(got.to_pylist(), key=key) == sorted(want.to_pylist(), key=key)
    assert got["error"].null_count == got.num_rows - 1


def test_a_folder_on_spark(tmp_path: Path) -> None:
    pytest.importorskip("pyspark", reason="pyspark is not installed: pip install 'kawara[spark]'")
    if shutil.which("java") is None:
        pytest.skip("there is no Java, which Spark runs on")
    run("spark/chunk.py", EXAMPLES / "corpus/docs", tmp_path / "chunks")
    got = pq.read_table(tmp_path / "chunks")
    files = [path for path in (EXAMPLES / "corpus/docs").glob("*/*.md")]
    assert set(got["doc_id"].to_pylist()) == {"/".join(path.parts[-2:]) for path in files} and files
    assert set(got["content_type"].to_pylist()) == {"text/markdown"}
    assert got["error"].null_count == got.num_rows
