//! Callees that name the type of a member, and the trait that gives it: `<T as Trait>::member`; and those that name a module
//! beside a variable of its name.
//!
//! A type taken as one of its supertypes is bound under a name that no code can spell, `T:<Trait`: first the type, then the
//! supertype.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::{dotted, type_name, without_generics};
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Receiver;
use super::super::read_name::TAKEN_AS;
use super::hidden_module;
use crate::syntax::Expr;

/// The receiver and the name of a callee that begins with a type in angle brackets, or with a module that shares its name with
/// a variable; `None` for any other.
pub fn callee<'t>(node: Node<'_>, builder: &mut Builder<'t>) -> Option<(Receiver, &'t str)> {
    let Some((of, supertype)) = types(node) else { return of_module(node, builder) };
    let member = builder.text(node.field("name")?);
    let Some(of) = type_name(builder.text(of)) else { return Some((Receiver::Opaque, member)) };
    // An array has none of the members of its elements.
    let of = builder.expr(if of.ends_with("[]") { "?" } else { &of });
    let supertype = supertype.and_then(|supertype| type_name(builder.text(supertype)));
    let Some(supertype) = supertype else { return Some((Receiver::Path(of), member)) };
    let text = format!("{}{TAKEN_AS}{supertype}", builder.observation().spelled(of));
    let (scope, name) = (builder.current(), builder.intern(&text));
    if !builder.bound.contains_key(&(scope, name)) {
        let supertype = builder.expr(&supertype);
        for part in [of, supertype] {
            builder.bind_expr(scope, &text, Some(part), BindingKind::Copied);
        }
    }
    Some((Receiver::Path(builder.lower(Expr::Name(name))), member))
}

/// The receiver and the name of a callee whose path begins with a module that a local variable shares its name with.
fn of_module<'t>(node: Node<'_>, builder: &mut Builder<'t>) -> Option<(Receiver, &'t str)> {
    let path = node.field("path").filter(|_| node.kind() == "scoped_identifier")?;
    let of = dotted(&without_generics(&hidden_module::of_module(path, builder)?))?;
    Some((Receiver::Path(builder.expr(&of)), builder.text(node.field("name")?)))
}

/// Such a callee as a path of the type alone: `T::member`.
pub fn without_supertype(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let (of, _) = types(node)?;
    Some(format!("{}::{}", builder.text(of), builder.text(node.field("name")?)))
}

/// The type in the brackets, and the trait that it is taken as.
fn types(node: Node<'_>) -> Option<(Node<'_>, Option<Node<'_>>)> {
    let path = node.field("path").filter(|path| path.kind() == "bracketed_type")?;
    let inside = path.named_child(0)?;
    match inside.kind() {
        "qualified_type" => Some((inside.field("type")?, inside.field("alias"))),
        _ => Some((inside, None)),
    }
}
