//! The table of stored relations: each a field, and a row with the name of its section and its columns.

use cg_rules::{DefId, FileId};

use super::column::{Column, ShownTable, TableRow, Typed};
use super::depend::row::{Depends, Locks, PackageManifest, Requires};
use super::linked::Linked;
use super::outer_supertype::ExtendsPackage;
use super::relation::{Call, Definition, Extends, FileRow, Import, Mentions, Module, PackageImport, Refers, Test};
use super::section::Section;
use crate::base::{Strings, Table};
use crate::language::{DeclKind, LANGUAGES};

/// The stored tables and texts of a snapshot, each read at its first use.
#[derive(Clone, Default)]
pub struct Tables {
    /// The paths, in byte order: the texts of [`FileId`]s.
    pub paths: Section<Strings>,
    /// The names of external packages as imports have them, and the keys of packages as manifests do
    /// (`pkg:npm/lodash`), in byte order: the texts of [`cg_rules::PackageId`]s.
    pub packages: Section<Strings>,
    /// The names of definitions, tests, modules and members of packages, dependencies and versions.
    pub names: Section<Strings>,
    /// One row a file.
    pub files: Section<Table<FileRow, 3>>,
    /// One row a definition.
    pub definitions: Section<Table<Definition, 11>>,
    /// `imports`.
    pub imports: Section<Table<Import, 6>>,
    /// `imports_package`.
    pub package_imports: Section<Table<PackageImport, 8>>,
    /// `refers`.
    pub refers: Section<Table<Refers, 5>>,
    /// `uses`: like `refers`, by imports that name what is declared.
    pub uses: Section<Table<Refers, 5>>,
    /// `module`.
    pub modules: Section<Table<Module, 2>>,
    /// `calls`.
    pub calls: Section<Table<Call, 6>>,
    /// `extends`.
    pub extends: Section<Table<Extends, 6>>,
    /// `extends_package`.
    pub package_extends: Section<Table<ExtendsPackage, 7>>,
    /// `overrides`: a member and the next one above that it implements or overrides; as an index says, also through others.
    pub overrides: Section<Table<Extends, 6>>,
    /// `tests`.
    pub tests: Section<Table<Test, 4>>,
    /// `manifest`.
    pub manifests: Section<Table<PackageManifest, 5>>,
    /// `depends`.
    pub depends: Section<Table<Depends, 8>>,
    /// `locks`.
    pub locks: Section<Table<Locks, 6>>,
    /// `requires`.
    pub requires: Section<Table<Requires, 3>>,
    /// `mentions`.
    pub mentions: Section<Table<Mentions, 4>>,
    /// The types of local names, and the counts of each file.
    pub linked: Section<Linked>,
}

