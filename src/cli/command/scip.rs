//! `scip`: what is done with the files of indexes.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::args::StoreOptions;
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::cli::run::CliContext;
use crate::pipeline;
use crate::scip::{Cause, DocumentHealth, Freshness, Health, Verdict};

/// How many files a message names.
const NAMED: usize = 3;

/// Options of `scip`.
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
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    match &options.command {
        Command::Stamp(options) => stamp(call, options),
    }
}

fn stamp(call: &CliContext, options: &Stamp) -> Result<(), Fault> {
    let scip = options.index.iter().cloned().collect();
    let store = StoreOptions { no_store: true, scip, ..StoreOptions::default() };
    let index = call.index(&store, None)?;
    let Some(health) = &index.facts.health else {
        return Err(Fault::Unstamped {
            why: "there is no index at the root".to_owned(),
            hint: "name it: `cg-bundle scip stamp build/index.scip`".to_owned(),
        });
    };
    refuse(health, options.force)?;
    let Some((path, mut stamp)) = pipeline::stamp(&call.request(&store, None), &index)? else { return Ok(()) };
    stamp.exit_code = options.exit_code;
    output::write(&call.shared.root, &path, &stamp.write())?;
    let n_documents = stamp.documents.len();
    let documents = if n_documents == 1 { "document" } else { "documents" };
    let shown = path.strip_prefix(&index.tree.root).unwrap_or(&path);
    call.say.line(&format!("wrote {} ({n_documents} {documents})", shown.display()));
    Ok(())
}

/// A stamp says that the files are those that were indexed. Where they are not, it would be a lie.
fn refuse(health: &Health, force: bool) -> Result<(), Fault> {
    let Some(source) = health.sources.first() else { return Ok(()) };
    let numbers = &source.numbers;
    let is_wrong = |it: &&DocumentHealth| matches!(it.verdict, Verdict::Stale { .. } | Verdict::Missing);
    let wrong: Vec<&str> = health.not_fresh.iter().filter(is_wrong).map(|it| it.path.as_str()).collect();
    let why = if numbers.documents == 0 {
        format!("`{}` holds no documents", source.name)
    } else if let Freshness::Stale(Cause::IndexerError { message }) = &source.freshness {
        format!("`{}` is not whole: {message}", source.name)
    } else if wrong.is_empty() || force && wrong.len() < numbers.documents as usize {
        return Ok(());
    } else {
        let more = wrong.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let first = wrong.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
        format!("{} of {} documents do not fit their files: {first}{more}", wrong.len(), numbers.documents)
    };
    let hint = format!("make the index anew with `{}`, and stamp it then; `--force` stamps what fits", source.refresh);
    Err(Fault::Unstamped { why, hint })
}
