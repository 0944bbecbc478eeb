//! Ruby's expressions as paths: `Foo::Bar.new(x).baz` → `Foo.Bar.new().baz()`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::observation::Receiver;

/// A value whose type the text does not show.
pub const UNKNOWN: &str = "?";
/// The method that calls a function which is a value.
pub const CALL: &str = "call";
/// The longest path, or chain of calls, that is followed.
const LONGEST: usize = 12;

/// A path of constants: `::A::B` → `Object.A.B`. `None` where a part is no constant.
pub fn constant(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut parts = Vec::new();
    let mut at = node;
    while at.kind() == "scope_resolution" && parts.len() < LONGEST {
        let name = at.field("name").filter(|name| name.kind() == "constant")?;
        parts.push(builder.text(name));
        match at.field("scope") {
            Some(scope) => at = scope,
            None => {
                parts.push("Object");
                parts.reverse();
                return Some(parts.join("."));
            }
        }
    }
    parts.push(Some(builder.text(at)).filter(|_| at.kind() == "constant")?);
    parts.reverse();
    Some(parts.join("."))
}

/// The path of a receiver or a value: names joined by dots, each one that is called with `()`; `self` is `this`.
pub fn chain(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut calls = Vec::new();
    let mut at = node;
    let head = loop {
        match at.kind() {
            "call" if calls.len() < LONGEST => {
                let method = at.field("method");
                // `f.(1)` calls `call`.
                let is_called = method.is_none() && at.field("receiver").is_some();
                let method = method.filter(|it| matches!(it.kind(), "identifier" | "constant"));
                calls.push(if is_called { CALL } else { builder.text(method?) });
                match at.field("receiver") {
                    Some(receiver) => at = receiver,
                    None => break None,
                }
            }
            "constant" | "scope_resolution" => break Some(constant(at, builder)?),
            "identifier" | "instance_variable" => break Some(builder.text(at).to_owned()),
            "self" => break Some("this".to_owned()),
            _ => return None,
        }
    };
    let calls = calls.iter().rev().map(|name| format!("{name}()"));
    Some(head.into_iter().chain(calls).collect::<Vec<_>>().join("."))
}

/// Whether a literal says what the value is, so that no method of the repository is meant by a call on it.
fn is_literal(kind: &str) -> bool {
    matches!(
        kind,
        "string"
            | "array"
            | "hash"
            | "integer"
            | "float"
            | "simple_symbol"
            | "delimited_symbol"
            | "regex"
            | "nil"
            | "true"
            | "false"
            | "string_array"
            | "symbol_array"
            | "range"
            | "heredoc_beginning"
            | "lambda"
            | "chained_string"
            | "subshell"
    )
}

/// The receiver of a call; `None` for a literal, which has no method of the repository.
pub fn receiver_of(receiver: Option<Node<'_>>, builder: &mut Builder<'_>) -> Option<Receiver> {
    let Some(receiver) = receiver else { return Some(Receiver::Bare) };
    if is_literal(receiver.kind()) {
        return None;
    }
    let path = chain(receiver, builder);
    Some(builder.receiver(path.as_deref()))
}

/// The maker of a value, as a path that ends in a call or a local name.
pub fn made_by(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    match node.kind() {
        "nil" => None,
        "constant" | "scope_resolution" | "self" => Some(UNKNOWN.to_owned()),
        _ => Some(chain(node, builder).unwrap_or_else(|| UNKNOWN.to_owned())),
    }
}

/// The text of a plain string.
pub fn literal<'t>(node: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    let content = node.named_child(0).filter(|_| node.kind() == "string" && node.named_child_count() == 1)?;
    (content.kind() == "string_content").then(|| builder.text(content))
}

/// The name that a symbol or a plain string spells.
pub fn spelled<'t>(node: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    match node.kind() {
        "simple_symbol" => builder.text(node).strip_prefix(':'),
        _ => literal(node, builder),
    }
}
