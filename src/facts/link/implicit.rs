//! Resolves a bare call in a language that implies `this`: constructors, and the methods of the types around.

use cg_rules::{DefId, FileId};

use super::index::SymbolTable;
use super::target::Target;
use crate::language::{DeclKind, MOST_CANDIDATES, Rule};

/// Whether a value of the type can be called.
pub(super) fn is_invoked(index: &SymbolTable<'_>, of: DefId) -> bool {
    index.sym_of("invoke").is_some_and(|invoke| index.member(of, invoke, 0).is_some())
}

/// The method of that name of the types around.
pub(super) fn method_around(index: &SymbolTable<'_>, from: DefId, callee: &str) -> Target {
    let Some(sym) = index.sym_of(callee) else { return Target::Unknown };
    let mut around = std::iter::successors(Some(from), |def| index.container(*def));
    let is_method = |def: &DefId| index.declaration(*def).is_some_and(|row| row.kind == DeclKind::Method);
    let found = around.find_map(|of| match index.member(of, sym, 0)? {
        Target::Defs(mut defs, rule) if defs.iter().any(is_method) => {
            defs.retain(is_method);
            Some(Target::Defs(defs, rule))
        }
        _ => None,
    });
    found.unwrap_or(Target::Unknown)
}

/// Whether the members of the type around are seen without `this`.
pub(super) fn has_implicit_this(index: &SymbolTable<'_>, file: FileId) -> bool {
    index.language(file).is_some_and(|language| language.implicit_this)
}

/// Resolves `this(…)` or `super(…)` in a constructor; the type itself where it states none.
pub(super) fn constructor(index: &SymbolTable<'_>, from: DefId, callee: &str) -> Target {
    let Some(name) = index.declaration(from).map(|row| index.sym(index.file(from), row.name)) else {
        return Target::Unknown;
    };
    let this = index.container(from).filter(|of| index.declaration(*of).is_some_and(|row| row.kind.is_type()));
    let is_class = |of: &DefId| index.declaration(*of).is_some_and(|row| row.kind == DeclKind::Class);
    let of = match callee {
        "this" => this,
        _ => this.and_then(|this| index.supers.get(&this)?.iter().copied().find(is_class)),
    };
    let stated = of.and_then(|of| Some((of, index.held.get(&(of, name))?)));
    match (stated, of) {
        (Some((_, defs)), _) if defs.len() > MOST_CANDIDATES => Target::Ambiguous,
        (Some((_, defs)), _) => Target::Defs(defs.to_vec(), Rule::Constructor),
        (None, Some(of)) => Target::Defs(vec![of], Rule::Constructor),
        (None, None) => Target::Unknown,
    }
}
