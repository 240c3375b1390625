"""Chunks a data frame of documents on Dask.

pip install './crates/kawara-py[arrow]' 'dask[dataframe]'
python3 chunk.py documents.parquet chunks
"""

import sys

import dask.dataframe as dd
import kawara
import pandas as pd
import pyarrow as pa

POLICY, SETTINGS = "kawara:docs", {"budget.max-tokens": 256}
EMPTY = pa.schema(kawara.CHUNK_SCHEMA).empty_table().to_pandas(types_mapper=pd.ArrowDtype)

engines: dict[str, kawara.Engine] = {}


def chunk(documents: pd.DataFrame) -> pd.DataFrame:
    """One partition: Dask has a thread for each, so the engine takes one."""
    if POLICY not in engines:
        engines[POLICY] = kawara.Engine.from_policy(POLICY, settings=SETTINGS)
    stream = engines[POLICY].chunk_batches(pa.Table.from_pandas(documents, preserve_index=False))
    return pa.RecordBatchReader.from_stream(stream).read_all().to_pandas(types_mapper=pd.ArrowDtype)


def main(source: str, target: str) -> None:
    chunks = dd.read_parquet(source, columns=["id", "text"]).map_partitions(chunk, meta=EMPTY)
    chunks.to_parquet(target, write_index=False, schema=pa.schema(kawara.CHUNK_SCHEMA))


if __name__ == "__main__":
    main(*sys.argv[1:3])
