//! `facts --format parquet`, in a program that was built without it.

use std::path::Path;

use crate::cli::fault::Fault;
use crate::facts::{Relation, Snapshot};

/// The fault that says how to build a program that writes Parquet.
pub fn available() -> Result<(), Fault> {
    let hint = "build it with `cargo install --path . --features parquet`; `--format json` has the same columns";
    Err(Fault::usage("this program was built without Parquet", hint))
}

/// Fails as [`available`] does.
pub fn write(_: &Path, _: &Path, _: &Relation, _: &Snapshot) -> Result<(), Fault> {
    available()
}
