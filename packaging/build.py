#!/usr/bin/env python3
"""Packs a binary of cg-bundle for npm and for PyPI; the packages hold it, and download nothing when they are installed.

    python3 packaging/build.py target/x86_64-unknown-linux-musl/release/cg-bundle --platform linux-x64 --out dist

A static binary needs no C library, so that its wheel is good for every Linux: it has the tags of both glibc and musl.
The packages are the same bytes each time: entries are in order and have one date.
"""

import argparse
import base64
import gzip
import hashlib
import io
import json
import pathlib
import re
import tarfile
import zipfile

HOME = pathlib.Path(__file__).resolve().parent.parent
# platform: npm's os and cpu, the tags of the wheel, the ending of the program
PLATFORMS = {
    "linux-x64": ("linux", "x64", "manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64", ""),
    "linux-arm64": ("linux", "arm64", "manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64", ""),
    "darwin-x64": ("darwin", "x64", "macosx_10_12_x86_64", ""),
    "darwin-arm64": ("darwin", "arm64", "macosx_11_0_arm64", ""),
    "win32-x64": ("win32", "x64", "win_amd64", ".exe"),
}
TEXTS = ["README.md", "LICENSE-APACHE", "LICENSE-MIT"]


def version() -> str:
    manifest = (HOME / "Cargo.toml").read_text()
    return re.search(r'^version = "([^"]+)"', manifest, re.M).group(1)


def packed(path: pathlib.Path, files: dict) -> pathlib.Path:
    files |= {name: (HOME / name).read_bytes() for name in TEXTS}
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size, entry.mtime = len(content), 499162500
            entry.mode = 0o755 if name.startswith("bin/") else 0o644
            archive.addfile(entry, io.BytesIO(content))
    # gzip's own header has the time of writing, unless it is given.
    path.write_bytes(gzip.compress(raw.getvalue(), 9, mtime=0))
    return path


def npm(binary: bytes, platform: str, out: pathlib.Path) -> pathlib.Path:
    """The package of one platform, which holds the binary."""
    system, cpu, _, ending = PLATFORMS[platform]
    package = json.loads((HOME / "packaging/npm/platform.json").read_text())
    package |= {"name": f"@cg-bundle/{platform}", "version": version(), "os": [system], "cpu": [cpu]}
    package["bin"]["cg-bundle"] += ending
    files = {"package.json": (json.dumps(package, indent=2) + "\n").encode(), f"bin/cg-bundle{ending}": binary}
    return packed(out / f"cg-bundle-{platform}-{version()}.tgz", files)


def npm_main(_: bytes, __: str, out: pathlib.Path) -> pathlib.Path:
    """The package that people install: it depends on that of their platform."""
    package = json.loads((HOME / "packaging/npm/main.json").read_text())
    package["version"] = version()
    package["optionalDependencies"] = {f"@cg-bundle/{platform}": version() for platform in PLATFORMS}
    files = {
        "package.json": (json.dumps(package, indent=2) + "\n").encode(),
        "bin/cg-bundle.js": (HOME / "packaging/npm/cg-bundle.js").read_bytes(),
    }
    return packed(out / f"cg-bundle-{version()}.tgz", files)


def wheel(binary: bytes, platform: str, out: pathlib.Path) -> pathlib.Path:
    *_, tags, ending = PLATFORMS[platform]
    name = f"cg_bundle-{version()}"
    info = f"{name}.dist-info"
    readme = (HOME / "README.md").read_text()
    metadata = (
        f"Metadata-Version: 2.1\nName: cg-bundle\nVersion: {version()}\n"
        "Summary: The context that a task needs from a repository, with a reason for every file.\n"
        "License: MIT OR Apache-2.0\nDescription-Content-Type: text/markdown\n\n" + readme
    )
    tag_lines = "".join(f"Tag: py3-none-{tag}\n" for tag in tags.split("."))
    files = {
        f"{name}.data/scripts/cg-bundle{ending}": binary,
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: cg-bundle\nRoot-Is-Purelib: false\n{tag_lines}".encode(),
    }
    files |= {f"{info}/{text}": (HOME / text).read_bytes() for text in TEXTS[1:]}
    digest = lambda it: base64.urlsafe_b64encode(hashlib.sha256(it).digest()).rstrip(b"=").decode()
    record = "".join(f"{path},sha256={digest(content)},{len(content)}\n" for path, content in sorted(files.items()))
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    path = out / f"{name}-py3-none-{tags}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for inner, content in sorted(files.items(), key=lambda it: (".dist-info" in it[0], it[0])):
            entry = zipfile.ZipInfo(inner, (1985, 10, 26, 8, 15, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in inner else 0o100644) << 16
            archive.writestr(entry, content)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("--platform", choices=PLATFORMS, default="linux-x64")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("dist"))
    call = parser.parse_args()
    call.out.mkdir(parents=True, exist_ok=True)
    binary = call.binary.read_bytes()
    for pack in (npm, npm_main, wheel):
        path = pack(binary, call.platform, call.out)
        print(f"{path} {path.stat().st_size}")


if __name__ == "__main__":
    main()
