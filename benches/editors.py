#!/usr/bin/env python3
"""Manifests and their schema in the tools of authors: PyYAML, Python's jsonschema, ajv, and the yaml-language-server.

    pip install pyyaml jsonschema && npm install ajv yaml-language-server
    python3 benches/editors.py [--node-modules node_modules]

Every shipped manifest is read by PyYAML, and it and every valid case fit the schema by jsonschema and by ajv; manifests with a
wrong key, type or word do not. The server gives completions, a hover text and diagnostics on three files. A tool that is not
installed is skipped with a word. Ends with 1 where anything is wrong.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--node-modules", type=pathlib.Path, default=pathlib.Path("node_modules"))
options = parser.parse_args()
root = pathlib.Path(__file__).resolve().parent.parent
schema_path = root / "schemas" / "manifest.schema.json"
schema = json.loads(schema_path.read_text())
shipped = sorted((root / "manifests").glob("*.yaml"))
# PyYAML reads YAML 1.1, in which `no` is false.
valid = [path for path in sorted((root / "tests/cases/manifests/valid").glob("*.yaml")) if path.stem != "strings"]
failed = []

WRONG = [
    {"must_read": {"glob": ["*.md"]}},
    {"must_read": {"globs": [7]}},
    {"must_read": {"globs": ["/etc/*"]}},
    {"must_read": {"max_tokens": 0}},
    {"budget": {"profile": "huge"}, "must_read": {}},
    {"must_read": {"derived": [{"name": "a", "compute": "scip.refs(a.b)"}]}},
    {"must_read": {"derived": [{"name": "a", "compute": "scip.ref(a.b)", "max_files": 1}]}},
    {"inputs": {"a.files": {"type": "file"}}, "must_read": {}},
    {"description": "reads nothing"},
]


def holds(what, is_so, more=""):
    print(f"{'holds ' if is_so else 'BROKEN'}  {what}{'' if is_so else f': {more}'}")
    if not is_so:
        failed.append(what)


def loaded():
    """The manifests as PyYAML reads them."""
    import yaml

    return {path: yaml.safe_load(path.read_text(encoding="utf-8-sig")) for path in shipped + valid}


def by_python(manifests):
    try:
        import jsonschema
    except ImportError:
        return print("skipped jsonschema: not installed")
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    misfits = {path.name: error.message for path, value in manifests.items() for error in validator.iter_errors(value)}
    holds(f"jsonschema: {len(manifests)} manifests fit", not misfits, misfits)
    accepted = [value for value in WRONG if validator.is_valid(value)]
    holds(f"jsonschema: {len(WRONG)} wrong ones do not", not accepted, accepted)


def by_ajv(manifests):
    if not shutil.which("node") or not (options.node_modules / "ajv").is_dir():
        return print("skipped ajv: no node, or not installed")
    program = """
        const Ajv = require(process.argv[1] + '/ajv/dist/2020');
        const [schema, fit, wrong] = JSON.parse(require('fs').readFileSync(0, 'utf8'));
        const validate = new Ajv({strict: true, strictRequired: false, allowUnionTypes: true}).compile(schema);
        const misfits = Object.entries(fit).filter(([, value]) => !validate(value)).map(([name]) => [name, validate.errors]);
        console.log(JSON.stringify([misfits, wrong.filter(value => validate(value))]));
    """
    task = json.dumps([schema, {path.name: value for path, value in manifests.items()}, WRONG])
    run = subprocess.run(
        ["node", "-e", program, str(options.node_modules.resolve())], input=task, capture_output=True, text=True
    )
    if run.returncode:
        return holds("ajv compiles the schema in its strict mode", False, run.stderr[:600])
    misfits, accepted = json.loads(run.stdout)
    holds(f"ajv in its strict mode: {len(manifests)} manifests fit", not misfits, misfits)
    holds(f"ajv: {len(WRONG)} wrong ones do not", not accepted, accepted)


class Server:
    """The language server, over its standard input and output."""

    def __init__(self, script):
        self.process = subprocess.Popen(
            ["node", script, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.n_asked = 0
        self.found = {}

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            name, _, value = line.decode().partition(":")
            length = int(value) if name.lower() == "content-length" else length
        message = json.loads(self.process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.found[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif message.get("method") == "workspace/configuration":
            self.send(id=message["id"], result=[{"validate": True, "completion": True, "hover": True, "schemas": {}, "schemaStore": {"enable": False}} if item.get("section") == "yaml" else {} for item in message["params"]["items"]])
        elif "method" in message and "id" in message:
            self.send(id=message["id"], result=None)
        return message

    def ask(self, method, **params):
        self.n_asked += 1
        self.send(id=self.n_asked, method=method, params=params)
        while True:
            message = self.receive()
            if message.get("id") == self.n_asked and "method" not in message:
                return message.get("result")

    def diagnostics(self, uri):
        while uri not in self.found:
            self.receive()
        return self.found[uri]


def by_server():
    script = options.node_modules / "yaml-language-server" / "bin" / "yaml-language-server"
    if not shutil.which("node") or not script.is_file():
        return print("skipped yaml-language-server: no node, or not installed")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="editors-"))
    head = f"# yaml-language-server: $schema={schema_path.as_uri()}\n"
    texts = {
        "keys.yaml": head + "version: 1\nmust_read:\n  \n",
        "whole.yaml": head + "must_read:\n  globs: ['*.md']\n  derived:\n    - name: users\n      compute: scip.refs(change.symbols)\n      max_files: 9\n",
        "wrong.yaml": head + "must_read:\n  globs: ['*.md']\n  derivd: []\nbudget: { profile: huge }\n",
    }
    server = Server(script)
    capabilities = {"textDocument": {"publishDiagnostics": {}, "completion": {"completionItem": {"snippetSupport": True}}}, "workspace": {"configuration": True}}
    server.ask("initialize", processId=None, rootUri=folder.as_uri(), capabilities=capabilities)
    server.send(method="initialized", params={})
    uris = {}
    for name, text in texts.items():
        (folder / name).write_text(text)
        uris[name] = (folder / name).as_uri()
        item = {"uri": uris[name], "languageId": "yaml", "version": 1, "text": text}
        server.send(method="textDocument/didOpen", params={"textDocument": item})

    def at(method, name, line, character):
        return server.ask(method, textDocument={"uri": uris[name]}, position={"line": line, "character": character})

    items = at("textDocument/completion", "keys.yaml", 3, 2)
    labels = {item["label"] for item in (items or {}).get("items", [])}
    holds("completion of the keys of a band", {"globs", "derived", "exclude", "max_tokens"} <= labels, sorted(labels))
    words = at("textDocument/completion", "wrong.yaml", 4, len("budget: { profile: "))
    labels = {item["label"] for item in (words or {}).get("items", [])}
    holds("completion of the words of a choice", {"auto", "deep", "seed"} <= labels, sorted(labels))
    hover = at("textDocument/hover", "whole.yaml", 3, 4)
    text = json.dumps(hover)
    holds("hover says what a key is for", "Queries, run from top to bottom" in text, text[:300])
    holds("no diagnostic on a whole manifest", server.diagnostics(uris["whole.yaml"]) == [], server.found)
    found = {(it["range"]["start"]["line"], it["message"].split("\n")[0]) for it in server.diagnostics(uris["wrong.yaml"])}
    lines = sorted(line for line, _ in found)
    holds("diagnostics at the wrong key and the wrong word", 3 in lines and 4 in lines, sorted(found))
    server.ask("shutdown")
    server.send(method="exit")
    server.process.wait(timeout=10)
    shutil.rmtree(folder, ignore_errors=True)


try:
    manifests = loaded()
    holds(f"PyYAML reads {len(shipped)} shipped manifests", all(isinstance(manifests[path], dict) for path in shipped))
except ImportError:
    manifests = None
    print("skipped PyYAML, jsonschema and ajv: PyYAML is not installed")
if manifests:
    by_python(manifests)
    by_ajv(manifests)
by_server()
sys.exit(1 if failed else 0)
