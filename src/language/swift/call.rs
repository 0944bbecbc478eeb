//! Reads Swift's calls, and how many arguments are given and taken.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::expression::receiver;
use super::super::fields::Fields;
use super::super::kind::CallKind;
use super::super::observation::Receiver;
use super::argument::lowered;
use super::behind::suffix_behind;
use super::operand::last_operand;
use super::{closure, wanted};
use crate::syntax::GivenArgument;

/// The name of what `a[0]` calls.
const SUBSCRIPT: &str = "subscript";

/// `f(x)`, `a.f(b: x) { … }`, `a[0]`.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(function) = node.named_child(0).map(|it| last_operand(it, builder)) else { return };
    if let Some(element) = element(node, builder) {
        let on = receiver(builder.text(effective(function)), builder);
        builder.call(CallKind::Operator, SUBSCRIPT, on, start(element));
        let given = given(element, builder);
        return builder.given(given);
    }
    match function.kind() {
        "simple_identifier" => {
            let name = builder.text(function).trim_matches('`');
            builder.call(CallKind::Call, name, Receiver::Bare, start(function));
        }
        "navigation_expression" => {
            let suffix = function.field("suffix").and_then(|suffix| suffix.field("suffix"));
            let name = suffix.filter(|name| name.kind() == "simple_identifier");
            let (Some(on), Some(name)) = (function.field("target"), name) else { return };
            let on = receiver(builder.text(effective(on)), builder);
            builder.call(CallKind::Call, builder.text(name).trim_matches('`'), on, start(name));
        }
        "prefix_expression" => {
            let name = function.field("target").filter(|name| name.kind() == "simple_identifier");
            let Some(name) = name.filter(|_| builder.text(function).starts_with('.')) else { return };
            let text = builder.text(name).trim_matches('`');
            let Some(of) = wanted::type_around(node, text == "init", builder) else { return };
            builder.call(CallKind::Call, text, Receiver::Path(of), start(name));
        }
        _ => return,
    }
    let mut cursor = node.walk();
    if let Some(suffix) = node.named_children(&mut cursor).find(|child| child.kind() == "call_suffix") {
        let mut given = given(suffix, builder);
        if let Some(behind) = suffix_behind(node, builder) {
            given.extend(self::given(behind, builder));
        }
        builder.given(given);
    }
}

/// The brackets of `a[0]`, which the grammar takes for a call.
fn element<'t>(node: Node<'t>, builder: &Builder<'_>) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    let suffix = node.named_children(&mut cursor).find(|child| child.kind() == "call_suffix")?;
    builder.text(suffix).starts_with('[').then_some(suffix)
}

/// The value of `try await f()`, in brackets or not: `f()`.
fn effective(mut value: Node<'_>) -> Node<'_> {
    loop {
        let inner = match value.kind() {
            "try_expression" | "await_expression" => value.field("expr"),
            // A cast keeps its brackets, by which it is known.
            "tuple_expression" if value.named_child_count() == 1 => {
                value.named_child(0).filter(|inner| inner.kind() != "as_expression")
            }
            _ => None,
        };
        let Some(inner) = inner else { return value };
        value = inner;
    }
}

/// The arguments in brackets, each with its label, and the closures behind them.
fn given(suffix: Node<'_>, builder: &mut Builder<'_>) -> Vec<GivenArgument> {
    let mut arguments = Vec::new();
    let mut cursor = suffix.walk();
    for child in suffix.named_children(&mut cursor) {
        match child.kind() {
            "value_arguments" => {
                let mut inside = child.walk();
                let all = child.named_children(&mut inside).filter(|argument| argument.kind() == "value_argument");
                arguments.extend(all.map(|argument| {
                    let label = argument.field("name").map(|label| builder.text(label).trim_end_matches(':'));
                    let label = label.map(|label| builder.intern(label));
                    // A function without a label would be one behind the brackets.
                    let value = argument.field("value").filter(|it| label.is_some() || it.kind() != "lambda_literal");
                    GivenArgument { label, value: lowered(value, builder) }
                }));
            }
            "lambda_literal" => {
                let value = closure::written(child, builder);
                arguments.push(GivenArgument { label: None, value });
            }
            _ => {}
        }
    }
    arguments
}

/// Writes how many arguments a function takes, and their labels. The one name of a parameter of a subscript is no label.
pub fn read_parameters(function: Node<'_>, builder: &mut Builder<'_>) {
    let (mut n, mut n_optional, mut takes_many) = (0_usize, 0_usize, false);
    let mut labels = String::new();
    let mut cursor = function.walk();
    for child in function.children(&mut cursor) {
        match child.kind() {
            "parameter" => {
                n += 1;
                takes_many |= builder.text(child).ends_with("...");
                let name = child.field("name").filter(|_| function.kind() != "subscript_declaration");
                let label = child.field("external_name").or(name);
                labels.push_str(label.map_or("_", |label| builder.text(label)));
                labels.push(':');
            }
            "=" => n_optional += 1,
            "..." => takes_many = true,
            _ => {}
        }
    }
    // What takes many takes none as well. Broken code has defaults without a parameter.
    let least = n.saturating_sub(n_optional).saturating_sub(usize::from(takes_many));
    builder.parameters(least, if takes_many { usize::MAX } else { n });
    builder.labels(&labels);
}
