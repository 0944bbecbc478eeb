//! Completes Dart's declarations: constructors by their names, members by where they stand, fields by their types.

use tree_sitter::Node;

use super::super::builder::{Builder, line, start};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::observation::Decl;
use super::binding::bind;
use super::closure;
use super::path::{bind_arguments, of_type};
use super::result;
use super::scope::{CONSTRUCTOR, kind_around, row, type_around};

const SIGNATURES: &[&str] = &[
    "constant_constructor_signature",
    "constructor_signature",
    "factory_constructor_signature",
    "function_signature",
    "getter_signature",
    "operator_signature",
    "redirecting_factory_constructor_signature",
    "setter_signature",
];

fn is_public(name: &str) -> bool {
    !name.starts_with('_')
}

/// Names the open declaration. Other libraries see it where its name begins with no `_`.
fn name(text: &str, at: Node<'_>, builder: &mut Builder<'_>) {
    let name = builder.intern(text);
    let row = builder.declaration_mut(builder.current());
    (row.name, row.at, row.exported) = (name, start(at), is_public(text));
}

/// Completes a declaration that a query named.
pub fn declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    let current = row(builder);
    let around = kind_around(builder);
    let text = builder.observation().name(current.name).to_owned();
    match node.kind() {
        "type_alias" => return alias(node, builder),
        "extension_declaration" => {
            let named = node.field("name").or_else(|| node.field("class"));
            if let Some(named) = named {
                name(builder.text(named), named, builder);
            }
            return;
        }
        "enum_entry" => bind_member(&text, type_around(builder).map(str::to_owned), builder),
        "extension_type_representation" => {
            let stated = node.field("type").and_then(|stated| of_type(stated, builder));
            bind_member(&text, stated, builder);
        }
        _ => {}
    }
    builder.declaration_mut(builder.current()).exported = is_public(&text) && !around.is_callable();
    if let Some(signature) = node.field("signature") {
        signed(signature, builder);
        infer_result(node, signature, builder);
    } else if node.kind() == "local_function_declaration"
        && let Some(signature) = node.named_child(0)
    {
        signed(signature, builder);
    }
}

/// A value of the type around is bound under a name.
fn bind_member(text: &str, stated: Option<String>, builder: &mut Builder<'_>) {
    let Some(of) = row(builder).container else { return };
    let kind = if stated.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
    builder.bind(of, text, stated.as_deref(), kind);
}

/// `typedef F = T`, `typedef void F()`.
fn alias(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
    let mut names = children.iter().filter(|child| matches!(child.kind(), "type_identifier" | "identifier"));
    let Some(named) = names.next_back() else { return builder.withdraw() };
    name(builder.text(*named), *named, builder);
    closure::named(node, builder.current(), builder);
    let meant = children.iter().find(|child| child.kind() == "type" && child.start_byte() > named.start_byte());
    if let Some(meant) = meant {
        bind_arguments(builder.current(), "", *meant, builder);
    }
    if let Some(of) = meant.and_then(|meant| of_type(*meant, builder)).filter(|of| !of.ends_with("[]")) {
        builder.bind(builder.current(), "", Some(&of), BindingKind::Returns);
    }
}

/// A member of a type: a method, a constructor; or fields, which are declared one by one.
pub fn member(node: Node<'_>, builder: &mut Builder<'_>) {
    let around = node.field("signature").unwrap_or(node);
    let mut cursor = around.walk();
    let signature = around.named_children(&mut cursor).find(|child| SIGNATURES.contains(&child.kind()));
    let Some(signature) = signature else { return builder.withdraw() };
    let mut cursor = signature.walk();
    let names: Vec<Node<'_>> =
        signature.children_by_field_name("name", &mut cursor).filter(|name| name.kind() == "identifier").collect();
    // A method that states no result looks like a constructor, but for its name.
    let is_method = signature.kind() == "constructor_signature"
        && matches!(names.as_slice(), [of] if type_around(builder) != Some(builder.text(*of)));
    let is_constructor = signature.kind().contains("constructor") && !is_method;
    match (names.as_slice(), signature.field("operator")) {
        (_, Some(operator)) => {
            name(builder.text(operator), operator, builder);
            operands(signature, builder);
        }
        ([of], _) if is_constructor => name(CONSTRUCTOR, *of, builder),
        ([.., last], _) => name(builder.text(*last), *last, builder),
        ([], None) => return builder.withdraw(),
    }
    if builder.observation().name(row(builder).name) == CONSTRUCTOR {
        let is_seen = type_around(builder).is_some_and(is_public);
        builder.declaration_mut(builder.current()).exported = is_seen;
    }
    if is_constructor {
        let of = type_around(builder).map(str::to_owned);
        builder.bind(builder.current(), "", of.as_deref(), BindingKind::Returns);
    }
    // Annotations stand before the method, in the node around or in this one.
    if let Some(outer) = builder.parent(node).filter(|outer| outer.kind() == "member_declaration") {
        builder.declaration_mut(builder.current()).start_line = line(outer.start_position().row);
    }
    // A subtype has neither the constructors of another type nor what is static there.
    if is_static(around) || is_constructor {
        builder.hides_others(builder.current());
    }
    signed(signature, builder);
    infer_result(node, signature, builder);
}

