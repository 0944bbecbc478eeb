#!/usr/bin/env python3
"""Prints the calls of a small repository as an index of it has them: what tests/cases/judged holds.

    python3 benches/accuracy/judged.py ROOT INDEX

A line is `file:line:column -> file:line of the definition`, or `-> external`. Columns count bytes, from 1. Sites whose
text is not the name in the symbol are left out: there the indexer itself is unsure.
"""
import sys

from calls import CALL, Texts
from scip import Index, key, last_name


def main(root, index_path):
    index, texts = Index(index_path), Texts(root)
    rows = set()
    for path, found in index.documents.items():
        for line, start, end_line, end, symbol, is_definition in found:
            if is_definition or symbol.startswith("local ") or line != end_line:
                continue
            name, mark = last_name(symbol)
            is_jsx = texts.before(path, line, start).endswith("<") and name[:1].isupper()
            is_call = CALL.match(texts.after(path, line, end)) or is_jsx
            if not is_call or mark not in ("().", "#", ".") or not texts.after(path, line, start).startswith(name):
                continue
            column = len(texts.before(path, line, start).encode()) + 1
            homes = sorted(index.definitions.get(key(symbol), ()))
            rows |= {((path, line + 1, column), f"{home}:{at + 1}") for home, at in homes} or {((path, line + 1, column), "external")}
    for (path, line, column), home in sorted(rows):
        print(f"{path}:{line}:{column} -> {home}")


if __name__ == "__main__":
    main(*sys.argv[1:])
