#!/usr/bin/env python3
"""Hours of hostile inputs: what no test has the time for. Every child is capped in memory and CPU.

    python3 benches/torture.py fuzz [--targets DIR] [--hours 3] [--only source,store]
    python3 benches/torture.py edits|kills|stores|races|configs CHECKOUT... [--binary target/release/cg-bundle] [--rounds 20]

`fuzz` runs the targets of `fuzz/`, built as CONTRIBUTING says, in slices and in turn until they took so many hours of CPU;
sources get a corpus for each ending of a name. The others work on copies of a checkout: random edits (the store's facts are
those of a rebuild), runs that are killed, stores whose bytes are damaged, first runs at once, configs that change.

Prints a table; the input of each distinct failure is kept below --out. Exit code 1 where something failed.
"""
import argparse
import collections
import hashlib
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import revert  # noqa: E402

MIB = 1 << 20
# What one input may cost: above it, an input that was survived is a failure all the same.
MOST_RSS, MOST_CPU = 500 * MIB, 20


class Ended:
    """How a child ended, and what it took."""

    def __init__(self, status, usage, said):
        self.code = os.waitstatus_to_exitcode(status)
        self.cpu, self.rss, self.said, self.out = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, said, b""


def start(command, args, cpu, said, environment=(), out=subprocess.DEVNULL):
    """Starts a child that can take no more than its share."""

    def cap():
        resource.setrlimit(resource.RLIMIT_AS, (args.memory * MIB, args.memory * MIB))
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))
        resource.setrlimit(resource.RLIMIT_STACK, (2 * MIB, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(args.nice)

    env = {**os.environ, "RAYON_NUM_THREADS": "2", "MALLOC_ARENA_MAX": "2", "RUST_BACKTRACE": "0", **dict(environment)}
    return subprocess.Popen([str(part) for part in command], preexec_fn=cap, env=env, stdin=subprocess.DEVNULL,
                            stdout=out, stderr=said)


def cpu_of(pid):
    """The CPU seconds of a child that runs; 0 where the system does not say."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0


def finish(child, said, patience, share=None):
    """Waits for a child; one that has had its share of CPU is asked to end, one that sleeps past all patience is killed."""
    end = time.monotonic() + patience
    pid = 0
    try:  # Popen's own methods would reap the child, and with it what it took.
        while not pid:
            time.sleep(0.02)
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if not pid and time.monotonic() > end:
                os.kill(child.pid, signal.SIGKILL)
            elif not pid and share and cpu_of(child.pid) > share:
                os.kill(child.pid, signal.SIGUSR1)  # libFuzzer ends after the input at hand.
                share = None
    finally:
        if not pid:
            os.kill(child.pid, signal.SIGKILL)
    child.returncode = os.waitstatus_to_exitcode(status)
    said.seek(max(0, said.seek(0, 2) - 64 * 1024))
    return Ended(status, usage, said.read().decode("utf-8", "replace"))


def run(command, args, cpu=120, patience=1800, environment=(), share=None):
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as out:
        ended = finish(start(command, args, cpu, said, environment, out), said, patience, share)
        out.seek(0)
        ended.out = out.read()
        return ended


class Tally:
    """What was done by each part, and what failed, each distinct failure once."""

    def __init__(self, out):
        self.out, self.rows, self.failures = out, collections.OrderedDict(), {}
        (out / "failures").mkdir(parents=True, exist_ok=True)

    def add(self, part, runs, ended):
        row = self.rows.setdefault(part, [0, 0.0, 0, set()])
        row[0] += runs
        row[1] += ended.cpu
        row[2] = max(row[2], ended.rss)

    def fail(self, part, why, content):
        name = f"{part.replace('/', '-')}-{hashlib.sha1(why.encode()).hexdigest()[:8]}"
        kept = self.out / "failures" / name
        if not kept.exists() or kept.stat().st_size > len(content):
            kept.write_bytes(content)
        if (part, why) not in self.failures:
            print(f"{part}: {why} ({kept})", flush=True)
            (self.out / "failures" / f"{name}.why").write_text(why + "\n")
        self.failures[part, why] = self.failures.get((part, why), 0) + 1
        self.rows.setdefault(part, [0, 0.0, 0, set()])[3].add(name)

    def table(self):
        lines = ["| part | runs | CPU s | peak RSS | failures |", "|---|--:|--:|--:|---|"]
        for part, (runs, cpu, rss, names) in self.rows.items():
            lines.append(f"| {part} | {runs:,} | {cpu:,.0f} | {rss // MIB} MB | {', '.join(sorted(names)) or 'none'} |")
        total = sum(row[1] for row in self.rows.values())
        lines.append(f"\n{total / 3600:.2f} CPU-hours, {len(self.failures)} distinct failures")
        return "\n".join(lines) + "\n"

    def write(self):
        (self.out / "table.md").write_text(self.table())


def reason(ended):
    """Why a run failed, in words that are the same for the same fault; None where it did not."""
    panic = re.search(r"panicked at (\S+?):\d+:?\n?(.*)", ended.said)
    if panic:
        return f"panic at {panic[1]}: {re.sub(r'[0-9]+', 'N', panic[2])[:100]}"
    for word in ("out-of-memory", "memory allocation of", "timeout", "deadly signal"):
        if word in ended.said:
            return word
    if ended.code < 0:
        return f"killed by {signal.Signals(-ended.code).name}"
    if ended.rss > MOST_RSS:
        return "more than 500 MB"
    return f"exit code {ended.code}" if ended.code == 70 else None


def judge(tally, part, binary, content, first, args):
    """Runs a failing input alone, so that what it is blamed for is its own."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        alone = run([binary, "-timeout=300", f"-rss_limit_mb={args.memory}", file.name], args, cpu=120)
    why = reason(alone) or (f"more than {MOST_CPU} s of CPU" if alone.cpu > MOST_CPU else None)
    if why:
        tally.fail(part, why, content)
    else:
        print(f"{part}: {first}, and not again when run alone ({alone.cpu:.1f} s, {alone.rss // MIB} MB)", flush=True)


def jobs(args):
    """Each target with a corpus; sources have one for each ending, as each ending has its grammar."""
    for binary in sorted(args.targets.iterdir()):
        is_target = binary.is_file() and os.access(binary, os.X_OK) and "." not in binary.name
        if not is_target or (args.only and binary.name not in args.only.split(",")):
            continue
        seeds = args.out / "seeds" / binary.name
        shutil.rmtree(seeds, ignore_errors=True)
        seeds.mkdir(parents=True)
        run([binary], args, environment={"CG_FUZZ_SEEDS": str(seeds)}.items())
        for seed in sorted(seeds.iterdir()):
            part = binary.name
            if part == "source":
                part += "/" + seed.read_bytes().split(b"\n", 1)[0].rpartition(b".")[2].decode("utf-8", "replace")
            corpus = args.out / "corpus" / part
            corpus.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(seed, corpus / seed.name)
            yield part, binary, corpus


def slice_of(tally, part, binary, corpus, args):
    """Runs a target for a while; what ends it before is judged, and taken out of the corpus."""
    found = args.out / "found" / part
    shutil.rmtree(found, ignore_errors=True)
    found.mkdir(parents=True)
    current = found / "current"
    longest = 8192 if part.startswith("source") else 65536
    ended = run([binary, f"-max_total_time={args.slice * 20}", "-timeout=60", "-rss_limit_mb=500", "-print_final_stats=1", f"-max_len={longest}",
                 "-malloc_limit_mb=0", "-reload=0", f"-artifact_prefix={found}/", corpus],
                args, cpu=args.slice * 2, patience=args.slice * 25 + 300, share=args.slice, environment={"CG_FUZZ_INPUT": str(current)}.items())
    units = re.findall(r"number_of_executed_units: (\d+)", ended.said) or re.findall(r"^#(\d+)", ended.said, re.M)
    tally.add(part, int(units[-1]) if units else 0, ended)
    saved = [path for path in found.iterdir() if path != current]
    if ended.code != 0 and not any(path.name.startswith(("crash", "oom", "timeout")) for path in saved) and current.exists():
        saved.append(current)
    for path in saved:
        content = path.read_bytes()
        for known in corpus.iterdir():
            if known.stat().st_size == len(content) and known.read_bytes() == content:
                known.unlink()
        judge(tally, part, binary, content, reason(ended) or path.name, args)


def fuzz(args, tally):
    all_jobs = list(dict.fromkeys(jobs(args)))
    end = time.monotonic() + args.wall * 3600
    spent = lambda part: tally.rows.get(part, [0, 0.0])[1]  # noqa: E731
    while time.monotonic() < end:
        part, binary, corpus = min(all_jobs, key=lambda job: spent(job[0]))
        if sum(row[1] for row in tally.rows.values()) > args.hours * 3600:
            break
        before = spent(part)
        slice_of(tally, part, binary, corpus, args)
        if spent(part) == before:
            tally.rows[part][1] += 0.01
        tally.write()


def facts(args, tally, part, root, store):
    """Every relation as one digest; what fails is kept under the words of its failure."""
    digests = []
    for relation in revert.RELATIONS:
        ended = run([args.binary, "facts", relation, "--format", "tsv", "-C", root, *store], args)
        tally.add(part, 1, ended)
        if ended.code != 0:
            tally.fail(part, reason(ended) or f"exit code {ended.code}", ended.said.encode())
        digests.append(hashlib.sha1(ended.out).hexdigest())
    return digests


def agree(args, tally, part, root, store, what):
    """Holds the facts of a store to those that are made without one."""
    kept, made = facts(args, tally, part, root, store), facts(args, tally, part, root, ["--no-store"])
    for relation, one, other in zip(revert.RELATIONS, kept, made):
        if one != other:
            tally.fail(part, f"`{relation}` of the store differs from a rebuild", what.encode())


def files_of(root):
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file() and ".git" not in path.parts
                  and ".cg-bundle" not in path.parts)


def edits(args, tally, root, chance):
    """Random edits, and after each the facts."""
    for step in range(args.rounds):
        done = [chance.choice(files_of(root)) for _ in range(chance.randrange(1, 4))]
        for path in done:
            revert.edit(root, [path], chance)
        agree(args, tally, "edits", root, [], f"{root.name} seed {args.seed} step {step}: {done}")


def kills(args, tally, root, chance):
    """Runs that are killed, each at another moment, some with another beside them."""
    for step in range(args.rounds):
        shutil.rmtree(root / ".cg-bundle", ignore_errors=chance.random() < 0.5)
        with tempfile.TemporaryFile() as said:
            children = [start([args.binary, "index", "-C", root], args, 600, said) for _ in range(chance.randrange(1, 3))]
            time.sleep(chance.random() ** 2 * 4)
            os.kill(children[0].pid, signal.SIGKILL)
            for child in children:
                tally.add("kills", 1, finish(child, said, 1800))
        agree(args, tally, "kills", root, [], f"{root.name} seed {args.seed} round {step}")


def stores(args, tally, root, chance):
    """Stores whose bytes are damaged: the facts are right, and the run after the next says nothing any more."""
    facts(args, tally, "stores", root, [])
    whole = (root / ".cg-bundle/store.sqlite").read_bytes()
    for _ in range(args.rounds):
        bytes_ = bytearray(whole)
        for _ in range(chance.randrange(1, 40)):
            at = chance.choice([chance.randrange(100), chance.randrange(len(bytes_)), chance.randrange(len(bytes_) // 4096) * 4096])
            bytes_[at] = chance.randrange(256)
        if chance.random() < 0.2:
            del bytes_[chance.randrange(len(bytes_)):]
        for other in (root / ".cg-bundle").glob("store.sqlite*"):
            other.unlink()
        (root / ".cg-bundle/store.sqlite").write_bytes(bytes_)
        agree(args, tally, "stores", root, [], f"{root.name} seed {args.seed}")
        after = run([args.binary, "index", "-C", root], args)
        if "could not be written" in after.said or "damaged" in after.said:
            tally.fail("stores", "a damaged store is not healed", bytes(bytes_))


def races(args, tally, root, chance):
    """First runs at once, with a store that is named and without: none may fail, or say that another's store is damaged."""
    for step in range(args.rounds):
        shutil.rmtree(root / ".cg-bundle", ignore_errors=True)
        with tempfile.TemporaryDirectory() as aside:
            store = [] if step % 2 else ["--store", f"{aside}/s.sqlite"]
            saids = [tempfile.TemporaryFile() for _ in range(chance.randrange(2, 6))]
            command = [args.binary, "index", "-C", root, *store]
            children = [start(command, args, 600, said) for said in saids]
            for child, said in zip(children, saids):
                ended = finish(child, said, 1800)
                tally.add("races", 1, ended)
                if ended.code != 0 or "damaged" in ended.said or "could not" in ended.said:
                    tally.fail("races", f"exit code {ended.code} of one of several first runs", ended.said.encode())
            agree(args, tally, "races", root, store, f"{root.name} round {step}")


CONFIG_NAMES = re.compile(r"(tsconfig.*\.json|package\.json|go\.(mod|work)|Cargo\.toml|pyproject\.toml|setup\.(cfg|py)|composer\.json"
                          r"|pom\.xml|.*\.gradle(\.kts)?|\.git(ignore|attributes)|\.cgbundleignore|\.ignore|Package\.swift)$")
TEXTS = [b"", b"{", b"[", b"*\n", b"!*\n", b"/\n", b"\xff\xfe", b"\0", b"{\"extends\": \"./tsconfig.json\"}", b"** linguist-generated\n", b"a" * 100_000]


def configs(args, tally, root, chance):
    """Configs that change between runs and while one goes on; put back, the facts are those of before."""
    names = [path for path in files_of(root) if CONFIG_NAMES.match(path.rpartition("/")[2])] + [".gitignore", ".gitattributes"]
    for step in range(args.rounds):
        path = root / chance.choice(names)
        before = path.read_bytes() if path.is_file() else None
        data = bytearray(before or b"")
        if chance.random() < 0.4 or not data:
            data = bytearray(chance.choice(TEXTS))
        else:
            at = chance.randrange(len(data))
            data[at:at + chance.randrange(20)] = bytes(chance.choices(b"{}[]\"',:*!/\\ \n", k=chance.randrange(6)))
        what = f"{root.name} seed {args.seed} round {step}: {path.relative_to(root)} = {bytes(data)!r}"
        with tempfile.TemporaryFile() as said:
            child = start([args.binary, "index", "-C", root], args, 600, said)
            time.sleep(chance.random() * 0.5)
            path.write_bytes(data)
            tally.add("configs", 1, finish(child, said, 1800))
        agree(args, tally, "configs", root, [], what)
        path.unlink() if before is None else path.write_bytes(before)
        agree(args, tally, "configs", root, [], what + ", put back")


def on_copies(args, tally, work):
    for checkout in args.checkouts:
        with tempfile.TemporaryDirectory(prefix="torture-") as folder:
            root = pathlib.Path(folder) / checkout.resolve().name
            shutil.copytree(checkout, root, symlinks=True, ignore=revert.aside)
            work(args, tally, root, random.Random(args.seed))
            tally.write()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    works = {"edits": edits, "kills": kills, "stores": stores, "races": races, "configs": configs}
    parser.add_argument("what", choices=["fuzz", *works])
    parser.add_argument("checkouts", nargs="*", type=pathlib.Path)
    parser.add_argument("--binary", default="target/release/cg-bundle", type=pathlib.Path)
    parser.add_argument("--targets", default="fuzz/target/x86_64-unknown-linux-gnu/release", type=pathlib.Path)
    parser.add_argument("--out", default="target/torture", type=pathlib.Path)
    parser.add_argument("--only", help="these targets, divided by commas")
    parser.add_argument("--hours", type=float, default=3, help="of CPU, over all targets")
    parser.add_argument("--wall", type=float, default=24, help="hours after which no slice is begun")
    parser.add_argument("--slice", type=int, default=60, help="CPU seconds that a target runs in turn")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, default=1536, help="MiB that any child may take")
    parser.add_argument("--nice", type=int, default=10)
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    args.out, args.binary = args.out.resolve(), args.binary.resolve()
    tally = Tally(args.out)
    try:
        fuzz(args, tally) if args.what == "fuzz" else on_copies(args, tally, works[args.what])
    finally:
        tally.write()
        print(tally.table(), end="")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
