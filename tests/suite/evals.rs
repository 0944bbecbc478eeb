//! `eval`: commits are replayed on their parents, and the bundles held against what was changed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::git::{Git, State, state};

const MANIFEST: &str = "\
version: 1
task_class: shop-change
inputs:
  task.files: { type: files }
  task.text: { type: text, required: false }
must_read:
  repo_context_keys: [task.text]
  derived:
    # One of two files that the cart imports.
    - name: built_from
      compute: import_graph.dependencies(task.files, depth=1)
      max_files: 1
      why: is imported by what changes
should_read:
  derived:
    - name: tests
      compute: test_inventory.tests_exercising(task.files)
      max_files: 8
      why: exercises what changes
";

/// A cart that imports two modules, with its test.
fn shop() -> State {
    state(&[
        (
            "shop/cart.py",
            "from shop.price import price\nfrom shop.tax import tax\n\n\ndef total(n):\n    return price(n) + tax(n)\n",
        ),
        ("shop/price.py", "def price(n):\n    return n\n"),
        ("shop/tax.py", "def tax(n):\n    return n\n"),
        ("tests/test_cart.py", "from shop.cart import total\n\n\ndef test_total():\n    assert total(1) == 2\n"),
        ("notes.md", "notes\n"),
    ])
}

/// Adds a line to some files, and commits them.
fn change(git: &mut Git, files: &mut State, paths: &[&str], message: &str) {
    for path in paths {
        *files.entry((*path).to_owned()).or_default() += &format!("# {message}\n");
    }
    let parents: Vec<_> = git.head.into_iter().collect();
    git.commit_saying(&parents, files, message);
}

struct Replayed {
    root: TempDir,
    temporary: TempDir,
}

impl Replayed {
    /// Six tasks; a merge, a sweep, a commit of one file, one of a document alone, and one whose parent is damaged.
    fn new() -> Self {
        let root = TempDir::new().expect("a folder");
        let mut git = Git::new(root.path());
        let mut files = shop();
        git.commit(&files);
        for at in 0..6 {
            let paths = ["shop/cart.py", "shop/price.py", "shop/tax.py", "tests/test_cart.py", "notes.md"];
            change(&mut git, &mut files, &paths, &format!("Round prices {at}"));
        }
        change(&mut git, &mut files, &["shop/cart.py"], "Only the cart");
        change(&mut git, &mut files, &["notes.md"], "Notes");
        let trunk = git.head.expect("a commit");
        change(&mut git, &mut files, &["shop/cart.py", "shop/rare.py"], "New and rare");
        let rare = files["shop/rare.py"].clone();
        change(&mut git, &mut files, &["shop/cart.py", "shop/rare.py"], "On a damaged parent");
        let tip = git.head.expect("a commit");
        git.commit_saying(&[trunk, tip], &files, "Merge");
        let many: Vec<String> = (0..31).map(|at| format!("docs/{at}.md")).collect();
        change(&mut git, &mut files, &many.iter().map(String::as_str).collect::<Vec<_>>(), "A sweep");
        let (id, _) = git.objects.iter().find(|(_, (_, body))| *body == rare.as_bytes()).expect("the rare file");
        let hex = id.to_string();
        fs::remove_file(root.path().join(format!(".git/objects/{}/{}", &hex[..2], &hex[2..]))).expect("removed");
        files.iter().for_each(|(path, text)| git.write(path, text.as_bytes()));
        git.write(".cg/shop.yaml", MANIFEST.as_bytes());
        Self { root, temporary: TempDir::new().expect("a folder") }
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.current_dir(self.root.path()).args(line.split_whitespace()).stdin(Stdio::null());
        command.env("NO_COLOR", "1").env("TMPDIR", self.temporary.path());
        command
    }

    fn run(&self, line: &str) -> Output {
        self.command(line).output().expect("the program")
    }

    fn json(&self, line: &str) -> Value {
        let run = self.run(line);
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        serde_json::from_slice(&run.stdout).expect("JSON")
    }

