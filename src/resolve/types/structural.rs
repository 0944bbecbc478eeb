//! Links types to the interfaces that they implement without naming them: all methods, each with the same signature. Of an interface
//! that embeds one of a library, what that requires is known of those that a language lists; else what is known has to do.

use cg_rules::DefId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::language::{DeclKind, OuterInterface, Rule, SIGNATURE, SuperSite};
use crate::resolve::edge::Extends;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

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
    /// The methods that a type has of interfaces of libraries which it embeds.
    given: FxHashMap<DefId, FxHashSet<Method>>,
}

/// An interface that another one embeds.
enum Embedded {
    /// One of the repository.
    Own,
    /// One of a library, whose methods are known.
    Outer(&'static OuterInterface),
    /// One of which nothing is known.
    Unknown,
}

/// Every type with an interface that it implements without naming it, by method sets. `extends` holds what is named.
pub fn structural(index: &SymbolTable<'_>, extends: &[Extends]) -> Vec<Extends> {
    let Some(signature) = index.sym_of(SIGNATURE).filter(|_| index.has_structural()) else { return Vec::new() };
    let mut methods = Methods {
        index,
        signature,
        types: FxHashMap::default(),
        own: FxHashMap::default(),
        given: FxHashMap::default(),
    };
    methods.enter();
    let named: FxHashSet<(DefId, DefId)> = extends.iter().map(|row| (row.sub, row.sup)).collect();
    let sites: FxHashMap<DefId, usize> = counted(extends.iter().map(|row| row.sub));
    let mut rows = Vec::new();
    for sup in methods.interfaces() {
        let Some(Required { methods: wanted, is_whole }) = methods.required(sup, &sites) else { continue };
        let rule = if is_whole { Rule::Structural } else { Rule::StructuralPart };
        let implementers = methods.implementers(sup, &wanted).into_iter().filter(|sub| !named.contains(&(*sub, sup)));
        rows.extend(implementers.filter_map(|sub| {
            let at = index.declaration(sub)?.at;
            Some(Extends { sub, sup, file: index.file(sub), at, rule })
        }));
    }
    rows
}

/// The methods that an interface requires, so far as they are known.
struct Required {
    methods: FxHashSet<Method>,
    /// Whether these are all.
    is_whole: bool,
}

impl SymbolTable<'_> {
    /// Whether any file that is read states signatures, by which types implement interfaces without naming them.
    pub fn has_structural(&self) -> bool {
        let implements = |language: &Option<usize>| {
            language.is_some_and(|at| self.world.table[at].conventions.implements_by_signatures)
        };
        let mut files = self.world.observations.iter().zip(self.world.languages);
        self.sym_of(SIGNATURE).is_some() && files.any(|(it, language)| it.is_some() && implements(language))
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
        self.enter_given();
        let mut types: Vec<DefId> =
            self.own.keys().chain(self.given.keys()).chain(self.index.lineages.keys()).copied().collect();
        types.sort_unstable();
        types.dedup();
        types.retain(|of| !self.is_interface(*of));
        for of in types {
            for method in self.all_with_given(of) {
                self.types.entry(method).or_default().push(of);
            }
        }
    }

    /// Enters the methods of the interfaces of libraries that types embed.
    fn enter_given(&mut self) {
        for (file, _) in self.index.world.paths.iter() {
            let has_known = self.index.language(file).is_some_and(|it| !it.conventions.outer_interfaces.is_empty());
            let stated = self.index.observation(file).filter(|_| has_known).into_iter().flat_map(|it| &it.supertypes);
            for site in stated {
                let of = self.index.def(file, site.sub);
                if self.is_interface(of) {
                    continue;
                }
                if let Embedded::Outer(outer) = self.outer(of, site) {
                    let sym = |text: &str| self.index.sym_of(text);
                    let methods = outer.methods.iter().filter_map(|(name, of)| Some((sym(name)?, sym(of)?)));
                    let methods: Vec<Method> = methods.collect();
                    self.given.entry(of).or_default().extend(methods);
                }
            }
        }
    }

    /// The methods of a type, with those of the interfaces of libraries that it embeds, but for what it declares otherwise.
    fn all_with_given(&self, of: DefId) -> FxHashSet<Method> {
        let mut all = self.all(of);
        let lineage = self.index.lineage(&of).into_iter().flatten();
        let given = std::iter::once(&of).chain(lineage).filter_map(|of| self.given.get(of)).flatten();
        let declared: FxHashSet<Sym> = all.iter().map(|(name, _)| *name).collect();
        all.extend(given.filter(|(name, _)| !declared.contains(name)));
        all
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

    /// The interfaces that declare a method, or embed what does.
    fn interfaces(&self) -> Vec<DefId> {
        let mut found: Vec<DefId> = self.own.keys().copied().filter(|of| self.is_interface(*of)).collect();
        found.sort_unstable();
        found
    }

    /// The methods that an interface requires; `None` where a method is among them that no type of the repository has.
    fn required(&self, sup: DefId, sites: &FxHashMap<DefId, usize>) -> Option<Required> {
        let mut required = Required { methods: self.all(sup), is_whole: true };
        let lineage = self.index.lineage(&sup).into_iter().flatten();
        for of in [sup].iter().chain(lineage) {
            let stated: Vec<&SuperSite> = self.supertypes(*of).collect();
            if stated.len() == sites.get(of).copied().unwrap_or(0) {
                continue;
            }
            for site in stated {
                match self.outer(*of, site) {
                    Embedded::Own => {}
                    Embedded::Outer(outer) => {
                        for (name, signature) in outer.methods {
                            required.methods.insert((self.index.sym_of(name)?, self.index.sym_of(signature)?));
                        }
                    }
                    Embedded::Unknown => required.is_whole = false,
                }
            }
        }
        Some(required)
    }

    fn supertypes(&self, of: DefId) -> impl Iterator<Item = &SuperSite> {
        let file = self.index.file(of);
        let stated = self.index.observation(file).into_iter().flat_map(|it| &it.supertypes);
        stated.filter(move |site| self.index.def(file, site.sub) == of)
    }

    /// The interface that a type embeds there.
    fn outer(&self, of: DefId, site: &SuperSite) -> Embedded {
        let file = self.index.file(of);
        let from = self.index.container(of).unwrap_or(of);
        let target = self.index.as_type(self.index.path(from, site.of, 0));
        if matches!(target, Target::Defs(..)) {
            return Embedded::Own;
        }
        let known = match target {
            Target::External(outer) => self.index.outer_interface(file, &outer),
            _ => {
                let name = self.index.observation(file).map_or(String::new(), |it| it.spelled(site.of).into_owned());
                self.index.outer_interfaces(file).iter().find(|it| it.name == name)
            }
        };
        known.map_or(Embedded::Unknown, Embedded::Outer)
    }

    /// The types that have all methods of an interface; those of its own package where one is not exported.
    fn implementers(&self, sup: DefId, wanted: &FxHashSet<Method>) -> Vec<DefId> {
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
