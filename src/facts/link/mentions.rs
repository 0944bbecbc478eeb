//! Places in code that name a declaration of the repository, as far as no fact binds them: what an answer about the name
//! may lack.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::SymbolTable;
use crate::language::{Decl, DeclKind, Name, Observation};

/// The call sites of one file by the called name, resolved or not.
#[derive(Debug, Default)]
pub struct SitesByName {
    /// Sites that lead to a definition, or out of the repository.
    pub closed: FxHashMap<Name, u32>,
    /// Sites of which nothing is known, or with several candidates.
    pub open: FxHashMap<Name, u32>,
}

/// The mentions of one name in one file that neither a call, a declaration nor an import accounts for.
#[derive(Clone, Copy, Debug)]
pub struct Loose<'w> {
    /// The file.
    pub file: FileId,
    /// The name.
    pub name: &'w str,
    /// How many there are.
    pub rest: u32,
    /// Among these, call sites.
    pub open: u32,
    /// The file itself gives the name a meaning, so that none but the call sites is in doubt.
    pub is_bound: bool,
}

/// The loose mentions of a file.
pub fn loose<'w>(
    index: &SymbolTable<'w>,
    file: FileId,
    observation: &'w Observation,
    sites: &SitesByName,
) -> Vec<Loose<'w>> {
    if observation.mentions.is_empty() {
        return Vec::new();
    }
    let mut accounted = sites.closed.clone();
    let mut bound: FxHashSet<Name> = FxHashSet::default();
    for row in observation.declarations.iter().skip(1) {
        *accounted.entry(row.name).or_default() += 1;
        let around = row.container.map_or(DeclKind::File, |around| observation.declaration(around).kind);
        if !around.is_type() && around != DeclKind::Impl {
            bound.insert(row.name);
        }
    }
    for site in &observation.imports {
        [site.name, site.local].into_iter().flatten().for_each(|name| {
            bound.insert(name);
        });
    }
    let in_functions = |decl: Decl| !observation.declaration(decl).kind.is_type();
    bound.extend(observation.bindings.iter().filter(|row| in_functions(row.scope)).map(|row| row.name));
    let rows = observation.mentions.iter().filter(|row| index.is_declared(file, row.name)).map(|row| {
        let open = sites.open.get(&row.name).copied().unwrap_or(0);
        let accounted = accounted.get(&row.name).copied().unwrap_or(0);
        let rest = row.count.saturating_sub(accounted).max(open);
        Loose { file, name: observation.name(row.name), rest, open, is_bound: bound.contains(&row.name) }
    });
    rows.filter(|row| if row.is_bound { row.open > 0 } else { row.rest > 0 }).collect()
}
