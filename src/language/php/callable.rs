//! Reads PHP's callables: arrays and texts that name a function for another to call.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::observation::Receiver;
use super::name::{LONGEST_CHAIN, scope};
use crate::base::Position;

/// The functions of PHP that take the name of another, beside which a text without `\` and `::` is one.
const TAKERS: &[&str] = &[
    "array_filter",
    "array_map",
    "array_reduce",
    "array_walk",
    "array_walk_recursive",
    "call_user_func",
    "call_user_func_array",
    "forward_static_call",
    "forward_static_call_array",
    "header_register_callback",
    "is_callable",
    "iterator_apply",
    "ob_start",
    "preg_replace_callback",
    "register_shutdown_function",
    "register_tick_function",
    "set_error_handler",
    "set_exception_handler",
    "spl_autoload_register",
    "uasort",
    "uksort",
    "usort",
];

/// Reads an array, a text that is an argument, or a text behind the name of a class.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "array_creation_expression" => read_pair(node, builder),
        "binary_expression" => read_joined(node, builder),
        _ => read_text(node, builder),
    }
}

/// `[$this, 'm']`, `[A::class, 'm']`.
fn read_pair(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let elements: Vec<Node<'_>> = node.named_children(&mut cursor).take(3).collect();
    let [object, name] = elements.as_slice() else { return };
    if object.named_child_count() != 1 || name.named_child_count() != 1 {
        return;
    }
    let (Some(object), Some(name)) = (object.named_child(0), name.named_child(0)) else { return };
    if let (Some(on), Some(name)) = (receiver(object, builder), literal(name, builder)) {
        hand(&name, on, builder);
    }
}

/// `static::class . '::m'`
fn read_joined(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(of), Some(name)) = (node.field("left"), node.field("right")) else { return };
    let text = literal(name, builder).and_then(|(text, at)| Some((text.strip_prefix("::")?.to_owned(), at)));
    if let (Some(on), Some((name, at))) = (receiver(of, builder), text) {
        hand(&(name, Position { column: at.column + 2, ..at }), on, builder);
    }
}

/// The object, or the class, that a callable names.
fn receiver(node: Node<'_>, builder: &mut Builder<'_>) -> Option<Receiver> {
    match node.kind() {
        "variable_name" if builder.text(node) == "$this" => Some(Receiver::This),
        "class_constant_access_expression" => {
            let is_class = node.named_child(1).is_some_and(|name| builder.text(name) == "class");
            let path = scope(node.named_child(0).filter(|_| is_class)?, builder, LONGEST_CHAIN)?;
            Some(builder.receiver(Some(&path)))
        }
        _ => None,
    }
}

/// `'A\f'` and `'A::m'`, from the top; `'f'` where a function of PHP takes one.
fn read_text(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some((text, at)) = literal(node, builder) else { return };
    let path = text.trim_start_matches('\\');
    if let Some((class, name)) = path.split_once("::") {
        if is_path(class) {
            let on = builder.receiver(Some(&format!("\\{class}")));
            let before = u32::try_from(text.len() - name.len()).unwrap_or(0);
            hand(&(name.to_owned(), Position { column: at.column + before, ..at }), on, builder);
        }
    } else if is_path(path) && (path.contains('\\') || is_taken(node, builder)) {
        builder.hand_by_name(&format!("\\{path}"), Receiver::Bare, at);
    }
}

/// Whether an argument is one of a function that takes the name of another.
fn is_taken(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let call = builder.ancestors(node).nth(2).and_then(|call| call.field("function"));
    call.is_some_and(|called| TAKERS.contains(&builder.text(called).trim_start_matches('\\')))
}

fn hand((name, at): &(String, Position), on: Receiver, builder: &mut Builder<'_>) {
    if is_path(name) && !name.contains('\\') {
        builder.hand_by_name(name, on, *at);
    }
}

/// The text of a literal that fills its quotes, and where it begins.
fn literal(node: Node<'_>, builder: &Builder<'_>) -> Option<(String, Position)> {
    if !matches!(node.kind(), "string" | "encapsed_string") {
        return None;
    }
    let mut cursor = node.walk();
    let mut parts = node.named_children(&mut cursor);
    if parts.any(|part| !matches!(part.kind(), "string_content" | "escape_sequence")) {
        return None;
    }
    let at = start(node.named_child(0)?);
    let text = builder.text(node);
    Some((text.get(1..text.len().checked_sub(1)?)?.replace("\\\\", "\\"), at))
}

/// Whether a text is a name, with namespaces before it.
fn is_path(text: &str) -> bool {
    text.split('\\').all(|part| {
        part.starts_with(|head: char| head.is_alphabetic() || head == '_')
            && part.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
    })
}
