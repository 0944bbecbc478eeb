//! Reads what is bound: variables, parameters, patterns, and the types that the text states for them.

use tree_sitter::Node;

use super::super::builder::{Builder, line, start};
use super::super::expression::dotted;
use super::super::observation::{BindingKind, Decl, DeclKind, Declaration};
use super::import::{first, unquoted};

/// A type that no project declares: what is bound with it is known to have no known type, whatever is said elsewhere of
/// a name that is spelled the same in an inner block.
pub const UNKNOWN: &str = "unknown";

/// Binds a name with a type, if one is stated, or else with a type that is not known.
pub fn bind(scope: Decl, name: &str, stated: Option<(String, BindingKind)>, builder: &mut Builder<'_>) {
    match stated {
        Some((text, kind)) => builder.bind(scope, name, Some(&text), kind),
        None => builder.bind(scope, name, Some(UNKNOWN), BindingKind::Annotated),
    }
}

/// The type of an annotation, else what the value is made by.
pub fn stated(
    annotation: Option<Node<'_>>,
    value: Option<Node<'_>>,
    builder: &Builder<'_>,
) -> Option<(String, BindingKind)> {
    match annotation {
        Some(annotation) => Some((type_of(annotation, builder)?, BindingKind::Annotated)),
        None => made_by(value?, builder),
    }
}

/// Types that only wrap another, as far as its members are concerned.
const WRAPPERS: &[&str] = &["Awaited", "Mutable", "NonNullable", "Partial", "Promise", "Readonly", "Required"];

/// The one type that a type names, as a dotted name.
pub fn type_of(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut at = node;
    for _ in 0..8 {
        at = match at.kind() {
            "type_annotation" | "parenthesized_type" => first(at)?,
            "type_identifier" | "nested_type_identifier" | "identifier" => return dotted(builder.text(at)),
            "this_type" | "this" => return Some("this".to_owned()),
            "generic_type" => {
                let name = at.child_by_field_name("name")?;
                if !WRAPPERS.contains(&builder.text(name)) {
                    return dotted(builder.text(name));
                }
                first(at.child_by_field_name("type_arguments")?)?
            }
            "union_type" => only_member(at, builder)?,
            _ => return None,
        };
    }
    None
}

/// The member of a union beside `null` and `undefined`, if there is but one.
fn only_member<'n>(union: Node<'n>, builder: &Builder<'_>) -> Option<Node<'n>> {
    let mut open = vec![union];
    let mut only = None;
    while let Some(at) = open.pop() {
        if at.kind() == "union_type" {
            let mut cursor = at.walk();
            open.extend(at.named_children(&mut cursor));
        } else if !matches!(builder.text(at), "null" | "undefined" | "void" | "false") && only.replace(at).is_some() {
            return None;
        }
    }
    only
}

/// What makes a value: the class of `new A()`, the function of `f()`, the path `this.a`.
fn made_by(value: Node<'_>, builder: &Builder<'_>) -> Option<(String, BindingKind)> {
    let mut at = value;
    for _ in 0..8 {
        at = match at.kind() {
            "await_expression" | "parenthesized_expression" | "non_null_expression" => first(at)?,
            "as_expression" | "satisfies_expression" => {
                return Some((type_of(at.named_child(1)?, builder)?, BindingKind::Annotated));
            }
            "new_expression" => at.child_by_field_name("constructor")?,
            "call_expression" => at.child_by_field_name("function")?,
            "this" => return Some(("this".to_owned(), BindingKind::Constructed)),
            "identifier" | "member_expression" if at != value || at.kind() == "member_expression" => {
                return Some((dotted(builder.text(at))?, BindingKind::Constructed));
            }
            _ => return None,
        };
    }
    None
}

/// The names that a pattern binds.
pub fn names<'n>(pattern: Node<'n>) -> Vec<Node<'n>> {
    let mut open = vec![pattern];
    let mut found = Vec::new();
    while let Some(at) = open.pop() {
        match at.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => found.push(at),
            "pair_pattern" => open.extend(at.child_by_field_name("value")),
            "assignment_pattern" | "object_assignment_pattern" => open.extend(at.child_by_field_name("left")),
            "object_pattern" | "array_pattern" | "rest_pattern" => {
                let mut cursor = at.walk();
                open.extend(at.named_children(&mut cursor));
            }
            _ => {}
        }
    }
    found.sort_by_key(Node::start_byte);
    found
}

/// Binds the parameters of a function to the innermost open declaration.
pub fn parameters(function: Node<'_>, builder: &mut Builder<'_>) {
    let scope = builder.current();
    if let Some(name) = function.child_by_field_name("parameter") {
        return bind(scope, builder.text(name), None, builder);
    }
    let Some(list) = function.child_by_field_name("parameters") else { return };
    let mut cursor = list.walk();
    for parameter in list.named_children(&mut cursor) {
        let pattern = parameter.child_by_field_name("pattern").unwrap_or(parameter);
        let annotation = parameter.child_by_field_name("type");
        if matches!(pattern.kind(), "identifier" | "this") {
            let stated = stated(annotation, parameter.child_by_field_name("value"), builder);
            let property = property_type(function, parameter).then(|| stated.clone());
            bind(scope, builder.text(pattern), stated, builder);
            if let Some(stated) = property {
                declare_property(parameter, builder.text(pattern), stated, builder);
            }
            continue;
        }
        for name in names(pattern) {
            bind(scope, builder.text(name), None, builder);
        }
    }
}

/// Whether a parameter of a constructor is also a field: `constructor(private a: A)`.
fn property_type(function: Node<'_>, parameter: Node<'_>) -> bool {
    let mut cursor = parameter.walk();
    function.kind() == "method_definition"
        && parameter.children(&mut cursor).any(|child| {
            matches!(child.kind(), "accessibility_modifier" | "override_modifier") || child.kind() == "readonly"
        })
}

/// Declares the field of a parameter property in the class around the open constructor.
fn declare_property(node: Node<'_>, name: &str, stated: Option<(String, BindingKind)>, builder: &mut Builder<'_>) {
    let Some(class) = builder.observation().declaration(builder.current()).container else { return };
    bind(class, name, stated, builder);
    let exported = builder.observation().declaration(class).exported;
    let field = row(builder.intern(name), DeclKind::Field, class, node);
    builder.declare(Declaration { exported, ..field });
    builder.close();
}

/// A declaration that spans a node.
pub fn row(name: super::super::observation::Name, kind: DeclKind, container: Decl, node: Node<'_>) -> Declaration {
    Declaration {
        name,
        kind,
        container: Some(container),
        owner: None,
        at: start(node),
        start_line: line(node.start_position().row),
        end_line: line(node.end_position().row),
        body_line: 0,
        exported: false,
        parameters: None,
    }
}

/// Binds the names of a loop, a `catch`, or a type parameter.
pub fn local(node: Node<'_>, builder: &mut Builder<'_>) {
    let scope = builder.current();
    let pattern = match node.kind() {
        "for_in_statement" if node.child_by_field_name("kind").is_none() => return,
        "for_in_statement" => node.child_by_field_name("left"),
        "catch_clause" => node.child_by_field_name("parameter"),
        _ => node.child_by_field_name("name").filter(|name| name.kind() != "identifier"),
    };
    let Some(pattern) = pattern else { return };
    if node.kind() == "type_parameter" {
        return bind(scope, builder.text(pattern), None, builder);
    }
    for name in names(pattern) {
        bind(scope, unquoted(builder.text(name)), None, builder);
    }
}
