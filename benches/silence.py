#!/usr/bin/env python3
"""How often an answer lacks a place and does not say so.

    pip install tree-sitter-language-pack==0.7.3
    python3 benches/silence.py CHECKOUT... [--binary target/release/cg-bundle] [--definitions 200] [--seed 1] [--show 5]

Draws definitions at random and asks `scip.refs` for each. Every place where its last name stands as a word in code of the same
language (comments and strings are left out by a parser that shares nothing with ours but the grammars) is one of:

    answered  its line is cited, or the answer says that its file uses the definition
    other     a fact binds it to something else: a call, another definition, a use, an import, or a name of its own function
    told      the answer counts it, with its file, as a place that no fact binds
    silent    none of these

Prints a row a checkout. A file can be told for more places than it has left; the rest is not carried over to other files.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys

import tree_sitter_language_pack as languages

ENDINGS = {
    "py": "python", "go": "go", "rs": "rust", "java": "java", "kt": "kotlin", "ts": "typescript", "tsx": "tsx", "js": "javascript",
    "jsx": "javascript", "mjs": "javascript", "cjs": "javascript", "c": "c", "h": "c", "cc": "cpp", "cpp": "cpp", "hpp": "cpp",
    "cs": "csharp", "swift": "swift", "rb": "ruby", "php": "php", "scala": "scala", "lua": "lua",
}
FAMILY = {"typescript": "js", "tsx": "js", "javascript": "js", "java": "jvm", "kotlin": "jvm", "scala": "jvm", "c": "c", "cpp": "c"}
NO_CODE = re.compile("comment|string|heredoc|char_literal|character|rune|regex|jsx_text|shebang|line_str_text")
WORD = re.compile(rb"[A-Za-z_$][\w$]*")
# A parameter, a local variable, a label: names that a function binds for itself.
BINDS = r"(?:(?:let|var|val|const|mut|for|catch|as|self\.|this\.)\s+{0}\b|\b{0}\s*(?::?=[^=]|:[^:]|,[^()]*\bin\b)|[(,|]\s*(?:\w[\w.<>\[\]*&]*\s+)?[*&]*{0}\s*[,)|:=])"


def family(path):
    language = ENDINGS.get(path.rsplit(".", 1)[-1])
    return FAMILY.get(language, language)


def words(root, path):
    """The words in code of a file, with their lines."""
    language = ENDINGS[path.rsplit(".", 1)[-1]]
    text = (root / path).read_bytes()
    if len(text) > 1 << 20:
        return {}, text
    tree = languages.get_parser(language).parse(text)
    found = collections.defaultdict(list)
    open_nodes = [tree.root_node]
    while open_nodes:
        node = open_nodes.pop()
        is_text = NO_CODE.search(node.type) and "interpolation" not in node.type
        if is_text and not any("interpolation" in child.type or "substitution" in child.type for child in node.children):
            continue
        if node.child_count == 0:
            if WORD.fullmatch(text[node.start_byte:node.end_byte]):
                found[text[node.start_byte:node.end_byte].decode()].append(node.start_point[0] + 1)
        open_nodes.extend(node.children)
    return found, text


class Repository:
    def __init__(self, root, args):
        self.root, self.args = root, args
        self.store = ["--store", f"/tmp/silence-{root.name}.sqlite"]
        self.run("index")
        self.declares = self.facts("declares")
        files = [row["path"] if "path" in row else row["file"] for row in self.facts("file")]
        self.words = {}
        for path in files:
            if family(path):
                try:
                    self.words[path] = words(root, path)
                except (OSError, RecursionError):
                    continue
        self.by_name = collections.defaultdict(list)
        for path, (found, _) in self.words.items():
            for name in found:
                self.by_name[name].append(path)
        self.bound = collections.defaultdict(set)  # (file, name) -> lines that facts bind
        for row in self.declares:
            self.bound[row["file"], row["name"].rsplit(".", 1)[-1]].add(row["line"])
        self.declared = {key: bool(lines) for key, lines in self.bound.items()}
        self.declared = collections.defaultdict(bool, self.declared)
        for row in self.facts("calls"):
            self.bound[row["file"], row["callee"].rsplit(".", 1)[-1]].add(row["line"])
        self.used = collections.defaultdict(set)  # (file, name): all places of the file mean that definition
        for relation in ("uses", "refers"):
            for row in self.facts(relation):
                self.used[row["file"], row["name"].rsplit(".", 1)[-1]].add((row["declaring_file"], row["name"]))

    def run(self, *command):
        ended = subprocess.run([self.args.binary, *command, "-C", str(self.root), *self.store], capture_output=True, text=True)
        return ended.stdout

    def facts(self, relation):
        text = self.run("facts", relation, "--format", "json")
        return [json.loads(line) for line in text.splitlines()] if not text.startswith("[") else json.loads(text)

    def judge(self, definition):
        """The places of a definition's name, by what became of each."""
        name = definition["name"].rsplit(".", 1)[-1]
        symbol = f"{definition['file']}:{definition['name']}"
        text = self.run("query", f"scip.refs(\"{symbol}\")", "--format", "json")
        answer = json.loads(text) if text else {"files": [], "notes": []}
        cited, whole = collections.defaultdict(set), set()
        for file in answer["files"]:
            for link in file["chain"]:
                path, line, _ = link["at"].rsplit(":", 2)
                cited[path].add(int(line))
                if link["relation"] in ("uses", "refers", "imports"):
                    whole.add(path)
        told = self.told(name, answer)
        counts, silent = collections.Counter(), []
        for path in self.by_name[name]:
            if family(path) != family(definition["file"]):
                continue
            found, text = self.words[path]
            left = told.get(path, 0)
            is_own = path == definition["file"] and name in (row["name"] for row in self.declares if row["file"] == path)
            binds = re.search(BINDS.format(re.escape(name)).encode(), text)
            declares = path != definition["file"] and self.declared[path, name]
            imports = re.search(rb"(?m)^\s*(?:import|from|use|using|require|export|#include)\b[^\n]*\b" + re.escape(name).encode(), text)
            for line in found[name]:
                if line in cited[path] or path in whole or line == definition["line"] and is_own:
                    counts["answered"] += 1
                elif line in self.bound[path, name] or self.used[path, name]:
                    counts["other"] += 1
                elif left > 0:
                    left -= 1
                    counts["told"] += 1
                elif binds or imports or declares:
                    counts["other"] += 1
                else:
                    counts["silent"] += 1
                    silent.append(f"{path}:{line}")
        return counts, silent

    def told(self, name, answer):
        """The files of the note, and those behind `and N more files`, which the fact names."""
        if not any("that no fact binds" in note for note in answer["notes"]):
            return {}
        return {row["file"]: row["count"] for row in self.unbound if row["name"] == name}

    @property
    def unbound(self):
        if not hasattr(self, "_unbound"):
            self._unbound = self.facts("unbound")
        return self._unbound


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", type=pathlib.Path)
    parser.add_argument("--binary", default="target/release/cg-bundle")
    parser.add_argument("--definitions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0)
    args = parser.parse_args()
    print("| checkout | definitions | places | answered | other | told | silent |\n|---|--:|--:|--:|--:|--:|--:|")
    for root in args.checkouts:
        repository = Repository(root, args)
        named = [row for row in repository.declares if len(row["name"].rsplit(".", 1)[-1]) > 1 and family(row["file"])]
        drawn = random.Random(args.seed).sample(named, min(args.definitions, len(named)))
        all_counts, shown = collections.Counter(), []
        for definition in drawn:
            counts, silent = repository.judge(definition)
            all_counts += counts
            shown += [f"{definition['file']}:{definition['name']} at {place}" for place in silent]
        places = max(sum(all_counts.values()), 1)
        cells = [f"{all_counts[kind]} ({100 * all_counts[kind] / places:.1f} %)" for kind in ("answered", "other", "told", "silent")]
        print(f"| {root.name} | {len(drawn)} | {places} | {' | '.join(cells)} |", flush=True)
        for place in random.Random(args.seed).sample(shown, min(args.show, len(shown))):
            print(f"  silent: {place}", file=sys.stderr)


if __name__ == "__main__":
    main()
