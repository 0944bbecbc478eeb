#!/usr/bin/env python3
"""Relations as Parquet, read by others: the rows are those of JSON.

    cargo build --release --features parquet; pip install pyarrow duckdb    # one of the two is enough
    python3 benches/parquet.py CHECKOUT [--binary target/release/cg-bundle]

Ends with 1 where a relation differs.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("checkout")
parser.add_argument("--binary", default="target/release/cg-bundle")
options = parser.parse_args()
folder = pathlib.Path(tempfile.mkdtemp(prefix="parquet-"))


def run(*arguments):
    command = [options.binary, *arguments, "-q", "-C", options.checkout, "--store", folder / "store.sqlite"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def by_pyarrow(path):
    import pyarrow.parquet
    return pyarrow.parquet.read_table(path).to_pylist()


def by_duckdb(path):
    import duckdb
    found = duckdb.sql(f"SELECT * FROM read_parquet('{path}')")
    return [dict(zip(found.columns, row)) for row in found.fetchall()]


readers = []
for name, module, read in [("pyarrow", "pyarrow", by_pyarrow), ("duckdb", "duckdb", by_duckdb)]:
    try:
        __import__(module)
        readers.append((name, read))
    except ImportError:
        print(f"{name} is not installed")
if not readers:
    sys.exit("install pyarrow or duckdb")
failed = False
for relation in ["calls", "declares", "depends", "extends", "extends_package", "file", "imports", "imports_package", "mentions", "tests"]:
    path = folder / f"{relation}.parquet"
    run("facts", relation, "--format", "parquet", "-o", path)
    # A line end in a text is no end of a row.
    wanted = [json.loads(line) for line in run("facts", relation, "--format", "json").split("\n") if line]
    for name, read in readers:
        is_same = read(path) == wanted
        failed |= not is_same
        print(f"{'holds ' if is_same else 'BROKEN'}  {relation} by {name}: {len(wanted)} rows, {path.stat().st_size} bytes")
sys.exit(1 if failed else 0)
