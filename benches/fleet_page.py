"""The blocks of docs/fleet.md: those of runners are run, those of services that are not on this machine are linted."""
import contextlib
import importlib.util
import os
import pathlib
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

PAGE = pathlib.Path(__file__).parent.parent / "docs/fleet.md"


def blocks():
    """The blocks under each heading of the third level: heading → [(language, text)]."""
    found = {}
    for section in re.split(r"(?m)^### ", PAGE.read_text())[1:]:
        name, _, rest = section.partition("\n")
        found[name] = re.findall(r"(?ms)^```(\w+)\n(.*?)^```$", rest)
    return found


def is_installed(name):
    """Whether the runner of a heading is on this machine."""
    modules = {"HyperQueue as a library": "hyperqueue", "Ray": "ray"}
    if name in modules:
        return importlib.util.find_spec(modules[name]) is not None
    programs = {"xargs": ["xargs"], "GNU parallel": ["parallel"], "HyperQueue": ["hq"], "Slurm": ["sbatch", "slurmctld", "slurmd"]}
    return name in programs and all(shutil.which(program, path=path()) for program in programs[name])


def path():
    """Where programs are looked for: the daemons of Slurm lie where only root looks."""
    return f"{os.environ['PATH']}:/usr/sbin"


def command(name, python, shards):
    """The command that runs the block of a runner, for so many shards."""
    language, text = next(block for block in blocks()[name] if block[0] in ("sh", "python"))
    text = text.replace("/8", f"/{shards}").replace("seq 8", f"seq {shards}").replace("1-8", f"1-{shards}")
    text = text.replace("range(1, 9)", f"range(1, {shards + 1})")
    return [python, "-c", text] if language == "python" else ["bash", "-ec", text]


@contextlib.contextmanager
def slurm(work):
    """A cluster of this one machine, on its loopback, whose daemons end with the block; yields the environment."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="slurm-", dir=work))
    for part in ("state", "spool"):
        (folder / part).mkdir(parents=True)
    name = socket.gethostname().split(".")[0]
    ports = []
    for _ in range(2):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            ports.append(free.getsockname()[1])
    (folder / "slurm.conf").write_text(f"""ClusterName=one
SlurmctldHost={name}(127.0.0.1)
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/none
CredType=cred/none
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName={name} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
""")
    more = {"PATH": path(), "SLURM_CONF": str(folder / "slurm.conf")}
    environment = {**os.environ, **more}
    log = open(folder / "log", "w")
    daemons = []
    try:
        for daemon in ("slurmctld", "slurmd"):
            daemons.append(subprocess.Popen([daemon, "-D"], env=environment, stdout=log, stderr=log))
            time.sleep(2)
        yield more
    finally:
        for daemon in daemons:
            daemon.terminate()
        for daemon in daemons:
            daemon.wait()
        log.close()


@contextlib.contextmanager
def ray(environment):
    """A cluster of Ray on the loopback, with a token of its own, that ends with the block; yields the environment."""
    more = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    with socket.socket() as free:
        # Below the ports that Ray gives to its workers.
        free.bind(("127.0.0.1", 6399))
    program = str(pathlib.Path(sys.executable).with_name("ray"))
    command = [program, "start", "--head", "--node-ip-address=127.0.0.1", "--port=6399", "--num-cpus=2", "--disable-usage-stats", "--block"]
    head = subprocess.Popen(
        command, env={**environment, **more}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    try:
        said = []
        for line in head.stdout:
            said.append(line)
            if "Ray runtime started" in line:
                break
        else:
            raise RuntimeError("".join(said))
        threading.Thread(target=head.stdout.read, daemon=True).start()
        yield {**more, "RAY_ADDRESS": "127.0.0.1:6399"}
    finally:
        head.terminate()
        head.wait()


class HyperQueue:
    """A server and two workers of HyperQueue on this machine; a worker can be killed, and another one takes its place."""

    def __init__(self, work, environment):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="hq-", dir=work))
        self.environment = {**environment, "HQ_SERVER_DIR": str(self.folder / "server")}
        self.log = open(self.folder / "log", "w")
        self.server = self.start("server", "start", "--host", "127.0.0.1")
        while subprocess.run(["hq", "server", "info"], env=self.environment, capture_output=True).returncode:
            time.sleep(0.1)
        self.workers = [self.worker(), self.worker()]

    def start(self, *arguments):
        return subprocess.Popen(["hq", *arguments], env=self.environment, stdout=self.log, stderr=self.log, start_new_session=True)

    def worker(self):
        return self.start("worker", "start", "--cpus", "1")

    def kill(self, at, with_its_tasks):
        """Kills a worker with -9, with what it runs or without, and starts another one."""
        worker = self.workers[at]
        (os.killpg if with_its_tasks else os.kill)(worker.pid, signal.SIGKILL)
        worker.wait()
        self.workers[at] = self.worker()

    def end(self):
        subprocess.run(["hq", "server", "stop"], env=self.environment, capture_output=True)
        for process in [self.server, *self.workers]:
            process.wait()
        self.log.close()


@contextlib.contextmanager
def cluster(name, work, environment):
    """What a runner needs beside its command; yields the environment of the command."""
    if name == "Slurm":
        with slurm(work) as more:
            yield {**environment, **more, "PATH": f"{environment['PATH']}:/usr/sbin"}
    elif name == "Ray":
        with ray(environment) as more:
            yield {**environment, **more}
    elif name == "HyperQueue":
        running = HyperQueue(work, environment)
        try:
            yield running.environment
        finally:
            running.end()
    else:
        yield environment


def lint():
    """Lints the blocks of services that are not here; (heading, what was held against, what is wrong)."""
    try:
        import yaml
    except ImportError:
        return [(name, "nothing: PyYAML is not installed", "") for name in ("Kubernetes", "GitHub", "GitLab")]
    found = []
    for name in ("Kubernetes", "GitHub", "GitLab"):
        text = next(text for language, text in blocks()[name] if language == "yaml")
        document, against, wrong = yaml.safe_load(text), "YAML", ""
        if name == "Kubernetes" and importlib.util.find_spec("kubernetes_validate"):
            import kubernetes_validate
            against = f"the schema of Kubernetes {kubernetes_validate.latest_version()}"
            try:
                kubernetes_validate.validate(document, kubernetes_validate.latest_version(), strict=True)
            except kubernetes_validate.ValidationError as error:
                wrong = str(error)
        schema = {"GitHub": "vendor.github-workflows", "GitLab": "vendor.gitlab-ci"}.get(name)
        if schema and importlib.util.find_spec("check_jsonschema"):
            against = f"the schema {schema}"
            with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
                file.write(text)
                file.flush()
                program = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, file.name]
                run = subprocess.run(program, capture_output=True, text=True)
            wrong = (run.stdout + run.stderr) if run.returncode else ""
        found.append((name, against, wrong))
    return found
