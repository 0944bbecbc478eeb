//! Reads what a Ruby file loads: `require`, `require_relative`, `load`, `autoload`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::{DeclKind, ImportKind};
use super::chain::{literal, spelled};
use crate::base::Position;

/// Reads a call of that name without a receiver. Whether it is one that loads.
pub fn read(name: &str, arguments: &[Node<'_>], builder: &mut Builder<'_>) -> bool {
    let kind = match name {
        "require" | "require_relative" | "require_dependency" => ImportKind::Value,
        "load" | "autoload" => ImportKind::Dynamic,
        _ => return false,
    };
    let Some(first) = arguments.first() else { return true };
    if let Some(constant) = spelled(*first, builder).filter(|_| name == "autoload") {
        let at = start(*first);
        builder.reference_at(constant, Position { column: at.column + 1, ..at });
    }
    let source = match (name, arguments) {
        ("autoload", [name]) => spelled(*name, builder).map(|name| constant_here(name, builder)),
        ("autoload", [_, path, ..]) => file(*path, builder),
        ("require_relative", _) => literal(*first, builder).map(|path| format!("./{path}")),
        _ => file(*first, builder),
    };
    if let Some(source) = source.filter(|source| !source.is_empty()) {
        // The path, where a name stands before it.
        let place = arguments.get(1).filter(|_| name == "autoload").unwrap_or(first);
        builder.import(kind, &source, None, None, start(*place));
    }
    true
}

/// `autoload :Name` under Active Support loads the file that the constant's path names.
fn constant_here(name: &str, builder: &Builder<'_>) -> String {
    let rows = builder.open().iter().map(|decl| builder.observation().declaration(*decl));
    let around = rows.filter(|row| row.kind != DeclKind::File).map(|row| builder.observation().name(row.name));
    let mut parts: Vec<&str> = around.collect();
    parts.push(name);
    parts.join("::")
}

/// A file as written: a plain path, or one that counts from this file, which then starts with a dot.
fn file(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    if let Some(path) = literal(node, builder) {
        return Some(path.to_owned());
    }
    let here = |node: Node<'_>| match builder.text(node) {
        "__dir__" | "File.dirname(__FILE__)" => Some("."),
        "__FILE__" => Some("./_"),
        _ => None,
    };
    match node.kind() {
        // `File.expand_path("../a", __FILE__)`, `File.join(__dir__, "a", "b")`
        "call" => {
            let list = node.field("arguments")?;
            let mut cursor = list.walk();
            let arguments: Vec<Node<'_>> = list.named_children(&mut cursor).collect();
            let called = builder.text(node);
            let called = called.split('(').next().unwrap_or(called).trim();
            match (called, arguments.as_slice()) {
                ("File.expand_path", [path]) => {
                    literal(*path, builder).filter(|path| path.starts_with('.')).map(str::to_owned)
                }
                ("File.expand_path", [path, base]) => Some(format!("{}/{}", here(*base)?, literal(*path, builder)?)),
                ("File.join", [base, parts @ ..]) => {
                    let parts: Option<Vec<&str>> = parts.iter().map(|part| literal(*part, builder)).collect();
                    Some(format!("{}/{}", here(*base)?, parts?.join("/")))
                }
                _ => None,
            }
        }
        // `File.dirname(__FILE__) + "/a"`
        "binary" => {
            let (left, right) = (node.field("left")?, node.field("right")?);
            Some(format!("{}{}", here(left)?, literal(right, builder)?))
        }
        // `"#{__dir__}/a"`
        "string" => {
            let text = builder.text(node).trim_matches('"');
            let rest = text.strip_prefix("#{__dir__}").or_else(|| text.strip_prefix("#{File.dirname(__FILE__)}"))?;
            (!rest.contains("#{")).then(|| format!(".{rest}"))
        }
        _ => None,
    }
}
