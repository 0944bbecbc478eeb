//! The numbers of rows: of each relation as it is shown, and of each file in the tables that files state. So a summary reads
//! no table, and an edit changes the numbers by the files that it links.

use serde::{Deserialize, Serialize};

/// The relations whose rows are stated by files, with the sections that hold them, in the order of [`FileSizes`].
pub const STATED: [(&str, &str); 11] = [
    ("calls", "calls"),
    ("declares", "definitions"),
    ("extends", "extends"),
    ("extends_package", "package_extends"),
    ("imports", "imports"),
    ("imports_package", "package_imports"),
    ("mentions", "mentions"),
    ("overrides", "overrides"),
    ("refers", "refers"),
    ("tests", "tests"),
    ("uses", "uses"),
];

/// How many rows a file states of each of these.
pub type FileSizes = [u32; STATED.len()];

/// How many rows each relation has, in the order of the names; empty where nobody counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationSizes(pub Vec<(String, u32)>);

impl RelationSizes {
    /// The number of rows of a relation.
    pub fn of(&self, relation: &str) -> Option<usize> {
        self.0.iter().find(|(name, _)| name == relation).map(|(_, size)| *size as usize)
    }

    /// Changes the number of a relation by the rows that files stated, and those that they state now.
    pub fn change(&mut self, relation: &str, before: u32, now: u32) {
        if let Some((_, size)) = self.0.iter_mut().find(|(name, _)| name == relation) {
            *size = size.saturating_sub(before).saturating_add(now);
        }
    }
}
