//! Budgets that are small beside what is wanted: texts leave room for code.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use cg_bundle::bundle::Bundle;
use cg_bundle::input;
use cg_bundle::manifest;
use cg_bundle::pipeline::{Task, answer};
use cg_bundle::render::{MARKDOWN, markdown};

use crate::support::Repository;

const N_USERS: usize = 30;

const MANIFEST: &str = "
inputs: { task.text: { type: text }, task.symbols: { type: symbols } }
must_read:
  repo_context_keys: [task.text]
  globs: ['core.py']
  derived: [{ name: uses, compute: scip.refs(task.symbols), max_files: 200 }]
";

/// A module, and many files that use it.
fn repository() -> String {
    let mut text = "--- core.py\ndef run(job):\n    return job\n".to_owned();
    for at in 0..N_USERS {
        let _ = write!(
            text,
            "--- users/of_the_module_{at}.py\nfrom core import run\n\n\ndef use():\n    return run({at})\n"
        );
    }
    text
}

fn bundle(max_chars: usize, quoted: &str) -> Bundle {
    let (repository, _) = Repository::of(&repository());
    let manifest_text = format!("budget: {{ profile: deep, max_chars: {max_chars} }}\n{MANIFEST}");
    let manifest = manifest::parse(manifest_text.as_bytes(), Path::new("tight.yaml")).expect("a manifest");
    let given =
        [format!("task.text={quoted}"), "task.symbols=run".to_owned()].map(|set| input::set(&set).expect("a value"));
    let task = Task {
        manifest: &manifest,
        manifest_text: &manifest_text,
        given: &given,
        promoted: &[],
        coverage: &Arc::default(),
        environment: &[],
        format: &MARKDOWN,
    };
    answer(&task, &repository.index()).expect("a bundle")
}

/// A text from outside has a quarter of the budget, and both its ends; what is left is for code.
#[test]
fn a_long_text_leaves_room_for_code() {
    let quoted = format!("first\n{}last", "word\n".repeat(4_000));
    let bundle = bundle(8_000, &quoted);
    let text = markdown(&bundle);
    assert!(
        text.contains("first\n") && text.contains("characters are left out here …") && text.contains("\nlast"),
        "{text}"
    );
    assert!(bundle.budget.used.chars <= 8_000 && bundle.budget.used.files > 10, "{text}");
    let context: usize = bundle.bands.iter().flat_map(|band| &band.context).map(|it| it.text.chars().count()).sum();
    assert!(context <= 2_100, "{context}");
}
