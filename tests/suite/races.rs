//! Runs that meet: first runs at once, files that change under a run, a store that goes away, writers of one store.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, index};
use cg_bundle::store::{Store, StorePlace};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_cg-bundle");
/// How many runs meet.
const N_AT_ONCE: usize = 8;

fn write(root: &Path, path: &str, content: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    fs::write(path, content).expect("a file");
}

fn request(root: &Path, store: StorePlace) -> IndexRequest {
    IndexRequest { root: root.to_owned(), store, cas: None, verify: false, scip: ScipSelection::Found }
}

fn run(root: &Path, store: StorePlace) -> Index {
    index(&request(root, store), &|_, _, _| {}).expect("an index")
}

/// A run that is held where it has read all files and has not related them; what is done meanwhile is given.
fn held(root: &Path, meanwhile: impl Fn() + Sync) -> Index {
    let progress = |stage: &'static str, _: usize, _: usize| {
        if stage == "relate" {
            meanwhile();
        }
    };
    index(&request(root, StorePlace::Root), &progress).expect("an index")
}

/// What is kept for the files as they are now is what a rebuild finds.
fn assert_rebuilt(root: &Path, what: &str) {
    let kept = run(root, StorePlace::Root);
    assert!(kept.facts == run(root, StorePlace::Nowhere).facts, "{what}: the facts are not those of a rebuild");
    assert_eq!(kept.notes, Vec::<String>::new(), "{what}");
}

fn modules(root: &Path, n: usize) {
    for at in 0..n {
        let text = format!("from m{} import f{}\n\n\ndef f{at}(x):\n    return x\n", (at + 1) % n, (at + 1) % n);
        write(root, &format!("m{at}.py"), &text);
    }
}

#[test]
fn stores_opened_at_once_are_one_store() {
    for round in 0..40 {
        let root = TempDir::new().expect("a folder");
        let root = root.path();
        let places = [StorePlace::Root, StorePlace::At(root.join("own.sqlite"))];
        let barrier = Barrier::new(N_AT_ONCE);
        thread::scope(|scope| {
            for at in 0..N_AT_ONCE {
                let (place, barrier) = (&places[round % 2], &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    let store = Store::open(place, root).expect("a store");
                    assert_eq!(store.notes, Vec::<String>::new(), "round {round}, thread {at}");
                });
            }
        });
    }
}

fn at_once(root: &Path, arguments: &[&str]) -> Vec<Output> {
    let spawn = |_| {
        let mut command = Command::new(PROGRAM);
        command.current_dir(root).arg("index").args(arguments).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program")
    };
    let children: Vec<_> = (0..N_AT_ONCE).map(spawn).collect();
    children.into_iter().map(|child| child.wait_with_output().expect("an end")).collect()
}

#[test]
fn first_runs_at_once_neither_delete_nor_refuse() {
    for round in 0..6 {
        for arguments in [&[][..], &["--store", "../own.sqlite"]] {
            let folder = TempDir::new().expect("a folder");
            let root = folder.path().join("repository");
            modules(&root, 12);
            for output in at_once(&root, arguments) {
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(output.status.success() && said.is_empty(), "round {round} {arguments:?}: {said}");
            }
            let place = match arguments {
                [] => StorePlace::Root,
                _ => StorePlace::At(folder.path().join("own.sqlite")),
            };
            let kept = run(&root, place);
            assert_eq!((kept.n_parsed, kept.related), (0, false), "one of the runs kept what it learned");
        }
    }
}

/// A repository whose imports are steered by one line of `tsconfig.json`.
fn steered(root: &Path) -> [String; 2] {
    write(root, "aa/x.ts", "export function f() {}\n");
    write(root, "bb/x.ts", "export function f() {}\n");
    write(root, "main.ts", "import { f } from 'lib/x';\nf();\n");
    ["aa", "bb"].map(|to| format!("{{\"compilerOptions\": {{\"paths\": {{\"lib/*\": [\"./{to}/*\"]}}}}}}\n"))
}

#[test]
fn a_config_edited_while_a_run_is_held_poisons_nothing() {
    let root = TempDir::new().expect("a folder");
    let root = root.path();
    let [one, other] = steered(root);
    write(root, "tsconfig.json", &one);
    let during = held(root, || write(root, "tsconfig.json", &other));
    assert!(during.related);
    write(root, "tsconfig.json", &one);
    assert_rebuilt(root, "a first run");
    // The stat cache knows the config now, so that it is read no more but to relate.
    settle();
    run(root, StorePlace::Root);
    write(root, "main.ts", "import { f } from 'lib/x';\n\nf();\n");
    held(root, || write(root, "tsconfig.json", &other));
    assert_rebuilt(root, "the config that was written meanwhile");
    write(root, "tsconfig.json", &one);
    assert_rebuilt(root, "a run after others");
}

