//! Finds the types of local names and fields, to the fixpoint, round by round.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::typing::StatedType;
use crate::resolve::noted::{BoundName, noting};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::outer::Outer;
use crate::resolve::scope::table::SymbolTable;
use cg_rules::DefId;

/// The type of a local name or field, as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownType {
    /// It is this type.
    Type(DefId),
    /// It is of no type of the repository; with the external name where one is known.
    Foreign(Option<Arc<Outer>>),
}

/// The fewest names that are worth another thread.
const FEWEST: usize = 256;

/// The types that became known in each round.
pub type Rounds = Vec<Vec<(BoundName, KnownType)>>;

/// Finds the types of local names and fields of the files that are linked. Each round sees only what the rounds before it
/// found, so the answer does not depend on any order; and it looks only at names whose look-up met one that has become known
/// since. `before` holds the types of the other files by the rounds in which they became known: so each round sees what it
/// would see, were all files linked. Returns the types that were found.
pub fn local_types(index: &mut SymbolTable<'_>, before: Rounds) -> Rounds {
    let is_stated = |(scope, _, bindings): &(DefId, Sym, &[u32])| {
        let file = index.file(*scope);
        let has_one = || {
            let observation = index.observation(file);
            observation.is_some_and(|it| bindings.iter().any(|at| it.bindings[*at as usize].of.is_some()))
        };
        has_one()
    };
    let files = index.linked().into_iter();
    let own = files.flat_map(|file| index.locals.within(index.defs_of(file)));
    let mut due: Vec<BoundName> = own.filter(is_stated).map(|(scope, sym, _)| (scope, sym)).collect();
    let mut outers = FxHashSet::default();
    let mut waiting: FxHashMap<BoundName, Vec<BoundName>> = FxHashMap::default();
    let mut before = before.into_iter();
    let mut rounds = Rounds::new();
    while !due.is_empty() || (!waiting.is_empty() && before.len() > 0) {
        let look = |key: &BoundName| {
            let bindings = index.locals(key).unwrap_or(&[]);
            let (stated, unknown) = noting(|| index.stated_type(key.0, key.1, bindings));
            (*key, stated, unknown)
        };
        let looked: Vec<(BoundName, StatedType, Vec<BoundName>)> = due
            .par_iter()
            .with_min_len(FEWEST)
            .map(look)
            .filter(|(_, stated, _)| *stated != StatedType::Never)
            .collect();
        let mut found = Vec::new();
        for (key, stated, unknown) in looked {
            match stated {
                StatedType::As(of) => found.push((key, KnownType::Type(of))),
                StatedType::Foreign(outer) => {
                    let outer = outer.map(|outer| shared(&mut outers, *outer));
                    found.push((key, KnownType::Foreign(outer)));
                }
                StatedType::Later => unknown.into_iter().for_each(|it| waiting.entry(it).or_default().push(key)),
                StatedType::Never => {}
            }
        }
        let others = before.next().unwrap_or_default();
        let known: Vec<BoundName> = found.iter().chain(&others).map(|(key, _)| *key).collect();
        found.iter().for_each(|(key, of)| enter(index, *key, of.clone()));
        others.into_iter().for_each(|(key, of)| enter(index, key, of));
        rounds.push(found);
        due = known.iter().filter_map(|key| waiting.remove(key)).flatten().collect();
        due.sort_unstable();
        due.dedup();
        due.retain(|key| !index.local_types.contains_key(key) && !index.foreign.contains_key(key));
    }
    before.flatten().for_each(|(key, of)| enter(index, key, of));
    rounds
}

fn enter(index: &mut SymbolTable<'_>, key: BoundName, of: KnownType) {
    match of {
        KnownType::Type(of) => drop(index.local_types.insert(key, of)),
        KnownType::Foreign(outer) => drop(index.foreign.insert(key, outer)),
    }
}

/// The same name of a package, kept once for all values of it.
fn shared(known: &mut FxHashSet<Arc<Outer>>, outer: Outer) -> Arc<Outer> {
    if let Some(known) = known.get(&outer) {
        return known.clone();
    }
    let outer = Arc::new(outer);
    known.insert(outer.clone());
    outer
}
