//! The status of an answer to a trace: of files elsewhere, and in the text of a bug.

use std::process::Command;

use crate::statuses::SHOP;
use crate::support::Repository;

/// A trace of which no frame is of the repository has not been answered.
#[test]
fn a_trace_from_elsewhere_is_no_success() {
    let (repository, _) = Repository::of(SHOP);
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/manifests/bug-fix.yaml");
    let trace = repository.root().join("trace.txt");
    std::fs::write(
        &trace,
        "Traceback (most recent call last):\n  File \"/x/other/thing.py\", line 3, in cart\n    f()\nTypeError: cart\n",
    )
    .expect("a trace");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.arg("-C").arg(repository.root()).args(["--no-store", manifest, "--from"]);
    let run = command.arg(format!("trace:{}", trace.display())).output().expect("a run");
    let printed = String::from_utf8_lossy(&run.stdout);
    assert!(printed.contains("partial success") || printed.contains("no results"), "{printed}");
    assert!(printed.contains("1 of 1 frame is of no file here"), "{printed}");
}

/// A trace in the text of a bug is one, wherever it was made; beside a symbol that is given it stays a text.
#[test]
fn a_trace_in_the_text_of_a_bug_is_one() {
    let (repository, _) = Repository::of(SHOP);
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/manifests/bug-fix.yaml");
    let bug = "Traceback (most recent call last):\n  File \"/srv/site-packages/shop/order.py\", line 5, in place\n    f()\nTypeError: x\n";
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.arg("-C").arg(repository.root()).args(["--no-store", manifest]);
        let run = command.arg("--set").arg(format!("trace.text={bug}")).args(more).output().expect("a run");
        String::from_utf8_lossy(&run.stdout).into_owned()
    };
    let printed = run(&[]);
    let title = printed.lines().next().unwrap_or_default();
    assert!(title.contains(": shop/order.py:5; symbols = place;"), "{title}");
    assert!(printed.contains("    return Cart().total()"), "{printed}");
    let title = run(&["--set", "trace.symbols=Cart.total"]);
    assert!(title.lines().next().is_some_and(|it| it.contains(": Cart.total;")), "{title}");
    let task = serde_json::json!({ "id": "a", "manifest": manifest, "set": { "trace.text": bug } });
    std::fs::write(repository.root().join("tasks.jsonl"), task.to_string()).expect("tasks");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.current_dir(repository.root()).args(["batch", "tasks.jsonl", "--out", "bundles", "--no-store"]);
    let run = command.output().expect("a run");
    let printed = std::fs::read_to_string(repository.root().join("bundles/a.md"));
    let title = printed.unwrap_or_else(|_| String::from_utf8_lossy(&run.stderr).into_owned());
    assert!(title.lines().next().is_some_and(|it| it.contains("symbols = place;")), "{title}");
}
