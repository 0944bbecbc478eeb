//! Inputs that nobody vouches for: the targets, and what makes inputs for them.
//!
//! Compiled twice: in the crate `cg-fuzz`, where libFuzzer keeps the inputs that reach new code, and as a module of
//! `tests/suite/fuzzed.rs`, which runs a fixed number of inputs of each target.

pub mod chance;
pub mod files;
pub mod mutate;
pub mod target;
pub mod wire;
pub mod words;

use std::path::{Path, PathBuf};

pub use target::{TARGETS, Target};

/// The target of a name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// The root of the checkout that this was built from: the cases there are the first inputs.
pub fn checkout() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = own.ancestors().find(|folder| folder.join("tests/cases").is_dir());
    root.expect("the cases of the checkout").to_owned()
}

/// The files below a folder of `tests/`, sorted: their paths and contents.
pub fn read_below(folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![checkout().join("tests").join(folder)];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(&directory).expect("a folder of cases") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let content = std::fs::read(&path).expect("a case");
                found.push((path, content));
            }
        }
    }
    found.sort();
    found
}
