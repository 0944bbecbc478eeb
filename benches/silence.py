#!/usr/bin/env python3
"""How often an answer lacks a place and does not say so.

    pip install tree-sitter-language-pack==0.7.3
    python3 benches/silence.py CHECKOUT... [--binary target/release/cg-bundle] [--definitions 200] [--packages 40] [--seed 1]

Draws definitions at random and asks `scip.refs` for each. Every place where its last name stands as a word in code of the same
language (comments, strings and keywords are left out by a parser that shares nothing with ours but the grammars) is one of:

    answered  its line is cited, or the answer counts it in a file that declares or imports the definition
    other     the answer counts it, with its file, as something else, and as what: a local name, a key, a call of B
    told      the answer counts it, with its file, as a place that no fact binds
    silent    none of these

Then draws packages that imports name, as the imports write them, the repository's own left out, and asks `import_graph.reverse_lookup` for each. A place is an import;
it is answered where its file is returned, told where the answer says of what kind the package is (a note that denies that anything
imports it counts as nothing), else silent.

A file can be counted for more places than it has left; the rest is not carried over to other files. `over` sums those rests, with
that of the places cited on one line: it bounds what a wrong count could hide.
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
    "dart": "dart", "ex": "elixir", "exs": "elixir",
}
FAMILY = {"typescript": "js", "tsx": "js", "javascript": "js", "java": "jvm", "kotlin": "jvm", "scala": "jvm", "c": "c", "cpp": "c"}
NO_CODE = re.compile("comment|string|heredoc|char_literal|character|rune|regex|jsx_text|shebang|line_str_text")
KEYWORD = re.compile("primitive_type|predefined_type|modifier|^(?:this|self|super|null|none|true|false|nil|boolean|integral_type|void_type)")
WORD = re.compile(rb"[A-Za-z_$][\w$]*")
IMPORT = re.compile("^(?:import_statement|import_from_statement|import_declaration|import_header|import_spec|import|use_declaration|using_directive|"
                    "namespace_use_clause|preproc_include)$")
# The parts of a path as written that name its package; elsewhere all but the last.
HEADS = {"python": (".", 1), "rust": ("::", 1), "swift": (".", 1)}


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
            if node.is_named and not KEYWORD.search(node.type) and WORD.fullmatch(text[node.start_byte:node.end_byte]):
                found[text[node.start_byte:node.end_byte].decode()].append(node.start_point[0] + 1)
        open_nodes.extend(node.children)
    return found, text


def imports(root, path):
    """The packages that the imports of a file name, each with its line."""
    language = ENDINGS[path.rsplit(".", 1)[-1]]
    text = (root / path).read_bytes()
    if len(text) > 1 << 20:
        return
    open_nodes = [languages.get_parser(language).parse(text).root_node]
    while open_nodes:
        node = open_nodes.pop()
        written = text[node.start_byte:node.end_byte].decode(errors="replace")
        if language == "ruby" and node.type == "call" or FAMILY.get(language) == "js" and node.type == "call_expression":
            named = re.match(r"(?:require|import)\s*\(?\s*['\"]([^'\"$]+)['\"]", written)
            if named:
                yield package(language, named[1]), node.start_point[0] + 1
        if IMPORT.match(node.type) and node.is_named:
            if FAMILY.get(language) == "js":
                named = re.findall(r"['\"]([^'\"]+)['\"]\s*;?\s*$", written)
            elif language in ("c", "cpp"):
                named = re.findall(r"<([^>]+)>", written)
            elif language == "go":
                named = re.findall(r'"([^"]+)"', written) if node.type == "import_spec" else []
            elif language == "python":
                named = re.findall(r"^from\s+([\w.]+)", written) or re.findall(r"(?:^import|,)\s+([\w.]+)", written)
            else:
                marks = r"(?:static|@testable|struct|class|func|enum|protocol|var|let|function|const)\s+"
                start = r"" if language == "php" else r"\b(?:import|use|using)\s+"
                # An alias is no package, and neither is a trait that a class of PHP uses.
                written = re.sub(r"^((?:global\s+)?using\s+)\w+\s*=\s*", r"\1", written)
                named = re.findall(start + rf"(?:{marks})?\\?((?!(?:static|const|function)\b)[A-Za-z_][\w.:\\]*)", written)[:1]
                named = [] if language == "php" and node.type == "use_declaration" else named
                group = node.parent if node.parent is not None and node.parent.type.endswith("_use_group") else None
                if language == "php" and group is not None and group.prev_named_sibling is not None:
                    before = group.prev_named_sibling
                    head = text[before.start_byte:before.end_byte].decode(errors="replace").strip("\\")
                    named = [head + "\\" + one for one in named]
            for one in named:
                yield package(language, one), node.start_point[0] + 1
        open_nodes.extend(node.children)


def package(language, written):
    """The package of a path as written; `None` where it is the file's own place."""
    if written.startswith((".", "/", "#", "crate", "super", "self", "std:", "core:", "alloc:")):
        return None
    if FAMILY.get(language) == "js":
        return "/".join(written.split("/")[:2 if written.startswith("@") else 1])
    if language in HEADS:
        sign, count = HEADS[language]
        return sign.join(written.split(sign)[:count])
    if language in ("java", "kotlin"):
        return written.rstrip(".").rsplit(".", 1)[0]
    return written.rstrip("_:.;") if language == "scala" else written.rstrip(":.;")


