//! Indexes of compilers on the command line: what is wrong with them, stamps, and what becomes of stale ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::copy;

/// A copy of a small repository with an index that fits it.
struct Indexed {
    folder: TempDir,
}

/// What a run gave: exit code, standard output, standard error.
type Ran = (Option<i32>, String, String);

impl Indexed {
    fn new() -> Self {
        let folder = TempDir::new().expect("a temporary directory");
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/scip/py-mini"), folder.path());
        Self { folder }
    }

    fn path(&self, inside: &str) -> PathBuf {
        self.folder.path().join(inside)
    }

    fn run(&self, line: &str) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.current_dir(self.folder.path()).args(line.split_whitespace()).stdin(Stdio::null());
        let ran = command.output().expect("the program");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (ran.status.code(), text(ran.stdout), text(ran.stderr))
    }

    fn health(&self) -> Value {
        serde_json::from_str(&self.run("health --no-store --format json").1).expect("JSON")
    }

    /// Writes a manifest that asks the index, with this under `index:`.
    fn manifest(&self, name: &str, index: &str) {
        let text = format!(
            "index: {index}\nmust_read:\n  derived:\n    - name: sites\n      compute: scip.refs(\"Shape\")\n      max_files: 9\n"
        );
        fs::write(self.path(name), text).expect("a file");
    }

    /// Moves everything in a file down by a line.
    fn push_down(&self, inside: &str) {
        let text = fs::read_to_string(self.path(inside)).expect("a file");
        fs::write(self.path(inside), format!("import this\n{text}")).expect("a file");
    }
}

#[test]
fn an_index_that_fits_is_trusted() {
    let indexed = Indexed::new();
    let (code, out, _) = indexed.run("health --no-store --check");
    assert_eq!((code, out.lines().next()), (Some(0), Some("confidence  high")), "{out}");
    assert!(out.contains("4: 4 fresh") && !out.contains("refresh"), "{out}");
    assert_eq!(indexed.health()["sources"][0]["tool"], "scip-python");
    let summary = indexed.run("index --no-store").1;
    assert!(summary.contains("index.scip by scip-python 0.6.6: high"), "{summary}");
}

#[test]
fn a_change_is_told_with_its_file_and_the_command_that_refreshes() {
    let indexed = Indexed::new();
    indexed.push_down("pkg/shapes.py");
    let (code, out, said) = indexed.run("health --no-store --check");
    assert_eq!(code, Some(1), "{out}{said}");
    for part in ["1 stale", "pkg/shapes.py:", "scip-python"] {
        assert!(out.contains(part), "no {part}:\n{out}");
    }
    assert!(said.contains("confidence in the indexes is"), "{said}");
    assert_eq!(indexed.run("health --no-store").0, Some(0), "it could be told");
    assert_eq!(indexed.health()["not_fresh"][0]["path"], "pkg/shapes.py");
}

#[test]
fn without_an_index_health_says_so() {
    let indexed = Indexed::new();
    fs::remove_file(indexed.path("index.scip")).expect("a file");
    let (code, out, _) = indexed.run("health --no-store");
    assert!(code == Some(0) && out.starts_with("no index"), "{out}");
    assert_eq!(indexed.run("health --no-store --check").0, Some(1));
    assert_eq!(indexed.health(), Value::Null);
    assert_eq!(indexed.run("scip stamp").0, Some(5));
    let (code, out, _) = indexed.run("health --no-store --scip index-ty.scip");
    assert!(code == Some(0) && out.contains("index-ty.scip  by ty-scip"), "{out}");
}

#[test]
fn a_stamp_finds_what_no_text_shows() {
    let indexed = Indexed::new();
    let text = fs::read_to_string(indexed.path("pkg/main.py")).expect("a file");
    let with_a_remark = text.trim_end().to_owned() + "  # a remark\n";
    fs::write(indexed.path("pkg/main.py"), &with_a_remark).expect("a file");
    assert_eq!(indexed.health()["confidence"], "high", "every occurrence still fits");
    fs::write(indexed.path("pkg/main.py"), &text).expect("a file");
    let (code, _, said) = indexed.run("scip stamp");
    assert_eq!((code, said.as_str()), (Some(0), "wrote index.scip.stamp.json (4 documents)\n"));
    assert_eq!(indexed.health()["sources"][0]["is_stamped"], true);
    assert_eq!(indexed.health()["confidence"], "high");
    fs::write(indexed.path("pkg/main.py"), &with_a_remark).expect("a file");
    let health = indexed.health();
    assert_eq!(health["not_fresh"][0]["path"], "pkg/main.py", "{health:#}");
    assert_eq!(health["not_fresh"][0]["verdict"]["evidence"], "content");
}

