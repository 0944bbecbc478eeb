//! The members that statements and words of Python call: `del a[k]`, `k in a`, `with a`, `for b in a`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::operator::ProtocolCall;

/// The calls of a node.
pub fn call<'t>(node: Node<'t>, builder: &Builder<'_>) -> Option<ProtocolCall<'t>> {
    match node.kind() {
        "subscript" if is_deleted(node, builder) => {
            let at = token(node, &["["])?;
            Some(ProtocolCall { value: node.field("value")?, at, members: &["__delitem__"] })
        }
        "comparison_operator" if node.named_child_count() == 2 => {
            let at = token(node, &["in", "not in"])?;
            Some(ProtocolCall { value: node.named_child(1)?, at, members: &["__contains__"] })
        }
        "for_statement" => {
            let is_async = token(node, &["async"]).is_some();
            let members: &[&str] = if is_async { &["__aiter__"] } else { &["__iter__"] };
            Some(ProtocolCall { value: node.field("right")?, at: token(node, &["in"])?, members })
        }
        "with_item" => {
            let statement = builder.ancestors(node).find(|it| it.kind() == "with_statement")?;
            let is_async = token(statement, &["async"]).is_some();
            let members: &[&str] = if is_async { &["__aenter__", "__aexit__"] } else { &["__enter__", "__exit__"] };
            let value = node.field("value")?;
            let value = if value.kind() == "as_pattern" { value.named_child(0)? } else { value };
            Some(ProtocolCall { value, at: value, members })
        }
        _ => None,
    }
}

/// Whether an element is what `del` takes away, be it one of several.
fn is_deleted(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut around = builder.ancestors(node).skip_while(|it| it.kind() == "expression_list");
    around.next().is_some_and(|it| it.kind() == "delete_statement")
}

/// The first child that is one of some words or signs.
fn token<'t>(node: Node<'t>, words: &[&str]) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| words.contains(&child.kind()))
}
