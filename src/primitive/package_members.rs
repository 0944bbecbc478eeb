//! The places that have the name of a member of a package's type, where no fact says of which type the value before it is: in the
//! files that reach the package they may mean the member.

use std::collections::BTreeSet;

use cg_rules::{FileId, PackageId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::Link;
use super::engine::Engine;
use super::kin::{family, language};
use super::named_places::link;
use super::named_texts::{NamedTexts, contains, last_name};
use super::standing::{LedBy, access};
use super::symbol_match::SymbolMatch;
use crate::base::Position;
use crate::facts::NONE;

/// The most files that are read for one symbol; tests and examples behind the others.
const FILES: usize = 1_000;

/// The places of the name of a member in the files that reach its package, beside those that are listed and those that a fact
/// binds; and how many files that may hold more were not read. They are listed by the name alone.
pub fn package_members(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    listed: &[(FileId, Link)],
    texts: &mut NamedTexts,
) -> (Vec<(FileId, Link)>, usize) {
    let Some(name) = last_name(symbol).filter(|name| is_of_type(&symbol.text, name)) else { return (Vec::new(), 0) };
    let mut files: Vec<FileId> = reaching(engine, symbol).into_iter().collect();
    files.sort_unstable_by_key(|file| (engine.is_aside(*file), *file));
    let n_beyond = files.len().saturating_sub(FILES);
    files.truncate(FILES);
    let n_unread = n_beyond + texts.read(engine, files.clone(), &[name], |text| contains(text, name.as_bytes()));
    let number = |file: FileId| engine.snapshot.file_row(file).map_or(NONE, |row| row.language);
    texts.parse(engine, files.iter().map(|file| (*file, number(*file))));
    let packages = packages(engine, symbol);
    let bound = bound(engine, (name, &packages), &files, listed);
    let mut found = Vec::new();
    for file in files {
        let Some(text) = texts.lines(file) else { continue };
        let defined = texts.defined(file, name);
        let known = bound.get(&file);
        for (at, _) in texts.named(file, name) {
            let is_bound = known.is_some_and(|known| known.contains(&at)) || defined.contains(&at);
            if !is_bound && access(&text, at) == Some(LedBy::Member) {
                let (file, link) = link(engine, file, "may_name", symbol, at);
                found.push((file, Link { to: name.to_owned(), ..link }));
            }
        }
    }
    (found, n_unread)
}

/// Whether the part of a path before its last name is that of a type, as it begins with a capital.
fn is_of_type(path: &str, name: &str) -> bool {
    let is_mark = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let head = path.trim_end_matches(is_mark).strip_suffix(name).unwrap_or("").trim_end_matches(is_mark);
    head.rsplit(is_mark).next().is_some_and(|of| of.starts_with(char::is_uppercase))
}

/// The packages that a symbol is of.
fn packages(engine: &Engine<'_>, symbol: &SymbolMatch) -> FxHashSet<PackageId> {
    symbol.external.iter().filter_map(|id| engine.outside().get(*id)).map(|name| name.package).collect()
}

/// The files that import a package of a symbol, and those that use one of these.
fn reaching(engine: &Engine<'_>, symbol: &SymbolMatch) -> FxHashSet<FileId> {
    let snapshot = engine.snapshot;
    let packages = packages(engine, symbol);
    let rows = packages.iter().flat_map(|package| snapshot.package_imports.headed([package.0]));
    let importing: FxHashSet<FileId> = rows.map(|row| row.file).collect();
    let families: FxHashSet<_> = importing.iter().map(|file| family(snapshot, *file)).collect();
    let graph = engine.imports();
    let using = importing.iter().flat_map(|file| graph.importers.row(*file).iter().chain(graph.referrers.row(*file)));
    let using: Vec<FileId> = using.copied().filter(|file| language(snapshot, *file).is_some()).collect();
    importing.into_iter().chain(using).filter(|file| families.contains(&family(snapshot, *file))).collect()
}

/// The places in some files at which a fact says what a name means: those that are listed, calls, and uses of other packages, or of a
/// type of these. What a function of the packages gives may be of any type.
fn bound(
    engine: &Engine<'_>,
    (name, packages): (&str, &FxHashSet<PackageId>),
    files: &[FileId],
    listed: &[(FileId, Link)],
) -> FxHashMap<FileId, BTreeSet<Position>> {
    let snapshot = engine.snapshot;
    let mut bound: FxHashMap<FileId, BTreeSet<Position>> = FxHashMap::default();
    for (_, link) in listed {
        bound.entry(link.file).or_default().insert(link.at);
    }
    for file in files {
        let places = bound.entry(*file).or_default();
        for (def, _) in snapshot.definitions_of(*file) {
            let calls = snapshot.calls.headed([def.0]).filter(|row| !row.rule.is_guess());
            places.extend(calls.map(|row| row.at));
        }
    }
    for row in snapshot.package_imports.iter().filter(|row| row.name != NONE) {
        let mut parts = snapshot.names.get(row.name).rsplit('.');
        let is_named = parts.next() == Some(name);
        let has_types = language(snapshot, row.file).is_some_and(|it| !it.conventions.capitals_export);
        let mut is_typed = || parts.next().is_some_and(|of| has_types && of.starts_with(char::is_uppercase));
        if is_named
            && (!packages.contains(&row.package) || is_typed())
            && let Some(places) = bound.get_mut(&row.file)
        {
            places.insert(row.at);
        }
    }
    bound
}
