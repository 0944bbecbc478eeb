//! Declarations that are made once for each platform, and the one for all of them.

use cg_rules::{DefId, FileId};

use super::table::SymbolTable;
use crate::language::{Decl, Resolver, Rule};

impl SymbolTable<'_> {
    fn platforms_of(&self, def: DefId) -> Option<(&dyn Resolver, (FileId, Decl))> {
        let file = self.file(def);
        Some((self.resolver(file.0 as usize)?, (file, Decl(def.0 - self.def(file, Decl(0)).0))))
    }

    /// Whether a type among those above one is another declaration of a type before it, for a platform of its own.
    pub(in crate::resolve) fn is_of_other_platform(&self, of: DefId, lineage: &[DefId], sup: DefId) -> bool {
        let is_part = self.platforms_of(sup).is_some_and(|(resolver, place)| resolver.is_of_platform(place));
        let mut before = [of].into_iter().chain(lineage.iter().copied()).take_while(|it| *it != sup);
        is_part && before.any(|it| self.are_one_type(it, sup))
    }

    /// The declaration of a type that the code at a place sees, where each platform has its own.
    pub(in crate::resolve) fn on_platform(&self, from: DefId, of: DefId) -> DefId {
        let seen = self.platforms_of(of).and_then(|(resolver, place)| resolver.on_platform(self.file(from), place));
        seen.map_or(of, |(file, decl)| self.def(file, decl))
    }

    /// Among several definitions of a name, those that a file sees, where each platform has its own.
    pub(in crate::resolve) fn seen_on_platform(
        &self,
        file: FileId,
        (defs, rule): (Vec<DefId>, Rule),
    ) -> (Vec<DefId>, Rule) {
        if defs.len() < 2 {
            return (defs, rule);
        }
        let from = self.def(file, Decl(0));
        let seen: Vec<DefId> = defs.iter().copied().filter(|def| self.on_platform(from, *def) == *def).collect();
        match seen.len() {
            0 => (defs, rule),
            1 if matches!(rule, Rule::Several | Rule::Platform) => (seen, Rule::SameBuild),
            _ => (seen, rule),
        }
    }

    /// The declaration for all platforms of one that is made once for each: by itself, or with the type that holds it.
    pub(in crate::resolve) fn expected(&self, def: DefId) -> Option<DefId> {
        let whole = |def: DefId| {
            let (resolver, place) = self.platforms_of(def)?;
            let (file, decl) = resolver.expected(place)?;
            Some(self.def(file, decl)).filter(|it| *it != def)
        };
        let row = self.declaration(def)?;
        if row.container == Some(Decl(0)) {
            return whole(def);
        }
        let sym = self.sym(self.file(def), row.name);
        let members = self.held(&(whole(self.container(def)?)?, sym))?;
        let mut same = members.iter().copied().filter(|it| self.has_parameters_of(*it, def));
        same.next().filter(|_| same.next().is_none())
    }
}
