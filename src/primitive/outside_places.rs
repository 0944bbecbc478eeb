//! The further places at which files name a member of an external package. Facts hold imports, calls and values; the text has those
//! in type position too: what a class extends, the type of a field.

use std::collections::BTreeSet;

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::Link;
use super::engine::Engine;
use super::local_module::{package_names, renamed};
use super::module_names::is_at_the_top;
use super::named_texts::{NamedTexts, contains, last_name};
use super::outside;
use super::standing::{access, path_around, qualifier};
use super::symbol_match::SymbolMatch;
use super::text_lines::TextLines;
use crate::base::Position;
use crate::facts::{NONE, PackageImport, PackageUse};
use crate::parse::SiteKind;

/// The most files that are read for one symbol: those that name the member first, then those that import a module of it, and
/// tests and examples behind the others.
const FILES: usize = 1_000;

/// How a file knows the member.
#[derive(Default)]
struct InFile<'e> {
    /// A row of the member, or of a module that has it.
    row: Option<PackageImport>,
    /// It is imported, so that its name needs nothing before it.
    is_imported: bool,
    /// The last names of the modules that lead to it.
    modules: FxHashSet<&'e str>,
    /// Where the modules that have it are imported, maybe by another name.
    imports: Vec<Position>,
}

/// The places that name an external member beside those that are listed, and how many files that may hold more were not read.
/// A file that declares the name for itself has none.
pub fn outside_places(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    listed: &[(FileId, Link)],
    texts: &mut NamedTexts,
) -> (Vec<(FileId, Link)>, usize) {
    let Some(name) = last_name(symbol) else { return (Vec::new(), 0) };
    let known = known(engine, symbol, name);
    let mut files: Vec<FileId> = known.keys().copied().collect();
    let imports_only = |file: &FileId| known.get(file).and_then(|it| it.row).is_none_or(|row| row.name == NONE);
    files.sort_unstable_by_key(|file| (imports_only(file), engine.is_aside(*file), *file));
    let n_beyond = files.len().saturating_sub(FILES);
    files.truncate(FILES);
    let n_unread = n_beyond + texts.read(engine, files.clone(), &[name], |text| contains(text, name.as_bytes()));
    let language = |file: FileId| engine.snapshot.file_row(file).map_or(NONE, |row| row.language);
    texts.parse(engine, files.iter().map(|file| (*file, language(*file))));
    let mut taken: FxHashMap<FileId, BTreeSet<Position>> = FxHashMap::default();
    for (_, link) in listed {
        taken.entry(link.file).or_default().insert(link.at);
    }
    // What an import of everything brings has a name that nothing here has at the top of its file.
    let named = engine.snapshot.names.find(name).map_or(&[][..], |name| engine.definitions_named(name));
    let mut defined = named.iter().filter_map(|def| engine.snapshot.definition(*def));
    let is_alone = !defined.any(|row| is_at_the_top(engine, &row));
    let mut found = Vec::new();
    for (file, known) in files.iter().filter_map(|file| Some((*file, known.get(file)?))) {
        let Some((row, text)) = known.row.zip(texts.lines(file)) else { continue };
        if texts.declares(file, name) {
            continue;
        }
        let is_open = known.is_imported || is_alone && known.imports.iter().any(|at| takes_all(&text, *at));
        let renamed: Vec<&[u8]> = known.imports.iter().filter_map(|at| renamed(&text, *at)).collect();
        let is_module = |word: &[u8]| {
            let is_last = || std::str::from_utf8(word).is_ok_and(|word| known.modules.contains(word));
            renamed.contains(&word) || is_last()
        };
        for (at, _) in texts.named(file, name).into_iter().filter(|(_, kind)| *kind == SiteKind::Type) {
            let is_meant = match qualifier(&text, at) {
                Some(module) => is_module(module),
                None => is_open && access(&text, at).is_none(),
            };
            let is_listed =
                || taken.get(&file).is_some_and(|at_all| at_all.range(path_around(&text, at)).next().is_some());
            if is_meant && !is_listed() {
                let link = engine.package_link(&row);
                let to = if row.name == NONE { format!("{}.{name}", link.to) } else { link.to };
                found.push((file, Link { relation: "uses_package", to, at, ..link }));
            }
        }
    }
    (found, n_unread)
}

/// How each file that has to do with an external symbol knows the member of that name: by rows of the member, or by imports of
/// a module that has it.
fn known<'e>(engine: &Engine<'e>, symbol: &SymbolMatch, name: &str) -> FxHashMap<FileId, InFile<'e>> {
    let snapshot = engine.snapshot;
    let mut known: FxHashMap<FileId, InFile<'e>> = FxHashMap::default();
    for row in engine.outside().rows(snapshot, &symbol.external) {
        let member = if row.name == NONE { "" } else { snapshot.names.get(row.name) };
        if member != name && member.split(['.', ':']).next() != Some(name) {
            continue;
        }
        let file = known.entry(row.file).or_default();
        file.is_imported |= row.how == PackageUse::Import && member == name;
        file.modules.extend(package_names(snapshot.names.get(row.module)));
        if member == name && file.row.is_none() {
            file.row = Some(row);
        }
    }
    let head = symbol.text.strip_suffix(name).map_or("", |head| head.trim_end_matches(['.', ':', '#', '/', '\\']));
    for row in engine.outside().rows(snapshot, &outside::modules(engine, head)) {
        let file = known.entry(row.file).or_default();
        file.modules.extend(package_names(snapshot.names.get(row.module)));
        file.imports.extend(Some(row.at).filter(|at| at.column > 0));
        file.row = file.row.or(Some(row));
    }
    known
}

/// Whether the import at a place takes everything from its module: `import a.b.*`, `use a::b::*`, `import a.b._`.
fn takes_all(text: &TextLines<'_>, at: Position) -> bool {
    let (line, around) = (text.line(at.line), path_around(text, at));
    let path = line.get(..around.end.column as usize - 1).unwrap_or(&[]);
    path.ends_with(b"*") || path.ends_with(b"._")
}
