//! Reads tests: `it`, `test` and their modifiers, under the titles of the `describe` blocks around.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::complete::is_function;
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
    let Some((text, is_written)) = title_of(title, builder).filter(|(text, _)| !text.is_empty()) else { return };
    // A title that is not written here must at least stand before a function.
    let mut cursor = arguments.walk();
    if !is_written && (is_suite || !arguments.named_children(&mut cursor).any(is_function)) {
        return;
    }
    if is_suite {
        builder.suite(node, text);
    } else {
        builder.test_of_suite(node, &text);
    }
}

/// The longest part of a title that is a value, in bytes.
const LONGEST: usize = 80;

/// A title as a template would have it, texts as they are and values as `${…}`; and whether it is texts alone.
fn title_of(title: Node<'_>, builder: &Builder<'_>) -> Option<(String, bool)> {
    let mut open = vec![title];
    let (mut text, mut is_written) = (String::new(), true);
    while let Some(at) = open.pop() {
        let written = builder.text(at);
        match at.kind() {
            "string" | "template_string" => text.push_str(written.get(1..written.len().saturating_sub(1))?),
            "binary_expression" if at.field("operator").is_some_and(|operator| operator.kind() == "+") => {
                open.extend([at.field("right"), at.field("left")].into_iter().flatten());
            }
            "parenthesized_expression" => open.extend(first(at)),
            "identifier" | "member_expression" | "subscript_expression" | "call_expression"
                if written.len() <= LONGEST && !written.contains('\n') =>
            {
                is_written = false;
                text.push_str("${");
                text.push_str(written);
                text.push('}');
            }
            _ => return None,
        }
    }
    Some((text, is_written))
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
