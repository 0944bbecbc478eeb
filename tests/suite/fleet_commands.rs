//! The commands of fleets: a build is incremental by state, names what it cannot index, and its file depends on nothing else.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Three repositories, of which one uses another.
fn checkouts() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (path, text) in [
        ("lib/pyproject.toml", "[project]\nname = \"shelf\"\n"),
        ("lib/shelf.py", "class Store:\n    pass\n"),
        ("shop/requirements.txt", "shelf==1.4\n"),
        ("shop/cart.py", "from shelf import Store\n\nclass Cart(Store):\n    pass\n"),
        ("other/a.py", "import os\n"),
        ("list", "shop\nother\nlib\n"),
        ("turned", "# the same\nlib\nlibrary\tlib\nshop\nother\n"),
        (
            "osv.json",
            r#"{"id": "X-1", "affected": [{"package": {"ecosystem": "PyPI", "name": "shelf"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.5"}]}]}]}"#,
        ),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn run(at: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cg-bundle")).args(arguments).current_dir(at).output().expect("a run")
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_build_is_incremental_and_its_bytes_are_those_of_a_build_from_scratch() {
    let folder = checkouts();
    let at = folder.path();
    let build = |list: &str, file: &str| printed(&run(at, &["fleet", "build", list, "-o", file]));
    let bytes = |file: &str| fs::read(at.join(file)).expect("a fleet file");
    assert_eq!(build("list", "org.fleet"), "org.fleet: 3 repositories, 3 exported, 0 known, 0 failed\n");
    let first = bytes("org.fleet");
    assert_eq!(build("list", "org.fleet"), "org.fleet: 3 repositories, 0 exported, 3 known, 0 failed\n");
    assert_eq!(bytes("org.fleet"), first);
    let text = fs::read_to_string(at.join("turned")).expect("a list").replace("library\tlib\n", "");
    fs::write(at.join("turned"), text).expect("a list");
    build("turned", "turned.fleet");
    assert_eq!(bytes("turned.fleet"), first, "the order of the list changes nothing");
    fs::write(at.join("other/a.py"), "import sys\n").expect("an edit");
    assert_eq!(build("list", "org.fleet"), "org.fleet: 3 repositories, 1 exported, 2 known, 0 failed\n");
    assert_ne!(bytes("org.fleet"), first);
    build("list", "anew.fleet");
    assert_eq!(bytes("anew.fleet"), bytes("org.fleet"));
    let exports = fs::read_dir(at.join("org.fleet.d")).expect("a folder").count();
    assert_eq!(exports, 3, "the export of the state before is gone");
    // A damaged export is made again.
    for entry in fs::read_dir(at.join("org.fleet.d")).expect("a folder") {
        fs::write(entry.expect("an entry").path(), b"none").expect("an export");
    }
    assert_eq!(build("list", "org.fleet"), "org.fleet: 3 repositories, 3 exported, 0 known, 0 failed\n");
    assert_eq!(bytes("anew.fleet"), bytes("org.fleet"));
}

#[test]
fn a_repository_that_cannot_be_indexed_is_named_and_the_others_go_on() {
    let folder = checkouts();
    let at = folder.path();
    fs::write(at.join("list"), "shop\ngone\nlib\n").expect("a list");
    let built = run(at, &["fleet", "build", "list", "-o", "org.fleet"]);
    assert_eq!(built.status.code(), Some(5), "{}", said(&built));
    assert_eq!(printed(&built), "org.fleet: 2 repositories, 2 exported, 0 known, 1 failed\n");
    assert!(said(&built).contains("repository `gone`:") && said(&built).contains("1 of 3 repositories"));
    let asked = run(at, &["query", "type_graph.subtypes(shelf.Store)", "--fleet", "org.fleet"]);
    assert_eq!(printed(&asked), "shop:cart.py:3:12  Cart extends_package shelf.Store\n");
    assert!(said(&asked).contains("one repository provides `pkg:pypi/shelf`: lib:shelf.py:1"), "{}", said(&asked));
}

#[test]
fn an_advisory_names_repositories_and_a_manifest_is_answered_in_each() {
    let folder = checkouts();
    let at = folder.path();
    run(at, &["fleet", "build", "list", "-o", "org.fleet"]);
    let found = run(at, &["fleet", "advisories", "osv.json", "--fleet", "org.fleet", "--format", "tsv"]);
    let wanted = "X-1\tpkg:pypi/shelf\tshop\taffected\timports\trequirements.txt:1:1\trequires\t==1.4";
    assert_eq!(printed(&found).lines().next(), Some(wanted));
    for osv in [&["osv.json"][..], &["osv.json", "osv.json"]] {
        let command = [&["fleet", "advisories"], osv, &["--fleet", "org.fleet", "--format", "json"]].concat();
        let json = printed(&run(at, &command));
        let all: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(
            json,
            serde_json::to_string_pretty(&all).expect("JSON") + "\n",
            "one object, though it is printed in parts"
        );
        assert_eq!((&all["fleet"], all["advisories"].as_array().map(Vec::len)), (&3.into(), Some(osv.len())));
        for one in all["advisories"].as_array().expect("a list") {
            assert_eq!((&one["repositories"][0]["repository"], &one["not_affected"]), (&"shop".into(), &0.into()));
        }
    }
    let text = printed(&run(at, &["fleet", "advisories", "osv.json", "osv.json", "--fleet", "org.fleet"]));
    let (one, other) = text.split_at(text.len() / 2);
    assert_eq!(one.trim_end(), other.trim(), "{text}");
    assert!(
        one.contains("\n1 affected, 0 unknown, 0 not affected, of 3 repositories\n\nshop  affected, imports it"),
        "{text}"
    );
    let gate = run(at, &["fleet", "advisories", "osv.json", "--fleet", "org.fleet", "--fail-on", "affected"]);
    assert_eq!(gate.status.code(), Some(1), "{}", said(&gate));
    let tasks = run(at, &["fleet", "advisories", "osv.json", "--fleet", "org.fleet", "--format", "tasks"]);
    let task = r#"{"id":"X-1-shop","manifest":"cve","root":"shop","from":["osv:osv.json"]}"#;
    assert_eq!(printed(&tasks).trim_end(), task);
    fs::write(at.join("tasks"), &tasks.stdout).expect("tasks");
    assert!(run(at, &["batch", "tasks", "--out", "of-batch"]).status.success());
    let made = run(at, &["cve", "--fleet", "org.fleet", "--from", "osv:osv.json", "-o", "bundles/"]);
    assert!(made.status.success(), "{}", said(&made));
    let bundle = fs::read(at.join("bundles/shop/cve.md")).expect("a bundle");
    assert_eq!(bundle, fs::read(at.join("of-batch/X-1-shop.md")).expect("a bundle"), "both ways make one bundle");
    assert!(!at.join("bundles/other").exists(), "who is not concerned has none");
    // Questions need the file alone, bundles the checkouts: one that is not there is named.
    fs::rename(at.join("shop"), at.join("moved")).expect("a move");
    assert_eq!(
        printed(&run(at, &["fleet", "advisories", "osv.json", "--fleet", "org.fleet", "--format", "tsv"])),
        printed(&found)
    );
    let none = run(at, &["cve", "--fleet", "org.fleet", "--from", "osv:osv.json", "-o", "bundles/"]);
    assert_eq!(none.status.code(), Some(5));
    assert!(
        said(&none).contains("repository `shop`:") && said(&none).contains("the roots are those of the list"),
        "{}",
        said(&none)
    );
}

#[test]
fn what_a_fleet_cannot_answer_is_refused() {
    let folder = checkouts();
    let at = folder.path();
    run(at, &["fleet", "build", "list", "-o", "org.fleet"]);
    let other = run(at, &["query", "call_graph.callers(Store)", "--fleet", "org.fleet"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(
        said(&other).contains("a fleet answers dep_graph.consumers, import_graph.reverse_lookup"),
        "{}",
        said(&other)
    );
    let mut bytes = fs::read(at.join("org.fleet")).expect("a fleet file");
    bytes[100] ^= 1;
    fs::write(at.join("org.fleet"), bytes).expect("a fleet file");
    let damaged = run(at, &["fleet", "list", "org.fleet", "--verify"]);
    assert_eq!(damaged.status.code(), Some(6));
    assert!(said(&damaged).contains("build it again: `cg-bundle fleet build LIST -o FLEET`"), "{}", said(&damaged));
    let none = run(at, &["query", "scip.refs(a.b)", "--fleet", "list"]);
    assert!(none.status.code() == Some(6) && said(&none).contains("no fleet file"), "{}", said(&none));
    let parquet = run(at, &["facts", "calls", "--format", "parquet", "-o", "calls.parquet", "-C", "lib"]);
    let is_built = cfg!(feature = "parquet");
    assert_eq!(parquet.status.success(), is_built, "{}", said(&parquet));
    assert!(is_built || said(&parquet).contains("--features parquet"), "{}", said(&parquet));
}
