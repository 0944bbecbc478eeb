//! Follows aliases of types to what they are of.

use std::cell::RefCell;

use cg_rules::DefId;

use crate::language::DeclKind;
use crate::resolve::cut::note_cut;
use crate::resolve::scope::table::SymbolTable;

thread_local! {
    /// The aliases that are followed at the moment, the last of which led here: an alias that leads back to one of them has no type.
    /// Several of one name that lead to each other would be followed in as many ways as the depth allows.
    static FOLLOWED: RefCell<Vec<DefId>> = const { RefCell::new(Vec::new()) };
}

/// Whether the look-up on this thread is inside that of an alias.
pub(in crate::resolve) fn is_following() -> bool {
    FOLLOWED.with_borrow(|followed| !followed.is_empty())
}

impl SymbolTable<'_> {
    /// The type behind an alias, if it is stated as a type's name.
    pub(in crate::resolve) fn aliased(&self, def: DefId, depth: u32) -> DefId {
        let is_alias = self.declaration(def).is_some_and(|declaration| declaration.kind == DeclKind::Alias);
        if !is_alias {
            return def;
        }
        if FOLLOWED.with_borrow(|followed| followed.contains(&def)) {
            note_cut();
            return def;
        }
        FOLLOWED.with_borrow_mut(|followed| followed.push(def));
        let of = self.returned(def, depth).unwrap_or(def);
        FOLLOWED.with_borrow_mut(Vec::pop);
        of
    }

    /// The type that declarations of one name mean; none where aliases, each of a build of its own, are of different types. One of no
    /// type with a name, as `()` of Rust, has no members that code could mean.
    pub(in crate::resolve) fn meant_by_all(&self, defs: &[DefId], depth: u32) -> Option<DefId> {
        let is_alias = |def: DefId| self.declaration(def).is_some_and(|row| row.kind == DeclKind::Alias);
        let (first, _) = defs.split_first()?;
        if !is_alias(*first) {
            return Some(self.aliased(*first, depth));
        }
        let named = defs.iter().filter(|def| is_alias(**def) && self.stated_path(**def).is_some());
        let mut types = named.map(|def| self.aliased(*def, depth));
        let of = types.next().unwrap_or(*first);
        types.all(|other| other == of).then_some(of)
    }

    /// Whether an alias is of something that is not known yet.
    pub(in crate::resolve) fn is_open_alias(&self, def: DefId) -> bool {
        let is_alias = self.declaration(def).is_some_and(|declaration| declaration.kind == DeclKind::Alias);
        is_alias
            && self.has_function_values(def)
            && self.sym_of("").is_some_and(|none| self.locals(&(def, none)).is_some())
    }
}
