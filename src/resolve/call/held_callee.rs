//! The function that a variable of a file, or an attribute of a class, holds by its name alone: `local check = utils.check`,
//! `go = jobs.go`.

use cg_rules::{DefId, FileId};

use crate::language::{BindingKind, DeclKind, Rule, constant_name};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The functions behind a variable that its file alone sees, or an attribute of a class, that is bound once, to their name: a
/// call of it calls them. None where it holds anything else; what other files see is known by its own name.
/// The function that an attribute holds is as sure as its name there.
pub(super) fn held_callees(index: &SymbolTable<'_>, file: FileId, defs: &[DefId], depth: u32) -> (Vec<DefId>, Rule) {
    let held = || {
        let [def] = *defs else { return None };
        let row = index.declaration(def)?;
        let (scope, sym) = index.place_of(def)?;
        let is_attribute = row.kind == DeclKind::Field && is_constant(index, scope, sym);
        let is_sealed = row.kind == DeclKind::Variable && !row.exported && index.file(def) == file;
        if !(is_attribute || is_sealed) || row.body_line > 0 || is_cut(depth) {
            return None;
        }
        let file = index.file(def);
        let [binding] = *index.locals(&(scope, sym))? else { return None };
        let bindings = &index.observation(file)?.bindings;
        let binding = bindings.get(binding as usize).filter(|binding| binding.kind == BindingKind::Copied)?;
        // A class does not see yet what it binds.
        let is_own = is_attribute && index.sym_of_name(file, binding.of?) == Some(sym);
        let from = if is_own { index.container(scope)? } else { index.outside(scope, sym) };
        match index.path(from, binding.of?, depth + 1) {
            Target::Defs(held, rule) if !held.contains(&def) => {
                Some((held, if is_attribute { rule } else { Rule::Several }))
            }
            _ => None,
        }
    };
    let (found, rule) = held().unwrap_or((Vec::new(), Rule::Several));
    let is_called = |def: &DefId| index.declaration(*def).is_some_and(|row| row.kind.is_callable());
    match !found.is_empty() && found.iter().all(is_called) {
        true => (found, rule),
        false if found.is_empty() => (found, rule),
        false => {
            let (found, by) = held_callees(index, file, &found, depth + 1);
            (found, rule.min(by))
        }
    }
}

/// The target of a bare name, where that is a local constant, bound to the name of functions: `const check = utils.check`.
pub(super) fn held_by_local(index: &SymbolTable<'_>, from: DefId, sym: Sym, target: Target) -> Target {
    let held = || held_once(index, from, sym).unwrap_or(Target::Value(None));
    match target {
        Target::Value(None) if index.has_function_values(from) => {
            index.tried(|| format!("what `{}` holds", index.text(sym)), held)
        }
        target => target,
    }
}

/// Whether a scope binds a name to one value for ever.
fn is_constant(index: &SymbolTable<'_>, scope: DefId, sym: Sym) -> bool {
    index.sym_of(&constant_name(index.text(sym))).is_some_and(|sym| index.locals(&(scope, sym)).is_some())
}

fn held_once(index: &SymbolTable<'_>, from: DefId, sym: Sym) -> Option<Target> {
    let mut scopes = std::iter::successors(Some(from), |scope| index.container(*scope));
    let (scope, bound) = scopes.find_map(|scope| Some((scope, index.locals(&(scope, sym))?)))?;
    let [binding] = *bound else { return None };
    if !is_constant(index, scope, sym) {
        return None;
    }
    let bindings = &index.observation(index.file(from))?.bindings;
    let binding = bindings.get(binding as usize).filter(|binding| binding.kind == BindingKind::Copied)?;
    let held = index.path(index.outside(scope, sym), binding.of?, 1);
    match &held {
        Target::Defs(defs, _) if defs.iter().all(|def| index.is_callable(*def)) => Some(held),
        _ => None,
    }
}
