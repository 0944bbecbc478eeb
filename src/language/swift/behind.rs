//! Closures behind a call that the grammar takes for those of another call, of its result.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;

/// The kinds of nodes that a word before a call makes of it.
const WAITS: &[&str] = &["await_expression", "try_expression"];

/// The closures behind a call, where the grammar takes them for those of another call of its result: in `let a = f(x) { … }`.
pub fn suffix_behind<'n>(call: Node<'n>, builder: &Builder<'n>) -> Option<Node<'n>> {
    let mut around = builder.ancestors(call).skip_while(|outer| WAITS.contains(&outer.kind()));
    let outer = around.next().filter(|outer| outer.kind() == "call_expression")?;
    let mut cursor = outer.walk();
    let mut suffixes = outer.named_children(&mut cursor).filter(|child| child.kind() == "call_suffix");
    suffixes.next().filter(|_| with_closures_behind(outer) == Some(call))
}

/// The call that the closures behind another one belong to: `f(x)` of `f(x) { … }`, where the grammar takes them apart.
pub fn with_closures_behind(outer: Node<'_>) -> Option<Node<'_>> {
    let mut inner = outer.named_child(0)?;
    while WAITS.contains(&inner.kind()) {
        inner = inner.field("expr")?;
    }
    let mut cursor = outer.walk();
    let mut suffixes = outer.named_children(&mut cursor).filter(|child| child.kind() == "call_suffix");
    let is_closures = suffixes.next().and_then(|it| it.child(0)).is_some_and(|it| it.kind() == "lambda_literal");
    (is_closures && inner.kind() == "call_expression").then_some(inner)
}
