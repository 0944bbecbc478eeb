//! A snapshot: all relations of one state of the repository.

use std::ops::Deref;
use std::sync::Arc;

use cg_rules::{DefId, FileId, PackageId};

use super::changes::LazyChanges;
use super::coverage::Coverage;
use super::exact::Lazy;
use super::link::OpenCall;
use super::relation::{Definition, FileRow, NONE};
use super::section::SectionSource;
use super::tables::Tables;
use crate::base::{Gap, Strings, path};
use crate::language::DeclKind;
use crate::scip::Health;

/// The version of the snapshot's form. Another number makes every stored snapshot void.
pub const SNAPSHOT: u32 = 11;

/// The relations, sorted; and the texts of their ids.
#[derive(Clone, Default)]
pub struct Snapshot {
    /// The stored tables.
    pub(super) tables: Tables,
    /// The SCIP facts beyond the relations.
    pub exact: Lazy,
    /// How far those indexes can be trusted; `None` where there are none.
    pub health: Option<Health>,
    /// `changed`, of the history.
    pub changes: LazyChanges,
    /// `executed`, of a report that `facts` was given; answers have that of their task.
    pub coverage: Arc<Coverage>,
    /// `gap`, sorted.
    pub gaps: Vec<Gap>,
    /// The number of sites, and how many of them were resolved.
    pub counts: Counts,
    /// The source of the tables that are not read yet.
    pub(super) source: Option<Arc<SectionSource>>,
}

impl Deref for Snapshot {
    type Target = Tables;

    #[inline]
    fn deref(&self) -> &Tables {
        &self.tables
    }
}

/// How many sites there are of each kind, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Counts {
    /// Import sites that name something inside the repository.
    pub imports_internal: u32,
    /// Import sites that name an external package or the language's own library.
    pub imports_external: u32,
    /// Import sites that lead nowhere.
    pub imports_unresolved: u32,
    /// Call sites with an edge.
    pub calls_resolved: u32,
    /// Call sites that leave the repository.
    pub calls_external: u32,
    /// Call sites whose name has several candidates: no edge.
    pub calls_ambiguous: u32,
    /// Call sites of which nothing is known.
    pub calls_unknown: u32,
    /// Those, by reason, in the order of [`OpenCall::ALL`].
    pub open_calls: [u32; OpenCall::ALL.len()],
}

impl Counts {
    /// Counts a call of which nothing is known.
    pub(super) fn unknown(&mut self, reason: OpenCall) {
        self.calls_unknown += 1;
        self.open_calls[reason as usize] += 1;
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.imports_internal += other.imports_internal;
        self.imports_external += other.imports_external;
        self.imports_unresolved += other.imports_unresolved;
        self.calls_resolved += other.calls_resolved;
        self.calls_external += other.calls_external;
        self.calls_ambiguous += other.calls_ambiguous;
        self.calls_unknown += other.calls_unknown;
        self.open_calls.iter_mut().zip(other.open_calls).for_each(|(own, other)| *own += other);
    }
}

impl Snapshot {
    /// The path of a file.
    pub fn path(&self, file: FileId) -> &str {
        self.paths.get(file.0)
    }

    /// The file of a path.
    pub fn file(&self, path: &str) -> Option<FileId> {
        find(&self.paths, path).map(FileId)
    }

    /// The row of a file.
    pub fn file_row(&self, file: FileId) -> Option<FileRow> {
        self.files.get(file.0 as usize)
    }

    /// The id of a package, by its name in imports or by its key.
    pub fn package(&self, name: &str) -> Option<PackageId> {
        find(&self.packages, name).map(PackageId)
    }

    /// The name or the key of a package.
    pub fn package_name(&self, package: PackageId) -> &str {
        self.packages.get(package.0)
    }

    /// A definition.
    pub fn definition(&self, def: DefId) -> Option<Definition> {
        self.definitions.get(def.0 as usize)
    }

    /// A definition, and the type or module that holds it: a path to the one names both.
    pub fn with_type(&self, def: DefId) -> impl Iterator<Item = (DefId, Definition)> + '_ {
        let own = self.definition(def).map(|row| (def, row));
        let around = own.map(|(_, row)| DefId(row.container)).and_then(|def| Some((def, self.definition(def)?)));
        let around = around.filter(|(_, row)| row.kind.is_type() || row.kind == DeclKind::Module);
        own.into_iter().chain(around)
    }

    /// The definitions of a file, in the order of the text, the file itself first.
    pub fn definitions_of(&self, file: FileId) -> impl Iterator<Item = (DefId, Definition)> + '_ {
        // Definitions are numbered by file, so a sorted table's search serves.
        let mut first = 0;
        let mut last = self.definitions.len();
        while first < last {
            let middle = usize::midpoint(first, last);
            if self.definitions.get(middle).is_some_and(|definition| definition.file < file) {
                first = middle + 1;
            } else {
                last = middle;
            }
        }
        (first..self.definitions.len()).map_while(move |at| {
            let definition = self.definitions.get(at).filter(|definition| definition.file == file)?;
            Some((DefId(u32::try_from(at).unwrap_or(NONE)), definition))
        })
    }

    /// The bare name of a definition. The file itself has the file's name.
    pub fn name(&self, def: DefId) -> &str {
        self.definition(def).map_or("", |row| self.name_in(&row))
    }

    /// The bare name in the row of a definition.
    pub fn name_in(&self, row: &Definition) -> &str {
        if row.kind == DeclKind::File { path::name(self.path(row.file)) } else { self.names.get(row.name) }
    }

    /// The name with those of the types and modules around it: `Class.method`.
    pub fn qualified_name(&self, def: DefId) -> String {
        let mut parts = vec![self.name(def)];
        let mut at = self.definition(def);
        while let Some(row) = at {
            if row.owner != NONE && row.kind != DeclKind::Impl {
                parts.push(self.names.get(row.owner));
                break;
            }
            let container = self.definition(DefId(row.container)).filter(|row| row.kind != DeclKind::File);
            if let Some(container_row) = container {
                parts.push(self.names.get(container_row.name));
            }
            at = container;
        }
        parts.retain(|part| !part.is_empty());
        parts.reverse();
        parts.join(".")
    }
}

fn find(strings: &Strings, text: &str) -> Option<u32> {
    let (mut first, mut last) = (0, u32::try_from(strings.len()).unwrap_or(NONE));
    while first < last {
        let middle = first.midpoint(last);
        match strings.get(middle).cmp(text) {
            std::cmp::Ordering::Less => first = middle + 1,
            std::cmp::Ordering::Greater => last = middle,
            std::cmp::Ordering::Equal => return Some(middle),
        }
    }
    None
}
