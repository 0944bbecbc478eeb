//! Lowers Dart's expressions and types to paths.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::super::type_arguments::{MOST_ARGUMENTS, argument_name};

/// Getters of collections that give one element.
const ELEMENTS: &[&str] = &["first", "last", "single", "firstOrNull", "lastOrNull", "singleOrNull"];
/// Methods of collections that give one element.
const TAKING: &[&str] =
    &["elementAt", "firstWhere", "lastWhere", "singleWhere", "removeAt", "removeLast", "removeFirst"];
/// Getters of collections that give another of the same elements.
const VIEWS: &[&str] = &["reversed", "values"];
/// Methods of collections that give another of the same elements.
const COPIES: &[&str] =
    &["where", "toList", "toSet", "take", "skip", "takeWhile", "skipWhile", "sublist", "toUnmodifiable"];
/// How deep an expression is followed.
const DEEPEST: usize = 64;

/// The path of an expression: names joined by dots, `()` behind what is called, `[]` behind what an element is taken of.
/// `None` for what is no path, and for what was cast.
pub fn of_value(value: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    lower(value, builder, 0)
}

/// The path of the collection that an expression gives, with those left out that hold the same elements.
pub fn of_collection(value: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut at = value;
    for _ in 0..DEEPEST {
        let member = if at.kind() == "call_expression" { at.field("function")? } else { at };
        let names = if at.kind() == "call_expression" { COPIES } else { VIEWS };
        let is_same = is_member(member) && member.field("property").is_some_and(|it| names.contains(&builder.text(it)));
        if !is_same {
            return of_value(at, builder);
        }
        at = member.field("object")?;
    }
    None
}

/// The path of an element of the collection that an expression gives.
pub fn of_element(collection: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    of_collection(collection, builder).filter(|path| path != "this").map(|path| format!("{path}[]"))
}

/// Whether an expression names a member of another.
pub fn is_member(node: Node<'_>) -> bool {
    matches!(node.kind(), "member_expression" | "null_aware_member_expression")
}

fn lower(value: Node<'_>, builder: &Builder<'_>, depth: usize) -> Option<String> {
    if depth > DEEPEST {
        return None;
    }
    let inner = |node: Node<'_>| lower(node, builder, depth + 1);
    match value.kind() {
        "identifier" => Some(builder.text(value).to_owned()),
        "this" => Some("this".to_owned()),
        "string_literal" if depth > 0 => Some("\"".to_owned()),
        "member_expression" | "null_aware_member_expression" => {
            let (object, property) = (value.field("object")?, builder.text(value.field("property")?));
            if ELEMENTS.contains(&property) {
                return of_element(object, builder);
            }
            Some(format!("{}.{property}", inner(object)?))
        }
        "call_expression" => {
            let function = value.field("function")?;
            let takes =
                is_member(function) && function.field("property").is_some_and(|it| TAKING.contains(&builder.text(it)));
            if takes {
                return of_element(function.field("object")?, builder);
            }
            called(function, builder).map(|path| format!("{path}()"))
        }
        "new_expression" | "const_object_expression" => made(value, builder).map(|path| format!("{path}()")),
        "index_expression" | "null_aware_index_expression" => of_element(value.field("object")?, builder),
        "null_assertion_expression" => inner(value.field("value")?),
        "cascade" | "unary_expression" => inner(value.named_child(0)?),
        "await_expression" => inner(value.named_child(0)?),
        "parenthesized_expression" if value.named_child_count() == 1 => inner(value.named_child(0)?),
        _ => None,
    }
}

/// The path of a callee.
pub fn called(function: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let plain = if function.kind() == "instantiation_expression" { function.field("function")? } else { function };
    matches!(plain.kind(), "identifier" | "member_expression" | "null_aware_member_expression")
        .then(|| lower(plain, builder, 0))
        .flatten()
}

/// The path of the constructor in `new T.name(…)` and `const T(…)`.
pub fn made(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let of = names_of(node.field("type")?, builder)?;
    let name = node.field("constructor").map(|name| builder.text(name));
    Some(name.filter(|name| *name != "new").map_or(of.clone(), |name| format!("{of}.{name}")))
}

/// The type that a cast gives an expression: `(a as T)`.
pub fn cast(value: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut at = value;
    while at.kind() == "parenthesized_expression" && at.named_child_count() == 1 {
        at = at.named_child(0)?;
    }
    let stated = Some(at).filter(|at| at.kind() == "type_cast_expression")?.named_child(1)?.named_child(0)?;
    (stated.kind() == "type").then(|| of_type(stated, builder)).flatten()
}

/// A type as a path: that of a collection is `T[]`, and that of a future what it completes with. `None` for what names
/// no single type: functions, records, `void`.
pub fn of_type(stated: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    type_at(stated, builder, 0)
}

fn type_at(stated: Node<'_>, builder: &Builder<'_>, depth: usize) -> Option<String> {
    let name = names_of(stated, builder).filter(|_| depth < DEEPEST)?;
    let argument = |at: u32| {
        let mut cursor = stated.walk();
        let list = stated.named_children(&mut cursor).find(|child| child.kind() == "type_arguments")?;
        type_at(list.named_child(at)?, builder, depth + 1)
    };
    match name.as_str() {
        "Future" | "FutureOr" => argument(0),
        "List" | "Iterable" | "Set" | "Queue" | "Stream" | "UnmodifiableListView" => {
            Some(format!("{}[]", argument(0)?))
        }
        "Map" => Some(format!("{}[]", argument(1)?)),
        _ => Some(name),
    }
}

/// The type that the collections and futures of the library around it hold.
pub fn held_type<'n>(stated: Node<'n>, builder: &Builder<'_>) -> Node<'n> {
    let mut at = stated;
    for _ in 0..DEEPEST {
        let place = match names_of(at, builder).as_deref() {
            Some("Future" | "FutureOr" | "List" | "Iterable" | "Set" | "Queue" | "Stream" | "UnmodifiableListView") => {
                0
            }
            Some("Map") => 1,
            _ => break,
        };
        let mut cursor = at.walk();
        let list = at.named_children(&mut cursor).find(|child| child.kind() == "type_arguments");
        let Some(inner) = list.and_then(|list| list.named_child(place)) else { break };
        at = inner;
    }
    at
}

/// Binds the type arguments that a type states of a name.
pub fn bind_arguments(scope: Decl, name: &str, stated: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = stated.walk();
    let held = held_type(stated, builder);
    let mut cursor_held = held.walk();
    let list = held.named_children(&mut cursor_held).find(|child| child.kind() == "type_arguments");
    let Some(list) = list else { return };
    let name = builder.bound_as(scope, name);
    let types: Vec<Node<'_>> = list.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
    for (place, of) in types.into_iter().enumerate().take(MOST_ARGUMENTS) {
        if let Some(of) = of_type(of, builder) {
            builder.bind(scope, &argument_name(&name, place), Some(&of), BindingKind::Returns);
        }
    }
}

/// The name of a type without its arguments: `p.Foo` of `p.Foo<int>?`.
fn names_of(stated: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut cursor = stated.walk();
    let mut names = Vec::new();
    for child in stated.named_children(&mut cursor) {
        match child.kind() {
            "type_identifier" => names.push(builder.text(child)),
            "type_arguments" => {}
            _ => return None,
        }
    }
    (!names.is_empty()).then(|| names.join("."))
}
