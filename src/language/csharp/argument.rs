//! Reads the arguments of C#'s calls: enough of each to choose among overloads.

use tree_sitter::Node;

use super::super::arguments::{FUNCTION, UNKNOWN};
use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::signed::FUNCTION_OF;
use super::counted_text::counted_text;
use super::generic::type_of;

/// The most arguments that are kept.
const MOST: usize = 16;
/// The mark of a text.
const TEXT: &str = "\"";
/// The mark of a truth value.
const TRUTH: &str = "true";

/// Writes what the call that was written last is called with. Where arguments are named, their places are not known.
pub fn read(list: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = list.walk();
    let given = list.named_children(&mut cursor).filter(|child| child.kind() == "argument");
    let given: Vec<Node<'_>> = given.collect();
    let is_named = given.iter().any(|argument| argument.field("name").is_some());
    let texts = given.iter().map(|argument| match is_named || given.len() > MOST {
        true => UNKNOWN.to_owned(),
        false => passed(*argument, builder),
    });
    let text = texts.collect::<Vec<_>>().join(",");
    builder.arguments(&text);
}

/// The text of one argument: of one by reference nothing is known.
fn passed(argument: Node<'_>, builder: &Builder<'_>) -> String {
    let text = builder.text(argument);
    let by_reference = ["ref ", "out ", "in "].iter().any(|word| text.starts_with(word));
    let value = argument.named_child(0).filter(|_| !by_reference && argument.named_child_count() == 1);
    value.and_then(|value| of_value(value, builder)).unwrap_or_else(|| UNKNOWN.to_owned())
}

fn of_value(value: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let text = builder.text(value);
    let made = |of: Option<Node<'_>>| Some(format!("new {}", type_of(builder.text(of?))?));
    let mark = |mark: &str| Some(mark.to_owned());
    match value.kind() {
        "string_literal" | "verbatim_string_literal" | "raw_string_literal" | "interpolated_string_expression" => {
            mark(TEXT)
        }
        "character_literal" => mark("'"),
        "integer_literal" => mark(integer(text)?),
        "real_literal" => mark(match text.bytes().last() {
            Some(b'f' | b'F') => "1f",
            Some(b'm' | b'M') => "new decimal",
            _ => "1.0",
        }),
        "boolean_literal" => mark(TRUTH),
        "null_literal" => mark("null"),
        "typeof_expression" => mark("class"),
        "object_creation_expression" | "cast_expression" => made(value.field("type")),
        "as_expression" => made(value.field("right")),
        "array_creation_expression" => {
            let of = value.field("type")?.field("type")?;
            Some(format!("new {}[]", type_of(builder.text(of))?))
        }
        "lambda_expression" => Some(function(value)),
        "anonymous_method_expression" => mark(FUNCTION),
        "parenthesized_expression" => of_value(value.named_child(0)?, builder),
        "prefix_unary_expression" if text.starts_with('!') => mark(TRUTH),
        "prefix_unary_expression" if text.starts_with('-') => {
            of_value(value.named_child(0)?, builder).filter(|it| is_number(it))
        }
        "binary_expression" => of_operator(value, builder),
        "invocation_expression" if text.starts_with("nameof(") => mark(TEXT),
        "invocation_expression" => builder.called(&counted_text(text)).map(|path| format!("{path}()")),
        "identifier" | "member_access_expression" => builder.dotted(&counted_text(text)),
        _ if text == "this" => mark("this"),
        _ => None,
    }
}

fn is_number(text: &str) -> bool {
    text.starts_with('1') || text == "new decimal"
}

/// The mark of a whole number; `None` for one without a sign.
fn integer(text: &str) -> Option<&'static str> {
    let lower = text.to_ascii_lowercase();
    if lower.ends_with('u') || lower.ends_with("ul") || lower.ends_with("lu") {
        return None;
    }
    Some(if lower.ends_with('l') { "1L" } else { "1" })
}

/// A comparison gives a truth value, and what is added to a text is one.
fn of_operator(value: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    match builder.text(value.field("operator")?) {
        "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" => Some(TRUTH.to_owned()),
        "+" => {
            let sides = [value.field("left")?, value.field("right")?];
            let has_text = sides.into_iter().any(|side| of_value(side, builder).as_deref() == Some(TEXT));
            has_text.then(|| TEXT.to_owned())
        }
        _ => None,
    }
}

/// A function without a name, with the number of values that it takes.
fn function(value: Node<'_>) -> String {
    let n = value.field("parameters").map_or(0, |list| match list.kind() {
        "parameter_list" => {
            let mut cursor = list.walk();
            list.named_children(&mut cursor).filter(|child| child.kind() == "parameter").count()
        }
        _ => 1,
    });
    if value.field("parameters").is_some() { format!("{FUNCTION_OF}{n}") } else { FUNCTION.to_owned() }
}
