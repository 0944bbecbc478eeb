//! Indexes of compilers beside the history: the commits after their stamps.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use cg_bundle::history::commits_behind;
use cg_bundle::walk::walk;
use serde_json::Value;
use tempfile::TempDir;

use crate::git::{Git, state};
use crate::support::copy;

/// S3.U4: commits are counted as the history branches and joins, by the objects alone.
#[test]
fn commits_behind_are_counted_over_merges() {
    let folder = TempDir::new().expect("a folder");
    let mut git = Git::new(folder.path());
    let first = git.commit(&state(&[("a.py", "1\n")]));
    let left = git.commit(&state(&[("a.py", "2\n")]));
    let right = git.commit_on(&[first], &state(&[("a.py", "1\n"), ("b.py", "1\n")]));
    let merged = git.commit_on(&[left, right], &state(&[("a.py", "2\n"), ("b.py", "1\n")]));
    let tree = walk(folder.path()).expect("a tree");
    let behind = |id: &gix_hash::ObjectId| commits_behind(&tree.root, &tree.door, &id.to_string()).ok();
    assert_eq!([&first, &left, &right, &merged].map(behind), [Some(3), Some(2), Some(2), Some(0)]);
    assert!(commits_behind(&tree.root, &tree.door, &"0".repeat(40)).is_err());
    assert!(commits_behind(&tree.root, &tree.door, "main").is_err());
}

/// S3.U4: an index that was stamped before the newest commits is behind them where they touch its languages; it is never
/// surer for it, and a stamp whose commit is gone makes it least sure.
#[test]
fn an_index_is_behind_the_commits_after_its_stamp() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/scip/py-mini"), root);
    let run = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.current_dir(root).args(line.split_whitespace()).stdin(Stdio::null());
        let ran = command.output().expect("the program");
        assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).expect("UTF-8")
    };
    let health = || serde_json::from_str::<Value>(&run("health --format json")).expect("JSON");
    let mut git = Git::new(root);
    let first = git.commit(&state(&[("pkg/main.py", "1\n")]));
    run("scip stamp");
    let stamp: Value =
        serde_json::from_str(&fs::read_to_string(root.join("index.scip.stamp.json")).expect("a stamp")).expect("JSON");
    assert_eq!(stamp["git"]["head"], first.to_string().as_str(), "{stamp:#}");
    assert_eq!(health()["confidence"], "high");
    git.commit(&state(&[("pkg/main.py", "1\n"), ("README.md", "1\n")]));
    assert_eq!(health()["confidence"], "high", "no file of its languages was changed");
    git.commit(&state(&[("pkg/main.py", "2\n"), ("README.md", "1\n")]));
    let behind = health();
    let source = &behind["sources"][0];
    assert_eq!((&behind["confidence"], &source["freshness"]["cause"]), (&"medium".into(), &"commits_behind".into()));
    assert_eq!(
        (&source["freshness"]["n"], &source["freshness"]["last_indexed"]),
        (&2.into(), &first.to_string().into())
    );
    assert_eq!(health(), behind, "it is found anew where the facts are kept");
    let text = fs::read_to_string(root.join("index.scip.stamp.json")).expect("a stamp");
    fs::write(root.join("index.scip.stamp.json"), text.replace(&first.to_string(), &"0".repeat(40))).expect("a file");
    assert_eq!(health()["confidence"], "low", "the commit of the stamp is gone");
}
