//! Reads `#[derive(A)]`: a macro of that name makes what a trait of the same name asks for.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::expression::type_name;
use super::super::kind::{BindingKind, Inheritance};
use super::super::names::derive_name;
use super::super::observation::Decl;
use super::attributes::{self, Before};
use crate::base::Position;

/// The traits of the library that are derived, with their methods.
pub const LIBRARY: &[(&str, &[&str])] = &[
    ("Clone", &["clone", "clone_from"]),
    ("Debug", &["fmt"]),
    ("Default", &["default"]),
    ("Eq", &["eq", "ne"]),
    ("Hash", &["hash", "hash_slice"]),
    ("Ord", &["clamp", "cmp", "max", "min"]),
    ("PartialEq", &["eq", "ne"]),
    ("PartialOrd", &["ge", "gt", "le", "lt", "partial_cmp"]),
];

/// The methods among them that give a value of the type.
pub const OWN_VALUES: &[&str] = &["clone", "default"];

/// Notes the name that a function derives: `#[proc_macro_derive(A)]`.
pub fn read_macro(before: &Before<'_>, builder: &mut Builder<'_>) {
    for attribute in &before.attributes {
        let list = attribute.strip_prefix("proc_macro_derive").and_then(|rest| rest.trim_start().strip_prefix('('));
        if let Some(name) = list.and_then(|list| list.split([',', ')']).next()) {
            builder.bind(Decl(0), &derive_name(name.trim()), None, BindingKind::Untyped);
        }
    }
}

/// States the traits that the attributes before a type derive.
pub fn read(node: Node<'_>, decl: Decl, before: &Before<'_>, builder: &mut Builder<'_>) {
    if !matches!(node.kind(), "enum_item" | "struct_item" | "union_item") {
        return;
    }
    // The nearest attribute is the first.
    for path in before.attributes.iter().rev().flat_map(|attribute| attributes::derived(attribute)) {
        if let (Some(name), Some(at)) = (type_name(path), place(path, node, builder)) {
            builder.inherit(decl, &name, at, Inheritance::Derived);
        }
    }
}

/// The place of a part of the text before a node.
fn place(part: &str, node: Node<'_>, builder: &Builder<'_>) -> Option<Position> {
    let source = builder.source();
    let byte = (part.as_ptr() as usize).checked_sub(source.as_ptr() as usize)?;
    let between = source.get(byte..node.start_byte())?;
    let n_lines = between.iter().filter(|byte| **byte == b'\n').count();
    let line_start = source.get(..byte)?.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    Some(Position {
        line: start(node).line.checked_sub(u32::try_from(n_lines).ok()?)?,
        column: u32::try_from(byte - line_start + 1).ok()?,
    })
}
