//! The function that a variable of a file holds by its name alone: `local check = utils.check`, `go = jobs.go`.

use cg_rules::{DefId, FileId};

use crate::language::{BindingKind, DeclKind, constant_name};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The functions behind a variable that its file alone sees, and that is bound once, to their name: a call of the variable calls
/// them. None where it holds anything else; what other files see is known by its own name.
pub(super) fn held_callees(index: &SymbolTable<'_>, file: FileId, defs: &[DefId], depth: u32) -> Vec<DefId> {
    let held = || {
        let [def] = *defs else { return None };
        let row = index.declaration(def).filter(|row| row.kind == DeclKind::Variable && !row.exported)?;
        if index.file(def) != file || row.body_line > 0 || is_cut(depth) {
            return None;
        }
        let (scope, sym) = index.place_of(def)?;
        let [binding] = *index.locals(&(scope, sym))? else { return None };
        let bindings = &index.observation(file)?.bindings;
        let binding = bindings.get(binding as usize).filter(|binding| binding.kind == BindingKind::Copied)?;
        match index.path(index.outside(scope, sym), binding.of?, depth + 1) {
            Target::Defs(held, _) if !held.contains(&def) => Some(held),
            _ => None,
        }
    };
    let found = held().unwrap_or_default();
    let is_called = |def: &DefId| index.declaration(*def).is_some_and(|row| row.kind.is_callable());
    match !found.is_empty() && found.iter().all(is_called) {
        true => found,
        false if found.is_empty() => found,
        false => held_callees(index, file, &found, depth + 1),
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

fn held_once(index: &SymbolTable<'_>, from: DefId, sym: Sym) -> Option<Target> {
    let mut scopes = std::iter::successors(Some(from), |scope| index.container(*scope));
    let (scope, bound) = scopes.find_map(|scope| Some((scope, index.locals(&(scope, sym))?)))?;
    let [binding] = *bound else { return None };
    index.sym_of(&constant_name(index.text(sym))).and_then(|sym| index.locals(&(scope, sym)))?;
    let bindings = &index.observation(index.file(from))?.bindings;
    let binding = bindings.get(binding as usize).filter(|binding| binding.kind == BindingKind::Copied)?;
    let held = index.path(index.outside(scope, sym), binding.of?, 1);
    match &held {
        Target::Defs(defs, _) if defs.iter().all(|def| index.is_callable(*def)) => Some(held),
        _ => None,
    }
}
