//! The relations as they are shown: the table, and their rows as columns.

use cg_rules::DefId;

use super::depend::show::{depends, locks, owns, requires};
use super::relation::{NONE, Refers};
use super::shown::{Relation, Value, text};
use super::snapshot::Snapshot;
use crate::base::Table;
use crate::language::{DeclKind, LANGUAGES};

/// Every relation, in the order of the names.
pub const RELATIONS: &[Relation] = &[
    Relation {
        name: "calls",
        columns: &["file", "caller", "callee_file", "callee", "callee_line", "line", "column", "evidence"],
        summary: "The body of `caller` calls `callee` there.",
        rows: calls,
    },
    Relation {
        name: "declares",
        columns: &["file", "name", "kind", "line", "column", "start_line", "end_line", "exported"],
        summary: "The file declares the name.",
        rows: declares,
    },
    Relation {
        name: "depends",
        columns: &["file", "package", "dependency", "version", "kind", "line", "column", "requirement"],
        summary: "The package of the manifest depends on the other; the version is the locked one, else the required.",
        rows: depends,
    },
    Relation {
        name: "extends",
        columns: &["file", "sub", "super_file", "super", "at_file", "line", "column", "evidence"],
        summary: "The type extends or implements the other.",
        rows: extends,
    },
    Relation {
        name: "file",
        columns: &["file", "language", "lines", "role", "build"],
        summary: "The file is part of the repository, and of its default build or of others only.",
        rows: files,
    },
    Relation {
        name: "gap",
        columns: &["file", "kind", "line", "column", "detail"],
        summary: "This is not known of the file.",
        rows: gaps,
    },
    Relation {
        name: "imports",
        columns: &["file", "imported", "line", "column", "kind", "evidence"],
        summary: "The file names the other in an import.",
        rows: imports,
    },
    Relation {
        name: "imports_package",
        columns: &["file", "package", "name", "line", "column", "how"],
        summary: "The file imports the external package, or uses a member of it.",
        rows: package_imports,
    },
    Relation {
        name: "locks",
        columns: &["file", "dependency", "version", "line", "column"],
        summary: "The lockfile has this version of the package.",
        rows: locks,
    },
    Relation {
        name: "occurrence",
        columns: &["symbol", "file", "line", "column", "length", "role", "kind", "agreement", "document"],
        summary: "A compiler's index has the symbol there; the text agrees, has another name for it, or does not.",
        rows: occurrences,
    },
    Relation {
        name: "overrides",
        columns: &["file", "member", "super_file", "super_member", "line", "column", "evidence"],
        summary: "The member implements or overrides the other, as a compiler's index says.",
        rows: overrides,
    },
    Relation {
        name: "owns",
        columns: &["manifest", "package", "file"],
        summary: "The file belongs to the package of the manifest.",
        rows: owns,
    },
    Relation {
        name: "refers",
        columns: &["file", "declaring_file", "name", "line", "column"],
        summary: "The file uses, without an import, a name of its package that the other declares.",
        rows: |facts| referring(facts, &facts.refers),
    },
    Relation {
        name: "requires",
        columns: &["file", "package", "dependency", "kind", "line", "column"],
        summary: "In the lockfile, the package of that version needs the other.",
        rows: requires,
    },
    Relation {
        name: "tests",
        columns: &["file", "test", "line", "column"],
        summary: "The file holds the test.",
        rows: tests,
    },
    Relation {
        name: "uses",
        columns: &["file", "declaring_file", "name", "line", "column"],
        summary: "An import of the file names what the other declares, be it behind re-exports.",
        rows: |facts| referring(facts, &facts.uses),
    },
];

fn imports(facts: &Snapshot) -> Vec<Vec<Value>> {
    let rows = facts.imports.iter().map(|row| {
        vec![
            text(facts.path(row.from)),
            text(facts.path(row.to)),
            Value::Number(row.at.line),
            Value::Number(row.at.column),
            Value::Word(row.kind.name()),
            Value::Word(row.evidence.name()),
        ]
    });
    rows.collect()
}

fn package_imports(facts: &Snapshot) -> Vec<Vec<Value>> {
    let mut rows: Vec<_> = facts.package_imports.iter().collect();
    rows.sort_by_key(|row| (row.file, row.at, row.package, row.name));
    let rows = rows.into_iter().map(|row| {
        vec![
            text(facts.path(row.file)),
            text(facts.package_name(row.package)),
            text(if row.name == NONE { "" } else { facts.names.get(row.name) }),
            Value::Number(row.at.line),
            Value::Number(row.at.column),
            Value::Word(if row.is_use { "use" } else { "import" }),
        ]
    });
    rows.collect()
}

