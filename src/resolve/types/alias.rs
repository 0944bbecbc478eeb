//! Follows aliases of types to what they are of.

use cg_rules::DefId;

use crate::language::DeclKind;
use crate::resolve::scope::table::SymbolTable;

impl SymbolTable<'_> {
    /// The type behind an alias, if it is stated as a type's name.
    pub(in crate::resolve) fn aliased(&self, def: DefId, depth: u32) -> DefId {
        let is_alias = self.declaration(def).is_some_and(|declaration| declaration.kind == DeclKind::Alias);
        if !is_alias {
            return def;
        }
        self.returned(def, depth).unwrap_or(def)
    }

    /// Whether an alias is of something that is not known yet.
    pub(in crate::resolve) fn is_open_alias(&self, def: DefId) -> bool {
        let is_alias = self.declaration(def).is_some_and(|declaration| declaration.kind == DeclKind::Alias);
        is_alias
            && self.has_function_values(def)
            && self.sym_of("").is_some_and(|none| self.locals.contains_key(&(def, none)))
    }
}
