"""Reads what kawara wrote back with pyarrow and DuckDB, and compares every value with the JSON lines."""

import json
import sys
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.csv
import pyarrow.ipc
import pyarrow.parquet as pq


def lines(path, columns):
    """The rows of JSON lines: what they leave out is null, metadata is text."""
    rows = []
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        unknown = set(row) - set(columns)
        if unknown:
            raise SystemExit(f"{path.name}: {sorted(unknown)} are no columns")
        rows.append({name: plain(name, row.get(name)) for name in columns})
    return rows


def plain(name, value):
    """Metadata is compared as what it says, not as it is spaced."""
    if name == "meta" and isinstance(value, str):
        value = json.loads(value)
    if name == "pages" and isinstance(value, list):
        value = [{"bbox": None, "origin": None, **page} for page in value]
    if name == "meta" and value is not None:
        return json.dumps(value, sort_keys=True, ensure_ascii=False)
    return value


def table_rows(table):
    return [{name: plain(name, value) for name, value in row.items()} for row in table.to_pylist()]


def duck_rows(query):
    cursor = duckdb.connect().execute(query)
    names = [column[0] for column in cursor.description]
    return [{name: plain(name, value) for name, value in zip(names, row)} for row in cursor.fetchall()]


def same(what, rows, expected):
    if len(rows) != len(expected):
        raise SystemExit(f"{what}: {len(rows)} rows, not {len(expected)}")
    for nth, (row, wanted) in enumerate(zip(rows, expected)):
        if row != wanted:
            different = [name for name in wanted if row.get(name) != wanted[name]]
            name = (different or ["?"])[0]
            raise SystemExit(f"{what}: row {nth}, {name}: {row.get(name)!r}, not {wanted.get(name)!r}")
    print(f"{what}: {len(rows)} rows as in the JSON lines")


def ipc(path, read):
    with pa.OSFile(str(path)) as file, read(file) as reader:
        return reader.read_all()


def check(home, name):
    parquet = home / f"{name}.parquet"
    table = pq.read_table(parquet)
    expected = lines(home / f"{name}.jsonl", table.column_names)
    same(f"{name}, Parquet by pyarrow", table_rows(table), expected)
    same(f"{name}, Parquet by DuckDB", duck_rows(f"SELECT * FROM '{parquet}'"), expected)
    file = ipc(home / f"{name}.arrow", pa.ipc.open_file)
    same(f"{name}, Arrow file by pyarrow", table_rows(file), expected)
    stream = ipc(home / f"{name}.arrows", pa.ipc.open_stream)
    same(f"{name}, Arrow stream by pyarrow", table_rows(stream), expected)
    connection = duckdb.connect()
    connection.register("chunks", file)
    total = connection.execute("SELECT count(*), sum(strlen(doc_id)) FROM chunks").fetchone()
    same(f"{name}, Arrow by DuckDB", [total], [(len(expected), sum(len(row["doc_id"].encode()) for row in expected))])
    if not file.schema.equals(stream.schema):
        raise SystemExit(f"{name}: the file and the stream differ in their schemas")
    columns = ", ".join(f"{column.name} {column.type}" for column in table.schema)
    print(f"{name}, columns: {columns}")
    # What is nested is JSON text in comma-separated values, and null is empty.
    csv = duck_rows(f"SELECT * FROM read_csv('{home / f'{name}.csv'}', all_varchar = true, header = true)")
    texts = [{column: text(column, value) for column, value in row.items()} for row in expected]
    same(f"{name}, CSV by DuckDB", [{column: value or "" for column, value in row.items()} for row in csv], texts)


def text(name, value):
    if value is None:
        return ""
    if name == "pages":
        value = [{key: part for key, part in page.items() if part is not None} for page in value]
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


if __name__ == "__main__":
    home = Path(sys.argv[1])
    print(f"pyarrow {pa.__version__}, DuckDB {duckdb.__version__}")
    check(home, "chunks")
    check(home, "parents")
