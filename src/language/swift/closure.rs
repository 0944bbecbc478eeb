//! The parameters of closures, by the calls that they are handed to, and what the patterns of cases take out of values.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::closure::{FUNCTION_TYPE, LAST, bind_given, bind_variable, value_of};
use super::super::counted_name::with_count;
use super::super::expression::type_name;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::super::signed::FUNCTION_OF;
use super::behind::with_closures_behind;
use super::collection;
use super::operand::last_operand;
use super::wanted::{each, labelled};
use crate::syntax::{Expr, ExprId, Literal};

/// Methods of collections that call a closure with one element.
const EACH: &[&str] = &[
    "allSatisfy",
    "compactMap",
    "contains",
    "drop",
    "filter",
    "first",
    "firstIndex",
    "flatMap",
    "forEach",
    "last",
    "map",
    "partition",
    "prefix",
    "removeAll",
];

/// Methods of collections that call a closure with two elements.
const PAIRS: &[&str] = &["max", "min", "sort", "sorted"];

fn children<'t>(node: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() == kind).collect()
}

/// Binds the types of the parameters of the closures that a function takes.
pub fn taken(function: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let parameters = children(function, "parameter");
    let own = children(function, "type_parameters").into_iter().flat_map(|list| children(list, "type_parameter"));
    let own: Vec<&str> =
        own.filter_map(|it| children(it, "type_identifier").first().map(|name| builder.text(*name))).collect();
    for (at, parameter) in parameters.iter().enumerate() {
        let Some(of) = function_type(*parameter) else {
            bind_taken(*parameter, at, at + 1 == parameters.len(), decl, builder);
            let stated = stated_in(*parameter, builder).filter(|_| !own.is_empty());
            let plain = stated.as_deref().map(|text| text.strip_suffix("[]").unwrap_or(text));
            if let Some(name) = own.iter().find(|name| Some(**name) == plain) {
                bind_variable(decl, &format!("({at})"), name, stated.as_deref() != plain, builder);
            }
            continue;
        };
        let items = items(of);
        // A value is written in the place of such a function.
        if !builder.text(*parameter).contains("@autoclosure") {
            builder.bind(decl, &format!("({at}){FUNCTION_TYPE}"), None, BindingKind::Untyped);
            builder.bind(
                decl,
                &format!("({at}){}", with_count(FUNCTION_TYPE, items.len())),
                None,
                BindingKind::Untyped,
            );
        }
        let result = of.field("return_type").filter(|of| matches!(of.kind(), "user_type" | "optional_type"));
        let result = result.and_then(|of| type_name(builder.text(of)));
        if let Some((name, of)) = inner_name(*parameter).zip(result) {
            let of = builder.expr(&of);
            builder.bind_result(decl, builder.text(name), of);
        }
        let given = given(items, builder);
        bind_given(decl, at, at + 1 == parameters.len(), &given, builder);
    }
}

