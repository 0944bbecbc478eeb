//! Exports of modules by imports and re-exports, as base facts of the program `uses`.

use cg_rules::{DefId, Home, NameId, Offer, Offers, uses};
use rustc_hash::FxHashSet;

use super::keyed::Sym;
use super::table::SymbolTable;
use crate::language::{Decl, DeclKind, Resolution};

/// The relation of a module to a name.
enum Stance {
    /// It says itself what the name is.
    States,
    /// It offers what another module offers under that name.
    HandsOn(DefId, Sym),
    /// It says nothing.
    Silent,
}

/// Finds the home of every name that an import takes from a module of one file.
pub fn chase(index: &mut SymbolTable<'_>) {
    let mut asked: FxHashSet<Offer> = FxHashSet::default();
    for (observation, resolutions) in index.world.observations.iter().zip(&index.resolutions) {
        let Some(observation) = observation else { continue };
        for (site, resolution) in observation.imports.iter().zip(resolutions) {
            let (Resolution::Member(files), Some(name)) = (resolution, site.name) else { continue };
            if let ([file], Some(sym)) = (files.as_slice(), index.sym_of(observation.name(name)))
                && !index.is_unread(*file)
            {
                asked.insert(Offer { module: index.def(*file, Decl(0)), name: NameId(sym.0) });
            }
        }
    }
    let mut asked: Vec<Offer> = asked.into_iter().collect();
    asked.sort_unstable();
    // What a module says itself is at home there.
    let (stated, open): (Vec<Offer>, Vec<Offer>) =
        asked.into_iter().partition(|offer| index.states(offer.module, offer.name));
    let homes = uses(index, &open).into_iter().filter_map(|(offer, home)| Some((offer, one(home)?)));
    index.homes = stated.into_iter().map(|offer| (offer, offer)).chain(homes).collect();
}

fn one(home: Home) -> Option<Offer> {
    match home {
        Home::One(home) => Some(home),
        Home::Ambiguous => None,
    }
}

impl Offers for SymbolTable<'_> {
    fn states(&self, module: DefId, name: NameId) -> bool {
        matches!(self.stance(module, Sym(name.0)), Stance::States)
    }

    fn hands_on(&self, module: DefId, name: NameId) -> Option<(DefId, NameId)> {
        match self.stance(module, Sym(name.0)) {
            Stance::HandsOn(from, other) => Some((from, NameId(other.0))),
            Stance::States | Stance::Silent => None,
        }
    }

    fn star(&self, module: DefId, name: NameId, found: &mut dyn FnMut(DefId)) {
        self.star_ways(module, Sym(name.0), (0, None), found);
    }
}

impl SymbolTable<'_> {
    fn stance(&self, module: DefId, name: Sym) -> Stance {
        let file = self.file(module);
        // Who comes there looks at the file.
        if self.is_unread(file) {
            return Stance::States;
        }
        match self.declaration(module).map(|row| row.kind) {
            Some(DeclKind::File) if self.language(file).is_some_and(|it| it.exports_explicitly) => {
                match self.exposed.get(&(file, name)) {
                    Some(local) => self.stance_within(module, *local),
                    None => {
                        let exported = |def: &DefId| self.declaration(*def).is_some_and(|row| row.exported);
                        let held = self.held(&(module, name));
                        if held.is_some_and(|defs| defs.iter().any(exported)) { Stance::States } else { Stance::Silent }
                    }
                }
            }
            Some(kind) if kind.is_type() => match self.held(&(module, name)).is_some() {
                true => Stance::States,
                false => Stance::Silent,
            },
            _ => self.stance_within(module, name),
        }
    }

    /// A name as the scope itself sees it, before anything that comes wholesale.
    fn stance_within(&self, scope: DefId, name: Sym) -> Stance {
        if self.held(&(scope, name)).is_some() {
            return Stance::States;
        }
        let file = self.file(scope);
        let (Some(observation), sites) = (self.observation(file), self.bound.get(&(file, name))) else {
            return Stance::Silent;
        };
        let sites = sites.unwrap_or(&[]).iter();
        let here = sites.filter(|site| self.def(file, observation.imports[**site as usize].within) == scope);
        let here: Vec<&u32> = here.collect();
        let [number] = here.as_slice() else {
            let is_bound = !here.is_empty() || self.locals(&(scope, name)).is_some();
            return if is_bound { Stance::States } else { Stance::Silent };
        };
        let taken = observation.imports[**number as usize].name.map(|name| observation.name(name));
        match (&self.resolutions[file.0 as usize][**number as usize], taken.filter(|name| *name != "*")) {
            (Resolution::Member(files), Some(taken)) if files.len() == 1 => match self.sym_of(taken) {
                // What that module keeps for itself is not its to hand on.
                Some(taken) if self.is_sealed(file, files, taken) => Stance::States,
                Some(taken) => Stance::HandsOn(self.def(files[0], Decl(0)), taken),
                None => Stance::States,
            },
            _ => Stance::States,
        }
    }
}
