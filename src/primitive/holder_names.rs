//! The names by which a file writes the types that have a member: their own, those under which it imports them, and the paths that
//! lead to them.

use std::cell::RefCell;
use std::rc::Rc;

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::around::types_around;
use super::engine::Engine;
use super::imported_names::local_name;
use super::kin::language;
use super::module_names::{ModuleNames, homes};
use super::standing::qualifier;
use super::text_lines::TextLines;
use crate::base::{Position, path};
use crate::language::DeclKind;
use crate::parse::SiteKind;

/// The names of some types.
pub struct HolderNames<'e> {
    engine: &'e Engine<'e>,
    types: FxHashSet<DefId>,
    names: FxHashSet<&'e str>,
    /// The names of what is around the types: types, modules, and their files and folders.
    around: FxHashSet<&'e str>,
    homes: FxHashSet<FileId>,
    files: RefCell<FxHashMap<FileId, Rc<FileNames>>>,
}

/// The names by which one file knows the types, beside their own.
struct FileNames {
    aliases: FxHashSet<String>,
    modules: ModuleNames,
}

impl<'e> HolderNames<'e> {
    /// Those of some types.
    pub fn of(engine: &'e Engine<'e>, types: &FxHashSet<DefId>) -> Self {
        let snapshot = engine.snapshot;
        let mut around: FxHashSet<&str> = FxHashSet::default();
        for row in types.iter().filter_map(|of| snapshot.definition(*of)) {
            let outer = std::iter::successors(snapshot.definition(DefId(row.container)), |of| {
                snapshot.definition(DefId(of.container))
            });
            let named = outer.filter(|of| of.kind.is_type() || of.kind == DeclKind::Module);
            around.extend(named.filter_map(|of| snapshot.names.get(of.name).rsplit(['.', ':', '\\']).next()));
            let file = snapshot.path(row.file);
            around.extend([path::stem(file), path::name(path::parent(file))]);
        }
        around.remove("");
        Self {
            engine,
            types: types.clone(),
            names: types.iter().map(|def| snapshot.name(*def)).collect(),
            around,
            homes: homes(engine, types),
            files: RefCell::default(),
        }
    }

    /// The types' own names.
    pub fn own(&self) -> &FxHashSet<&'e str> {
        &self.names
    }

    /// Whether a file imports one that declares a type.
    pub fn are_imported(&self, file: FileId) -> bool {
        self.engine.snapshot.imports.headed([file.0]).any(|row| self.homes.contains(&row.to))
    }

    /// Whether a name is that of one of the types, or one under which the file of a text imports it.
    pub fn has(&self, file: FileId, lines: &TextLines<'_>, name: &str) -> bool {
        self.names.contains(name) || self.in_file(file, lines).aliases.contains(name)
    }

    /// Whether the name behind which that of a type is at a place leads to where the type is declared: `pkg.Type`, `Outer.Type`.
    pub fn are_led_to(&self, file: FileId, lines: &TextLines<'_>, at: Position) -> bool {
        let head = qualifier(lines, at).and_then(|head| std::str::from_utf8(head).ok());
        head.is_some_and(|head| self.around.contains(head) || self.is_around((file, at), head))
            || self.in_file(file, lines).modules.lead_to(lines, at, SiteKind::Type, |_| false)
    }

    /// Whether a word is that for the type around a place, where one of the types is inside of that: `Self::Variant`.
    fn is_around(&self, (file, at): (FileId, Position), word: &str) -> bool {
        let own = language(self.engine.snapshot, file).map_or(&[][..], |it| it.conventions.own_object);
        let around = || types_around(self.engine, file, at.line).into_iter().next();
        own.contains(&word) && around().is_some_and(|of| self.around.contains(self.engine.snapshot.name(of)))
    }

    fn in_file(&self, file: FileId, lines: &TextLines<'_>) -> Rc<FileNames> {
        if let Some(known) = self.files.borrow().get(&file) {
            return Rc::clone(known);
        }
        let snapshot = self.engine.snapshot;
        let imports = snapshot.uses.headed([file.0]).filter(|row| self.types.contains(&row.def) && row.at.column > 0);
        let imported = imports.filter_map(|row| Some(local_name(lines, row.at, snapshot.name(row.def))?.0));
        let mut aliases: FxHashSet<String> = imported.collect();
        let rows = snapshot.definitions_of(file).map(|(_, row)| row).filter(|row| row.kind == DeclKind::Alias);
        let meant = rows.filter(|row| self.is_behind_sign(lines.line(row.at.line)));
        aliases.extend(meant.map(|row| snapshot.names.get(row.name).to_owned()));
        let modules = ModuleNames::of(self.engine, &self.homes, file, lines);
        let found = Rc::new(FileNames { aliases, modules });
        self.files.borrow_mut().insert(file, Rc::clone(&found));
        found
    }

    /// Whether a line gives one of the types another name: `type Other = pkg.Type;`.
    fn is_behind_sign(&self, line: &[u8]) -> bool {
        let text = std::str::from_utf8(line).unwrap_or("").trim_end().trim_end_matches(';');
        let behind = text.rsplit_once('=').map(|(_, of)| of.trim());
        behind.and_then(|of| of.rsplit(['.', ':', '\\']).next()).is_some_and(|of| self.names.contains(of))
    }
}
