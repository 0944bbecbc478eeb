//! `fleet`: facts across repositories, in one file.

mod advisories;
pub mod answer;
mod build;
pub mod bundles;
mod findings;
mod list;
mod listed;
mod printed;

pub use printed::FleetForm;

use clap::{Args, Subcommand};

use crate::cli::fault::Fault;
use crate::cli::run::CliContext;

/// Options of `fleet`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  printf '%s\\n' checkouts/*/ | cg-bundle fleet build - -o org.fleet
  cg-bundle query 'import_graph.reverse_lookup(requests)' --fleet org.fleet
  cg-bundle fleet advisories GHSA-9wx4-h78v-vm56.json --fleet org.fleet")]
pub struct Options {
    #[command(subcommand)]
    command: FleetCommand,
}

#[derive(Debug, Subcommand)]
enum FleetCommand {
    /// Index repositories, and merge what others may ask of them into one file
    Build(build::BuildOptions),
    /// Name the repositories that advisories affect, with the places that use what is affected
    Advisories(advisories::AdvisoryOptions),
    /// List the repositories of a fleet file
    List(list::ListOptions),
}

/// Does what the command says.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    match &options.command {
        FleetCommand::Build(options) => build::run(call, options),
        FleetCommand::Advisories(options) => advisories::run(call, options),
        FleetCommand::List(options) => list::run(options),
    }
}
