//! Names of external packages by their whole paths, which no import binds.

use crate::base::Position;
use crate::language::{DeclPlace, Names};
use crate::resolve::scope::outer::Outer;

/// The member of an external package that a constant names, by the language's own rules.
pub fn outside(names: &dyn Names, from: DeclPlace, path: &str) -> Option<Outer> {
    let package = names.package(path)?;
    let parts = names.module_and_member(path);
    // Behind a module of the repository stands what it has.
    let owner = parts.and_then(|(_, member)| path.strip_suffix(member?)?.strip_suffix('.')).unwrap_or(path);
    if names.constant(from, owner).is_some() {
        return None;
    }
    Some(match parts {
        Some((module, member)) => Outer::new(package, module, member),
        None => Outer::new(package, package, Some(&names.without_top(path).replace('.', "::"))),
    })
}

/// The place where a path begins whose last part is at a place.
pub fn begin_of_path(path: &str, last: Position) -> Position {
    let before = u32::try_from(path.rfind('.').map_or(0, |dot| dot + 1)).unwrap_or(0);
    Position { column: last.column.saturating_sub(before), ..last }
}
