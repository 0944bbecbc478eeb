#!/usr/bin/env python3
"""The CPU of a bundle beside that of `git status`, in one run; and its instructions, counted by callgrind.

    python3 benches/cost.py CHECKOUT... [--binary target/release/cg-bundle] [--runs 15] [--edit FILE] [--callgrind] [--kinds cached edit]

Each checkout is copied to a scratch folder. The programs take turns, and each figure is the least of all turns: user and system
time of the process alone. The kinds:

    version   `--version`
    lint      `lint` of a manifest
    cached    the same bundle again: the answer is kept
    warm      a bundle over kept facts, with no kept answer (`--no-cache`)
    moved     `index` after a comment was added to the file of `--edit`
    call      `index` after a call was added to the last function of it, and a local
    declared  `index` after a function was added to it
"""
import argparse
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

EDITS = ["moved", "call", "declared"]
KINDS = ["version", "lint", "cached", "warm", *EDITS]
SETTLED = 3  # seconds after which a stat proves that a file is unchanged
COMMENT = {".py": "#", ".rb": "#", ".sh": "#", ".lua": "--"}
DECLARED = {
    ".py": "def {name}():\n    return {call}(1)\n", ".go": "func {name}() {{ {call}(1) }}\n",
    ".rs": "fn {name}() {{ let x = {call}(1); }}\n", ".kt": "fun {name}() {{ val x = {call}(1) }}\n",
    ".swift": "func {name}() {{ let x = {call}(1) }}\n", ".js": "function {name}() {{ const x = {call}(1); }}\n",
    ".java": "class {name} {{ int run() {{ return {call}(1); }} }}\n", ".cs": "class {name} {{ int Run() {{ return {call}(1); }} }}\n",
    ".c": "static int {name}(void) {{ int x = {call}(1); return x; }}\n", ".rb": "def {name}\n  {call}(1)\nend\n",
    ".php": "function {name}() {{ $x = {call}(1); }}\n",
    ".ts": "function {name}() {{ const x = {call}(1); }}\n", ".tsx": "function {name}() {{ const x = {call}(1); }}\n",
}


def spent(command, root):
    """The CPU in milliseconds, the memory in MB."""
    out = open(os.devnull, "w")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(command, cwd=root, stdout=out, stderr=out)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    return 1000 * (usage.ru_utime + usage.ru_stime), usage.ru_maxrss / 1024


def instructions(command, root):
    """Millions of instructions, by callgrind."""
    with tempfile.TemporaryDirectory() as folder:
        run = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", *command]
        text = subprocess.run(run, cwd=root, capture_output=True, text=True, errors="replace").stderr
    found = re.search(r"Collected : (\d+)", text)
    return int(found[1]) / 1e6 if found else 0


class Checkout:
    def __init__(self, source, args, folder):
        self.root, self.args = pathlib.Path(folder) / source.name, args
        shutil.copytree(source, self.root, symlinks=True, ignore=shutil.ignore_patterns(".cg-bundle"))
        self.store = f"{folder}/{source.name}.sqlite"
        tracked = subprocess.run(["git", "ls-files"], cwd=self.root, capture_output=True, text=True).stdout.split("\n")
        wanted = [path for path in tracked if pathlib.Path(path).suffix in DECLARED and (self.root / path).is_file()]
        self.edit = args.edit if args.edit and args.edit in tracked else max(wanted, key=lambda path: min((self.root / path).stat().st_size, 60_000))
        self.text = (self.root / self.edit).read_text(errors="replace")
        subprocess.run([args.binary, "init", "onboarding", "-C", folder], capture_output=True)
        self.manifest = str(next(pathlib.Path(folder).rglob("onboarding*.yaml")))
        self.n_edits = 0
        self.write("base")
        time.sleep(SETTLED)
        subprocess.run(["git", "status"], cwd=self.root, capture_output=True)
        for kind in ("index", "cached", "cached"):
            subprocess.run(self.command(kind), cwd=self.root, capture_output=True)

    def name(self, number):
        return f"cost_probe_{number}"

    def write(self, kind):
        suffix = pathlib.Path(self.edit).suffix
        comment, declared = COMMENT.get(suffix, "//"), DECLARED[suffix]
        fixed = declared.format(name=self.name("base"), call="len")
        text = self.text + "\n" + (comment + " " + "more " * self.n_edits + "\n" if kind == "moved" else "")
        if kind == "call":
            fixed = declared.format(name=self.name("base"), call=f"probed_{self.n_edits}")
        text += fixed + (declared.format(name=self.name(self.n_edits), call="len") if kind == "declared" else "")
        (self.root / self.edit).write_text(text)

    def command(self, kind):
        base = [self.args.binary]
        of = ["-C", str(self.root), "--store", self.store, "-q"]
        bundle = [*base, self.manifest, "--set", f"question.files={self.edit}", *of]
        return {
            "git": ["git", "status"], "version": [*base, "--version"], "lint": [*base, "lint", self.manifest],
            "cached": bundle, "warm": [*bundle, "--no-cache"],
        }.get(kind, [*base, "index", *of])

    def prepared(self, kind):
        if kind in EDITS:
            self.n_edits += 1
            self.write("base")
            subprocess.run(self.command("index"), cwd=self.root, capture_output=True)
            self.write(kind)
        return self.command(kind)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", type=pathlib.Path)
    parser.add_argument("--binary", default="target/release/cg-bundle")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--edit", default="")
    parser.add_argument("--kinds", nargs="*", default=KINDS, choices=KINDS)
    parser.add_argument("--callgrind", action="store_true")
    args = parser.parse_args()
    args.binary = str(pathlib.Path(args.binary).resolve())
    for source in args.checkouts:
        with tempfile.TemporaryDirectory() as folder:
            checkout = Checkout(source.resolve(), args, folder)
            least, memory, counts = {}, {}, {}
            # No answer is kept while a stat is young, so all edits come after all runs over an unchanged tree.
            for kinds in ([kind for kind in args.kinds if kind not in EDITS], [kind for kind in args.kinds if kind in EDITS]):
                git = instructions(["git", "status"], checkout.root) if args.callgrind else 0
                for kind in kinds if args.callgrind else []:
                    own = instructions(checkout.prepared(kind), checkout.root)
                    counts[kind] = f", {own:.1f} M instructions ({own / max(git, 1e-9):.2f} x)"
                for _ in range(args.runs):
                    for kind in ["git", *kinds]:
                        cpu, used = spent(checkout.prepared(kind), checkout.root)
                        least[kind] = min(cpu, least.get(kind, cpu))
                        memory[kind] = max(used, memory.get(kind, 0))
            print(f"{source.name}: git status {least['git']:.1f} ms; edits in {checkout.edit}")
            for kind in args.kinds:
                counted = counts.get(kind, "")
                print(f"  {kind:9} {least[kind]:7.1f} ms  {least[kind] / least['git']:5.2f} x  {memory[kind]:5.0f} MB{counted}", flush=True)


if __name__ == "__main__":
    main()
