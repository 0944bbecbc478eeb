//! The languages of files, the families that share names, and what a language says of a definition.

use std::cell::OnceCell;

use cg_rules::{DefId, FileId};

use crate::facts::{Definition, Owners, Snapshot};
use crate::language::{LANGUAGES, Language};

/// The language of a file.
pub fn language(facts: &Snapshot, file: FileId) -> Option<&'static Language> {
    facts.file_row(file).and_then(|row| LANGUAGES.get(row.language as usize))
}

/// The family of the language of a file.
pub fn family(facts: &Snapshot, file: FileId) -> Option<&'static str> {
    language(facts, file).map(|language| language.family)
}

/// Whether a definition is a constructor of the type around it, by its name; in a language of prototypes by that of the type.
pub fn is_constructor(facts: &Snapshot, row: &Definition) -> bool {
    let Some(conventions) = language(facts, row.file).map(|language| &language.conventions) else { return false };
    let Some(around) = facts.definition(DefId(row.container)).filter(|around| around.kind.is_type()) else {
        return false;
    };
    let has_name_of_type = conventions.parts.has_bodies_elsewhere && row.kind.is_callable() && row.name == around.name;
    let stated = Some(conventions.constructors).filter(|names| !names.is_empty());
    has_name_of_type || stated.unwrap_or(conventions.own_members).contains(&facts.names.get(row.name))
}

/// Whether only the text inside of its type can write the name of a definition, as the sign before it says.
pub fn is_sealed(facts: &Snapshot, row: &Definition) -> bool {
    let sign = language(facts, row.file).map_or("", |language| language.conventions.sealing_sign);
    !sign.is_empty() && facts.names.get(row.name).starts_with(sign)
}

/// The files that may see what a test declares: those of its own packages.
pub struct TestReach<'s> {
    snapshot: &'s Snapshot,
    owners: OnceCell<Owners<'s>>,
}

impl<'s> TestReach<'s> {
    /// The reach over a snapshot; the packages are indexed at the first test.
    pub fn new(snapshot: &'s Snapshot) -> Self {
        Self { snapshot, owners: OnceCell::new() }
    }

    /// Whether a file may see what another declares.
    pub fn holds(&self, declaring: FileId, file: FileId) -> bool {
        let is_test = self.snapshot.file_row(declaring).is_some_and(|row| row.is_test && row.is_aside);
        let owners = || self.owners.get_or_init(|| Owners::new(self.snapshot));
        !is_test || declaring == file || owners().of(declaring) == owners().of(file)
    }
}
