//! Reads the elements of collections: by the types that the text states, `[A]`, `Set<A>`, and through the methods that give another of
//! the same.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::closure::value_of;
use super::super::expression::{called, type_name};
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use crate::syntax::{Expr, ExprId};

/// Types of many values.
const LISTS: &[&str] = &["Array", "ArraySlice", "ContiguousArray", "Set"];
/// Methods that give a collection of the same, and views of it.
pub const SAME: &[&str] =
    &["dropFirst", "dropLast", "filter", "lazy", "prefix", "reversed", "shuffled", "sorted", "suffix", "union"];
/// Methods that give one of the elements.
pub const OPENING: &[&str] =
    &["first", "last", "max", "min", "popFirst", "popLast", "randomElement", "remove", "removeFirst", "removeLast"];

/// The path of a type that the text states: `A[]` for many of it.
pub fn stated_type(text: &str) -> Option<String> {
    let plain = text.trim().trim_end_matches(['?', '!']);
    match plain.strip_suffix('>').and_then(|plain| plain.split_once('<')) {
        Some((head, inside)) if LISTS.contains(&head) => {
            let of = type_name(inside).filter(|of| !inside.trim().starts_with(['[', '(']) && !of.ends_with("[]"))?;
            Some(format!("{of}[]"))
        }
        _ => type_name(text),
    }
}

/// The text of the type that a collection, or an optional, holds.
pub fn held_type(text: &str) -> &str {
    let mut plain = text.trim();
    loop {
        plain = plain.trim_end_matches(['?', '!']);
        let without = ["some ", "any "].iter().find_map(|word| plain.strip_prefix(word));
        let list = || plain.strip_prefix('[')?.strip_suffix(']').filter(|held| !held.contains(':'));
        let held = || {
            let (head, inside) = plain.strip_suffix('>')?.split_once('<')?;
            LISTS.contains(&head).then_some(inside)
        };
        match without.or_else(list).or_else(held) {
            Some(inner) => plain = inner.trim(),
            None => return plain,
        }
    }
}

/// The type of a literal whose elements are made by one type: `A[]` of `[A(1), A(2)]`.
pub fn made(list: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut cursor = list.walk();
    let mut made = list.named_children(&mut cursor).filter(|it| !it.is_extra()).map(|element| {
        let of = called(builder.text(element)).filter(|_| element.kind() == "call_expression")?;
        let name = of.rsplit('.').next().unwrap_or(&of);
        name.starts_with(char::is_uppercase).then_some(of)
    });
    let first = made.next()??;
    made.all(|of| of.as_ref() == Some(&first)).then(|| format!("{first}[]"))
}

/// One of the elements of a collection.
pub fn element(of: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let mut at = of;
    while let Some(inner) = same(at, builder) {
        at = inner;
    }
    let value = value_of(at, builder)?;
    Some(builder.lower(Expr::Element(value)))
}

/// The collection of which another gives the same elements.
fn same<'n>(node: Node<'n>, builder: &Builder<'n>) -> Option<Node<'n>> {
    let callee = if node.kind() == "call_expression" { node.named_child(0)? } else { node };
    let name = suffix(callee, builder)?;
    callee.field("target").filter(|_| SAME.contains(&name))
}

fn suffix<'t>(callee: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    let suffix = callee.field("suffix").filter(|_| callee.kind() == "navigation_expression")?;
    Some(builder.text(suffix.field("suffix")?))
}

/// The values of each round, where they are several: of `a.enumerated()` a number and an element, of `zip(a, b)` one of each.
pub fn several(of: Node<'_>, builder: &mut Builder<'_>) -> Option<Vec<Option<ExprId>>> {
    let callee = of.named_child(0).filter(|_| of.kind() == "call_expression")?;
    if suffix(callee, builder) == Some("enumerated") {
        let target = callee.field("target")?;
        return Some(vec![None, element(target, builder)]);
    }
    if builder.text(callee) != "zip" {
        return None;
    }
    let mut cursor = of.walk();
    let suffix = of.named_children(&mut cursor).find(|it| it.kind() == "call_suffix")?;
    let list = suffix.named_child(0).filter(|list| list.kind() == "value_arguments")?;
    let mut cursor = list.walk();
    let values: Vec<Node<'_>> = list.named_children(&mut cursor).filter_map(|it| it.field("value")).collect();
    Some(values.into_iter().map(|value| element(value, builder)).collect())
}

fn bound_name(part: Node<'_>) -> Option<Node<'_>> {
    let plain = || part.named_child(0).filter(|name| name.kind() == "simple_identifier");
    part.field("bound_identifier").or_else(plain)
}

/// Whether a pattern names the type of what it binds: `let a as A`, by the nodes that it begins with.
pub fn is_cast(parts: &[Node<'_>]) -> bool {
    cast(parts).is_some()
}

/// Binds the name of such a pattern to the type.
pub fn bind_cast(parts: &[Node<'_>], builder: &mut Builder<'_>) {
    let Some((name, of)) = cast(parts) else { return };
    if let Some(of) = stated_type(builder.text(of)) {
        builder.bind(builder.current(), builder.text(name), Some(&of), BindingKind::Annotated);
    }
}

/// The name and the type of `let a as A`.
fn cast<'n>(parts: &[Node<'n>]) -> Option<(Node<'n>, Node<'n>)> {
    let parts: Vec<Node<'n>> = match parts {
        [whole] => whole.named_children(&mut whole.walk()).collect(),
        _ => parts.iter().copied().filter(Node::is_named).collect(),
    };
    let [before @ .., pattern, of] = parts.as_slice() else { return None };
    let is_cast = of.prev_sibling().is_some_and(|word| word.kind() == "as");
    let is_let = before.iter().all(|it| it.kind() == "value_binding_pattern");
    Some((bound_name(*pattern)?, *of)).filter(|_| is_cast && is_let)
}

/// Binds what a loop takes out of a collection: `for a in b`, `for (n, a) in b.enumerated()`.
pub fn read_loop(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(item), Some(of)) = (node.field("item"), node.field("collection")) else { return };
    let mut cursor = item.walk();
    let parts: Vec<Node<'_>> = item.named_children(&mut cursor).filter(|part| part.kind() == "pattern").collect();
    if is_cast(&[item]) {
        return bind_cast(&[item], builder);
    }
    let (names, values) = match item.field("bound_identifier") {
        Some(name) => (vec![Some(name)], vec![element(of, builder)]),
        None => {
            let Some(values) = several(of, builder) else { return };
            (parts.into_iter().map(bound_name).collect(), values)
        }
    };
    for (name, value) in names.into_iter().zip(values) {
        let (Some(name), Some(value)) = (name, value) else { continue };
        builder.bind_expr(builder.current(), builder.text(name), Some(value), BindingKind::Copied);
    }
}
