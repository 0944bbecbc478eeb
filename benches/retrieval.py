#!/usr/bin/env python3
"""Scores retrieval and history on later commits of public repositories and on issues of SWE-bench Lite.

    python3 benches/retrieval.py BINARY SWEBENCH.json COMMITS CHECKOUTS [--rows 20] [--half 0|1] [--fetch] [--only NAME]

SWEBENCH.json: rows {id, q, gold, ver[, patch]}, `gold` a list of files. Each is asked of CHECKOUTS/django-VERSION, which
`--fetch` unpacks from PyPI's wheels (they have no tests). The lines of a fix are scored where a row has its patch.
COMMITS: a folder of NAME.jsonl with rows {repo, snapshot, commit, subject, body, src, tests}. Each repository is
CHECKOUTS/NAME, a clone with its history, checked out at its snapshot; what it holds is not changed.

A row is taken in the order of its hash, `--rows` of each repository. Every figure is a share of what was wanted, over all
rows. Data is read, never written beside the stores, which lie in CHECKOUTS/.stores.
"""
import argparse
import ast
import collections
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import zipfile

SHORT, LONG = 3_000, 25_000
HEADING = re.compile(r"^### (\S+)(?: · .*)?$", re.MULTILINE)
HERE = pathlib.Path(__file__).resolve().parent.parent


class Repository:
    """A checkout, and the runs of the program on it."""

    def __init__(self, binary, root, stores):
        self.binary, self.root = binary, root
        self.store = stores / f"{root.name}.sqlite"
        listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True, check=False)
        names = [it for it in listed.stdout.split("\0") if it] if listed.returncode == 0 else []
        self.files = set(names) or {str(it.relative_to(root)) for it in root.rglob("*") if it.is_file()}

    def run(self, *arguments):
        command = [self.binary, *arguments, "-C", str(self.root), "--store", str(self.store), "--quiet"]
        done = subprocess.run([str(it) for it in command], capture_output=True, text=True, check=False, timeout=600)
        if done.returncode not in (0, 1):
            print(f"{self.root.name}: {' '.join(map(str, arguments))[:200]}: {done.stderr[:300]}", file=sys.stderr)
        return done.stdout

    def bundle(self, manifest, inputs, most=LONG):
        """The Markdown of a manifest."""
        given = json.dumps(inputs)
        path = self.store.with_suffix(".input.json")
        path.write_text(given)
        return self.run(manifest, "--input", path, "--max-chars", most)

    def query(self, call, most):
        """The files of a primitive, in order."""
        out = self.run("query", call, "--format", "json", "--max", most)
        return [it["path"] for it in json.loads(out)["files"]] if out else []

    def named(self, text):
        """The paths that a text names, in order."""
        words = re.findall(r"[^\s`'\"(),:\[\]]+", text)
        return list(dict.fromkeys(it for it in words if it in self.files))

    def shown(self, text):
        """The files that stand in a text with lines of their own, as their headings say."""
        found = set()
        for match in HEADING.finditer(text):
            if match[1] in self.files and "```" in text[match.end():].split("\n### ")[0]:
                found.add(match[1])
        return found


class Shares:
    """What was found of what was wanted, by measure."""

    def __init__(self):
        self.found, self.wanted = collections.Counter(), collections.Counter()

    def add(self, measure, wanted, found):
        self.wanted[measure] += len(wanted)
        self.found[measure] += len(set(wanted) & set(found))

    def hold(self, measure, is_so):
        self.wanted[measure] += 1
        self.found[measure] += bool(is_so)

    def print(self, title):
        print(f"\n{title}")
        for measure, wanted in self.wanted.items():
            found = self.found[measure]
            print(f"  {measure:<58} {found:5} of {wanted:5}  {100 * found / max(wanted, 1):5.1f} %")


def quoted(text):
    """A text as an argument of a call, which knows no escapes."""
    return '"' + text.replace('"', " ") + '"'


