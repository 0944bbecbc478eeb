//! Type arguments and type parameters: how many there are is part of a type's name.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::closure::type_parameter;
use super::super::counted_name::{STATED_TYPES, with_count, without_count};
use super::super::expression::type_name;
use super::super::fields::Fields;
use super::super::holders::arguments;
use super::super::kind::BindingKind;
use super::super::type_arguments::{MOST_ARGUMENTS, argument_name};
use super::counted_text::counted_text;

/// A type as a dotted name, each part with the number of its type arguments.
pub fn type_of(text: &str) -> Option<String> {
    type_name(&counted_text(text))
}

/// The type that a call of a value of a function type gives: `B` of `Func<A, B>`.
pub fn result_of(stated: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let text = builder.text(stated).trim().trim_end_matches('?');
    let inside = text.strip_prefix("System.").unwrap_or(text).strip_prefix("Func<")?.strip_suffix('>')?;
    type_of(arguments(inside).last()?.trim()).filter(|of| !of.ends_with("[]"))
}

/// How many type arguments a generic name has: `F<A, B>`.
pub fn n_written(node: Node<'_>, builder: &Builder<'_>) -> usize {
    without_count(&counted_text(builder.text(node))).1
}

/// A use of a generic type by its name alone.
pub fn read_name(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.named_child(0) else { return };
    let (text, n_types) = (builder.text(name), n_written(node, builder));
    // Its plain name is looked up where no type has so many parameters.
    builder.intern(text);
    let before = builder.source().get(..node.start_byte()).unwrap_or(&[]);
    if !before.ends_with(b".") && !builder.is_local(text) {
        builder.reference(&with_count(text, n_types), (true, false), start(name));
    }
}

/// Binds the type arguments that the open type states of a supertype: those of its last part.
pub fn bind_stated(supertype: &str, node: Node<'_>, builder: &mut Builder<'_>) {
    let mut of = node;
    while let ("qualified_name" | "alias_qualified_name", Some(name)) = (of.kind(), of.field("name")) {
        of = name;
    }
    let mut cursor = of.walk();
    let Some(list) = of.named_children(&mut cursor).find(|child| child.kind() == "type_argument_list") else { return };
    let name = supertype.rsplit('.').next().unwrap_or(supertype);
    let mut cursor = list.walk();
    let arguments = list.named_children(&mut cursor).filter(|child| child.kind() != "comment");
    for (place, argument) in arguments.enumerate().take(MOST_ARGUMENTS) {
        if let Some(of) = type_of(builder.text(argument)) {
            builder.bind(builder.current(), &argument_name(name, place), Some(&of), BindingKind::Returns);
        }
    }
}

/// The types that a type parameter must be of.
pub fn bounds(of: Node<'_>, parameter: &str, builder: &Builder<'_>) -> Vec<String> {
    let mut cursor = of.walk();
    let clauses = of.named_children(&mut cursor).filter(|child| child.kind() == "type_parameter_constraints_clause");
    let mut named = clauses.filter(|clause| {
        clause.named_child(0).is_some_and(|name| name.kind() == "identifier" && builder.text(name) == parameter)
    });
    let Some(clause) = named.next() else { return Vec::new() };
    let mut cursor = clause.walk();
    let types = clause.named_children(&mut cursor).filter_map(|child| child.field("type"));
    types.filter_map(|of| type_of(builder.text(of))).filter(|of| of != parameter).collect()
}

/// States how many type parameters a declaration has; those of a type are bound by their places.
pub fn read_declared(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let list = node.named_children(&mut cursor).find(|child| child.kind() == "type_parameter_list");
    let Some(list) = list else { return };
    let mut cursor = list.walk();
    let types = list.named_children(&mut cursor).filter(|child| child.kind() == "type_parameter");
    let types: Vec<&str> = types.map(|child| child.field("name").map_or("", |name| builder.text(name))).collect();
    let decl = builder.current();
    builder.generic(decl, types.len());
    let kind = builder.observation().declaration(decl).kind;
    for (place, name) in types.iter().enumerate().take(MOST_ARGUMENTS).filter(|_| kind.is_type()) {
        builder.bind(decl, &type_parameter(&place.to_string()), Some(name), BindingKind::Returns);
    }
    let is_callable = kind.is_callable();
    let Some(parameters) = node.field("parameters").filter(|_| is_callable) else { return };
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words: Vec<&str> = builder.text(parameters).split(|letter| !is_word(letter)).collect();
    if types.iter().any(|of| !words.contains(of)) {
        builder.bind(decl, STATED_TYPES, None, BindingKind::Untyped);
    }
}
