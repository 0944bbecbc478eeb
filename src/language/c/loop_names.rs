//! The names of `for (auto& x : all)` and `for (auto& [k, v] : all)`: each is what the container holds.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::declarator::declared;
use super::value;
use crate::syntax::Expr;

/// The member of a value that its elements are. No code can spell it.
pub const EACH: &str = "(each)";
/// The second part of a pair.
pub const SECOND: &str = "second";

/// Binds the names of a loop that states no type for them; `false` where it states one.
pub fn read(node: Node<'_>, scope: Option<Decl>, found: &[Node<'_>], builder: &mut Builder<'_>) -> bool {
    let is_auto = node.field("type").is_some_and(|of| of.kind() == "placeholder_type_specifier");
    let (Some(scope), Some(of), [declarator]) = (scope.filter(|_| is_auto), node.field("right"), found) else {
        return false;
    };
    let text = value::text(of, builder);
    let called = || builder.called(&text).map(|path| format!("{path}()"));
    let Some(path) = builder.dotted(&text).or_else(called) else { return false };
    let (all, each) = (builder.expr(&path), builder.intern(EACH));
    let each = builder.lower(Expr::Member(all, each));
    let inner = if declarator.kind() == "reference_declarator" { declarator.named_child(0) } else { Some(*declarator) };
    let Some(parts) = inner.filter(|it| it.kind() == "structured_binding_declarator") else {
        let Some(found) = declared(*declarator) else { return false };
        builder.bind_expr(scope, builder.text(found.name), Some(each), BindingKind::Copied);
        return true;
    };
    let second = builder.intern(SECOND);
    let second = builder.lower(Expr::Member(each, second));
    let mut cursor = parts.walk();
    let names: Vec<Node<'_>> = parts.named_children(&mut cursor).collect();
    for (at, name) in names.into_iter().enumerate() {
        // What is first in a pair is not followed.
        let (of, kind) = if at == 1 { (Some(second), BindingKind::Copied) } else { (None, BindingKind::Untyped) };
        builder.bind_expr(scope, builder.text(name), of, kind);
    }
    true
}
