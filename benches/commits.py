#!/usr/bin/env python3
"""Walks the commits of repositories one after another over one store, and compares the facts of each with those of a fresh store.

    python3 benches/commits.py REPOSITORY... [--binary target/release/cg-bundle] [--commits 40] [--skip 0]

Prints how each commit was indexed, and how many files were linked; ends with 1 where a fact is another than after a rebuild.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCES = ["*.py", "*.go", "*.rs", "*.kt", "*.java", "*.swift", "*.ts", "*.tsx", "*.js"]
RELATIONS = [
    "calls", "declares", "depends", "extends", "extends_package", "file", "gap", "imports", "imports_package", "locks",
    "manifest", "mentions", "overrides", "refers", "requires", "tests", "uses",
]


def run(command, root, check=False):
    return subprocess.run(command, cwd=root, capture_output=True, text=True, errors="replace", check=check)


def facts(binary, root, store):
    found = {it: run([binary, "facts", it, "--store", store], root).stdout for it in RELATIONS}
    summary = run([binary, "index", "--store", store], root).stdout.splitlines()
    return {**found, "index": "\n".join(line for line in summary if not line.startswith("this run"))}


def walk(source, args, folder):
    root, store = pathlib.Path(folder) / "tree", f"{folder}/walked.sqlite"
    run(["git", "clone", "-q", "--shared", "--no-checkout", str(source), str(root)], None, check=True)
    listed = ["git", "rev-list", "--no-merges", f"--skip={args.skip}", f"-n{args.commits + 1}", "HEAD", "--", *SOURCES]
    kinds, n_wrong = collections.Counter(), 0
    for commit in reversed(run(listed, root, check=True).stdout.split()):
        run(["git", "checkout", "-q", "-f", commit], root, check=True)
        out = run([args.binary, "index", "-v", "--store", store], root)
        said = re.search(r"this run +(.*)", out.stdout)
        said = said[1] if said else out.stderr
        why = re.search(r"facts related: (.*)", out.stderr)
        kind = next((kind for word, kind in [("linked again", "linked"), ("other places", "moved"), ("loaded", "loaded")] if word in said), "related")
        kinds[kind] += 1
        print(f"{commit[:10]} {said}{f' ({why[1]})' if why else ''}", flush=True)
        if kind not in ["linked", "moved"]:
            continue
        fresh = f"{folder}/fresh.sqlite"
        run([args.binary, "index", "--store", fresh], root)
        walked, rebuilt = facts(args.binary, root, store), facts(args.binary, root, fresh)
        for relation in [it for it in walked if walked[it] != rebuilt[it]]:
            n_wrong += 1
            one, other = set(walked[relation].splitlines()), set(rebuilt[relation].splitlines())
            print(f"  WRONG {relation}: {sorted(one - other)[:3]} in place of {sorted(other - one)[:3]}")
        pathlib.Path(fresh).unlink()
    print(f"{source}: {dict(kinds)}, {n_wrong} relations are others than after a rebuild", flush=True)
    return n_wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="+", type=pathlib.Path)
    parser.add_argument("--binary", default="target/release/cg-bundle")
    parser.add_argument("--commits", type=int, default=40)
    parser.add_argument("--skip", type=int, default=0)
    args = parser.parse_args()
    args.binary = str(pathlib.Path(args.binary).resolve())
    n_wrong = 0
    for source in args.repositories:
        with tempfile.TemporaryDirectory() as folder:
            n_wrong += walk(source.resolve(), args, folder)
    sys.exit(1 if n_wrong else 0)


if __name__ == "__main__":
    main()
