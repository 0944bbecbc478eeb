//! The type arguments that a text states of a name, where they decide which extension a call means.

use super::builder::Builder;
use super::expression::type_name;
use super::holders::arguments;
use super::kind::BindingKind;
use super::observation::Decl;

/// The most type arguments that are kept of one type.
pub const MOST_ARGUMENTS: usize = 4;

/// The name under which the type argument of a name at a place is bound: `a:<0>`. No code can spell it.
pub fn argument_name(name: &str, place: usize) -> String {
    format!("{name}:<{place}>")
}

/// Binds the type arguments that a text states of a name: `EntityID` of `Column<EntityID<T>>`. One that may be any type is left out.
pub fn bind_arguments(scope: Decl, name: &str, text: &str, builder: &mut Builder<'_>) {
    let text = text.trim().trim_end_matches(['?', '!']);
    let Some((_, inside)) = text.strip_suffix('>').and_then(|text| text.split_once('<')) else { return };
    for (place, argument) in arguments(inside).into_iter().enumerate().take(MOST_ARGUMENTS) {
        let plain = argument.strip_prefix("out ").unwrap_or(argument);
        let is_any = plain.starts_with("in ") || plain.starts_with(['*', '?', '(']) || plain.contains("->");
        if let Some(of) = type_name(plain).filter(|_| !is_any) {
            builder.bind(scope, &argument_name(name, place), Some(&of), BindingKind::Returns);
        }
    }
}
