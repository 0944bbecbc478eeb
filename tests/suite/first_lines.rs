//! The lines of a file that come first: where the room is small, they are all that is printed.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use cg_bundle::render::markdown;

use crate::support::{Repository, answer_on};

/// A class with a long signature beside the function that is named, and a user of it at a line behind.
fn repository() -> String {
    let parameters: String = (0..40).fold(String::new(), |mut text, at| {
        let _ = writeln!(text, "        parameter_of_the_shop_{at}: int = {at},");
        text
    });
    format!(
        "--- shop.py\nclass Template:\n    def __new__(\n        cls,\n{parameters}    ):\n        return make(cls)\n\n\ndef make(kind):\n    return kind\n--- users.py\nfrom shop import make\n\n\ndef use():\n    return make(1)\n"
    )
}

fn manifest(name: &str, max_chars: u64) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("manifests").join(name);
    let text = fs::read_to_string(path).expect("a manifest");
    let budget = text.lines().find(|line| line.starts_with("budget:")).expect("a budget").to_owned();
    text.replace(&budget, &format!("budget: {{ max_chars: {max_chars} }}"))
}

/// The signature of what is named comes before the heads of those that use it, of which each line is one step.
#[test]
fn the_named_signature_comes_first() {
    let (repository, _) = Repository::of(&repository());
    let bundle = answer_on(&repository.index(), &manifest("api-change.yaml", 3_000), &["change.symbols=make"], &[]);
    let text = markdown(&bundle);
    assert!(text.contains("\tdef make(kind):"), "{text}");
    assert!(text.contains("\t    return make(1)"), "{text}");
}

/// A newcomer reads what the project says of itself before its code, the beginning of a long page.
#[test]
fn a_map_begins_with_the_readme() {
    let long: String = (0..400).fold(String::new(), |mut text, at| {
        let _ = writeln!(text, "Line {at} of what the shop sells and to whom.\n");
        text
    });
    let text = format!("--- README.md\n# Shop\n\nSells things.\n\n## Use\n\n{long}\n{}", repository());
    let (repository, _) = Repository::of(&text);
    let bundle = answer_on(&repository.index(), &manifest("onboarding.yaml", 60_000), &[], &[]);
    let text = markdown(&bundle);
    let [readme, code] =
        ["### README.md", "### shop.py"].map(|head| text.find(head).unwrap_or_else(|| panic!("{text}")));
    assert!(readme < code && text.contains("Line 20 of") && !text.contains("Line 399 of"), "{text}");
}
