//! Lowers the arguments of Swift's calls: enough of each to choose among overloads.

use tree_sitter::Node;

use super::super::arguments::{LONGEST, MOST_MARKS};
use super::super::builder::Builder;
use super::super::expression::{called, dotted, type_name};
use super::super::fields::Fields;
use super::super::long_argument::text_before_arguments;
use super::closure;
use super::conversions::CONVERTERS;
use crate::syntax::{Expr, ExprId, Literal};

/// One argument, by its value.
pub fn lowered(value: Option<Node<'_>>, builder: &mut Builder<'_>) -> ExprId {
    let known = value.and_then(|value| of_value(value, MOST_MARKS, builder));
    known.unwrap_or_else(|| builder.lower(Expr::Unknown))
}

fn of_value(value: Node<'_>, deepest: usize, builder: &mut Builder<'_>) -> Option<ExprId> {
    let deeper = deepest.checked_sub(1)?;
    let literal = match value.kind() {
        "line_string_literal" | "multi_line_string_literal" | "raw_string_literal" => Literal::Text,
        "integer_literal" | "hex_literal" | "oct_literal" | "bin_literal" => Literal::Integer,
        "real_literal" => Literal::Double,
        "boolean_literal" => Literal::Boolean,
        "nil_literal" => Literal::Null,
        "lambda_literal" => return Some(closure::written(value, builder)),
        _ => return of_other(value, deeper, builder),
    };
    Some(builder.lower(Expr::Literal(literal)))
}

fn of_other(value: Node<'_>, deeper: usize, builder: &mut Builder<'_>) -> Option<ExprId> {
    let text = builder.text(value);
    match value.kind() {
        "call_expression" | "constructor_expression" if text.len() > LONGEST => {
            let path = builder.chain(text_before_arguments(value, builder)?)?;
            if CONVERTERS.contains(&path.as_str()) {
                return Some(builder.lower_made(&path));
            }
            Some(builder.expr(&format!("{path}()")))
        }
        _ if text.len() > LONGEST => None,
        "try_expression" | "await_expression" => of_value(value.field("expr")?, deeper, builder),
        "tuple_expression" if value.named_child_count() == 1 => of_value(value.named_child(0)?, deeper, builder),
        "postfix_expression" if text.ends_with('!') => of_value(value.field("target")?, deeper, builder),
        "prefix_expression" if text.starts_with('!') => Some(builder.lower(Expr::Literal(Literal::Boolean))),
        "prefix_expression" if text.starts_with('-') => {
            let number = value.field("target").filter(|it| it.kind().ends_with("_literal"))?;
            of_value(number, deeper, builder)
        }
        "as_expression" => {
            let mut cursor = value.walk();
            let of = value.named_children(&mut cursor).find(|child| child.kind() == "user_type")?;
            Some(builder.lower_made(&type_name(builder.text(of))?))
        }
        "call_expression" | "constructor_expression" => {
            let path = called(text)?;
            if CONVERTERS.contains(&path.as_str()) {
                return Some(builder.lower_made(&path));
            }
            Some(builder.expr(&format!("{path}()")))
        }
        // `A.self` is the type itself.
        "navigation_expression" if text.ends_with(".self") => None,
        "navigation_expression" | "simple_identifier" | "self_expression" => {
            dotted(text.trim_matches('`')).map(|path| builder.expr(&path))
        }
        _ => None,
    }
}
