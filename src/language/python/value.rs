//! Expressions as paths: enough of their form to look up what they give.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::returned::{ReturnStep, agreed};

/// How many members and calls deep an expression is followed.
const DEEPEST: usize = 24;
/// The path of what no project declares: a text, a number, a list. No code can spell it.
const LITERAL: &str = "#literal";

/// An expression of names, members, calls and subscripts, as a path: `f()` is what a call gives, `a[]` what `a` holds.
pub fn path(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let mut at = node;
    for _ in 0..DEEPEST {
        match at.kind() {
            "identifier" => {
                let name = builder.text(at);
                let is_own = is_object(name, builder);
                // `cls()` makes a value of the class at hand.
                if is_own && name != "self" && parts.last() == Some(&"()") {
                    parts.pop();
                }
                let mut path = if is_own { "this" } else { name }.to_owned();
                parts.iter().rev().for_each(|part| path.push_str(part));
                return Some(path);
            }
            "attribute" => {
                parts.push(builder.text(at.field("attribute")?));
                parts.push(".");
                at = at.field("object")?;
            }
            "subscript" => {
                let key = at.field("subscript")?;
                if key.kind() != "slice" {
                    parts.push("[]");
                }
                at = at.field("value")?;
            }
            "call" => {
                let function = at.field("function")?;
                // What these give holds what they are given, so it is not of the platform alone.
                if PASSING.contains(&builder.text(function)) {
                    return None;
                }
                if is_own_class(function, builder) {
                    return Some(parts.iter().rev().fold("this".to_owned(), |path, part| path + part));
                }
                parts.push("()");
                at = function;
            }
            "await" | "parenthesized_expression" => at = at.named_child(0)?,
            "conditional_expression" if parts.is_empty() => return either(at, builder),
            kind if parts.is_empty() && is_literal(kind) => return Some(LITERAL.to_owned()),
            _ => return None,
        }
    }
    None
}

/// The type of a collection that is written out and holds values of one class alone, each made by a call of it: `[A(1), A(2)]`,
/// `{A(i) for i in b}`, `{"a": A()}`.
pub fn made(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let sign = match node.kind() {
        "list" | "set" | "list_comprehension" | "set_comprehension" => "[]",
        "dictionary" | "dictionary_comprehension" => "{}",
        _ => return None,
    };
    let mut cursor = node.walk();
    let elements: Vec<Node<'_>> = match node.field("body") {
        Some(body) => vec![body],
        None => node.named_children(&mut cursor).filter(|it| it.kind() != "comment").collect(),
    };
    let mut classes = elements
        .into_iter()
        .map(|it| class_of(it.field("value").filter(|_| it.kind() == "pair").unwrap_or(it), builder));
    let first = classes.next()??;
    classes.all(|class| class.as_ref() == Some(&first)).then(|| format!("{sign}{first}"))
}

/// The class of which a call makes a value, by the custom for its name.
fn class_of(call: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let function = call.field("function").filter(|_| call.kind() == "call")?;
    let class = path(function, builder).filter(|path| !path.contains(['(', '[']) && !path.starts_with("this"))?;
    let name = class.rsplit('.').next().unwrap_or(&class).trim_start_matches('_');
    name.starts_with(char::is_uppercase).then_some(class)
}

/// Whether a name means the object of the method around, or its class.
pub fn is_object(name: &str, builder: &Builder<'_>) -> bool {
    name == "self" || builder.annotation(name).is_some_and(|(stated, _)| stated == "this")
}

/// Whether a value is the class of the object at hand, which is called as that is: `type(self)`, `self.__class__`.
fn is_own_class(value: Node<'_>, builder: &Builder<'_>) -> bool {
    let is_own = |object: Node<'_>| object.kind() == "identifier" && is_object(builder.text(object), builder);
    match value.kind() {
        "attribute" => {
            let is_class = value.field("attribute").is_some_and(|name| builder.text(name) == "__class__");
            is_class && value.field("object").is_some_and(is_own)
        }
        "call" => {
            let is_type = value.field("function").is_some_and(|function| builder.text(function) == "type");
            let given = value.field("arguments").filter(|list| is_type && list.named_child_count() == 1);
            given.and_then(|list| list.named_child(0)).is_some_and(is_own)
        }
        _ => false,
    }
}

/// The text of a receiver; of a literal that of a text, as either is of no type of the repository.
pub fn receiver_text(node: Node<'_>, builder: &Builder<'_>) -> String {
    let mut inner = node;
    while let Some(within) = inner.named_child(0).filter(|_| inner.kind() == "parenthesized_expression") {
        inner = within;
    }
    if is_literal(inner.kind()) { "\"\"".to_owned() } else { builder.text(node).to_owned() }
}

fn is_literal(kind: &str) -> bool {
    matches!(
        kind,
        "string"
            | "concatenated_string"
            | "integer"
            | "float"
            | "true"
            | "false"
            | "list"
            | "tuple"
            | "expression_list"
            | "dictionary"
            | "set"
            | "list_comprehension"
            | "dictionary_comprehension"
            | "set_comprehension"
            | "generator_expression"
            | "not_operator"
    )
}

