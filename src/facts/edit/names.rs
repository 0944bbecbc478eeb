//! Reads names as they are looked up: the parts of a path, and the names by which a declaration is found.

use std::collections::BTreeSet;

use crate::facts::path_names::parts;
use crate::language::{Conventions, Declaration, Observation};

/// Stands for the type of a member that is stated by none: no name that is followed, so that all is related anew.
pub const UNNAMED: &str = "*";

/// The names by which a declaration is looked up: its own, and that of its type where a name of the type is enough.
pub fn looked_up_by<'o>(
    it: &'o Observation,
    row: &Declaration,
    conventions: &Conventions,
) -> impl Iterator<Item = &'o str> {
    let name = it.name(row.name);
    let around = row.container.map(|around| it.declaration(around)).filter(|around| around.kind.is_type());
    let of_type = row.owner.or(around.map(|around| around.name)).map_or(UNNAMED, |of| it.name(of));
    let is_implied = conventions.is_implied(name);
    let own = Some(name).filter(|_| !is_implied || !conventions.is_implied_alone(name));
    own.into_iter().chain(Some(of_type).filter(|_| is_implied))
}

/// The names that a file declares or offers, those of the owners of declarations, and those in imports; of a path, each name.
pub fn listed(it: &Observation) -> BTreeSet<&str> {
    let declared = it.declarations.iter().flat_map(|row| [Some(row.name), row.owner]);
    let imported = it.imports.iter().map(|site| site.local);
    let offered = it.exports.iter().map(|export| Some(export.name));
    let names = declared.chain(imported).chain(offered).flatten().map(|name| it.name(name));
    let sources = it.imports.iter().map(|site| it.name(site.source));
    names.clone().chain(names.chain(sources).flat_map(parts)).collect()
}
