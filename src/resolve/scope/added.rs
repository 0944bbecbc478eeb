//! Finds the members that files add to types which the repository does not declare.

use cg_rules::{DefId, FileId};

use super::table::SymbolTable;
use super::target::Target;
use crate::language::{DeclKind, Rule};

impl SymbolTable<'_> {
    /// The declarations that a file sees under the path of such a member: `URL.Parts`.
    pub(in crate::resolve) fn added_outside(&self, from: FileId, path: &str) -> Target {
        let added = self.resolver(from.0 as usize).map_or(Vec::new(), |resolver| resolver.added(from, path));
        let defs: Vec<DefId> = added.into_iter().map(|(file, decl)| self.def(file, decl)).collect();
        defs.iter().for_each(|def| self.look(self.file(*def)));
        match defs.as_slice() {
            [] => Target::Unknown,
            [_] => Target::Defs(defs, Rule::Extension),
            _ => Target::Defs(defs, Rule::Several),
        }
    }

    /// The member of a name that a value of such a type has, or of the type itself.
    pub(in crate::resolve) fn added_member(&self, from: FileId, of: &str, name: &str) -> Target {
        let is_common = self.language(from).is_some_and(|language| language.builtins.contains(&name));
        let is_member = |def: &DefId| {
            self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Method) && !self.is_static(*def)
        };
        match self.added_outside(from, &format!("{of}.{name}")) {
            Target::Defs(mut defs, rule) if !is_common => {
                defs.retain(is_member);
                if defs.is_empty() { Target::Unknown } else { Target::Defs(defs, rule) }
            }
            _ => Target::Unknown,
        }
    }

    /// The name of the type that the innermost block around adds to, where the repository does not declare that.
    pub(in crate::resolve) fn outer_type_around(&self, from: DefId) -> Option<&str> {
        let mut around = std::iter::successors(Some(from), |def| self.container(*def));
        let is_block =
            |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_type() || row.kind == DeclKind::Impl);
        let block = around.find(is_block).filter(|block| !self.owner_type.contains_key(block))?;
        let owner = self.declaration(block).filter(|row| row.kind == DeclKind::Impl)?.owner?;
        Some(self.observation(self.file(block))?.name(owner))
    }
}
