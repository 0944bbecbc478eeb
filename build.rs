//! Digests the sources, so that blobs which machines share are never read by a build of other sources: `CG_SOURCES`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// What the program is made from.
const PARTS: &[&str] =
    &["Cargo.lock", "Cargo.toml", "build.rs", "manifests", "rules/Cargo.toml", "rules/src", "schemas", "src"];

fn main() {
    let mut digest: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    let mut enter = |bytes: &[u8]| {
        for byte in bytes.len().to_le_bytes().iter().chain(bytes) {
            // FNV-1a: nobody is kept out by it, and it needs no crate.
            digest = (digest ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    };
    for part in PARTS {
        println!("cargo:rerun-if-changed={part}");
        let mut files = Vec::new();
        below(Path::new(part), &mut files);
        files.sort();
        for file in files {
            enter(file.to_string_lossy().replace('\\', "/").as_bytes());
            enter(&fs::read(&file).unwrap_or_default());
        }
    }
    println!("cargo:rustc-env=CG_SOURCES={digest:032x}");
    place();
}

/// Links the program to a fixed address where glibc runs it. Moved at its start, the tables of the grammars and of the types
/// would have 38,000 addresses to correct on 155 pages that no process shares: half of what `--version` takes (decision 38).
fn place() {
    let target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let is_static = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    if target("OS") == "linux" && target("ENV") == "gnu" && !is_static {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}

/// The files of a folder, or the file itself.
fn below(path: &Path, files: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().for_each(|entry| below(&entry.path(), files)),
        Err(_) if path.is_file() => files.push(path.to_owned()),
        Err(_) => {}
    }
}
