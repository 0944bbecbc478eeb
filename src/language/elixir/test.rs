//! The tests of ExUnit.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::name::{arguments, word};
use crate::base::path;

/// `test "…" do … end`, `property "…"`, in `describe "…" do … end`.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let title = arguments(node).first().map(|title| builder.text(*title).trim_matches('"').to_owned());
    match (word(node, builder), title) {
        (Some("describe"), Some(title)) => builder.suite(node, title),
        (Some("test" | "property"), Some(title)) => builder.test_of_suite(node, &title),
        _ => {}
    }
}

/// `x_test.exs`, and what lies in a folder of tests. Below `lib` a folder of that name is one of the library's, unless that is `lib/app/test`
/// of a repository with an application in each folder of `lib`: then it holds scripts, and folders of what they need.
pub fn is_test(file: &str) -> bool {
    const NEEDED: &[&str] = &["fixtures", "support"];
    let folders: Vec<&str> = path::parent(file).split('/').collect();
    let is_script = path::extension(file) == "exs";
    let Some(at) = folders.iter().position(|part| *part == "test") else {
        return is_script && path::stem(file).ends_with("_test");
    };
    let is_of_library = folders.get(..at).is_some_and(|above| above.contains(&"lib"));
    let is_needed = || folders.get(at + 1).is_some_and(|part| NEEDED.contains(part));
    !is_of_library || is_script || is_needed()
}
