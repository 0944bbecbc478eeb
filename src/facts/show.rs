//! The relations as they are shown: the stored tables, and views that join them.

use std::sync::LazyLock;

use cg_rules::{DefId, FileId, PackageId};

use super::changes::USUAL_COMMITS;
use super::column::{Texts, Value};
use super::coverage::Executed;
use super::depend::show::{DEPENDS, LOCKS, OWNS, REQUIRES};
use super::exact::OccurrenceRow;
use super::relation::NONE;
use super::shown::{Relation, Rows, Shape, text};
use super::snapshot::Snapshot;
use super::tables::TABLES;
use crate::base::Gap;
use crate::history::CommitName;

/// Every relation, in the order of the names.
pub static RELATIONS: LazyLock<Vec<Relation>> = LazyLock::new(|| {
    let tables = TABLES.iter().filter_map(|row| row.shown.as_ref().map(Relation::from));
    let mut all: Vec<Relation> = tables.chain(VIEWS.iter().copied()).collect();
    all.sort_by_key(|it| it.name);
    all
});

/// The relations whose rows are joined of several tables, or stored elsewhere.
const VIEWS: &[Relation] = &[
    Relation {
        name: "changed",
        summary: "The commit changed the file, whatever its name was then.",
        rows: Rows::Beside(&Shape::<(CommitName, FileId)> {
            columns: &[
                ("commit", |_, row| Value::Text(row.0.to_string())),
                ("file", |facts, row| text(facts.path(row.1))),
                ("evidence", |_, _| Value::Word("history")),
            ],
            rows: |facts| facts.changed(USUAL_COMMITS).map(|it| it.facts()).unwrap_or_default(),
        }),
        cells: &[],
    },
    Relation {
        name: "depends",
        summary: "The package of the manifest depends on the other; the version is the locked one, else the required.",
        rows: Rows::View(DEPENDS),
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
        name: "executed",
        summary: "The test executed the line, by a report of coverage that --from names.",
        rows: Rows::Beside(&Shape::<Executed> {
            columns: &[
                ("test", |facts, row| text(facts.coverage.tests.get(row.test as usize).map_or("", |test| &test.name))),
                ("in", |facts, row| {
                    let file = facts.coverage.tests.get(row.test as usize).and_then(|test| test.file);
                    text(file.map_or("", |file| facts.path(file)))
                }),
                ("file", |facts, row| text(facts.path(row.file))),
                ("line", |_, row| Value::Number(row.line)),
                ("evidence", |_, _| Value::Word("executed")),
            ],
            rows: |facts| facts.coverage.rows.clone(),
        }),
        cells: &[],
    },
    Relation {
        name: "gap",
        summary: "This is not known of the file.",
        rows: Rows::View(&Shape::<Gap> {
            columns: &[
                ("file", |_, gap| text(&gap.path)),
                ("kind", |_, gap| Value::Word(gap.kind.name())),
                ("line", |_, gap| Value::Number(gap.at.line)),
                ("column", |_, gap| Value::Number(gap.at.column)),
                ("detail", |_, gap| text(&gap.detail)),
            ],
            rows: |facts| facts.gaps.clone(),
        }),
        cells: &[("file", "{file}"), ("what", "{kind}"), ("at", "{line}:{column}"), ("detail", "{detail}")],
    },
    Relation {
        name: "locks",
        summary: "The lockfile has this version of the package.",
        rows: Rows::View(LOCKS),
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
        rows: Rows::View(&Shape::<OccurrenceRow> {
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
        }),
        cells: &[],
    },
    Relation {
        name: "owns",
        summary: "The file belongs to the package of the manifest.",
        rows: Rows::View(OWNS),
        cells: &[("package", "{package}"), ("file", "{file}"), ("manifest", "{manifest}")],
    },
    Relation {
        name: "requires",
        summary: "In the lockfile, the package of that version needs the other.",
        rows: Rows::View(REQUIRES),
        cells: &[
            ("package", "{package}"),
            ("dependency", "{dependency}"),
            ("kind", "{kind}"),
            ("lockfile", "{file}"),
            ("at", "{line}:{column}"),
        ],
    },
];

impl Texts for Snapshot {
    fn file(&self, file: FileId) -> &str {
        self.path(file)
    }
    fn file_of_def(&self, def: DefId) -> &str {
        self.definition(def).map_or("", |row| self.path(row.file))
    }
    fn line_of_def(&self, def: DefId) -> u32 {
        self.definition(def).map_or(0, |row| row.at.line)
    }
    fn def(&self, def: DefId) -> String {
        self.qualified_name(def)
    }
    fn package(&self, package: PackageId) -> &str {
        self.package_name(package)
    }
    fn name(&self, name: u32) -> &str {
        if name == NONE { "" } else { self.names.get(name) }
    }
}
