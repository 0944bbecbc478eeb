#!/usr/bin/env python3
"""Several machines over one shared folder: each has a store of its own, and all answers are those of one run.

    pip install hyperqueue          # optional: the shards under HyperQueue
    python3 benches/fleet.py CHECKOUT... [--binary target/release/cg-bundle] [--tasks 200] [--shards 8] [--kills 5] [--seed 1]

Prints, for each checkout, the processor time of a first and of a second machine and the files that the second parses; then whether
the bundles of shards under `xargs -P2`, GNU parallel and HyperQueue (those that are installed), with shards killed at random points and run
again, are byte for byte those of one process; then the same with every blob of the folder damaged. Ends with 1 where anything differs.
"""
import argparse
import contextlib
import json
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

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("checkout", nargs="+")
parser.add_argument("--binary", default="target/release/cg-bundle")
parser.add_argument("--tasks", type=int, default=200)
parser.add_argument("--shards", type=int, default=8)
parser.add_argument("--kills", type=int, default=5)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()
binary = os.path.abspath(options.binary)
draw = random.Random(options.seed)
work = pathlib.Path(tempfile.mkdtemp(prefix="fleet-"))
failed = []


def cpu(command, **more):
    """Runs a command; the processor time in seconds, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, capture_output=True, text=True, **more)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, run


def holds(what, is_so):
    print(f"{'holds ' if is_so else 'BROKEN'}  {what}")
    if not is_so:
        failed.append(what)


def tree(folder):
    """The bundles of a folder and their record."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != ".cgbundleignore")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


checkouts = []
for number, source in enumerate(options.checkout):
    copy = work / "checkouts" / f"{number}-{pathlib.Path(source).name}"
    shutil.copytree(source, copy, symlinks=True, ignore=shutil.ignore_patterns(".cg-bundle"))
    checkouts.append(copy)
cas = f"file://{work}/cas"

print("checkout                     first s   second s   of it   parsed")
for copy in checkouts:
    seconds = []
    for machine in ("first", "second"):
        used, run = cpu([binary, "index", "-v", "-C", copy, "--cas", cas, "--store", work / f"{machine}-{copy.name}.sqlite"])
        seconds.append(used)
    parsed = int(re.search(r"(\d+) parsed", run.stderr).group(1))
    print(f"{copy.name:26} {seconds[0]:9.2f} {seconds[1]:10.2f} {seconds[1] / seconds[0]:7.2f} {parsed:8}")
    holds(f"{copy.name}: a second machine parses nothing", parsed == 0)
    holds(f"{copy.name}: its processor time is at most a quarter", seconds[1] <= seconds[0] / 4 + 0.05)

tasks = []
for copy in checkouts:
    store = ["--store", work / f"first-{copy.name}.sqlite"]
    _, run = cpu([binary, "facts", "declares", "--format", "tsv", "-C", copy, *store])
    rows = [line.split("\t") for line in run.stdout.splitlines()]
    functions = [row for row in rows if row[2] in ("function", "method")]
    for row in draw.sample(functions, min(len(functions), options.tasks // len(checkouts))):
        file, _, _, name, container = row[:5]
        symbol = f"{file}:{container}.{name}" if container else f"{file}:{name}"
        tasks.append({"id": f"t{len(tasks)}", "manifest": "api-change", "root": str(copy), "set": {"change.symbols": symbol}})
draw.shuffle(tasks)
lines = work / "tasks.jsonl"
lines.write_text("".join(json.dumps(task) + "\n" for task in tasks))
one, run = cpu([binary, "batch", lines, "--out", work / "one", "--store", work / "one.sqlite", "-q"])
want = tree(work / "one")
print(f"one process: {len(tasks)} tasks, {one:.2f} s, {1000 * one / len(tasks):.1f} ms a task with the index")


def shard(out, at, of):
    return [binary, "batch", str(lines), "--out", str(out), "--shard", f"{at}/{of}", "--cas", cas,
            "--store", str(work / f"{out.name}-{at}.sqlite"), "-q"]


def compared(name, out, used=None):
    got = tree(out)
    holds(f"{name}: {len(got)} files, byte for byte", got == want)
    if used is not None:
        print(f"        {used:.2f} s, {used / one:.2f} times one process")


def by_line(name, command):
    out = work / name
    text = "\n".join(" ".join(shard(out, at, options.shards)) for at in range(1, options.shards + 1))
    used, _ = cpu(command, input=text)
    compared(name, out, used)


by_line("xargs", ["xargs", "-P2", "-d", "\n", "-n1", "sh", "-c"])
if shutil.which("parallel"):
    by_line("parallel", ["parallel", "-j2"])

# Two workers; shards are killed at random points, and run again until all are done.
out = work / "killed"
open_shards = [(at, 0) for at in range(1, options.shards + 1)]
kills = 0
while open_shards:
    batch, open_shards = open_shards[:2], open_shards[2:]
    running = [(at, subprocess.Popen(shard(out, at, options.shards), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)) for at, _ in batch]
    if kills < options.kills:
        time.sleep(draw.uniform(0.01, 0.25))
        at, process = draw.choice(running)
        process.send_signal(signal.SIGKILL)
    for at, process in running:
        if process.wait() < 0:
            kills += 1
            open_shards.append((at, 1))
compared(f"{kills} workers killed with -9", out)
# Two owners of every shard at once.
out = work / "owners"
for at in range(1, options.shards + 1):
    pair = [subprocess.Popen(shard(out, at, options.shards), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(2)]
    [process.wait() for process in pair]
compared("two owners of every shard", out)

try:
    import hyperqueue
except ImportError:
    print("passed  HyperQueue is not installed")
else:
    from hyperqueue import Job, LocalCluster
    out = work / "hyperqueue"
    with LocalCluster() as cluster, open(work / "log", "w") as log, contextlib.redirect_stderr(log):
        cluster.start_worker()
        cluster.start_worker()
        client, job = cluster.client(), Job()
        for at in range(1, options.shards + 1):
            job.program(shard(out, at, options.shards), stdout=None, stderr=None)
        client.wait_for_jobs([client.submit(job)])
    compared("HyperQueue, two workers", out)

blobs = [path for path in (work / "cas").rglob("*") if path.is_file()]
for number, path in enumerate(blobs):
    data = bytearray(path.read_bytes())
    if number % 3 == 0:
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    elif number % 3 == 1:
        del data[draw.randrange(len(data)):]
    else:
        path.unlink()
        os.mkfifo(path)
        continue
    path.write_bytes(data)
start = time.monotonic()
out = work / "damaged"
run = subprocess.run(shard(out, 1, 1)[:-1], capture_output=True, text=True)
compared(f"{len(blobs)} blobs damaged or pipes that never end", out)
holds("the damage is said", "shared store" in run.stderr)
print(f"        {time.monotonic() - start:.1f} s of wall clock")
shutil.rmtree(work)
# What repositories say of each other.
facts = pathlib.Path(__file__).with_name("fleet_facts.py")
if subprocess.run([sys.executable, facts, *options.checkout, "--binary", binary, "--seed", str(options.seed)]).returncode != 0:
    failed.append("facts across repositories")
sys.exit(1 if failed else 0)
