//! The names that a group of RSpec, or of Minitest's specs, gives to its examples: `let`, `subject`, `described_class`, and the
//! variables that `before` sets.

use std::ops::Range;

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::unwritten::group_name;
use super::chain::{UNKNOWN, chain, constant, spelled};

/// The methods whose block gives the value of a name.
const LETS: &[&str] = &["let", "let!", "let_it_be", "subject", "subject!"];
/// The methods whose block runs before each example, or before all.
const BEFORE: &[&str] = &["around", "before", "prepend_before", "setup"];
/// The name of the class that a group describes.
const DESCRIBED: &str = "described_class";
/// The name of the value that a group describes.
const SUBJECT: &str = "subject";

/// Reads a call that opens a group, before what is in it.
pub fn read_group(group: Node<'_>, builder: &mut Builder<'_>) {
    let Some(body) = group.field("block").and_then(|block| block.field("body")) else { return };
    let first = group.field("arguments").and_then(|list| list.named_child(0));
    // What the group gives stands for the names in what it gives further.
    let mut known: Vec<(String, String)> = Vec::new();
    let mut enter = |name: &str, value: &str, within: Range<usize>, builder: &mut Builder<'_>| {
        let value = with_known(value, &known);
        give(name, &value, within, builder);
        known.push((name.to_owned(), value));
    };
    if let Some(described) = first.and_then(|first| constant(first, builder)) {
        enter(DESCRIBED, &described, body.byte_range(), builder);
        enter(SUBJECT, &format!("{described}.new()"), body.byte_range(), builder);
    }
    let mut cursor = body.walk();
    for call in body.named_children(&mut cursor).filter(|it| it.kind() == "call" && it.field("receiver").is_none()) {
        let Some(inner) = call.field("block").and_then(|block| block.field("body")) else { continue };
        let method = call.field("method").map_or("", |method| builder.text(method));
        if LETS.contains(&method) {
            let value = last_value(inner, builder);
            let name = call.field("arguments").and_then(|list| spelled(list.named_child(0)?, builder));
            for name in name.into_iter().chain(Some(SUBJECT).filter(|_| method.starts_with(SUBJECT))) {
                enter(name, &value, body.byte_range(), builder);
            }
        } else if BEFORE.contains(&method) {
            for (name, value) in assigned(inner, builder) {
                enter(name, &value, call.end_byte()..body.end_byte(), builder);
            }
        }
    }
}

/// A path, with what its first name is known to be in place of that.
fn with_known(value: &str, known: &[(String, String)]) -> String {
    let head = value.split('.').next().unwrap_or(value);
    let of = known.iter().rev().find(|(name, _)| name == head);
    of.map_or_else(|| value.to_owned(), |(_, of)| format!("{of}{}", value.strip_prefix(head).unwrap_or_default()))
}

/// Reads a variable of the object at hand that a block of no method assigns: behind it, that is its value.
pub fn read_assigned(assignment: Node<'_>, builder: &mut Builder<'_>) {
    let Some(left) = assignment.field("left").filter(|left| left.kind() == "instance_variable") else { return };
    let around = builder.ancestors(assignment).find(|it| matches!(it.kind(), "block" | "do_block"));
    if let Some(around) = around {
        let value = assignment.field("right").map_or_else(|| UNKNOWN.to_owned(), |right| value_of(right, builder));
        give(builder.text(left), &value, assignment.end_byte()..around.end_byte(), builder);
    }
}

/// Reads a local name that code assigns first in a block: behind it, a name that the group gives is hidden.
pub fn hide_given(assignment: Node<'_>, name: &str, builder: &mut Builder<'_>) {
    let own = builder.expr(name);
    if builder.as_narrowed(own) == own {
        return;
    }
    let around = builder.ancestors(assignment).find(|it| matches!(it.kind(), "block" | "do_block" | "method"));
    if let Some(around) = around {
        builder.stand_for(own, own, assignment.end_byte()..around.end_byte());
    }
}

/// Reads a test that is a block in the body of a class: what the class sets up before it has its value in the block.
pub fn read_test_of_class(test: Node<'_>, builder: &mut Builder<'_>) {
    let Some(block) = test.field("block") else { return };
    let class = builder.ancestors(test).find(|it| matches!(it.kind(), "class" | "module"));
    let Some(body) = class.and_then(|class| class.field("body")) else { return };
    let mut cursor = body.walk();
    for part in body.named_children(&mut cursor).filter(|it| it.end_byte() < block.start_byte()) {
        let (name, inner) = match part.kind() {
            "method" => ("name", part.field("body")),
            "call" => ("method", part.field("block").and_then(|block| block.field("body"))),
            _ => continue,
        };
        let is_before = part.field(name).is_some_and(|name| BEFORE.contains(&builder.text(name)));
        for (name, value) in inner.filter(|_| is_before).map_or(Vec::new(), |inner| assigned(inner, builder)) {
            give(name, &value, block.byte_range(), builder);
        }
    }
}

/// The methods that open a group whose functions are of it alone.
const GROUPS: &[&str] = &[
    "context",
    "describe",
    "example_group",
    "fcontext",
    "fdescribe",
    "feature",
    "shared_context",
    "shared_examples",
    "shared_examples_for",
    "xcontext",
    "xdescribe",
];

