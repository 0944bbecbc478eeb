//! `used`: records which files of a bundle its reader used, for `tune`.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;

use super::bundle::MAX_CHECKED;
use super::used_record::{UseRecord, UsedBundle};
use crate::base::{counted, nearest, path};
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::cli::run::CliContext;
use crate::store::UseLog;
use crate::walk::{self, Door, is_secret};

/// Options of `used`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  cg-bundle change --set change.files=src/app.ts -o bundle.json; cg-bundle used bundle.json src/app.ts src/cart.ts

A path that the bundle does not show, but the repository has, is recorded as missing. `cg-bundle tune` reads the log.")]
pub struct Options {
    /// The bundle, made with --format json; - is standard input
    #[arg(value_name = "BUNDLE")]
    bundle: PathBuf,
    /// The files that were used, by their paths from the root
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<String>,
    /// Append to this file instead of .cg-bundle/used.jsonl at the root
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// Appends one line to the log.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    let bundle = read(&options.bundle)?;
    let paths = known(call, &options.paths, &bundle)?;
    let record = UseRecord::new(&bundle, &paths);
    let log = log(call, options.log.as_deref());
    let line = serde_json::to_string(&record).unwrap_or_default();
    let path = log.path().unwrap_or_default();
    log.append(&line).map_err(|source| Fault::File { what: "append to", path: path.clone(), source })?;
    let mut text = format!("recorded {} of the bundle as used", counted(record.used.len(), "file"));
    if !record.missing.is_empty() {
        text += &format!(", {} as missing:", record.missing.len());
    }
    text.push('\n');
    for missing in &record.missing {
        let by: Vec<String> =
            missing.left_out.iter().map(|it| format!("`{}` left it out ({})", it.query, it.reason)).collect();
        let by = if by.is_empty() { "no query returned it".to_owned() } else { by.join(", ") };
        text += &format!("  {}  {by}\n", missing.path);
    }
    output::print(&text)
}

/// The log of a command line.
pub fn log(call: &CliContext, named: Option<&Path>) -> UseLog {
    named.map_or_else(|| UseLog::Under(call.shared.root.clone()), |path| UseLog::At(path.to_owned()))
}

/// The paths from the root, each once; those that neither the bundle nor the repository has are an error.
fn known(call: &CliContext, given: &[String], bundle: &UsedBundle) -> Result<Vec<String>, Fault> {
    let door = Door::open(&call.shared.root).map_err(|source| Fault::File {
        what: "open the repository",
        path: call.shared.root.clone(),
        source,
    })?;
    let known: BTreeSet<&str> = bundle.paths().collect();
    let mut paths: BTreeSet<String> = BTreeSet::new();
    let mut wrong = Vec::new();
    for text in given {
        let path = path::join("", text).unwrap_or_else(|| text.clone());
        let is_here = || !is_secret(&path) && door.file(Path::new(&path)).is_ok();
        if known.contains(path.as_str()) || is_here() {
            paths.insert(path);
            continue;
        }
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        let same = known.iter().find(|it| name(it) == name(&path)).copied();
        let near = same.or_else(|| nearest(&path, known.iter().copied()));
        let hint = near.map_or_else(
            || "paths are those from the root of the repository; -C DIR names it".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        let message = format!("`{path}` is no file of the bundle, and none of the repository");
        wrong.push(Fault::Unknown { message, hint: Some(hint) });
    }
    if wrong.is_empty() { Ok(paths.into_iter().collect()) } else { Err(Fault::All(wrong)) }
}

fn read(path: &Path) -> Result<UsedBundle, Fault> {
    let file = |source| Fault::File { what: "read", path: path.to_owned(), source };
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().take(MAX_CHECKED).read_to_end(&mut bytes).map_err(file)?;
        bytes
    } else {
        walk::named(path, MAX_CHECKED).map_err(|refusal| file(refusal.into()))?
    };
    let hint = "make it with `--format json`, or `-o` a name that ends in .json; of several manifests, one at a time";
    let bundle: UsedBundle = serde_json::from_slice(&bytes)
        .map_err(|error| Fault::usage(format!("`{}` is no bundle in JSON: {error}", path.display()), hint))?;
    match bundle.version {
        1 => Ok(bundle),
        other => Err(Fault::usage(format!("`{}` has the version {other}; this program reads 1", path.display()), hint)),
    }
}
