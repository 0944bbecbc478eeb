//! The members that the operators of C# call.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::operator::{Operators, ProtocolCall};

/// The operators.
pub const OPERATORS: Operators = Operators {
    named: &[],
    between: &[
        ("+", "operator +"),
        ("-", "operator -"),
        ("*", "operator *"),
        ("/", "operator /"),
        ("%", "operator %"),
        ("==", "operator =="),
        ("!=", "operator !="),
        ("<", "operator <"),
        (">", "operator >"),
        ("<=", "operator <="),
        (">=", "operator >="),
        ("<<", "operator <<"),
        (">>", "operator >>"),
        ("&", "operator &"),
        ("|", "operator |"),
        ("^", "operator ^"),
    ],
    element: ("this[]", "this[]"),
    sets_parts: false,
    functions: &[],
    has_arguments: false,
    has_small_types: false,
    absent: &[],
    binders: &[],
    words: &[
        ("await foreach", "GetAsyncEnumerator"),
        ("await using", "DisposeAsync"),
        ("foreach", "GetEnumerator"),
        ("using", "Dispose"),
    ],
    protocol: Some(protocol),
};

/// The members that `foreach` and `using` call.
fn protocol<'t>(node: Node<'t>, _: &Builder<'_>) -> Option<ProtocolCall<'t>> {
    let mut cursor = node.walk();
    let words: Vec<&str> = node.children(&mut cursor).take(2).map(|it| it.kind()).collect();
    let waits = words.first() == Some(&"await");
    let word = if waits { words.get(1) } else { words.first() };
    let members: &[&str] = match (word.copied()?, waits) {
        ("foreach", false) => &["GetEnumerator"],
        ("foreach", true) => &["GetAsyncEnumerator"],
        ("using", false) => &["Dispose"],
        ("using", true) => &["DisposeAsync"],
        _ => return None,
    };
    let value = match node.kind() {
        "foreach_statement" => node.field("right")?,
        _ => made(node)?,
    };
    Some(ProtocolCall { value, at: value, members })
}

/// The one value that a `using` holds: of the variable that it declares, or without a name.
fn made(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    let mut parts = node.named_children(&mut cursor).filter(|it| !it.is_extra() && it.kind() != "block");
    let first = parts.next()?;
    if first.kind() != "variable_declaration" {
        return Some(first).filter(|_| node.kind() == "using_statement");
    }
    let mut cursor = first.walk();
    let declarators = first.named_children(&mut cursor).filter(|it| it.kind() == "variable_declarator");
    let all: Vec<Node<'_>> = declarators.collect();
    let [only] = all.as_slice() else { return None };
    let last = u32::try_from(only.named_child_count().checked_sub(1)?).ok()?;
    only.named_child(last)
}
