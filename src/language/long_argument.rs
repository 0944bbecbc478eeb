//! Arguments that are read from their nodes: their first words show what makes a value, and what is called, however long they are.

use tree_sitter::Node;

use super::builder::Builder;
use super::expression::type_name;
use super::fields::Fields;
use super::signed::FUNCTION_OF;

/// The longest argument whose text is read, in bytes.
pub const LONGEST: usize = 200;
/// The text for a text.
pub(super) const TEXT: &str = "\"";

/// The text of a function without a name: with how many values it takes.
pub(super) fn function_of(function: Node<'_>) -> String {
    let n = function.field("parameters").map_or(0, |list| match list.kind() {
        "identifier" => 1,
        _ => {
            let mut cursor = list.walk();
            list.named_children(&mut cursor).filter(|it| !it.is_extra() && it.kind() != "receiver_parameter").count()
        }
    });
    format!("{FUNCTION_OF}{n}")
}

/// The text of an argument by its node, where its own text is too long or does not begin with its type.
pub(super) fn argument_of(argument: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let value = value_of(argument)?;
    let is_long = value.end_byte() - value.start_byte() > LONGEST;
    let made = |of: Node<'_>| type_name(builder.text(of)).map(|of| format!("new {of}"));
    match value.kind() {
        "object_creation_expression" if is_long && builder.text(value).starts_with("new ") => {
            made(value.field("type")?)
        }
        "cast_expression" if is_long => made(value.field("type")?).filter(|of| !of.ends_with(')')),
        "object_literal" => made(only_supertype(value)?),
        "string_literal" if is_long => Some(TEXT.to_owned()),
        "method_invocation" | "call_expression" if is_long => called(value, builder),
        _ => None,
    }
}

/// The value of an argument that has neither a name nor a mark.
fn value_of(argument: Node<'_>) -> Option<Node<'_>> {
    if argument.kind() != "value_argument" {
        return Some(argument);
    }
    (argument.child_count() == 1).then(|| argument.named_child(0))?
}

/// The type that an object without a name extends, where that is one.
fn only_supertype(object: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = object.walk();
    let mut all = object.named_children(&mut cursor).filter(|it| it.kind() == "delegation_specifier");
    let (one, None) = (all.next()?, all.next()) else { return None };
    let head = one.named_child(0)?;
    if head.kind() == "constructor_invocation" { head.named_child(0) } else { Some(head) }
        .filter(|it| it.kind() == "user_type")
}

/// The result of a call, by the text before its arguments.
fn called(call: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let head = text_before_arguments(call, builder)?;
    builder.chain(head).map(|path| format!("{path}()"))
}

/// The text of a call before the arguments.
pub(super) fn text_before_arguments<'t>(call: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    let last = u32::try_from(call.named_child_count().checked_sub(1)?).ok()?;
    let list = call.field("arguments").or_else(|| call.named_child(last))?;
    let head = builder.source().get(call.start_byte()..list.start_byte())?;
    std::str::from_utf8(head).ok().map(str::trim)
}
