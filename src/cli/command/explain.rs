//! `explain`: why a file is in the bundle of a manifest, or why it is not.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{InputOptions, StoreOptions};
use crate::cli::fault::Fault;
use crate::cli::run::Call;

/// What `explain` takes.
#[derive(Debug, Args)]
pub struct Options {
    /// The manifest
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,
    /// The file, by its path from the root
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    inputs: InputOptions,
    #[command(flatten)]
    store: StoreOptions,
}

/// Explains.
pub fn run(_call: &Call, _options: &Options) -> Result<(), Fault> {
    Ok(())
}
