//! Hot views: a hit is the miss, byte for byte, and nothing that an answer depends on can change without a miss.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::Repository;

const TEXT: &str = "--- a.py\nfrom b import f\nprint(f())\n--- b.py\ndef f():\n    return 1\n--- notes.md\nRead b.py first.\n\
--- m.yaml\nmust_read:\n  globs: [\"*.md\"]\n  derived:\n    - { name: importers, compute: import_graph.reverse_lookup(\"b.py\"), max_files: 5 }\n";

fn run(root: &Path, set: &[(&str, &str)], more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.args(["m.yaml", "-C", "."]).args(more).current_dir(root).envs(set.iter().copied());
    let output = command.output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The views in the store: how many, and the text of the last.
fn kept(root: &Path) -> i64 {
    let store = rusqlite::Connection::open(root.join(".cg-bundle/store.sqlite")).expect("a store");
    store.query_row("SELECT count(*) FROM view", [], |row| row.get(0)).expect("a count")
}

/// Makes the stats of all files old enough to prove something.
fn settle(root: &Path) {
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    for name in ["a.py", "b.py", "notes.md", "m.yaml"] {
        let file = fs::File::options().append(true).open(root.join(name)).expect("a file");
        file.set_times(fs::FileTimes::new().set_modified(old)).expect("a time");
    }
    // The change of an inode cannot be set back: it must lie before the walk by more than a clock's step.
    let begun = std::time::Instant::now();
    while begun.elapsed() < std::time::Duration::from_millis(60) {
        std::hint::spin_loop();
    }
}

/// S3.U8: a hit is byte-identical, on both streams; `--no-cache` neither looks nor keeps.
#[test]
fn a_hit_is_the_miss() {
    let (repository, _) = Repository::of(TEXT);
    let root = repository.root();
    settle(root);
    let anew = run(root, &[], &["--no-cache"]);
    assert_eq!(kept(root), 0);
    let (miss, hit) = (run(root, &[], &[]), run(root, &[], &[]));
    assert_eq!(kept(root), 1);
    assert_eq!((&miss.stdout, &miss.stderr), (&hit.stdout, &hit.stderr));
    assert_eq!(anew.stdout, hit.stdout);
    // A hit prints what is kept, and computes nothing: a kept text that is another is printed as it is.
    let store = rusqlite::Connection::open(root.join(".cg-bundle/store.sqlite")).expect("a store");
    store.execute("DELETE FROM snapshot", []).expect("no facts");
    store.execute("DELETE FROM snapshot_order", []).expect("no facts");
    drop(store);
    assert_eq!(run(root, &[], &[]).stdout, miss.stdout);
    let store = rusqlite::Connection::open(root.join(".cg-bundle/store.sqlite")).expect("a store");
    let facts: i64 = store.query_row("SELECT count(*) FROM snapshot", [], |row| row.get(0)).expect("a count");
    assert_eq!(facts, 0, "a hit relates nothing");
}

/// S3.U8: whatever an answer depends on is in its key.
#[test]
fn a_change_is_a_miss() {
    let (repository, _) = Repository::of(TEXT);
    let root = repository.root();
    settle(root);
    let first = run(root, &[], &[]);
    let differs = |more: &[&str], set: &[(&str, &str)]| run(root, set, more).stdout != first.stdout;
    assert!(differs(&["--format", "paths"], &[]));
    assert!(differs(&["--max-chars", "300"], &[]));
    assert!(!differs(&[], &[("CG_VIEW_DAYS", "0")]));
    fs::write(root.join("notes.md"), "Read a.py first.\n").expect("a text that no fact depends on");
    settle(root);
    assert!(String::from_utf8_lossy(&run(root, &[], &[]).stdout).contains("Read a.py first."));
    fs::write(root.join("a.py"), "print(1)\n").expect("a source");
    settle(root);
    let gone = run(root, &[], &[]);
    assert!(!String::from_utf8_lossy(&gone.stdout).contains("a.py:1"), "{}", String::from_utf8_lossy(&gone.stdout));
}

/// Where a file changed within the step of a clock, its stat proves nothing: no view is kept.
#[test]
fn a_young_file_keeps_no_view() {
    let (repository, _) = Repository::of(TEXT);
    let root = repository.root();
    let soon = std::time::SystemTime::now() + std::time::Duration::from_secs(3600);
    let file = fs::File::options().append(true).open(root.join("notes.md")).expect("a file");
    file.set_times(fs::FileTimes::new().set_modified(soon)).expect("a time");
    run(root, &[], &[]);
    assert_eq!(kept(root), 0);
}
