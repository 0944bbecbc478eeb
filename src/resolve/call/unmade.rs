//! Calls by the name of a type that no call makes: `Iso(get, set)`, where `Iso` is an interface, means a function of that name.

use cg_rules::DefId;

use super::implicit::may_be_invoked;
use crate::language::{Decl, DeclKind, UNMADE};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The function that a call means whose name leads to a type of which it makes no value: the member of the type's companion that a
    /// call calls, or else a function of the name beside the type. `None` where neither is declared, or values are made so.
    pub(super) fn beside_unmade(&self, from: DefId, called: Sym, sym: Sym, target: &Target) -> Option<Target> {
        let Target::Defs(defs, _) = target else { return None };
        let [def] = defs.as_slice() else { return None };
        let of = self.aliased(*def, 0);
        // Code in a type may call a constructor that is private; an interface has none.
        let is_interface = self.declaration(of).is_some_and(|row| row.kind == DeclKind::Interface);
        let is_around = || std::iter::successors(Some(from), |def| self.container(*def)).any(|def| def == of);
        if !self.has_extensions(from) || !self.is_unmade(of) || !is_interface && is_around() {
            return None;
        }
        let of_companion = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Function);
        let companion = match self.member(of, called, 0) {
            Some(Target::Defs(defs, rule)) if defs.iter().all(of_companion) => Some(Target::Defs(defs, rule)),
            _ => None,
        };
        companion.or_else(|| self.function_beside_type(from, sym))
    }

    fn is_unmade(&self, of: DefId) -> bool {
        let is_marked = || self.sym_of(UNMADE).is_some_and(|sym| self.locals(&(of, sym)).is_some());
        match self.declaration(of).map(|row| row.kind) {
            Some(DeclKind::Object) => !may_be_invoked(self, of),
            Some(kind) => kind.is_type() && is_marked(),
            None => false,
        }
    }

    /// The functions of a name that a file states or imports, its package has, or its imports of everything bring.
    fn function_beside_type(&self, from: DefId, sym: Sym) -> Option<Target> {
        let file = self.file(from);
        let top = self.def(file, Decl(0));
        let stated = || self.stated_in_file(file, sym, 0);
        let packaged = || self.by_package(file, sym).known();
        let starred = || self.by_stars(top, sym, 0);
        let ways: [&dyn Fn() -> Option<Target>; 3] = [&stated, &packaged, &starred];
        ways.into_iter().find_map(|way| match way()? {
            Target::Defs(mut defs, rule) => {
                defs.retain(|def| self.is_callable(*def) && !self.extends_a_type(*def));
                (!defs.is_empty()).then_some(Target::Defs(defs, rule))
            }
            _ => None,
        })
    }
}
