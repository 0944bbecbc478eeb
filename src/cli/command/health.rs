//! `health`: how far compilers' indexes may be trusted, what is wrong with them, and what refreshes them.

use std::fmt::Write;

use clap::{Args, ValueEnum};

use super::table::table;
use crate::base::escaped_json;
use crate::cli::args::StoreOptions;
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::cli::run::CliContext;
use crate::scip::{Absence, Confidence, DocumentHealth, Health, Numbers, Share, SourceHealth, Verdict};

/// How many files of a list are shown where nobody asks for all.
const SHOWN: usize = 20;

/// Options of `health`.
#[derive(Debug, Args)]
pub struct Options {
    /// human, or json with every file
    #[arg(long, value_name = "FORMAT", default_value = "human", hide_possible_values = true)]
    format: Form,
    /// End with 1 unless there is an index and confidence in all of them is high
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    store: StoreOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Human,
    Json,
}

/// Tells the health of the indexes.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    let index = call.index(&options.store, None)?;
    let health = index.facts.health.as_ref();
    output::print(&match (options.format, health) {
        (Form::Json, health) => escaped_json(serde_json::to_string_pretty(&health).unwrap_or_default() + "\n"),
        (Form::Human, Some(health)) => human(health, if call.say.verbose { usize::MAX } else { SHOWN }),
        (Form::Human, None) => "no index is read: none is named, or there is no `index.scip` at the root\n".to_owned(),
    })?;
    let is_high = health.is_some_and(|health| health.confidence == Confidence::High);
    if options.check && !is_high {
        return Err(Fault::Unhealthy(health.map(|health| health.confidence)));
    }
    Ok(())
}

fn human(health: &Health, most: usize) -> String {
    let mut out = format!("confidence  {}\n", health.confidence.word());
    for source in &health.sources {
        out += "\n";
        out += &of_source(source);
    }
    for (at, source) in (0u32..).zip(&health.sources) {
        let own = health.not_fresh.iter().filter(|document| document.source == at);
        let rows: Vec<Vec<String>> = own.map(document).collect();
        out += &listed(&format!("not fresh in {}", source.name), &rows, most);
    }
    let absent = |it: &crate::scip::Unindexed| vec![it.path.clone(), absence(it.absence).to_owned()];
    out + &listed("in no index", &health.unindexed.iter().map(absent).collect::<Vec<_>>(), most)
}

fn of_source(source: &SourceHealth) -> String {
    let stamped = if source.is_stamped { ", stamped" } else { "" };
    let mut out = format!("{}  by {}: {}{stamped}\n", source.name, indexer(source), source.confidence.word());
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |name: &str, text: String| rows.push(vec![name.to_owned(), text]);
    row("documents", documents(&source.numbers));
    row("coverage", format!("{} files with their endings", of(source.numbers.coverage)));
    if source.numbers.imports.of > 0 {
        row("imports", format!("{} of packages resolved", of(source.numbers.imports)));
    }
    let refresh = format!("; to refresh it: {}", source.refresh);
    for reason in &source.reasons {
        row("because", reason.strip_suffix(&refresh).unwrap_or(reason).to_owned());
    }
    for note in &source.notes {
        row("note", note.clone());
    }
    if source.confidence != Confidence::High {
        row("refresh", source.refresh.clone());
    }
    let _ = write!(out, "{}", table(&rows, 2));
    out
}

fn documents(numbers: &Numbers) -> String {
    let parts = [
        (numbers.stale, "stale"),
        (numbers.missing, "without a file"),
        (numbers.unverifiable, "that cannot be checked"),
    ];
    let rest = parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(", {count} {what}"));
    format!("{}: {} fresh{}", numbers.documents, numbers.fresh, rest.collect::<String>())
}

fn of(share: Share) -> String {
    format!("{} of {} ({} %)", share.part, share.of, share.percent())
}

fn document(document: &DocumentHealth) -> Vec<String> {
    match document.verdict {
        Verdict::Stale { evidence, at } if at.line > 0 => vec![format!("{}:{at}", document.path), evidence.to_string()],
        Verdict::Stale { evidence, .. } => vec![document.path.clone(), evidence.to_string()],
        Verdict::Missing => vec![document.path.clone(), "there is no such file".to_owned()],
        Verdict::Unverifiable => vec![document.path.clone(), "nothing in it can be checked".to_owned()],
        Verdict::Fresh => vec![document.path.clone(), String::new()],
    }
}

fn absence(absence: Absence) -> &'static str {
    match absence {
        Absence::New => "came after the stamp",
        Absence::PerhapsNew => "perhaps new: files beside it are indexed",
        Absence::Excluded => "the indexer did not read it",
    }
}

fn listed(title: &str, rows: &[Vec<String>], most: usize) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let shown = &rows[..rows.len().min(most)];
    let more = match rows.len() - shown.len() {
        0 => String::new(),
        more => format!("  and {more} more; --verbose shows all\n"),
    };
    format!("\n{title}: {}\n{}{more}", rows.len(), table(shown, 2))
}

/// The indexer with its version; an unreadable index has neither.
fn indexer(source: &SourceHealth) -> String {
    match format!("{} {}", source.tool, source.version).trim() {
        "" => "an unknown indexer".to_owned(),
        version => version.to_owned(),
    }
}
