//! Naming conventions of pytest and unittest: tests, their classes and files, and fixtures.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::expression::INJECTED;
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::observation::{Decl, Declaration, Observation};
use super::{assigned, head, types, value};
use crate::base::path;

/// The field by which a class says whether it holds tests.
pub const SWITCH: &str = "__test__";

/// The module that sets tests up.
pub const CONFTEST: &str = "conftest";

/// Reads the function just declared: a test and a fixture take fixtures by the names of their parameters.
pub fn read(node: Node<'_>, name: &str, builder: &mut Builder<'_>) {
    let decorated = builder.parent(node).filter(|parent| parent.kind() == "decorated_definition");
    let is_fixture = decorated.is_some_and(|decorated| is_fixture(decorated, builder));
    if is_fixture {
        bind_given(node, builder);
    }
    if is_fixture || name.starts_with("test") {
        read_parameters(node, builder);
    }
}

/// Binds what a fixture gives: what it states, returns, or yields once.
fn bind_given(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let Some(body) = node.field("body") else { return };
    let yielded = value::yielded(body, builder);
    let stated = node.field("return_type").and_then(|stated| types::stated(builder.text(stated)));
    let given = match (stated, yielded) {
        (Some(stated), yielded) => {
            let (path, kind) = head::stated(stated, decl, builder);
            // What yields states an iterator over what it gives.
            match yielded {
                Some(_) => Some((path.strip_prefix("[]").unwrap_or(&path).to_owned(), kind)),
                None => Some((path, kind)),
            }
        }
        (None, Some(value)) => value.map(|path| (path, BindingKind::Copied)),
        (None, None) => value::returned(body, builder).map(|path| (path, BindingKind::Copied)),
    };
    if let Some((path, kind)) = given {
        builder.bind(decl, &format!("{INJECTED}(0)"), Some(&path), kind);
    }
}

fn read_parameters(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(parameters) = node.field("parameters") else { return };
    let mut cursor = parameters.walk();
    for parameter in parameters.named_children(&mut cursor) {
        let name = match parameter.kind() {
            "identifier" => Some(parameter),
            "typed_parameter" => parameter.named_child(0).filter(|name| name.kind() == "identifier"),
            _ => None,
        };
        let Some(name) = name.filter(|name| !matches!(builder.text(*name), "self" | "cls")) else { continue };
        builder.reference(builder.text(name), (false, false), start(name));
        // What the function assigns is another value.
        let is_stated = is_parametrized(node, builder.text(name), builder);
        let is_kept = node.field("body").is_none_or(|body| !assigned::is_assigned(builder.text(name), body, builder));
        if name == parameter && is_kept && !is_stated {
            bind_fixture(builder.text(name), builder);
        }
    }
}

/// Whether a decorator of a function gives the values of a parameter: `@pytest.mark.parametrize("a, b", […])`.
fn is_parametrized(function: Node<'_>, parameter: &str, builder: &Builder<'_>) -> bool {
    let Some(decorated) = builder.parent(function).filter(|it| it.kind() == "decorated_definition") else {
        return false;
    };
    let mut cursor = decorated.walk();
    let decorators = decorated.children(&mut cursor).filter(|child| child.kind() == "decorator");
    let texts: Vec<&str> = decorators.map(|it| builder.text(it)).filter(|text| text.contains("parametrize")).collect();
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    texts.iter().any(|text| text.split(|letter| !is_part(letter)).any(|word| word == parameter))
}

/// Binds a parameter without a type to what the fixture of its name gives: one of the class around, or one that the file sees.
fn bind_fixture(name: &str, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let observation = builder.observation();
    let class = observation.declaration(decl).container;
    let is_own = observation
        .declarations
        .iter()
        .any(|row| row.container == class && row.kind == DeclKind::Method && observation.name(row.name) == name);
    let function = match class.filter(|_| is_own) {
        Some(_) => builder.expr(&format!("this.{name}")),
        None => builder.expr(name),
    };
    let given = builder.lower_handed(function, INJECTED, 0);
    builder.bind_expr(decl, name, Some(given), BindingKind::Copied);
}

fn is_fixture(decorated: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut cursor = decorated.walk();
    let mut children = decorated.children(&mut cursor).filter(|child| child.kind() == "decorator");
    children.any(|decorator| builder.text(decorator).contains("fixture"))
}

/// Reads the field just declared: `__test__ = False` takes a class out of the tests.
pub fn read_switch(node: Node<'_>, class: Decl, builder: &mut Builder<'_>) {
    if let Some(value) = node.field("right") {
        builder.bind(class, SWITCH, Some(builder.text(value)), BindingKind::Annotated);
    }
}

/// `test_*.py`, `*_test.py`, `conftest.py`, and what lies in a `tests` folder.
pub fn is_test(file: &str) -> bool {
    let stem = path::stem(file);
    stem.starts_with("test_")
        || stem.ends_with("_test")
        || stem == CONFTEST
        || file.split('/').rev().skip(1).any(|part| matches!(part, "tests" | "test"))
}

/// The lines at which something named `fixture` is called, in order: as a decorator, it makes a function one.
pub fn fixture_lines(observation: &Observation) -> Vec<u32> {
    // The list of calls is long, and few files have the name.
    let Some(fixture) = observation.names.iter().position(|name| name == "fixture") else { return Vec::new() };
    let called = observation.calls.iter().filter(|call| call.callee.0 as usize == fixture);
    let mut lines: Vec<u32> = called.map(|call| call.at.line).collect();
    lines.sort_unstable();
    lines
}

/// Whether a decorator, at one of such lines, makes the declaration a fixture.
pub fn is_declared_fixture(lines: &[u32], declaration: &Declaration) -> bool {
    let from = lines.partition_point(|line| *line < declaration.start_line);
    lines.get(from).is_some_and(|line| *line < declaration.at.line)
}

/// Whether pytest loads the file for the tests in its folder and below.
pub fn is_conftest(file: &str) -> bool {
    path::name(file) == "conftest.py"
}
