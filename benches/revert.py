#!/usr/bin/env python3
"""Edits a checkout, reverts it, and holds the facts of the store to those of a rebuild.

    python3 benches/revert.py CHECKOUT... [--binary target/release/cg-bundle] [--rounds 5] [--seed 1]

Works on a copy. Each round changes, cuts, renames, removes and adds some files, compares every relation with a rebuild,
puts all back, and compares again.
"""
import argparse
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

RELATIONS = ["imports", "imports_package", "uses", "declares", "refers", "calls", "extends", "depends", "owns", "tests", "gap"]


def facts(binary, root, store):
    """Every relation as one text."""
    out = []
    for relation in RELATIONS:
        command = [binary, "facts", relation, "--format", "tsv", "-C", str(root), *store]
        out.append(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return out


def aside(folder, names):
    """What a copy needs not: the store, and git's objects."""
    return [name for name in names if name == ".cg-bundle" or (name == "objects" and folder.endswith(".git"))]


def differing(one, other):
    return [name for name, left, right in zip(RELATIONS, one, other) if left != right]


def edit(root, files, chance):
    """Ways in which people change files."""
    path = root / chance.choice(files)
    if not path.is_file():
        return
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    match chance.randrange(6):
        case 0:
            path.write_bytes(data + b"\n")
        case 1 if lines:
            del lines[chance.randrange(len(lines))]
            path.write_bytes(b"".join(lines))
        case 2:
            path.write_bytes(data[: chance.randrange(len(data) + 1)])
        case 3:
            path.rename(path.with_name("moved_" + path.name))
        case 4:
            path.unlink()
        case _:
            path.with_name("copied_" + path.name).write_bytes(data)


def put_back(kept, root):
    """The checkout as it was, with the store left in place."""
    for path in sorted(root.rglob("*"), reverse=True):
        there = kept / path.relative_to(root)
        if ".cg-bundle" not in path.parts and path.is_file() and not there.exists():
            path.unlink()
    for path in kept.rglob("*"):
        there = root / path.relative_to(kept)
        if path.is_file() and not path.is_symlink() and (not there.exists() or there.read_bytes() != path.read_bytes()):
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, there)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", type=pathlib.Path)
    parser.add_argument("--binary", default="target/release/cg-bundle")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    failed = False
    for checkout in args.checkouts:
        chance = random.Random(args.seed)
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch) / checkout.name
            shutil.copytree(checkout, root, symlinks=True, ignore=aside)
            kept = pathlib.Path(scratch) / "kept"
            shutil.copytree(root, kept, symlinks=True)
            command = [args.binary, "facts", "declares", "--format", "tsv", "--no-store", "-C", str(root)]
            rows = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
            files = sorted({row.split("\t")[0] for row in rows})
            before = facts(args.binary, root, [])
            wrong = set(differing(before, facts(args.binary, root, ["--no-store"])))
            for _ in range(args.rounds):
                for _ in range(max(3, len(files) // 50)):
                    edit(root, files, chance)
                wrong |= set(differing(facts(args.binary, root, []), facts(args.binary, root, ["--no-store"])))
                put_back(kept, root)
                wrong |= set(differing(facts(args.binary, root, []), before))
        failed |= bool(wrong)
        verdict = f"differs in {', '.join(sorted(wrong))}" if wrong else "the facts of a rebuild, edited and reverted"
        print(f"{checkout.name}: {args.rounds} rounds over {len(files)} files: {verdict}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
