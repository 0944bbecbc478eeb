"""Judges call edges by a SCIP index: what the indexer's compiler says stands where we say a call is."""
import collections
import pathlib
import re

from scip import Index, key, last_name

CONSTRUCTORS = {"__init__", "__new__", "constructor", "<constructor>", "new", "init"}
JSX = re.compile(r"(^|[^\w$>.])<$")
# A method in an object is told as a use of the member that its type has.
DECLARING, METHOD = {"", "async", "get", "set", "*", "async *"}, re.compile(r"\s*(?:<[^<>()]*>)?\(.*\{\s*$")
CALL = re.compile(r"\s*(?:\?\.)?\s*(?:<[^<>()]*>)?\(")


class Texts:
    """Lines of source, and columns as the index counts them (UTF-16 units)."""

    def __init__(self, root):
        self.root, self.lines = pathlib.Path(root), {}

    def line(self, path, line):
        if path not in self.lines:
            self.lines[path] = (self.root / path).read_bytes().split(b"\n")
        lines = self.lines[path]
        return lines[line] if line < len(lines) else b""

    def column(self, path, line, byte):
        head = self.line(path, line)[:byte]
        return byte if head.isascii() else len(head.decode("utf-8", "replace").encode("utf-16-le")) // 2

    def after(self, path, line, column):
        text = self.line(path, line).decode("utf-8", "replace")
        return text[column:]

    def before(self, path, line, column):
        return self.line(path, line).decode("utf-8", "replace")[:column]


def judge(given, declared, index, texts):
    """Sorts our edges, and gives the places of the right ones: (evidence, verdict) -> examples. A verdict is `right`, `wrong`, or why there is none."""
    lines = {name: [int(line) - 1 for line in places] for name, places in declared.items()}
    at = {path: {} for path in index.documents}
    for path, found in index.documents.items():
        for line, start, _, _, symbol, is_definition in found:
            if not is_definition:
                at[path].setdefault((line, start), []).append(symbol)
    verdicts = collections.defaultdict(list)
    linked = set()
    for caller, callee, place, evidence, callee_line, *_ in given:
        path = caller.rsplit(":", 1)[0]
        line, column = (int(part) - 1 for part in place.split(":"))
        row = f"{path}:{place} -> {callee}:{callee_line}"
        if path not in index.documents:
            verdicts[evidence, "file not in the index"].append(row)
            continue
        place = (path, line, texts.column(path, line, column))
        symbols = at[path].get(place[1:], [])
        symbols = [symbol for symbol in symbols if not symbol.startswith("local ")]
        if not symbols:
            verdicts[evidence, "nothing in the index there"].append(row)
            continue
        target, name = callee.rsplit(":", 1)
        # Overloads are one function, of which an index may know the first declaration, and we the one with the body.
        ends = {(target, line) for line in lines.get(callee, [int(callee_line) - 1])}
        # A construction is told as the type by one side and as its constructor by the other.
        owner = name.rpartition(".")[0]
        if name.rpartition(".")[2] in CONSTRUCTORS and f"{target}:{owner}" in lines:
            ends |= {(target, line) for line in lines[f"{target}:{owner}"]}
        wanted = {place for symbol in symbols for place in index.definitions.get(key(symbol), ())}
        constructed = {key(symbol).rpartition("#")[0] + "#" for symbol in symbols if last_name(symbol)[0] in CONSTRUCTORS}
        wanted |= {place for symbol in constructed for place in index.definitions.get(symbol, ())}
        text = texts.after(*place)
        agrees = any(text.startswith(last_name(symbol)[0]) for symbol in symbols)
        if ends & wanted:
            linked.add(place)
            verdicts[evidence, "right"].append(row)
        elif not agrees and not constructed:
            verdicts[evidence, "the index names what the text does not"].append(row)
        elif any(symbol.endswith("/__init__:") for symbol in symbols):
            verdicts[evidence, "the index names a module"].append(row)
        else:
            said = sorted(wanted)[:2] or ["external"]
            verdicts[evidence, "wrong"].append(f"{row}   the index says {symbols[0]} {said}")
    return verdicts, linked


def missed(linked, index, texts, languages):
    """Calls of something that the repository defines, by kind of descriptor: how many, and those without a right edge."""
    wanted, lacking = collections.Counter(), collections.defaultdict(list)
    for path, found in index.documents.items():
        if not path.endswith(languages):
            continue
        seen = set()
        for line, start, end_line, end, symbol, is_definition in found:
            if is_definition or symbol.startswith("local ") or line != end_line or (line, start) in seen:
                continue
            if not index.definitions.get(key(symbol)):
                continue
            name, mark = last_name(symbol)
            before, after = texts.before(path, line, start), texts.after(path, line, end)
            # `<A />`, but neither the `A` of `<A.B />` nor that of `f<A>()`.
            is_jsx = bool(JSX.search(before)) and name[:1].isupper() and not after.startswith(".")
            if before.strip() in DECLARING and METHOD.match(after):
                continue
            if not (CALL.match(texts.after(path, line, end)) or is_jsx) or not texts.after(path, line, start).startswith(name):
                continue
            seen.add((line, start))
            wanted[mark] += 1
            if (path, line, start) not in linked:
                lacking[mark].append(f"{path}:{line + 1}:{start + 1} {texts.line(path, line).decode(errors='replace').strip()[:100]}  [{key(symbol)}]")
    return wanted, lacking


def report(given, declared, index_path, root, languages, n_shown):
    index, texts = Index(index_path), Texts(root)
    given = [row for row in given if row[0].rsplit(":", 1)[0].endswith(languages)]
    verdicts, linked = judge(given, declared, index, texts)
    for evidence in ("compiler", "resolved", "scoped", "inferred"):
        n = {verdict: len(rows) for (of, verdict), rows in verdicts.items() if of == evidence}
        if not n:
            continue
        judged = n.get("right", 0) + n.get("wrong", 0)
        apart = ", ".join(f"{count} {verdict}" for verdict, count in sorted(n.items()) if verdict not in ("right", "wrong"))
        print(f"  {evidence}: P {n.get('right', 0) / max(judged, 1):.4f}  ({n.get('right', 0)} right, {n.get('wrong', 0)} wrong; {apart or 'all judged'})")
        for row in verdicts[evidence, "wrong"][:n_shown]:
            print(f"    wrong: {row}")
    wanted, lacking = missed(linked, index, texts, languages)
    for mark, name in (("().", "methods and functions"), ("#", "types"), (".", "terms")):
        if wanted[mark]:
            lacks = lacking[mark]
            print(f"  recall on calls of {name}: {1 - len(lacks) / wanted[mark]:.4f}  ({wanted[mark]} wanted, {len(lacks)} missing)")
            step = max(1, len(lacks) // max(n_shown, 1))
            for row in lacks[::step][:n_shown]:
                print(f"    missing: {row}")
