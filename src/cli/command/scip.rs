//! `scip`: what is done with the files of indexes.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::args::StoreOptions;
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::cli::run::Call;
use crate::pipeline::{self, Wanted};
use crate::scip::SourceHealth;

/// What `scip` takes.
#[derive(Debug, Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write down what an index was made from, right after it was made: later, staleness is then known and not judged
    Stamp(Stamp),
}

#[derive(Debug, Args)]
struct Stamp {
    /// The index; without it the one at the root
    #[arg(value_name = "INDEX")]
    index: Option<PathBuf>,
    /// How the indexer ended; after a failure files may be missing from its index
    #[arg(long, value_name = "CODE", allow_negative_numbers = true)]
    exit_code: Option<i32>,
    /// Stamp also where documents do not fit their files: these are left out of the stamp
    #[arg(long)]
    force: bool,
}

/// Runs the command below `scip`.
pub fn run(call: &Call, options: &Options) -> Result<(), Fault> {
    match &options.command {
        Command::Stamp(options) => stamp(call, options),
    }
}

fn stamp(call: &Call, options: &Stamp) -> Result<(), Fault> {
    let scip = options.index.iter().cloned().collect();
    let store = StoreOptions { no_store: true, scip, ..StoreOptions::default() };
    let request = call.request(&store, None);
    let index = call.index(&store, None)?;
    let health = index.facts.health.as_ref().and_then(|health| health.sources.first());
    let Some(source) = health.filter(|_| request.scip != Wanted::Nothing) else {
        return Err(Fault::Unstamped {
            why: "there is no index at the root".to_owned(),
            hint: "name it: `cg-bundle scip stamp build/index.scip`".to_owned(),
        });
    };
    refuse(source, options.force)?;
    let Some((path, mut stamp)) = pipeline::stamp(&request, &index)? else { return Ok(()) };
    stamp.exit_code = options.exit_code;
    output::write(&path, &stamp.write())?;
    let n_documents = stamp.documents.len();
    let documents = if n_documents == 1 { "document" } else { "documents" };
    call.say.line(&format!("wrote {} ({n_documents} {documents})", path.display()));
    Ok(())
}

/// A stamp says that the files are those that were indexed. Where they are not, it would be a lie.
fn refuse(source: &SourceHealth, force: bool) -> Result<(), Fault> {
    let numbers = &source.numbers;
    let n_wrong = numbers.stale + numbers.missing;
    if numbers.fresh + numbers.unverifiable == 0 || n_wrong > 0 && !force {
        let why = source.reasons.first().cloned().unwrap_or_else(|| format!("`{}` holds no documents", source.name));
        let hint = format!("make it anew with `{}`, and stamp it then; `--force` stamps what fits", source.refresh);
        return Err(Fault::Unstamped { why, hint });
    }
    Ok(())
}
