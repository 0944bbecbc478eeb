//! The results of methods: their last expressions, and what they return before.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;

/// The most nodes of a body that are looked through for what it returns.
const MOST_NODES: usize = 4000;

/// The last expression of a body.
pub fn last_of(body: Node<'_>) -> Option<Node<'_>> {
    if body.kind() != "body_statement" {
        return Some(body);
    }
    let mut cursor = body.walk();
    let last = body.named_children(&mut cursor).filter(|child| child.kind() != "comment").last();
    last.filter(|last| !matches!(last.kind(), "rescue" | "else" | "ensure"))
}

/// Whether a method gives the object that it is called on: `self` comes last, and nothing else is returned.
pub fn is_object(body: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut last = last_of(body);
    while let Some(at) = last.filter(|at| at.kind() == "return") {
        last =
            at.named_child(0).and_then(|list| if list.named_child_count() == 1 { list.named_child(0) } else { None });
    }
    last.is_some_and(|last| last.kind() == "self") && returns_no_other(body, builder)
}

/// Whether a function of a type makes a value of the type that it is called on: `new` comes last, and nothing else is returned.
pub fn is_new(body: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut last = last_of(body);
    while let Some(at) = last.filter(|at| matches!(at.kind(), "assignment" | "operator_assignment")) {
        last = at.field("right");
    }
    let is_new = last.is_some_and(|last| match last.kind() {
        "identifier" => builder.text(last) == "new",
        "call" => {
            let is_own = last.field("receiver").is_none_or(|on| on.kind() == "self");
            is_own && last.field("method").is_some_and(|method| builder.text(method) == "new")
        }
        _ => false,
    });
    is_new && returns_no_other(body, builder)
}

fn returns_no_other(body: Node<'_>, builder: &Builder<'_>) -> bool {
    if !builder.text(body).contains("return") && !builder.text(body).contains("rescue") {
        return true;
    }
    let mut open = vec![body];
    for _ in 0..MOST_NODES {
        let Some(at) = open.pop() else { return true };
        let given = at.named_child(0).filter(|_| at.kind() == "return");
        if given.is_some_and(|given| !matches!(builder.text(given), "self" | "nil")) || at.kind() == "rescue" {
            return false;
        }
        if !matches!(at.kind(), "method" | "singleton_method" | "class" | "module" | "lambda") {
            let mut cursor = at.walk();
            open.extend(at.named_children(&mut cursor));
        }
    }
    false
}
