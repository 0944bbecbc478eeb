//! The names that statements bind, and what the text says of their types.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::observation::Decl;
use super::types::{self, Stated};
use super::{attribute, generic, parameters, tuple, value};

/// Reads an assignment, a loop, or `… as x`, into the innermost open declaration.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let field = |name| node.field(name);
    match node.kind() {
        "for_statement" | "for_in_clause" => {
            if let (Some(left), Some(right)) = (field("left"), field("right")) {
                let given = value::each(right, builder);
                spread(left, given, builder);
            }
        }
        "as_pattern" => {
            let target = field("alias").and_then(|alias| alias.named_child(0));
            if let (Some(target), Some(value)) = (target, node.named_child(0)) {
                let path = value::path(value, builder);
                // `except A as a` binds an `A`, `with a() as b` what the call gives.
                let is_caught = builder.parent(node).is_some_and(|parent| parent.kind().starts_with("except"));
                let path = path.map(|path| if is_caught { format!("{path}()") } else { path });
                assign(target, path, builder);
            }
        }
        "named_expression" => {
            if let (Some(name), Some(value)) = (field("name"), field("value")) {
                let path = value::path(value, builder);
                assign(name, path, builder);
            }
        }
        _ => {
            let Some(left) = field("left") else { return };
            if let Some(annotation) = field("type").map(|stated| builder.text(stated)) {
                if left.kind() == "identifier" {
                    generic::bind_argument(builder.current(), builder.text(left), annotation, builder);
                    bind_alias(node, left, builder);
                }
                if let Some((scope, name)) = place(left, builder) {
                    generic::bind_result(scope, name, annotation, builder);
                    parameters::bind_arguments(scope, name, annotation, builder);
                }
                return bind(left, types::stated(annotation), builder);
            }
            if let Some((value, (scope, name))) = field("right").zip(place(left, builder)) {
                generic::bind_classes(scope, name, value, builder);
            }
            // `None` says that there is nothing yet, and nothing of what will be.
            let right = field("right").filter(|right| right.kind() != "none");
            if right.is_some_and(|right| one_of_values(node, left, right, builder)) {
                return;
            }
            if right.is_some_and(|right| each_of_several(left, right, builder)) {
                return;
            }
            let path = right.and_then(|right| value::made(right, builder).or_else(|| value::path(right, builder)));
            if left.kind() == "identifier" {
                bind_alias(node, left, builder);
                if let Some(path) = right.and_then(|right| attribute::of_class(left, right, builder)) {
                    return builder.bind(builder.current(), builder.text(left), Some(&path), BindingKind::Copied);
                }
                let stated = path.map(|path| (path, BindingKind::Copied));
                return bind_in(builder.assigned_in(node), builder.text(left), stated, builder);
            }
            assign(left, path, builder);
        }
    }
}

/// Binds what a function gives whose type has a name: `F = Callable[[A], B]`.
fn bind_alias(node: Node<'_>, name: Node<'_>, builder: &mut Builder<'_>) {
    let value = node.field("right").filter(|value| value.kind() == "subscript");
    if let Some(value) = value.map(|value| builder.text(value)) {
        generic::bind_result(builder.assigned_in(node), builder.text(name), value, builder);
    }
}

/// Binds a target to each value of which an assigned one is one, `a or b`. Whether there are several, each with a path.
fn one_of_values(node: Node<'_>, target: Node<'_>, right: Node<'_>, builder: &mut Builder<'_>) -> bool {
    let values = value::values(right);
    let is_one = values.len() < 2;
    // An empty list says no more of what it is to hold than nothing does.
    let values = values.into_iter().filter(|it| !matches!(it.kind(), "dictionary" | "list" | "set" | "tuple"));
    let paths: Option<Vec<String>> = values.map(|it| value::path(it, builder)).collect();
    let Some(mut paths) = paths.filter(|paths| !is_one && !paths.is_empty()) else { return false };
    paths.dedup();
    let place = place(target, builder).map(|(scope, name)| (scope, builder.intern(name)));
    if place.is_some_and(|(scope, name)| builder.is_bound(scope, name)) {
        return false;
    }
    let copied = |path: String| (path, BindingKind::Copied);
    match target.kind() {
        "identifier" => {
            let scope = builder.assigned_in(node);
            paths.into_iter().for_each(|path| bind_in(scope, builder.text(target), Some(copied(path)), builder));
        }
        "attribute" => {
            let (Some(object), Some(name)) = (target.field("object"), target.field("attribute")) else { return false };
            let Some(class) = class_of(builder.text(object), builder) else { return false };
            builder.set_attribute(class, name, !builder.text(name).starts_with('_'));
            // A parameter that is one of them says no more than the others.
            let made = |(path, kind): Stated| match kind {
                BindingKind::Annotated if !path.ends_with(']') => (path, BindingKind::Constructed),
                _ => (path, kind),
            };
            let stated: Option<Vec<Stated>> =
                paths.into_iter().map(|path| outside(copied(path), builder).map(made)).collect();
            match stated {
                Some(all) => all.into_iter().for_each(|it| bind_in(class, builder.text(name), Some(it), builder)),
                None => bind_in(class, builder.text(name), None, builder),
            }
        }
        _ => return false,
    }
    true
}

