//! Batches, gates and differences of bundles, as CI uses them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::support::copy;

const TASKS: &str = r#"{"id": "one", "manifest": "bug-fix", "inputs": {"trace.files": ["shop/prices.py"]}}

{"id": "a/b", "manifest": ".cg/cve.yaml", "inputs": {"vulnerability": {"module": "requests"}}, "max_tokens": 2000}
{"id": "gone", "manifest": "nothing.yaml"}
{"id": "wrong", "manifest": "cve", "inputs": {"x.y": 1}}
{"id": "one", "manifest": "onboarding"}
{"id": "unread", "manifest": "pr-review", "from": ["diff:missing.diff"]}
{"id":
{"id": "diff", "manifest": "pr-review", "from": ["diff:change.diff"]}
"#;

const DIFF: &str = "--- a/shop/prices.py\n+++ b/shop/prices.py\n@@ -0,0 +1 @@\n+# new\n";

struct Shop(TempDir);

impl Shop {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/shop"), folder.path());
        fs::write(folder.path().join("tasks.jsonl"), TASKS).expect("tasks");
        fs::write(folder.path().join("change.diff"), DIFF).expect("a diff");
        Self(folder)
    }

    fn run(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.current_dir(self.0.path()).args(line.split_whitespace()).stdin(Stdio::null());
        command.env("NO_COLOR", "1").output().expect("the program")
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.path().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.path().join(folder)).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|it| it.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.retain(|name| !name.starts_with('.'));
        names.sort();
        names
    }
}

fn out(run: &Output) -> String {
    String::from_utf8_lossy(&run.stdout).into_owned()
}

