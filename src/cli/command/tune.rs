//! `tune`: the edits of a manifest that the log of uses speaks for, as a diff with its evidence.

use std::path::{Path, PathBuf};

use clap::Args;
use diffy::DiffOptions;

use super::tune_edit::edited;
use super::tune_evidence::{LEAST_BUNDLES, UseEvidence};
use super::used::log;
use super::used_record::UseRecord;
use crate::base::counted;
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::cli::run::CliContext;
use crate::manifest::{self, ManifestError, shipped};
use crate::walk;

/// The most bytes of a log that are read.
const MAX_LOG: u64 = 64 * 1024 * 1024;

/// Options of `tune`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cg-bundle tune .cg/change.yaml > tune.diff && patch -p0 < tune.diff
  cg-bundle tune .cg/change.yaml used.jsonl --write

A query of which nothing was used goes down a band; one of may_read that every second bundle used goes up; a cap is doubled
where every third bundle used a file past it, and lowered where it never binds.")]
pub struct Options {
    /// The manifest
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,
    /// The log that `cg-bundle used` wrote; .cg-bundle/used.jsonl at the root without it
    #[arg(value_name = "LOG")]
    log: Option<PathBuf>,
    /// The fewest bundles that speak for an edit
    #[arg(long, value_name = "N", default_value_t = LEAST_BUNDLES)]
    least: usize,
    /// Edit the manifest in place, too
    #[arg(long)]
    write: bool,
}

/// Prints the edits.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    let path = &options.manifest;
    let (manifest, text) = loaded(path)?;
    let records = records(call, options)?;
    let evidence = UseEvidence::of(&records, &manifest);
    let mut new = text.clone();
    let mut lines = Vec::new();
    for proposal in evidence.proposals(&manifest, options.least.max(1)) {
        let line = format!("`{}` {}", proposal.query, proposal.because);
        match edited(&new, path, &proposal.query, &proposal.edit) {
            Ok(then) => {
                new = then;
                lines.push(format!("# {line}\n"));
            }
            Err(why) => lines.push(format!("# by hand: {line} ({why})\n")),
        }
    }
    for (file, bundles) in &evidence.unreturned {
        lines.push(format!("# no query returned `{file}`, used in {} of {} bundles\n", bundles, evidence.bundles));
    }
    if new == text {
        lines.push(format!("# {}\n", nothing(&evidence, &manifest.task_class, options.least)));
    }
    let name = path.display().to_string();
    let mut diff = DiffOptions::new();
    diff.set_original_filename(name.clone()).set_modified_filename(name);
    let patch = if new == text { String::new() } else { diff.create_patch(&text, &new).to_string() };
    output::print(&(lines.concat() + &patch))?;
    if options.write && new != text {
        output::write(&call.shared.root, path, &new)?;
        call.say.line(&format!("wrote {}", path.display()));
    }
    Ok(())
}

/// The reason why nothing is proposed.
fn nothing(evidence: &UseEvidence, class: &str, least: usize) -> String {
    let most = evidence.queries.values().map(|found| found.bundles).max().unwrap_or(0);
    let others = match evidence.others {
        0 => String::new(),
        others => format!("; {} of other classes of task", counted(others, "bundle")),
    };
    let bundles = counted(evidence.bundles, "bundle");
    if evidence.bundles < least || most < least {
        return format!(
            "nothing is proposed: the log has {bundles} of `{class}`, and {most} with the queries as they are now; an edit \
             needs {least}{others}"
        );
    }
    format!("nothing is proposed: {bundles} of `{class}` speak for no edit that can be made{others}")
}

/// A manifest that can be edited.
fn loaded(path: &Path) -> Result<(manifest::Manifest, String), Fault> {
    manifest::load_with_text(path).map_err(|error| {
        let class = path.to_str().filter(|name| shipped(name).is_some());
        match (&error, class) {
            (ManifestError::Io { .. }, Some(class)) => Fault::usage(
                format!("`{class}` is a shipped class, and no file to edit"),
                format!("`cg-bundle init {class}` writes it to .cg/{class}.yaml"),
            ),
            _ => Fault::Manifests(vec![error]),
        }
    })
}

fn records(call: &CliContext, options: &Options) -> Result<Vec<UseRecord>, Fault> {
    let path = match &options.log {
        Some(path) => path.clone(),
        None => log(call, None).path().unwrap_or_default(),
    };
    let bytes = walk::named(&path, MAX_LOG).map_err(|refusal| Fault::File {
        what: "read the log",
        path: path.clone(),
        source: refusal.into(),
    })?;
    let (records, n_torn) = UseRecord::all(&String::from_utf8_lossy(&bytes));
    if n_torn > 0 {
        let lines = counted(n_torn, "line");
        call.say.note(&format!("{lines} of `{}` are torn or of another form, and passed over", path.display()));
    }
    Ok(records)
}
