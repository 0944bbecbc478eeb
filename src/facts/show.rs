//! The relations as they are shown: the table of them, each with its columns.

use cg_rules::{DefId, FileId};

use super::depend::show::{DEPENDS, LOCKS, OWNS, REQUIRES};
use super::exact::OccurrenceRow;
use super::relation::{Call, Definition, Extends, FileRow, Import, NONE, PackageImport, Refers, Test, Unbound};
use super::shown::{Column, Relation, Shape, Value, text};
use super::snapshot::Snapshot;
use crate::base::Gap;
use crate::language::{DeclKind, LANGUAGES};

/// Every relation, in the order of the names.
pub const RELATIONS: &[Relation] = &[
    Relation {
        name: "calls",
        summary: "The body of `caller` calls `callee` there.",
        shape: &Shape::<Call> {
            columns: &[
                ("file", |facts, row| text(facts.path_of(row.caller))),
                ("caller", |facts, row| Value::Text(facts.qualified_name(row.caller))),
                ("callee_file", |facts, row| text(facts.path_of(row.callee))),
                ("callee", |facts, row| Value::Text(facts.qualified_name(row.callee))),
                ("callee_line", |facts, row| Value::Number(facts.definition(row.callee).map_or(0, |row| row.at.line))),
                ("line", |_, row| Value::Number(row.at.line)),
                ("column", |_, row| Value::Number(row.at.column)),
                ("evidence", |_, row| Value::Word(row.evidence.name())),
            ],
            rows: |facts| facts.calls.iter().collect(),
        },
        cells: &[
            ("caller", "{file}:{caller}"),
            ("callee", "{callee_file}:{callee}"),
            ("at", "{line}:{column}"),
            ("evidence", "{evidence}"),
            ("callee_line", "{callee_line}"),
        ],
    },
    Relation {
        name: "declares",
        summary: "The file declares the name.",
        shape: &Shape::<(DefId, Definition)> {
            columns: &[
                ("file", |facts, row| text(facts.path(row.1.file))),
                ("name", |facts, row| Value::Text(facts.qualified_name(row.0))),
                ("kind", |_, row| Value::Word(row.1.kind.name())),
                ("line", |_, row| Value::Number(row.1.at.line)),
                ("column", |_, row| Value::Number(row.1.at.column)),
                ("start_line", |_, row| Value::Number(row.1.start_line)),
                ("end_line", |_, row| Value::Number(row.1.end_line)),
                ("exported", |_, row| Value::Word(if row.1.exported { "exported" } else { "local" })),
            ],
            rows: declared,
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
    },
    Relation {
        name: "depends",
        summary: "The package of the manifest depends on the other; the version is the locked one, else the required.",
        shape: DEPENDS,
        cells: &[
            ("package", "{package}"),
            ("dependency", "{dependency}"),
            ("version", "{version}"),
            ("kind", "{kind}"),
            ("manifest", "{file}"),
            ("at", "{line}:{column}"),
            ("requirement", "{requirement}"),
        ],
    },
    Relation {
        name: "extends",
        summary: "The type extends or implements the other.",
        shape: &Shape::<Extends> {
            columns: &[
                ("file", |facts, row| text(facts.path_of(row.sub))),
                ("sub", |facts, row| Value::Text(facts.qualified_name(row.sub))),
                ("super_file", |facts, row| text(facts.path_of(row.sup))),
                ("super", |facts, row| Value::Text(facts.qualified_name(row.sup))),
                ("at_file", |facts, row| text(facts.path(row.file))),
                ("line", |_, row| Value::Number(row.at.line)),
                ("column", |_, row| Value::Number(row.at.column)),
                ("evidence", |_, row| Value::Word(row.evidence.name())),
            ],
            rows: |facts| facts.extends.iter().collect(),
        },
        cells: &[
            ("sub", "{file}:{sub}"),
            ("super", "{super_file}:{super}"),
            ("at", "{line}:{column}"),
            ("evidence", "{evidence}"),
            ("at_file", "{at_file}"),
        ],
    },
    Relation {
        name: "file",
        summary: "The file is part of the repository, and of its default build or of others only.",
        shape: &Shape::<(FileId, FileRow)> {
            columns: &[
                ("file", |facts, row| text(facts.path(row.0))),
                ("language", |_, row| {
                    Value::Word(LANGUAGES.get(row.1.language as usize).map_or("", |language| language.name))
                }),
                ("lines", |_, row| Value::Number(row.1.lines)),
                ("role", |_, row| Value::Word(role(&row.1))),
                ("build", |_, row| Value::Word(if row.1.is_conditional { "conditional" } else { "default" })),
            ],
            rows: |facts| (0u32..).map(FileId).zip(facts.files.iter()).collect(),
        },
        cells: &[],
    },
    Relation {
        name: "gap",
        summary: "This is not known of the file.",
        shape: &Shape::<Gap> {
            columns: &[
                ("file", |_, gap| text(&gap.path)),
                ("kind", |_, gap| Value::Word(gap.kind.name())),
                ("line", |_, gap| Value::Number(gap.at.line)),
                ("column", |_, gap| Value::Number(gap.at.column)),
                ("detail", |_, gap| text(&gap.detail)),
            ],
            rows: |facts| facts.gaps.clone(),
        },
        cells: &[("file", "{file}"), ("what", "{kind}"), ("at", "{line}:{column}"), ("detail", "{detail}")],
    },
    Relation {
        name: "imports",
        summary: "The file names the other in an import.",
        shape: &Shape::<Import> {
            columns: &[
                ("file", |facts, row| text(facts.path(row.from))),
                ("imported", |facts, row| text(facts.path(row.to))),
                ("line", |_, row| Value::Number(row.at.line)),
                ("column", |_, row| Value::Number(row.at.column)),
                ("kind", |_, row| Value::Word(row.kind.name())),
                ("evidence", |_, row| Value::Word(row.evidence.name())),
            ],
            rows: |facts| facts.imports.iter().collect(),
        },
        cells: &[
            ("file", "{file}"),
            ("imported", "{imported}"),
            ("at", "{line}:{column}"),
            ("kind", "{kind}"),
            ("evidence", "{evidence}"),
        ],
    },
    Relation {
        name: "imports_package",
        summary: "The file imports the external package, or uses a member of it or of what it returns.",
        shape: &Shape::<PackageImport> {
            columns: &[
                ("file", |facts, row| text(facts.path(row.file))),
                ("package", |facts, row| text(facts.package_name(row.package))),
                ("name", |facts, row| text(if row.name == NONE { "" } else { facts.names.get(row.name) })),
                ("line", |_, row| Value::Number(row.at.line)),
                ("column", |_, row| Value::Number(row.at.column)),
                ("how", |_, row| Value::Word(row.how.name())),
                ("module", |facts, row| text(facts.names.get(row.module))),
                ("origin", |_, row| Value::Word(if row.is_builtin { "builtin" } else { "package" })),
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
    },
    Relation {
        name: "locks",
        summary: "The lockfile has this version of the package.",
        shape: LOCKS,
        cells: &[
            ("file", "{file}"),
            ("dependency", "{dependency}"),
            ("version", "{version}"),
            ("at", "{line}:{column}"),
        ],
    },
    Relation {
        name: "occurrence",
        summary: "A compiler's index has the symbol there; the text agrees, has another name for it, or does not.",
        shape: &Shape::<OccurrenceRow> {
            columns: &[
                ("symbol", |facts, row| text(facts.exact.get().map_or("", |exact| exact.symbols.get(row.symbol)))),
                ("file", |facts, row| text(facts.path(row.file))),
                ("line", |_, row| Value::Number(row.at.line)),
                ("column", |_, row| Value::Number(row.at.column)),
                ("length", |_, row| Value::Number(row.length)),
                ("role", |_, row| Value::Word(if row.is_definition() { "definition" } else { "reference" })),
                ("kind", |_, row| Value::Word(row.kind.name())),
                ("agreement", |_, row| Value::Word(row.agreement_word())),
                ("document", |_, row| Value::Word(if row.is_fresh { "fresh" } else { "stale" })),
            ],
            rows: |facts| facts.exact.get().map(|exact| exact.occurrences.iter().collect()).unwrap_or_default(),
        },
        cells: &[],
    },
    Relation {
        name: "overrides",
        summary: "The member implements or overrides the other.",
        shape: &Shape::<Extends> {
            columns: &[
                ("file", |facts, row| text(facts.path_of(row.sub))),
                ("member", |facts, row| Value::Text(facts.qualified_name(row.sub))),
                ("super_file", |facts, row| text(facts.path_of(row.sup))),
                ("super_member", |facts, row| Value::Text(facts.qualified_name(row.sup))),
                ("line", |_, row| Value::Number(row.at.line)),
                ("column", |_, row| Value::Number(row.at.column)),
                ("evidence", |_, row| Value::Word(row.evidence.name())),
            ],
            rows: |facts| facts.overrides.iter().collect(),
        },
        cells: &[],
    },
    Relation {
        name: "owns",
        summary: "The file belongs to the package of the manifest.",
        shape: OWNS,
        cells: &[("package", "{package}"), ("file", "{file}"), ("manifest", "{manifest}")],
    },
    Relation {
        name: "refers",
        summary: "The file uses, without an import, a name of its package that the other declares.",
        shape: &Shape { columns: REFERRING, rows: |facts| facts.refers.iter().collect() },
        cells: &[
            ("file", "{file}"),
            ("declaring_file", "{declaring_file}"),
            ("name", "{name}"),
            ("at", "{line}:{column}"),
        ],
    },
    Relation {
        name: "requires",
        summary: "In the lockfile, the package of that version needs the other.",
        shape: REQUIRES,
        cells: &[
            ("package", "{package}"),
            ("dependency", "{dependency}"),
            ("kind", "{kind}"),
            ("lockfile", "{file}"),
            ("at", "{line}:{column}"),
        ],
    },
    Relation {
        name: "tests",
        summary: "The file holds the test.",
        shape: &Shape::<Test> {
            columns: &[
                ("file", |facts, row| text(facts.path(row.file))),
                ("test", |facts, row| text(facts.names.get(row.name))),
                ("line", |_, row| Value::Number(row.at.line)),
                ("column", |_, row| Value::Number(row.at.column)),
            ],
            rows: |facts| facts.tests.iter().collect(),
        },
        cells: &[("file", "{file}"), ("test", "{test}"), ("line", "{line}")],
    },
    Relation {
        name: "unbound",
        summary: "A declared name stands in code of the file, and no fact binds it there.",
        shape: &Shape::<Unbound> {
            columns: &[
                ("file", |facts, row| text(facts.path(row.file))),
                ("name", |facts, row| text(facts.names.get(row.name))),
                ("count", |_, row| Value::Number(row.count)),
            ],
            rows: |facts| facts.unbound.iter().collect(),
        },
        cells: &[],
    },
    Relation {
        name: "uses",
        summary: "An import of the file names what the other declares, be it behind re-exports.",
        shape: &Shape { columns: REFERRING, rows: |facts| facts.uses.iter().collect() },
        cells: &[
            ("file", "{file}"),
            ("declaring_file", "{declaring_file}"),
            ("name", "{name}"),
            ("at", "{line}:{column}"),
        ],
    },
];

/// The columns of `refers` and `uses`.
const REFERRING: &[Column<Refers>] = &[
    ("file", |facts, row| text(facts.path(row.from))),
    ("declaring_file", |facts, row| text(facts.path(row.to))),
    ("name", |facts, row| Value::Text(facts.qualified_name(row.def))),
    ("line", |_, row| Value::Number(row.at.line)),
    ("column", |_, row| Value::Number(row.at.column)),
];

/// The definitions with a name: functions without one are scopes only.
fn declared(facts: &Snapshot) -> Vec<(DefId, Definition)> {
    let numbered = (0u32..).map(DefId).zip(facts.definitions.iter());
    numbered.filter(|(_, row)| row.kind != DeclKind::File && !facts.names.get(row.name).is_empty()).collect()
}

/// `imports_package`, by file and place.
fn package_imports(facts: &Snapshot) -> Vec<PackageImport> {
    let mut rows: Vec<_> = facts.package_imports.iter().collect();
    rows.sort_by_key(|row| (row.file, row.at, row.package, row.how, row.module, row.name));
    rows
}

fn role(row: &FileRow) -> &'static str {
    match (row.is_test, row.is_generated, row.is_aside) {
        (true, _, _) => "test",
        (_, true, _) => "generated",
        (_, _, true) => "aside",
        _ => "source",
    }
}

impl Snapshot {
    /// The path of the file of a definition.
    fn path_of(&self, def: DefId) -> &str {
        self.definition(def).map_or("", |row| self.path(row.file))
    }
}
