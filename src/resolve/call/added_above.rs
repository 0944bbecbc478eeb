//! Members that the repository adds to a type of a library which the type around extends: they are called by their names alone.

use cg_rules::DefId;

use super::callable::callable;
use crate::language::{CallSite, DeclKind};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::{Target, agree};

/// The most types above one of which supertypes of a library are looked for.
const MOST_ABOVE: usize = 16;

impl SymbolTable<'_> {
    /// The member by the name of a bare call that is added to a type of a library which the type around is of.
    pub(super) fn added_above(&self, from: DefId, site: &CallSite) -> Target {
        let file = self.file(from);
        let known = || {
            let adds = self.language(file).is_some_and(|it| !it.conventions.outer_supertypes.is_empty());
            let observation = self.observation(file).filter(|_| adds)?;
            let of = self.this_type(from)?;
            let callee = observation.name(site.callee);
            let added = self.outside_supertypes(of).into_iter().map(|name| self.added_member(file, &name, callee));
            let found = added.filter_map(Target::known).collect::<Vec<Target>>();
            let Some(Target::Defs(mut defs, rule)) = agree(found) else { return None };
            if let Some(given) = observation.arguments(site) {
                defs.retain(|def| self.takes_so_many(*def, given.len()) && self.may_take_labels(file, *def, given));
            }
            (!defs.is_empty()).then(|| callable(self, file, site, Target::Defs(defs, rule)))
        };
        let shown = || "what the repository adds to the supertypes from elsewhere".to_owned();
        self.tried(shown, || known().unwrap_or(Target::Unknown))
    }

    /// The names of the types of libraries that a type extends, by itself or by what it extends, with those that these extend.
    fn outside_supertypes(&self, of: DefId) -> Vec<String> {
        let above = self.lineage(&of).map_or(&[][..], Vec::as_slice);
        let mut found: Vec<String> = Vec::new();
        for def in std::iter::once(of).chain(above.iter().copied()).take(MOST_ABOVE) {
            let file = self.file(def);
            let known = self.file_types.get(file.0 as usize).map_or(&[][..], |it| it.rows.as_slice());
            let Some(observation) = self.observation(file) else { continue };
            let own = observation.supertypes.iter().filter(|site| self.def(file, site.sub) == def);
            let outside = own.filter(|site| !known.iter().any(|row| row.at == site.at));
            found.extend(outside.map(|site| observation.spelled(site.of).into_owned()));
        }
        // What an enumeration states before its protocols is the type of its raw values.
        let is_enum = self.declaration(of).is_some_and(|row| row.kind == DeclKind::Enum);
        let language = self.language(self.file(of)).filter(|_| !is_enum);
        let stated = language.map_or(&[][..], |it| it.conventions.outer_supertypes);
        let further: Vec<String> = found
            .iter()
            .filter_map(|name| stated.iter().find(|(own, _)| own == name))
            .flat_map(|(_, above)| above.iter().map(|it| (*it).to_owned()))
            .collect();
        found.extend(further);
        found.dedup();
        found
    }
}
