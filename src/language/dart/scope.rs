//! The declarations that are open while Dart's code is read.

use super::super::builder::Builder;
use super::super::kind::DeclKind;
use super::super::observation::Declaration;

/// The name of a constructor without one, as Dart calls it.
pub const CONSTRUCTOR: &str = "new";

/// The innermost declaration, which is open.
pub fn row(builder: &Builder<'_>) -> Declaration {
    *builder.observation().declaration(builder.current())
}

/// The kind of the declaration around the innermost one.
pub fn kind_around(builder: &Builder<'_>) -> DeclKind {
    row(builder).container.map_or(DeclKind::File, |around| builder.observation().declaration(around).kind)
}

/// The name of the type around the declaration that is open.
pub fn type_around<'b>(builder: &'b Builder<'_>) -> Option<&'b str> {
    let observation = builder.observation();
    let of = builder.open().iter().rev().find(|decl| observation.declaration(**decl).kind.is_type())?;
    Some(observation.name(observation.declaration(*of).name))
}
