//! Reads Ruby's tests: `it "…"` under `describe`, `test "…"`, `def test_…`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::DeclKind;
use super::super::names::ANONYMOUS;
use super::chain::{constant, literal};
use super::spec;

/// The methods that open a suite, or what suites share.
pub const SUITES: &[&str] =
    &["describe", "context", "feature", "fdescribe", "xdescribe", "shared_examples", "shared_examples_for"];

/// Reads a call that may open a suite or be a test.
pub fn read(node: Node<'_>, name: &str, arguments: &[Node<'_>], builder: &mut Builder<'_>) {
    let is_suite = SUITES.contains(&name);
    let is_test = matches!(name, "it" | "specify" | "example" | "scenario" | "fit" | "xit" | "test" | "should");
    if !(is_suite || is_test) || node.field("block").is_none() {
        return;
    }
    if is_suite {
        spec::read_group(node, builder);
    }
    if is_test && class_around(builder).is_some() {
        spec::read_test_of_class(node, builder);
    }
    let title = arguments.first().and_then(|first| match literal(*first, builder) {
        Some(title) => Some(title.to_owned()),
        None => constant(*first, builder).map(|path| path.replace('.', "::")),
    });
    let Some(title) = title.filter(|title| !title.is_empty()) else { return };
    if is_suite {
        return builder.suite(node, title);
    }
    match class_around(builder).filter(|_| name == "test") {
        // Active Support makes a method of it.
        Some(class) => builder.test(&format!("{class}#test_{}", title.replace(char::is_whitespace, "_")), start(node)),
        None => builder.test_of_suite(node, &title),
    }
}

/// Minitest's `def test_…`, which is open, in a class.
pub fn read_method(node: Node<'_>, builder: &mut Builder<'_>) {
    let name = builder.observation().declaration(builder.current()).name;
    let name = builder.observation().name(name).to_owned();
    if let Some(class) = class_around(builder).filter(|_| name.starts_with("test_")) {
        builder.test(&format!("{class}#{name}"), start(node));
    }
}

fn class_around(builder: &Builder<'_>) -> Option<String> {
    let mut rows = builder.open().iter().rev().map(|decl| builder.observation().declaration(*decl));
    let class = rows.find(|row| row.kind == DeclKind::Class)?;
    Some(builder.observation().name(class.name).to_owned()).filter(|name| name != ANONYMOUS)
}
