//! Edges that compilers' indexes state, as far as resolving asks for them.

use cg_rules::{DefId, FileId};

use crate::language::CallSite;

/// The target of a call by an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Called {
    /// These definitions are called: one, or several of one symbol.
    Defs(Vec<DefId>),
    /// The callee is external: the modules that hold it.
    Outside(Vec<String>),
}

/// Edges by indexes that are as fresh as the text. Where an index has an edge, it overrides the text.
pub trait CompilerIndex: Sync {
    /// The callee of a call; `None` where the indexes have none.
    fn called(&self, file: FileId, site: &CallSite) -> Option<Called>;

    /// The types that implement or extend another, also through others: `(sub, super)`.
    fn supertypes(&self) -> Vec<(DefId, DefId)>;

    /// The members that implement or override another: `(member, overridden)`.
    fn overrides(&self) -> Vec<(DefId, DefId)>;
}
