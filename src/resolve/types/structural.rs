//! Links types to the interfaces that they implement without naming them: all methods, each with the same signature.

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::language::{DeclKind, Rule, SIGNATURE};
use crate::resolve::edge::Extends;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;

/// A method as an interface requires it: its name, and its signature.
type Method = (Sym, Sym);

/// The methods of types.
struct Methods<'a, 'w> {
    index: &'a SymbolTable<'w>,
    /// The name under which a method binds its signature.
    signature: Sym,
    /// The types that have a method.
    types: FxHashMap<Method, Vec<DefId>>,
    own: FxHashMap<DefId, FxHashSet<Method>>,
}

/// Every type with an interface that it implements without naming it, by method sets. `extends` holds what is named.
pub fn structural(index: &SymbolTable<'_>, extends: &[Extends]) -> Vec<Extends> {
    let Some(signature) = index.sym_of(SIGNATURE) else { return Vec::new() };
    let mut methods = Methods { index, signature, types: FxHashMap::default(), own: FxHashMap::default() };
    methods.enter();
    let named: FxHashSet<(DefId, DefId)> = extends.iter().map(|row| (row.sub, row.sup)).collect();
    let sites: FxHashMap<DefId, usize> = counted(extends.iter().map(|row| row.sub));
    let mut rows = Vec::new();
    for sup in methods.interfaces(&sites) {
        let implementers = methods.implementers(sup).into_iter().filter(|sub| !named.contains(&(*sub, sup)));
        rows.extend(implementers.filter_map(|sub| {
            let at = index.declaration(sub)?.at;
            Some(Extends { sub, sup, file: index.file(sub), at, rule: Rule::Structural })
        }));
    }
    rows
}

impl SymbolTable<'_> {
    /// Whether any file states signatures, by which types implement interfaces without naming them.
    pub fn has_structural(&self) -> bool {
        self.sym_of(SIGNATURE).is_some()
    }
}

fn counted(defs: impl Iterator<Item = DefId>) -> FxHashMap<DefId, usize> {
    let mut counts = FxHashMap::default();
    defs.for_each(|def| *counts.entry(def).or_default() += 1);
    counts
}

impl Methods<'_, '_> {
    /// Enters the methods of all types, with those that embedded types give them.
    fn enter(&mut self) {
        for (of, sym, defs) in self.index.held.iter() {
            if let Some(signature) = defs.iter().find_map(|def| self.signature_of(*def)) {
                self.own.entry(of).or_default().insert((sym, signature));
            }
        }
        let mut types: Vec<DefId> = self.own.keys().chain(self.index.lineages.keys()).copied().collect();
        types.sort_unstable();
        types.dedup();
        types.retain(|of| !self.is_interface(*of));
        for of in types {
            for method in self.all(of) {
                self.types.entry(method).or_default().push(of);
            }
        }
    }

    fn signature_of(&self, def: DefId) -> Option<Sym> {
        let at = *self.index.locals(&(def, self.signature))?.first()?;
        let observation = self.index.observation(self.index.file(def))?;
        let signature = observation.exprs.name(observation.bindings[at as usize].of?)?;
        Some(self.index.sym(self.index.file(def), signature))
    }

    /// The methods of a type, its supertypes' included.
    fn all(&self, of: DefId) -> FxHashSet<Method> {
        let lineage = self.index.lineage(&of).into_iter().flatten();
        [of].iter().chain(lineage).filter_map(|of| self.own.get(of)).flatten().copied().collect()
    }

    fn is_interface(&self, def: DefId) -> bool {
        self.index.declaration(def).is_some_and(|row| row.kind == DeclKind::Interface)
    }

    /// The interfaces whose methods are all known: none that embeds one of a library.
    fn interfaces(&self, sites: &FxHashMap<DefId, usize>) -> Vec<DefId> {
        let is_known = |of: &DefId| {
            let file: FileId = self.index.file(*of);
            let stated = self.index.observation(file).into_iter().flat_map(|it| &it.supertypes);
            let n_stated = stated.filter(|site| self.index.def(file, site.sub) == *of).count();
            n_stated == sites.get(of).copied().unwrap_or(0)
        };
        let lineage = |of: &DefId| self.index.lineage(of).cloned().unwrap_or_default();
        let mut found: Vec<DefId> = self.own.keys().copied().filter(|of| self.is_interface(*of)).collect();
        found.retain(|of| is_known(of) && lineage(of).iter().all(is_known));
        found.sort_unstable();
        found
    }

    /// The types that have all methods of an interface; those of its own package where one is not exported.
    fn implementers(&self, sup: DefId) -> Vec<DefId> {
        let wanted = self.all(sup);
        let Some(rarest) = wanted.iter().map(|method| self.types.get(method)).min_by_key(|it| it.map_or(0, Vec::len))
        else {
            return Vec::new();
        };
        let package = |def: DefId| self.index.package_of[self.index.file(def).0 as usize];
        let is_exported = |method: &Method| self.index.text(method.0).starts_with(char::is_uppercase);
        let is_open = wanted.iter().all(is_exported);
        let has_all =
            |of: &DefId| wanted.iter().all(|it| self.types.get(it).is_some_and(|has| has.binary_search(of).is_ok()));
        let fits = |of: &&DefId| (is_open || package(**of) == package(sup)) && has_all(of);
        rarest.into_iter().flatten().filter(fits).copied().collect()
    }
}
