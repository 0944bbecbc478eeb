//! Resolves a name that is called in a function without a name, which runs with another object at hand.

use cg_rules::{DefId, FileId};

use super::argument::ArgumentType;
use super::implicit::type_in_the_way;
use crate::language::{
    ArgumentsId, CallSite, DeclKind, Expr, ExprId, GivenArgument, IN_OBJECT, Observation, Rule, in_object_name,
};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The objects at hand, the innermost first. A function without a name may be handed to a member of an object that is at hand
/// around it: `module { single { … } }`.
fn objects_at_hand<'o>(
    index: &SymbolTable<'_>,
    from: DefId,
    observation: &'o Observation,
    objects: ArgumentsId,
) -> Vec<(&'o GivenArgument, Target)> {
    let mut known: Vec<(&GivenArgument, Target)> = Vec::new();
    for object in observation.arguments.get(objects).iter().rev() {
        let mut on = value(index, index.path(from, object.value, 0));
        let is_taken = matches!(observation.expr(object.value), Expr::Parameter(function, _)
            if matches!(observation.expr(observation.exprs.called_with(function).0), Expr::Name(_)));
        if is_taken && on == Target::Value(None) {
            let by_member = |outer: &Target| match outer {
                Target::Value(Some(_)) => value(index, index.parameter_of(from, Some(outer), object.value, 1)),
                _ => Target::Value(None),
            };
            let found = known.iter().rev().map(|(_, outer)| by_member(outer));
            on = found.into_iter().find(|on| *on != Target::Value(None)).unwrap_or(on);
        }
        known.push((object, on));
    }
    known.reverse();
    known
}

/// Resolves a bare callee as a member of the objects at hand in the functions around, where their types are known; with the first that
/// takes other arguments than the call gives.
pub(super) fn implied(
    index: &SymbolTable<'_>,
    file: FileId,
    observation: &Observation,
    site: &CallSite,
    objects: ArgumentsId,
) -> (Target, Option<Target>) {
    let (from, sym) = (index.def(file, site.caller), index.sym(file, site.callee));
    let mut refused = None;
    for (object, on) in objects_at_hand(index, from, observation, objects) {
        let shown = || format!("a member `{}` of `{}`", index.text(sym), observation.as_read(object.value));
        let found = index.tried(shown, || index.part(&on, sym, 0));
        let added = || match on {
            Target::Value(Some(of)) => {
                let added = || index.extension(from, site, &ArgumentType::Type(of), sym);
                index.tried(|| format!("an extension `{}` of it", index.text(sym)), added)
            }
            _ => Target::Unknown,
        };
        let is_in_the_way = index.has_extensions(from) && type_in_the_way(index, &found).is_some();
        match (&on, found) {
            // A value that cannot be called hides no function.
            (Target::Value(Some(_)), _) if is_in_the_way => {
                let added = added();
                if let Target::Defs(..) = added {
                    return (added, None);
                }
            }
            // A member that does not take the arguments does not hide what is around.
            (_, Target::Defs(defs, rule)) => match index.unless_refused(from, site, Target::Defs(defs, rule), &added) {
                Target::Defs(defs, rule) if defs.iter().all(|def| is_refused(index, from, site, *def)) => {
                    if let extension @ Target::Defs(..) = added() {
                        return (extension, None);
                    }
                    refused = refused.or(Some(Target::Defs(defs, rule)));
                }
                target => return (with_open_extensions(index, from, site, target, &added), None),
            },
            (Target::Value(Some(_)), _) => {
                let added = added();
                if let Target::Defs(..) = added {
                    return (added, None);
                }
            }
            // What the function may run with has the name as well.
            (Target::Value(None) | Target::Foreign, _) if may_run_with(index, from, object.value, sym) => {
                return (Target::Value(None), refused);
            }
            // Most functions without a name have no object of their own.
            _ if matches!(observation.expr(object.value), Expr::Parameter(..)) => {}
            // What is not known may have the member.
            _ => return (Target::Unknown, refused),
        }
    }
    (Target::Unknown, refused)
}

