//! The type arguments that a text states of a name, where they decide which extension a call means.

use super::builder::Builder;
use super::closure::type_parameter;
use super::expression::{JOINED, type_name};
use super::holders::arguments;
use super::kind::BindingKind;
use super::observation::Decl;
use crate::base::Position;

/// The most type arguments that are kept of one type.
pub const MOST_ARGUMENTS: usize = 4;

/// The name under which the type argument of a name at a place is bound: `a:<0>`. No code can spell it.
pub fn argument_name(name: &str, place: usize) -> String {
    format!("{name}:<{place}>")
}

/// Reads a supertype of the open type, with its type arguments where these are kept.
pub fn read_supertype(text: &str, at: Position, keeps_arguments: bool, builder: &mut Builder<'_>) {
    let Some(name) = type_name(text) else { return };
    let decl = builder.current();
    builder.supertype(decl, &name, at);
    if keeps_arguments {
        bind_arguments(decl, name.rsplit('.').next().unwrap_or(&name), text, builder);
    }
}

/// Binds the name of a type parameter of a declaration by its place.
pub fn bind_parameter(decl: Decl, name: &str, place: usize, builder: &mut Builder<'_>) {
    if place < MOST_ARGUMENTS {
        builder.bind(decl, &type_parameter(&place.to_string()), Some(name), BindingKind::Returns);
    }
}

/// The name under which the further types are bound that a type parameter must be of. No code can spell it.
pub fn further_bounds(parameter: &str) -> String {
    format!("{parameter}{JOINED}")
}

/// Binds what a type parameter must be of beside its first bound.
pub fn bind_further_bounds(parameter: &str, bounds: &[String], builder: &mut Builder<'_>) {
    for of in bounds.iter().filter(|of| *of != parameter) {
        builder.bind(builder.current(), &further_bounds(parameter), Some(of), BindingKind::Returns);
    }
}

/// Binds the type arguments that a text states of a name: `EntityID` of `Column<EntityID<T>>`. One that may be any type is left out.
pub fn bind_arguments(scope: Decl, name: &str, text: &str, builder: &mut Builder<'_>) {
    bind_arguments_as(scope, name, text, &|of, _| type_name(of), builder);
}

/// The same, with the path of a type as a language reads it.
pub fn bind_arguments_as(
    scope: Decl,
    name: &str,
    text: &str,
    path: &dyn Fn(&str, &Builder<'_>) -> Option<String>,
    builder: &mut Builder<'_>,
) {
    let text = text.trim().trim_end_matches(['?', '!']);
    let Some(inside) = inside(text) else { return };
    let name = builder.bound_as(scope, name);
    let types = arguments(inside).into_iter().filter(|argument| !is_lifetime(argument));
    for (place, argument) in types.enumerate().take(MOST_ARGUMENTS) {
        let bounds = ["out ", "? extends "];
        let plain = bounds.iter().find_map(|bound| argument.strip_prefix(bound)).unwrap_or(argument);
        let is_any = plain == "*"
            || plain.starts_with("in ")
            || plain.starts_with(['?', '('])
            || plain.contains("->")
            || plain.contains('=');
        if let Some(of) = path(plain, builder).filter(|_| !is_any) {
            builder.bind(scope, &argument_name(&name, place), Some(&of), BindingKind::Returns);
        }
    }
}

/// Whether an argument is a lifetime, which takes no place among the types: `'a`, and no text such as `'a'`.
fn is_lifetime(argument: &str) -> bool {
    argument.strip_prefix('\'').is_some_and(|name| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_'))
}

/// The text between the brackets of type arguments: of `Column<A>`, of Go's `Column[A]`.
fn inside(text: &str) -> Option<&str> {
    if let Some(text) = text.strip_suffix('>') {
        return text.split_once('<').map(|(_, inside)| inside);
    }
    let (head, inside) = text.strip_suffix(']')?.split_once('[')?;
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
    let head = head.trim_start_matches('*');
    (!head.is_empty() && head != "map" && head.chars().all(is_name) && !inside.is_empty()).then_some(inside)
}
