//! Reads what a Python file takes from other modules, and what it offers them in `__all__`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::ImportKind;
use super::branch;

/// Stands in `__all__` for names that the text does not spell out.
pub const MORE: &str = "*";

/// Import statements, calls that import, and `__all__`.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "import_statement" => read_import(node, builder),
        "call" => read_call(node, builder),
        "assignment" | "augmented_assignment" => {
            let is_all = node.field("left").is_some_and(|left| builder.text(left) == "__all__");
            if let Some(right) = node.field("right").filter(|_| is_all) {
                read_all(right, builder);
            }
        }
        _ => read_from(node, builder),
    }
}

/// `import a.b as c`.
fn read_import(node: Node<'_>, builder: &mut Builder<'_>) {
    let kind = kind_at(node, builder);
    let mut cursor = node.walk();
    for child in node.children_by_field_name("name", &mut cursor) {
        let (module, alias) = aliased(child, builder);
        let module = spelled(module);
        let head = module.split('.').next().unwrap_or(&module);
        let local = alias.unwrap_or(head);
        builder.import(kind, &module, None, Some(local), start(child));
        branch::read(node, builder.current(), local, builder);
    }
}

/// `from .m import x as y, z`, `from m import *`.
fn read_from(node: Node<'_>, builder: &mut Builder<'_>) {
    let kind = kind_at(node, builder);
    let source = match node.field("module_name") {
        Some(module) => spelled(builder.text(module)),
        None => "__future__".to_owned(),
    };
    let mut cursor = node.walk();
    for child in node.children_by_field_name("name", &mut cursor) {
        let (name, alias) = aliased(child, builder);
        // `import x as x` is how a stub, or a typed package, says that it hands `x` on.
        let kind = if alias == Some(name) { ImportKind::Reexport } else { kind };
        let local = alias.unwrap_or(name);
        builder.import(kind, &source, Some(name), Some(local), start(child));
        branch::read(node, builder.current(), local, builder);
    }
    let mut cursor = node.walk();
    if let Some(star) = node.children(&mut cursor).find(|child| child.kind() == "wildcard_import") {
        builder.import(kind, &source, Some("*"), None, start(star));
    }
}

/// A module's name without the spaces and line breaks that may stand inside.
fn spelled(module: &str) -> String {
    module.chars().filter(|letter| !(letter.is_whitespace() || *letter == '\\')).collect()
}

/// Whether an import is for types alone: under `if TYPE_CHECKING:`, or beside `if not TYPE_CHECKING:`.
fn kind_at(node: Node<'_>, builder: &Builder<'_>) -> ImportKind {
    let mut inner = node;
    for outer in builder.ancestors(node) {
        if outer.kind() == "if_statement" {
            let condition = outer.field("condition").map_or("", |condition| builder.text(condition));
            let condition = match inner.kind() {
                "else_clause" => condition.strip_prefix("not ").unwrap_or("").trim_start(),
                _ if outer.field("consequence") == Some(inner) => condition,
                _ => "",
            };
            if condition == "TYPE_CHECKING" || condition.ends_with(".TYPE_CHECKING") {
                return ImportKind::Type;
            }
        }
        inner = outer;
    }
    ImportKind::Value
}

/// The name and the alias of `a as b`.
fn aliased<'t>(node: Node<'_>, builder: &Builder<'t>) -> (&'t str, Option<&'t str>) {
    match (node.field("name"), node.field("alias")) {
        (Some(name), alias) if node.kind() == "aliased_import" => {
            (builder.text(name), alias.map(|alias| builder.text(alias)))
        }
        _ => (builder.text(node), None),
    }
}

/// `import_module("a.b")`, `__import__("a.b")`, `pytest.importorskip("a.b")`; `__all__.extend(["x"])`.
fn read_call(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(function), Some(arguments)) = (node.field("function"), node.field("arguments")) else {
        return;
    };
    let Some(first) = arguments.named_child(0) else { return };
    let function = builder.text(function);
    if matches!(function, "__all__.extend" | "__all__.append") {
        return read_all(first, builder);
    }
    let called = function.rsplit('.').next().unwrap_or(function);
    if !matches!(called, "import_module" | "__import__" | "importorskip") {
        return;
    }
    if let Some(module) = literal(first, builder).filter(|module| is_module(module)) {
        // `import_module(".x", "pkg")` says from where the dots count; `__package__` is this file's own.
        let package = arguments.named_child(1).filter(|_| module.starts_with('.'));
        let mut source = module.to_owned();
        if let Some(package) = package {
            let package_text = builder.text(package).trim_start_matches("package=");
            match literal(package, builder) {
                Some(package) if !module.starts_with("..") => source = format!("{package}{module}"),
                _ if matches!(package_text, "__package__" | "__name__") => {}
                _ => return,
            }
        }
        builder.import(ImportKind::Dynamic, &source, None, None, start(first));
    }
}

fn is_module(text: &str) -> bool {
    let parts = text.trim_start_matches('.');
    !parts.is_empty()
        && parts.split('.').all(|part| {
            let mut letters = part.chars();
            letters.next().is_some_and(|head| head.is_alphabetic() || head == '_')
                && letters.all(|letter| letter.is_alphanumeric() || letter == '_')
        })
}

/// The text of a plain string.
fn literal<'t>(node: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    let is_plain = node.kind() == "string" && node.named_child_count() == 3;
    let content = node.named_child(1).filter(|content| is_plain && content.kind() == "string_content")?;
    (content.named_child_count() == 0).then(|| builder.text(content))
}

/// The names that `__all__` lists. What is no plain string may be any name.
fn read_all(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if let Some(name) = literal(node, builder) {
            builder.export(name, name);
            continue;
        }
        match node.kind() {
            "list" | "tuple" | "binary_operator" | "parenthesized_expression" | "set" => {
                let (mark, mut cursor) = (open.len(), node.walk());
                open.extend(node.named_children(&mut cursor).filter(|child| child.kind() != "comment"));
                open[mark..].reverse();
            }
            _ => builder.export(MORE, MORE),
        }
    }
}
