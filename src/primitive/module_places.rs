//! The places at which a file names a definition through a module that it imports: `echo.HandlerFunc`. Facts have the import, and the
//! calls behind it; the text has the types, constants and values.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::answer::Link;
use super::engine::Engine;
use super::local_module::{local_names, renamed};
use super::meant_places::{links, sites_of};
use super::mention_group::{MentionVerdict, Mentioned};
use super::named_places::{NamedTexts, TextLines};
use super::standing::qualifier;
use super::symbol_match::SymbolMatch;
use crate::base::Position;
use crate::facts::{Definition, NONE};
use crate::language::DeclKind;
use crate::parse::SiteKind;

/// The most files that are read for one symbol; the places of the others are counted.
const FILES: usize = 200;

/// The names by which one file knows the modules that declare a symbol at their top.
pub struct ModuleNames {
    names: Vec<Vec<u8>>,
}

impl ModuleNames {
    /// Those of a file with that text.
    pub fn of(engine: &Engine<'_>, symbol: &SymbolMatch, file: FileId, text: &TextLines<'_>) -> Self {
        let mut names = Vec::new();
        for at in imports(engine, symbol, file) {
            match renamed(text, at) {
                Some(name) => names.push(name.to_vec()),
                None => names.extend(local_names(text, at)),
            }
        }
        Self { names }
    }

    /// Whether one of the names leads to the name at a place. A value of that name hides the module, but where a type is named.
    pub fn lead_to(
        &self,
        text: &TextLines<'_>,
        at: Position,
        kind: SiteKind,
        is_hidden: impl Fn(&str) -> bool,
    ) -> bool {
        let Some(module) = qualifier(text, at).filter(|module| self.names.iter().any(|name| name == module)) else {
            return false;
        };
        kind == SiteKind::Type || std::str::from_utf8(module).is_ok_and(|module| !is_hidden(module))
    }
}

/// The places in a file at which it imports what declares a symbol at its top.
fn imports(engine: &Engine<'_>, symbol: &SymbolMatch, file: FileId) -> Vec<Position> {
    let mut found = Vec::new();
    for home in homes(engine, symbol) {
        found.extend(engine.snapshot.imports.headed([file.0, home.0]).map(|row| row.at));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a definition is at the top of its file: no other one holds it.
pub(super) fn is_at_the_top(engine: &Engine<'_>, row: &Definition) -> bool {
    let around = engine.snapshot.definition(DefId(row.container));
    row.owner == NONE && around.is_none_or(|around| around.kind == DeclKind::File)
}

/// The files that declare a symbol at their top.
fn homes(engine: &Engine<'_>, symbol: &SymbolMatch) -> FxHashSet<FileId> {
    let rows = symbol.defs.iter().filter_map(|def: &DefId| engine.snapshot.definition(*def));
    rows.filter(|row| is_at_the_top(engine, row)).map(|row| row.file).collect()
}

/// Lists those of the places in doubt that a module leads to, and takes them out of what is counted.
pub fn behind_modules(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    mentioned: &mut Vec<Mentioned>,
    listed: &[(FileId, Link)],
    texts: &mut NamedTexts,
) -> Vec<(FileId, Link)> {
    let homes = homes(engine, symbol);
    let is_importing =
        |file: &FileId| homes.iter().any(|home| engine.snapshot.imports.headed([file.0, home.0]).next().is_some());
    let mut found = Vec::new();
    let mut open: Vec<(u32, FileId)> = mentioned
        .iter()
        .filter(|row| row.verdict == MentionVerdict::Open)
        .flat_map(|row| row.files.keys().map(|file| (row.name, *file)))
        .filter(|(_, file)| is_importing(file))
        .collect();
    open.sort_unstable_by_key(|(name, file)| (engine.is_aside(*file), *file, *name));
    open.dedup();
    for (name, file) in open.into_iter().take(FILES) {
        let Some(Some(sites)) = sites_of(engine, name, [file].into_iter(), texts, listed).pop() else { continue };
        let Some(text) = texts.lines(file) else { continue };
        let modules = ModuleNames::of(engine, symbol, file, &text);
        let is_hidden = |module: &str| texts.declares(file, module);
        let leads = |(at, kind): &(Position, SiteKind)| modules.lead_to(&text, *at, *kind, is_hidden);
        let meant: Vec<(Position, SiteKind)> = sites.unlisted.into_iter().filter(leads).collect();
        let mut left = u32::try_from(meant.len()).unwrap_or(u32::MAX);
        for row in mentioned.iter_mut().filter(|row| row.verdict == MentionVerdict::Open && row.name == name) {
            let Some(count) = row.files.get_mut(&file) else { continue };
            let taken = left.min(*count);
            (left, *count) = (left - taken, *count - taken);
            row.files.retain(|_, count| *count > 0);
        }
        found.extend(links(engine, symbol, file, meant));
    }
    mentioned.retain(|row| !row.files.is_empty());
    found
}