/// Whether a function without a name may run with an object that has a member: it is handed to a function of which nothing surely says
/// which it is, and one that extends something or is a member has the name.
fn may_run_with(index: &SymbolTable<'_>, from: DefId, part: ExprId, member: Sym) -> bool {
    let Some(name) = index.unsurely_handed_to(from, part) else { return false };
    let extensions = index.extensions_named(from, name).map_or(Vec::new(), |(defs, _)| defs);
    let functions: Vec<DefId> = extensions.into_iter().chain(index.methods(index.file(from), name)).collect();
    index.may_run_with(from, part, member, &functions)
}

/// The members that a call may mean, with the extensions of the type that it may mean as well: where a member takes a type of the
/// repository, and the type of what the call gives there is not known.
fn with_open_extensions(
    index: &SymbolTable<'_>,
    from: DefId,
    site: &CallSite,
    members: Target,
    added: &dyn Fn() -> Target,
) -> Target {
    let file = index.file(from);
    let given = index.observation(file).and_then(|observation| observation.arguments(site));
    let (Target::Defs(defs, rule), Some(given), true) = (&members, given, index.has_extensions(from)) else {
        return members;
    };
    let takes_known = |def: &DefId, at: usize| {
        let place = index.places(file, *def, given).get(at).copied();
        place.and_then(|place| index.wanted(*def, place)).is_some_and(|wanted| wanted.of.is_some())
    };
    let is_open = |(at, argument): (usize, &GivenArgument)| {
        defs.iter().all(|def| takes_known(def, at)) && index.passed(from, argument.value) == ArgumentType::Unknown
    };
    if !given.iter().enumerate().any(is_open) {
        return members;
    }
    match added() {
        Target::Defs(added, _) if !added.iter().any(|def| defs.contains(def) || index.extends_all(*def)) => {
            Target::Defs([defs.as_slice(), &added].concat(), (*rule).min(Rule::OpenOverload))
        }
        _ => members,
    }
}

/// Whether a function takes other arguments than a call gives.
fn is_refused(index: &SymbolTable<'_>, from: DefId, site: &CallSite, def: DefId) -> bool {
    let given = index.observation(index.file(from)).and_then(|observation| observation.arguments(site));
    let has_extensions = index.has_extensions(from);
    given.is_some_and(|given| {
        has_extensions && (!index.takes_so_many(def, given.len()) || index.refuses(from, given, def))
    })
}

/// The method that a call on `this` means in a method of an object that is written in place: one that is written there. `None` where the
/// code is in no such method, or the type of its object is stated.
pub(super) fn of_object_around(index: &SymbolTable<'_>, from: DefId, sym: Sym) -> Option<Target> {
    let (this, mark) = (index.sym_of("this")?, index.sym_of(IN_OBJECT)?);
    let has = |def: DefId, sym: Sym| index.locals(&(def, sym)).is_some();
    let mut around = std::iter::successors(Some(from), |def| index.container(*def));
    let method = around.find(|def| has(*def, this)).filter(|def| has(*def, mark))?;
    if index.this_type(from).is_some() {
        return None;
    }
    let name = index.text(sym);
    let find = || {
        let called = index.sym_of(&in_object_name(name)).filter(|called| has(method, *called));
        let held = called.and_then(|_| index.held(&(index.container(method)?, sym))).unwrap_or_default();
        let is_method = |def: &DefId| index.declaration(*def).is_some_and(|row| row.kind == DeclKind::Method);
        match held.iter().copied().filter(is_method).collect::<Vec<_>>() {
            defs if defs.is_empty() => Target::Unknown,
            defs if defs.len() == 1 => Target::Defs(defs, Rule::Member),
            defs => Target::Defs(defs, Rule::Several),
        }
    };
    Some(index.tried(|| format!("`{name}` in the object around"), find))
}

/// Resolves a name as a value: no module, no type.
pub(super) fn value(index: &SymbolTable<'_>, target: Target) -> Target {
    let kind = target.single().and_then(|def| index.declaration(def)).map(|row| row.kind);
    match target {
        Target::Value(_) => target,
        Target::External(ref outer) if outer.is_result => target,
        Target::Defs(..) if matches!(kind, Some(DeclKind::Variable | DeclKind::Field)) => target,
        _ => Target::Value(None),
    }
}