class Repository:
    def __init__(self, root, args):
        self.root, self.args = root, args
        self.store = ["--store", f"/tmp/silence-{root.name}.sqlite"]
        self.run("index")
        self.declares = self.facts("declares")
        self.words, self.own = {}, {}
        for row in self.facts("file"):
            path = row.get("path") or row["file"]
            if family(path):
                try:
                    self.words[path] = words(root, path)
                except (OSError, RecursionError):
                    continue
        named = [re.findall(r'"name":\s*("[^"]+")', path.read_text(errors="replace"))[:1] for path in root.rglob("package.json")]
        self.manifests = {name for names in named for name in names}
        self.by_name = collections.defaultdict(list)
        for path, (found, _) in self.words.items():
            for name in found:
                self.by_name[name].append(path)

    def run(self, *command):
        ended = subprocess.run([self.args.binary, *command, "-C", str(self.root), *self.store], capture_output=True, text=True)
        return ended.stdout

    def facts(self, relation):
        text = self.run("facts", relation, "--format", "json")
        return [json.loads(line) for line in text.splitlines()] if not text.startswith("[") else json.loads(text)

    def query(self, call):
        text = self.run("query", call, "--format", "json")
        return json.loads(text) if text else {"files": [], "notes": []}

    def judge(self, definition):
        """The places of a definition's name, by what the answer says of each."""
        name = definition["name"].rsplit(".", 1)[-1]
        lines = self.words[definition["file"]][1].split(b"\n") if definition["file"] in self.words else []
        if not b"".join(lines[definition["line"] - 1:definition["line"]])[definition["column"] - 1:].startswith(name.encode()):
            # What a macro declares, such as a test, has no name that code could say.
            return collections.Counter(), []
        answer = self.query(f"scip.refs(\"{definition['file']}:{definition['name']}\")")
        cited, is_use = collections.defaultdict(set), collections.Counter()
        for file in answer["files"]:
            for link in file["chain"]:
                path, line, _ = link["at"].rsplit(":", 2)
                cited[path].add(int(line))
                # Their places are in the counts of the file, too.
                is_use[path] += link["relation"] in ("uses", "refers", "extends", "imports", "declares")
        counts, silent = collections.Counter(), []
        for path in self.by_name[name]:
            if family(path) != family(definition["file"]):
                continue
            found, _ = self.words[path]
            lines = [line for line in found[name] if line not in cited[path]]
            counts["answered"] += len(found[name]) - len(lines)
            # Most certain first: what is counted too often takes no room from what means something else.
            left = len(lines)
            for verdict in ("meant", "other", "open"):
                rows = [row for row in answer.get("mentions", []) if row["name"] == name and row["verdict"] == verdict]
                said = sum(row["files"].get(path, 0) for row in rows)
                taken = min(left, said)
                counts[VERDICTS[verdict]] += taken
                left -= taken
                counts["over"] += max(said - taken - is_use[path], 0)
                is_use[path] -= min(is_use[path], said - taken)
            counts["silent"] += left
            silent += [f"{path}:{lines} ({left})"] * left
        return counts, silent


    def owns(self, name):
        """Whether a module is the repository's own: a folder, a file, a namespace or a package of it."""
        if name not in self.own:
            parts = re.split(r"\.|::|\\\\|/", name)
            places = {"/" + "/".join(parts), "/" + "/".join(parts).replace("_", "-")}
            places |= {"/" + "/".join(parts[:end]) for end in range(2, len(parts))}
            statement = re.compile(rb"(?m)^\s*(?:namespace|package|module)\s+" + re.escape(name.encode()) + rb"\b")
            inside = any(f"{place}/" in f"/{path}" or f"/{path}".rsplit(".", 1)[0].endswith(place) for path in self.words for place in places)
            self.own[name] = inside or f'"{name}"' in self.manifests or any(statement.search(text) for _, text in self.words.values())
        return self.own[name]

    def packages(self, args):
        """The imports of packages drawn at random, by what the answer says of each."""
        places = collections.defaultdict(set)
        for path in self.words:
            for name, line in imports(self.root, path):
                if name and not self.owns(name):
                    places[name, family(path)].add((path, line))
        drawn = random.Random(args.seed).sample(sorted(places), min(args.packages, len(places)))
        counts, silent = collections.Counter(packages=len(drawn)), []
        for name, kin in drawn:
            answer = self.query(f'import_graph.reverse_lookup("{name}")')
            found = {file["path"] for file in answer["files"]}
            says = any("library" in note or "built in" in note for note in answer["notes"])
            for path, line in sorted(places[name, kin]):
                # The files of a package do not import themselves.
                what = "answered" if path in found else "told" if says else "silent"
                counts[what] += 1
                silent += [f"{name} at {path}:{line}: {answer['notes'][:1]}"] * (what == "silent")
        return counts, silent


