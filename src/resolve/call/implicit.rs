//! Resolves a bare call in a language that implies `this`: constructors, and the methods of the types around.

use cg_rules::{DefId, FileId};

use crate::language::{Decl, DeclKind, MOST_CANDIDATES, Rule};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// Whether a call of a value of the type may call a member of it. Which one is not known: members of a companion lie among those of
/// the type, and a value has none of them.
fn is_invoked(index: &SymbolTable<'_>, of: DefId) -> bool {
    let member = index.call_member(of).and_then(|sym| index.member(of, sym, 0));
    matches!(member, Some(Target::Defs(..)))
}

/// The method of that name of the types around, where a field of the name may hide nothing but what it is inherited beside.
fn method_around(index: &SymbolTable<'_>, from: DefId, callee: &str) -> Target {
    let Some(sym) = index.sym_of(callee) else { return Target::Unknown };
    let mut around = std::iter::successors(Some(from), |def| index.container(*def));
    let is_method = |def: &DefId| index.declaration(*def).is_some_and(|row| row.kind == DeclKind::Method);
    let methods = |target: Target| match target {
        Target::Defs(mut defs, rule) if defs.iter().any(is_method) => {
            defs.retain(is_method);
            Some(Target::Defs(defs, rule))
        }
        _ => None,
    };
    let found = around.find_map(|of| {
        let member = index.member(of, sym, 0)?;
        let above = || {
            let inherited = |sup: &DefId| methods(index.own_member(*sup, sym)?);
            index.lineage(&of)?.iter().find_map(inherited).map(|target| target.by(Rule::Inherited))
        };
        methods(index.reached(from, of, methods(member).or_else(above)?)?)
    });
    found.unwrap_or(Target::Unknown)
}

/// The function that a name alone calls where a value of that name, which cannot be called, is in the way: a method of the
/// types around, else what the file, its package, or its imports give.
pub(in crate::resolve) fn function_behind(index: &SymbolTable<'_>, from: DefId, of: DefId, callee: &str) -> Target {
    let (method, Some(sym)) = (method_around(index, from, callee), index.sym_of(callee)) else {
        return Target::Unknown;
    };
    if method != Target::Unknown || may_be_invoked(index, of) {
        return method;
    }
    match outside_of_types(index, from, sym) {
        Target::Defs(mut defs, rule) => {
            defs.retain(|def| index.is_callable(*def));
            if defs.is_empty() { Target::Unknown } else { Target::Defs(defs, rule) }
        }
        target @ Target::External(_) => target,
        _ => Target::Unknown,
    }
}

impl SymbolTable<'_> {
    /// The target of a bare callee, where functions have names of their own: not the value that has the same name.
    pub(in crate::resolve) fn function_beside(&self, from: DefId, sym: Sym, target: Target) -> Target {
        let is_value = match &target {
            Target::Value(_) | Target::Foreign | Target::External(_) => true,
            Target::Defs(defs, _) => {
                defs.iter().all(|def| self.declaration(*def).is_some_and(|row| row.kind.is_value()))
            }
            _ => false,
        };
        if !is_value || !self.names_functions_apart(from) || self.has_call_member(from) {
            return target;
        }
        match method_around(self, from, self.text(sym)) {
            Target::Unknown => match outside_of_types(self, from, sym) {
                Target::Defs(defs, rule) => {
                    let defs: Vec<DefId> = defs.into_iter().filter(|def| self.is_callable(*def)).collect();
                    if defs.is_empty() { Target::Unknown } else { Target::Defs(defs, rule) }
                }
                target => target,
            },
            method => method,
        }
    }

    /// The target of a name that is not called, where functions have names of their own: what the name means outside of the
    /// type whose method has it.
    pub(in crate::resolve) fn value_beside(&self, from: DefId, sym: Sym, target: Target, depth: u32) -> Target {
        let is_method = |target: &Target| match target {
            Target::Defs(defs, _) => defs.iter().all(|def| self.is_callable(*def)),
            _ => false,
        };
        if !is_method(&target) || !self.names_functions_apart(from) || is_cut(depth) {
            return target;
        }
        let mut around = std::iter::successors(Some(from), |def| self.container(*def));
        let of = around.find(|def| {
            let is_type = self.declaration(*def).is_some_and(|row| row.kind.is_type());
            is_type && self.member(*def, sym, depth + 1).is_some_and(|target| is_method(&target))
        });
        // A parameter of the constructor.
        if let Some(of) = of.filter(|of| self.locals(&(*of, sym)).is_some()) {
            return self.value_of_local(of, sym);
        }
        match of.and_then(|of| self.container(of)) {
            Some(outside) => self.value_beside(outside, sym, self.name(outside, sym, depth + 1), depth + 1),
            None => Target::Unknown,
        }
    }

    /// Whether functions and values have names of their own in the language of a definition.
    fn names_functions_apart(&self, def: DefId) -> bool {
        self.language(self.file(def)).is_some_and(|it| it.conventions.names_functions_apart)
    }
}