#[test]
fn what_does_not_fit_is_not_stamped() {
    let indexed = Indexed::new();
    indexed.push_down("pkg/shapes.py");
    let (code, _, said) = indexed.run("scip stamp index.scip");
    assert_eq!(code, Some(5));
    assert!(said.contains("documents do not fit their files: pkg/") && said.contains("--force"), "{said}");
    assert!(!indexed.path("index.scip.stamp.json").exists());
    let before = indexed.health()["not_fresh"].clone();
    let (code, _, said) = indexed.run("scip stamp index.scip --force");
    assert_eq!(code, Some(0), "{said}");
    let stamp = fs::read_to_string(indexed.path("index.scip.stamp.json")).expect("a stamp");
    assert!(stamp.contains("tests/test_main.py") && !stamp.contains("pkg/shapes.py"), "{stamp}");
    assert_eq!(indexed.health()["not_fresh"], before, "a stamp hides nothing");
}

#[test]
fn an_indexer_that_failed_is_remembered() {
    let indexed = Indexed::new();
    assert_eq!(indexed.run("scip stamp --exit-code 1").0, Some(0));
    let health = indexed.health();
    assert_eq!(health["confidence"], "medium", "{health:#}");
    assert!(indexed.run("health --no-store").1.contains("exit code 1"));
}

#[test]
#[cfg(unix)]
fn a_folder_that_cannot_be_written_takes_no_stamp() {
    use std::os::unix::fs::PermissionsExt;
    let indexed = Indexed::new();
    let set = |mode| fs::set_permissions(indexed.folder.path(), fs::Permissions::from_mode(mode)).expect("permissions");
    set(0o555);
    let writable = fs::write(indexed.path("probe"), "").is_ok();
    let (code, _, said) = indexed.run("scip stamp");
    set(0o755);
    // Whoever may write everywhere writes this too.
    if !writable {
        assert_eq!(code, Some(6), "{said}");
        assert!(said.contains("index.scip.stamp.json"), "{said}");
    }
}

#[test]
fn an_index_that_is_named_must_be_there() {
    let indexed = Indexed::new();
    indexed.manifest("named.yaml", "{ scip: [gone.scip] }");
    let lines =
        ["health", "index", "facts calls", "query scip.refs(Shape)"].map(|line| format!("{line} --scip gone.scip"));
    for line in
        lines.iter().map(String::as_str).chain(["named.yaml", "explain named.yaml pkg/main.py", "scip stamp gone.scip"])
    {
        let (code, _, said) = indexed.run(line);
        assert_eq!(code, Some(5), "{line}: {said}");
        assert!(said.contains("gone.scip"), "{line}: {said}");
    }
    for line in ["named.yaml --scip index.scip", "named.yaml --no-scip", "health --no-scip", "facts calls --no-scip"] {
        let (code, _, said) = indexed.run(line);
        assert_eq!(code, Some(0), "{line}: {said}");
    }
}

#[test]
fn who_would_rather_fail_does_so_where_the_index_is_stale() {
    let indexed = Indexed::new();
    indexed.manifest("strict.yaml", "{ on_stale: fail }");
    assert_eq!(indexed.run("strict.yaml --no-store").0, Some(0));
    assert_eq!(indexed.run("query scip.refs(Shape) --no-store --on-stale fail").0, Some(0));
    assert_eq!(indexed.run("strict.yaml --no-store --no-scip").0, Some(5), "there is none to ask");
    indexed.push_down("pkg/shapes.py");
    for (line, wanted) in [
        ("strict.yaml --no-store", 5),
        ("strict.yaml --no-store --on-stale downgrade", 0),
        ("strict.yaml --no-store --on-stale use", 0),
        ("explain strict.yaml pkg/main.py --no-store", 5),
        ("query scip.refs(Shape) --no-store --on-stale fail", 5),
        ("query scip.refs(Shape) --no-store", 0),
        ("strict.yaml --on-stale sometimes", 2),
    ] {
        let (code, _, said) = indexed.run(line);
        assert_eq!(code, Some(wanted), "{line}: {said}");
    }
}

#[test]
fn manifests_of_one_run_are_answered_as_each_alone() {
    let indexed = Indexed::new();
    indexed.manifest("one.yaml", "{ scip: [index.scip] }");
    indexed.manifest("two.yaml", "{ scip: [index-ty.scip] }");
    let alone =
        ["one.yaml", "two.yaml", "one.yaml"].map(|name| indexed.run(&format!("{name} --no-store --format json")).1);
    let together = indexed.run("one.yaml two.yaml one.yaml --no-store --format json").1;
    assert_eq!(together, format!("[{}]\n", alone.each_ref().map(|one| one.trim_end()).join(",\n")));
    assert_ne!(alone[0], alone[1]);
}