def manifest(name):
    """A shipped manifest; `None` where this version has none of that name."""
    path = HERE / "manifests" / f"{name}.yaml"
    return path if path.is_file() else None


def sources_of(repository, row, shares):
    """Given the first source and the subject: the others, with the text and without."""
    given = {"change.files": [row["src"][0]]}
    words = {"change.description": row["subject"]}
    ways = [("change", given, words)] if manifest("change") else []
    ways.append(("feature", {"feature.files": [row["src"][0]]}, {"feature.description": row["subject"]}))
    rest = row["src"][1:]
    shares.add("history.cochanged @20", rest, repository.query(f'history.cochanged("{row["src"][0]}")', 20))
    for name, files, text in ways:
        with_text = repository.bundle(manifest(name), {**files, **text})
        without = repository.bundle(manifest(name), files)
        for most in (SHORT, LONG):
            shares.add(f"{name}: named within {most}", rest, repository.named(with_text[:most]))
            shares.add(f"{name}: shown within {most}", rest, repository.shown(with_text[:most]))
            shares.add(f"{name}: named within {most}, no text", rest, repository.named(without[:most]))
            shares.add(f"{name}: shown within {most}, no text", rest, repository.shown(without[:most]))
        more, less = set(repository.named(with_text)), set(repository.named(without))
        shares.hold(f"{name}: text lowers no task (named)", len(more & set(rest)) >= len(less & set(rest)))


def tests_of(repository, row, shares):
    """Given all sources: the tests."""
    union = ", ".join(f'"{it}"' for it in row["src"])
    ranked = repository.query(f"test_inventory.tests_exercising([{union}])", 10)
    shares.add("tests_exercising: recall@10", row["tests"], ranked)
    text = repository.bundle(manifest("pr-review"), {"diff.files": row["src"]})
    for most in (SHORT, LONG):
        shares.add(f"pr-review: tests named within {most}", row["tests"], repository.named(text[:most]))


def prose_of(repository, row, shares):
    """Given the message alone: the sources."""
    words = f"{row['subject']}\n\n{row['body']}".strip()
    ways = [(name, key) for name, key in [("change", "change.description"), ("ask", "question.text")] if manifest(name)]
    for name, key in ways:
        text = repository.bundle(manifest(name), {key: words})
        # What the message itself says, and is quoted, is not found.
        text = text.replace(words, "")
        shares.add(f"{name}: named in twenty paths", row["src"], repository.named(text)[:20])
        shares.add(f"{name}: shown within {LONG}", row["src"], repository.shown(text[:LONG]))


