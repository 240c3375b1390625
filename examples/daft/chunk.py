"""Chunks a data frame of documents with Daft.

pip install './crates/kawara-py[arrow]' daft
python3 chunk.py documents.parquet chunks
"""

import sys
from collections import Counter
from itertools import accumulate

import daft
import kawara
import pyarrow as pa
from daft import DataType, Series, col

CHUNK = DataType.from_arrow_type(pa.struct(list(pa.schema(kawara.CHUNK_SCHEMA))))


@daft.cls
class Chunk:
    """A worker: it makes its engine once."""

    def __init__(self, policy: str, settings: dict[str, object]) -> None:
        self.engine = kawara.Engine.from_policy(policy, settings=settings)

    @daft.method.batch(return_dtype=DataType.list(CHUNK))
    def __call__(self, id: Series, text: Series) -> pa.Array:
        """For each document the list of its chunks."""
        documents = pa.table({"id": id.to_arrow(), "text": text.to_arrow()})
        chunks = pa.RecordBatchReader.from_stream(self.engine.chunk_batches(documents)).read_all().combine_chunks()
        count = Counter(chunks["doc_id"].to_pylist())
        ends = accumulate(count[id] for id in documents["id"].to_pylist())
        rows = pa.StructArray.from_arrays(
            [column.combine_chunks() for column in chunks.columns], fields=list(chunks.schema)
        )
        return pa.LargeListArray.from_arrays([0, *ends], rows)


def main(source: str, target: str) -> None:
    chunk = Chunk("kawara:docs", {"budget.max-tokens": 256})
    documents = daft.read_parquet(source).where(col("id").not_null())
    chunks = (
        documents.select(chunk(col("id"), col("text")).alias("chunk")).explode("chunk").where(col("chunk").not_null())
    )
    chunks.select(*(col("chunk").get(name).alias(name) for name in pa.schema(kawara.CHUNK_SCHEMA).names)).write_parquet(
        target
    )


if __name__ == "__main__":
    main(*sys.argv[1:3])
