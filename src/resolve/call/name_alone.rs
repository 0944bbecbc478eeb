//! Guesses the method of a call by its name alone.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use crate::language::{CallSite, Observation, Rule};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// One more than the most methods of a name of which the near ones are looked for.
const MOST_NEAR: usize = 9;

/// Keeps the methods in what a file includes, where there are any; not where one of the others may be the body of one of them.
fn keep_near(index: &SymbolTable<'_>, file: FileId, methods: &mut Vec<DefId>) {
    let includes = |from: FileId, def: &DefId| {
        index.resolver(from.0 as usize).is_some_and(|resolver| resolver.includes(from, index.file(*def)))
    };
    let (near, far): (Vec<DefId>, Vec<DefId>) = methods.iter().partition(|def| includes(file, def));
    if !near.is_empty() && !far.iter().any(|def| near.iter().any(|of| includes(index.file(*def), of))) {
        *methods = near;
    }
}

/// Leaves out the prototypes whose bodies are among the methods: `void f();` in a class, and `void A::f() {…}`.
fn keep_bodies(index: &SymbolTable<'_>, methods: &mut Vec<DefId>) {
    let has_body = |def: &DefId| index.declaration(*def).is_some_and(|row| row.body_line > 0);
    let type_of = |def: &DefId| index.owner_type.get(def).copied().or_else(|| index.container(*def));
    let bodies: FxHashSet<DefId> = methods.iter().filter(|def| has_body(def)).filter_map(type_of).collect();
    methods.retain(|def| has_body(def) || type_of(def).is_none_or(|of| !bodies.contains(&of)));
}

/// The receiver is not known: one method of that name in the whole repository is a guess, several are none.
pub(super) fn by_name_alone(
    index: &SymbolTable<'_>,
    file: FileId,
    site: &CallSite,
    observation: &Observation,
) -> Target {
    let sym = index.sym(file, site.callee);
    if index.language(file).is_some_and(|it| it.builtins.contains(&observation.name(site.callee))) {
        return Target::Unknown;
    }
    let resolver = index.resolver(file.0 as usize);
    let is_seen = |def: &DefId| {
        let row = index.declaration(*def);
        // A method that is declared where it delegates does not call itself.
        let is_itself = index.def(file, site.caller) == *def && row.is_some_and(|row| row.at == site.at);
        let is_shared = index.file(*def) == file
            || resolver.zip(row).is_none_or(|(resolver, row)| resolver.shares(index.file(*def), row));
        !is_itself && is_shared && resolver.is_none_or(|resolver| resolver.sees(file, index.file(*def)))
    };
    let alone = || {
        let mut methods: Vec<DefId> = index.methods(file, sym).take(MOST_NEAR).collect();
        if (2..MOST_NEAR).contains(&methods.len()) {
            keep_near(index, file, &mut methods);
            if index.language(file).is_some_and(|it| it.conventions.parts.has_bodies_elsewhere) {
                keep_bodies(index, &mut methods);
            }
        }
        let are_meant = resolver.is_none_or(|it| it.shares_methods());
        let n_unread = index.n_unread_methods(sym, methods.len(), are_meant);
        if n_unread > 0 && methods.len() + n_unread > 1 {
            return Target::Ambiguous;
        }
        match (methods.first().copied(), methods.get(1)) {
            (Some(single), None) if is_seen(&single) && index.is_callable(single) => {
                Target::Defs(vec![single], Rule::NameAlone)
            }
            (Some(_), Some(_)) => Target::Ambiguous,
            _ => Target::Unknown,
        }
    };
    index.tried(|| format!("a method `{}` by its name alone", observation.name(site.callee)), alone)
}
