#!/usr/bin/env python3
"""Whether the changed symbols of real commits are those of an independent reading.

    pip install tree-sitter-language-pack==0.7.3
    python3 benches/changed.py CHECKOUT... [--binary target/release/cg-bundle] [--commits 25] [--seed 1]

Draws commits with a parent at random that change a source file. For each, `cg-bundle inputs diff:COMMIT~1..COMMIT --format changes` gives
the changed files with the symbols of both sides. The independent reading takes the changed lines from `git diff -U0`, the line ranges of
declarations from tree-sitter's grammars by the lists below, and calls a symbol changed where a line of it changed, blank ones left
out, that belongs to no declaration inside it. Names are compared by their last part, on each side of each file.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import tempfile

import tree_sitter_language_pack

FUNCTIONS = {"arrow_function", "function_expression", "generator_function"}
LANGUAGES = {
    "py": ("python", {"function_definition", "class_definition"}, {"function_definition", "lambda"}),
    "go": ("go", {"function_declaration", "method_declaration", "type_spec", "type_alias", "method_elem", "field_declaration", "const_spec", "var_spec"}, {"function_declaration", "method_declaration", "func_literal"}),
    "java": ("java", {"class_declaration", "interface_declaration", "annotation_type_declaration", "enum_declaration", "record_declaration", "method_declaration", "constructor_declaration", "compact_constructor_declaration", "annotation_type_element_declaration", "enum_constant"}, {"method_declaration", "constructor_declaration", "lambda_expression", "static_initializer"}),
    "ts": ("typescript", {"function_declaration", "generator_function_declaration", "function_signature", "class_declaration", "abstract_class_declaration", "interface_declaration", "enum_declaration", "type_alias_declaration", "method_definition", "method_signature", "abstract_method_signature", "public_field_definition", "property_signature"}, {"function_declaration", "method_definition", "generator_function_declaration"} | FUNCTIONS),
}
LANGUAGES["tsx"] = ("tsx", *LANGUAGES["ts"][1:])


def git(root, *args):
    return subprocess.run(["git", "-C", root, *args], capture_output=True, check=True).stdout


def text(node):
    return node.text.decode("utf-8", "replace")


def names(node, language, inside):
    """The names that a node declares; `inside` is whether it lies in a function."""
    _, kinds, _ = LANGUAGES[language]
    if node.type == "decorated_definition":
        return names(node.child_by_field_name("definition"), language, inside)
    if node.type == "export_statement" and node.child_by_field_name("value") is not None:
        # `export default config` declares nothing: it names what another line declares.
        return ["default"] if node.child_by_field_name("value").type != "identifier" else []
    if node.type in {"internal_module", "module"} and node.is_named:
        name = node.child_by_field_name("name")
        return [text(name).strip("\"'").rsplit(".", 1)[-1]] if name is not None else []
    if language in {"ts", "tsx"} and node.type == "ambient_declaration" and any(it.type == "global" for it in node.children):
        return ["global"]
    if node.type in {"property_signature", "method_signature"} and is_written_in_place(node):
        return []
    if language in {"ts", "tsx"} and node.type == "enum_assignment":
        return [text(node.child_by_field_name("name")).strip("\"'")]
    if language in {"ts", "tsx"} and node.type == "property_identifier" and node.parent.type == "enum_body":
        return [text(node)]
    if language in {"ts", "tsx"} and node.type == "required_parameter" and any(it.type == "accessibility_modifier" for it in node.children):
        # A parameter of a constructor that is a field.
        return [text(node.child_by_field_name("pattern"))]
    if node.type in kinds:
        found = [child for at, child in enumerate(node.children) if node.field_name_for_child(at) == "name"]
        if node.type in {"const_spec", "var_spec"} and inside:
            return []
        return [text(child).strip("\"'") for child in found]
    if language == "py" and node.type == "assignment" and not inside:
        left = node.child_by_field_name("left")
        return [text(left)] if left and left.type == "identifier" else []
    if language == "java" and node.type in {"field_declaration", "constant_declaration"}:
        return [text(it.child_by_field_name("name")) for it in node.children if it.type == "variable_declarator"]
    if language in {"ts", "tsx"} and node.type == "variable_declarator":
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name.type == "identifier" and (not inside or value is not None and value.type in FUNCTIONS):
            return [text(name)]
    if language in {"ts", "tsx"} and node.type == "pair":
        key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
        return [text(key).strip("\"'")] if value is not None and value.type in FUNCTIONS else []
    return []


NAMED = {"class_body", "interface_declaration", "type_alias_declaration", "public_field_definition"}
PLACES = {"variable_declarator", "method_definition", "method_signature", "abstract_method_signature", "function_signature", "function_declaration", "generator_function_declaration", "program"} | FUNCTIONS


def is_written_in_place(member):
    """Whether a member is one of a type that a function or a variable has in place, as in `opts: { res: Response }`: it has no name to ask for."""
    node = member.parent
    while node is not None and node.type not in NAMED | PLACES:
        node = node.parent
    return node is None or node.type in PLACES


def declarations(source, language):
    """(first line, last line, name), the outer before the inner."""
    tree = tree_sitter_language_pack.get_parser(LANGUAGES[language][0]).parse(source)
    found, open_ = [], [(tree.root_node, False)]
    while open_:
        node, inside = open_.pop()
        for name in set(names(node, language, inside)) - {"_"}:
            found.append((node.start_point[0] + 1, node.end_point[0] + 1, name))
        inside = node.type != "class_definition" and (inside or node.type in LANGUAGES[language][2])
        open_.extend((child, inside) for child in node.children)
    return sorted(found, key=lambda it: (it[0], -it[1]))


def around(found, lines):
    changed = set()
    for line in lines:
        around_ = [it for it in found if it[0] <= line <= it[1]]
        if around_:
            inner = max(around_, key=lambda it: (it[0], -it[1]))
            changed |= {it[2] for it in around_ if it[:2] == inner[:2]}
    return changed


def expected(root, commit):
    """For each changed source file, by its path after (or before): the changed names before and after."""
    found = {}
    diff = git(root, "diff", "-U0", "-M", "--no-color", "--no-ext-diff", f"{commit}~1", commit).decode("utf-8", "replace")
    for part in re.split(r"^diff --git ", diff, flags=re.M)[1:]:
        old = re.search(r"^--- (?:a/)?(.*)$", part, re.M)
        new = re.search(r"^\+\+\+ (?:b/)?(.*)$", part, re.M)
        if not old or not new:
            continue
        sides = []
        for name, path, at in (("before", old[1], f"{commit}~1"), ("after", new[1], commit)):
            path = path.rstrip("\t")
            language = path.rsplit(".", 1)[-1]
            if path == "/dev/null" or language not in LANGUAGES:
                sides.append(set())
                continue
            source = git(root, "show", f"{at}:{path}")
            content = source.decode("utf-8", "replace").split("\n")
            group = (1, 2) if name == "before" else (3, 4)
            lines = []
            for hunk in re.finditer(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", part, re.M):
                start, count = int(hunk[group[0]]), int(hunk[group[1]] or 1)
                lines += [line for line in range(start, start + count) if content[line - 1].strip()]
            sides.append(around(declarations(source, language), lines))
        path = new[1].rstrip("\t") if new[1] != "/dev/null" else old[1].rstrip("\t")
        if path.rsplit(".", 1)[-1] in LANGUAGES and not path.endswith(".d.ts"):
            found[path] = sides
    return found


def actual(binary, root, store, commit):
    out = subprocess.run([binary, "-q", "inputs", f"diff:{commit}~1..{commit}", "--format", "changes", "-C", root, "--store", store], capture_output=True, check=True)
    last = lambda names: {name.rsplit(".", 1)[-1].rsplit("::", 1)[-1] for name in names}
    return {it.get("new_path", it.get("old_path")): [last(it["before"]), last(it["after"])] for it in json.loads(out.stdout)}


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("checkouts", nargs="+")
    args.add_argument("--binary", default="target/release/cg-bundle")
    args.add_argument("--commits", type=int, default=25)
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--verbose", action="store_true")
    args = args.parse_args()
    total = collections.Counter()
    for root in args.checkouts:
        commits = git(root, "rev-list", "--no-merges", "--min-parents=1", "HEAD").decode().split()
        random.Random(args.seed).shuffle(commits)
        counts = collections.Counter()
        with tempfile.TemporaryDirectory() as folder:
            for commit in commits:
                if counts["commits"] == args.commits:
                    break
                wanted = expected(root, commit)
                if not wanted:
                    continue
                counts["commits"] += 1
                given = actual(args.binary, root, f"{folder}/store.sqlite", commit)
                is_same = True
                for path, sides in wanted.items():
                    counts["files"] += 1
                    for name, want, have in zip(("before", "after"), sides, given.get(path, [set(), set()])):
                        counts["symbols"] += len(want)
                        counts["both"] += len(want & have)
                        if want != have:
                            is_same = False
                            if args.verbose:
                                print(f"  {commit[:10]} {path} {name}: missing {sorted(want - have)}, more {sorted(have - want)}")
                counts["equal"] += is_same
        print(f"{pathlib.Path(root).name}: {counts['equal']} of {counts['commits']} commits equal; {counts['both']} of {counts['symbols']} symbols in {counts['files']} files", flush=True)
        total += counts
    print(f"all: {total['equal']} of {total['commits']} commits equal; {total['both']} of {total['symbols']} symbols in {total['files']} files")


if __name__ == "__main__":
    main()
