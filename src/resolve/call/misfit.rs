//! Finds the functions that a call would mean by its name, where none of them takes the arguments: a change of their parameters
//! breaks it.

use cg_rules::{DefId, FileId};

use super::callee::callee;
use super::overload::is_unlabelled;
use super::resolved::ResolvedCall;
use crate::language::{CallKind, CallSite, DeclKind, GivenArgument, Observation, Receiver, Rule};
use crate::resolve::refused::noting_refusals;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The target of a call. Where it is unknown as no function takes the arguments, or is a guess, those that the name means without
/// regard to them, as a guess.
pub(in crate::resolve) fn called(
    index: &SymbolTable<'_>,
    file: FileId,
    observation: &Observation,
    site: &CallSite,
) -> ResolvedCall {
    let (found, is_refused) = noting_refusals(|| callee(index, file, observation, site));
    let found = in_doubt(index, file, site, found);
    let is_open = match &found.target {
        Target::Unknown | Target::Ambiguous => true,
        // Nothing is declared under the name of what a constructor calls: `super(1)`.
        Target::Foreign => site.receiver == Receiver::Bare,
        Target::Defs(_, rule) => *rule == Rule::NameAlone,
        _ => false,
    };
    if !is_refused || !is_open || site.kind == CallKind::Operator {
        return found;
    }
    let whatever = CallSite { arguments: None, ..*site };
    let meant = || callee(index, file, observation, &whatever).target;
    let Target::Defs(mut defs, rule) = index.tried(|| "the same, whatever the arguments are".to_owned(), meant) else {
        return found;
    };
    // A function that hides the one of its name that it calls does not call itself.
    let caller = index.def(file, site.caller);
    defs.retain(|def| *def != caller);
    let may_be_meant = |def: &DefId| may_be_meant(index, *def, rule) && !is_default(index, observation, site, *def);
    match !defs.is_empty() && defs.iter().all(may_be_meant) && !is_elsewhere(index, (file, observation), site, rule) {
        true => ResolvedCall { target: Target::Defs(defs, Rule::Misfit), is_through: false, ..found },
        false => found,
    }
}

/// A call of several overloads whose arguments the text does not tell one by one, `f(*all)`, means one of them.
fn in_doubt(index: &SymbolTable<'_>, file: FileId, site: &CallSite, found: ResolvedCall) -> ResolvedCall {
    let is_told = site.arguments.is_some() || site.kind == CallKind::Operator || site.kind == CallKind::Handed;
    let are_overloads = |defs: &[DefId]| {
        let states = |def: &DefId| index.declaration(*def).is_some_and(|row| row.parameters.is_some());
        defs.len() > 1 && defs.iter().all(states) && !index.are_alike(defs)
    };
    let conventions = index.language(file).map(|it| &it.conventions);
    let has_overloads = conventions.is_some_and(|it| it.conversions.is_some());
    let is_spread = conventions.is_some_and(|it| it.extends_by_functions);
    // Only what takes any number of arguments takes them so.
    let takes_any = |def: &DefId| {
        index.declaration(*def).and_then(|row| row.parameters).is_some_and(|parameters| parameters.most == u8::MAX)
    };
    match found.target {
        Target::Defs(mut defs, rule) if !is_told && has_overloads && are_overloads(&defs) => {
            if is_spread && defs.iter().any(takes_any) {
                defs.retain(takes_any);
            }
            let rule = if defs.len() == 1 { rule.narrowed(Rule::Overload) } else { rule.min(Rule::OpenOverload) };
            ResolvedCall { target: Target::Defs(defs, rule), ..found }
        }
        target => ResolvedCall { target, ..found },
    }
}

/// Whether a call may mean a function that a rule leads to, though it does not fit: nothing else that is not seen has its name there.
fn may_be_meant(index: &SymbolTable<'_>, def: DefId, rule: Rule) -> bool {
    let least = if index.extends_a_type(def) { Rule::Extension } else { Rule::Several };
    let states_parameters = index.declaration(def).is_some_and(|row| row.parameters.is_some());
    states_parameters && rule >= least && !index.may_be_of_library(def)
}

/// Whether a call without arguments in place of a function is of what every struct has.
fn is_default(index: &SymbolTable<'_>, observation: &Observation, site: &CallSite, def: DefId) -> bool {
    let kind = index.container(def).and_then(|of| index.declaration(of)).map(|row| row.kind);
    kind == Some(DeclKind::Struct) && observation.arguments(site).is_some_and(<[_]>::is_empty)
}

/// Whether the name of a call leads elsewhere as well: a bare one to what the file imports, any other to a value that is called on its
/// receiver, or to one of the extensions of all values that take a function.
fn is_elsewhere(
    index: &SymbolTable<'_>,
    (file, observation): (FileId, &Observation),
    site: &CallSite,
    rule: Rule,
) -> bool {
    let (caller, sym) = (index.def(file, site.caller), index.sym(file, site.callee));
    if matches!(site.receiver, Receiver::Bare | Receiver::Implied(_)) && is_imported(index, file, sym, rule) {
        return true;
    }
    if !index.has_extensions(caller) {
        return false;
    }
    let is_common = index.language(file).is_some_and(|it| it.builtins.contains(&index.text(sym)));
    let is_function = |it: &GivenArgument| is_unlabelled(observation, it) || index.is_behind(file, it);
    if is_common && observation.arguments(site).is_some_and(|given| given.iter().any(is_function)) {
        return true;
    }
    match index.name(caller, sym, 0) {
        _ if site.receiver == Receiver::Bare => false,
        Target::Value(_) => true,
        Target::Defs(defs, _) => defs.iter().any(|def| !index.is_callable(*def)),
        _ => false,
    }
}

/// Whether a file imports a name that a rule finds in another way, or by all that a module has; where names have rules of their own,
/// functions with other numbers of arguments may come so.
fn is_imported(index: &SymbolTable<'_>, file: FileId, sym: Sym, rule: Rule) -> bool {
    index.names(file).is_some()
        || rule == Rule::Wholesale
        || (rule == Rule::Import) != index.bound.contains_key(&(file, sym))
}
