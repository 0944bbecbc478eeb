//! The family of a file's language, and whether it declares a name.

use cg_rules::FileId;

use super::keyed::Sym;
use super::resolvers::family;
use super::surveyed::{DECLARED, DEFINED};
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
        let is_bare = match site.receiver {
            Receiver::Bare => true,
            Receiver::Implied(_) => self.names(file).is_some(),
            _ => false,
        };
        let is_free = is_bare && !implies_this && is_function();
        let holds = |family| self.declared.holds(sym, family, is_free) || self.is_unread_name(sym, is_free);
        self.family(file).is_none_or(holds)
    }

    /// Looks each text up once in the names that the files of all families declare.
    pub(super) fn number_surveyed(&mut self) {
        if let Some(surveyed) = &self.absent.surveyed {
            self.surveyed = (0u32..).take(self.n_texts()).map(|at| surveyed.names.bits(self.text(Sym(at)))).collect();
        }
    }

    /// Whether a file of any surveyed family declares a name.
    pub(in crate::resolve) fn is_declared_in_survey(&self, sym: Sym) -> bool {
        self.is_surveyed(sym, DECLARED)
    }

    /// Whether a definition of any surveyed family has a name, or belongs to what has it.
    pub(in crate::resolve) fn is_defined_in_survey(&self, sym: Sym) -> bool {
        self.is_surveyed(sym, DEFINED)
    }

    fn is_surveyed(&self, sym: Sym, bit: u8) -> bool {
        self.surveyed.get(sym.0 as usize).is_some_and(|bits| bits & bit != 0)
    }
}
