//! Expressions of names, members, calls and subscripts as paths.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::node::first;

/// How many members and calls deep an expression is followed.
const DEEPEST: usize = 24;
/// The path of what no project declares: a text, a number, an array. No code can spell it.
pub const LITERAL: &str = "#literal";
/// A type that no project declares: what is bound with it is known to have no known type, whatever is said elsewhere of
/// a name that is spelled the same in an inner block.
pub const UNKNOWN: &str = "unknown";

/// An expression of names, members, calls and subscripts, as a path.
pub fn path(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let mut at = node;
    for _ in 0..DEEPEST {
        at = inner(at);
        match at.kind() {
            "identifier" | "this" | "type_identifier" => {
                let mut path = builder.text(at).to_owned();
                parts.iter().rev().for_each(|part| path.push_str(part));
                return Some(path);
            }
            "member_expression" | "nested_identifier" => {
                parts.push(builder.text(at.field("property")?));
                parts.push(".");
                at = at.field("object")?;
            }
            "subscript_expression" => {
                parts.push("[]");
                at = at.field("object")?;
            }
            "call_expression" => {
                parts.push("()");
                at = at.field("function")?;
            }
            "new_expression" => at = at.field("constructor")?,
            _ => return None,
        }
    }
    None
}

/// Wrappers that do not change a value's type: `await` aside, brackets and assertions.
pub fn inner(value: Node<'_>) -> Node<'_> {
    let mut at = value;
    while let ("await_expression" | "parenthesized_expression" | "non_null_expression", Some(inside)) =
        (at.kind(), first(at))
    {
        at = inside;
    }
    at
}