def commits(options, stores):
    """The later commits of every repository that is there."""
    total = {name: Shares() for name in ("sources", "tests", "prose")}
    for path in sorted(options.commits.glob("*.jsonl")):
        root = options.checkouts / path.stem
        if not root.is_dir() or options.only not in (None, path.stem):
            continue
        rows = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
        head = subprocess.run(["git", "-C", root, "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
        if head.stdout.strip() != rows[0]["snapshot"]:
            sys.exit(f"{root} is at {head.stdout.strip()}, and not at {rows[0]['snapshot']}")
        repository = Repository(options.binary, root, stores)
        kinds = {
            "sources": (sources_of, [row for row in rows if len(row["src"]) > 1]),
            "tests": (tests_of, [row for row in rows if row["tests"]]),
            "prose": (prose_of, rows),
        }
        for kind, (score, of_kind) in kinds.items():
            for row in sampled(of_kind, "commit", options):
                score(repository, row, total[kind])
        print(f"{path.stem} scored", file=sys.stderr)
    for kind, shares in total.items():
        shares.print(f"later commits: {kind}")


def sampled(rows, key, options):
    """The rows of one half, in the order of their hashes, as many as wanted."""
    digest = lambda row: hashlib.sha256(row[key].encode()).hexdigest()
    of_half = [row for row in rows if options.half is None or int(digest(row)[-1], 16) % 2 == options.half]
    return sorted(of_half, key=digest)[: options.rows]


def fetched(checkouts, version):
    """The package of a version, unpacked from PyPI."""
    root = checkouts / f"django-{version}"
    if not root.is_dir():
        wheels = checkouts / ".wheels"
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        subprocess.run([*command, "-d", str(wheels), f"Django=={version}"], check=True)
        wheel = next(wheels.glob(f"[Dd]jango-{version}-*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(root)
    return root


def hunks(patch):
    """The files of a patch, each with the lines that it takes away or stands beside, in the old text."""
    found, path, line = collections.defaultdict(set), None, 0
    for text in patch.splitlines():
        if text.startswith("--- "):
            path = text[4:].split("\t")[0].removeprefix("a/")
        elif match := re.match(r"@@ -(\d+)", text):
            line = int(match[1])
        elif path and text.startswith("-"):
            found[path].add(line)
            line += 1
        elif path and text.startswith(" "):
            line += 1
        elif path and text.startswith("+") and not text.startswith("+++"):
            found[path].add(max(line - 1, 1))
    return found


def lines_shown(text):
    """The numbered lines of each file that a bundle shows."""
    found = collections.defaultdict(set)
    parts = HEADING.split(text)
    for path, body in zip(parts[1::2], parts[2::2]):
        found[path] |= {int(it) for it in re.findall(r"^\s*(\d+)\b", body, re.MULTILINE)}
    return found


def issues(options, stores):
    """The issues of SWE-bench, each on the source of its version."""
    shares = Shares()
    rows = json.loads(options.swebench.read_text())
    for row in sampled(rows, "id", options):
        root = options.checkouts / f"django-{row['ver']}"
        if options.fetch:
            root = fetched(options.checkouts, row["ver"])
        if not root.is_dir():
            print(f"{root} is missing, and {row['id']} left out: `--fetch` brings it", file=sys.stderr)
            continue
        repository = Repository(options.binary, root, stores)
        gold = ast.literal_eval(row["gold"]) if isinstance(row["gold"], str) else row["gold"]
        ranked = repository.query(f"search.cascade({quoted(row['q'])})", 10)
        for most in (1, 5, 10):
            shares.hold(f"search.cascade: Acc@{most}", set(gold) <= set(ranked[:most]))
        for name, key in [("bug-fix", "trace.text"), ("ask", "question.text")]:
            if not manifest(name):
                continue
            text = repository.bundle(manifest(name), {key: row["q"]})[:LONG]
            if not text:
                continue
            shares.hold(f"{name}: file of the fix shown within {LONG}", set(gold) <= repository.shown(text))
            shown = lines_shown(text)
            for path, lines in hunks(row.get("patch", "")).items():
                shares.add(f"{name}: lines of the fix shown", [(path, it) for it in lines], {(path, it) for it in shown[path]})
    shares.print(f"SWE-bench Lite, Django: {len(sampled(rows, 'id', options))} issues")
    if not any(row.get("patch") for row in rows):
        print("  lines of the fix: not scored, as no row has its patch")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=lambda it: str(pathlib.Path(it).resolve()))
    parser.add_argument("swebench", type=pathlib.Path)
    parser.add_argument("commits", type=pathlib.Path)
    parser.add_argument("checkouts", type=pathlib.Path)
    parser.add_argument("--rows", type=int, help="so many rows of each repository and measure; all without it")
    parser.add_argument("--half", type=int, choices=(0, 1), help="the rows of one half by hash")
    parser.add_argument("--only", help="one repository, or `django`")
    parser.add_argument("--fetch", action="store_true", help="bring missing versions of Django from PyPI")
    options = parser.parse_args()
    stores = options.checkouts / ".stores"
    stores.mkdir(exist_ok=True)
    if options.only != "django":
        commits(options, stores)
    if options.only in (None, "django"):
        issues(options, stores)


if __name__ == "__main__":
    main()
