//! Python.

mod import;
mod resolve;

use tree_sitter::Node;

use super::builder::{Builder, start};
use super::observation::DeclKind;
use super::shape::{Language, nothing};
use crate::base::path;

/// Python, stubs included.
pub const LANGUAGE: Language = Language {
    name: "python",
    fence: "python",
    extensions: &["py", "pyi"],
    grammar: || tree_sitter_python::LANGUAGE.into(),
    queries: &[
        include_str!("imports.scm"),
        include_str!("declarations.scm"),
        include_str!("calls.scm"),
        include_str!("supertypes.scm"),
    ],
    read_import: import::read,
    read_declaration,
    read_test: nothing,
    is_test,
    is_config: |name| matches!(name, "pyproject.toml" | "setup.cfg" | "setup.py" | "pytest.ini" | "tox.ini"),
    family: "python",
    resolver: resolve::resolver,
    implicit_this: false,
    builtins: &[],
};

/// A function of a class is a method; `test…` in a test is a test.
fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let declaration = *builder.observation().declaration(decl);
    let container = declaration.container.map(|container| builder.observation().declaration(container).kind);
    if declaration.kind == DeclKind::Function && container == Some(DeclKind::Class) {
        builder.declaration_mut(decl).kind = DeclKind::Method;
    }
    let name = builder.observation().name(declaration.name).to_owned();
    builder.declaration_mut(decl).exported = !name.starts_with('_');
    let top = matches!(container, Some(DeclKind::File | DeclKind::Class));
    if declaration.kind == DeclKind::Function && top && name.starts_with("test") {
        builder.test(&name, start(node));
    }
}

/// `test_*.py`, `*_test.py`, `conftest.py`, `tests.py`, and what lies in a `tests` folder.
fn is_test(file: &str) -> bool {
    let stem = path::stem(file);
    stem.starts_with("test_")
        || stem.ends_with("_test")
        || matches!(stem, "conftest" | "tests")
        || file.split('/').rev().skip(1).any(|part| matches!(part, "tests" | "test"))
}
