//! A variable that is declared without a type and without a value: it is what the code around it assigns.

use memchr::memmem;
use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::types::Stated;
use super::value::made_by;
use crate::base::TextPart;

/// The most assignments of one variable.
const FEW: usize = 8;

/// The makers of the values that the block around a declarator assigns to its name: those of calls and of `new`. None where another
/// value is assigned, which may be anything.
pub fn later(declarator: Node<'_>, name: &str, builder: &mut Builder<'_>) -> Vec<Stated> {
    let block = builder.parent(declarator).and_then(|statement| builder.parent(statement));
    let Some(values) = block.and_then(|block| assigned(block, name, builder)) else { return Vec::new() };
    let made: Option<Vec<Stated>> = values.into_iter().map(|value| made_by(value, builder)).collect();
    made.unwrap_or_default()
}

/// The values that code assigns to a name; `None` where it assigns what is neither called nor made, or very many.
fn assigned<'n>(block: Node<'n>, name: &str, builder: &Builder<'_>) -> Option<Vec<Node<'n>>> {
    let text = builder.text(block);
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.');
    let mut found = Vec::new();
    for at in memmem::find_iter(text.as_bytes(), name.as_bytes()) {
        let (before, behind) = (text.part(..at), text.part(at + name.len()..).trim_start());
        let is_assigned = behind.starts_with('=') && !behind.starts_with("==") && !behind.starts_with("=>");
        if !is_assigned || before.ends_with(is_part) {
            continue;
        }
        let start = block.start_byte() + at;
        let Some(left) = block.descendant_for_byte_range(start, start + name.len()) else { continue };
        let whole = left.parent().filter(|it| it.kind() == "assignment_expression" && it.field("left") == Some(left));
        let Some(right) = whole.and_then(|whole| whole.field("right")) else { continue };
        match right.kind() {
            "new_expression" | "call_expression" | "await_expression" => found.push(right),
            "null" | "undefined" => {}
            _ => return None,
        }
        if found.len() > FEW {
            return None;
        }
    }
    Some(found)
}
