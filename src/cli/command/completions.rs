//! `completions`: from the same definitions as the help.

use clap::Args;
use clap_complete::Shell;

use crate::cli::fault::Fault;
use crate::cli::{output, parse};

/// Options of `completions`.
#[derive(Debug, Args)]
pub struct Options {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Prints the completions.
pub fn run(options: &Options) -> Result<(), Fault> {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut parse::whole(), "cg-bundle", &mut text);
    output::print(&String::from_utf8_lossy(&text))
}
