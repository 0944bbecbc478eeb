#!/usr/bin/env python3
"""Prints the calls of a small C project as clang and its linker resolve them: what tests/cases/judged holds.

    python3 benches/accuracy/clangcalls.py ROOT [CLANG-ARGUMENT …]

Each `.c` file below ROOT is one unit. A line is `file:line:column -> file:line of the definition`, or `-> external`. Calls
through pointers, and calls in the bodies of macros, are left out.
"""
import json
import pathlib
import subprocess
import sys


class Places:
    """Places in the order of the dump: a file or a line that is the same as before is left out."""

    def __init__(self, root):
        self.root, self.file, self.line = root, None, None

    def read(self, place):
        place = place or {}
        if "spellingLoc" in place or "expansionLoc" in place:
            spelled = self.read(place.get("spellingLoc"))
            self.read(place.get("expansionLoc"))
            return spelled[:3] + (True,)
        self.file, self.line = place.get("file", self.file), place.get("line", self.line)
        return self.file, self.line, place.get("col"), False

    def inside(self, file):
        try:
            return str((self.root / file).resolve().relative_to(self.root)) if file else None
        except ValueError:
            return None


def main(root, *arguments):
    root = pathlib.Path(root).resolve()
    definitions, calls = {}, []
    for unit in sorted(root.rglob("*.c")):
        command = ["clang", "-fsyntax-only", "-Xclang", "-ast-dump=json", *arguments, str(unit)]
        tree = json.loads(subprocess.run(command, cwd=root, capture_output=True, check=True).stdout)
        read(tree, unit, Places(root), definitions, calls)
    rows = set()
    for unit, place, name, is_static in calls:
        home = definitions.get((unit, name)) or definitions.get((None, name))
        rows.add((place, home or "external"))
    for (file, line, column), home in sorted(rows):
        print(f"{file}:{line}:{column} -> {home}")


def read(tree, unit, places, definitions, calls):
    open_nodes = [tree]
    while open_nodes:
        node = open_nodes.pop()
        file, line, _, _ = places.read(node.get("loc"))
        begin = places.read(node.get("range", {}).get("begin"))
        places.read(node.get("range", {}).get("end"))
        kind, inner = node.get("kind"), node.get("inner", [])
        if kind == "FunctionDecl" and any(child.get("kind") == "CompoundStmt" for child in inner):
            inside = places.inside(file)
            if inside:
                own = unit if node.get("storageClass") == "static" else None
                definitions[(own, node["name"])] = f"{inside}:{line}"
        if kind == "DeclRefExpr" and node.get("referencedDecl", {}).get("kind") == "FunctionDecl":
            file, line, column, in_macro = begin
            inside = places.inside(file)
            if inside and not in_macro and node.get("is_called"):
                calls.append((unit, (inside, line, column), node["referencedDecl"]["name"], False))
        if kind == "CallExpr" and inner:
            mark(inner[0])
        open_nodes.extend(reversed(inner))


def mark(callee):
    """The name that a call begins with, behind what the compiler puts around it."""
    while callee.get("kind") in ("ImplicitCastExpr", "ParenExpr") and callee.get("inner"):
        callee = callee["inner"][0]
    callee["is_called"] = True


if __name__ == "__main__":
    main(*sys.argv[1:])
