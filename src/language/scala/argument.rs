//! Lowers the arguments of Scala's calls: enough of each to choose among overloads.

use tree_sitter::Node;

use super::super::arguments::{LONGEST, MOST_MARKS};
use super::super::builder::Builder;
use super::super::expression::type_name;
use super::super::fields::Fields;
use super::super::long_argument::text_before_arguments;
use super::plain::plain;
use crate::syntax::{Expr, ExprId, GivenArgument, Literal};

/// The marks before a text that leave it one.
const INTERPOLATORS: &[&str] = &["f", "raw", "s"];

/// Writes what the call that was written last is called with. Where arguments are named, their places are not known.
pub fn read(list: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = list.walk();
    let values = list.named_children(&mut cursor).filter(|child| !child.kind().ends_with("comment"));
    let values: Vec<Node<'_>> = values.collect();
    // A block, or a function, in the place of brackets is one argument.
    if list.kind() != "arguments" {
        let is_function =
            list.kind() == "case_block" || matches!(values.as_slice(), [it] if it.kind() == "lambda_expression");
        let literal = if is_function { Expr::Literal(Literal::Function) } else { Expr::Unknown };
        let value = builder.lower(literal);
        return builder.given(vec![GivenArgument { label: None, value }]);
    }
    let is_open = values.iter().any(|it| matches!(it.kind(), "assignment_expression" | "vararg"));
    let given = values.into_iter().map(|value| {
        let known = if is_open { None } else { of_value(value, MOST_MARKS, builder) };
        let value = known.unwrap_or_else(|| builder.lower(Expr::Unknown));
        GivenArgument { label: None, value }
    });
    let given = given.collect();
    builder.given(given);
}

fn of_value(value: Node<'_>, deepest: usize, builder: &mut Builder<'_>) -> Option<ExprId> {
    let deeper = deepest.checked_sub(1)?;
    let text = builder.text(value);
    let is_suffixed = |letters: &[char]| text.ends_with(letters);
    let literal = match value.kind() {
        "string" => Literal::Text,
        "interpolated_string_expression" => {
            let mark = value.field("interpolator").map_or("", |mark| builder.text(mark));
            INTERPOLATORS.contains(&mark).then_some(Literal::Text)?
        }
        "character_literal" => Literal::Character,
        "integer_literal" if is_suffixed(&['l', 'L']) => Literal::Long,
        "integer_literal" => Literal::Integer,
        "floating_point_literal" if is_suffixed(&['f', 'F']) => Literal::Float,
        "floating_point_literal" => Literal::Double,
        "boolean_literal" => Literal::Boolean,
        "null_literal" => Literal::Null,
        "lambda_expression" | "case_block" => Literal::Function,
        _ => return of_other(value, deeper, builder),
    };
    Some(builder.lower(Expr::Literal(literal)))
}

fn of_other(value: Node<'_>, deeper: usize, builder: &mut Builder<'_>) -> Option<ExprId> {
    let text = builder.text(value);
    match value.kind() {
        "instance_expression" => {
            let of = value.named_child(0).filter(|of| of.kind().contains("type") && of.kind() != "compound_type")?;
            made(of, builder)
        }
        "call_expression" if text.len() > LONGEST => {
            let is_curried = value.field("function").is_some_and(|it| it.kind() == "call_expression");
            let head = text_before_arguments(value, builder).filter(|_| !is_curried && !is_partial(value))?;
            let path = builder.chain(&plain(head))?;
            Some(builder.expr(&format!("{path}()")))
        }
        _ if text.len() > LONGEST => None,
        "parenthesized_expression" => of_value(value.named_child(0)?, deeper, builder),
        "ascription_expression" => made(value.field("type")?, builder),
        "prefix_expression" if text.starts_with('!') => Some(builder.lower(Expr::Literal(Literal::Boolean))),
        "infix_expression" => {
            let sign = builder.text(value.field("operator")?);
            matches!(sign, "==" | "!=").then(|| builder.lower(Expr::Literal(Literal::Boolean)))
        }
        "call_expression" => {
            let is_curried = value.field("function").is_some_and(|it| it.kind() == "call_expression");
            let path = builder.called(&plain(text)).filter(|_| !is_curried && !is_partial(value))?;
            Some(builder.expr(&format!("{path}()")))
        }
        "generic_function" => of_generic(value, builder),
        "identifier" | "field_expression" => {
            builder.dotted(text).filter(|path| !path.starts_with('_')).map(|path| builder.expr(&path))
        }
        _ => None,
    }
}

/// `classOf[A]`, `a.asInstanceOf[A]`.
fn of_generic(value: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let function = builder.text(value.field("function")?);
    if function == "classOf" {
        return Some(builder.lower(Expr::Literal(Literal::Class)));
    }
    let types = value.field("type_arguments").filter(|_| function.ends_with(".asInstanceOf"))?;
    made(types.named_child(0)?, builder)
}

/// Whether a call leaves a place open, so that it is a function: `f(_)`.
fn is_partial(call: Node<'_>) -> bool {
    let Some(list) = call.field("arguments") else { return false };
    let mut cursor = list.walk();
    list.named_children(&mut cursor).any(|child| child.kind() == "wildcard")
}

fn made(of: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let of = type_name(builder.text(of))?;
    Some(builder.lower_made(&of))
}
