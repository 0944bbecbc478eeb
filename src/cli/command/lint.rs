//! `lint`: checks manifests, all mistakes at once, and applies the fixes.

use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;

use super::lint_codes::explained;
use super::lint_here::{findings as findings_here, is_kept_in};
use crate::base::{Diagnostic, Fix, LineIndex, Severity, sort};
use crate::cli::fault::Fault;
use crate::cli::near::is_manifest;
use crate::cli::output;
use crate::cli::run::{CliContext, opened};
use crate::manifest::{self, ManifestError, SourceFindings};
use crate::walk::{self, Tree, is_secret_file};

/// The folder that is checked where none is named.
const FOLDER: &str = ".cg";
/// The mark of UTF-8, in bytes, that does not count as text.
const BOM: u64 = 3;
/// The most fixes that are applied to one file.
const ROUNDS: usize = 100;

/// Options of `lint`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  cg-bundle lint --fix .cg/cve.yaml\n  cg-bundle lint --explain CG032")]
pub struct Options {
    /// Manifests, or folders whose .yaml and .yml files are manifests; .cg below the root without it
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Apply the fixes that the messages show
    #[arg(long)]
    fix: bool,
    /// Print what a code such as CG032 means, with an example, and check nothing
    #[arg(long, value_name = "CODE", conflicts_with_all = ["paths", "fix"])]
    explain: Option<String>,
    /// Print each manifest with the one that it extends as one text
    #[arg(long, conflicts_with_all = ["fix", "explain"])]
    show: bool,
}

/// Checks the manifests.
pub fn run(call: &CliContext, options: &Options) -> Result<(), Fault> {
    if let Some(code) = &options.explain {
        return output::print(&explained(code)?);
    }
    let paths = manifests(call, &options.paths)?;
    if options.show {
        return paths.iter().try_for_each(|path| shown(call, path));
    }
    let mut unread = Vec::new();
    let mut here = None;
    let (mut n_errors, mut n_warnings) = (0, 0);
    for path in &paths {
        if options.fix {
            apply_fixes(call, path)?;
        }
        let is_kept = is_kept_in(path, &call.shared.root.join(FOLDER));
        let repository =
            if is_kept { here.get_or_insert_with(|| walk::walk(&call.shared.root).ok()).as_ref() } else { None };
        let parts = match checked(path, repository) {
            Ok(parts) => parts,
            Err(error) => {
                unread.push(error);
                continue;
            }
        };
        for SourceFindings { path, source_text, diagnostics } in parts {
            let of = |severity| diagnostics.iter().filter(|it| it.severity == severity).count();
            n_errors += of(Severity::Error);
            n_warnings += of(Severity::Warning);
            let terminal = std::io::stdout().is_terminal();
            let path = path.display().to_string();
            output::print_painted(&call.say.findings(&path, &source_text, &diagnostics, terminal))?;
        }
    }
    let n_checked = paths.len() - unread.len();
    if n_checked > 0 || unread.is_empty() {
        call.say.line(&format!(
            "{}: {}, {}",
            of(n_checked, "manifest"),
            of(n_errors, "error"),
            of(n_warnings, "warning")
        ));
    }
    if !unread.is_empty() {
        return Err(Fault::Manifests(unread));
    }
    if n_errors > 0 { Err(Fault::Linted) } else { Ok(()) }
}

/// The findings in a manifest, then those in the one that it extends; what matches nothing, where the repository is known.
fn checked(path: &Path, repository: Option<&Tree>) -> Result<Vec<SourceFindings>, ManifestError> {
    let path = path.to_owned();
    Ok(match manifest::load_with_text(&path) {
        Ok((mut manifest, text)) => {
            if let Some(repository) = repository {
                let found = findings_here(&manifest, &text, repository);
                // In a base that comes with the program nobody can change them.
                let located = manifest.located(&path, &text, found).into_iter().find(|it| it.path == path);
                manifest.warnings.extend(located.into_iter().flat_map(|it| it.diagnostics));
                sort(&mut manifest.warnings);
            }
            let over = manifest.over.as_deref();
            let source_text = over.and_then(|over| over.flat.sources.first()).map_or(text, |top| top.text.clone());
            let below = over.map(|over| over.findings.clone());
            std::iter::once(SourceFindings { path, source_text, diagnostics: manifest.warnings }).chain(below).collect()
        }
        Err(ManifestError::Invalid { source_text, diagnostics, base, .. }) => {
            let top = SourceFindings { path, source_text, diagnostics };
            std::iter::once(top).chain(base.map(|it| *it)).collect()
        }
        Err(error) => return Err(error),
    })
}

