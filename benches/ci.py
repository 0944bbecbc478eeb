#!/usr/bin/env python3
"""The action, the template of GitLab and the hooks of pre-commit, run in a scratch repository as far as one machine can.

    pip install pyyaml pre-commit
    python3 benches/ci.py [--binary target/release/cg-bundle]

The steps of the composite action that are shell run in their order, by their conditions, with the variables that the runner would set
and an API of comments on this machine: the first run writes a comment, a second updates it, and a gate fails after that. The script of the
template runs in a shallow clone of a merge request. The hooks run by `pre-commit try-repo`, on a good manifest and on a broken one.
What is not installed (PyYAML, jq, curl, pre-commit) is skipped with a word. Ends with 1 where anything is wrong.
"""
import argparse
import contextlib
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--binary", default="target/release/cg-bundle")
options = parser.parse_args()
root = pathlib.Path(__file__).resolve().parent.parent
work = pathlib.Path(tempfile.mkdtemp(prefix="ci-"))
failed = []

tools = work / "bin"
tools.mkdir()
(tools / "cg-bundle").symlink_to(pathlib.Path(options.binary).resolve())
environment = {
    **{name: value for name, value in os.environ.items() if not name.startswith(("CG_", "GIT_", "CI_"))},
    "PATH": f"{tools}:{os.environ['PATH']}",
    **{f"GIT_{who}_{what}": f"{who.lower()}@example.invalid" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


def holds(what, is_so, more=""):
    print(f"{'holds ' if is_so else 'BROKEN'}  {what}{'' if is_so else f': {more}'}")
    if not is_so:
        failed.append(what)


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, **{"env": environment, **more})


def git(*arguments, at):
    done = run("git", "-C", str(at), *arguments)
    if done.returncode:
        sys.exit(f"git {arguments}: {done.stderr}")
    return done.stdout.strip()


def scratch():
    """A repository with a merge request that renames a file, changes another and adds a manifest; its two commits."""
    at = work / "shop"
    shutil.copytree(root / "tests" / "fixtures" / "shop", at)
    git("init", "--quiet", "--initial-branch=main", at=at)
    git("add", "--all", at=at)
    git("commit", "--quiet", "--message=shop", at=at)
    base = git("rev-parse", "HEAD", at=at)
    git("checkout", "--quiet", "-b", "change", at=at)
    git("mv", "shop/rates.py", "shop/exchange.py", at=at)
    prices = at / "shop" / "prices.py"
    prices.write_text(prices.read_text().replace("from .rates", "from .exchange").replace("return sum(", "return 2 * sum("))
    (at / ".cg").mkdir(exist_ok=True)
    (at / ".cg" / "prices.yaml").write_text("version: 1\nmust_read:\n  globs: ['shop/*.py']\n")
    git("add", "--all", at=at)
    git("commit", "--quiet", "--message=rates are exchange rates", at=at)
    return at, base, git("rev-parse", "HEAD", at=at)


class Comments(http.server.BaseHTTPRequestHandler):
    """The API of comments on one pull request."""

    known = []
    written = []

    def do_GET(self):
        self.answer(self.known)

    def do_POST(self):
        self.known.append({"id": len(self.known) + 7, "user": {"type": "Bot"}, **self.body()})
        self.written.append("POST")
        self.answer({})

    def do_PATCH(self):
        wanted = int(self.path.rsplit("/", 1)[1])
        next(it for it in self.known if it["id"] == wanted).update(self.body())
        self.written.append("PATCH")
        self.answer({})

    def body(self):
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def api():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Comments)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def action(yaml, repository, base, head, url, fail_on):
    """Runs the shell steps of the action; the codes by the names of the steps, and the outputs."""
    described = yaml.safe_load((root / "action.yml").read_text())
    inputs = {name: it.get("default", "") for name, it in described["inputs"].items()}
    inputs.update({"root": str(repository), "fail-on": fail_on, "token": "none"})
    outputs, codes = {}, {}
    values = {
        "github.event.pull_request.base.sha": base,
        "github.event.pull_request.head.sha": head,
        "github.event.pull_request.number": "3",
    }

    def value(name):
        if name.startswith("inputs."):
            return str(inputs[name.removeprefix("inputs.")])
        if name.startswith("steps.run.outputs."):
            return outputs.get(name.removeprefix("steps.run.outputs."), "")
        return values.get(name, "")

    def expanded(text):
        return re.sub(r"\$\{\{\s*([\w.-]+)\s*\}\}", lambda it: value(it[1]), str(text))

    def is_meant(condition):
        parts = [part.strip() for part in str(condition).split("&&")]
        tests = [re.fullmatch(r"([\w.-]+) (==|!=) '(.*)'", part) for part in parts if part != "always()"]
        return all((value(it[1]) == it[3]) == (it[2] == "==") for it in tests)

    for step in described["runs"]["steps"]:
        failing = any(codes.values())
        if "uses" in step or not is_meant(step.get("if", "always()")) or failing and "always()" not in step.get("if", ""):
            continue
        file = work / "outputs"
        file.write_text("")
        variables = {name: expanded(text) for name, text in step.get("env", {}).items()}
        set_by_runner = {
            "GITHUB_OUTPUT": str(file),
            "GITHUB_ACTION_PATH": str(root),
            "GITHUB_API_URL": url,
            "GITHUB_REPOSITORY": "us/shop",
            "GITHUB_STEP_SUMMARY": str(work / "summary.md"),
            "RUNNER_TEMP": str(work / "temp"),
        }
        done = run("bash", "-e", "-c", step["run"], env={**environment, **set_by_runner, **variables}, cwd=repository)
        codes[step["name"]] = done.returncode
        if done.returncode and step["name"] != "Gate":
            print(done.stdout, done.stderr)
        if step.get("id") == "run":
            outputs.update(line.split("=", 1) for line in file.read_text().splitlines())
            print("".join(f"        {line}\n" for line in done.stdout.splitlines() if line.startswith("::")), end="")
    return codes, outputs


