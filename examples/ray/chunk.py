"""Chunks a data set of documents with Ray Data.

pip install './crates/kawara-py[arrow]' 'ray[data]'
python3 chunk.py documents.parquet chunks
"""

import sys
from collections.abc import Iterator

import kawara
import pyarrow as pa
import ray


class Chunk:
    """An actor: it makes its engine once."""

    def __init__(self, policy: str, settings: dict[str, object]) -> None:
        self.engine = kawara.Engine.from_policy(policy, settings=settings)

    def __call__(self, documents: pa.Table) -> Iterator[pa.Table]:
        for batch in self.engine.chunk_batches(documents):
            yield pa.Table.from_batches([batch])


def main(source: str, target: str) -> None:
    documents = ray.data.read_parquet(source, columns=["id", "text"])
    chunks = documents.map_batches(
        Chunk,
        fn_constructor_args=["kawara:docs", {"budget.max-tokens": 256}],
        batch_format="pyarrow",
        batch_size=1000,
        concurrency=(1, 8),
    )
    chunks.write_parquet(target)


if __name__ == "__main__":
    main(*sys.argv[1:3])