    /// The names of what is at the root.
    fn names(&self) -> Vec<String> {
        names(self.root.path())
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|it| it.expect("an entry"));
    let mut names: Vec<String> = entries.map(|it| it.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn commits_are_tasks_and_those_that_are_none_are_counted() {
    let shop = Replayed::new();
    let before = shop.names();
    let found = shop.json("eval .cg/shop.yaml --commits 20 --no-store --format json");
    let commits = &found["commits"];
    for (why, count) in [
        ("replayed", 6),
        ("merges", 1),
        ("mass", 1),
        ("parentless", 1),
        ("without_source", 1),
        ("alone", 2),
        ("broken", 1),
        ("unfilled", 0),
    ] {
        assert_eq!(commits[why], count, "{why} in {commits}");
    }
    assert_eq!(found["inputs"][0]["name"], "task.files");
    assert_eq!(found["inputs"][1]["name"], "task.text");
    // Of the two modules that the cart imports, one is within the cap; a document is not imported.
    assert_eq!(found["recall"]["sources"], serde_json::json!({"changed": 12, "found": 6, "with_text": 6}));
    assert_eq!(found["recall"]["tests"], serde_json::json!({"changed": 6, "found": 6, "with_text": 6}));
    assert_eq!(found["recall"]["others"], serde_json::json!({"changed": 6, "found": 0, "with_text": 0}));
    let query = &found["queries"][0];
    assert_eq!(
        (&query["name"], &query["bound"], &query["found"], &query["alone"]),
        (&"built_from".into(), &6.into(), &6.into(), &6.into())
    );
    let twice = &query["at"][0];
    assert_eq!((&twice["max_files"], &twice["found"], &twice["files"]), (&2.into(), &6.into(), &6.into()), "{query}");
    let advice = &found["advice"][0];
    assert!(
        advice["query"] == "built_from"
            && advice["message"]
                .as_str()
                .is_some_and(|it| it.starts_with("raise `max_files` to 2: 6 changed files more")),
        "{advice}"
    );
    let newest = &found["replays"][0];
    assert_eq!((&newest["subject"], &newest["given"]), (&"Round prices 5".into(), &"shop/cart.py".into()));
    assert_eq!(newest["missed"].as_array().map(Vec::len), Some(2), "{newest}");
    assert_eq!(shop.names(), before, "the user's tree is as it was");
    assert_eq!(names(shop.temporary.path()), [""; 0], "nothing is left behind");
    let schema: Value = serde_json::from_str(include_str!("../../schemas/eval.schema.json")).expect("a schema");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let wrong: Vec<String> = validator.iter_errors(&found).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn a_replay_is_deterministic_and_leaves_the_facts_of_the_present_in_the_store() {
    let shop = Replayed::new();
    let alone = shop.run("eval .cg/shop.yaml -n 3 --no-store");
    let state = shop.run("-C . index -v");
    assert!(String::from_utf8_lossy(&state.stderr).contains("facts related"));
    for _ in 0..2 {
        let run = shop.run("eval .cg/shop.yaml -n 3");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        assert_eq!(String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&alone.stdout));
    }
    let state = shop.run("-C . index -v");
    assert!(String::from_utf8_lossy(&state.stderr).contains("0 parsed, facts loaded"), "{state:?}");
    assert!(String::from_utf8_lossy(&alone.stdout).contains("no change is proposed below 5 commits"));
}

#[test]
fn a_commit_is_not_foreseen_by_the_history() {
    let root = TempDir::new().expect("a folder");
    let mut git = Git::new(root.path());
    let mut files = shop();
    git.commit(&files);
    change(&mut git, &mut files, &["shop/late.py"], "Alone");
    for _ in 0..2 {
        change(&mut git, &mut files, &["shop/cart.py", "shop/late.py"], "Together");
    }
    let manifest = MANIFEST.replace("import_graph.dependencies(task.files, depth=1)", "history.cochanged(task.files)");
    git.write("past.yaml", manifest.replace("max_files: 1", "max_files: 9").as_bytes());
    let shop = Replayed { root, temporary: TempDir::new().expect("a folder") };
    let found = shop.json("eval past.yaml -n 2 --no-store --format json");
    assert_eq!(found["replays"][0]["missed"], serde_json::json!([]), "the history of the newest has one such commit");
    assert_eq!(found["replays"][1]["missed"], serde_json::json!(["shop/late.py"]), "that of the one before has none");
}

#[test]
fn a_manifest_that_no_commit_fills_is_an_error_with_help() {
    let shop = Replayed::new();
    for (line, code, words) in [
        (
            "eval cve --set vulnerability.affected_symbols=a --set vulnerability.advisory=b",
            2,
            "a commit fills no input of `cve`",
        ),
        ("eval .cg/shop.yaml --set nothing.here=1", 4, "this manifest has no input `nothing.here`"),
        ("eval nothing.yaml", 3, "there is no manifest `nothing.yaml`"),
        ("-C shop eval change", 4, "there is no history to replay"),
        ("eval change --commits 0", 2, "0 is not in 1..=1000"),
    ] {
        let run = shop.run(line);
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(code), "{line}: {said}");
        assert!(said.contains(words), "{line}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_replay_leaves_nothing_behind() {
    use rustix::process::{Pid, Signal, kill_process};

    let shop = Replayed::new();
    let mut command = shop.command("eval pr-review --no-store");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program");
    while names(shop.temporary.path()).is_empty() && child.try_wait().is_ok_and(|end| end.is_none()) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    // The signals are caught as soon as there is a folder to remove.
    std::thread::sleep(std::time::Duration::from_millis(20));
    let pid = Pid::from_raw(child.id().cast_signed()).expect("an id");
    let _ = kill_process(pid, Signal::INT);
    let end = child.wait().expect("an end");
    assert!(matches!(end.code(), Some(0 | 130)), "{end:?}");
    assert_eq!(names(shop.temporary.path()), [""; 0]);
}
