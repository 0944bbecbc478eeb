//! The types of local names as they were found, and the counts of each file: an edit links its files on these.

use cg_rules::FileId;
use serde::{Deserialize, Serialize};

use super::linked_target::LinkedTarget;
use super::sizes::FileSizes;
use crate::base::{Digest, Stored};
use crate::language::Deferred;
use crate::resolve::{Counts, FamilyNames, Outer};

/// The types of local names, file by file, and the counts of each file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linked(Option<LinkedFiles>);

/// The files that have any.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedFiles {
    /// The external names that local names are of.
    pub outers: Vec<Outer>,
    /// The files, in order.
    pub files: Vec<LinkedFile>,
    /// The names of each family of languages.
    pub families: Vec<FamilyNames>,
    /// The files that steer where imports lead, in order, each with the digest of the part that does.
    pub steering: Vec<(u32, Digest)>,
}

/// One file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedFile {
    /// Its number.
    pub file: u32,
    /// Its unit.
    pub unit: u32,
    /// How many definitions it has.
    pub n_definitions: u32,
    /// The types of its local names.
    pub types: Deferred<Vec<LinkedType>>,
    /// Its sites by how they were resolved.
    pub counts: Counts,
    /// How many rows it states of each relation.
    pub rows: FileSizes,
    /// The other files whose classes were looked into for its tests.
    pub looked: Vec<u32>,
    /// Where its imports lead.
    pub targets: Deferred<Vec<LinkedTarget>>,
    /// The types of its declarations.
    pub declared: Deferred<LinkedTypes>,
}

/// The types of the declarations of a file, by the numbers of definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedTypes {
    /// The declarations that belong to a type, and the type.
    pub owned: Vec<(u32, u32)>,
    /// The supertypes, as rows.
    pub rows: Vec<[u32; 6]>,
    /// Types with a supertype that is not of the repository.
    pub outer: Vec<u32>,
    /// Blocks, each with the trait that it is of.
    pub blocks: Vec<(u32, Option<u32>)>,
}

/// The type of a local name or field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LinkedType {
    /// The declaration that binds it.
    pub scope: u32,
    /// The name, in the observation of the file.
    pub name: u32,
    /// The round in which it became known.
    pub round: u32,
    /// The type.
    pub of: LinkedKind,
}

/// The kind of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LinkedKind {
    /// A type, by the number of its definition.
    Type(u32),
    /// No type of the repository.
    Foreign,
    /// An external name.
    Outer(u32),
}

impl Linked {
    /// Some files.
    pub fn of(files: LinkedFiles) -> Self {
        Self(Some(files))
    }

    /// The files; `None` where nothing is known of them.
    pub fn files(self) -> Option<LinkedFiles> {
        self.0
    }
}

impl LinkedFiles {
    /// Adds the files of another part, which has numbers of its own for units and external names.
    pub fn append(&mut self, mut other: Self) {
        self.outers.append(&mut other.outers);
        self.files.append(&mut other.files);
        self.families.append(&mut other.families);
        // It is the same of all parts.
        self.steering = other.steering;
    }

    /// Counts a row of a table that a file states.
    pub fn count(&mut self, file: FileId, table: usize) {
        let of_file = self.files.binary_search_by_key(&file.0, |it| it.file).ok().and_then(|at| self.files.get_mut(at));
        if let Some(size) = of_file.and_then(|it| it.rows.get_mut(table)) {
            *size += 1;
        }
    }

    /// The digest of what a file steers where imports lead by.
    pub fn steering(&self, file: FileId) -> Option<Digest> {
        self.steering.binary_search_by_key(&file.0, |it| it.0).ok().map(|at| self.steering[at].1)
    }

    /// The external name of a number.
    pub fn outer(&self, at: u32) -> Option<&Outer> {
        self.outers.get(at as usize)
    }

    /// One file.
    pub fn file(&self, file: FileId) -> Option<&LinkedFile> {
        self.files.binary_search_by_key(&file.0, |it| it.file).ok().and_then(|at| self.files.get(at))
    }
}

/// No bytes where nothing is known.
impl Stored for Linked {
    fn to_bytes(&self) -> Vec<u8> {
        self.0.as_ref().map_or(Vec::new(), |files| postcard::to_stdvec(files).unwrap_or_default())
    }

    fn read(&mut self, bytes: &[u8]) -> Option<()> {
        self.0 = if bytes.is_empty() { None } else { Some(postcard::from_bytes(bytes).ok()?) };
        Some(())
    }
}
