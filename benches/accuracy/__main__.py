#!/usr/bin/env python3
"""Scores cg-bundle's facts against answers that other tools gave on public code.

    python3 benches/accuracy ORACLES CORPORA [--binary target/release/cg-bundle] [--only NAME]
    python3 benches/accuracy --scip INDEX --root DIR [--binary target/release/cg-bundle] [--show 10]

ORACLES is a folder of answer files, CORPORA one with the checkouts they are about (see ORACLE below for names and
versions); `benches/accuracy/corpora.sh` brings them. What is not at hand is skipped and said. Prints precision, recall, and
up to ten disagreements of each kind. With --scip the call edges of one checkout are judged by an index made of it.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys

import calls

CODE = {"ts", "tsx", "js", "jsx", "mjs", "cjs", "mts", "cts"}


def facts(binary, root, relation):
    """The rows of a relation, as lists of text."""
    command = [binary, "facts", relation, "--format", "tsv", "--no-store", "-C", str(root)]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [line.split("\t") for line in out.splitlines()]


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def typescript(binary, root, oracle):
    inside = lambda path: path.startswith(("packages/", "excalidraw-app/"))
    code = lambda path: path.rsplit(".", 1)[-1] in CODE
    wanted = {(r["from"], r["to"]) for r in rows(oracle) if code(r["to"])}
    given = {(r[0], r[1]) for r in facts(binary, root, "imports") if inside(r[0]) and code(r[0]) and code(r[1])}
    return {edge for edge in given if edge[0] != edge[1]}, wanted


def module(path):
    name = path.removesuffix(".py").replace("/", ".")
    return name.removesuffix(".__init__")


def python(binary, root, oracle):
    wanted = {(r["importer"], r["imported"]) for r in rows(oracle)}
    given = set()
    for r in facts(binary, root, "imports"):
        if r[0].startswith("django/") and r[1].startswith("django/") and r[0].endswith(".py") and r[1].endswith(".py"):
            given.add((module(r[0]), module(r[1])))
    return given, wanted


def go(binary, root, oracle):
    kinds = {"func", "type", "var", "const"}
    wanted = {(r["from"], r["to"]) for r in rows(oracle) if kinds & set(r["kinds"].split(","))}
    # A method or a field is no name of the file that uses it: neither missing nor one too many.
    aside = {(r["from"], r["to"]) for r in rows(oracle)} - wanted
    files = {end for r in rows(oracle) for end in (r["from"], r["to"])}
    given = {(r[0], r[1]) for relation in ("imports", "refers") for r in facts(binary, root, relation)}
    given = {edge for edge in given if edge[0] in files}
    return given - aside, wanted


def rust(binary, root, oracle):
    wanted = {line.strip() for line in open(oracle) if line.strip()}
    children = {}
    for r in facts(binary, root, "imports"):
        if r[3] == "implicit":
            children.setdefault(r[0], []).append(r[1])
    seen, open_ = set(), ["tokio/src/lib.rs"]
    while open_:
        file = open_.pop()
        if file not in seen:
            seen.add(file)
            open_.extend(children.get(file, []))
    return {(file, "") for file in seen}, {(file, "") for file in wanted}


def tests(binary, root, oracle):
    wanted = {(r["test_file"], r["source_file"]) for r in rows(oracle)}
    sources = {source for _, source in wanted}
    files = {test for test, _ in wanted}
    given = set()
    for source in sorted(sources):
        query = f"test_inventory.tests_exercising(\"{source}\")"
        command = [binary, "query", query, "--format", "json", "--no-store", "-C", str(root)]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        given |= {(hit["path"], source) for hit in json.loads(out)["files"] if hit["path"] in files}
    return given, wanted


ORACLE = {
    "excalidraw": (typescript, "tsc_excalidraw_edges.tsv", "excalidraw", "excalidraw at 4872083, against the TypeScript API"),
    "django": (python, "grimp_django.tsv", "Django-5.2", "package django of the Django 5.2 sdist, against grimp 3.19"),
    "gin": (go, "gotypes_gin.tsv", "gin", "gin at dcaa429, against go/types (func, type, var, const)"),
    "tokio": (rust, "rust_depinfo_tokio.txt", "tokio", "tokio at ea91b33: module files, against rustc dep-info"),
    "werkzeug": (tests, "testcov_werkzeug.tsv", "werkzeug-3.1.9", "werkzeug 3.1.9: tests_exercising, against executed coverage"),
}


def by_index(args):
    """Judges calls. The languages are those of the documents in the index."""
    declared = {}
    for row in facts(args.binary, args.root, "declares"):
        declared.setdefault(row[1], []).append(row[6])
    endings = tuple(f".{ending}" for ending in (CODE | {"py", "go", "rs", "java", "kt"}))
    calls.report(facts(args.binary, args.root, "calls"), declared, args.scip, args.root, endings, args.show)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("oracles", type=pathlib.Path, nargs="?")
    parser.add_argument("corpora", type=pathlib.Path, nargs="?")
    parser.add_argument("--binary", default="target/release/cg-bundle")
    parser.add_argument("--only", choices=ORACLE)
    parser.add_argument("--scip", type=pathlib.Path, help="an index of --root, as the judge of its calls")
    parser.add_argument("--root", type=pathlib.Path)
    parser.add_argument("--show", type=int, default=10, help="how many disagreements of each kind")
    args = parser.parse_args()
    if args.scip:
        if not args.root:
            parser.error("--scip needs --root, the checkout that the index is of")
        return by_index(args)
    if not args.corpora:
        parser.error("name the folder of ORACLES and that of CORPORA, or an index with --scip")
    for name, (score, answers, corpus, title) in ORACLE.items():
        oracle, root = args.oracles / answers, args.corpora / corpus
        if args.only not in (None, name):
            continue
        if not oracle.exists() or not root.exists():
            print(f"{name}: skipped: {oracle if not oracle.exists() else root} is not there")
            continue
        given, wanted = score(args.binary, root, oracle)
        both = given & wanted
        precision = len(both) / len(given) if given else 0.0
        recall = len(both) / len(wanted) if wanted else 0.0
        print(f"{title}\n  P {precision:.4f}  R {recall:.4f}  ({len(given)} given, {len(wanted)} wanted, {len(both)} both)")
        for mark, edges in (("too many", given - wanted), ("missing", wanted - given)):
            for edge in sorted(edges)[:10]:
                print(f"    {mark}: {' -> '.join(part for part in edge if part)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
