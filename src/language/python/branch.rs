//! Finds names that a branch imports or declares: `try: from a import f` … `except ImportError: def f(): …`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::BRANCHED;
use super::super::kind::BindingKind;
use super::super::observation::Decl;

/// Marks a name that the statement binds in a scope, where the statement is in a branch of that scope.
pub fn read(node: Node<'_>, scope: Decl, name: &str, builder: &mut Builder<'_>) {
    if is_branched(node, builder) {
        builder.bind(scope, &format!("{name}{BRANCHED}"), None, BindingKind::Untyped);
    }
}

fn is_branched(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let is_branch = |kind: &str| matches!(kind, "if_statement" | "match_statement" | "try_statement");
    let is_scope = |kind: &str| matches!(kind, "class_definition" | "function_definition" | "module");
    let mut around = builder.ancestors(node).map(|outer| outer.kind());
    around.find(|kind| is_branch(kind) || is_scope(kind)).is_some_and(is_branch)
}
