//! Lowers expressions of names, members, calls and subscripts, from their nodes.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::node::first;
use crate::syntax::{Expr, ExprId, Literal};

/// How many members and calls deep an expression is followed.
const DEEPEST: usize = 24;
/// The value that no project declares: a text, a number, an array.
pub const LITERAL: Expr = Expr::Literal(Literal::Other);
/// A type that no project declares: what is bound with it is known to have no known type, whatever is said elsewhere of
/// a name that is spelled the same in an inner block.
pub const UNKNOWN: &str = "unknown";

/// One thing that is done to an expression.
enum Step<'t> {
    Member(&'t str),
    Element,
    Call,
}

/// An expression of names, members, calls and subscripts.
pub fn path<'t>(node: Node<'_>, builder: &mut Builder<'t>) -> Option<ExprId> {
    let mut steps: Vec<Step<'t>> = Vec::new();
    let mut at = node;
    for _ in 0..DEEPEST {
        at = inner(at);
        match at.kind() {
            "identifier" | "this" | "type_identifier" => {
                let head = builder.text(at);
                let head = if head == "this" { builder.lower(Expr::This) } else { builder.lower_name(head) };
                return Some(steps.iter().rev().fold(head, |on, step| match step {
                    Step::Member(name) => builder.lower_member(on, name),
                    Step::Element => builder.lower(Expr::Element(on)),
                    Step::Call => builder.lower(Expr::Call(on)),
                }));
            }
            "member_expression" | "nested_identifier" => {
                steps.push(Step::Member(builder.text(at.field("property")?)));
                at = at.field("object")?;
            }
            "subscript_expression" => {
                steps.push(Step::Element);
                at = at.field("object")?;
            }
            "call_expression" => {
                steps.push(Step::Call);
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