/// Binds each of several targets to the value at its place, `a, b = f(), g()`. Whether there are as many.
fn each_of_several(left: Node<'_>, right: Node<'_>, builder: &mut Builder<'_>) -> bool {
    if !is_several(left) || !matches!(right.kind(), "expression_list" | "tuple") {
        return false;
    }
    let (mut targets, mut values) = (left.walk(), right.walk());
    let targets: Vec<Node<'_>> = left.named_children(&mut targets).filter(|it| !it.is_extra()).collect();
    let values: Vec<Node<'_>> = right.named_children(&mut values).filter(|it| !it.is_extra()).collect();
    let is_splat = |it: &Node<'_>| it.kind().starts_with("list_splat");
    if targets.len() != values.len() || targets.iter().chain(&values).any(is_splat) {
        return false;
    }
    for (target, value) in targets.into_iter().zip(values) {
        let path = Some(value).filter(|value| value.kind() != "none").and_then(|value| value::path(value, builder));
        assign(target, path, builder);
    }
    true
}

/// Binds one target, or the parts of several to what a value holds.
fn assign(target: Node<'_>, path: Option<String>, builder: &mut Builder<'_>) {
    if is_several(target) {
        let mut cursor = target.walk();
        let targets: Vec<Node<'_>> = target.named_children(&mut cursor).filter(|it| !it.is_extra()).collect();
        let given = path.map_or(Vec::new(), |path| tuple::taken(&targets, &path));
        return spread(target, given, builder);
    }
    bind(target, path.map(|path| (path, BindingKind::Copied)), builder);
}

/// Binds several targets, each to its own.
fn spread(target: Node<'_>, given: Vec<Option<String>>, builder: &mut Builder<'_>) {
    if !is_several(target) {
        let one = if given.len() == 1 { given.into_iter().next().flatten() } else { None };
        return bind(target, one.map(|path| (path, BindingKind::Copied)), builder);
    }
    let mut given = if given.len() > 1 { given } else { Vec::new() }.into_iter();
    let mut cursor = target.walk();
    for part in target.named_children(&mut cursor) {
        let path = given.next().flatten();
        assign(part, path, builder);
    }
}

fn is_several(target: Node<'_>) -> bool {
    matches!(target.kind(), "pattern_list" | "tuple_pattern" | "list_pattern" | "tuple" | "list" | "list_splat_pattern")
}

/// The scope and the name that a target binds: of the scope at hand, or of the object at hand.
fn place<'t>(target: Node<'_>, builder: &Builder<'t>) -> Option<(Decl, &'t str)> {
    match target.kind() {
        "identifier" => Some((builder.current(), builder.text(target))),
        "attribute" => {
            let class = class_of(builder.text(target.field("object")?), builder)?;
            Some((class, builder.text(target.field("attribute")?)))
        }
        _ => None,
    }
}

/// Binds a name of the scope at hand, or a field of the object at hand.
fn bind(target: Node<'_>, stated: Option<Stated>, builder: &mut Builder<'_>) {
    match target.kind() {
        "identifier" => bind_in(builder.current(), builder.text(target), stated, builder),
        "attribute" => {
            let part = |name| target.field(name);
            let (Some(object), Some(name)) = (part("object"), part("attribute")) else { return };
            if let Some(class) = class_of(builder.text(object), builder) {
                builder.set_attribute(class, name, !builder.text(name).starts_with('_'));
                // A parameter that is kept as it is gives the same where it is called.
                let given = stated.as_ref().and_then(|(path, _)| builder.annotation(&generic::called(path)));
                if let Some((path, kind)) = given {
                    builder.bind(class, &generic::called(builder.text(name)), Some(&path), kind);
                }
                if let Some((path, _)) = &stated {
                    parameters::bind_kept(class, builder.text(name), path, builder);
                }
                let stated = stated.and_then(|stated| outside(stated, builder));
                bind_in(class, builder.text(name), stated, builder);
            }
        }
        _ => {}
    }
}

/// Binds a name with a type, if one is stated.
pub fn bind_in(scope: Decl, name: &str, stated: Option<Stated>, builder: &mut Builder<'_>) {
    match stated {
        Some((path, kind)) => builder.bind(scope, name, Some(&path), kind),
        None => builder.bind(scope, name, None, BindingKind::Untyped),
    }
}

/// The class around, if a name means its object, or itself.
fn class_of(object: &str, builder: &Builder<'_>) -> Option<Decl> {
    let is_object = value::is_object(object, builder);
    let mut around = builder.open().iter().rev().copied().filter(|_| is_object);
    around.find(|decl| builder.observation().declaration(*decl).kind == DeclKind::Class)
}

/// A type stated in a function, as it is seen from outside of it: the names of the function mean nothing there.
fn outside(stated: Stated, builder: &Builder<'_>) -> Option<Stated> {
    let head = stated.0.split(['.', '[', '(', '{']).find(|part| !part.is_empty() && *part != "]" && *part != "}");
    let head = head.map(|head| head.trim_start_matches([']', '}'])).unwrap_or("");
    if head == "this" || !builder.is_local(head) {
        return Some(stated);
    }
    // A parameter that is kept as it is keeps its type.
    builder.annotation(head).filter(|_| stated.0 == head)
}
