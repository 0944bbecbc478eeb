#!/usr/bin/env python3
"""Scores `test_inventory.tests_exercising` on the history of a repository: given the sources that a commit changed, are
the tests that it changed among the first ten?

    python3 benches/accuracy/commits.py REPO... [--binary target/release/cg-bundle] [--limit 250] [--window 150]

REPO is a git directory or a checkout with its history. A case is a commit that changes one to ten sources and one to
ten tests. The code is taken as it was before the oldest commit of each window of WINDOW commits, so that no answer knows
the future; cases that touch files which that state lacks are left out. Beside the answer stand two that need no facts of
definitions: the tests that bear the name of a source, and all tests that import a source over any number of files, in
the order of the paths. A language's tests are told by their paths here, independently of the program.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

CODE = {"py", "go", "rs", "ts", "tsx", "js", "jsx", "mjs", "cjs", "mts", "cts", "java", "kt", "kts", "swift"}
MANIFESTS = ("package.json", "Cargo.toml", "go.mod", "go.work", "pom.xml", "build.gradle", "pyproject.toml",
             "pytest.ini", "setup.cfg", "setup.py", "tox.ini", "tsconfig", "jsconfig", "pnpm-workspace.yaml")
NOT_SOURCE = {"tests", "test", "testing", "testdata", "fixtures", "examples", "example", "docs", "benches", "benchmarks",
              "__snapshots__", "__fixtures__", "__mocks__"}
ANSWERS = ("answer", "same name", "closure")
FIRST = 10


def split(path):
    name = path.rsplit("/", 1)[-1]
    stem, _, extension = name.rpartition(".")
    return path.split("/")[:-1], stem, extension


def is_test(path):
    folders, stem, extension = split(path)
    if extension == "py":
        return stem.startswith("test_") or stem.endswith("_test") or stem == "tests"
    if extension == "go":
        return stem.endswith("_test")
    if extension == "rs":
        return "tests" in folders or stem == "tests" or stem.endswith("_test") or stem.startswith("test_")
    if extension in ("java", "kt", "swift"):
        in_tests = any(re.search("[tT]est", folder) for folder in folders)
        return in_tests and bool(re.search("(Test|Tests|IT|Spec)$", stem))
    return extension in CODE and (stem.endswith((".test", ".spec")) or "__tests__" in folders)


def is_source(path):
    folders, stem, extension = split(path)
    aside = any(folder.lower() in NOT_SOURCE or folder.endswith(("Test", "test")) for folder in folders)
    return extension in CODE and not aside and stem != "conftest" and not is_test(path)


def plain_name(path):
    folders, stem, _ = split(path)
    if stem in ("__init__", "index", "mod", "lib", "main") and folders:
        stem = folders[-1]
    for mark in (".test", ".spec", "_test", "_spec", "Tests", "Test", "Spec", "IT"):
        stem = stem.removesuffix(mark)
    return stem.removeprefix("test_").lower()


def git(repo, *args):
    command = ["git", "-C", str(repo), *args]
    return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace").stdout


def history(repo):
    """Newest first: each commit with the files that it modified; one that only adds or removes has none of them."""
    commits = []
    for line in git(repo, "log", "--no-merges", "--no-renames", "--name-status", "--format=@%H").splitlines():
        if line.startswith("@"):
            commits.append((line[1:], []))
        elif line.startswith("M\t"):
            commits[-1][1].append(line.split("\t")[-1])
    return commits


def windows(repo, limit, size):
    """The states to ask, each with its cases: sources, and the tests that changed with them."""
    commits = history(repo)
    found = 0
    for start in range(0, len(commits), size):
        window = commits[start:start + size]
        parents = git(repo, "log", "-1", "--format=%P", window[-1][0]).split()
        base = parents[0] if parents else window[-1][0]
        files = set(git(repo, "ls-tree", "-r", "--name-only", base).splitlines())
        cases = []
        for _, changed in window:
            sources = [path for path in changed if is_source(path)]
            tests = [path for path in changed if is_test(path)]
            if 1 <= len(sources) <= 10 and 1 <= len(tests) <= 10 and files.issuperset(sources + tests):
                cases.append((sources, tests))
        cases = cases[:limit - found]
        found += len(cases)
        if cases:
            yield base, sorted(files), cases
        if found >= limit:
            return


def check_out(repo, base, files, folder):
    """The code and manifests of a state. Large media may lack in a partial copy, and say nothing here."""
    wanted = [path for path in files if split(path)[2] in CODE or path.rsplit("/", 1)[-1].startswith(MANIFESTS)]
    for start in range(0, len(wanted), 2000):
        paths = [f":(literal){path}" for path in wanted[start:start + 2000]]
        tree = subprocess.run(["git", "-C", str(repo), "archive", base, "--", *paths], check=True, capture_output=True)
        subprocess.run(["tar", "x", "-C", str(folder)], check=True, input=tree.stdout)


def facts(binary, root, relation):
    command = [binary, "facts", relation, "--format", "tsv", "-q", "-C", str(root)]
    return [row.split("\t") for row in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()]


def importers(binary, root):
    users = collections.defaultdict(set)
    for relation in ("imports", "refers"):
        for row in facts(binary, root, relation):
            users[row[1]].add(row[0])
    return users


def closure(users, sources):
    seen, open_ = set(sources), list(sources)
    while open_:
        for user in users[open_.pop()] - seen:
            seen.add(user)
            open_.append(user)
    return sorted(path for path in seen if is_test(path))


def asked(binary, root, sources, depth):
    members = ", ".join(json.dumps(source) for source in sources)
    query = f"test_inventory.tests_exercising([{members}]{f', depth={depth}' if depth else ''})"
    command = [binary, "query", query, "--format", "json", "-q", "--max", str(FIRST), "-C", str(root)]
    out = subprocess.run(command, capture_output=True, text=True)
    if out.returncode:
        sys.exit(f"{query}\n{out.stderr}")
    return [hit["path"] for hit in json.loads(out.stdout)["files"]]


def score(given, wanted):
    both = len(set(given[:FIRST]) & set(wanted))
    return both / len(wanted), both / len(given[:FIRST]) if given else 0.0


def measure(repo, args):
    totals = {name: [0.0, 0.0] for name in ANSWERS}
    n_cases = n_states = 0
    for base, files, cases in windows(repo, args.limit, args.window):
        with tempfile.TemporaryDirectory() as folder:
            check_out(repo, base, files, folder)
            users = importers(args.binary, folder)
            tests = [path for path in files if is_test(path)]
            for sources, wanted in cases:
                names = {plain_name(source) for source in sources}
                given = {
                    "answer": asked(args.binary, folder, sources, args.depth),
                    "same name": [path for path in tests if plain_name(path) in names],
                    "closure": closure(users, sources),
                }
                for name, answer in given.items():
                    recall, precision = score(answer, wanted)
                    totals[name][0] += recall
                    totals[name][1] += precision
        n_cases += len(cases)
        n_states += 1
    n = max(n_cases, 1)
    columns = "".join(f"  {name} {totals[name][0] / n:.3f} / {totals[name][1] / n:.3f}" for name in ANSWERS)
    print(f"{repo.name if repo.name != 'repo' else repo.parent.name:20} {n_cases:4} commits {n_states:3} states{columns}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repos", nargs="+", type=pathlib.Path, metavar="REPO")
    parser.add_argument("--binary", default="target/release/cg-bundle")
    parser.add_argument("--limit", type=int, default=250, help="the most commits of a repository")
    parser.add_argument("--window", type=int, default=150, help="commits that share a state of the code")
    parser.add_argument("--depth", type=int, help="of the query; its default where left out")
    args = parser.parse_args()
    print(f"recall / precision of the first {FIRST}")
    for repo in args.repos:
        measure(repo, args)


if __name__ == "__main__":
    main()
