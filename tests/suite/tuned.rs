//! `used` and `tune`: what readers used becomes evidence, and evidence a diff of the manifest.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::copy;

const MANIFEST: &str = "\
version: 1
task_class: tuned
inputs:
  task.files: { type: files }

must_read:
  derived:
    # Nobody reads these.
    - name: callers
      compute: call_graph.callers(task.files)
      max_files: 20 # a guess
      why: calls what changes
    - name: built_from
      compute: import_graph.dependencies(task.files, depth=1)
      max_files: 3
      why: is imported by what changes

should_read:
  derived:
    - name: tests
      compute: test_inventory.tests_exercising(task.files)
      max_files: 40
      why: exercises what changes

may_read:
  derived:
    - name: importers
      compute: import_graph.transitive_callers(task.files, depth=1)
      max_files: 40
      render: listed
      why: imports what changes
";

struct Shop(TempDir);

impl Shop {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/shop"), folder.path());
        fs::write(folder.path().join(".cg/tuned.yaml"), MANIFEST).expect("a manifest");
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
}

fn out(run: &Output) -> String {
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8_lossy(&run.stdout).into_owned()
}

/// A line of the log for the bundle of a number: some used files with their queries, and one past the cap of `built_from`.
fn line(number: usize, used: &[(&str, &str)], is_cut: bool) -> String {
    let query = |name: &str, band: &str, compute: &str, cap: u32, returned: u32| json!({"name": name, "band": band, "compute": compute, "max_files": cap, "returned": returned});
    let used: Vec<Value> = used.iter().map(|(path, query)| json!({"path": path, "queries": [query]})).collect();
    let cut = json!({"path": "past.py", "left_out": [{"query": "built_from", "reason": "over_cap"}]});
    let missing = if is_cut { vec![cut] } else { vec![] };
    json!({
        "version": 1,
        "bundle": format!("b{number}"),
        "task_class": "tuned",
        "manifest": "m",
        "queries": [
            query("callers", "must_read", "call_graph.callers(task.files)", 20, 2),
            query("built_from", "must_read", "import_graph.dependencies(task.files, depth=1)", 3, 5),
            query("tests", "should_read", "test_inventory.tests_exercising(task.files)", 40, 4),
            query("importers", "may_read", "import_graph.transitive_callers(task.files, depth=1)", 40, 30),
        ],
        "used": used,
        "missing": missing,
    })
    .to_string()
}

/// Nine bundles: of `callers` nothing was used, of `importers` something in six; `built_from` was cut short in four.
fn log() -> String {
    let row = |at: usize| {
        let importers = ("i.py", "importers");
        let both = [("t.py", "tests"), importers];
        line(at, if at < 6 { &both } else { &both[..1] }, at < 4)
    };
    (0..9).map(|at| row(at) + "\n").collect()
}

#[test]
fn a_diff_with_its_evidence_follows_from_the_log_and_lints_clean() {
    let shop = Shop::new();
    // A second line of a bundle is no second bundle.
    let log = log() + &line(0, &[], false) + "\n{\"version\": 1, \"bund";
    fs::write(shop.0.path().join("log.jsonl"), &log).expect("a log");
    let run = shop.run("tune .cg/tuned.yaml log.jsonl");
    let said = out(&run);
    assert!(String::from_utf8_lossy(&run.stderr).contains("1 line of `log.jsonl` are torn"), "{run:?}");
    let (evidence, patch) = said.split_at(said.find("--- ").expect("a diff"));
    assert_eq!(
        evidence.lines().collect::<Vec<_>>(),
        [
            "# `callers` to should_read: no file of it was used in 9 of 9 bundles",
            "# `built_from` `max_files` 3 to 6: a used file lay past it in 4 of 9 bundles",
            "# `tests` `max_files` 40 to 6: it returned 4 files at the most, in 9 bundles",
            "# `importers` to should_read: files of it were used in 6 of 9 bundles",
        ]
    );
    assert!(patch.starts_with("--- .cg/tuned.yaml\n+++ .cg/tuned.yaml\n@@"), "{patch}");
    assert_eq!(shop.read(".cg/tuned.yaml"), MANIFEST, "nothing is edited in place");
    let applied = diffy::apply(MANIFEST, &diffy::Patch::from_str(patch).expect("a patch")).expect("it applies");
    for kept in ["    # Nobody reads these.\n    - name: callers\n", "max_files: 20 # a guess\n"] {
        assert!(applied.contains(kept), "{applied}");
    }
    let written = shop.run("tune .cg/tuned.yaml log.jsonl --write");
    assert_eq!(out(&written), said);
    assert_eq!(shop.read(".cg/tuned.yaml"), applied);
    let lint = shop.run("lint .cg/tuned.yaml");
    let said = String::from_utf8_lossy(&lint.stderr);
    assert!(lint.status.success() && said.contains("0 errors, 0 warnings"), "{lint:?}");
    let again = out(&shop.run("tune .cg/tuned.yaml log.jsonl"));
    assert!(again.contains("nothing is proposed"), "evidence of other bands and caps is none: {again}");
}

