//! Reads Scala's imports and package clauses.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::expression::{LIFTING, type_name};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, ImportKind};
use super::super::observation::{Decl, ImportSite};
use super::super::unwritten::in_block_name;
use super::node::child;
use crate::base::TextPart;

/// `package a.b`, `package object c { … }`, `import a.b.{C, D => E, _}`.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "import_declaration" => read_imports(node, builder),
        _ => read_package(node, builder),
    }
}

/// A clause after another adds to it, and the names of the outer package stay in sight. What a package object holds
/// belongs to the package of its name.
fn read_package(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("name") else { return };
    if node.kind() == "package_object" {
        read_lifted(node, builder);
    }
    let at = start(name);
    let name: String = builder.text(name).chars().filter(|it| !it.is_whitespace() && *it != '`').collect();
    let outer = builder.observation().package.map(|outer| builder.observation().name(outer).to_owned());
    let Some(outer) = outer else { return builder.package(&name) };
    builder.import(ImportKind::Value, &outer, Some("*"), None, at);
    builder.package(&format!("{outer}.{name}"));
}

/// The types that a package object extends: the package has their members.
fn read_lifted(object: Node<'_>, builder: &mut Builder<'_>) {
    let Some(clause) = child(object, "extends_clause") else { return };
    let mut cursor = clause.walk();
    let types: Vec<Node<'_>> = clause.children_by_field_name("type", &mut cursor).filter(|it| it.is_named()).collect();
    for of in types {
        if let Some(of) = type_name(builder.text(of)) {
            builder.bind(Decl(0), LIFTING, Some(&of), BindingKind::Copied);
        }
    }
}

fn read_imports(node: Node<'_>, builder: &mut Builder<'_>) {
    let text = builder.text(node);
    let text = text.strip_prefix("import").unwrap_or(text);
    let at = start(node.named_child(0).unwrap_or(node));
    for part in split(text) {
        let part = part.trim().trim_start_matches("_root_.");
        let head = part.split(['.', ' ']).next().unwrap_or(part);
        // What a value brings in is no import of a file.
        if builder.is_local(head) || matches!(head, "this" | "super" | "") {
            continue;
        }
        let whole = whole_path(part, head, builder);
        let part = whole.as_deref().unwrap_or(part);
        let first = builder.observation().imports.len();
        match part.split_once('{') {
            Some((path, selectors)) => {
                let path = plain(path.trim_end().trim_end_matches('.'));
                for selector in split(selectors.trim_end().trim_end_matches('}')) {
                    read_selector(&path, selector, at, builder);
                }
            }
            None => {
                let end = part.rfind('.').unwrap_or(0);
                read_selector(&plain(part.part(..end)), part.part(end..).trim_start_matches('.'), at, builder);
            }
        }
        if is_in_block(node, builder) {
            bind_in_block(first, builder);
        }
    }
}

/// Whether a block in the body of a type holds an import, and no function.
fn is_in_block(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let is_type = builder.observation().declaration(builder.current()).kind.is_type();
    is_type && builder.parent(node).is_some_and(|around| !around.kind().ends_with("body"))
}

/// Binds the names of the imports from one on as those of a block.
fn bind_in_block(first: usize, builder: &mut Builder<'_>) {
    let observation = builder.observation();
    let names = observation.imports.iter().skip(first).filter_map(|site| site.local.or(site.name));
    let names: Vec<String> = names.map(|name| in_block_name(observation.name(name))).collect();
    names.iter().for_each(|name| builder.bind(builder.current(), name, None, BindingKind::Untyped));
}

/// A path whose head an import above binds: `import a.C`, then `import C._`.
fn whole_path(part: &str, head: &str, builder: &Builder<'_>) -> Option<String> {
    let observation = builder.observation();
    let is_it = |site: &&ImportSite| site.local.is_some_and(|local| observation.name(local) == head);
    let source = observation.name(observation.imports.iter().rfind(is_it)?.source);
    let rest = part.strip_prefix(head).filter(|rest| rest.starts_with('.') && source != head)?;
    Some(format!("{source}{rest}"))
}

/// `C`, `C => D`, `C as D`, `_`, `*`, `given`; `C => _` takes a name out.
fn read_selector(path: &str, selector: &str, at: crate::base::Position, builder: &mut Builder<'_>) {
    let selector = selector.trim();
    if path.is_empty() || selector.is_empty() {
        return;
    }
    if matches!(selector, "_" | "*" | "given") || selector.starts_with("given ") {
        return builder.import(ImportKind::Value, path, Some("*"), None, at);
    }
    let renamed = selector.split_once("=>").or_else(|| selector.split_once(" as "));
    let (name, local) = renamed.unwrap_or((selector, selector));
    let (name, local) = (plain(name), plain(local));
    if local != "_" {
        builder.import(ImportKind::Value, &format!("{path}.{name}"), Some(&name), Some(&local), at);
    }
}

fn plain(text: &str) -> String {
    text.chars().filter(|it| !it.is_whitespace() && *it != '`').collect()
}

/// The parts between the commas that stand in no bracket.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0usize;
    let parts = text.split(move |letter| {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    });
    parts.collect()
}
