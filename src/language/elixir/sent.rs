//! Writes the calls of functions by their modules and numbers of arguments.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::kind::CallKind;
use super::super::observation::Receiver;
use crate::base::Position;

/// The name under which a module makes a value of its struct.
pub const STRUCT: &str = "__struct__";

/// Writes a call of a function, of a module where one is named, with so many arguments.
pub fn write(name: &str, module: Option<&str>, n: usize, at: Node<'_>, builder: &mut Builder<'_>) {
    write_at(name, module, n, start(at), builder);
}

/// The same, at a place.
pub fn write_at(name: &str, module: Option<&str>, n: usize, at: Position, builder: &mut Builder<'_>) {
    let on = module.map_or(Receiver::Bare, |module| Receiver::Path(builder.expr(module)));
    builder.call(CallKind::Call, name, on, at);
    builder.arguments(&vec!["?"; n].join(","));
}
