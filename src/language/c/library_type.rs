//! Types of the C++ library that hold others: what a list, a map or a pair of it holds.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::type_name;
use super::super::fields::Fields;
use super::super::holders::{HeldMembers, arguments};
use super::loop_names::{EACH, SECOND};
use super::type_text::type_text;
use crate::syntax::{Expr, ExprId};

/// The types whose values hold their first type argument.
#[rustfmt::skip]
const LISTS: &[&str] = &[
    "array", "deque", "forward_list", "initializer_list", "list", "multiset", "optional", "priority_queue", "queue", "set", "span",
    "stack", "unordered_multiset", "unordered_set", "valarray", "vector",
];
/// The types whose values hold pairs, or are one: of their second type argument.
const MAPS: &[&str] = &["map", "multimap", "pair", "unordered_map", "unordered_multimap"];
/// The pointers of the library: a pointer and what it points to are alike.
const POINTERS: &[&str] = &["shared_ptr", "unique_ptr", "weak_ptr"];
/// The types of a container's own iterators.
const ITERATORS: &[&str] = &["::iterator", "::const_iterator", "::reverse_iterator", "::const_reverse_iterator"];
/// How deep types are read.
const DEEPEST: usize = 8;

/// The type of the library that a node states, by what it holds; `None` for any other type.
pub fn held(of: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    if !matches!(of.kind(), "template_type" | "qualified_identifier" | "dependent_type") {
        return None;
    }
    let text = builder.text(of).trim_start_matches("typename").trim().to_owned();
    holder(&text, builder, 0)
}

fn holder(text: &str, builder: &mut Builder<'_>, depth: usize) -> Option<ExprId> {
    // An iterator is a pointer to an element.
    if let Some(text) = ITERATORS.iter().find_map(|word| text.strip_suffix(word)) {
        let of = holder(text, builder, depth)?;
        return Some(match builder.observation().expr(of) {
            Expr::List(held) => held,
            _ => of,
        });
    }
    let (head, inside) = text.strip_suffix('>')?.split_once('<')?;
    let name = library_name(head.trim(), builder)?;
    let given = arguments(inside);
    if LISTS.contains(&name) {
        let held = part(given.first()?, builder, depth + 1)?;
        return Some(builder.lower(Expr::List(held)));
    }
    if MAPS.contains(&name) {
        let held = part(given.get(1)?, builder, depth + 1)?;
        return Some(builder.lower(Expr::Map(held)));
    }
    if POINTERS.contains(&name) && depth > 0 {
        return part(given.first()?, builder, depth + 1);
    }
    None
}

/// A type argument: one of the library again, or the path of a type.
fn part(text: &str, builder: &mut Builder<'_>, depth: usize) -> Option<ExprId> {
    if depth > DEEPEST {
        return None;
    }
    let text = text.trim();
    let text = text.strip_prefix("const ").unwrap_or(text).trim_end_matches(|it: char| "*& ".contains(it));
    let text = text.strip_suffix(" const").unwrap_or(text).trim_end_matches(|it: char| "*& ".contains(it));
    if let Some(of) = holder(text, builder, depth) {
        return Some(of);
    }
    let path = type_name(text)?;
    Some(builder.expr(path.trim_start_matches('.')))
}

/// The name of a type of the library: behind `std::`, or alone where the file takes the names of the library over.
fn library_name<'t>(head: &'t str, builder: &Builder<'_>) -> Option<&'t str> {
    if let Some(name) = head.trim_start_matches("::").strip_prefix("std::") {
        return Some(name);
    }
    let observation = builder.observation();
    let is_taken = |source: &str| source == "std" || source.strip_prefix("std.") == Some(head);
    let is_name = head.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    (is_name && observation.imports.iter().any(|site| is_taken(observation.name(site.source)))).then_some(head)
}

/// Functions of the library that make a pointer, or give back what they are given.
const MAKERS: &[&str] = &["std::make_unique<", "std::make_shared<", "make_unique<", "make_shared<"];

/// The type that a call of the library makes a pointer to: `K` of `std::make_unique<K>(1)`.
pub fn made(text: &str) -> Option<String> {
    let rest = MAKERS.iter().find_map(|maker| text.strip_prefix(maker))?;
    let (of, call) = rest.rsplit_once(">(")?;
    call.ends_with(')').then(|| type_name(of)).flatten().map(|name| name.trim_start_matches('.').to_owned())
}

/// The call of a method of the library that takes something of a container, as a path: `m.find()` of `m.find(k)`.
pub fn taken(value: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let function =
        value.field("function").filter(|it| it.kind() == "field_expression" && value.kind() == "call_expression")?;
    let name = function.field("field").map(|name| builder.text(name))?;
    if !HELD.elements.contains(&name) {
        return None;
    }
    let on = super::value::text(function.field("argument")?, builder);
    builder.dotted(&on).map(|on| format!("{on}.{name}()"))
}

/// The members by which something is taken of the library's containers: an iterator is like the element that it points to.
#[rustfmt::skip]
pub const HELD: HeldMembers = HeldMembers {
    elements: &[
        "at", "back", "begin", "cbegin", "cend", "crbegin", "crend", "emplace_back", "end", "erase", "find", "front", "lower_bound",
        "rbegin", "rend", "top", "upper_bound", "value", "value_or",
    ],
    entries: &[
        "begin", "cbegin", "cend", "crbegin", "crend", "end", "erase", "find", "lower_bound", "rbegin", "rend", "upper_bound",
    ],
    values: &["at"],
    each: EACH,
    second: SECOND,
};

/// The type that is stated for a name: with what a type of the library holds, or a path.
pub fn stated(of: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    if let Some(held) = held(of, builder) {
        return Some(held);
    }
    let path = type_text(of, builder)?;
    Some(builder.expr(&path))
}
