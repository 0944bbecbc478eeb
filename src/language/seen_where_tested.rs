//! The part of a text in which a name is seen that a test of a type binds: where the test holds.

use tree_sitter::Node;

use super::fields::Fields;
use super::seen::{SeenIn, is_block};
use super::tested::leaves;

/// The bytes in which a name is seen that a pattern in a condition binds; `None` for any other node.
pub fn seen_where_tested<'n>(node: Node<'n>, mut above: impl Iterator<Item = Node<'n>>) -> Option<SeenIn> {
    const TEST: &str = "instanceof_expression";
    const HEADS: &[&str] = &["if_element", "if_statement"];
    let is_pattern = |kind: &str| kind.contains("pattern");
    let mut test = node;
    while test.kind() != TEST {
        let outer = above.next().filter(|_| is_pattern(test.kind()))?;
        if HEADS.contains(&outer.kind()) {
            // A head may hold a pattern beside its condition; what is in that may be a test that does not hold.
            let condition = outer.field("condition").map(|condition| condition.byte_range());
            if condition.is_some_and(|condition| condition.contains(&node.start_byte())) {
                return None;
            }
            return Some(seen_until(node, outer, outer.field("consequence")?));
        }
        test = outer;
    }
    let (mut inner, mut truth, mut end) = (test, true, test.end_byte());
    while let Some(outer) = above.next() {
        let is = |field: &'static str| outer.field(field) == Some(inner);
        let has = |sign: &str| outer.field("operator").is_some_and(|it| it.kind() == sign);
        match outer.kind() {
            "parenthesized_expression" => {}
            "unary_expression" if has("!") => truth = !truth,
            "binary_expression" if has(if truth { "&&" } else { "||" }) => {
                end = if is("left") { outer.end_byte() } else { end };
            }
            "ternary_expression" if is("condition") => {
                let part = outer.field(if truth { "consequence" } else { "alternative" })?;
                return Some(seen_until(node, outer, part));
            }
            "if_statement" | "while_statement" | "do_statement" | "for_statement" if is("condition") => {
                let then = outer.field("consequence").or_else(|| outer.field("body"))?;
                let alternative = outer.field("alternative");
                let is_loop = outer.kind() != "if_statement";
                return match (truth, alternative) {
                    (true, _) => Some(seen_until(node, outer, then)),
                    (false, Some(alternative)) => Some(seen_until(node, outer, alternative)),
                    (false, None) if is_loop || leaves(then) => {
                        let from = if end > test.end_byte() { node.end_byte() } else { outer.end_byte() };
                        let block = above.find(|it| is_block(it.kind()))?.byte_range();
                        Some(SeenIn { seen: from..block.end, from, holder: block })
                    }
                    _ => None,
                };
            }
            _ => break,
        }
        inner = outer;
    }
    let from = node.end_byte();
    Some(SeenIn { seen: from..end.max(from), from, holder: inner.byte_range() })
}

/// From a pattern to the end of a part of what is around it; from the start of that part, where another is before.
fn seen_until(node: Node<'_>, outer: Node<'_>, part: Node<'_>) -> SeenIn {
    let is_behind_another = outer.field("alternative") == Some(part);
    let from = if is_behind_another { part.start_byte() } else { node.end_byte() };
    SeenIn { seen: from..part.end_byte(), from, holder: outer.byte_range() }
}