fn declares(facts: &Snapshot) -> Vec<Vec<Value>> {
    let numbered = facts.definitions.iter().enumerate();
    // Functions without a name are scopes only.
    let named = numbered.filter(|(_, row)| row.kind != DeclKind::File && !facts.names.get(row.name).is_empty());
    let rows = named.map(|(at, row)| {
        let def = DefId(u32::try_from(at).unwrap_or(NONE));
        vec![
            text(facts.path(row.file)),
            Value::Text(facts.qualified_name(def)),
            Value::Word(row.kind.name()),
            Value::Number(row.at.line),
            Value::Number(row.at.column),
            Value::Number(row.start_line),
            Value::Number(row.end_line),
            Value::Word(if row.exported { "exported" } else { "local" }),
        ]
    });
    rows.collect()
}

fn place(facts: &Snapshot, def: DefId) -> [Value; 2] {
    let path = facts.definition(def).map_or("", |row| facts.path(row.file));
    [text(path), Value::Text(facts.qualified_name(def))]
}

fn calls(facts: &Snapshot) -> Vec<Vec<Value>> {
    let rows = facts.calls.iter().map(|row| {
        let [file, caller] = place(facts, row.caller);
        let [callee_file, callee] = place(facts, row.callee);
        let callee_line = facts.definition(row.callee).map_or(0, |row| row.at.line);
        vec![
            file,
            caller,
            callee_file,
            callee,
            Value::Number(callee_line),
            Value::Number(row.at.line),
            Value::Number(row.at.column),
            Value::Word(row.evidence.name()),
        ]
    });
    rows.collect()
}

fn extends(facts: &Snapshot) -> Vec<Vec<Value>> {
    let rows = facts.extends.iter().map(|row| {
        let [file, sub] = place(facts, row.sub);
        let [super_file, sup] = place(facts, row.sup);
        vec![
            file,
            sub,
            super_file,
            sup,
            text(facts.path(row.file)),
            Value::Number(row.at.line),
            Value::Number(row.at.column),
            Value::Word(row.evidence.name()),
        ]
    });
    rows.collect()
}

fn overrides(facts: &Snapshot) -> Vec<Vec<Value>> {
    let rows = facts.overrides.iter().map(|row| {
        let [file, sub] = place(facts, row.sub);
        let [super_file, sup] = place(facts, row.sup);
        let at = [Value::Number(row.at.line), Value::Number(row.at.column)];
        let [line, column] = at;
        vec![file, sub, super_file, sup, line, column, Value::Word(row.evidence.name())]
    });
    rows.collect()
}

fn occurrences(facts: &Snapshot) -> Vec<Vec<Value>> {
    let Some(exact) = facts.exact.get() else { return Vec::new() };
    let rows = exact.occurrences.iter().map(|row| {
        vec![
            text(exact.symbols.get(row.symbol)),
            text(facts.path(row.file)),
            Value::Number(row.at.line),
            Value::Number(row.at.column),
            Value::Number(row.length),
            Value::Word(if row.is_definition() { "definition" } else { "reference" }),
            Value::Word(row.kind.name()),
            Value::Word(row.agreement_word()),
            Value::Word(if row.is_fresh { "fresh" } else { "stale" }),
        ]
    });
    rows.collect()
}

fn referring(facts: &Snapshot, rows: &Table<Refers, 5>) -> Vec<Vec<Value>> {
    let rows = rows.iter().map(|row| {
        vec![
            text(facts.path(row.from)),
            text(facts.path(row.to)),
            Value::Text(facts.qualified_name(row.def)),
            Value::Number(row.at.line),
            Value::Number(row.at.column),
        ]
    });
    rows.collect()
}

fn files(facts: &Snapshot) -> Vec<Vec<Value>> {
    let rows = facts.paths.iter().zip(facts.files.iter()).map(|(path, row)| {
        let language = LANGUAGES.get(row.language as usize).map_or("", |language| language.name);
        let role = match (row.is_test, row.is_generated, row.is_aside) {
            (true, _, _) => "test",
            (_, true, _) => "generated",
            (_, _, true) => "aside",
            _ => "source",
        };
        let build = if row.is_conditional { "conditional" } else { "default" };
        vec![text(path), Value::Word(language), Value::Number(row.lines), Value::Word(role), Value::Word(build)]
    });
    rows.collect()
}

fn gaps(facts: &Snapshot) -> Vec<Vec<Value>> {
    let rows = facts.gaps.iter().map(|gap| {
        vec![
            text(&gap.path),
            Value::Word(gap.kind.name()),
            Value::Number(gap.at.line),
            Value::Number(gap.at.column),
            text(&gap.detail),
        ]
    });
    rows.collect()
}

fn tests(facts: &Snapshot) -> Vec<Vec<Value>> {
    let rows = facts.tests.iter().map(|row| {
        vec![
            text(facts.path(row.file)),
            text(facts.names.get(row.name)),
            Value::Number(row.at.line),
            Value::Number(row.at.column),
        ]
    });
    rows.collect()
}
