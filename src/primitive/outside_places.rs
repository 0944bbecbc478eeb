//! The further places at which files name a member of an external package. Facts hold imports, calls and values; the text has those
//! in type position too: what a class extends, the type of a field.

use std::collections::BTreeSet;

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::Link;
use super::engine::Engine;
use super::named_places::NamedTexts;
use super::standing::{access, path_around, qualifier};
use super::symbol_match::SymbolMatch;
use crate::base::Position;
use crate::facts::{NONE, PackageImport, PackageUse};
use crate::parse::SiteKind;

/// The most files that are read for one symbol, tests and examples behind the others.
const FILES: usize = 64;

/// How a file knows the member.
struct InFile<'e> {
    /// A row of the member itself.
    row: Option<PackageImport>,
    /// It is imported, so that its name needs nothing before it.
    is_imported: bool,
    /// The last names of the modules that lead to it.
    modules: FxHashSet<&'e str>,
}

/// The places that name an external member beside those that are listed. A file that declares the name for itself has none.
pub fn outside_places(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    listed: &[(FileId, Link)],
    texts: &mut NamedTexts,
) -> Vec<(FileId, Link)> {
    let name = symbol.text.rsplit(['.', ':', '#', '/', '\\']).next().unwrap_or("");
    let known = known(engine, symbol, name);
    let mut files: Vec<FileId> = known.keys().copied().collect();
    files.sort_unstable_by_key(|file| (engine.is_aside(*file), *file));
    files.truncate(FILES);
    texts.read(engine, files.clone(), |_| true);
    let language = |file: FileId| engine.snapshot.file_row(file).map_or(NONE, |row| row.language);
    texts.parse(engine, files.iter().map(|file| (*file, language(*file))));
    let mut taken: FxHashMap<FileId, BTreeSet<Position>> = FxHashMap::default();
    for (_, link) in listed {
        taken.entry(link.file).or_default().insert(link.at);
    }
    let mut found = Vec::new();
    for (file, known) in files.iter().filter_map(|file| Some((*file, known.get(file)?))) {
        let Some((row, text)) = known.row.zip(texts.lines(file)) else { continue };
        if texts.declares(file, name) {
            continue;
        }
        for (at, kind) in texts.named(file, name) {
            let is_meant = match qualifier(&text, at) {
                Some(module) => std::str::from_utf8(module).is_ok_and(|module| known.modules.contains(module)),
                None => known.is_imported && access(&text, at).is_none(),
            };
            let is_listed =
                || taken.get(&file).is_some_and(|at_all| at_all.range(path_around(&text, at)).next().is_some());
            if is_meant && kind == SiteKind::Type && !is_listed() {
                let link = engine.package_link(&row);
                found.push((file, Link { relation: "uses_package", at, ..link }));
            }
        }
    }
    found
}

/// How each file that has to do with an external symbol knows the member of that name.
fn known<'e>(engine: &Engine<'e>, symbol: &SymbolMatch, name: &str) -> FxHashMap<FileId, InFile<'e>> {
    let snapshot = engine.snapshot;
    let mut known: FxHashMap<FileId, InFile<'e>> = FxHashMap::default();
    for row in engine.outside().rows(snapshot, &symbol.external) {
        let member = if row.name == NONE { "" } else { snapshot.names.get(row.name) };
        if member != name && member.split(['.', ':']).next() != Some(name) {
            continue;
        }
        let file = known.entry(row.file).or_insert_with(|| InFile {
            row: None,
            is_imported: false,
            modules: FxHashSet::default(),
        });
        file.is_imported |= row.how == PackageUse::Import && member == name;
        file.modules.extend(snapshot.names.get(row.module).rsplit(['.', '/', ':', '\\']).next());
        if member == name && file.row.is_none() {
            file.row = Some(row);
        }
    }
    known
}