#[test]
fn a_source_edited_while_a_run_is_held_poisons_nothing() {
    let root = TempDir::new().expect("a folder");
    let root = root.path();
    modules(root, 6);
    let text = fs::read_to_string(root.join("m2.py")).expect("a file");
    let edited = text.replace("m3", "m4").replace("f3", "f4");
    settle();
    run(root, StorePlace::Root);
    let store = rusqlite::Connection::open(root.join(".cg-bundle/store.sqlite")).expect("a store");
    store.execute_batch("DELETE FROM observation; DELETE FROM snapshot; DELETE FROM snapshot_order").expect("room");
    drop(store);
    held(root, || write(root, "m2.py", &edited));
    assert_rebuilt(root, "the edited source");
    write(root, "m2.py", &text);
    assert_rebuilt(root, "the source as it was");
}

#[test]
fn sources_edited_all_the_time_leave_facts_of_what_was_read() {
    let root = TempDir::new().expect("a folder");
    let root = root.path();
    modules(root, 8);
    let texts: Vec<String> =
        (0..8).map(|at| fs::read_to_string(root.join(format!("m{at}.py"))).expect("a file")).collect();
    for round in 0..8 {
        let edit = |_: &'static str, done: usize, _: usize| {
            let at = (done + round) % 8;
            write(root, &format!("m{at}.py"), &format!("# {round}\n{}", texts[at].replace("def f", "def g")));
        };
        index(&request(root, StorePlace::Root), &edit).expect("an index");
        assert_rebuilt(root, "after edits");
        for (at, text) in texts.iter().enumerate() {
            write(root, &format!("m{at}.py"), text);
        }
        assert_rebuilt(root, "as it was");
    }
}

#[test]
fn a_store_that_goes_away_takes_nothing_with_it() {
    let root = TempDir::new().expect("a folder");
    let root = root.path();
    modules(root, 6);
    let whole = run(root, StorePlace::Nowhere).facts;
    for at in 0..4 {
        write(root, "m0.py", &format!("# {at}\nfrom m1 import f1\n\n\ndef f0(x):\n    return x\n"));
        let gone = held(root, || match at {
            0 => fs::remove_dir_all(root.join(".cg-bundle")).expect("a folder"),
            1 => fs::remove_file(root.join(".cg-bundle/store.sqlite")).expect("a store"),
            2 => {
                let _ = fs::remove_file(root.join(".cg-bundle/store.sqlite-wal"));
            }
            _ => fs::rename(root.join(".cg-bundle"), root.join(".old")).expect("another name"),
        });
        let _ = fs::remove_dir_all(root.join(".old"));
        assert_eq!(gone.facts.imports.len(), whole.imports.len());
        run(root, StorePlace::Root);
        assert_rebuilt(root, "after the store went");
    }
}

#[test]
fn two_trees_share_one_store() {
    let (one, other, shared) = (TempDir::new(), TempDir::new(), TempDir::new().expect("a folder"));
    let store = shared.path().join("both.sqlite");
    thread::scope(|scope| {
        for (at, root) in [one, other].into_iter().enumerate() {
            let store = &store;
            scope.spawn(move || {
                let root = root.expect("a folder");
                modules(root.path(), 5 + at);
                for edit in 0..10 {
                    write(
                        root.path(),
                        "m0.py",
                        &format!("import m{}\n\n\ndef f0(x):\n    return {at}\n", 1 + edit % 4),
                    );
                    let kept = run(root.path(), StorePlace::At(store.clone()));
                    assert_eq!(kept.notes, Vec::<String>::new());
                    assert!(kept.facts == run(root.path(), StorePlace::Nowhere).facts, "tree {at}, edit {edit}");
                }
            });
        }
    });
}

#[test]
#[cfg(unix)]
fn runs_killed_beside_others_do_not_harm_them() {
    for round in 0..4 {
        let root = TempDir::new().expect("a folder");
        modules(root.path(), 12);
        let spawn = || {
            let mut command = Command::new(PROGRAM);
            command.current_dir(root.path()).arg("index").stdin(Stdio::null());
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program")
        };
        let mut killed: Vec<_> = (0..4).map(|_| spawn()).collect();
        let others: Vec<_> = (0..4).map(|_| spawn()).collect();
        for (at, child) in killed.iter_mut().enumerate() {
            thread::sleep(Duration::from_millis((round * at) as u64));
            let _ = child.kill(); // SIGKILL
            child.wait().expect("an end");
        }
        for child in others {
            let output = child.wait_with_output().expect("an end");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success() && said.is_empty(), "round {round}: {said}");
        }
        assert_rebuilt(root.path(), "after kills");
    }
}

/// Waits until the stats of files prove their contents: a file that was just written may have been written again.
fn settle() {
    thread::sleep(Duration::from_millis(40));
}
