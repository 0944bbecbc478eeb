//! The names by which a file knows the modules that declare a symbol at their top.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::engine::Engine;
use super::local_module::{local_names, renamed};
use super::locate::stands_for_folder;
use super::standing::qualifier;
use super::text_lines::TextLines;
use crate::base::{Position, path};
use crate::facts::{Definition, NONE};
use crate::language::DeclKind;
use crate::parse::SiteKind;

/// The names by which one file knows the modules that declare a symbol at their top.
pub struct ModuleNames {
    names: Vec<Vec<u8>>,
}

impl ModuleNames {
    /// Those of a file with that text.
    pub fn of(engine: &Engine<'_>, homes: &FxHashSet<FileId>, file: FileId, text: &TextLines<'_>) -> Self {
        let mut names = Vec::new();
        for at in imports(engine, homes, file) {
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

/// The places at which a file imports one of some files, each once. What no line of it imports has none.
pub(super) fn imports(engine: &Engine<'_>, homes: &FxHashSet<FileId>, file: FileId) -> Vec<Position> {
    let rows = engine.snapshot.imports.headed([file.0]).filter(|row| homes.contains(&row.to));
    let mut found: Vec<Position> = rows.map(|row| row.at).filter(|at| at.column > 0).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a definition is at the top of its file: no other one holds it.
pub(super) fn is_at_the_top(engine: &Engine<'_>, row: &Definition) -> bool {
    let around = engine.snapshot.definition(DefId(row.container));
    row.owner == NONE && around.is_none_or(|around| around.kind == DeclKind::File)
}

/// The files that declare some definitions at their top, and those that stand for a folder and hand it on: `click/__init__.py`.
pub(super) fn homes(engine: &Engine<'_>, defs: &FxHashSet<DefId>) -> FxHashSet<FileId> {
    let snapshot = engine.snapshot;
    let is_at_top = |def: &&DefId| snapshot.definition(**def).is_some_and(|row| is_at_the_top(engine, &row));
    let defs: FxHashSet<DefId> = defs.iter().filter(is_at_top).copied().collect();
    let mut found: FxHashSet<FileId> = defs.iter().filter_map(|def| engine.file(*def)).collect();
    let users = snapshot.uses.iter().filter(|row| defs.contains(&row.def)).map(|row| row.from);
    found.extend(users.filter(|file| stands_for_folder(path::stem(snapshot.path(*file)))));
    found
}