/// A name as the file, its package, or its imports give it.
pub(super) fn outside_of_types(index: &SymbolTable<'_>, from: DefId, sym: Sym) -> Target {
    let file = index.file(from);
    let stated = index.stated_in_file(file, sym, 0).or_else(|| index.by_package(file, sym).known());
    let found = stated.or_else(|| index.by_stars(index.def(file, Decl(0)), sym, 0));
    found.unwrap_or(Target::Unknown)
}

/// The type of the values that a name leads to, where all are of one that cannot be called.
pub(in crate::resolve) fn type_in_the_way(index: &SymbolTable<'_>, target: &Target) -> Option<DefId> {
    let of = match target {
        Target::Value(of) => (*of)?,
        Target::Defs(defs, _) => {
            let is_value = |def: &DefId| {
                index.declaration(*def).is_some_and(|row| matches!(row.kind, DeclKind::Field | DeclKind::Variable))
            };
            let of = index.type_of_definition(*defs.first().filter(|_| defs.iter().all(is_value))?, 0)?;
            Some(of).filter(|of| !may_be_invoked(index, *of))?
        }
        _ => return None,
    };
    Some(of).filter(|of| !is_invoked(index, *of))
}

/// Whether a value of the type may be called by what is not seen: an alias of a function type, a library's supertype.
pub(super) fn may_be_invoked(index: &SymbolTable<'_>, of: DefId) -> bool {
    let is_alias = index.declaration(of).is_some_and(|row| row.kind == DeclKind::Alias);
    let may = |sym| index.part(&Target::Value(Some(of)), sym, 0) != Target::Unknown;
    is_alias || index.call_member(of).is_some_and(may)
}

/// Whether the members of the type around are seen without `this`.
pub(in crate::resolve) fn has_implicit_this(index: &SymbolTable<'_>, file: FileId) -> bool {
    index.language(file).is_some_and(|language| language.implicit_this)
}

/// Resolves `this(…)` or `super(…)` in a constructor; the type itself where it states none.
pub(in crate::resolve) fn constructor(index: &SymbolTable<'_>, from: DefId, callee: &str) -> Target {
    let Some(name) = index.declaration(from).map(|row| index.sym(index.file(from), row.name)) else {
        return Target::Unknown;
    };
    let this = index.container(from).filter(|of| index.declaration(*of).is_some_and(|row| row.kind.is_type()));
    let is_class = |of: &DefId| index.declaration(*of).is_some_and(|row| row.kind == DeclKind::Class);
    let of = match callee {
        "this" => this,
        _ => this.and_then(|this| index.supers.get(&this)?.iter().copied().find(is_class)),
    };
    let stated = of.and_then(|of| Some((of, index.held(&(of, name))?)));
    match (stated, of) {
        (Some((_, defs)), _) if defs.len() > MOST_CANDIDATES => Target::Ambiguous,
        (Some((_, defs)), _) => Target::Defs(defs.to_vec(), Rule::Constructor),
        (None, Some(of)) => Target::Defs(vec![of], Rule::Constructor),
        (None, None) => Target::Unknown,
    }
}
