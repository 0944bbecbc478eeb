#!/usr/bin/env python3
"""How much of a bundle is source, and how much of what is wanted it shows.

    python3 benches/bundle.py CHECKOUT... [--rows ROWS.jsonl...] [--binary target/release/cg-bundle] [--half 0] [--limit 40] [--draw 20]

A checkout with rows stands at the commit that the rows name as `snapshot`, and its git history holds their later commits.
A row has `commit`, `subject`, `src` (the changed sources) and `tests`; rows belong to the checkout whose folder is named `repo`.
`--half 0` or `1` takes the rows with that parity of the commit's digest.

    symbol    for rows whose subject names one definition of `src[0]`: `bug-fix` with that file and symbol. The characters; the share
              of needed lines printed (lines that the commit removes, or between which it adds, found by their text at the snapshot);
              the share of the other changed files printed with text
    change    for rows with two or more sources: `pr-review` with `src[0]`. The share of the other sources and of the tests named in
              the first 3,000 characters, and printed with text within 25,000
    named     for types and callables drawn at random: `onboarding` with the name. Types of which the signature of 90 % of the members
              is printed; callables of which 90 % of the lines are; the share of the lines printed that a reason cites

`frame` is the share of characters that is neither a line of a file nor a line of the map nor a text that the manifest asks for.
Manifests are those that the binary writes with `init`.
"""
import argparse
import collections
import hashlib
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

SOURCE = re.compile(r"\s*\d+[\t ]|\s*\d+$")
WORD = re.compile(r"[A-Za-z_$][\w$]*")
CALLABLE = {"function", "method", "constructor"}
TYPE = {"class", "struct", "interface", "trait", "enum", "protocol", "object"}
MEMBERS = 3


class Checkout:
    def __init__(self, root, args):
        self.root, self.args = root.resolve(), args
        self.store = f"{args.work}/{root.name}-{hashlib.sha1(args.binary.encode()).hexdigest()[:6]}.sqlite"
        self.manifests = {}
        self.declares = [json.loads(line) for line in self.run("facts", "declares", "--format", "json").splitlines()]
        self.texts = {}

    def run(self, *command):
        command = [self.args.binary, *command, "-C", str(self.root), "--store", self.store, "-q"]
        return subprocess.run(command, capture_output=True, text=True, timeout=300).stdout

    def manifest(self, name):
        if name not in self.manifests:
            folder = pathlib.Path(tempfile.mkdtemp(dir=self.args.work))
            subprocess.run([self.args.binary, "init", name, "-C", str(folder)], capture_output=True)
            found = [it for it in folder.rglob("*.yaml")]
            self.manifests[name] = str(found[0])
        return self.manifests[name]

    def bundle(self, name, **inputs):
        """The Markdown, and the same bundle as JSON; nothing where the request was refused."""
        sets = [part for key, value in inputs.items() for part in ("--set", f"{key.replace('__', '.')}={value}")]
        markdown = self.run(self.manifest(name), *sets)
        text = self.run(self.manifest(name), *sets, "--format", "json")
        return (markdown, json.loads(text)) if text else None

    def lines(self, path):
        if path not in self.texts:
            try:
                self.texts[path] = (self.root / path).read_text(errors="replace").split("\n")
            except OSError:
                self.texts[path] = []
        return self.texts[path]

    def git(self, *command):
        return subprocess.run(["git", "-C", str(self.root), *command], capture_output=True, text=True, errors="replace").stdout


def frame(markdown):
    """The characters of frame, of the map, and of texts that the manifest asks for."""
    counts, section, fence = collections.Counter(), "", None
    for line in markdown.split("\n")[:-1]:
        kind = "frame"
        if fence:
            fence = None if line == fence else fence
            kind = "text" if is_text else "source" if fence and SOURCE.match(line) else "frame"
        elif line.startswith("```"):
            fence, is_text = line[:len(line) - len(line.lstrip("`"))], re.match(r"`+text [0-9a-f]{8}", line)
        elif re.match("#+ ", line):
            section = "map" if line == "## map" else "item" if re.match(r"### .*([./]|\bmakefile\b)", line, re.I) else "text" if line.startswith("### ") else "frame"
        elif section == "map" and line and not line.startswith("- …"):
            kind = "map"
        elif section == "text":
            kind = "text"
        counts[kind] += len(line) + 1
    return counts


def printed(bundle):
    """The lines that are printed, by path."""
    shown = collections.defaultdict(set)
    for item in (item for band in bundle["bands"] for item in band["items"]):
        for excerpt in item.get("excerpts", []):
            shown[item["path"]].update(range(excerpt["first_line"], excerpt["last_line"] + 1))
    return shown


