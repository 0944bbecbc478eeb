//! Reads Go's import specs, the condition before the package clause, and what statements bind.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::ImportKind;
use super::{binding, channel, switched};
use crate::base::TextPart;

/// `"example.com/a/b"`, `name "path"`, `_ "path"`, `. "path"`; a package clause for the comments before it.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    if node.kind() == "package_clause" {
        if let Some(condition) = condition(builder.source().get(..node.start_byte()).unwrap_or(&[])) {
            builder.condition(&condition);
        }
        return;
    }
    match node.kind() {
        "range_clause" => return binding::range(node, builder),
        "variadic_parameter_declaration" => return binding::variadic(node, builder),
        "short_var_declaration" => return binding::short(node, builder),
        "receive_statement" => return binding::received(node, builder),
        "type_switch_statement" => return switched::read(node, builder),
        "field_declaration" | "parameter_declaration" => return channel::declared(node, builder),
        "var_spec" => {
            channel::declared(node, builder);
            return binding::spec(node, builder);
        }
        _ => {}
    }
    let Some(path) = node.field("path") else { return };
    let source = builder.text(path).trim_matches(['"', '`']);
    let at = start(path);
    match node.field("name").map(|name| builder.text(name)) {
        Some("_") => builder.import(ImportKind::Implicit, source, None, None, at),
        Some(".") => builder.import(ImportKind::Value, source, Some("*"), None, at),
        Some(alias) => builder.import(ImportKind::Value, source, None, Some(alias), at),
        // What it binds is said by the package: see the resolver.
        None => builder.import(ImportKind::Value, source, None, None, at),
    }
}

/// The name that a package most likely has: the last part of its path, versions left out.
pub fn last_part(path: &str) -> &str {
    let mut parts = path.rsplit('/');
    let last = parts.next().unwrap_or(path);
    let is_version =
        |text: &str| text.len() > 1 && text.starts_with('v') && text.part(1..).bytes().all(|it| it.is_ascii_digit());
    let last = if is_version(last) { parts.next().unwrap_or(last) } else { last };
    match last.rsplit_once('.') {
        Some((name, version)) if is_version(version) => name.strip_prefix("go-").unwrap_or(name),
        _ => last.strip_prefix("go-").unwrap_or(last),
    }
}

/// The expression of the `//go:build` line before a package clause.
fn condition(head: &[u8]) -> Option<String> {
    let head = std::str::from_utf8(head).ok()?;
    let line = head.lines().find_map(|line| line.trim_end().strip_prefix("//go:build "))?;
    Some(line.trim().to_owned())
}
