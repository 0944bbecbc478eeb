//! Python.

mod function;
mod import;
mod resolve;
mod roots;
mod stdlib;

use tree_sitter::Node;

use super::builder::{Builder, line, start};
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
    exports_explicitly: false,
    declares_by_assignment: true,
    dots_lead_into_packages: false,
    marks_tests: false,
    has_block_scopes: false,
    builtins: BUILTINS,
};

/// A function of a class is a method; decorators belong to what they decorate; `test…` may be a test.
fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let declaration = *builder.observation().declaration(decl);
    let container = declaration.container.map(|container| builder.observation().declaration(container).kind);
    let in_class = container == Some(DeclKind::Class);
    let name = builder.observation().name(declaration.name).to_owned();
    let decorated = node.parent().filter(|parent| parent.kind() == "decorated_definition");
    let row = builder.declaration_mut(decl);
    row.kind = match row.kind {
        DeclKind::Function if in_class => DeclKind::Method,
        DeclKind::Variable if in_class => DeclKind::Field,
        kind => kind,
    };
    row.exported = !name.starts_with('_');
    if let Some(decorated) = decorated {
        row.start_line = line(decorated.start_position().row);
    }
    if declaration.kind == DeclKind::Function {
        function::read(node, decorated, in_class, builder);
    }
    let is_function = declaration.kind == DeclKind::Function && name.starts_with("test");
    if is_function && !decorated.is_some_and(|decorated| is_fixture(decorated, builder)) {
        if container == Some(DeclKind::File) {
            builder.test(&name, start(node));
        } else if let Some(class) = class_around(node).filter(|class| in_class && is_test_class(*class, builder)) {
            let class = class.child_by_field_name("name").map_or("", |name| builder.text(name));
            builder.test(&format!("{class}::{name}"), start(node));
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
fn is_test(file: &str) -> bool {
    let stem = path::stem(file);
    stem.starts_with("test_")
        || stem.ends_with("_test")
        || matches!(stem, "conftest" | "tests")
        || file.split('/').rev().skip(1).any(|part| matches!(part, "tests" | "test"))
}

/// Methods that texts, lists, dictionaries, sets and files have.
const BUILTINS: &[&str] = &[
    "add",
    "append",
    "capitalize",
    "casefold",
    "center",
    "clear",
    "close",
    "copy",
    "count",
    "decode",
    "difference",
    "discard",
    "encode",
    "endswith",
    "extend",
    "find",
    "flush",
    "format",
    "fromkeys",
    "get",
    "group",
    "groups",
    "index",
    "insert",
    "intersection",
    "isdigit",
    "items",
    "join",
    "keys",
    "ljust",
    "lower",
    "lstrip",
    "match",
    "partition",
    "pop",
    "popitem",
    "read",
    "readline",
    "remove",
    "replace",
    "reverse",
    "rfind",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "search",
    "seek",
    "setdefault",
    "sort",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "sub",
    "tell",
    "title",
    "translate",
    "union",
    "update",
    "upper",
    "values",
    "write",
    "zfill",
];
