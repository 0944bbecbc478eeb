//! The languages of files, and the families that share names.

use cg_rules::FileId;

use crate::facts::Snapshot;
use crate::language::{LANGUAGES, Language};

/// The language of a file.
pub fn language(facts: &Snapshot, file: FileId) -> Option<&'static Language> {
    facts.file_row(file).and_then(|row| LANGUAGES.get(row.language as usize))
}

/// The family of the language of a file.
pub fn family(facts: &Snapshot, file: FileId) -> Option<&'static str> {
    language(facts, file).map(|language| language.family)
}
