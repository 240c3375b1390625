"""Reads what kawara wrote back with pyarrow and DuckDB, and compares every value with the JSON lines."""

import json
import sys
from pathlib import Path

import duckdb
import pyarrow as pa
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


def duck_rows(query, **tables):
    connection = duckdb.connect()
    for name, table in tables.items():
        connection.register(name, table)
    cursor = connection.execute(query)
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
    same(f"{name}, Arrow by DuckDB", duck_rows("SELECT * FROM rows", rows=file), expected)
    if not file.schema.equals(stream.schema):
        raise SystemExit(f"{name}: the file and the stream differ in their schemas")
    columns = ", ".join(f"{column.name} {column.type}" for column in table.schema)
    print(f"{name}, columns: {columns}")
    # What is nested is JSON text in comma-separated values, and null is empty.
    csv = duck_rows(f"SELECT * FROM read_csv('{home / f'{name}.csv'}', all_varchar = true, header = true)")
    rows = [{column: of_text(row[column], value) for column, value in wanted.items()} for row, wanted in zip(csv, expected)]
    same(f"{name}, CSV by DuckDB", rows, expected)


def of_text(text, like):
    """What a field says, where it should say something like this."""
    if not text:
        return "" if like == "" else None
    if isinstance(like, str):
        return text
    value = json.loads(text)
    is_pages = isinstance(value, list) and value and isinstance(value[0], dict)
    return plain("pages", value) if is_pages else value


if __name__ == "__main__":
    home = Path(sys.argv[1])
    print(f"pyarrow {pa.__version__}, DuckDB {duckdb.__version__}")
    check(home, "chunks")
    check(home, "parents")
