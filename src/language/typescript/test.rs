//! Reads tests: `it`, `test` and their modifiers, under the titles of the `describe` blocks around.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::node::first;

/// Reads a call whose first argument may be a title.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some((base, modifiers)) = called(node, builder) else { return };
    let is_suite = matches!(base, "describe" | "suite" | "context" | "fdescribe" | "xdescribe")
        || (base == "test" && modifiers.contains(&"describe"));
    let is_test = matches!(base, "it" | "test" | "specify" | "fit" | "xit" | "xtest");
    let is_known = |modifier: &&str| {
        matches!(
            *modifier,
            "only"
                | "skip"
                | "todo"
                | "each"
                | "for"
                | "concurrent"
                | "sequential"
                | "fails"
                | "failing"
                | "fixme"
                | "runIf"
                | "skipIf"
                | "describe"
                | "parallel"
                | "serial"
                | "shuffle"
                | "effect"
                | "scoped"
        )
    };
    if !(is_suite || is_test) || !modifiers.iter().all(is_known) {
        return;
    }
    let Some(arguments) = node.field("arguments") else { return };
    let Some(title) = first(arguments).filter(|_| arguments.kind() == "arguments") else { return };
    // Without a body it is something else that is called `test`.
    if !modifiers.contains(&"todo") && arguments.named_child_count() < 2 {
        return;
    }
    let text = builder.text(title);
    let text = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
    if !matches!(title.kind(), "string" | "template_string") || text.is_empty() {
        return;
    }
    if is_suite {
        builder.suite(node, text.to_owned());
    } else {
        builder.test_of_suite(node, text);
    }
}

/// The name that is called, and the modifiers after it: `test.concurrent.each(…)` → `test`, `concurrent`, `each`.
fn called<'t>(node: Node<'_>, builder: &Builder<'t>) -> Option<(&'t str, Vec<&'t str>)> {
    let mut modifiers = Vec::new();
    let mut at = node.field("function")?;
    for _ in 0..6 {
        match at.kind() {
            "identifier" => return Some((builder.text(at), modifiers)),
            "member_expression" => {
                modifiers.push(builder.text(at.field("property")?));
                at = at.field("object")?;
            }
            "call_expression" => at = at.field("function")?,
            _ => return None,
        }
    }
    None
}
