//! The way on that a bundle prints: each suggested command, run as it is printed, does what it says (S4.20).

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::manifests::RUNS;
use crate::support::Repository;
use crate::works::hub;

const JSON: &str = "--no-store --format json -q";

/// The output of a command line at the root of a repository, as a shell runs it.
fn shell(root: &Path, line: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_cg-bundle")).parent().expect("a folder").to_owned();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::env::join_paths(std::iter::once(program).chain(std::env::split_paths(&paths))).expect("a path");
    let output = Command::new("sh").args(["-c", line]).current_dir(root).env("PATH", paths).output().expect("a shell");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn bundle(root: &Path, line: &str) -> Value {
    serde_json::from_str(&shell(root, &format!("{line} {JSON}"))).expect("JSON")
}

/// Every file of a bundle that `of` picks, by path.
fn picked(bundle: &Value, of: impl Fn(&Value) -> bool) -> BTreeSet<&str> {
    let bands = bundle["bands"].as_array().expect("bands").iter();
    let items = bands.flat_map(|band| band["items"].as_array().expect("items"));
    items.filter(|item| of(item)).filter_map(|item| item["path"].as_str()).collect()
}

/// The value of the last option of a name in a command line; its words hold no blanks here.
fn value<'l>(line: &'l str, flag: &str) -> Option<&'l str> {
    let (_, rest) = line.rsplit_once(flag)?;
    rest.split_whitespace().next()
}

/// The shortfalls by work of a bundle: the query of each.
fn short_of_work(bundle: &Value) -> BTreeSet<&str> {
    let missing = bundle["missing"].as_array().map(Vec::as_slice).unwrap_or_default().iter();
    missing.filter(|it| it["kind"] == "work").map(|it| it["query"].as_str().unwrap_or("")).collect()
}

/// Checks an action by the bundle before it and what its command line prints.
fn check(root: &Path, action: &Value, before: &Value) {
    let line = action["toolCall"].as_str().expect("a text");
    let reduced = |bundle: &Value, reason: &str| {
        let left = bundle["left_out"].as_array().expect("a list").iter().filter(|it| it["reason"] == reason).count();
        left + picked(bundle, |item| item["reduced"] == reason).len()
    };
    let after = || bundle(root, line);
    let did = match action["action"].as_str().expect("a word") {
        "inspect" => {
            let names = action["rationale"].as_str().expect("a text").split('`').nth(1).expect("an input");
            shell(root, &format!("{line} --no-store -q")).contains(names)
        }
        "narrow" => line.starts_with("cg-bundle query ") && !shell(root, &format!("{line} --no-store -q")).is_empty(),
        "deepen" => {
            // The files that are found more may be more than may be read: that is said anew.
            let after = after();
            !short_of_work(before).is_subset(&short_of_work(&after))
        }
        "load" => {
            let name = value(line, "--promote ").expect("a name");
            let listed =
                |item: &Value| item["view"] == "listed" && (item["path"] == name || item["why"][0]["query"] == name);
            let (was, after) = (picked(before, listed), after());
            let was_cut = !picked(before, |item| item["path"] == name).is_empty();
            picked(&after, listed).is_empty() && (!was.is_empty() || was_cut)
        }
        _ if line.contains("--max-chars ") && action["description"] == "prints what had no room" => {
            reduced(before, "budget") > 0 && reduced(&after(), "budget") == 0
        }
        _ => match value(line, "--max-files ").expect("a known action").split_once('=') {
            None => reduced(before, "max_files") > 0 && reduced(&after(), "max_files") == 0,
            Some((name, _)) => {
                let after = after();
                let queries = after["queries"].as_array().expect("a list").clone();
                queries.iter().find(|it| it["name"] == name).expect("the query")["over_cap"] == 0
            }
        },
    };
    assert!(did, "{action:#}");
}

/// Runs all actions of a command line's bundle; how many there were of each sort.
fn try_all(root: &Path, line: &str, n_actions: &mut BTreeMap<String, usize>) {
    let before = bundle(root, line);
    let actions = before["guidance"]["suggestedActions"].as_array().expect("a list");
    assert!(actions.len() <= 3 && !before["guidance"]["message"].as_str().expect("a text").is_empty());
    assert_eq!(before["degraded"] == true, before["degradedReasons"].is_array(), "{line}");
    for (action, priority) in actions.iter().zip(1..) {
        assert_eq!(action["priority"], priority);
        *n_actions.entry(action["action"].as_str().expect("a word").to_owned()).or_default() += 1;
        check(root, action, &before);
    }
}

