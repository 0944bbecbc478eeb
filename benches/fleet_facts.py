#!/usr/bin/env python3
"""Questions to many repositories: a fleet answers what each of them answers alone, and its file depends on nothing else.

    python3 benches/fleet_facts.py CHECKOUT... [--binary target/release/cg-bundle] [--questions 25] [--seed 1]

Builds a fleet twice, from the list turned round, and anew; asks each package question of the fleet and of every checkout; runs the commands of
docs/fleet.md; damages the file. Ends with 1 where anything differs. `benches/fleet.py` runs it as well.
"""
import argparse
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("checkout", nargs="+")
parser.add_argument("--binary", default="target/release/cg-bundle")
parser.add_argument("--questions", type=int, default=25)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()
binary = os.path.abspath(options.binary)
draw = random.Random(options.seed)
work = pathlib.Path(tempfile.mkdtemp(prefix="fleet-facts-"))
failed = []
OUTSIDE = {"imports_package", "uses_package", "depends", "requires", "extends_package"}


def run(*arguments, **more):
    return subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True, cwd=work, **more)


def holds(what, is_so):
    print(f"{'holds ' if is_so else 'BROKEN'}  {what}")
    if not is_so:
        failed.append(what)


checkouts = work / "checkouts"
for source in options.checkout:
    # The store of each is in the copy.
    ignored = shutil.ignore_patterns(".cg-bundle")
    shutil.copytree(source, checkouts / pathlib.Path(source).resolve().name, symlinks=True, ignore=ignored)
roots = sorted(f"checkouts/{path.name}/" for path in checkouts.iterdir())
(work / "list").write_text("\n".join(roots) + "\n")
(work / "turned").write_text("\n".join(reversed(roots)) + "\n")
built = run("fleet", "build", "list", "-o", "org.fleet")
print(built.stdout.strip())
first = (work / "org.fleet").read_bytes()
again = run("fleet", "build", "turned", "-o", "org.fleet")
holds("a second build exports nothing", f"0 exported, {len(roots)} known" in again.stdout)
holds("the order of the list changes no byte", (work / "org.fleet").read_bytes() == first)
run("fleet", "build", "list", "-o", "anew.fleet", "--no-store")
holds("a build from scratch has the same bytes", (work / "anew.fleet").read_bytes() == first)
edited = checkouts / pathlib.Path(roots[0]).name / "edited.py"
edited.write_text("import requests\n")
one = run("fleet", "build", "list", "-o", "org.fleet")
holds("after an edit one repository is exported", f"1 exported, {len(roots) - 1} known" in one.stdout)
edited.unlink()
run("fleet", "build", "list", "-o", "org.fleet")
holds("back at the state, back at the bytes", (work / "org.fleet").read_bytes() == first)
print(f"        {len(first)} bytes, {len(first) // len(roots)} a repository")


def rows(text, repository):
    """The facts about packages of an answer for one repository."""
    files = json.loads(text)["files"]
    return {(repository, link["at"], link["relation"], link["to"]) for file in files for link in file["chain"] if link["relation"] in OUTSIDE}


packages, symbols = set(), set()
for root in roots:
    for line in run("facts", "imports_package", "--format", "json", "-q", "-C", root).stdout.split("\n"):
        if line:
            row = json.loads(line)
            packages.add(row["package"])
            if row["name"] and row["how"] == "import":
                symbols.add(f"{row['module']}.{row['name']}")
    for line in run("facts", "depends", "--format", "json", "-q", "-C", root).stdout.split("\n"):
        if line:
            packages.add(json.loads(line)["dependency"].split("@")[0])
quiet = [text for text in sorted(packages) if re.fullmatch(r"[\w./@:%-]+", text)]
named = [text for text in sorted(symbols) if re.fullmatch(r"[\w./@:-]+", text)]
n_same, n_by_text, n_asked = 0, 0, 0
for primitive, texts in [("import_graph.reverse_lookup", quiet), ("dep_graph.consumers", quiet), ("scip.refs", named), ("type_graph.subtypes", named)]:
    for text in draw.sample(texts, min(options.questions, len(texts))):
        call = f"{primitive}('{text}')"
        whole = run("query", call, "--fleet", "org.fleet", "--format", "json", "-q")
        if whole.returncode != 0:
            print(f"        {call}: {whole.stderr.strip()}")
            n_asked += 1
            continue
        got, beyond = set(), set()
        for answer in json.loads(whole.stdout)["repositories"]:
            for file in answer["files"]:
                # A link of another repository: the file is below a type that was found there, which it does not know alone.
                facts = beyond if any("repository" in link for link in file["chain"]) else got
                facts.update((answer["repository"], link["at"], link["relation"], link["to"])
                             for link in file["chain"] if link["relation"] in OUTSIDE and "repository" not in link)
        alone = set()
        for root in roots:
            answer = run("query", call, "--format", "json", "-q", "-C", root)
            alone |= rows(answer.stdout, pathlib.Path(root).name)
        got |= beyond & alone
        n_asked += 1
        # In type position a name is in the text alone, which no export has; its file is in the answer by the import.
        files = lambda found: {(repository, at.rsplit(":", 2)[0]) for repository, at, _, _ in found}
        is_by_text = got <= alone and files(got) == files(alone) and all(relation == "uses_package" for _, _, relation, _ in alone - got)
        n_same += got == alone
        n_by_text += got != alone and is_by_text
        if got != alone and not is_by_text:
            print(f"        {call}: {len(got - alone)} more, {len(alone - got)} fewer: {sorted(got ^ alone)[:3]}")
print(f"        {n_same} of {n_asked} questions have the same facts about packages, {n_by_text} the same files without some places in type position")
holds("a fleet answers what its repositories answer", n_same + n_by_text == n_asked)

advisory = {"id": "EXAMPLE-1", "summary": "for a bench", "affected": [
    {"package": {"ecosystem": "PyPI", "name": "requests"}, "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}]}]}]}
(work / "advisory.json").write_text(json.dumps(advisory))
for command in [
    ["fleet", "list", "org.fleet", "--verify"],
    ["fleet", "advisories", "advisory.json", "--fleet", "org.fleet"],
    ["fleet", "advisories", "advisory.json", "--fleet", "org.fleet", "--format", "json"],
    ["cve", "--fleet", "org.fleet", "--from", "osv:advisory.json", "-o", "bundles/"],
]:
    holds(" ".join(command), run(*command).returncode == 0)
tasks = run("fleet", "advisories", "advisory.json", "--fleet", "org.fleet", "--format", "tasks", "-q").stdout
(work / "tasks.jsonl").write_text(tasks)
holds(f"batch of {len(tasks.splitlines())} tasks", not tasks or run("batch", "tasks.jsonl", "--out", "of-batch").returncode == 0)

n_noticed = 0
for _ in range(20):
    data = bytearray(first)
    data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    (work / "damaged.fleet").write_bytes(data)
    answer = run("fleet", "list", "damaged.fleet", "--verify")
    n_noticed += answer.returncode == 6 and "build it again" in answer.stderr
holds("each of 20 flipped bits is an error that says what to do", n_noticed == 20)
shutil.rmtree(work)
sys.exit(1 if failed else 0)
