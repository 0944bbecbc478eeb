//! Laws of sections: a run reads what its query touches, and damage of a section shows and heals where it is used.

use std::fs;
use std::path::Path;

use cg_bundle::facts::{RELATIONS, Snapshot};
use cg_bundle::manifest::parse_query;
use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, index};
use cg_bundle::primitive::{Argument, Engine, Stale};
use cg_bundle::store::StorePlace;
use tempfile::TempDir;

const FILES: &[(&str, &str)] = &[
    ("a.py", "import json\nfrom b import Base\n\n\nclass Own(Base):\n    def run(self):\n        json.dumps(1)\n"),
    (
        "b.py",
        "import requests\n\n\nclass Base:\n    def run(self):\n        self.stop()\n\n    def stop(self):\n        pass\n",
    ),
    ("test_a.py", "from a import Own\n\n\ndef test_own():\n    Own().run()\n"),
    ("requirements.txt", "requests==2.0\n"),
];

/// A repository that has been indexed once.
fn repository() -> TempDir {
    let root = TempDir::new().expect("a folder");
    for (path, text) in FILES {
        fs::write(root.path().join(path), text).expect("a file");
    }
    assert!(run(root.path(), StorePlace::Root).related);
    root
}

fn run(root: &Path, store: StorePlace) -> Index {
    let request = IndexRequest { root: root.to_owned(), store, cas: None, verify: false, scip: ScipSelection::Found };
    index(&request, &|_, _, _| {}).expect("an index")
}

fn database(root: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(root.join(".cg-bundle/store.sqlite")).expect("a store")
}

/// The sections that a call reads, its chains included.
fn read_by(call: &str) -> Vec<&'static str> {
    let root = repository();
    let index = run(root.path(), StorePlace::Root);
    assert!(!index.related);
    assert_eq!(index.facts.read_sections(), Vec::<&str>::new(), "nothing is read before it is used");
    let parsed = parse_query(call).expect("a call");
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::default());
    let answer = engine.answer(&parsed.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]));
    assert!(!answer.hits.is_empty(), "{call} finds nothing");
    for hit in &answer.hits {
        answer.chain(&engine, hit.file);
    }
    index.facts.read_sections()
}

#[test]
fn a_query_reads_the_sections_of_its_relations_alone() {
    let reads: &[(&str, &[&str], &[&str])] = &[
        (
            "import_graph.reverse_lookup(json)",
            &["package_imports"],
            &["calls", "definitions", "extends", "overrides", "tests", "unbound", "depends", "locks"],
        ),
        (
            "import_graph.dependencies(a.py)",
            &["imports"],
            &["calls", "extends", "overrides", "tests", "unbound", "depends", "locks"],
        ),
        ("type_graph.subtypes(Base)", &["extends"], &["calls", "package_imports", "unbound", "depends", "locks"]),
        ("dep_graph.consumers(requests)", &["depends"], &["calls", "extends", "overrides", "unbound"]),
    ];
    for (call, needed, untouched) in reads {
        let read = read_by(call);
        assert!(needed.iter().all(|it| read.contains(it)), "{call} read {read:?}");
        assert!(!untouched.iter().any(|it| read.contains(it)), "{call} read {read:?}");
    }
}

#[test]
fn each_relation_is_the_same_whether_its_sections_are_read_early_or_late() {
    let root = repository();
    let whole = run(root.path(), StorePlace::Nowhere).facts;
    for relation in RELATIONS.iter() {
        let late = run(root.path(), StorePlace::Root).facts;
        assert_eq!(relation.rows(&late), relation.rows(&whole), "{}", relation.name);
        assert!(late.read_sections().len() < whole.read_sections().len(), "{} reads all", relation.name);
        assert!(late == whole);
    }
}

#[test]
fn threads_that_read_a_section_at_once_see_the_same() {
    let root = repository();
    let facts = run(root.path(), StorePlace::Root).facts;
    let counts: Vec<(usize, usize)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| (facts.calls.len(), facts.definitions.len()))).collect();
        threads.into_iter().map(|it| it.join().expect("a count")).collect()
    });
    assert!(counts.iter().all(|it| *it == counts[0] && it.0 > 0), "{counts:?}");
}

/// What becomes of a section in the store, and how it might have come about.
const DAMAGE: &[&str] = &[
    "UPDATE snapshot SET body = zeroblob(length(body)) WHERE section = 'calls'",
    "UPDATE snapshot SET body = x'00' WHERE section = 'calls'",
    "DELETE FROM snapshot WHERE section = 'calls'",
    "UPDATE snapshot SET seal = zeroblob(32) WHERE section IN ('calls', 'definitions', 'names')",
];

fn is_clean(facts: &Snapshot) -> bool {
    facts.source().is_some_and(|source| source.notes().is_empty() && !source.is_lost())
}

#[test]
fn a_damaged_section_heals_where_it_is_used() {
    for damage in DAMAGE {
        let root = repository();
        let whole = run(root.path(), StorePlace::Nowhere).facts;
        database(root.path()).execute_batch(damage).expect("damage");
        let first = run(root.path(), StorePlace::Root);
        assert_eq!(first.facts.imports.iter().collect::<Vec<_>>(), whole.imports.iter().collect::<Vec<_>>());
        assert!(first.facts == whole, "{damage}");
        assert!(is_clean(&first.facts), "{damage}: nothing is lost");
        drop(first);
        let sealed = |root: &Path| {
            let read =
                "SELECT count(*) FROM snapshot WHERE section = 'calls' AND length(body) > 1 AND seal <> zeroblob(32)";
            database(root).query_row(read, [], |row| row.get::<_, i64>(0)).expect("a count")
        };
        assert_eq!(sealed(root.path()), 1, "{damage}: the store holds it again");
        let again = run(root.path(), StorePlace::Root);
        assert!(!again.related && again.facts == whole, "{damage}, a later run");
    }
}

/// Other runs may push a state out of the store while this one uses it.
#[test]
fn a_state_that_is_pushed_out_meanwhile_is_made_again() {
    let root = repository();
    let whole = run(root.path(), StorePlace::Nowhere).facts;
    let index = run(root.path(), StorePlace::Root);
    database(root.path()).execute_batch("DELETE FROM snapshot; DELETE FROM snapshot_order").expect("an empty store");
    assert!(index.facts == whole && is_clean(&index.facts));
}

#[test]
fn what_neither_store_nor_repository_has_any_more_is_reported_as_lost() {
    let root = repository();
    // While another program has it open, the store is read with locks, and shows what was written meanwhile.
    let other = database(root.path());
    other.execute_batch("CREATE TABLE other (a); DROP TABLE other").expect("a log");
    let index = run(root.path(), StorePlace::Root);
    other.execute_batch("DELETE FROM snapshot").expect("an empty store");
    fs::write(root.path().join("b.py"), "class Base:\n    pass\n").expect("another text");
    assert!(index.facts.calls.is_empty());
    assert!(index.facts.source().is_some_and(|source| source.is_lost()));
}