/// How the methods begin that open a group whose content others bring.
const SHARED: &str = "shared_";

/// The methods that bring what other groups share, or run that.
const BRINGING: &[&str] =
    &["include_context", "include_examples", "it_behaves_like", "it_has_behavior", "it_should_behave_like"];

/// The most groups of a file that are looked at for what they share.
const MOST_GROUPS: usize = 256;

/// Reads a function outside of all types: one in a group is seen in that, and where a group brings what another shares, in the other.
pub fn read_function(function: Node<'_>, builder: &mut Builder<'_>) {
    let Some(group) = builder.ancestors(function).find(|it| is_group(*it, builder)) else { return };
    let is_shared = opens_shared(group, builder);
    let brings = !is_shared && brings(group, builder);
    let top = builder.ancestors(function).last().filter(|_| is_shared || brings);
    let others = top.map_or_else(Vec::new, |top| groups_in(top, builder));
    let is_other = |it: &Node<'_>| if is_shared { self::brings(*it, builder) } else { opens_shared(*it, builder) };
    let row = |row: usize| i64::try_from(row).unwrap_or(i64::MAX);
    let at = row(function.start_position().row);
    let lines = |it: Node<'_>| (row(it.start_position().row) - at, row(it.end_position().row) - at);
    let others: Vec<(i64, i64)> = others.into_iter().filter(is_other).map(lines).collect();
    builder.bind(builder.current(), &group_name(lines(group), &others), None, BindingKind::Untyped);
}

fn method_of<'t>(call: Node<'_>, builder: &Builder<'t>) -> &'t str {
    call.field("method").filter(|_| call.kind() == "call").map_or("", |method| builder.text(method))
}

fn is_group(call: Node<'_>, builder: &Builder<'_>) -> bool {
    GROUPS.contains(&method_of(call, builder)) && call.field("block").is_some()
}

fn opens_shared(group: Node<'_>, builder: &Builder<'_>) -> bool {
    method_of(group, builder).starts_with(SHARED)
}

/// Whether a statement of a group brings what another shares.
fn brings(group: Node<'_>, builder: &Builder<'_>) -> bool {
    let Some(body) = group.field("block").and_then(|block| block.field("body")) else { return false };
    let mut cursor = body.walk();
    body.named_children(&mut cursor).any(|call| BRINGING.contains(&method_of(call, builder)))
}

/// The groups of a file, with those inside of others.
fn groups_in<'t>(top: Node<'t>, builder: &Builder<'_>) -> Vec<Node<'t>> {
    let mut open = vec![top];
    let mut found: Vec<Node<'t>> = Vec::new();
    while let Some(at) = open.pop().filter(|_| found.len() < MOST_GROUPS) {
        let mut cursor = at.walk();
        for call in at.named_children(&mut cursor).filter(|it| is_group(*it, builder)) {
            found.push(call);
            open.extend(call.field("block").and_then(|block| block.field("body")));
        }
    }
    found
}

fn give(name: &str, value: &str, within: Range<usize>, builder: &mut Builder<'_>) {
    let value = builder.expr(value);
    let value = builder.as_narrowed(value);
    let name = builder.expr(name);
    builder.stand_for(name, value, within);
}

/// The variables that the statements of a block set, each with its value.
fn assigned<'t>(body: Node<'_>, builder: &Builder<'t>) -> Vec<(&'t str, String)> {
    let mut cursor = body.walk();
    let all = body.named_children(&mut cursor).filter(|it| matches!(it.kind(), "assignment" | "operator_assignment"));
    let all = all.filter_map(|it| Some((it.field("left")?, it.field("right")?)));
    let all = all.filter(|(left, _)| left.kind() == "instance_variable");
    all.map(|(left, right)| (builder.text(left), inner_value(right, body, builder))).collect()
}

/// The value of the last expression of a block.
fn last_value(body: Node<'_>, builder: &Builder<'_>) -> String {
    let mut cursor = body.walk();
    let last = body.named_children(&mut cursor).filter(|it| it.kind() != "comment").last();
    last.map_or_else(|| UNKNOWN.to_owned(), |last| inner_value(last, body, builder))
}

/// The value of an expression in a block, as it is seen outside: a local name of the block means nothing there.
fn inner_value(of: Node<'_>, body: Node<'_>, builder: &Builder<'_>) -> String {
    let value = value_of(of, builder);
    let head = value.split('.').next().unwrap_or(&value);
    let mut cursor = body.walk();
    let mut statements = body.named_children(&mut cursor).filter(|it| it.kind() == "assignment");
    let is_head =
        |it: Node<'_>| it.field("left").is_some_and(|left| left.kind() == "identifier" && builder.text(left) == head);
    match statements.find(|it| is_head(*it)).and_then(|it| it.field("right")) {
        Some(right) => format!("{}{}", value_of(right, builder), value.strip_prefix(head).unwrap_or_default()),
        None => value,
    }
}

fn value_of(node: Node<'_>, builder: &Builder<'_>) -> String {
    chain(node, builder).filter(|_| node.kind() != "constant").unwrap_or_else(|| UNKNOWN.to_owned())
}
