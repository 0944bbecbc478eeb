//! The languages of files, the families that share names, and what a language says of a definition.

use cg_rules::{DefId, FileId};

use crate::base::path;
use crate::facts::{Definition, Snapshot};
use crate::language::{LANGUAGES, Language};

/// The language of a file.
pub fn language(facts: &Snapshot, file: FileId) -> Option<&'static Language> {
    facts.file_row(file).and_then(|row| LANGUAGES.get(row.language as usize))
}

/// The family of the language of a file.
pub fn family(facts: &Snapshot, file: FileId) -> Option<&'static str> {
    language(facts, file).map(|language| language.family)
}

/// Whether a definition is a constructor of the type around it, by its name.
pub fn is_constructor(facts: &Snapshot, row: &Definition) -> bool {
    let names = language(facts, row.file).map_or(&[][..], |language| language.conventions.constructors);
    names.contains(&facts.names.get(row.name))
        && facts.definition(DefId(row.container)).is_some_and(|around| around.kind.is_type())
}

/// Whether a file may see what another declares: no other package sees what a test of one does.
pub fn is_in_reach(snapshot: &Snapshot, declaring: FileId, file: FileId) -> bool {
    let is_test = snapshot.file_row(declaring).is_some_and(|row| row.is_test && row.is_aside);
    !is_test || package(snapshot, declaring) == package(snapshot, file)
}

/// The folder of the package that a file is of: the nearest above it with a manifest.
fn package(snapshot: &Snapshot, file: FileId) -> &str {
    let holds = |folder: &str| snapshot.manifests.iter().any(|row| path::parent(snapshot.path(row.file)) == folder);
    let mut folder = path::parent(snapshot.path(file));
    while !folder.is_empty() && !holds(folder) {
        folder = path::parent(folder);
    }
    folder
}
