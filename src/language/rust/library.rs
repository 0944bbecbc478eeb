//! The methods of the library's holders, by what they do with what these hold.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::made_by;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::value;

/// The methods of holders of the library that give what the holder holds: a guard is seen through.
pub const OPENING: &[&str] = &["borrow", "borrow_mut"];
/// The methods of holders of the library that give a holder of the same: an option, a result, an iterator.
#[rustfmt::skip]
pub const HOLDING: &[&str] = &[
    "as_mut", "as_ref", "back", "back_mut", "by_ref", "chain", "drain", "filter", "find", "first", "first_mut", "front", "front_mut", "fuse",
    "get", "get_mut", "inspect", "into_iter", "iter", "iter_mut", "last", "last_mut", "lock", "max_by", "max_by_key", "min_by",
    "min_by_key", "next", "next_back", "nth", "ok", "peekable", "pop", "pop_back", "pop_front", "read", "rev", "rfind", "skip",
    "skip_while", "step_by", "take", "take_while", "try_borrow", "try_borrow_mut", "try_lock", "write",
];
/// The methods of holders of the library that hand what the holder holds to a function, with the places at which they do.
#[rustfmt::skip]
pub const HANDING: &[(&str, &str)] = &[
    ("all", FIRST), ("and_then", FIRST), ("any", FIRST), ("filter", FIRST), ("filter_map", FIRST), ("find", FIRST),
    ("find_map", FIRST), ("flat_map", FIRST), ("fold", "(1)(1)"), ("for_each", FIRST), ("inspect", FIRST), ("is_none_or", FIRST),
    ("is_ok_and", FIRST), ("is_some_and", FIRST), ("map", FIRST), ("map_or", "(1)(0)"), ("map_or_else", "(1)(0)"), ("map_while", FIRST),
    ("max_by", FIRST), ("max_by", SECOND), ("max_by_key", FIRST), ("min_by", FIRST), ("min_by", SECOND), ("min_by_key", FIRST),
    ("partition", FIRST), ("position", FIRST), ("retain", FIRST), ("retain_mut", FIRST), ("rfind", FIRST), ("rposition", FIRST),
    ("skip_while", FIRST), ("sort_by", FIRST), ("sort_by", SECOND), ("sort_by_cached_key", FIRST), ("sort_by_key", FIRST),
    ("sort_unstable_by", FIRST), ("sort_unstable_by", SECOND), ("sort_unstable_by_key", FIRST), ("take_while", FIRST),
    ("try_fold", "(1)(1)"), ("try_for_each", FIRST),
];
/// The place of the first value that the first argument takes.
const FIRST: &str = "(0)(0)";
/// The place of the second.
const SECOND: &str = "(0)(1)";
/// The method that puts a number before each element.
pub const COUNTING: &str = "enumerate";
/// The maps of the library.
pub const MAPS: &[&str] = &["BTreeMap", "HashMap"];
/// The methods of those that give a holder of values.
pub const GIVING_VALUES: &[&str] = &["get", "get_mut", "into_values", "remove", "values", "values_mut"];

/// The names of `for x in a`, `for (at, x) in a.enumerate()` and `for (key, x) in map`: of the type that `a`, or the map, holds.
pub fn each(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(pattern), Some(of)) = (node.field("pattern"), node.field("value")) else { return };
    let text = value::text(of, builder);
    if let Some(name) = plain_name(pattern) {
        return bind_element(name, &(text + "[0]"), builder);
    }
    let mut cursor = pattern.walk();
    let parts: Vec<Node<'_>> = pattern.named_children(&mut cursor).collect();
    let (true, Some(last)) = (pattern.kind() == "tuple_pattern", parts.last()) else { return };
    // `_` has no name in the grammar.
    let is_pair = builder.text(pattern).matches(',').count() == 1;
    let is_second = is_pair && builder.text(pattern).trim_end_matches([')', ' ']).ends_with(builder.text(*last));
    let Some(name) = plain_name(*last).filter(|_| is_second) else { return };
    if let Some(counted) = text.strip_suffix(".enumerate()") {
        return bind_element(name, &format!("{counted}[0]"), builder);
    }
    let map = [".iter()", ".iter_mut()", ".into_iter()", ".drain()"].iter().find_map(|end| text.strip_suffix(end));
    bind_element(name, &format!("{}.values()[0]", map.unwrap_or(&text)), builder);
}

/// The name that a pattern is: `a`, `&a`, `mut a`.
fn plain_name(pattern: Node<'_>) -> Option<Node<'_>> {
    let is_marked = matches!(pattern.kind(), "reference_pattern" | "mut_pattern");
    let name = if is_marked { pattern.named_children(&mut pattern.walk()).last() } else { Some(pattern) };
    name.filter(|name| name.kind() == "identifier")
}

fn bind_element(name: Node<'_>, value: &str, builder: &mut Builder<'_>) {
    let held = made_by(value);
    let kind = if held.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
    builder.bind(builder.current(), builder.text(name), held.as_deref(), kind);
}
