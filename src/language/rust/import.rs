//! Reads Rust's `use` trees, `mod` and `extern crate` items, and the paths that stand in the code.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::ImportKind;
use super::attributes;
use crate::base::Position;

/// How deep the groups of one `use` may nest.
const MAX_GROUPS: usize = 32;

/// Reads one item or path.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "use_declaration" => {
            let is_public = node.named_child(0).is_some_and(|child| child.kind() == "visibility_modifier");
            let kind = if is_public { ImportKind::Reexport } else { ImportKind::Value };
            if let Some(argument) = node.field("argument") {
                tree(argument, String::new(), kind, 0, builder);
            }
        }
        "extern_crate_declaration" => extern_crate(node, builder),
        "mod_item" => module(node, builder),
        _ => path(node, builder),
    }
}

/// One branch of a `use` tree below a prefix.
fn tree(node: Node<'_>, prefix: String, kind: ImportKind, depth: usize, builder: &mut Builder<'_>) {
    if depth > MAX_GROUPS {
        return;
    }
    match node.kind() {
        "scoped_use_list" => {
            let inner = node.field("path").map_or("", |path| builder.text(path));
            // `use ::{a, b}` has an empty path that still says "a crate".
            let prefix = if inner.is_empty() { "::".to_owned() } else { join(&prefix, inner) };
            if let Some(list) = node.field("list") {
                tree(list, prefix, kind, depth + 1, builder);
            }
        }
        "use_list" => {
            let mut cursor = node.walk();
            for child in node.named_children(&mut cursor) {
                tree(child, prefix.clone(), kind, depth + 1, builder);
            }
        }
        "use_wildcard" => {
            let source = node.named_child(0).map_or(prefix.clone(), |path| join(&prefix, builder.text(path)));
            builder.import(kind, &plain(&source), Some("*"), None, start(node));
        }
        "use_as_clause" => {
            let path = node.field("path").map_or("", |path| builder.text(path));
            let alias = node.field("alias").map_or("_", |alias| builder.text(alias));
            leaf(&join(&prefix, path), Some(alias), kind, node, builder);
        }
        "line_comment" | "block_comment" => {}
        _ => leaf(&join(&prefix, builder.text(node)), None, kind, node, builder),
    }
}

fn leaf(path: &str, alias: Option<&str>, kind: ImportKind, node: Node<'_>, builder: &mut Builder<'_>) {
    named(path, alias, kind, start(node), builder);
}

/// One name of a `use`: `a::b::C`, or `a::b::self`, which is the module `a::b`.
pub fn named(path: &str, alias: Option<&str>, kind: ImportKind, at: Position, builder: &mut Builder<'_>) {
    let path = plain(path);
    let path = path.strip_suffix("::self").unwrap_or(&path);
    let (source, name) = split(path);
    let local = alias.or(name).unwrap_or(source);
    let local = (!matches!(local, "_" | "self" | "super" | "crate")).then_some(local);
    builder.import(kind, source, name, local, at);
}

/// A path below a prefix, which may be empty.
pub fn join(prefix: &str, path: &str) -> String {
    if prefix.is_empty() || prefix.ends_with("::") { format!("{prefix}{path}") } else { format!("{prefix}::{path}") }
}

/// A path without spaces.
fn plain(path: &str) -> String {
    path.split_whitespace().collect()
}

/// All but the last part, and the last. A single part, or a crate by `::a`, has no second.
fn split(path: &str) -> (&str, Option<&str>) {
    match path.rsplit_once("::") {
        Some((source, name)) if !source.is_empty() => (source, Some(name)),
        _ => (path, None),
    }
}

/// `extern crate a as b;` is `use ::a as b;`.
fn extern_crate(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("name").map(|name| builder.text(name)) else { return };
    let alias = node.field("alias").map_or(name, |alias| builder.text(alias));
    let source = if name == "self" { "crate".to_owned() } else { format!("::{name}") };
    builder.import(ImportKind::Value, &source, None, (alias != "_").then_some(alias), start(node));
}

/// `mod x;`: the source is the name, or what `#[path]` says.
fn module(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("name") else { return };
    let text = builder.text(name);
    let paths = attributes::paths(builder.source(), node.start_byte());
    let is_conditional = attributes::is_conditional(builder.source(), node.start_byte());
    let import = |source: &str, builder: &mut Builder<'_>| {
        builder.import(ImportKind::Implicit, source, None, Some(text), start(name));
        if is_conditional {
            builder.conditional_import();
        }
    };
    if !paths.iter().any(|(_, is_certain)| *is_certain) {
        import(text, builder);
    }
    for (path, _) in paths {
        import(&path, builder);
    }
}

/// A path in the code. One that starts with a type leads nowhere that an import could.
fn path(node: Node<'_>, builder: &mut Builder<'_>) {
    let is_part = |parent: Node<'_>| {
        let kind = parent.kind();
        kind.starts_with("scoped_") || kind.starts_with("use_") || kind == "visibility_modifier"
    };
    if builder.parent(node).is_some_and(is_part) {
        return;
    }
    let text = builder.text(node);
    let text = text.split('<').next().unwrap_or(text);
    let text = plain(text.trim_end_matches("::"));
    let head = text.trim_start_matches("::");
    if head.starts_with(|letter: char| letter.is_lowercase() || letter == '_')
        && let (source, Some(name)) = split(&text)
    {
        builder.import_path(source, Some(name), start(node));
    }
}
