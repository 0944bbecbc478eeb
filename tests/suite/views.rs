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

fn query(root: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.args(["query", "-C", "."]).args(arguments).current_dir(root).output().expect("a run")
}

/// S3.U8: the answer to a question is kept as well, with what is said beside it; every option and text is in its key.
#[test]
fn a_question_is_answered_again() {
    let (repository, _) = Repository::of(TEXT);
    let root = repository.root();
    settle(root);
    let importers = ["import_graph.reverse_lookup(\"b.py\")"];
    query(root, &[importers[0], "--no-cache"]);
    assert_eq!(kept(root), 0);
    let (miss, hit) = (query(root, &importers), query(root, &importers));
    assert_eq!((&miss.stdout, &miss.stderr, kept(root)), (&hit.stdout, &hit.stderr, 1));
    assert!(String::from_utf8_lossy(&hit.stdout).contains("a.py"));
    let forms: [&[&str]; 4] =
        [&["--format", "json"], &["--format", "paths"], &["--format", "paths", "-0"], &["--max", "0"]];
    for (n_kept, form) in (2..).zip(forms) {
        let asked = [&importers[..], form].concat();
        let (miss, hit) = (query(root, &asked), query(root, &asked));
        assert_eq!((&miss.stdout, &miss.stderr, kept(root)), (&hit.stdout, &hit.stderr, n_kept), "{form:?}");
    }
    let unknown = ["scip.refs(nobody)"];
    let (miss, hit) = (query(root, &unknown), query(root, &unknown));
    assert!(!miss.stderr.is_empty() && miss.stderr == hit.stderr, "{}", String::from_utf8_lossy(&hit.stderr));
    // A text of a task is in the key by its content, and what it lacks is said again.
    let task = root.join("../task.txt");
    let named = || query(root, &["call_graph.callers(trace.symbols)", "--from", "trace:../task.txt"]);
    fs::write(
        &task,
        "Traceback (most recent call last):\n  File \"b.py\", line 2, in f\n  File \"gone.py\", line 1, in g\nE: x\n",
    )
    .expect("a text");
    let (miss, hit) = (named(), named());
    assert!(miss.status.success(), "{}", String::from_utf8_lossy(&miss.stderr));
    assert_eq!((&miss.stdout, &miss.stderr), (&hit.stdout, &hit.stderr));
    let n_kept = kept(root);
    fs::write(&task, "Traceback (most recent call last):\n  File \"a.py\", line 2, in <module>\nE: x\n")
        .expect("a text");
    assert_ne!(named().stderr, hit.stderr);
    assert_eq!(kept(root), n_kept + 1);
    fs::remove_file(&task).expect("the text is gone");
}

/// S3.U8: a task of a batch that was answered before is written again as it was, wherever it goes; `--no-cache` neither
/// looks nor keeps.
#[test]
fn a_task_of_a_batch_is_answered_again() {
    let (repository, _) = Repository::of(TEXT);
    let root = repository.root();
    settle(root);
    let out = tempfile::TempDir::new().expect("a folder");
    let tasks = out.path().join("tasks.jsonl");
    let [one, two] = ["one", "two"].map(|id| format!("{{\"id\": \"{id}\", \"manifest\": \"m.yaml\"}}\n"));
    fs::write(&tasks, one + &two).expect("tasks");
    let batch = |folder: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.args(["batch", "-C", "."]).arg(&tasks).arg("--out").arg(out.path().join(folder)).args(more);
        let run = command.current_dir(root).output().expect("a run");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        (fs::read_to_string(out.path().join(folder).join("one.md")).expect("a bundle"), run.stdout, run.stderr)
    };
    let anew = batch("a", &["--no-cache"]);
    assert_eq!(kept(root), 0);
    let miss = batch("b", &[]);
    // Two tasks that ask for the same are one answer.
    assert_eq!((&miss, kept(root)), (&anew, 1));
    let store = rusqlite::Connection::open(root.join(".cg-bundle/store.sqlite")).expect("a store");
    let number = || -> i64 { store.query_row("SELECT max(number) FROM view", [], |row| row.get(0)).expect("a number") };
    let before = number();
    assert_eq!(batch("c", &["--jobs", "2"]), miss);
    assert_eq!(number(), before, "a hit keeps nothing anew");
    assert_eq!(batch("d", &["--fail-on", "stale"]).0, miss.0);
}