/// Prints a manifest as it is run: the one that it extends is written out.
fn shown(call: &CliContext, path: &Path) -> Result<(), Fault> {
    let one = opened(path)?;
    let parts = checked(path, None).unwrap_or_default();
    for SourceFindings { path, source_text, diagnostics } in parts {
        call.say.diagnostics(&path.display().to_string(), &source_text, &diagnostics);
    }
    output::print(&one.text)
}

fn of(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// The manifests that some paths name, folders opened.
fn manifests(call: &CliContext, paths: &[PathBuf]) -> Result<Vec<PathBuf>, Fault> {
    let default = call.shared.root.join(FOLDER);
    if paths.is_empty() && !default.is_dir() {
        let message = format!("there is no folder `{}`", default.display());
        return Err(Fault::usage(message, "name the manifests to check: `cg-bundle lint PATH…`"));
    }
    if paths.is_empty() && !is_beneath(&default, &call.shared.root) {
        let message = format!("`{}` is a link that leads outside the repository", default.display());
        return Err(Fault::usage(message, "name the manifests to check: `cg-bundle lint PATH…`"));
    }
    let mut found = Vec::new();
    for path in if paths.is_empty() { std::slice::from_ref(&default) } else { paths } {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let entries =
            fs::read_dir(path).map_err(|source| Fault::File { what: "read the folder", path: path.clone(), source })?;
        let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        // Nobody named these: a link may lead to a manifest that lies elsewhere in the repository, and not out of it.
        let stays = |it: &Path| is_beneath(it, path) || is_beneath(it, &call.shared.root);
        inside.retain(|it| is_manifest(it) && it.is_file() && stays(it));
        inside.sort();
        if inside.is_empty() {
            call.say.note(&format!("`{}` holds no .yaml or .yml file", path.display()));
        }
        found.append(&mut inside);
    }
    Ok(found)
}

/// Whether a path lies below a folder, links resolved.
fn is_beneath(path: &Path, folder: &Path) -> bool {
    let full = |path: &Path| fs::canonicalize(path).ok();
    full(path).zip(full(folder)).is_some_and(|(path, folder)| path.starts_with(folder))
}

/// Applies fixes until none is left, and reports the changes.
fn apply_fixes(call: &CliContext, path: &Path) -> Result<(), Fault> {
    if is_secret_file(path) {
        return Ok(());
    }
    let Ok(bytes) = walk::named(path, manifest::MANIFEST.bytes as u64 + BOM) else { return Ok(()) };
    let Ok(mut text) = String::from_utf8(bytes) else { return Ok(()) };
    let before = text.clone();
    let mut changes = Vec::new();
    for _ in 0..ROUNDS {
        let Some((diagnostic, fix)) = first_mend(path, &text) else { break };
        let line = LineIndex::new(text.as_bytes()).position(fix.span.start).line;
        changes.push(format!("fixed {}:{line}: {} ({})", path.display(), diagnostic.title, diagnostic.code));
        text.replace_range(fix.span, &fix.text);
    }
    if text == before {
        return Ok(());
    }
    output::write(&call.shared.root, path, &text)?;
    changes.iter().for_each(|line| call.say.line(line));
    Ok(())
}

/// The first finding that its own fix removes. The fix may uncover others.
fn first_mend(path: &Path, text: &str) -> Option<(Diagnostic, Fix)> {
    let found = findings(path, text);
    let mut mendable = found.iter().filter_map(|it| Some((it, it.fix.as_ref()?)));
    let (diagnostic, fix) = mendable.find(|(diagnostic, fix)| {
        let count = |all: &[Diagnostic]| {
            all.iter().filter(|it| (it.code, &it.title) == (diagnostic.code, &diagnostic.title)).count()
        };
        let mut after = text.to_owned();
        let is_inside = text.get(fix.span.clone()).is_some();
        if is_inside {
            after.replace_range(fix.span.clone(), &fix.text);
        }
        is_inside && count(&findings(path, &after)) < count(&found)
    })?;
    Some((diagnostic.clone(), fix.clone()))
}

fn findings(path: &Path, text: &str) -> Vec<Diagnostic> {
    match manifest::parse_at(text.as_bytes(), path) {
        Ok(manifest) => manifest.warnings,
        Err(ManifestError::Invalid { diagnostics, .. }) => diagnostics,
        Err(ManifestError::Io { .. }) => Vec::new(),
    }
}