/// The name that a parameter has in its function.
fn inner_name(parameter: Node<'_>) -> Option<Node<'_>> {
    children(parameter, "simple_identifier").last().copied()
}

/// The types that a function type takes, each in an item or alone.
fn items(function: Node<'_>) -> Vec<Node<'_>> {
    let Some(list) = function.field("params") else { return Vec::new() };
    let mut cursor = list.walk();
    list.named_children(&mut cursor).filter(|item| !item.is_extra()).collect()
}

/// The types of what a closure is given, by their places.
fn given(items: Vec<Node<'_>>, builder: &Builder<'_>) -> Vec<(String, String)> {
    const AROUND: &[&str] = &["existential_type", "opaque_type", "optional_type", "tuple_type", "tuple_type_item"];
    let types = items.into_iter().enumerate().filter_map(|(at, item)| {
        let mut of = item.field("name").unwrap_or(item);
        while AROUND.contains(&of.kind()) {
            let mut cursor = of.walk();
            let mut inner = of.named_children(&mut cursor).filter(|it| it.kind() != "parameter_modifiers");
            of = inner.next().filter(|_| inner.next().is_none())?;
        }
        let text = type_name(builder.text(of)).filter(|_| of.kind() == "user_type")?;
        Some((format!("({at})"), text))
    });
    types.collect()
}

/// Binds what a function type takes under its other name: `typealias Handler = (A) -> B` binds `A` under `(0)`.
pub fn named(alias: Node<'_>, builder: &mut Builder<'_>) {
    let Some(function) = children(alias, "function_type").into_iter().next() else { return };
    for (place, of) in given(items(function), builder) {
        builder.bind(builder.current(), &place, Some(&of), BindingKind::Annotated);
    }
}

/// Binds the type that a parameter states under its label, or under its place where it has none; of the last one behind the arguments
/// too.
fn bind_taken(parameter: Node<'_>, at: usize, is_last: bool, decl: Decl, builder: &mut Builder<'_>) {
    let Some(label) = parameter.field("external_name").or_else(|| parameter.field("name")) else { return };
    let place = match builder.text(label) {
        "_" => format!("({at})"),
        label => labelled(label.trim_matches('`')),
    };
    let Some(of) = stated_in(parameter, builder) else { return };
    let (place, of) = match of.strip_suffix("[]") {
        Some(of) => (each(&place), of),
        None => (place, of.as_str()),
    };
    builder.bind(decl, &place, Some(of), BindingKind::Annotated);
    if is_last && !place.ends_with("::)") {
        builder.bind(decl, LAST, Some(of), BindingKind::Annotated);
    }
}

/// The type that a parameter states, where it is a plain one, or many of such.
fn stated_in(parameter: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    const TYPES: &[&str] = &["array_type", "existential_type", "opaque_type", "optional_type", "user_type"];
    let mut cursor = parameter.walk();
    let mut of = parameter.named_children(&mut cursor).find(|child| TYPES.contains(&child.kind()))?;
    while matches!(of.kind(), "existential_type" | "opaque_type" | "optional_type") {
        of = of.named_child(0)?;
    }
    let is_read = matches!(of.kind(), "array_type" | "user_type");
    is_read.then(|| collection::stated_type(builder.text(of))).flatten()
}

/// The type of a parameter that is a function: `(A) -> B`, `((A) -> B)?`.
fn function_type(parameter: Node<'_>) -> Option<Node<'_>> {
    const AROUND: &[&str] = &["function_type", "optional_type", "tuple_type", "tuple_type_item"];
    let mut at = parameter;
    while at.kind() != "function_type" {
        let mut cursor = at.walk();
        at = at.named_children(&mut cursor).find(|child| AROUND.contains(&child.kind()))?;
    }
    Some(at)
}

/// A closure as an argument: with how many values it takes, where it names them.
pub fn written(node: Node<'_>, builder: &mut Builder<'_>) -> ExprId {
    let Some(head) = node.field("type") else { return builder.lower(Expr::Literal(Literal::Function)) };
    let lists = children(head, "lambda_function_type_parameters");
    let n: usize = lists.into_iter().map(|list| children(list, "lambda_parameter").len()).sum();
    builder.lower_name(&format!("{FUNCTION_OF}{n}"))
}

/// Reads a closure that is handed to a call.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(body) = children(node, "statements").first().map(Node::byte_range) else { return };
    let Some((call, place)) = call_of(node, builder) else { return };
    let call = with_closures_behind(call).filter(|_| place == LAST).unwrap_or(call);
    let Some(callee) = call.named_child(0).map(|it| last_operand(it, builder)) else { return };
    let mut called = callee;
    let function = match callee.kind() {
        "simple_identifier" => builder.lower_name(builder.text(callee)),
        "navigation_expression" => {
            let name = callee.field("suffix").and_then(|suffix| suffix.field("suffix"));
            let (Some(on), Some(name)) = (callee.field("target"), name) else { return };
            called = name;
            let name = builder.text(name);
            let names = parameters(node, builder);
            let n_named = if node.field("type").is_some() { names.len() } else { 0 };
            if let Some(given) = elements(on, name, n_named, builder) {
                for (at, name) in names {
                    if let Some(value) = given.get(at).copied().flatten() {
                        builder.give(name, value, body.clone());
                    }
                }
                return;
            }
            let Some(value) = value_of(on, builder) else { return };
            builder.lower_member(value, name)
        }
        _ => return,
    };
    let function = builder.with_given(function, start(called));
    for (at, name) in parameters(node, builder) {
        let value = taken_at(function, &format!("{place}({at})"), builder);
        builder.give(name, value, body.clone());
    }
}

/// The values that a method of a collection hands to a closure with so many names, by their places.
fn elements(on: Node<'_>, method: &str, n_named: usize, builder: &mut Builder<'_>) -> Option<Vec<Option<ExprId>>> {
    let is_pair = PAIRS.contains(&method);
    if !is_pair && !EACH.contains(&method) {
        return None;
    }
    Some(match collection::several(on, builder) {
        _ if is_pair => vec![collection::element(on, builder); 2],
        // One name is that of all.
        Some(_) if n_named == 1 => Vec::new(),
        Some(values) if n_named == 0 => std::iter::once(None).chain(values.into_iter().skip(1)).collect(),
        Some(values) => values,
        // A map hands a key on with each value.
        None if n_named == 2 => Vec::new(),
        None => vec![collection::element(on, builder)],
    })
}

fn taken_at(function: ExprId, place: &str, builder: &mut Builder<'_>) -> ExprId {
    let place = builder.intern(place);
    builder.lower(Expr::Parameter(function, place))
}

/// The call that a closure is handed to, and its place there.
fn call_of<'n>(node: Node<'n>, builder: &Builder<'n>) -> Option<(Node<'n>, String)> {
    let mut above = builder.ancestors(node);
    let outer = above.next()?;
    let (suffix, place) = match outer.kind() {
        // Of several closures behind the arguments only the labels say which is which.
        "call_suffix" => (children(outer, "lambda_literal").len() == 1).then(|| (outer, LAST.to_owned()))?,
        "value_argument" => {
            let list = above.next()?;
            let at = children(list, "value_argument").iter().position(|it| *it == outer)?;
            (above.next()?, format!("({at})"))
        }
        _ => return None,
    };
    let call = above.next().filter(|call| call.kind() == "call_expression" && suffix.kind() == "call_suffix")?;
    Some((call, place))
}

/// The parameters that state no type, each with its place; `$0` and `$1` where none is named.
fn parameters<'t>(node: Node<'_>, builder: &Builder<'t>) -> Vec<(usize, &'t str)> {
    let Some(head) = node.field("type") else { return vec![(0, "$0"), (1, "$1")] };
    let lists = children(head, "lambda_function_type_parameters");
    let named = lists.into_iter().flat_map(|list| children(list, "lambda_parameter")).enumerate();
    let plain = named.filter(|(_, one)| one.named_child_count() == 1);
    plain.filter_map(|(at, one)| Some((at, builder.text(one.field("name")?)))).collect()
}

