//! A variable that is declared without a type and without a value: it is what the code around it assigns.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::types::Stated;
use super::value::made_by;

/// The most nodes of the code around a variable that are looked at.
const MOST: usize = 20_000;
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
    let mut found = Vec::new();
    let mut cursor = block.walk();
    for _ in 0..MOST {
        let node = cursor.node();
        let left = node.field("left").filter(|_| node.kind().ends_with("assignment_expression"));
        if left.is_some_and(|left| left.kind() == "identifier" && builder.text(left) == name) {
            let right = node.field("right").filter(|_| node.kind() == "assignment_expression")?;
            match right.kind() {
                "new_expression" | "call_expression" | "await_expression" => found.push(right),
                "null" | "undefined" => {}
                _ => return None,
            }
        }
        if found.len() > FEW {
            return None;
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() || cursor.node() == block {
                return Some(found);
            }
        }
    }
    None
}
