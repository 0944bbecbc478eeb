//! Names of external packages by their whole paths, which no import binds.

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
        None => Outer::new(package, package, Some(&path.replace('.', "::"))),
    })
}
