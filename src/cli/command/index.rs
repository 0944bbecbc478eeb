//! `index`: makes or refreshes the index, and says what it holds.

use std::collections::BTreeMap;

use clap::Args;

use super::table::table;
use crate::base::counted;
use crate::cli::args::StoreOptions;
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::cli::run::CliContext;
use crate::facts::{NONE, OpenCall, RELATIONS, Snapshot};
use crate::language::LANGUAGES;
use crate::pipeline::{self, Index};

/// Options of `index`.
#[derive(Debug, Args)]
pub struct Options {
    /// Forget what is kept of contents that are no longer in the tree
    #[arg(long, conflicts_with = "no_store", help_heading = "Index")]
    prune: bool,
    #[command(flatten)]
    store: StoreOptions,
}

/// Indexes, and prints the summary.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    let index = call.index(&options.store, None)?;
    output::print(&summary(&index))?;
    if let Some(file) = index.store_file() {
        call.say.detail(&format!("store: {}", file.display()));
    }
    if options.prune {
        let request = call.request(&options.store, None);
        let removed = pipeline::prune(&request, &index).map_err(|error| Fault::Prune(error.to_string()))?;
        call.say.line(&format!("pruned {removed} observations of contents that are gone"));
    }
    Ok(())
}

fn summary(index: &Index) -> String {
    let facts = &index.facts;
    let counts = facts.counts;
    let n_source = facts.files.iter().filter(|row| row.language != NONE).count();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |name: &str, text: String| rows.push(vec![name.to_owned(), text]);
    let secret = match index.tree.n_secret {
        0 => String::new(),
        n => format!("; {n} secret-shaped left out"),
    };
    row("files", format!("{}, {n_source} of them source{secret}", facts.files.len()));
    row("languages", languages(facts));
    let named = RELATIONS.iter().filter(|it| it.name != "file" && it.name != "gap");
    row("facts", listed(named.filter_map(|it| Some((it.name, it.count(facts)?)))));
    let imports = counts.imports_internal + counts.imports_external + counts.imports_unresolved;
    row(
        "imports",
        format!(
            "{imports} sites: {} inside, {} of packages, {} unresolved ({})",
            counts.imports_internal,
            counts.imports_external,
            counts.imports_unresolved,
            share(counts.imports_unresolved, imports)
        ),
    );
    let calls = counts.calls_resolved + counts.calls_external + counts.calls_ambiguous + counts.calls_unknown;
    row(
        "calls",
        format!(
            "{calls} sites: {} resolved, {} leave the repository, {} ambiguous, {} unknown",
            counts.calls_resolved, counts.calls_external, counts.calls_ambiguous, counts.calls_unknown
        ),
    );
    let open = OpenCall::ALL.iter().map(|reason| reason.name()).zip(counts.open_calls);
    let mut open: Vec<(&str, usize)> = open.map(|(name, count)| (name, count as usize)).collect();
    open.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let open = open.iter().filter(|(_, count)| *count > 0).map(|(name, count)| format!("{count} {name}"));
    if counts.calls_unknown > 0 {
        row("unknown", open.collect::<Vec<_>>().join(", "));
    }
    for source in facts.health.iter().flat_map(|health| &health.sources) {
        row("scip", format!("{} by {} {}: {}", source.name, source.tool, source.version, source.confidence.word()));
    }
    row("gaps", gaps(facts));
    let related = match (index.related, index.moved, index.relinked) {
        (true, ..) => "related anew".to_owned(),
        (false, true, _) => "of the run before, with other places".to_owned(),
        (false, false, 0) => "loaded from the store".to_owned(),
        (false, false, n) => format!("of the run before, with {} linked again", counted(n, "file")),
    };
    row("this run", format!("{} parsed, facts {related}", counted(index.n_parsed, "file")));
    table(&rows, 0)
}

fn listed<'a>(counts: impl Iterator<Item = (&'a str, usize)>) -> String {
    let parts: Vec<String> =
        counts.filter(|(_, count)| *count > 0).map(|(name, count)| format!("{name} {count}")).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// The number of gaps, by kind.
fn gaps(facts: &Snapshot) -> String {
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for gap in &facts.gaps {
        *counted.entry(gap.kind.name()).or_default() += 1;
    }
    listed(counted.into_iter())
}

/// Files by language, the most first.
fn languages(facts: &Snapshot) -> String {
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for row in facts.files.iter() {
        if let Some(language) = LANGUAGES.get(row.language as usize) {
            *counted.entry(language.name).or_default() += 1;
        }
    }
    let mut counted: Vec<(&str, usize)> = counted.into_iter().collect();
    counted.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    listed(counted.into_iter())
}

fn share(part: u32, whole: u32) -> String {
    if whole == 0 {
        return "0 %".to_owned();
    }
    let permille = u64::from(part) * 1000 / u64::from(whole);
    format!("{}.{} %", permille / 10, permille % 10)
}