VERDICTS = {"meant": "answered", "other": "other", "open": "told"}


def of_packages_cells(counts):
    places = max(counts["answered"] + counts["told"] + counts["silent"], 1)
    shares = [f"{counts[kind]} ({100 * counts[kind] / places:.1f} %)" for kind in ("answered", "told", "silent")]
    return [str(counts["packages"]), str(places), *shares]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", type=pathlib.Path)
    parser.add_argument("--binary", default="target/release/cg-bundle")
    parser.add_argument("--definitions", type=int, default=200)
    parser.add_argument("--packages", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0)
    args = parser.parse_args()
    print("| checkout | definitions | places | answered | other | told | silent | over | packages | imports | answered | told | silent |")
    print("|---" + "|--:" * 12 + "|")
    for root in args.checkouts:
        repository = Repository(root, args)
        named = [row for row in repository.declares if len(row["name"].rsplit(".", 1)[-1]) > 1 and family(row["file"])]
        drawn = random.Random(args.seed).sample(named, min(args.definitions, len(named)))
        all_counts, shown = collections.Counter(), []
        for definition in drawn:
            counts, silent = repository.judge(definition)
            all_counts += counts
            shown += [f"{definition['file']}:{definition['name']} at {place}" for place in silent]
        places = max(sum(all_counts[kind] for kind in KINDS[:4]), 1)
        cells = [f"{all_counts[kind]} ({100 * all_counts[kind] / places:.1f} %)" for kind in KINDS]
        of_packages, unsaid = repository.packages(args)
        shown += [f"package {place}" for place in unsaid]
        print(f"| {root.name} | {len(drawn)} | {places} | {' | '.join(cells)} | {' | '.join(of_packages_cells(of_packages))} |", flush=True)
        for place in random.Random(args.seed).sample(shown, min(args.show, len(shown))):
            print(f"  silent: {place}", file=sys.stderr)


KINDS = ["answered", "other", "told", "silent", "over"]

if __name__ == "__main__":
    main()
