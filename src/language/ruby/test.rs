//! Reads Ruby's tests: `it "…"` under `describe`, `test "…"`, `def test_…`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::expression::{MIXED_IN, MIXED_IN_ALL};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::names::ANONYMOUS;
use super::super::observation::Decl;
use super::chain::{constant, literal};

/// The methods that open a suite, or what suites share.
const SUITES: &[&str] =
    &["describe", "context", "feature", "fdescribe", "xdescribe", "shared_examples", "shared_examples_for"];

/// Reads `include M` in the block of a suite, and `config.include M` in `RSpec.configure do |config|`: tests have the methods of `M`.
pub fn read_mixins(node: Node<'_>, on: Option<Node<'_>>, arguments: &[Node<'_>], builder: &mut Builder<'_>) {
    if builder.current() != Decl(0) {
        return;
    }
    let calls = builder.ancestors(node).filter(|around| around.kind() == "call");
    let is_around = |call: Node<'_>| {
        let method = call.field("method").map_or("", |method| builder.text(method));
        let receiver = call.field("receiver").map_or("", |receiver| builder.text(receiver));
        match on {
            None => SUITES.contains(&method),
            Some(_) => method == "configure" && receiver.trim_start_matches("::") == "RSpec",
        }
    };
    if !calls.into_iter().any(is_around) {
        return;
    }
    let name = if on.is_some() { MIXED_IN_ALL } else { MIXED_IN };
    for argument in arguments {
        if let Some(path) = constant(*argument, builder) {
            builder.bind(Decl(0), name, Some(&path), BindingKind::Copied);
        }
    }
}

/// Reads a call that may open a suite or be a test.
pub fn read(node: Node<'_>, name: &str, arguments: &[Node<'_>], builder: &mut Builder<'_>) {
    let is_suite = SUITES.contains(&name);
    let is_test = matches!(name, "it" | "specify" | "example" | "scenario" | "fit" | "xit" | "test" | "should");
    if !(is_suite || is_test) || node.field("block").is_none() {
        return;
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
