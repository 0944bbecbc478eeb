//! Imports of several external packages under one name, of which a build or an installation takes one.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use crate::base::Position;
use crate::language::{Decl, Name, Observation};
use crate::resolve::scope::outer::Outer;
use crate::resolve::scope::outside::ExternalUse;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// For a file, each external name that an import binds, with one that a later import binds to the same local name in the same
/// scope: `try: import a as x` … `except ImportError: import b as x`. A use resolves to the first; it uses the others as well.
#[derive(Default)]
pub(in crate::resolve) struct Alternatives(Vec<(Outer, Outer)>);

impl Alternatives {
    /// The alternatives of a file.
    pub fn of(index: &SymbolTable<'_>, file: FileId, observation: &Observation) -> Self {
        let mut first: FxHashMap<(Decl, Name), usize> = FxHashMap::default();
        let mut pairs = Vec::new();
        let outer = |number: usize| match index.import(file, u32::try_from(number).ok()?, 0) {
            Target::External(outer) => Some(*outer),
            _ => None,
        };
        for (number, site) in observation.imports.iter().enumerate() {
            let Some(local) = site.local else { continue };
            match first.get(&(site.within, local)) {
                None => drop(first.insert((site.within, local), number)),
                Some(known) => {
                    let both = outer(*known).zip(outer(number));
                    pairs.extend(both.filter(|(known, other)| known != other));
                }
            }
        }
        Self(pairs)
    }

    /// The uses at a place where the text uses an external name: of it, and of what may be in its place.
    pub fn uses(&self, file: FileId, outer: Outer, at: Position) -> Vec<ExternalUse> {
        let others = self.0.iter().filter_map(|(known, other)| replaced(&outer, known, other));
        let mut uses: Vec<ExternalUse> = others.map(|other| ExternalUse::of(file, other, at)).collect();
        uses.push(ExternalUse::of(file, outer, at));
        uses
    }
}

/// A name below `known`, as the name of the same path below `other`.
fn replaced(outer: &Outer, known: &Outer, other: &Outer) -> Option<Outer> {
    let is_same = outer.package == known.package && outer.module == known.module;
    let rest = outer.member.strip_prefix(known.member.as_str()).filter(|_| is_same)?;
    let is_below = rest.is_empty() || rest.starts_with('.') || known.member.is_empty();
    let parts = rest.split('.').filter(|part| !part.is_empty() && is_below);
    let replaced = parts.fold(other.clone(), |outer, part| outer.part(part));
    is_below.then_some(Outer { is_result: outer.is_result, ..replaced })
}
