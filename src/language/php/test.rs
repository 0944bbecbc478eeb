//! Reads PHP's tests: methods of PHPUnit's classes, and Pest's calls.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::names::ANONYMOUS;
use super::name::class_around;
use crate::base::path;

/// A method, which is open: `test…`, `@test`, `#[Test]`.
pub fn read_method(node: Node<'_>, builder: &mut Builder<'_>) {
    let name = builder.observation().declaration(builder.current()).name;
    let name = builder.observation().name(name).to_owned();
    let is_named = name.starts_with("test");
    let by_comment = || {
        let comment = node.prev_named_sibling().filter(|comment| comment.kind() == "comment");
        comment.is_some_and(|comment| builder.text(comment).contains("@test"))
    };
    let by_attribute = || {
        let attributes = node.field("attributes").map_or("", |attributes| builder.text(attributes));
        let mut names = attributes.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
        names.any(|name| name == "Test")
    };
    if !is_named && !by_attribute() && !by_comment() {
        return;
    }
    let class = class_around(builder).map(|(_, class)| builder.observation().name(class.name).to_owned());
    if let Some(class) = class.filter(|class| class != ANONYMOUS) {
        builder.test(&format!("{class}::{name}"), start(node));
    }
}

/// Pest's `it('…', function () { … })`, `test('…')` and `describe('…')`.
pub fn read_call(node: Node<'_>, builder: &mut Builder<'_>) {
    let called = node.field("function").map_or("", |called| builder.text(called));
    if !matches!(called, "it" | "test" | "describe") || builder.observation().package.is_some() {
        return;
    }
    let title = node.field("arguments").filter(|arguments| arguments.named_child_count() > 1);
    let title = title.and_then(|arguments| arguments.named_child(0)?.named_child(0)?.named_child(0));
    let Some(title) = title.filter(|title| title.kind() == "string_content").map(|title| builder.text(title)) else {
        return;
    };
    match called {
        "describe" => builder.suite(node, title.to_owned()),
        "it" => builder.test_of_suite(node, &format!("it {title}")),
        _ => builder.test_of_suite(node, title),
    }
}

/// `*Test.php`, and what lies in a folder of tests.
pub fn is_test(file: &str) -> bool {
    path::stem(file).ends_with("Test")
        || path::parent(file).split('/').any(|part| matches!(part, "tests" | "test" | "Tests"))
}