def within(markdown, most):
    """The paths that are printed with text in the first characters."""
    return {match[1] for match in re.finditer(r"(?m)^### (\S+)", markdown[:most])}


def cited(bundle):
    """The cited lines of files with text: printed, and all."""
    shown, places = printed(bundle), set()
    for item in (item for band in bundle["bands"] for item in band["items"] if item.get("excerpts")):
        for link in (link for why in item["why"] for link in why.get("chain", []) if link["relation"] not in ("in", "not_in")):
            path, line, _ = link["at"].rsplit(":", 2)
            if path in shown and int(line) > 0:
                places.add((path, int(line)))
    return sum(line in shown[path] for path, line in places), len(places)


def needed(checkout, commit, files):
    """The lines at the snapshot that a commit removes, or between which it adds."""
    lines = collections.defaultdict(set)
    text, path, hunk = checkout.git("show", "--format=", "-U1", commit, "--", *files), None, []
    for line in text.split("\n") + ["@@"]:
        if line.startswith(("@@", "diff ")):
            has_removed = any(it[0] == "-" for it in hunk)
            wanted = [it[1:] for it in hunk if it[0] == "-" or not has_removed and it[0] == " "]
            for it in wanted:
                at = [number for number, known in enumerate(checkout.lines(path), 1) if known == it]
                if len(it.strip()) > 8 and len(at) == 1 and not re.match(r"\s*(import|from|use|#include|package)\b", it):
                    lines[path].add(at[0])
            hunk = []
        elif line.startswith("--- "):
            path = line[6:]
        elif path and line[:1] in ("-", " ") and not line.startswith("+++"):
            hunk.append(line)
    return lines


def symbol_of(checkout, row):
    """The one definition of the first source that the subject names."""
    words = set(re.findall(r"[A-Za-z_$][\w$]{3,}", row["subject"]))
    is_name = lambda word: re.search(r"[a-z][A-Z]|_|[A-Z].*[A-Z].*[a-z]", word)
    own = [it for it in checkout.declares if it["file"] == row["src"][0] and it["kind"] in CALLABLE | TYPE]
    found = {it["name"] for it in own if it["name"].rsplit(".", 1)[-1] in words and is_name(it["name"].rsplit(".", 1)[-1])}
    return min(found, key=lambda name: (len(name), name)) if found else None


class Totals(collections.Counter):
    def share(self, part, whole):
        return f"{100 * self[part] / self[whole]:.1f} % of {self[whole]}" if self[whole] else "-"

    def add_frame(self, markdown, bundle):
        self.update({f"chars_{kind}": count for kind, count in frame(markdown).items()})
        self["chars"] += len(markdown)
        self["bundles"] += 1
        for key, count in zip(("cited_printed", "cited"), cited(bundle)):
            self[key] += count


def symbols(checkout, rows, totals):
    for row in rows:
        symbol = symbol_of(checkout, row)
        made = symbol and checkout.bundle("bug-fix", trace__files=row["src"][0], trace__symbols=f"{row['src'][0]}:{symbol}")
        if not made:
            continue
        totals.add_frame(*made)
        shown = printed(made[1])
        others = row["src"][1:] + row["tests"]
        totals["others"] += len(others)
        totals["others_shown"] += sum(path in shown for path in others)
        for path, lines in needed(checkout, row["commit"], row["src"] + row["tests"]).items():
            totals["needed"] += len(lines)
            totals["needed_printed"] += len(lines & shown.get(path, set()))
        detail(checkout, "symbol", row, symbol, len(made[0]))


def changes(checkout, rows, totals, name, key):
    for row in (row for row in rows if len(row["src"]) > 1):
        made = checkout.bundle(name, **{key: row["src"][0]})
        if not made:
            continue
        totals.add_frame(*made)
        for kind, paths in (("sources", row["src"][1:]), ("tests", row["tests"])):
            totals[kind] += len(paths)
            totals[f"{kind}_named"] += sum(path in made[0][:3000] for path in paths)
            totals[f"{kind}_shown"] += len(within(made[0], 25000) & set(paths))
            missing = [path for path in paths if path not in made[0][:3000]]
            detail(checkout, name, row, row["src"][0], kind, "missing", *missing)


def detail(checkout, *parts):
    if checkout.args.show:
        print(checkout.root.name, *(it["commit"][:9] if isinstance(it, dict) else it for it in parts), file=sys.stderr)