#[test]
fn a_bad_task_stops_no_other() {
    let shop = Shop::new();
    let run = shop.run("batch tasks.jsonl --out done --junit report.xml");
    assert_eq!(run.status.code(), Some(6), "the gravest code: {}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(shop.names("done"), ["a_b.md", "diff.md", "one.md"]);
    let table = out(&run);
    assert!(table.ends_with("\n8 tasks, 5 failed\n"), "{table}");
    for line in ["gone", "wrong", "line-6", "unread", "line-8"] {
        let row = table.lines().find(|row| row.split(' ').next() == Some(line));
        assert!(row.is_some_and(|row| row.contains("failed (")), "{line} in\n{table}");
    }
    let report = shop.read("report.xml");
    assert!(report.contains("tests=\"8\" failures=\"5\"") && report.contains("name=\"a/b\"/>"), "{report}");
    let alone = shop.run("bug-fix --set trace.files=shop/prices.py");
    let told = |text: &str| text.lines().filter(|line| !line.contains("--input")).count();
    assert_eq!(told(&out(&alone)), told(&shop.read("done/one.md")), "a batch answers as a run of its own");
}

#[test]
fn what_is_done_is_not_done_again() {
    let shop = Shop::new();
    let states = |run: &Output| {
        let table = out(run);
        let done = table
            .lines()
            .filter(|row| row.ends_with("done before"))
            .map(|row| row.split(' ').next().map(str::to_owned));
        done.flatten().collect::<Vec<String>>()
    };
    assert!(states(&shop.run("batch tasks.jsonl --out done -j 3")).is_empty());
    let first = shop.read("done/one.md");
    assert_eq!(states(&shop.run("batch tasks.jsonl --out done")), ["one", "a/b", "diff"]);
    // A file that was cut, a text that changed, and a file that is gone are made anew.
    fs::write(shop.0.path().join("done/one.md"), &first[..first.len() / 2]).expect("a cut file");
    fs::write(shop.0.path().join("change.diff"), DIFF.replace("new", "newer")).expect("a diff");
    assert_eq!(states(&shop.run("batch tasks.jsonl --out done")), ["a/b"]);
    assert_eq!(shop.read("done/one.md"), first);
    fs::write(shop.0.path().join("shop/prices.py"), "x = 1\n").expect("a source");
    assert!(states(&shop.run("batch tasks.jsonl --out done")).is_empty(), "other facts, other bundles");
    assert_eq!(shop.run("batch tasks.jsonl --out done --shard 3/2").status.code(), Some(2));
}

#[test]
fn shards_divide_the_tasks() {
    let shop = Shop::new();
    let count =
        |run: &Output| out(run).lines().filter(|row| row.contains("success") || row.contains("failed (")).count();
    let n_tasks: usize =
        (1..=3).map(|at| count(&shop.run(&format!("batch tasks.jsonl --out done --shard {at}/3")))).sum();
    assert_eq!((n_tasks, shop.names("done").len()), (8, 3));
}

#[test]
fn check_and_diff_say_what_changed() {
    let shop = Shop::new();
    let class = "bug-fix --set trace.files=shop/prices.py";
    // A bundle in the repository would be a file of it.
    fs::write(shop.0.path().join(".cgbundleignore"), "/*.json\n/*.md\n").expect("an ignore file");
    for name in ["old.json", "old.md"] {
        assert!(shop.run(&format!("{class} -o {name}")).status.success());
        assert_eq!(shop.run(&format!("{class} --check {name}")).status.code(), Some(0), "{name}");
    }
    assert_eq!(out(&shop.run("diff old.json old.json --exit-code")), "The bundles are the same.\n");
    fs::write(
        shop.0.path().join("shop/shelf.py"),
        "from .prices import total\n\n\ndef shelf():\n    return total([], 'EUR')\n",
    )
    .expect("a source");
    let run = shop.run(&format!("{class} --check old.json"));
    assert_eq!((run.status.code(), run.stdout.len()), (Some(1), 0));
    assert!(shop.run(&format!("{class} -o new.json")).status.success());
    let run = shop.run("diff old.json new.json --exit-code");
    let text = out(&run);
    assert_eq!(run.status.code(), Some(1));
    let line = text.lines().find(|line| line.contains("`shop/shelf.py`")).unwrap_or_else(|| panic!("{text}"));
    assert!(text.contains("**added**") && line.contains("shop/shelf.py:"), "{text}");
    let json: serde_json::Value =
        serde_json::from_slice(&shop.run("diff old.json new.json --format json").stdout).expect("JSON");
    assert_eq!(json["added"][0]["path"], "shop/shelf.py");
    assert_eq!(shop.run("diff old.json old.md").status.code(), Some(2));
    // A file of a glob has no reason of an author.
    fs::write(shop.0.path().join("may.yaml"), "may_read: { globs: [shop/prices.py] }\n").expect("a manifest");
    assert!(shop.run("may.yaml -o may.json").status.success());
    assert_eq!(out(&shop.run("diff may.json may.json --exit-code")), "The bundles are the same.\n");
}

/// A shipped class leaves nothing behind but the store, and where a text was read is no part of the bundle.
#[test]
fn the_place_of_a_text_is_no_part_of_a_bundle() {
    let shop = Shop::new();
    let elsewhere = TempDir::new().expect("a folder");
    let printed = |name: &str| {
        let path = elsewhere.path().join(name);
        fs::write(&path, DIFF).expect("a diff");
        out(&shop.run(&format!("pr-review --no-store --from diff:{}", path.display())))
    };
    let first = printed("one.diff");
    assert!(first.contains("shop/prices.py"), "{first}");
    assert_eq!(first, printed("two.txt"));
    assert!(!shop.0.path().join(".cg-bundle").exists());
}

#[test]
fn tests_to_run_are_one_line_of_shell() {
    let shop = Shop::new();
    let query = "query test_inventory.tests_exercising(diff.files) --from diff:change.diff --format paths";
    assert_eq!(out(&shop.run(query)), "tests/test_prices.py\ntests/test_orders.py\n");
    assert_eq!(out(&shop.run(&format!("{query} -0"))), "tests/test_prices.py\0tests/test_orders.py\0");
    let all = out(&shop.run("query test_inventory.tests_exercising(gone.py) --format paths --or-all"));
    assert!(all.lines().count() >= 2 && all.lines().all(|path| path.starts_with("tests/")), "{all}");
}

/// Where a walk ends at its depth, a test behind it may be one to run.
#[test]
fn tests_behind_the_depth_of_a_walk_are_run_too() {
    let shop = Shop::new();
    let write = |path: &str, text: &str| fs::write(shop.0.path().join(path), text).expect("a source");
    write("shop/link0.py", "def link0():\n    return 1\n");
    for (before, at) in (0..7).zip(1..) {
        let head = format!("from .link{before} import link{before}\n\n\n");
        write(&format!("shop/link{at}.py"), &format!("{head}def link{at}():\n    return link{before}()\n"));
    }
    write("tests/test_far.py", "from shop.link7 import link7\n\n\ndef test_far():\n    assert link7()\n");
    let query = |rest: &str| {
        let run = shop.run(&format!("query test_inventory.tests_exercising(shop/link0.py{rest} --format paths"));
        (out(&run), String::from_utf8_lossy(&run.stderr).into_owned())
    };
    let (found, notes) = query(")");
    assert!(found.is_empty() && notes.contains("the walk ended at its depth of 6 hops"), "{found}{notes}");
    assert_eq!(query(") --or-all").0, "tests/test_far.py\n");
    assert_eq!(query(",depth=9)").0, "tests/test_far.py\n");
    // A depth that is stated holds, and what is behind it is not known.
    let (all, notes) = query(",depth=3) --or-all");
    assert!(all.lines().count() > 1 && all.contains("tests/test_far.py"), "{all}");
    assert!(notes.contains("`depth=16` goes on"), "{notes}");
}
