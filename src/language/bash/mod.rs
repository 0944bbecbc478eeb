//! Bash, and what other shells share with it.

mod command;
mod resolve;

use super::shape::{Language, nothing};
use crate::base::path;

/// Bash. Scripts without an ending are not known by their paths, and left out.
pub const LANGUAGE: Language = Language {
    name: "bash",
    fence: "bash",
    extensions: &["sh", "bash", "bats"],
    grammar: || tree_sitter_bash::LANGUAGE.into(),
    queries: &[include_str!("declarations.scm"), include_str!("commands.scm")],
    read_import: command::read,
    read_declaration: nothing,
    read_test: nothing,
    is_test,
    is_config: |_| false,
    family: "bash",
    resolver: resolve::resolver,
    implicit_this: false,
    exports_explicitly: false,
    declares_by_assignment: true,
    dots_lead_into_packages: false,
    marks_tests: true,
    has_block_scopes: false,
    builtins: &[],
};

/// What is run by bats, `test_x.sh`, `x_test.sh`, and what lies in a folder of tests.
fn is_test(file: &str) -> bool {
    let stem = path::stem(file);
    let is_named = |stem: &str| stem.starts_with("test_") || stem.starts_with("test-") || stem.ends_with("_test");
    path::extension(file) == "bats"
        || is_named(stem)
        || path::parent(file).split('/').any(|part| matches!(part, "test" | "tests"))
}
