//! Calls, supertypes and overrides of SCIP indexes, where the document is fresh and the text agrees.

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};
use scip::types::descriptor::Suffix;

use super::join::Compiled;
use super::row::{Defined, TextMatch};
use crate::base::{Position, Strings};
use crate::language::{CallKind, CallSite, DeclKind, Declaration, World};
use crate::resolve::{Called, CompilerIndex};
use crate::scip::symbol::{Package, Symbol};

/// Symbols by place, definitions by symbol.
pub struct Indexed<'w> {
    world: &'w World<'w>,
    symbols: &'w Strings,
    first_def: Vec<u32>,
    /// The symbols at the places of each file, sorted. The definitions of symbols are left out.
    places: Vec<Vec<(Position, u32)>>,
    defined: FxHashMap<u32, Vec<DefId>>,
    /// For each symbol whether its package is one of the repository's.
    is_own: Vec<bool>,
    /// `from` implements `to`, both defined here.
    implementations: Vec<(DefId, DefId)>,
}

impl<'w> Indexed<'w> {
    /// Arranges what indexes say. `first_def` is the number of the first definition of each file, `rows` what
    /// [`Compiled::defined`] gives.
    pub fn new(compiled: &'w Compiled<'w>, world: &'w World<'w>, first_def: &[u32], rows: &FxHashSet<Defined>) -> Self {
        let mut places: Vec<Vec<(Position, u32)>> = vec![Vec::new(); world.observations.len()];
        let agrees = |agreement: TextMatch| matches!(agreement, TextMatch::Exact | TextMatch::Alias);
        for it in compiled.joined().filter(|it| it.is_fresh && !it.occurrence.is_definition()) {
            if agrees(it.place.agreement) {
                places[it.file.0 as usize].push((it.place.at, it.occurrence.symbol));
            }
        }
        for places in &mut places {
            places.sort_unstable();
            places.dedup();
        }
        let mut defined: FxHashMap<u32, Vec<DefId>> = FxHashMap::default();
        for row in rows {
            defined.entry(row.symbol).or_default().push(row.def);
        }
        defined.values_mut().for_each(|defs| defs.sort_unstable());
        let symbols = &compiled.decoded.symbols;
        let own = compiled.joined().filter(|it| it.occurrence.is_definition());
        let own: FxHashSet<u32> = own.map(|it| it.occurrence.symbol).collect();
        // Versions may differ: an index of one project may be older than that of its neighbour. So may case and `_` for
        // `-`, in the name of what is installed beside its own sources.
        let plain = |name: &str| name.to_ascii_lowercase().replace(['_', '.'], "-");
        let package = |symbol: &str| Package::parse(symbol).map(|(it, _)| (it.manager.into_owned(), plain(&it.name)));
        let own: FxHashSet<_> = own.into_iter().filter_map(|symbol| package(symbols.get(symbol))).collect();
        let is_own = symbols.iter().map(|symbol| package(symbol).is_none_or(|it| own.contains(&it))).collect();
        let first_def = first_def.to_vec();
        let mut indexed = Self { world, symbols, first_def, places, defined, is_own, implementations: Vec::new() };
        for it in compiled.decoded.relationships.iter().filter(|it| it.is_implementation) {
            let (subs, supers) = (indexed.defs(it.from), indexed.defs(it.to));
            if let ([sub, ..], [sup, ..]) = (subs, supers) {
                let pair = (*sub, *sup);
                indexed.implementations.push(pair);
            }
        }
        indexed.implementations.sort_unstable();
        indexed.implementations.dedup();
        indexed
    }

    fn defs(&self, symbol: u32) -> &[DefId] {
        self.defined.get(&symbol).map_or(&[], Vec::as_slice)
    }

    /// A definition as its file declares it, with the number of the file's first.
    fn declaration(&self, def: DefId) -> Option<(u32, &'w Declaration)> {
        // Files without an observation have no definitions, and share their number with the next.
        let file = self.first_def.partition_point(|first| *first <= def.0).checked_sub(1)?;
        let first = self.first_def[file];
        let row = self.world.observations[file].as_ref()?.declarations.get((def.0 - first) as usize)?;
        Some((first, row))
    }

    fn kind(&self, def: DefId) -> Option<DeclKind> {
        self.declaration(def).map(|(_, row)| row.kind)
    }

    fn container(&self, def: DefId) -> Option<DefId> {
        let (first, row) = self.declaration(def)?;
        Some(DefId(first + row.container?.0))
    }

    /// The innermost module around a symbol: `flask.app`, `shapes.ts`.
    fn module(&self, symbol: u32) -> Option<String> {
        let symbol = Symbol::parse(self.symbols.get(symbol))?;
        let mut modules = symbol.descriptors.iter().filter(|it| it.suffix == Suffix::Namespace);
        modules.next_back().map(|it| it.name.to_string())
    }

    /// The callee of a construction: the type, as everywhere, also where the index names its constructor.
    fn constructed(&self, def: DefId) -> DefId {
        let around = self.container(def).filter(|of| self.kind(*of).is_some_and(DeclKind::is_type));
        match self.kind(def) {
            Some(DeclKind::Method) => around.unwrap_or(def),
            _ => def,
        }
    }
}

impl CompilerIndex for Indexed<'_> {
    fn called(&self, file: FileId, site: &CallSite) -> Option<Called> {
        let places = self.places.get(file.0 as usize)?;
        let first = places.partition_point(|(at, _)| *at < site.at);
        let symbols = places[first..].iter().take_while(|(at, _)| *at == site.at).map(|(_, symbol)| *symbol);
        let symbols: Vec<u32> = symbols.collect();
        let mut defs: Vec<DefId> = symbols.iter().flat_map(|symbol| self.defs(*symbol)).copied().collect();
        defs.retain(|def| self.kind(*def).is_some_and(is_called));
        if site.kind == CallKind::New {
            defs.iter_mut().for_each(|def| *def = self.constructed(*def));
        }
        defs.sort_unstable();
        defs.dedup();
        if !defs.is_empty() {
            return Some(Called::Defs(defs));
        }
        let is_outside = |symbol: &u32| !self.is_own[*symbol as usize];
        let outside = !symbols.is_empty() && symbols.iter().all(is_outside);
        outside.then(|| Called::Outside(symbols.iter().filter_map(|symbol| self.module(*symbol)).collect()))
    }

    fn supertypes(&self) -> Vec<(DefId, DefId)> {
        let is_type = |def: DefId| self.kind(def).is_some_and(DeclKind::is_type);
        let pairs = self.implementations.iter().copied();
        pairs.filter(|(sub, sup)| is_type(*sub) && is_type(*sup)).collect()
    }

    fn overrides(&self) -> Vec<(DefId, DefId)> {
        let is_type = |def: DefId| self.kind(def).is_some_and(DeclKind::is_type);
        let pairs = self.implementations.iter().copied();
        pairs.filter(|(sub, sup)| !is_type(*sub) && !is_type(*sup)).collect()
    }
}

fn is_called(kind: DeclKind) -> bool {
    kind.is_callable() || kind.is_type() || kind.is_value()
}
