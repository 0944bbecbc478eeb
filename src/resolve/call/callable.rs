//! The definitions of a target that can be called.

use cg_rules::{DefId, FileId};

use super::held_callee::held_callees;
use crate::language::{CallKind, CallSite, DeclKind, Rule};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::{Target, without_companions};

/// A target of a call must be something that can be called; a value is called through its type, which says nothing.
/// Where macros have names of their own, `f!()` calls no function, and `f()` no macro.
pub(in crate::resolve) fn callable(index: &SymbolTable<'_>, file: FileId, site: &CallSite, target: Target) -> Target {
    match target {
        Target::Defs(defs, rule) => {
            let (held, by) = held_callees(index, file, &defs, 0);
            let rule = match held.len() {
                0 => rule,
                1 if by != Rule::Several => rule.min(by),
                _ => Rule::Several,
            };
            let defs = [held, defs].concat();
            let applied = index.applied(&defs).filter(|_| site.kind == CallKind::Call);
            let meant = applied.map_or_else(|| without_companions(index, &defs), <[DefId]>::to_vec);
            let is_command = index.language(file).is_some_and(|it| it.conventions.calls_no_variables);
            let called = meant.into_iter().filter(|def| match index.declaration(*def).map(|row| row.kind) {
                Some(DeclKind::Macro) => site.kind == CallKind::Macro || index.calls_macros(*def),
                // A text names a function: no type, and no value.
                Some(kind) if site.kind == CallKind::Handed || is_command => kind.is_callable(),
                Some(kind) => {
                    let is_value = kind == DeclKind::Field && index.has_function_values(*def);
                    let is_called = kind.is_callable() || kind.is_type() || kind == DeclKind::Variable;
                    (is_called || is_value) && site.kind != CallKind::Macro
                }
                None => false,
            });
            let mut called: Vec<_> = called.collect();
            // A type of the name of a value is not what is called.
            let is_apart = index.language(file).is_some_and(|it| it.conventions.types_are_apart);
            if called.iter().any(|def| !index.is_type_alone(*def)) {
                called.retain(|def| !index.is_type_alone(*def));
            } else if is_apart && !called.is_empty() {
                // The value of the name is one that no file here declares.
                return Target::Foreign;
            }
            let (called, rule) = nearest(index, site, called, rule);
            let n_called = called.len();
            let called = index.built_with(file, called);
            match called.len() {
                // A command of the system.
                0 if is_command => Target::Foreign,
                0 => Target::Unknown,
                1 if n_called > 1 => index.overloads(file, site, called, rule.narrowed(Rule::SameBuild)),
                _ => index.overloads(file, site, called, rule),
            }
        }
        target => target,
    }
}

/// Among several functions of one name in the body of one function, each of a block of its own: the nearest before the call.
/// The blocks themselves are not looked at.
fn nearest(index: &SymbolTable<'_>, site: &CallSite, defs: Vec<DefId>, rule: Rule) -> (Vec<DefId>, Rule) {
    let around = |def: &DefId| index.container(*def).filter(|of| index.is_callable(*of));
    let Some(body) = defs.first().and_then(around).filter(|_| defs.len() > 1) else { return (defs, rule) };
    let is_local =
        |def: &DefId| around(def) == Some(body) && index.declaration(*def).is_some_and(|row| row.parameters.is_none());
    let line = |def: &DefId| index.declaration(*def).map_or(0, |row| row.start_line);
    let before = defs.iter().copied().filter(|def| line(def) <= site.at.line).max_by_key(line);
    match before.filter(|_| defs.iter().all(is_local)) {
        Some(def) => (vec![def], rule.min(Rule::Several)),
        None => (defs, rule),
    }
}