#[test]
fn below_the_least_evidence_nothing_is_proposed() {
    let shop = Shop::new();
    let few: String = log().lines().take(4).map(|line| format!("{line}\n")).collect();
    fs::write(shop.0.path().join("log.jsonl"), few).expect("a log");
    let said = out(&shop.run("tune .cg/tuned.yaml log.jsonl"));
    assert_eq!(
        said,
        "# nothing is proposed: the log has 4 bundles of `tuned`, and 4 with the queries as they are now; an edit needs 5\n"
    );
    assert!(out(&shop.run("tune .cg/tuned.yaml log.jsonl --least 4")).contains("\n+++ "));
    let other = shop.run("tune change log.jsonl");
    let hint = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(other.status.code() == Some(2) && hint.contains("`cg-bundle init change` writes it"), "{hint}");
    assert_eq!(shop.run("tune .cg/tuned.yaml").status.code(), Some(6), "there is no log yet");
}

#[test]
fn used_files_are_recorded_with_their_queries_and_those_that_are_missing() {
    let shop = Shop::new();
    out(&shop.run(".cg/tuned.yaml --set task.files=shop/prices.py -o bundle.json"));
    let bundle: Value = serde_json::from_str(&shop.read("bundle.json")).expect("JSON");
    let bands = bundle["bands"].as_array().expect("bands");
    let item = bands.iter().flat_map(|band| band["items"].as_array().into_iter().flatten());
    let item = item.into_iter().find(|item| item["why"][0]["query"] != "task.files").expect("a file of a query");
    let (path, query) = (item["path"].as_str().expect("a path"), &item["why"][0]["query"]);
    let run = shop.run(&format!("used bundle.json {path} .cg/tuned.yaml"));
    let said = out(&run);
    assert!(said.starts_with("recorded 1 file of the bundle as used, 1 as missing:\n"), "{said}");
    assert!(said.contains("  .cg/tuned.yaml  no query returned it\n"), "{said}");
    let record: Value = serde_json::from_str(shop.read(".cg-bundle/used.jsonl").trim()).expect("a line of JSON");
    assert_eq!((&record["used"][0]["path"], &record["used"][0]["queries"][0]), (&path.into(), query));
    assert_eq!((&record["bundle"], &record["task_class"]), (&bundle["seal"], &"tuned".into()));
    let schema: Value = serde_json::from_str(include_str!("../../schemas/used.schema.json")).expect("a schema");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let wrong: Vec<String> = validator.iter_errors(&record).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let name = path.rsplit('/').next().expect("a name");
    let unknown = shop.run(&format!("used bundle.json {path} elsewhere/{name} --log other.jsonl"));
    let hint = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(unknown.status.code() == Some(4) && hint.contains(&format!("did you mean `{path}`?")), "{hint}");
    assert!(!shop.0.path().join("other.jsonl").exists(), "nothing is recorded of a command line that is wrong");
    assert!(out(&shop.run(&format!("used bundle.json {path} --log other.jsonl"))).contains("recorded 1 file"));
    let said = out(&shop.run("tune .cg/tuned.yaml"));
    assert!(said.contains("# no query returned `.cg/tuned.yaml`, used in 1 of 1 bundles\n"), "{said}");
}
