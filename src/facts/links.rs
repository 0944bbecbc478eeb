//! The rows that linking finds.

use cg_rules::FileId;

use super::file_rows::{file_rows, test_rows};
use super::names::{FileTests, NameIds};
use super::relation::{Extends, FileRow, Module, Refers};
use crate::base::{Gap, Table};
use crate::parse;
use crate::resolve::{Calls, CompilerIndex, Imports, Outside, Types};

/// The rows that linking finds, of the files that are linked.
pub struct Links {
    /// Imports, and references inside packages.
    pub imports: Imports,
    /// Calls.
    pub calls: Calls,
    /// NameIds that imports request.
    pub uses: Vec<Refers>,
    /// Members that override others.
    pub overrides: Vec<Extends>,
    /// Tests.
    pub tests: Vec<FileTests>,
    /// The files whose classes were looked into for the tests of others.
    pub looked: Vec<(FileId, Vec<FileId>)>,
    /// The rows of the files.
    pub files: Vec<(FileId, FileRow)>,
}

impl Links {
    /// Links imports, calls and uses, and the overrides that follow from what types extend: of the files that are linked, or of all.
    pub fn of(
        index: &Types<'_>,
        indexed: Option<&dyn CompilerIndex>,
        (extends, is_whole): (&[Extends], bool),
        gaps: &[Gap],
        outside: &mut Outside,
    ) -> Self {
        let imports = index.imports(outside);
        let calls = index.calls(indexed, outside);
        // Few files leave little behind.
        if index.links_all() {
            parse::return_freed(index.world.observations.len());
        }
        let uses = index.uses();
        let overrides = index.overrides(indexed, extends, is_whole);
        let (tests, looked) = test_rows(index);
        let files = file_rows(index, gaps, &tests);
        Self { imports, calls, uses, overrides, tests, looked, files }
    }
}

/// The names by which modules are imported, as a table.
pub fn module_table(modules: Vec<(&str, FileId)>, names: &NameIds) -> Table<Module, 2> {
    Table::sorted(modules.into_iter().map(|(name, file)| Module { name: names.id(name), file }))
}