/// Binds the types of the values that a case of an enum holds: the first under `(0)`.
pub fn held(contents: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let mut cursor = contents.walk();
    for (at, of) in contents.children_by_field_name("name", &mut cursor).enumerate() {
        let is_type = matches!(of.kind(), "user_type" | "optional_type");
        let Some(text) = type_name(builder.text(of)).filter(|_| is_type) else { continue };
        builder.bind(decl, &format!("({at})"), Some(&text), BindingKind::Annotated);
        let sign = of.prev_sibling().filter(|sign| sign.kind() == ":");
        if let Some(label) = sign.and_then(|sign| sign.prev_sibling()) {
            builder.bind(decl, &labelled(builder.text(label)), Some(&text), BindingKind::Annotated);
        }
    }
}

/// Reads `case .a(let b)` of a `switch`.
pub fn switched(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut above = builder.ancestors(node);
    let value = above.find(|it| it.kind() == "switch_statement").and_then(|it| it.field("expr"));
    drop(above);
    let Some(pattern) = children(node, "pattern").into_iter().next() else { return };
    let mut cursor = pattern.walk();
    let parts: Vec<Node<'_>> = pattern.named_children(&mut cursor).collect();
    if collection::is_cast(&parts) {
        return collection::bind_cast(&parts, builder);
    }
    if let Some(value) = value.and_then(|value| value_of(value, builder)) {
        take_out(&parts, value, false, builder);
    }
}

/// Reads `case .a(let b) = c` among the conditions of a statement, given its children.
pub fn conditions(children: &[Node<'_>], builder: &mut Builder<'_>) {
    for at in (0..children.len()).filter(|at| children[*at].kind() == "case") {
        let rest = &children[at + 1..];
        let Some(end) = rest.iter().position(|it| it.kind() == "=") else { continue };
        if collection::is_cast(&rest[..end]) {
            collection::bind_cast(&rest[..end], builder);
            continue;
        }
        let Some(value) = rest.get(end + 1).and_then(|value| value_of(*value, builder)) else { continue };
        let parts: Vec<Node<'_>> = rest[..end].iter().copied().filter(Node::is_named).collect();
        take_out(&parts, value, false, builder);
    }
}

/// Binds the names of a pattern to the values that its case holds: `let`, the name of the case, and a pattern for each.
fn take_out(parts: &[Node<'_>], value: ExprId, is_let: bool, builder: &mut Builder<'_>) {
    let is_let = is_let || parts.first().is_some_and(|part| part.kind() == "value_binding_pattern");
    let Some(name_at) = parts.iter().position(|part| part.kind() == "simple_identifier") else { return };
    // `A.b(let c)` names its type; only the value tells where that is declared.
    if parts[..name_at].iter().any(|part| !matches!(part.kind(), "value_binding_pattern" | "user_type")) {
        return;
    }
    let case = builder.text(parts[name_at]);
    let function = builder.lower_member(value, case);
    let patterns = parts[name_at + 1..].iter().filter(|part| part.kind() == "pattern");
    for (at, pattern) in patterns.enumerate() {
        let alone = pattern.named_child(0).filter(|_| pattern.child_count() == 1);
        let plain = alone.filter(|it| is_let && it.kind() == "simple_identifier");
        // What an optional holds is known by its own name.
        let held = if case == "some" { value } else { taken_at(function, &format!("({at})"), builder) };
        let Some(name) = pattern.field("bound_identifier").or(plain) else {
            let mut cursor = pattern.walk();
            let inner: Vec<Node<'_>> = pattern.named_children(&mut cursor).collect();
            match collection::is_cast(&inner) {
                true => collection::bind_cast(&inner, builder),
                false if inner.len() > 1 => take_out(&inner, held, is_let, builder),
                false => {}
            }
            continue;
        };
        builder.bind_expr(builder.current(), builder.text(name), Some(held), BindingKind::Copied);
    }
}
