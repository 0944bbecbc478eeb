//! Which builds hold a file, and what that means for an edge.

use cg_rules::{DefId, FileId};

use super::table::SymbolTable;
use crate::language::Rule;

impl SymbolTable<'_> {
    /// Whether the default build leaves a file out.
    pub fn is_conditional(&self, file: FileId) -> bool {
        self.look(file);
        self.conditional.get(file.0 as usize).copied().unwrap_or(false)
    }

    /// Among several declarations of one name, those of the default build, where it holds any.
    pub(in crate::resolve) fn built(&self, mut defs: Vec<DefId>) -> Vec<DefId> {
        if defs.len() > 1 && defs.iter().any(|def| !self.is_left_out(*def)) {
            defs.retain(|def| !self.is_left_out(*def));
        }
        defs
    }

    /// Whether the default build leaves a definition out, be it with what is around it.
    pub(in crate::resolve) fn is_left_out(&self, def: DefId) -> bool {
        let mut around = std::iter::successors(Some(def), |def| self.container(*def));
        let by_itself = !self.conditional_defs.is_empty() && around.any(|def| self.conditional_defs.contains(&def));
        by_itself || self.is_conditional(self.file(def))
    }

    /// Among several declarations of one name, those that a build of `from` can hold.
    pub(in crate::resolve) fn built_with(&self, from: FileId, mut defs: Vec<DefId>) -> Vec<DefId> {
        let Some(resolver) = self.resolver(from.0 as usize).filter(|_| defs.len() > 1) else { return defs };
        let sees = |def: &DefId| resolver.sees(from, self.file(*def));
        if defs.iter().any(sees) {
            defs.retain(sees);
        }
        self.built(defs)
    }

    /// How sure an edge between two files is: one that the default build does not have is scoped to those that do.
    pub(in crate::resolve) fn sure(&self, from: FileId, to: FileId, rule: Rule) -> Rule {
        let is_conditional = self.is_conditional(from) || self.is_conditional(to);
        if is_conditional { rule.min(Rule::OtherBuild) } else { rule }
    }
}
