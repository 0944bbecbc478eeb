//! The declarations that are open around the one that is read.

use super::super::builder::Builder;
use super::super::kind::DeclKind;
use super::super::observation::Declaration;

/// The name of a namespace that has none: what it holds is seen in its own file alone.
pub const ANONYMOUS: &str = "<anonymous>";

/// The row of the open declaration.
pub fn row(builder: &Builder<'_>) -> Declaration {
    *builder.observation().declaration(builder.current())
}

/// The kind of what is around a declaration.
pub fn kind_around(row: &Declaration, builder: &Builder<'_>) -> DeclKind {
    row.container.map_or(DeclKind::File, |around| builder.observation().declaration(around).kind)
}

/// The namespaces that are open, each with a dot behind it.
pub fn namespaces(builder: &Builder<'_>) -> String {
    let observation = builder.observation();
    let open = builder.open().iter().map(|decl| observation.declaration(*decl));
    let modules = open.filter(|row| row.kind == DeclKind::Module).map(|row| observation.name(row.name));
    modules.filter(|name| *name != ANONYMOUS).map(|name| format!("{}.", name.replace("::", "."))).collect()
}
