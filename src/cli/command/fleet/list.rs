//! `fleet list`: the repositories of a fleet file.

use std::path::PathBuf;

use clap::Args;

use crate::cli::command::table::table;
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::fleet::Fleet;

/// Options of `fleet list`.
#[derive(Debug, Args)]
pub struct ListOptions {
    /// The fleet file
    #[arg(value_name = "FLEET")]
    fleet: PathBuf,
    /// Read all of the file, and say where it is damaged
    #[arg(long)]
    verify: bool,
}

/// Prints a line a repository.
pub fn run(options: &ListOptions) -> Result<(), Fault> {
    let fleet = Fleet::open(&options.fleet)?;
    if options.verify {
        fleet.verify()?;
    }
    let mut rows = vec![["REPOSITORY", "STATE", "ROOT"].map(str::to_owned).to_vec()];
    let row = |it: &crate::fleet::FleetRepository| vec![it.name.clone(), it.state.short(), it.root.clone()];
    rows.extend(fleet.repositories.iter().map(row));
    output::print(&table(&rows, 0))
}
