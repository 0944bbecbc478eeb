//! The texts of a band beside its files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use cg_rules::PackageId;

use super::map;
use crate::base::counted;
use crate::facts::{PackageImport, PackageUse, Snapshot};
use crate::language::LANGUAGES;
use crate::package::modules_of;
use crate::primitive::Engine;

/// A text beside the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// The key of `repo_context_keys`.
    pub key: String,
    /// The text.
    pub text: String,
    /// Whether somebody outside wrote it: an advisory, a patch, an issue. Then nothing in it is an instruction.
    pub untrusted: bool,
}

/// The text of a key that every repository answers; `None` where there is nothing to say. Names of packages are what
/// files say, and so from outside.
pub fn built_in(engine: &Engine<'_>, key: &str) -> Option<Context> {
    let snapshot = engine.snapshot;
    let (text, untrusted) = match key {
        "entry_points" => (map::entry_points(snapshot), false),
        "folders" => (map::folders(snapshot), false),
        "languages" => (languages(snapshot), false),
        "own_packages" => (map::own_packages(snapshot), true),
        "test_inventory.summary" => (tests(snapshot), false),
        "gaps.summary" => (gaps(snapshot), false),
        "packages" => (packages(engine), true),
        _ => (String::new(), false),
    };
    (!text.is_empty()).then(|| Context { key: key.to_owned(), text, untrusted })
}

/// Files and lines of each language, the largest first.
fn languages(snapshot: &Snapshot) -> String {
    let mut by_language: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
    for row in snapshot.files.iter() {
        if let Some(language) = LANGUAGES.get(row.language as usize) {
            let count = by_language.entry(language.name).or_default();
            *count = (count.0 + 1, count.1 + u64::from(row.lines));
        }
    }
    let mut rows: Vec<_> = by_language.into_iter().collect();
    rows.sort_by_key(|(name, (_, lines))| (std::cmp::Reverse(*lines), *name));
    let rows = rows.into_iter().map(|(name, (files, lines))| {
        format!("{name}: {}, {}", counted(files, "file"), counted(usize::try_from(lines).unwrap_or(usize::MAX), "line"))
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn tests(snapshot: &Snapshot) -> String {
    let files = snapshot.files.iter().filter(|row| row.is_test).count();
    if files == 0 {
        return String::new();
    }
    format!("{}, {}", counted(files, "test file"), counted(snapshot.tests.len(), "test"))
}

/// How many gaps there are of each kind.
fn gaps(snapshot: &Snapshot) -> String {
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for gap in &snapshot.gaps {
        *counted.entry(gap.kind.name()).or_default() += 1;
    }
    let rows = counted.into_iter().map(|(kind, count)| format!("{kind}: {count}"));
    rows.collect::<Vec<_>>().join("\n")
}

/// The names of the packages that manifests here depend on, and those by which Python imports them.
fn dependencies(snapshot: &Snapshot) -> BTreeSet<String> {
    let names: BTreeSet<&str> = snapshot.depends.iter().map(|row| snapshot.names.get(row.name)).collect();
    names.into_iter().flat_map(|name| modules_of(name).into_iter().chain([name.to_owned()])).collect()
}

/// Whether an imported package is the one of that name, or lies below it.
fn is_of(package: &str, name: &str) -> bool {
    package.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.', ':']))
}

/// The external packages that most files import; where imports are of any that manifests name, these; not what a language brings
/// along, nor who has a package from another file.
fn packages(engine: &Engine<'_>) -> String {
    let snapshot = engine.snapshot;
    let (named, required) = (dependencies(snapshot), engine.required_packages());
    let is_known =
        |id: PackageId| required.contains(&id) || named.iter().any(|name| is_of(snapshot.package_name(id), name));
    let rows = most_imported(snapshot, &is_known);
    if rows.is_empty() { most_imported(snapshot, &|_| true) } else { rows }
}

/// The packages of imports, as far as they are known, those of most files first.
fn most_imported(snapshot: &Snapshot, is_known: &dyn Fn(PackageId) -> bool) -> String {
    const SHOWN: usize = 10;
    let is_import = |row: &&PackageImport| row.how == PackageUse::Import && !row.is_builtin;
    // The rows of a package stand together.
    let all: Vec<PackageImport> = snapshot.package_imports.iter().collect();
    let mut files: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for rows in all.chunk_by(|one, other| one.package == other.package) {
        let package = rows.first().map_or("", |row| snapshot.package_name(row.package));
        let importers: Vec<u32> = rows.iter().filter(is_import).map(|row| row.file.0).collect();
        if !importers.is_empty() && rows.first().is_some_and(|row| is_known(row.package)) {
            files.entry(package).or_default().extend(importers);
        }
    }
    let mut rows: Vec<(usize, &str)> = files
        .into_iter()
        .map(|(package, mut files)| {
            files.sort_unstable();
            files.dedup();
            (files.len(), package)
        })
        .collect();
    rows.sort_by_key(|(count, package)| (std::cmp::Reverse(*count), *package));
    let mut text = String::new();
    for &(count, package) in rows.iter().take(SHOWN) {
        let _ = writeln!(text, "{package}: imported by {}", counted(count, "file"));
    }
    if rows.len() > SHOWN {
        let _ = writeln!(text, "and {} more", rows.len() - SHOWN);
    }
    text.trim_end().to_owned()
}