/// The result of a function that states none: what all of its `return`s agree on.
fn infer_result(function: Node<'_>, signature: Node<'_>, builder: &mut Builder<'_>) {
    if matches!(signature.kind(), "function_signature" | "constructor_signature")
        && signature.field("return_type").is_none()
        && builder.returns(builder.current()).is_none()
        && let Some(of) = function.field("body").and_then(|body| result::returned(body, builder))
    {
        builder.bind(builder.current(), "", Some(&of), BindingKind::Returns);
    }
}

/// Whether a member is the type's own, and of none of its values.
fn is_static(around: Node<'_>) -> bool {
    let mut cursor = around.walk();
    around.children(&mut cursor).any(|child| child.kind() == "static")
}

/// States how many values an operator takes beside its object: `a - b`, `-a`.
fn operands(signature: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = signature.walk();
    let list = signature.named_children(&mut cursor).find(|child| child.kind() == "formal_parameter_list");
    let n = list.map_or(0, |list| {
        let mut cursor = list.walk();
        list.named_children(&mut cursor).filter(|child| child.kind() == "formal_parameter").count()
    });
    builder.parameters(n, n);
}

/// The result of a function, where it is stated. A getter is read like a field: its name is that of a value.
fn signed(signature: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    closure::taken(signature, decl, builder);
    let Some(of) = signature.field("return_type").and_then(|stated| of_type(stated, builder)) else { return };
    let stated = signature.field("return_type");
    if let Some(stated) = stated {
        bind_arguments(decl, "", stated, builder);
    }
    builder.bind(decl, "", Some(&of), BindingKind::Returns);
    let around = kind_around(builder);
    if signature.kind() == "getter_signature" && (around.is_type() || around == DeclKind::Impl) {
        let text = builder.observation().name(row(builder).name).to_owned();
        if let (Some(stated), Some(around)) = (stated, row(builder).container) {
            bind_arguments(around, &text, stated, builder);
        }
        bind_member(&text, Some(of), builder);
    }
}

/// A variable of the file, a field of a type, or a local.
pub fn variable(node: Node<'_>, builder: &mut Builder<'_>) {
    let around = kind_around(builder);
    let current = row(builder);
    let text = builder.observation().name(current.name).to_owned();
    let of = current.container.unwrap_or(Decl(0));
    let list = builder.parent(node);
    let whole = list.and_then(|list| match list.kind() {
        "initialized_variable_declaration" => Some(list),
        _ => builder.parent(list),
    });
    let stated = whole.and_then(|whole| {
        let mut cursor = whole.walk();
        whole.named_children(&mut cursor).find(|child| child.kind() == "type")
    });
    bind(of, &text, stated, node.field("value"), builder);
    let is_member = around.is_type() || around == DeclKind::Impl;
    if !is_member && around != DeclKind::File {
        return builder.withdraw();
    }
    if is_member && whole.is_some_and(is_static) {
        builder.hides_others(builder.current());
    }
    let first_line = whole.and_then(|whole| builder.parent(whole)).filter(|outer| outer.kind() == "member_declaration");
    let first_line = first_line.or(whole).map(|whole| line(whole.start_position().row));
    let row = builder.declaration_mut(builder.current());
    row.kind = if is_member { DeclKind::Field } else { DeclKind::Variable };
    row.exported = is_public(&text);
    row.start_line = first_line.unwrap_or(row.start_line);
}
