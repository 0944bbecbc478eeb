//! What pytest and unittest make of a function: a test, or a fixture; and the fixtures that it takes.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::observation::{DeclKind, Declaration, Observation};
use crate::base::path;

/// Reads the function just declared: `test…` may be a test; a test and a fixture take fixtures by the names of their
/// parameters.
pub fn read(node: Node<'_>, name: &str, container: Option<DeclKind>, builder: &mut Builder<'_>) {
    let decorated = node.parent().filter(|parent| parent.kind() == "decorated_definition");
    let is_fixture = decorated.is_some_and(|decorated| is_fixture(decorated, builder));
    if !name.starts_with("test") && !is_fixture {
        return;
    }
    read_parameters(node, builder);
    if is_fixture {
        return;
    }
    if container == Some(DeclKind::File) {
        builder.test(name, start(node));
    } else if container == Some(DeclKind::Class)
        && let Some(class) = class_around(node).filter(|class| is_test_class(*class, builder))
    {
        let class = class.child_by_field_name("name").map_or("", |name| builder.text(name));
        builder.test(&format!("{class}::{name}"), start(node));
    }
}

fn read_parameters(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(parameters) = node.child_by_field_name("parameters") else { return };
    let mut cursor = parameters.walk();
    for parameter in parameters.named_children(&mut cursor) {
        let name = match parameter.kind() {
            "identifier" => Some(parameter),
            "typed_parameter" => parameter.named_child(0).filter(|name| name.kind() == "identifier"),
            _ => None,
        };
        if let Some(name) = name {
            builder.reference(builder.text(name), false, start(name));
        }
    }
}

/// The class whose body holds the definition.
fn class_around(node: Node<'_>) -> Option<Node<'_>> {
    let mut around = node.parent()?;
    while around.kind() != "class_definition" {
        around = around.parent()?;
    }
    Some(around)
}

/// A class that pytest collects by its name, or unittest by what it extends. The bases of its bases are not at hand.
fn is_test_class(class: Node<'_>, builder: &Builder<'_>) -> bool {
    let name = class.child_by_field_name("name").map_or("", |name| builder.text(name));
    let Some(bases) = class.child_by_field_name("superclasses") else { return name.starts_with("Test") };
    let mut cursor = bases.walk();
    let mut names = bases.named_children(&mut cursor).map(|base| builder.text(base));
    name.starts_with("Test") || names.any(|base| base.rsplit('.').next().is_some_and(|base| base.contains("Test")))
}

fn is_fixture(decorated: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut cursor = decorated.walk();
    let mut children = decorated.children(&mut cursor).filter(|child| child.kind() == "decorator");
    children.any(|decorator| builder.text(decorator).contains("fixture"))
}

/// `test_*.py`, `*_test.py`, `conftest.py`, `tests.py`, and what lies in a `tests` folder.
pub fn is_test(file: &str) -> bool {
    let stem = path::stem(file);
    stem.starts_with("test_")
        || stem.ends_with("_test")
        || matches!(stem, "conftest" | "tests")
        || file.split('/').rev().skip(1).any(|part| matches!(part, "tests" | "test"))
}

/// Whether a decorator makes the declaration a fixture.
pub fn is_declared_fixture(observation: &Observation, declaration: &Declaration) -> bool {
    let decorators = declaration.start_line..declaration.at.line;
    let mut called = observation.calls.iter().filter(|call| decorators.contains(&call.at.line));
    called.any(|call| observation.name(call.callee) == "fixture")
}

/// Whether pytest loads the file for the tests in its folder and below.
pub fn is_conftest(file: &str) -> bool {
    path::name(file) == "conftest.py"
}
