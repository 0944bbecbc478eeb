//! Reads a function's head: its receiver, its parameters and result, and whether it is an overload.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::CLASS;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::binding::bind_in;
use super::{assigned, generic, head, parameters, tuple, types, value};

/// Decorators under which a call still gives what the function gives.
const FAITHFUL: &[&str] = &[
    "abstractmethod",
    "cache",
    "cached_property",
    "classmethod",
    "final",
    "lru_cache",
    "override",
    "property",
    "staticmethod",
];

/// Decorators that make a context manager of a generator.
const MANAGING: &[&str] = &["asynccontextmanager", "contextmanager"];

/// Reads the innermost open declaration, which is a function.
pub fn read(node: Node<'_>, decorated: Option<Node<'_>>, in_class: bool, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let decorators = decorated.map_or(Vec::new(), |decorated| decorators(decorated, builder));
    // Overloads say how the function that follows may be called, and have no body of their own.
    if decorators.contains(&"overload") {
        builder.declaration_mut(decl).body_line = 0;
    }
    if let Some(parameters) = node.field("parameters") {
        let is_member = in_class && !decorators.contains(&"staticmethod");
        read_object(parameters, is_member, decl, builder);
        let mut cursor = parameters.walk();
        let kinds = ["keyword_separator", "positional_separator", "comment"];
        let all = parameters.named_children(&mut cursor).filter(|it| !kinds.contains(&it.kind()));
        for (at, parameter) in all.enumerate() {
            read_parameter(parameter, node.field("body"), builder);
            if let Some(at) = at.checked_sub(usize::from(is_member)) {
                read_taken(parameter, at, builder);
            }
        }
    }
    let given = match node.field("return_type") {
        Some(stated) => generic::given(node, in_class, builder)
            .or_else(|| types::stated(builder.text(stated)).map(|stated| head::stated(stated, decl, builder).0)),
        None if !decorators.iter().all(|decorator| FAITHFUL.contains(decorator)) => None,
        None => node.field("body").and_then(|body| value::returned(body, builder)),
    };
    if let Some(stated) = node.field("return_type") {
        tuple::given(stated, decl, builder);
        parameters::bind_arguments(decl, "", builder.text(stated), builder);
    }
    // A `with` binds what such a function yields.
    let is_managed = decorators.iter().any(|decorator| MANAGING.contains(decorator));
    if let Some(path) = given {
        let path = path.strip_prefix("[]").filter(|_| is_managed).unwrap_or(&path);
        builder.bind(decl, "", Some(path), BindingKind::Returns);
    }
    if node.field("return_type").is_some_and(|stated| types::is_class(builder.text(stated))) {
        builder.bind(decl, CLASS, None, BindingKind::Untyped);
    }
}

/// The names of the decorators, without what qualifies them.
fn decorators<'t>(decorated: Node<'_>, builder: &Builder<'t>) -> Vec<&'t str> {
    let mut cursor = decorated.walk();
    let decorators = decorated.children(&mut cursor).filter(|child| child.kind() == "decorator");
    decorators
        .map(|decorator| {
            // A comment behind it belongs to its node.
            let text = decorator.named_child(0).map_or("", |value| builder.text(value));
            let name = text.split('(').next().unwrap_or(text).trim();
            name.rsplit('.').next().unwrap_or(name)
        })
        .collect()
}

/// The first parameter of a method is its object, or its class.
fn read_object(parameters: Node<'_>, is_member: bool, decl: Decl, builder: &mut Builder<'_>) {
    let Some(first) = parameters.named_child(0) else { return };
    let name = match first.kind() {
        "identifier" => Some(first),
        "typed_parameter" => first.named_child(0).filter(|name| name.kind() == "identifier"),
        "default_parameter" | "typed_default_parameter" => first.field("name"),
        _ => None,
    };
    let name = name.map_or("", |name| builder.text(name));
    if is_member {
        // `self` and `this` are known by their names; any other means the object, or the class, all the same.
        if !matches!(name, "" | "self" | "this") {
            builder.bind(decl, name, Some("this"), BindingKind::Annotated);
        }
    } else if matches!(name, "self" | "cls") {
        // A function in a method, or one that is put into a class later, has an object of its own.
        let stated = first.field("type").and_then(|stated| types::stated(builder.text(stated)));
        bind_in(decl, "this", stated, builder);
    }
}

/// Binds what a function hands to the one that a parameter takes, by the place and the name of the parameter.
fn read_taken(parameter: Node<'_>, at: usize, builder: &mut Builder<'_>) {
    let Some(stated) = parameter.field("type").map(|stated| builder.text(stated)) else { return };
    let name = parameter.field("name").or_else(|| parameter.named_child(0)).filter(|it| it.kind() == "identifier");
    if let Some(name) = name.map(|name| builder.text(name)) {
        let decl = builder.current();
        parameters::taken(decl, &format!("({at})"), stated, builder);
        parameters::taken(decl, &format!("({name}:)"), stated, builder);
    }
}

/// A parameter so many bytes behind the first is not followed to where it is assigned.
const LONG_LIST: usize = 4000;

fn read_parameter(parameter: Node<'_>, body: Option<Node<'_>>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let Some(stated) = parameter.field("type").map(|stated| builder.text(stated)) else { return };
    let name = parameter.field("name").or_else(|| parameter.named_child(0));
    let Some(name) = name else { return };
    if name.kind() == "identifier" {
        generic::bind_result(decl, builder.text(name), stated, builder);
        parameters::bind_arguments(decl, builder.text(name), stated, builder);
    }
    let (name, stated) = match name.kind() {
        "list_splat_pattern" => (name.named_child(0), types::many(stated, false)),
        "dictionary_splat_pattern" => (name.named_child(0), types::many(stated, true)),
        _ => (Some(name), types::stated(stated)),
    };
    if let Some(name) = name.map(|name| builder.text(name)) {
        let stated = stated.map(|stated| head::stated(stated, decl, builder));
        bind_in(decl, name, stated.clone(), builder);
        let is_near =
            builder.parent(parameter).is_some_and(|list| parameter.start_byte() - list.start_byte() < LONG_LIST);
        if let Some(body) = body.filter(|_| is_near) {
            assigned::until_assigned(name, stated.as_ref(), body, builder);
        }
    }
}
