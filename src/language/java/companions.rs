//! Names that stand for others: of the companion of a type, and of the class that holds the functions of a file.

use super::super::kind::BindingKind;
use super::super::observation::{Decl, Observation};

/// Whether a type of a file binds the name as that of its companion: a value of that very type, which it does not declare.
pub fn has_companion(observation: &Observation, around: &str, name: &str) -> bool {
    let named = |decl: Decl| observation.name(observation.declaration(decl).name);
    let is_declared = |scope: Decl| {
        observation.declarations.iter().any(|row| row.container == Some(scope) && observation.name(row.name) == name)
    };
    observation.bindings.iter().any(|it| {
        observation.name(it.name) == name
            && it.kind == BindingKind::Annotated
            && named(it.scope) == around
            && it.of.is_some_and(|of| observation.spelled(of) == around)
            && !is_declared(it.scope)
    })
}

/// The class that holds the functions of a Kotlin file: `-url util` → `_url_utilKt`.
pub fn facade(stem: &str) -> String {
    let plain = stem.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' });
    let mut letters = plain;
    let head = letters.next().map(|head| head.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{head}{}Kt", letters.collect::<String>())
}
