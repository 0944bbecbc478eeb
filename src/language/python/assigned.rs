//! Parameters that are assigned: each is of the type that it states until then, where the code runs straight on.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::types::Stated;

/// The kinds of functions that may run later than where they are written.
const FUNCTIONS: &[&str] = &["class_definition", "function_definition", "lambda"];
/// The kinds of loops, of which a later part may have run before an earlier one.
const LOOPS: &[&str] = &["for_statement", "while_statement"];

/// Keeps the stated type of a parameter up to where the function assigns to it.
pub fn until_assigned(name: &str, stated: Option<&Stated>, body: Node<'_>, builder: &mut Builder<'_>) {
    let Some((path, BindingKind::Annotated)) = stated else { return };
    if !may_be_assigned(name, builder.text(body)) {
        return;
    }
    if let Some(end) = first_assignment(name, body, builder) {
        let (value, of) = (builder.lower_name(name), builder.expr(path));
        builder.narrow(value, &[of], body.start_byte()..end);
    }
}

/// Whether the code of a function assigns to a name.
pub fn is_assigned(name: &str, body: Node<'_>, builder: &Builder<'_>) -> bool {
    may_be_assigned(name, builder.text(body)) && first_assignment(name, body, builder).is_some()
}

/// Whether a text has a name with the sign of an assignment behind it.
fn may_be_assigned(name: &str, text: &str) -> bool {
    let mut places = text.match_indices(name);
    places.any(|(at, _)| {
        let behind = text.get(at + name.len()..).unwrap_or_default().trim_start_matches(' ');
        behind.starts_with('=') && !behind.starts_with("==")
    })
}

/// Where the code of a function that runs straight on comes to the end of the first assignment to a name: before the loop around
/// that, and before the first function inside, which may run later.
fn first_assignment(name: &str, body: Node<'_>, builder: &Builder<'_>) -> Option<usize> {
    let is_name = |node: Option<Node<'_>>| node.is_some_and(|node| names(node, name, builder));
    let mut before_function = usize::MAX;
    let mut before_loop: Option<(usize, usize)> = None;
    let mut cursor = body.walk();
    loop {
        let node = cursor.node();
        if LOOPS.contains(&node.kind()) && before_loop.is_none_or(|(_, end)| end <= node.start_byte()) {
            before_loop = Some((node.start_byte(), node.end_byte()));
        }
        let end = match node.kind() {
            "assignment" | "augmented_assignment" if is_name(node.field("left")) => Some(node.end_byte()),
            "for_statement" if is_name(node.field("left")) => Some(node.start_byte()),
            "named_expression" if is_name(node.field("name")) => Some(node.start_byte()),
            "as_pattern" if is_name(node.field("alias")) => Some(node.start_byte()),
            "delete_statement" | "import_from_statement" | "import_statement" => {
                names(node, name, builder).then(|| node.start_byte())
            }
            _ => None,
        };
        if let Some(end) = end {
            let around = before_loop.filter(|(_, end)| node.start_byte() < *end).map(|(start, _)| start);
            return Some(around.unwrap_or(end).min(before_function));
        }
        let is_function = FUNCTIONS.contains(&node.kind());
        if is_function {
            before_function = before_function.min(node.start_byte());
        }
        if !is_function && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() || cursor.node() == body {
                return None;
            }
        }
    }
}

/// Whether a target is a name, or has it among its parts.
fn names(target: Node<'_>, name: &str, builder: &Builder<'_>) -> bool {
    if target.kind() == "identifier" {
        return builder.text(target) == name;
    }
    let mut cursor = target.walk();
    let is_container = !matches!(target.kind(), "attribute" | "call" | "subscript");
    is_container && target.named_children(&mut cursor).any(|part| names(part, name, builder))
}
