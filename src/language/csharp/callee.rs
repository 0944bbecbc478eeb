//! The functions that calls of C# name, and what they are called on.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::receiver;
use super::super::fields::Fields;
use super::super::observation::Receiver;
use super::counted_text::counted_text;
use super::generic::type_of;

/// The receiver of a function, by the node of the function and that of its name.
pub fn receiver_of(function: Node<'_>, name: Node<'_>, builder: &mut Builder<'_>) -> Receiver {
    let before = name.start_byte().checked_sub(function.start_byte());
    let before = before.and_then(|before| builder.text(function).get(..before)).unwrap_or("");
    let before = before.trim_end().trim_end_matches('.').trim_end();
    match before.trim_end_matches(['?', '!']) {
        "" => Receiver::Bare,
        "base" => Receiver::Super,
        before if before.starts_with("base.") => Receiver::Opaque,
        before => match cast_receiver(function, builder) {
            Some(of) => Receiver::Path(builder.expr(&of)),
            None => receiver(&counted_text(before.strip_prefix("global::").unwrap_or(before)), builder),
        },
    }
}

/// The type of a receiver that is cast to it: `((A<int>)b).f()`, `(b as A<int>).f()`.
fn cast_receiver(function: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let value = function.field("expression").filter(|value| value.kind() == "parenthesized_expression")?;
    let value = value.named_child(0)?;
    let of = match value.kind() {
        "cast_expression" => value.field("type"),
        "as_expression" => value.field("right"),
        _ => None,
    };
    of.and_then(|of| type_of(builder.text(of)))
}

/// The name that is called, with its type arguments: the last of a path.
pub fn called_name(mut function: Node<'_>) -> Option<Node<'_>> {
    loop {
        function = match function.kind() {
            "identifier" | "generic_name" => return Some(function),
            "member_access_expression" | "member_binding_expression" => function.field("name")?,
            "conditional_access_expression" => {
                let last = u32::try_from(function.named_child_count().checked_sub(1)?).ok()?;
                function.named_child(last)?
            }
            _ => return None,
        };
    }
}
