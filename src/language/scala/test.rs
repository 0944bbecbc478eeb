//! Reads the tests of ScalaTest, MUnit, uTest and specs2: calls and infix words with a title.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;

/// `test("…")`, `it("…")`, `property("…")`; `describe("…")` and its like hold others.
pub fn read_call(node: Node<'_>, builder: &mut Builder<'_>) {
    let function = node.field("function").filter(|function| function.kind() == "identifier");
    let Some(word) = function.map(|function| builder.text(function)) else { return };
    let title = node.field("arguments").and_then(|arguments| title(arguments.named_child(0)?, TITLE, builder));
    let Some(title) = title else { return };
    let whole = builder.parent(node).filter(|parent| parent.kind() == "call_expression").unwrap_or(node);
    match word {
        "test" | "testAsync" | "it" | "they" | "property" | "scenario" | "Scenario" => {
            builder.test_of_suite(node, &title);
        }
        "describe" | "feature" | "Feature" | "suite" => builder.suite(whole, title),
        _ => {}
    }
}

/// `"A box" should "open" in { … }`, `"x" in { … }`; `"A box" should { … }` holds others.
pub fn read_infix(node: Node<'_>, builder: &mut Builder<'_>) {
    let part = |field: &'static str| node.field(field);
    let (Some(left), Some(word), Some(right)) = (part("left"), part("operator"), part("right")) else { return };
    let Some(title) = title(left, TITLE, builder) else { return };
    match builder.text(word) {
        "in" | ">>" | "inWhen" => builder.test_of_suite(node, &title),
        "should" | "must" | "can" | "when" | "which" | "that" | "-" if right.kind() == "block" => {
            builder.suite(node, title);
        }
        _ => {}
    }
}

/// How deep the words of a title may be joined. A long chain of operators is no title.
const TITLE: usize = 8;

/// The title of a literal, or of literals joined by words: `"A box" should "open"`. `it` repeats what came before.
fn title(node: Node<'_>, depth: usize, builder: &Builder<'_>) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let text = builder.text(node);
    match node.kind() {
        "string" => Some(text.trim_matches('"').to_owned()),
        "field_expression" => title(node.field("value")?, depth, builder),
        "identifier" => matches!(text, "it" | "they").then(String::new),
        "infix_expression" => {
            let word = builder.text(node.field("operator")?);
            let left = title(node.field("left")?, depth, builder)?;
            let right = title(node.field("right")?, depth, builder)?;
            match word {
                "taggedAs" => Some(left),
                _ if left.is_empty() => Some(format!("{word} {right}")),
                _ => Some(format!("{left} {word} {right}")),
            }
        }
        _ => None,
    }
}
