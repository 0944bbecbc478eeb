//! Tuples that functions give: `let (a, b) = f()` binds each name to what `f` states at its place.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::collection::stated_type;

/// Binds the types of the tuple that a function states, each under its place: `(=0)`.
pub fn given(function: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    const PLAIN: &[&str] = &["user_type", "optional_type", "array_type", "existential_type", "opaque_type"];
    let mut cursor = function.walk();
    let mut behind = function.children(&mut cursor).skip_while(|child| child.kind() != "->");
    let of = behind.nth(1).and_then(|of| if of.kind() == "optional_type" { of.named_child(0) } else { Some(of) });
    let Some(tuple) = of.filter(|of| of.kind() == "tuple_type") else { return };
    let mut cursor = tuple.walk();
    for (at, item) in tuple.named_children(&mut cursor).filter(|it| it.kind() == "tuple_type_item").enumerate() {
        let mut inside = item.walk();
        let Some(mut of) = item.named_children(&mut inside).filter(|it| PLAIN.contains(&it.kind())).last() else {
            continue;
        };
        while matches!(of.kind(), "optional_type" | "existential_type" | "opaque_type") {
            let Some(inner) = of.named_child(0) else { break };
            of = inner;
        }
        let is_read = matches!(of.kind(), "user_type" | "array_type");
        if let Some(of) = stated_type(builder.text(of)).filter(|_| is_read) {
            builder.bind(decl, &format!("(={at})"), Some(&of), BindingKind::Returns);
        }
    }
}

/// The names of a pattern of several, each with its place: a part that is no name has none.
pub fn names(pattern: Node<'_>) -> Vec<(usize, Node<'_>)> {
    if pattern.field("bound_identifier").is_some() {
        return Vec::new();
    }
    let mut cursor = pattern.walk();
    let parts =
        pattern.children(&mut cursor).filter(|part| !part.is_extra() && !matches!(part.kind(), "(" | "," | ")"));
    let named = parts.enumerate().filter_map(|(at, part)| {
        let name = part.field("bound_identifier").or_else(|| part.named_child(0))?;
        (part.kind() == "pattern" && name.kind() == "simple_identifier").then_some((at, name))
    });
    named.collect()
}

/// The names with the paths of what a value gives them, where that is a call.
pub fn taken<'t>(
    names: Vec<(usize, Node<'t>)>,
    (value, kind): (Option<String>, BindingKind),
) -> Vec<(Node<'t>, String)> {
    let Some(function) = value.filter(|_| kind == BindingKind::Constructed) else { return Vec::new() };
    names.into_iter().map(|(at, name)| (name, format!("{function}(={at})"))).collect()
}
