//! The phases of resolving, as types: each is given by the one before it, and has all that was known before.

use std::ops::Deref;

use cg_rules::FileId;

use super::call::edges::{self, Calls};
use super::compiled::CompilerIndex;
use super::edge::{Extends, Refers};
use super::link::imports::{self, Imports};
use super::link::uses;
use super::place::{self, MemberTarget, NamePlace, TracedName};
use super::scope::absent::AbsentFiles;
use super::scope::barrels;
use super::scope::outside::Outside;
use super::scope::table::SymbolTable;
use super::types::file_types::FileTypes;
use super::types::local_types::{self, Rounds};
use super::types::{hierarchy, inherited_types, overrides, owners, structural};
use crate::language::{Resolution, Rule, World};

/// Names, definitions and where imports lead. Nothing is known of types.
pub struct Scopes<'w>(SymbolTable<'w>);

/// The state once supertypes are known, and with them the members of every type.
pub struct Hierarchy<'w>(SymbolTable<'w>);

/// The state once the types of local names and fields are known: every name can be resolved.
pub struct Types<'w>(SymbolTable<'w>);

impl<'w> Deref for Scopes<'w> {
    type Target = SymbolTable<'w>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'w> Deref for Hierarchy<'w> {
    type Target = SymbolTable<'w>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'w> Deref for Types<'w> {
    type Target = SymbolTable<'w>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'w> Scopes<'w> {
    /// Reads all observations once.
    pub fn of(world: &'w World<'w>) -> Self {
        Self::with(world, Vec::new(), AbsentFiles::default())
    }

    /// The same, where it is known of some files where their imports lead, and others are not read.
    pub fn with(world: &'w World<'w>, kept: Vec<Option<Vec<Resolution>>>, absent: AbsentFiles) -> Self {
        Self(SymbolTable::with(world, kept, absent))
    }

    /// Resolves names in some files alone, in order. `kept` are the types that the declarations of the others are known to have, by file.
    pub fn only(&mut self, files: Vec<FileId>, kept: Vec<Option<FileTypes>>) {
        self.0.only = Some(files);
        self.0.kept_types = kept;
    }

    /// Follows re-exports, and links what each type extends: by the text, by the indexes where there are any, and by method sets in
    /// languages of structural interfaces. A supertype of a package is entered into `outside`.
    pub fn hierarchy(
        mut self,
        indexed: Option<&dyn CompilerIndex>,
        outside: &mut Outside,
    ) -> (Hierarchy<'w>, Vec<Extends>) {
        barrels::chase(&mut self.0);
        owners::own_members(&mut self.0);
        let mut extends = hierarchy::extends(&mut self.0, indexed, outside);
        inherited_types::extend(&mut self.0, &mut extends);
        extends.extend(structural::structural(&self.0, &extends));
        (Hierarchy(self.0), extends)
    }
}

impl<'w> Hierarchy<'w> {
    /// Finds the types of local names and fields of the files that are linked, and returns them by the rounds in which they became
    /// known. `before` are those of the other files.
    pub fn types(mut self, before: Rounds) -> (Types<'w>, Rounds) {
        self.0.note_looks(true);
        let rounds = local_types::local_types(&mut self.0, before);
        (Types(self.0), rounds)
    }
}

impl<'w> Types<'w> {
    /// Links the imports of the files that are linked, and the names that a package's files use of each other.
    pub fn imports(&self, outside: &mut Outside) -> Imports {
        imports::imports(self, outside)
    }

    /// Links their calls. What an index says of a call overrides what the text shows.
    pub fn calls(&self, indexed: Option<&dyn CompilerIndex>, outside: &mut Outside) -> Calls {
        edges::calls(self, indexed, outside)
    }

    /// Resolves the names that their imports request to the declarations.
    pub fn uses(&self) -> Vec<Refers> {
        uses::uses(self)
    }

    /// The names by which modules are imported.
    pub fn modules(&self) -> Vec<(&'w str, FileId)> {
        uses::modules(self)
    }

    /// Members that override others, by the text and by the indexes; each is placed at the name of the overriding one. `of_all` asks
    /// for those of every file, whichever are linked.
    pub fn overrides(&self, indexed: Option<&dyn CompilerIndex>, extends: &[Extends], of_all: bool) -> Vec<Extends> {
        let said = indexed.map(CompilerIndex::overrides).unwrap_or_default().into_iter();
        let said = said.filter_map(|(sub, sup)| {
            let at = self.declaration(sub)?.at;
            Some(Extends { sub, sup, file: self.file(sub), at, rule: Rule::Compiler })
        });
        let mut rows: Vec<Extends> = said.chain(overrides::overrides(self, extends, of_all)).collect();
        rows.sort_by_key(|row| (row.sub, row.sup, std::cmp::Reverse(row.rule)));
        rows.dedup_by_key(|row| (row.sub, row.sup));
        rows
    }

    /// Resolves the names at a place, and keeps what was tried.
    pub fn traced(&self, place: &NamePlace) -> Vec<TracedName> {
        place::traced(self, place)
    }

    /// Where members that are not called lead, one for each place.
    pub fn members(&self, places: &[NamePlace]) -> Vec<MemberTarget> {
        place::members(self, places)
    }

    /// The numbers of names and definitions alone: what names are looked up with takes as much as all that is found by them.
    pub fn into_numbers(self) -> SymbolTable<'w> {
        self.0.into_numbers()
    }
}