/// `a if c else b`: where one side is `None`, the other; else what both are.
fn either(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let sides = [node.named_child(0)?, node.named_child(2)?];
    let mut some = sides.into_iter().filter(|side| side.kind() != "none");
    let one = path(some.next()?, builder)?;
    match some.next() {
        Some(other) => path(other, builder).filter(|other| *other == one),
        None => Some(one),
    }
}

/// The values of which an expression is one: the sides of `a or b` and of `a if c else b`, without `None`; of any other, itself.
pub fn values(value: Node<'_>) -> Vec<Node<'_>> {
    let mut open = vec![value];
    let mut found = Vec::new();
    while let Some(at) = open.pop().filter(|_| found.len() <= MOST_VALUES) {
        let side = |name| at.field(name);
        let is_or = || side("operator").is_some_and(|operator| operator.kind() == "or");
        match at.kind() {
            "parenthesized_expression" => open.extend(at.named_child(0)),
            "boolean_operator" if is_or() => open.extend([side("right"), side("left")].into_iter().flatten()),
            "conditional_expression" => open.extend([at.named_child(2), at.named_child(0)].into_iter().flatten()),
            "none" => {}
            _ => found.push(at),
        }
    }
    if found.len() > MOST_VALUES { Vec::new() } else { found }
}

/// The most values that an expression is one of.
const MOST_VALUES: usize = 8;

/// Functions that go through what they are given, and give it on.
const PASSING: &[&str] = &["iter", "list", "reversed", "set", "sorted", "tuple"];

/// The paths of a loop over a value, one for each name that it binds.
pub fn each(node: Node<'_>, builder: &Builder<'_>) -> Vec<Option<String>> {
    each_within(node, builder, PASSED)
}

/// How many calls that pass their argument on are followed.
const PASSED: u32 = 8;

fn each_within(node: Node<'_>, builder: &Builder<'_>, depth: u32) -> Vec<Option<String>> {
    let Some(depth) = depth.checked_sub(1) else { return vec![None] };
    let each = |node| each_within(node, builder, depth);
    let next = |node: Node<'_>| path(node, builder).map(|path| format!("{path}.__next__()"));
    let Some(function) = node.field("function").filter(|_| node.kind() == "call") else {
        return vec![next(node)];
    };
    let arguments = node.field("arguments");
    let first = arguments.and_then(|arguments| arguments.named_child(0));
    if function.kind() == "attribute" {
        let held = function.field("object").and_then(|object| path(object, builder));
        let held = held.map(|held| format!("{held}[]"));
        return match function.field("attribute").map_or("", |name| builder.text(name)) {
            "values" => vec![held],
            "items" => vec![None, held],
            _ => vec![next(node)],
        };
    }
    match (builder.text(function), first) {
        (name, Some(first)) if PASSING.contains(&name) => each(first),
        ("enumerate", Some(first)) => vec![None, each(first).into_iter().next().flatten()],
        ("zip", Some(_)) => {
            let Some(arguments) = arguments else { return Vec::new() };
            let mut cursor = arguments.walk();
            arguments.named_children(&mut cursor).map(|one| each(one).into_iter().next().flatten()).collect()
        }
        _ => vec![next(node)],
    }
}

/// The result of a function without a stated one.
pub fn returned(body: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    agreed(body, step, |value| path(value, builder))
}

/// The value that a function yields, where it yields in one place; `None` where it yields nothing, and `None` within where the value
/// says no more.
pub fn yielded(body: Node<'_>, builder: &Builder<'_>) -> Option<Option<String>> {
    let mut found = Vec::new();
    let mut open = vec![body];
    while let Some(node) = open.pop() {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "yield" => found.push(child),
                kind if holds_statements(kind) || kind == "assignment" => open.push(child),
                _ => {}
            }
        }
    }
    let first = *found.first()?;
    Some(first.named_child(0).filter(|_| found.len() == 1).and_then(|value| path(value, builder)))
}

fn step(at: Node<'_>) -> ReturnStep<'_> {
    match at.kind() {
        "return_statement" => match at.named_child(0).filter(|value| value.kind() != "none") {
            Some(value) => ReturnStep::Gives(value),
            None => ReturnStep::Passes,
        },
        // What is sent out one by one is not what a call gives.
        "yield" => ReturnStep::Spoils,
        "assignment" if at.field("right").is_some_and(|right| right.kind() == "yield") => ReturnStep::Spoils,
        kind if holds_statements(kind) => ReturnStep::Holds,
        _ => ReturnStep::Passes,
    }
}

fn holds_statements(kind: &str) -> bool {
    matches!(
        kind,
        "block"
            | "case_clause"
            | "elif_clause"
            | "else_clause"
            | "except_clause"
            | "except_group_clause"
            | "expression_statement"
            | "finally_clause"
            | "for_statement"
            | "if_statement"
            | "match_statement"
            | "try_statement"
            | "while_statement"
            | "with_statement"
    )
}
