//! The callee of a call, with what else is known of the call.

use super::open::OpenCall;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;
use cg_rules::FileId;

/// The callee of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::resolve) struct ResolvedCall {
    /// The target.
    pub target: Target,
    /// The reason where it is unknown.
    pub open: OpenCall,
    /// It leads out of the repository through what a package gives, which may be a value of the repository: an element, a copy, an
    /// argument of a callback.
    pub is_through: bool,
}

impl ResolvedCall {
    /// A callee that does not lead through a package.
    pub fn new(target: Target, open: OpenCall) -> Self {
        Self { target, open, is_through: false }
    }
}

impl SymbolTable<'_> {
    /// Whether a member that leads out of the repository may be one of the repository's all the same, by whether it is looked up on what
    /// a package gives: what a type of the repository inherits from a package is the package's.
    pub(super) fn comes_through(&self, file: FileId, is_of_package: bool, target: &Target) -> bool {
        let conventions = self.language(file).map(|it| &it.conventions);
        let has_capitals = conventions.is_some_and(|it| !it.capitals_export);
        // Where blocks give members to any type, a value of a package has those that the repository gives to it, and to what it leads
        // to: a guard has the members of what it guards.
        let adds = conventions.is_some_and(|it| it.blocks_name_traits);
        match target {
            Target::External(outer) => outer.is_result && adds || !outer.is_own(has_capitals),
            Target::Foreign => is_of_package,
            _ => false,
        }
    }
}
