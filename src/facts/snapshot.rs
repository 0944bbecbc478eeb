//! A snapshot: all relations of one state of the repository.

use std::ops::Deref;
use std::sync::Arc;

use cg_rules::{DefId, FileId, PackageId};

use super::changes::LazyChanges;
use super::coverage::Coverage;
use super::exact::Lazy;
use super::relation::{Definition, FileRow, NONE};
use super::section::SectionSource;
use super::sizes::RelationSizes;
use super::tables::Tables;
use crate::base::{Gap, path};
use crate::language::DeclKind;
use crate::resolve::Counts;
use crate::scip::Health;

/// The version of the snapshot's form. Another number makes every stored snapshot void.
pub const SNAPSHOT: u32 = 27;

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
    /// The number of rows of each relation.
    pub(super) sizes: RelationSizes,
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

impl Snapshot {
    /// The path of a file.
    pub fn path(&self, file: FileId) -> &str {
        self.paths.get(file.0)
    }

    /// The file of a path.
    pub fn file(&self, path: &str) -> Option<FileId> {
        self.paths.find(path).map(FileId)
    }

    /// The row of a file.
    #[inline]
    pub fn file_row(&self, file: FileId) -> Option<FileRow> {
        self.files.get(file.0 as usize)
    }

    /// The id of a package, by its name in imports or by its key.
    pub fn package(&self, name: &str) -> Option<PackageId> {
        self.packages.find(name).map(PackageId)
    }

    /// The name or the key of a package.
    pub fn package_name(&self, package: PackageId) -> &str {
        self.packages.get(package.0)
    }

    /// A definition.
    #[inline]
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

    /// Whether a definition is a test: one of its file begins where it does, and ends in its name, as `Suite.goes` and
    /// `Suite::goes` do.
    pub fn is_test(&self, def: DefId) -> bool {
        let Some(row) = self.definition(def).filter(|row| row.kind.is_callable()) else { return false };
        let name = self.names.get(row.name);
        let is_named = |test: &str| {
            test.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with([':', '#', '.']))
        };
        let mut tests = self.tests.headed([row.file.0]);
        tests.any(|test| (row.start_line..=row.at.line).contains(&test.at.line) && is_named(self.names.get(test.name)))
    }

    /// Whether a definition is a type or a module with tests inside.
    pub fn holds_tests(&self, def: DefId) -> bool {
        let Some(row) = self.definition(def).filter(|row| row.kind.is_type() || row.kind == DeclKind::Module) else {
            return false;
        };
        let is_inside = |it: &Definition| row.at < it.at && it.at.line <= row.end_line;
        self.definitions_of(row.file).any(|(inner, it)| is_inside(&it) && self.is_test(inner))
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
        let mut name = String::new();
        self.push_qualified(def, &mut name);
        name
    }

    /// Writes the qualified name behind a text.
    pub fn push_qualified(&self, def: DefId, text: &mut String) {
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
        let start = text.len();
        for part in parts.iter().rev().filter(|part| !part.is_empty()) {
            if text.len() > start {
                text.push('.');
            }
            text.push_str(part);
        }
    }
}