#[test]
fn every_suggested_action_does_what_it_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let shop = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/shop");
    let mut n_actions = BTreeMap::new();
    for (name, sets) in RUNS {
        let shipped = format!("{}/manifests/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&shipped).expect("a manifest");
        let lines = text.lines().map(|line| match line.split_once("max_files: ") {
            Some((indent, _)) if line.starts_with("      ") => format!("{indent}max_files: 1"),
            _ => line.to_owned(),
        });
        let capped = folder.path().join(format!("{name}.yaml"));
        std::fs::write(&capped, lines.collect::<Vec<_>>().join("\n")).expect("a file");
        let capped = capped.to_string_lossy().into_owned();
        let sets: String = sets.iter().map(|set| format!(" --set '{}'", set.replace('\'', "'\\''"))).collect();
        for (manifest, limits) in
            [(&shipped, ""), (&shipped, " --max-chars 2600"), (&shipped, " --max-files 2"), (&capped, "")]
        {
            try_all(&shop, &format!("cg-bundle {manifest}{sets}{limits}"), &mut n_actions);
        }
    }
    let repository = hub();
    let tight = repository.root().join("tight.yaml");
    std::fs::write(&tight, TIGHT).expect("a manifest");
    for sets in ["", " --set text=value59", " --set text=PartOf1"] {
        try_all(repository.root(), &format!("cg-bundle tight.yaml{sets}"), &mut n_actions);
    }
    let kinds: Vec<&str> = n_actions.keys().map(String::as_str).collect();
    assert_eq!(kinds, ["deepen", "inspect", "load", "narrow", "widen"], "{n_actions:?}");
}

const TIGHT: &str = "budget: { work: { max_graph_nodes: 5, max_files_read: 9 } }
inputs: { text: { type: text, required: false } }
must_read:
  derived:
    - { name: importers, compute: import_graph.reverse_lookup(\"src/hub.ts\"), max_files: 50 }
should_read: { derived: [{ name: lines, compute: text.matches(text), max_files: 50 }] }
";

/// A command line names the manifest from the root, keeps what the user set, and quotes for a shell.
#[test]
fn a_command_line_repeats_the_request() {
    let (repository, _) = Repository::of("--- a.py\ndef it():\n    return 1\n--- b.py\nimport a\n--- c.py\nimport a\n");
    std::fs::create_dir(repository.root().join("tasks")).expect("a folder");
    std::fs::write(
        repository.root().join("tasks/own.yaml"),
        "inputs: { words: { type: text } }\nmust_read:\n  derived:\n    - { name: users, compute: import_graph.reverse_lookup(\"a.py\"), max_files: 1 }\n    - { name: found, compute: search.cascade(words), max_files: 1 }\n",
    )
    .expect("a manifest");
    let before = bundle(repository.root(), "cg-bundle tasks/own.yaml --set \"words=it's a \\$x\" --max-chars 9000");
    let lines: Vec<&str> = before["guidance"]["suggestedActions"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|action| action["toolCall"].as_str())
        .collect();
    let wanted = "cg-bundle tasks/own.yaml --set 'words=it'\\''s a $x' --max-chars 9000 --max-files users=2";
    assert!(lines.contains(&wanted), "{lines:#?}");
    // Of a request that is too long to be repeated the arguments are there, as Markdown prints them.
    let words = "word ".repeat(900);
    let long = bundle(repository.root(), &format!("cg-bundle tasks/own.yaml --set \"words={words}\""));
    let actions = long["guidance"]["suggestedActions"].as_array().expect("a list");
    let arguments: Vec<_> = actions.iter().map(|it| (it["arguments"].as_str(), it["toolCall"].as_str())).collect();
    assert_eq!(arguments, [(Some("--max-files users=2"), None)]);
    let printed = shell(repository.root(), &format!("cg-bundle tasks/own.yaml --set \"words={words}\" --no-store -q"));
    assert!(printed.contains("`--max-files users=2`"), "{printed}");
}
