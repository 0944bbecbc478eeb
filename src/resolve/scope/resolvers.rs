//! The resolvers of a run: one a family.

use std::sync::{Arc, LazyLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::language::{LANGUAGES, Resolver, World};

/// The number of a family: the first language that has it.
pub(in crate::resolve) fn family(language: usize) -> usize {
    FAMILIES.get(language).copied().unwrap_or(language)
}

/// The number of the family of each language.
static FAMILIES: LazyLock<Vec<usize>> = LazyLock::new(|| {
    let first = |name: &str| LANGUAGES.iter().position(|other| other.family == name);
    LANGUAGES.iter().filter_map(|language| first(language.family)).collect()
});

/// One resolver a family, for the families that occur.
pub fn resolvers<'w>(world: &'w World<'w>) -> Vec<Option<Arc<dyn Resolver + 'w>>> {
    resolvers_but(world, |_| false)
}

/// The same, but for families that are not read.
pub fn resolvers_but<'w>(
    world: &'w World<'w>,
    is_absent: impl Fn(&str) -> bool,
) -> Vec<Option<Arc<dyn Resolver + 'w>>> {
    let occurring = world.languages.iter().flatten().map(|at| family(*at));
    let occurring: FxHashSet<usize> = occurring.filter(|family| !is_absent(LANGUAGES[*family].family)).collect();
    let made: FxHashMap<usize, _> =
        occurring.into_iter().map(|family| (family, Arc::from((LANGUAGES[family].resolver)(world)))).collect();
    (0..LANGUAGES.len()).map(|language| made.get(&family(language)).cloned()).collect()
}
