//! The names that stand alone where an import brings everything of something: each may be one of that. In most grammars a query
//! captures the names that may belong to other files; in those that have none for it, they are found here.

use rustc_hash::FxHashSet;

use super::builder::Builder;
use super::mentioned::Stand;
use super::observation::{Decl, Reference};
use crate::syntax::Name;

impl Builder<'_> {
    /// States from which sources an import of everything brings what no query captures.
    pub fn refer_by_mentions(&mut self, refers: Option<fn(&str) -> bool>) {
        self.blocks.refers = refers;
    }

    /// Writes the names that stand alone inside of what imports everything of something, and that the file neither declares, binds
    /// nor imports, each at its first place in what imports.
    pub(super) fn enter_starred(&mut self) {
        let Some(refers) = self.blocks.refers else { return };
        let imports = self.observation.imports.iter();
        let stars = imports.filter(|site| site.local.is_none() && site.name.is_some_and(|name| self.is_star(name)));
        let stars = stars.filter(|site| refers(self.observation.name(site.source)));
        let stars: FxHashSet<Decl> = stars.map(|site| site.within).collect();
        if stars.is_empty() {
            return;
        }
        let imported: FxHashSet<Name> = self.observation.imports.iter().filter_map(|site| site.local).collect();
        // What a query captures is a reference already.
        let captured: FxHashSet<Name> = self.observation.references.iter().map(|row| row.name).collect();
        let sites = self.mentions.iter().filter(|site| site.stand == Stand::Bare && site.at.line > 0);
        let sites: Vec<_> = sites.map(|site| (site.text, site.within, site.at)).collect();
        let named: Vec<_> = sites.into_iter().map(|(text, within, at)| (self.intern(text), within, at)).collect();
        let scopes = self.scopes();
        let mut seen: FxHashSet<(Decl, Name)> = FxHashSet::default();
        let found = named.into_iter().filter(|(name, within, _)| {
            let importing = self.around(*within).find(|scope| stars.contains(scope));
            let is_free = || {
                !imported.contains(name)
                    && !captured.contains(name)
                    && self.own(&scopes, *name, *within, Stand::Bare).is_none()
            };
            importing.is_some_and(|scope| !seen.contains(&(scope, *name)) && is_free() && seen.insert((scope, *name)))
        });
        let found: Vec<_> = found.collect();
        let rows = found.into_iter().map(|(name, within, at)| Reference {
            name,
            is_type: false,
            is_led: false,
            is_starred: true,
            at,
            within,
        });
        self.observation.references.change(|it| it.extend(rows));
    }

    fn is_star(&self, name: Name) -> bool {
        self.observation.name(name) == "*"
    }

    /// A declaration and those around it, the innermost first.
    pub(super) fn around(&self, decl: Decl) -> impl Iterator<Item = Decl> {
        std::iter::successors(Some(decl), |decl| self.observation.declarations.get(decl.0 as usize)?.container)
    }
}
