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

/// `x_test.exs`, and what lies in a folder of tests. Below `lib` a folder of that name is one of the library's.
pub fn is_test(file: &str) -> bool {
    let mut folders = path::parent(file).split('/').take_while(|part| *part != "lib");
    path::stem(file).ends_with("_test") || folders.any(|part| part == "test")
}