def names(checkout, totals):
    """Types and callables at random, out of files that look like no test."""
    is_source = lambda it: not re.search(r"(?i)test|spec|example|fixture|bench|mock|docs?/", it["file"])
    members = collections.defaultdict(list)
    for row in checkout.declares:
        if row["kind"] in CALLABLE | {"field", "property", "signature"} and "." in row["name"]:
            members[row["file"], row["name"].rsplit(".", 1)[0]].append(row)
    named = collections.Counter(row["name"] for row in checkout.declares)
    sources = [row for row in checkout.declares if is_source(row) and named[row["name"]] == 1 and re.fullmatch(r"[\w$.]+", row["name"])]
    types = [row for row in sources if row["kind"] in TYPE and len(members[row["file"], row["name"]]) >= MEMBERS]
    callables = [row for row in sources if row["kind"] in CALLABLE and row["end_line"] - row["line"] >= 5]
    for kind, found in (("types", types), ("callables", callables)):
        drawn = random.Random(checkout.args.seed).sample(found, min(checkout.args.draw, len(found)))
        for row in drawn:
            made = checkout.bundle("onboarding", question__symbols=row["name"])
            if not made:
                continue
            totals.add_frame(*made)
            shown = printed(made[1])[row["file"]]
            wanted = [it["line"] for it in members[row["file"], row["name"]]] if kind == "types" else list(range(row["line"], row["end_line"] + 1))
            totals[kind] += 1
            totals[f"{kind}_printed"] += 10 * sum(line in shown for line in wanted) >= 9 * len(wanted)
            if 10 * sum(line in shown for line in wanted) < 9 * len(wanted):
                detail(checkout, kind, f"{row['file']}:{row['line']}", row["name"], "lines missing", *[line for line in wanted if line not in shown][:12])


def report(name, totals):
    every = [f"{totals['bundles']} bundles", f"{totals['chars'] // max(totals['bundles'], 1)} characters each"]
    every += [f"frame {totals.share('chars_frame', 'chars')}", f"map {totals.share('chars_map', 'chars')}", f"texts {totals.share('chars_text', 'chars')}"]
    parts = [("cited_printed", "cited"), ("needed_printed", "needed"), ("others_shown", "others"), ("sources_named", "sources"), ("tests_named", "tests")]
    parts += [("sources_shown", "sources"), ("tests_shown", "tests"), ("types_printed", "types"), ("callables_printed", "callables")]
    every += [f"{part.replace('_', ' ')} {totals.share(part, whole)}" for part, whole in parts if totals[whole]]
    print(f"{name}: {'; '.join(every)}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", type=pathlib.Path)
    parser.add_argument("--rows", nargs="*", type=pathlib.Path, default=[])
    parser.add_argument("--binary", default="target/release/cg-bundle")
    parser.add_argument("--only", choices=["symbol", "change", "named"], action="append")
    parser.add_argument("--manifest", default="pr-review", help="the class of `change`")
    parser.add_argument("--input", default="diff.files", help="its input")
    parser.add_argument("--half", type=int, choices=[0, 1])
    parser.add_argument("--limit", type=int, default=40, help="the most rows of a checkout, for each kind")
    parser.add_argument("--draw", type=int, default=20, help="how many types and callables of a checkout")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="name what is missing, on standard error")
    parser.add_argument("--work", default=tempfile.gettempdir(), help="the folder for indexes")
    args = parser.parse_args()
    rows = [json.loads(line) for file in args.rows for line in file.read_text().splitlines()]
    is_half = lambda row: args.half is None or int(hashlib.sha1(row["commit"].encode()).hexdigest(), 16) % 2 == args.half
    of = collections.defaultdict(list)
    for row in filter(is_half, rows):
        of[row["repo"].rsplit("/", 1)[-1]].append(row)
    wanted, sums = args.only or ["symbol", "change", "named"], collections.defaultdict(Totals)
    for root in args.checkouts:
        checkout = Checkout(root, args)
        own = of[root.name]
        for kind in wanted:
            totals = Totals()
            if kind == "symbol":
                symbols(checkout, [row for row in own if symbol_of(checkout, row)][:args.limit], totals)
            elif kind == "change":
                changes(checkout, [row for row in own if len(row["src"]) > 1][:args.limit], totals, args.manifest, args.input.replace(".", "__"))
            else:
                names(checkout, totals)
            if totals["bundles"]:
                report(f"{root.name} {kind}", totals)
                sums[kind].update(totals)
    for kind, totals in sums.items():
        report(f"all {kind}", totals)


if __name__ == "__main__":
    main()
