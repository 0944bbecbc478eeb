//! The names in texts, kept by content: an answer that finds them kept is the one that parses, whatever became of the store.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::Repository;

const TEXT: &str = "\
--- a.py
class Set:
    # Set in a comment
    def add(self, other: 'Set') -> Set: ...
--- b.py
from a import Set
def f(one: Set, two=Set):
    \"\"\"Set in a text.\"\"\"
    return isinstance(one, Set), Set(), [Set for _ in two]
--- c.py
from a import Set
LIMIT = Set
class Own(Set): ...
def g(): return LIMIT, Set
";

fn asked(root: &Path, call: &str, more: &[&str]) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    let output =
        command.args(["query", "-C", ".", call, "--no-cache"]).args(more).current_dir(root).output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    [output.stdout, output.stderr].concat()
}

fn n_kept(root: &Path) -> i64 {
    let store = rusqlite::Connection::open(root.join(".cg-bundle/store.sqlite")).expect("a store");
    store.query_row("SELECT count(*) FROM sites", [], |row| row.get(0)).expect("a count")
}

#[test]
fn names_that_are_kept_are_those_that_are_parsed() {
    let root = Repository::of(TEXT).0;
    let root = root.root();
    for call in ["scip.refs(\"Set\")", "scip.refs(\"LIMIT\")", "scip.refs(\"nowhere\")"] {
        let parsed = asked(root, call, &["--no-store"]);
        let texts = [asked(root, call, &[]), asked(root, call, &[])];
        assert_eq!(texts, [parsed.clone(), parsed], "{call}");
    }
    assert!(n_kept(root) >= 2, "both files that name it again are kept");
}

/// What is kept is of a content: a text that changes is parsed, and damage is met.
#[test]
fn a_change_and_damage_are_parsed_again() {
    let root = Repository::of(TEXT).0;
    let root = root.root();
    let first = asked(root, "scip.refs(\"Set\")", &[]);
    fs::write(
        root.join("b.py"),
        TEXT.split("--- b.py\n")
            .nth(1)
            .and_then(|it| it.split("--- c").next())
            .map(|it| format!("# one line more\n{it}"))
            .expect("a text"),
    )
    .expect("a file");
    let moved = asked(root, "scip.refs(\"Set\")", &[]);
    assert_ne!(moved, first);
    assert_eq!(moved, asked(root, "scip.refs(\"Set\")", &["--no-store"]));
    let store = rusqlite::Connection::open(root.join(".cg-bundle/store.sqlite")).expect("a store");
    store.execute("UPDATE sites SET body = x'00'", []).expect("damage");
    drop(store);
    let again = asked(root, "scip.refs(\"Set\")", &[]);
    let answer = |bytes: &[u8]| {
        String::from_utf8_lossy(bytes)
            .lines()
            .filter(|it| !it.starts_with("note: the store"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(answer(&again), answer(&moved));
}