/// The stored tables, in the order of their sections.
pub static TABLES: &[TableRow<Tables>] = &[
    TableRow {
        section: "calls",
        part: |it| &it.calls,
        part_mut: |it| &mut it.calls,
        shown: Some(ShownTable {
            name: "calls",
            summary: "The body of `caller` calls `callee` there.",
            rows: &Typed::<Tables, Call> {
                columns: &[
                    ("file", Column::FileOfDef(|row| row.caller)),
                    ("caller", Column::Def(|row| row.caller)),
                    ("callee_file", Column::FileOfDef(|row| row.callee)),
                    ("callee", Column::Def(|row| row.callee)),
                    ("callee_line", Column::LineOfDef(|row| row.callee)),
                    ("line", Column::Number(|row| row.at.line)),
                    ("column", Column::Number(|row| row.at.column)),
                    ("evidence", Column::Word(|row| row.rule.evidence().name())),
                    ("rule", Column::Word(|row| row.rule.name())),
                ],
                rows: |it| it.calls.iter().collect(),
            },
            cells: &[
                ("caller", "{file}:{caller}"),
                ("callee", "{callee_file}:{callee}"),
                ("at", "{line}:{column}"),
                ("evidence", "{evidence}"),
                ("callee_line", "{callee_line}"),
                ("rule", "{rule}"),
            ],
        }),
    },
    TableRow {
        section: "definitions",
        part: |it| &it.definitions,
        part_mut: |it| &mut it.definitions,
        shown: Some(ShownTable {
            name: "declares",
            summary: "The file declares the name.",
            rows: &Typed::<Tables, (DefId, Definition)> {
                columns: &[
                    ("file", Column::File(|row| row.1.file)),
                    ("name", Column::Def(|row| row.0)),
                    ("kind", Column::Word(|row| row.1.kind.name())),
                    ("line", Column::Number(|row| row.1.at.line)),
                    ("column", Column::Number(|row| row.1.at.column)),
                    ("start_line", Column::Number(|row| row.1.start_line)),
                    ("end_line", Column::Number(|row| row.1.end_line)),
                    ("exported", Column::Word(|row| if row.1.exported { "exported" } else { "local" })),
                ],
                rows: |it| declared(it).collect(),
            },
            cells: &[
                ("file", "{file}"),
                ("def", "{file}:{name}"),
                ("kind", "{kind}"),
                ("name", "{name>}"),
                ("container", "{name<}"),
                ("range", "{start_line}-{end_line}"),
                ("signature_line", "{line}"),
                ("exported", "{exported}"),
            ],
        }),
    },
    TableRow { section: "depends", part: |it| &it.depends, part_mut: |it| &mut it.depends, shown: None },
    TableRow {
        section: "extends",
        part: |it| &it.extends,
        part_mut: |it| &mut it.extends,
        shown: Some(ShownTable {
            name: "extends",
            summary: "The type extends or implements the other.",
            rows: &Typed::<Tables, Extends> {
                columns: &[
                    ("file", Column::FileOfDef(|row| row.sub)),
                    ("sub", Column::Def(|row| row.sub)),
                    ("super_file", Column::FileOfDef(|row| row.sup)),
                    ("super", Column::Def(|row| row.sup)),
                    ("at_file", Column::File(|row| row.file)),
                    ("line", Column::Number(|row| row.at.line)),
                    ("column", Column::Number(|row| row.at.column)),
                    ("evidence", Column::Word(|row| row.rule.evidence().name())),
                    ("rule", Column::Word(|row| row.rule.name())),
                ],
                rows: |it| it.extends.iter().collect(),
            },
            cells: &[
                ("sub", "{file}:{sub}"),
                ("super", "{super_file}:{super}"),
                ("at", "{line}:{column}"),
                ("evidence", "{evidence}"),
                ("at_file", "{at_file}"),
                ("rule", "{rule}"),
            ],
        }),
    },
    TableRow {
        section: "files",
        part: |it| &it.files,
        part_mut: |it| &mut it.files,
        shown: Some(ShownTable {
            name: "file",
            summary: "The file is part of the repository, and of its default build or of others only.",
            rows: &Typed::<Tables, (FileId, FileRow)> {
                columns: &[
                    ("file", Column::File(|row| row.0)),
                    (
                        "language",
                        Column::Word(|row| LANGUAGES.get(row.1.language as usize).map_or("", |language| language.name)),
                    ),
                    ("lines", Column::Number(|row| row.1.lines)),
                    ("role", Column::Word(|row| row.1.role())),
                    ("build", Column::Word(|row| if row.1.is_conditional { "conditional" } else { "default" })),
                ],
                rows: |it| (0u32..).map(FileId).zip(it.files.iter()).collect(),
            },
            cells: &[],
        }),
    },
    TableRow {
        section: "imports",
        part: |it| &it.imports,
        part_mut: |it| &mut it.imports,
        shown: Some(ShownTable {
            name: "imports",
            summary: "The file names the other in an import.",
            rows: &Typed::<Tables, Import> {
                columns: &[
                    ("file", Column::File(|row| row.from)),
                    ("imported", Column::File(|row| row.to)),
                    ("line", Column::Number(|row| row.at.line)),
                    ("column", Column::Number(|row| row.at.column)),
                    ("kind", Column::Word(|row| row.kind.name())),
                    ("evidence", Column::Word(|row| row.rule.evidence().name())),
                    ("rule", Column::Word(|row| row.rule.name())),
                ],
                rows: |it| it.imports.iter().collect(),
            },
            cells: &[
                ("file", "{file}"),
                ("imported", "{imported}"),
                ("at", "{line}:{column}"),
                ("kind", "{kind}"),
                ("evidence", "{evidence}"),
                ("rule", "{rule}"),
            ],
        }),
    },
    TableRow { section: "linked", part: |it| &it.linked, part_mut: |it| &mut it.linked, shown: None },
    TableRow { section: "locks", part: |it| &it.locks, part_mut: |it| &mut it.locks, shown: None },
    TableRow { section: "manifests", part: |it| &it.manifests, part_mut: |it| &mut it.manifests, shown: None },
    TableRow {
        section: "mentions",
        part: |it| &it.mentions,
        part_mut: |it| &mut it.mentions,
        shown: Some(ShownTable {
            name: "mentions",
            summary: "A declared name stands in code of the file beside declarations and resolved calls, in this meaning.",
            rows: &Typed::<Tables, Mentions> {
                columns: &[
                    ("file", Column::File(|row| row.file)),
                    ("name", Column::Name(|row| row.name)),
                    ("meaning", Column::Word(|row| row.meaning.name())),
                    ("count", Column::Number(|row| row.count)),
                ],
                rows: |it| it.mentions.iter().collect(),
            },
            cells: &[],
        }),
    },
    TableRow { section: "modules", part: |it| &it.modules, part_mut: |it| &mut it.modules, shown: None },
    TableRow { section: "names", part: |it| &it.names, part_mut: |it| &mut it.names, shown: None },
    TableRow {
        section: "overrides",
        part: |it| &it.overrides,
        part_mut: |it| &mut it.overrides,
        shown: Some(ShownTable {
            name: "overrides",
            summary: "The member implements or overrides the other.",
            rows: &Typed::<Tables, Extends> {
                columns: &[
                    ("file", Column::FileOfDef(|row| row.sub)),
                    ("member", Column::Def(|row| row.sub)),
                    ("super_file", Column::FileOfDef(|row| row.sup)),
                    ("super_member", Column::Def(|row| row.sup)),
                    ("line", Column::Number(|row| row.at.line)),
                    ("column", Column::Number(|row| row.at.column)),
                    ("evidence", Column::Word(|row| row.rule.evidence().name())),
                    ("super_line", Column::LineOfDef(|row| row.sup)),
                    ("rule", Column::Word(|row| row.rule.name())),
                ],
                rows: |it| it.overrides.iter().collect(),
            },
            cells: &[],
        }),
    },
    TableRow {
        section: "package_extends",
        part: |it| &it.package_extends,
        part_mut: |it| &mut it.package_extends,
        shown: Some(ShownTable {
            name: "extends_package",
            summary: "The type extends or implements a type of the external package.",
            rows: &Typed::<Tables, ExtendsPackage> {
                columns: &[
                    ("file", Column::File(|row| row.file)),
                    ("sub", Column::Def(|row| row.sub)),
                    ("package", Column::Package(|row| row.package)),
                    ("name", Column::Name(|row| row.name)),
                    ("line", Column::Number(|row| row.at.line)),
                    ("column", Column::Number(|row| row.at.column)),
                    ("module", Column::Name(|row| row.module)),
                ],
                rows: |it| it.package_extends.iter().collect(),
            },
            cells: &[
                ("sub", "{file}:{sub}"),
                ("package", "{package}"),
                ("at", "{line}:{column}"),
                ("name", "{name}"),
                ("module", "{module}"),
            ],
        }),
    },
    TableRow {
        section: "package_imports",
        part: |it| &it.package_imports,
        part_mut: |it| &mut it.package_imports,
        shown: Some(ShownTable {
            name: "imports_package",
            summary: "The file imports the external package, or uses a member of it or of what it returns.",
            rows: &Typed::<Tables, PackageImport> {
                columns: &[
                    ("file", Column::File(|row| row.file)),
                    ("package", Column::Package(|row| row.package)),
                    ("name", Column::Name(|row| row.name)),
                    ("line", Column::Number(|row| row.at.line)),
                    ("column", Column::Number(|row| row.at.column)),
                    ("how", Column::Word(|row| row.how.name())),
                    ("module", Column::Name(|row| row.module)),
                    ("origin", Column::Word(|row| if row.is_builtin { "builtin" } else { "package" })),
                ],
                rows: package_imports,
            },
            cells: &[
                ("file", "{file}"),
                ("package", "{package}"),
                ("at", "{line}:{column}"),
                ("name", "{name}"),
                ("how", "{how}"),
                ("module", "{module}"),
            ],
        }),
    },
    TableRow { section: "packages", part: |it| &it.packages, part_mut: |it| &mut it.packages, shown: None },
    TableRow { section: "paths", part: |it| &it.paths, part_mut: |it| &mut it.paths, shown: None },
    TableRow {
        section: "refers",
        part: |it| &it.refers,
        part_mut: |it| &mut it.refers,
        shown: Some(ShownTable {
            name: "refers",
            summary: "The file uses, without an import of the name, what the other declares: a name of its package, one that an import of everything brings, or a function as a value.",
            rows: &Typed { columns: REFERRING, rows: |it: &Tables| it.refers.iter().collect() },
            cells: &[
                ("file", "{file}"),
                ("declaring_file", "{declaring_file}"),
                ("name", "{name}"),
                ("at", "{line}:{column}"),
            ],
        }),
    },
    TableRow { section: "requires", part: |it| &it.requires, part_mut: |it| &mut it.requires, shown: None },
    TableRow {
        section: "tests",
        part: |it| &it.tests,
        part_mut: |it| &mut it.tests,
        shown: Some(ShownTable {
            name: "tests",
            summary: "The file holds the test.",
            rows: &Typed::<Tables, Test> {
                columns: &[
                    ("file", Column::File(|row| row.file)),
                    ("test", Column::Name(|row| row.name)),
                    ("line", Column::Number(|row| row.at.line)),
                    ("column", Column::Number(|row| row.at.column)),
                ],
                rows: |it| it.tests.iter().collect(),
            },
            cells: &[("file", "{file}"), ("test", "{test}"), ("line", "{line}")],
        }),
    },
    TableRow {
        section: "uses",
        part: |it| &it.uses,
        part_mut: |it| &mut it.uses,
        shown: Some(ShownTable {
            name: "uses",
            summary: "An import of the file names what the other declares, be it behind re-exports.",
            rows: &Typed { columns: REFERRING, rows: |it: &Tables| it.uses.iter().collect() },
            cells: &[
                ("file", "{file}"),
                ("declaring_file", "{declaring_file}"),
                ("name", "{name}"),
                ("at", "{line}:{column}"),
            ],
        }),
    },
];

/// The columns of `refers` and `uses`.
const REFERRING: &[(&str, Column<Refers>)] = &[
    ("file", Column::File(|row| row.from)),
    ("declaring_file", Column::File(|row| row.to)),
    ("name", Column::Def(|row| row.def)),
    ("line", Column::Number(|row| row.at.line)),
    ("column", Column::Number(|row| row.at.column)),
];

/// The definitions with a name: functions without one are scopes only.
pub fn declared(tables: &Tables) -> impl Iterator<Item = (DefId, Definition)> {
    let numbered = (0u32..).map(DefId).zip(tables.definitions.iter());
    numbered.filter(|(_, row)| row.kind != DeclKind::File && !tables.names.get(row.name).is_empty())
}

/// `imports_package`, by file and place.
fn package_imports(tables: &Tables) -> Vec<PackageImport> {
    let mut rows: Vec<_> = tables.package_imports.iter().collect();
    rows.sort_by_key(|row| (row.file, row.at, row.package, row.how, row.module, row.name));
    rows
}