/// A run that finds everything known starts no thread: it needs no room for the stack of one.
#[test]
#[cfg(target_os = "linux")]
fn a_run_over_what_is_known_starts_no_thread() {
    let (repository, _) = Repository::of(TEXT);
    let root = repository.root();
    settle(root);
    let first = run(root, &[], &[]);
    let limited = |limit: &str, more: &str| {
        let line = format!("{limit}; exec \"$0\" m.yaml -C . {more}");
        let mut command = Command::new("sh");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_cg-bundle")]).current_dir(root).output().expect("a run")
    };
    for more in ["", "--no-cache"] {
        let known = limited("ulimit -v 300000", more);
        assert_eq!(known.stdout, first.stdout, "{more}: {}", String::from_utf8_lossy(&known.stderr));
    }
    assert_eq!(limited("ulimit -v 300000", "--no-store").status.code(), Some(6), "to parse there is no room");
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

/// S2.26, S2.22: a model that cannot be read is said to be so, and the order is that of words; a name alone asks none.
#[test]
fn a_model_that_is_not_there_is_said() {
    let (repository, _) = Repository::of(TEXT);
    let root = repository.root();
    settle(root);
    let asked = |text: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.args(["query", "-C", ".", &format!("search.cascade(\"{text}\")")]).env("CG_EMBED_MODEL_DIR", "nowhere");
        let output = command.current_dir(root).output().expect("a run");
        assert!(output.status.success());
        (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (found, said) = asked("who returns one");
    assert!(said.contains("no model orders what was found: `nowhere`"), "{said}");
    let without = query(root, &["search.cascade(\"who returns one\")", "--no-cache"]);
    assert_eq!(found.as_bytes(), without.stdout);
    assert!(!asked("a_name").1.contains("model"));
    assert_eq!(kept(root), 0, "no answer of a model is kept");
}

/// A number of threads that is none is said, and the answer is the same.
#[test]
fn a_wrong_number_of_threads_is_said() {
    let (repository, _) = Repository::of(TEXT);
    let root = repository.root();
    let with = |threads: &str| run(root, &[("RAYON_NUM_THREADS", threads)], &["--no-cache"]);
    let (wrong, right) = (with("abc"), with("1"));
    assert_eq!(wrong.stdout, right.stdout);
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(said.contains("note: `RAYON_NUM_THREADS=abc` is no number"), "{said}");
    assert!(!String::from_utf8_lossy(&right.stderr).contains("RAYON"));
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

/// A kept answer is found before the manifest is read, so that all to which a request leads must be in its key, or keep it from that.
#[test]
fn what_a_request_leads_to_is_read_again() {
    const M: &str = "must_read: { globs: [\"*.md\"] }\n";
    let (repository, _) = Repository::of(TEXT);
    let root = repository.root();
    settle(root);
    let stdout =
        |more: &[&str], set: &[(&str, &str)]| String::from_utf8_lossy(&run(root, set, more).stdout).into_owned();
    // The texts lie in another folder: a change of the content would be another reason.
    let beside = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(beside.path().join(name), text).expect("a file");
        beside.path().join(name).display().to_string()
    };
    let asked = |manifest: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        let output = command.args([manifest, "-C", "."]).args(more).current_dir(root).output().expect("a run");
        let said = [output.stdout, output.stderr].concat();
        (String::from_utf8_lossy(&said).into_owned(), output.status.code())
    };
    let twice = |manifest: &str, more: &[&str]| {
        let answers = [asked(manifest, more), asked(manifest, more)];
        assert_eq!(answers[0], answers[1], "{manifest} {more:?}");
        answers[0].clone()
    };

    let own = write("own.yaml", M);
    let first = twice(&own, &[]);
    write("own.yaml", &M.replace(".md", ".py"));
    assert_ne!(twice(&own, &[]), first, "the manifest is another");
    write("own.yaml", M);
    assert_eq!(twice(&own, &[]), first);

    write("base.yaml", M);
    let top = write("top.yaml", "extends: base.yaml\n");
    let over = twice(&top, &[]);
    write("base.yaml", &M.replace(".md", ".py"));
    assert_ne!(twice(&top, &[]), over, "the base is another");

    let with_input = format!("inputs: {{ q: {{ type: text, default: \"\" }} }}\n{M}");
    let warned = write("warned.yaml", &with_input);
    assert!(twice(&warned, &[]).0.contains("warning"), "what is wrong with a manifest is said each time");

    let text = write("text", "one");
    let asks = write(
        "asks.yaml",
        &with_input
            .replace("derived", "x")
            .replace("[\"*.md\"] }", "[\"*.md\"], derived: [{ name: s, compute: search.cascade(q), max_files: 3 }] }"),
    );
    let set = format!("q=@{text}");
    let of_one = twice(&asks, &["--set", &set]);
    write("text", "two words");
    assert_ne!(twice(&asks, &["--set", &set]), of_one, "the text of an input is another");

    let config = write("work.yaml", "profile: safe\n");
    let safe = twice(&own, &["--format", "json", "--config", &config]);
    write("work.yaml", "profile: deep\n");
    assert_ne!(twice(&own, &["--format", "json", "--config", &config]), safe, "the configuration is another");
    let usual = stdout(&["--format", "json"], &[]);
    assert_ne!(stdout(&["--format", "json"], &[("CG_BUDGET_PROFILE", "deep")]), usual, "the environment is another");
    assert_eq!(stdout(&["--format", "json"], &[]), usual);

    write("own.yaml", "must_read: { glob: [\"*.md\"] }\n");
    assert_eq!(twice(&own, &[]).1, Some(3), "a manifest with a mistake answers nothing");
}

/// A manifest may come through a pipe, which is read once.
#[test]
#[cfg(unix)]
fn a_manifest_comes_through_a_pipe() {
    let (repository, _) = Repository::of(TEXT);
    let root = repository.root();
    settle(root);
    let piped = || {
        let mut command = Command::new("sh");
        let command = command.args(["-c", "cat m.yaml | \"$0\" /dev/stdin -C .", env!("CARGO_BIN_EXE_cg-bundle")]);
        command.current_dir(root).output().expect("a run")
    };
    let (first, second) = (piped(), piped());
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    assert_eq!(first.stdout, second.stdout);
    assert!(String::from_utf8_lossy(&first.stdout).contains("a.py"));
}

/// A glance writes nothing: a request with a mistake leaves no store where there was none.
#[test]
fn a_request_with_a_mistake_makes_no_store() {
    let (repository, _) = Repository::of(TEXT);
    let root = repository.root();
    fs::write(root.join("m.yaml"), "must_read: { glob: [\"*.md\"] }\n").expect("a manifest");
    let output = Command::new(env!("CARGO_BIN_EXE_cg-bundle")).args(["m.yaml", "-C", "."]).current_dir(root).output();
    assert_eq!(output.expect("a run").status.code(), Some(3));
    assert!(!root.join(".cg-bundle").exists());
}