def by_action(yaml, repository, base, head):
    if not shutil.which("jq") or not shutil.which("curl"):
        return print("skipped the action: jq or curl is not installed")
    (work / "temp").mkdir()
    with api() as url:
        codes, outputs = action(yaml, repository, base, head, url, "")
        holds("the action makes a bundle, and no gate fails it", list(codes.values()) == [0, 0], codes)
        files = {path.name for path in pathlib.Path(outputs["bundle"]).iterdir()}
        holds("its artefact has all files", files == {"bundle.json", "bundle.md", "report.html", "comment.md"}, files)
        bundle = json.loads((pathlib.Path(outputs["bundle"]) / "bundle.json").read_text())
        holds("its outputs are those of the bundle", (outputs["status"], outputs["seal"]) == (bundle["status"], bundle["seal"]), outputs)
        paths = {item["path"] for band in bundle["bands"] for item in band["items"]}
        holds("the bundle has what the rename breaks", "tests/test_prices.py" in paths, sorted(paths))
        again, _ = action(yaml, repository, base, head, url, "partial,no-results,over-budget")
        holds("a second run updates its one comment", Comments.written == ["POST", "PATCH"] and len(Comments.known) == 1, Comments.written)
        is_whole = bundle["status"] == "success"
        holds("a gate fails the job after the comment", (again.get("Gate", 0) != 0) != is_whole, (again, bundle["status"]))
        text = Comments.known[0]["body"]
        holds("the comment names the change", "exchange.py" in text or "prices.py" in text, text[:400])


def by_gitlab(yaml, repository, base, head):
    job = yaml.safe_load((root / "packaging" / "gitlab.yml").read_text())
    clone = work / "clone"
    git("clone", "--quiet", "--branch=change", repository.as_uri(), str(clone), at=work)
    variables = {**job["variables"], "CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "CI_COMMIT_SHA": head}
    script = "set -e\n" + "\n".join(job["cg-bundle"]["script"])
    done = run("sh", "-c", script, cwd=clone, env={**environment, **variables})
    files = {path.name for path in (clone / ".cg-bundle" / "out").iterdir()}
    is_made = done.returncode == 0 and files == {"bundle.json", "report.html"}
    holds("the template of GitLab makes its artefacts and prints the comment", is_made and "prices.py" in done.stdout, (files, done.stdout, done.stderr))


def by_hooks(repository):
    if not shutil.which("pre-commit"):
        return print("skipped pre-commit: not installed")
    hook = ("pre-commit", "try-repo", str(root), "cg-bundle-lint", "--files", ".cg/prices.yaml")
    good = run(*hook, cwd=repository)
    holds("the hook passes a good manifest", good.returncode == 0 and "Passed" in good.stdout, good.stdout + good.stderr)
    manifest = repository / ".cg" / "prices.yaml"
    text = manifest.read_text()
    manifest.write_text(text.replace("globs", "glob"))
    bad = run(*hook, cwd=repository)
    manifest.write_text(text)
    holds("the hook refuses a broken one", bad.returncode == 1 and "CG010" in bad.stdout, bad.stdout + bad.stderr)


try:
    import yaml
except ImportError:
    sys.exit("skipped: PyYAML is not installed")
place, old, new = scratch()
by_action(yaml, place, old, new)
by_gitlab(yaml, place, old, new)
by_hooks(place)
shutil.rmtree(work, ignore_errors=True)
sys.exit(1 if failed else 0)
