//! Functions without a name: what their parameters are, by the methods that they are handed to, or by the types that the text states
//! of them.

use tree_sitter::Node;

use super::holders::{BUILT_IN_TYPES, HOLDERS};
use crate::language::closure::{LAST, bind_given, bind_variable, value_of};
use crate::language::expression::type_name;
use crate::language::holders::{ELEMENTS, arguments};
use crate::language::type_arguments::bind_arguments;
use crate::language::{BindingKind, Builder, Decl, Fields, start};
use crate::syntax::{Expr, ExprId};

/// The interfaces of the library that functions without a name are, each with the type arguments that its parameters are of.
const FUNCTIONS: &[(&str, &[usize])] = &[
    ("BiConsumer", &[0, 1]),
    ("BiFunction", &[0, 1]),
    ("BiPredicate", &[0, 1]),
    ("BinaryOperator", &[0, 0]),
    ("Comparator", &[0, 0]),
    ("Consumer", &[0]),
    ("Function", &[0]),
    ("ObjIntConsumer", &[0]),
    ("ObjLongConsumer", &[0]),
    ("Predicate", &[0]),
    ("ToDoubleBiFunction", &[0, 1]),
    ("ToDoubleFunction", &[0]),
    ("ToIntBiFunction", &[0, 1]),
    ("ToIntFunction", &[0]),
    ("ToLongBiFunction", &[0, 1]),
    ("ToLongFunction", &[0]),
    ("UnaryOperator", &[0]),
];

/// Binds what a method hands to the functions that it takes: of `Function<A, B>` at its first place `A` under `(0)(0)`, of another
/// interface its own name under `(0)`.
pub fn taken(list: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let mut cursor = list.walk();
    let parameters: Vec<Node<'_>> = list
        .named_children(&mut cursor)
        .filter(|it| matches!(it.kind(), "formal_parameter" | "spread_parameter"))
        .collect();
    let own = builder.parent(list).map_or(Vec::new(), |method| variables(method, builder));
    for (at, parameter) in parameters.iter().enumerate() {
        let Some(of) = parameter.field("type") else { continue };
        let text = builder.text(of);
        let held = HOLDERS.held(text).filter(|(place, _)| *place == ELEMENTS && !own.is_empty()).map(|(_, held)| held);
        if let Some(name) = own.iter().find(|name| **name == text || held.as_deref() == Some(**name)) {
            bind_variable(decl, &format!("({at})"), name, *name != text, builder);
        }
        let is_last = at + 1 == parameters.len();
        if let Some(given) = given(of, builder) {
            bind_given(decl, at, is_last, &given, builder);
        } else if let Some(of) = interface(of, builder) {
            for place in [Some(format!("({at})")), is_last.then(|| LAST.to_owned())].into_iter().flatten() {
                builder.bind(decl, &place, Some(of), BindingKind::Annotated);
                bind_arguments(decl, &place, text, builder);
            }
        }
    }
}

/// The type parameters of a method.
fn variables<'t>(method: Node<'_>, builder: &Builder<'t>) -> Vec<&'t str> {
    let Some(list) = method.field("type_parameters") else { return Vec::new() };
    let mut cursor = list.walk();
    let each = list.named_children(&mut cursor).filter(|it| it.kind() == "type_parameter");
    each.filter_map(|it| {
        let mut cursor = it.walk();
        it.named_children(&mut cursor).find(|part| part.kind() == "type_identifier").map(|name| builder.text(name))
    })
    .collect()
}

/// Binds what the one method of an interface takes: a function without a name may be that.
pub fn called(method: Node<'_>, of: Decl, builder: &mut Builder<'_>) {
    let Some(body) = builder.parent(method).filter(|body| body.kind() == "interface_body") else { return };
    let mut cursor = body.walk();
    let is_open = |it: &Node<'_>| it.kind() == "method_declaration" && it.field("body").is_none();
    let mut open = body.named_children(&mut cursor).filter(is_open);
    if open.next() != Some(method) || open.next().is_some() {
        return;
    }
    let Some(list) = method.field("parameters") else { return };
    let mut cursor = list.walk();
    for (at, parameter) in list.named_children(&mut cursor).filter(|it| it.kind() == "formal_parameter").enumerate() {
        let of_parameter = parameter.field("type").and_then(|it| type_name(builder.text(it)));
        if let Some(of_parameter) = of_parameter {
            builder.bind(of, &format!("({at})"), Some(&of_parameter), BindingKind::Annotated);
        }
    }
}

