#!/usr/bin/env python3
"""The worst requests that anybody may make, over a generated tree: use within the limits, and `safe` against `deep`.

    python3 benches/worst.py DIR [--files 50000] [--binary target/release/cg-bundle] [--rounds 3]

DIR is made where it is not there: files of TypeScript, of which two in five import one hub, one in five defines the same
name, and 300 are barrels that export all of each other. Then each request is answered under `safe`, `balanced` and `deep`,
without kept answers, from a warm store.

Prints a table in milliseconds of CPU, the 95th percentile of `safe` against that of `deep` (S4.31) and the plain request that
both are held against. Exit code 1 where a counter passes its limit (X10), where a run fails, or where a file of `must_read`
under `safe` is not named under `deep`, or shown less for another reason than that more files share the characters.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

PROFILES = ["safe", "balanced", "deep"]
PLAIN = 'must_read: { derived: [{ name: one, compute: import_graph.reverse_lookup("src/leaf0.ts"), max_files: 5 }] }\n'


def tree(root, n_files):
    """Writes the files; the folders hold a thousand each."""
    n_hub, n_same, n_barrels = n_files * 2 // 5, n_files // 5, 300
    files = {"src/hub.ts": "export function hub() { return 1; }\nexport class Base { run() { return hub(); } }\n"}
    for at in range(n_barrels):
        exported = "".join(f"export * from './b{other}';\n" for other in range(n_barrels) if other != at)
        files[f"src/barrels/b{at}.ts"] = f"{exported}export const own{at} = {at};\n"
    files["src/barrels/use.ts"] = "import { own299 } from './b0';\nexport const used = own299;\n"
    for at in range(40):
        below = f"import {{ chain{at + 1} }} from './chain{at + 1}';\n" if at < 39 else ""
        files[f"src/chain{at}.ts"] = f"{below}export const chain{at} = {f'chain{at + 1}' if below else 1};\n"
    for at in range(n_files - len(files)):
        lines = [f"export const leaf{at} = {at}; // a common word"]
        if at < n_hub:
            lines = ["import { hub, Base } from '../hub';", f"export class Part{at} extends Base {{ run() {{ return hub(); }} }}", *lines]
        if at < n_same:
            lines.append("export function same() { return 1; }")
        files[f"src/{'' if at == 0 else f'f{at // 1000}/'}leaf{at}.ts"] = "\n".join(lines) + "\n"
    for path, text in files.items():
        path = root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def request(*calls):
    """A manifest of some calls, as JSON, which is YAML."""
    derived = [{"name": f"q{at}", "compute": call, "max_files": 50} for at, call in enumerate(calls)]
    return json.dumps({"budget": {"max_chars": 60000}, "must_read": {"derived": derived}})


def requests():
    """The worst requests, by name."""
    deep = ["import_graph.transitive_callers(\"src/hub.ts\", depth=16)", "import_graph.dependencies(\"src/chain0.ts\", depth=16)",
            "call_graph.callers(hub, depth=8)", "type_graph.subtypes(Base, depth=4)"]
    literal = [call.replace("(hub,", "(\"hub\",").replace("(Base,", "(\"Base\",") for call in deep]
    many = [f"text.matches(\"leaf{at}\")" for at in range(70)] + [f"search.cascade(\"leaf {at} word\")" for at in range(70)]
    many += [f"import_graph.reverse_lookup(\"src/chain{at % 40}.ts\")" for at in range(60)]
    return {
        "one letter": request('search.cascade("x")', 'search.symbols("x")'),
        "10,000 definitions": request('scip.refs("same", definitions=true)', 'call_graph.callers("same", depth=2)'),
        "a hub": request('import_graph.reverse_lookup("src/hub.ts")', 'scip.refs("hub")'),
        "depth 16": request(*literal),
        "200 queries": request(*many),
        "300 barrels": request('import_graph.transitive_callers("src/barrels/b7.ts", depth=16)', 'scip.refs("own299")'),
        "every file": request('text.matches("common word")', 'search.cascade("a common word of all files")'),
        "relied on": request("import_graph.central()", 'search.related("src/hub.ts", "common word")'),
    }


def run(args, manifest, profile):
    """The bundle, and the milliseconds of CPU that it took."""
    command = [args.binary, "-C", args.dir, manifest, "--format", "json", "--no-cache", "-q", "--budget-profile", profile]
    child = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, said = child.stdout.read(), child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        return None, said.decode(errors="replace")
    return json.loads(out), (usage.ru_utime + usage.ru_stime) * 1000


def lost(small, large):
    """The files of a bundle that one of more work does not name, or shows less of though no other file took their characters."""
    of_large = {item["path"]: item for item in large["bands"][0]["items"]}
    for item in small["bands"][0]["items"]:
        other = of_large.get(item["path"])
        is_less = other and other["view"] == "listed" != item["view"] and other.get("reduced") != "budget"
        if other is None or is_less:
            yield item["path"]


def percentile(times):
    return sorted(times)[min(len(times) - 1, int(len(times) * 0.95))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("--files", type=int, default=50_000)
    parser.add_argument("--binary", type=pathlib.Path, default=pathlib.Path("target/release/cg-bundle"))
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    if not args.dir.exists():
        tree(args.dir, args.files)
    manifests = args.dir.parent / f"{args.dir.name}-requests"
    manifests.mkdir(exist_ok=True)
    wrong, times = [], {profile: [] for profile in PROFILES}
    plain = manifests / "plain.yaml"
    plain.write_text(PLAIN)
    first = run(args, plain, "safe")[1]
    warm = min(run(args, plain, "safe")[1] for _ in range(args.rounds))
    print(f"first run {first:.0f} ms, plain request {warm:.0f} ms\n")
    print(f"{'request':20}" + "".join(f"{profile:>10}" for profile in PROFILES) + f"{'of plain':>10}  status, degraded")
    for name, text in requests().items():
        path = manifests / f"{name.replace(' ', '-').replace(',', '')}.yaml"
        path.write_text(text)
        row, bundles = [], {}
        for profile in PROFILES:
            rounds = [run(args, path, profile) for _ in range(args.rounds)]
            if rounds[0][0] is None:
                wrong.append(f"{name}: {profile}: {rounds[0][1].strip()}")
                row.append(float("nan"))
                continue
            bundles[profile], best = rounds[0][0], min(time for _, time in rounds)
            work = bundles[profile]["budget"]["work"]
            over = [unit for unit, used in work["used"].items() if used > work["limits"].get(unit, 0)]
            wrong.extend(f"{name}: {profile}: {unit} is over its limit" for unit in over)
            row.append(best)
            times[profile].append(best)
        for small, large in zip(PROFILES, PROFILES[1:]):
            if small in bundles and large in bundles and (paths := sorted(lost(bundles[small], bundles[large]))):
                wrong.append(f"{name}: {large} loses {len(paths)} files of {small}: {paths[:3]}")
        state = bundles.get("safe", {})
        print(f"{name:20}" + "".join(f"{time:10.0f}" for time in row) + f"{row[0] / warm:10.2f}  {state.get('status')}, {state.get('degraded')}")
    if times["safe"] and times["deep"]:
        safe, deep = percentile(times["safe"]), percentile(times["deep"])
        print(f"\n95th percentile: safe {safe:.0f} ms, deep {deep:.0f} ms: {100 - 100 * safe / deep:.0f} % less")
        safe, deep = (max(value - warm, 0) for value in (safe, deep))
        print(f"the same without the plain request: {safe:.0f} of {deep:.0f} ms")
    for line in wrong:
        print(f"wrong: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
