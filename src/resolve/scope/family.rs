//! The family of a file's language, and whether it declares a name.

use cg_rules::FileId;

use super::keyed::Sym;
use super::resolvers::family;
use super::table::SymbolTable;
use crate::language::{CallSite, Receiver};

impl SymbolTable<'_> {
    /// The family of a file's language.
    pub(super) fn family(&self, file: FileId) -> Option<usize> {
        self.world.languages[file.0 as usize].map(family)
    }

    pub(super) fn enter_alias(&mut self, file: FileId, alias: Sym) {
        if let Some(family) = self.family(file) {
            self.declared.enter_alias(alias, family);
        }
    }

    /// Whether a call in a file may be of something that the repository declares: a file of the same family declares its
    /// name, for a bare call in a language that does not imply `this` other than as a method.
    pub(in crate::resolve) fn may_be_own(&self, file: FileId, site: &CallSite) -> bool {
        let sym = self.sym(file, site.callee);
        // What has rules of its own for names says whether a bare call may be of a member.
        let is_function =
            || self.names(file).is_none_or(|it| it.function((file, site.caller), self.text(sym)).is_some());
        let implies_this = self.language(file).is_some_and(|it| it.implicit_this);
        let is_free = site.receiver == Receiver::Bare && !implies_this && is_function();
        let holds = |family| self.declared.holds(sym, family, is_free) || self.is_unread_name(sym, is_free);
        self.family(file).is_none_or(holds)
    }
}