/// The types of the values that an interface of the library hands to a function, by their places.
fn given(of: Node<'_>, builder: &Builder<'_>) -> Option<Vec<(String, String)>> {
    let (head, inside) = builder.text(of).trim().strip_suffix('>')?.split_once('<')?;
    let head = head.trim().rsplit('.').next()?;
    let places = FUNCTIONS.iter().find(|(name, _)| *name == head)?.1;
    let inside = arguments(inside);
    let typed = places.iter().enumerate().filter_map(|(at, place)| {
        let text = inside.get(*place)?;
        let text = text.strip_prefix("? super ").unwrap_or(text);
        Some((format!("({at})"), type_name(text).filter(|_| !text.starts_with('?'))?))
    });
    Some(typed.collect())
}

/// The name of a type that may be an interface of the repository.
fn interface<'t>(of: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    let head = if of.kind() == "generic_type" { of.named_child(0)? } else { of };
    let name = builder.text(head);
    let is_known = BUILT_IN_TYPES.iter().any(|names| names.contains(&name))
        || HOLDERS.types.iter().any(|(holder, _)| *holder == name);
    (head.kind() == "type_identifier" && name.len() > 1 && name != "Object" && !is_known).then_some(name)
}

/// Reads a function without a name.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(body), Some(above)) = (node.field("body"), builder.parent(node)) else { return };
    let names = parameters(node, builder);
    if names.is_empty() {
        return;
    }
    if let Some((function, place)) = handed(node, above, builder) {
        for (at, name) in names.into_iter().enumerate() {
            let place = builder.intern(&format!("{place}({at})"));
            let value = builder.lower(Expr::Parameter(function, place));
            builder.give(name, value, body.byte_range());
        }
    } else if let Some(of) = stated(above, builder) {
        of_type(of, &names, body, builder);
    }
}

/// Gives the parameters what the stated type of their function says of them.
fn of_type(of: Node<'_>, names: &[&str], body: Node<'_>, builder: &mut Builder<'_>) {
    if let Some(given) = given(of, builder) {
        for (place, of) in given {
            let at = place.trim_matches(['(', ')']).parse::<usize>().ok();
            let Some(name) = at.and_then(|at| names.get(at)) else { continue };
            let (name, of) = (builder.lower_name(name), builder.expr(&of));
            builder.narrow(name, &[of], body.byte_range());
        }
    } else if let Some(of) = interface(of, builder) {
        let function = builder.lower_name(of);
        for (at, name) in names.iter().enumerate() {
            let place = builder.intern(&format!("({at})"));
            let value = builder.lower(Expr::Parameter(function, place));
            builder.give(name, value, body.byte_range());
        }
    }
}

/// The method that a function is handed to, and its place there.
fn handed(node: Node<'_>, list: Node<'_>, builder: &mut Builder<'_>) -> Option<(ExprId, String)> {
    let call = builder.ancestors(node).nth(1).filter(|call| call.kind() == "method_invocation")?;
    let mut cursor = list.walk();
    let at = list.named_children(&mut cursor).filter(|it| !it.is_extra()).position(|it| it == node)?;
    let called = call.field("name")?;
    let name = builder.text(called);
    let function = match call.field("object") {
        None => builder.lower_name(name),
        Some(on) => {
            let on = value_of(on, builder)?;
            builder.lower_member(on, name)
        }
    };
    let function = builder.with_given(function, start(called));
    Some((function, format!("({at})")))
}

/// The type that the text states of a function: of the variable that holds it, or of a cast.
fn stated<'n>(above: Node<'n>, builder: &Builder<'n>) -> Option<Node<'n>> {
    match above.kind() {
        "cast_expression" => above.field("type"),
        "variable_declarator" => {
            let mut around = builder.ancestors(above);
            around.next()?.field("type")
        }
        "return_statement" => {
            let mut around = builder.ancestors(above);
            let function = around.find(|it| matches!(it.kind(), "method_declaration" | "lambda_expression"))?;
            function.field("type")
        }
        _ => None,
    }
}

/// The names of the parameters, where they state no type.
fn parameters<'t>(node: Node<'_>, builder: &Builder<'t>) -> Vec<&'t str> {
    let Some(list) = node.field("parameters") else { return Vec::new() };
    let mut cursor = list.walk();
    match list.kind() {
        "identifier" => vec![builder.text(list)],
        "inferred_parameters" => list.named_children(&mut cursor).map(|name| builder.text(name)).collect(),
        _ => Vec::new(),
    }
}
