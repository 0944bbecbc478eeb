//! The tests of `package:test` and `flutter_test`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use crate::base::path;

/// `group('…', () { test('…', () { … }); })`, `testWidgets`, and `blocTest` of the bloc library.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let called = node.field("function").map_or("", |name| builder.text(name));
    let title = node.field("arguments").and_then(|list| list.named_child(0)).and_then(|title| text(title, builder));
    match (called, title) {
        ("group", Some(title)) => builder.suite(node, title),
        ("test" | "testWidgets" | "blocTest" | "testGoldens", Some(title)) => builder.test_of_suite(node, &title),
        _ => {}
    }
}

/// The text of a literal, or of several beside each other, as it is written.
fn text(title: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut cursor = title.walk();
    let is_text = title.kind() == "string_literal";
    let parts = title.named_children(&mut cursor).filter(|_| is_text);
    let parts: Vec<&str> =
        parts.map(|part| builder.text(part).trim_start_matches('r').trim_matches(['\'', '"'])).collect();
    (!parts.is_empty()).then(|| parts.concat())
}

/// `x_test.dart`, and what lies in a folder of tests.
pub fn is_test(file: &str) -> bool {
    let in_tests = |part: &str| matches!(part, "test" | "integration_test" | "test_driver");
    let folder = path::parent(file);
    // Below `lib` the folders are those of the library.
    let mut placed = folder.split('/').take_while(|part| *part != "lib");
    path::stem(file).ends_with("_test") || placed.any(in_tests)
}
