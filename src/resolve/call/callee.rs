//! Resolves the callee of a call from the text: through its receiver, or by its bare name.

use cg_rules::{DefId, FileId};

use super::added::added;
use super::argument::{ArgumentType, is_variable};
use super::at_hand::{implied, of_object_around, value};
use super::callable::callable;
use super::held_callee::held_by_local;
use super::implicit::{constructor, function_behind, has_implicit_this, type_in_the_way};
use super::invoked::invoked;
use super::name_alone::by_name_alone;
use super::open::OpenCall;
use super::receiver::receiver;
use super::resolved::ResolvedCall;
use super::supertype::super_member;
use crate::language::{CallKind, CallSite, Expr, Observation, Receiver, Rule};
use crate::resolve::cut::noting_cuts;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;
use crate::resolve::types::united::joined;

/// How far a receiver leads.
enum Start {
    /// To the callee itself: it has none, or names it with the callee.
    Callee(Target),
    /// To something that may have the callee as a member.
    On(Target),
}

/// The target of a call, and the reason where it is unknown.
pub(in crate::resolve) fn callee(
    index: &SymbolTable<'_>,
    file: FileId,
    observation: &Observation,
    site: &CallSite,
) -> ResolvedCall {
    let (found, has_cuts) = noting_cuts(|| match index.united(file, observation, site) {
        Some(paths) => {
            let each = paths.into_iter().map(|path| CallSite { receiver: Receiver::Path(path), ..*site });
            let each: Vec<ResolvedCall> = each.map(|site| resolved(index, file, observation, &site)).collect();
            let is_through = each.iter().any(|it| it.is_through);
            let target = joined(each.into_iter().map(|it| it.target).collect());
            ResolvedCall { is_through, ..ResolvedCall::new(target, OpenCall::Member) }
        }
        None => {
            let (given, supertype) = index.taken_as(file, observation, site).unzip();
            match given.filter(|given| !given.is_empty()) {
                Some(given) => {
                    let target = callable(index, file, site, Target::Defs(given, Rule::Member));
                    ResolvedCall::new(target, OpenCall::Member)
                }
                None => {
                    let receiver = supertype.map_or(site.receiver, Receiver::Path);
                    resolved(index, file, observation, &CallSite { receiver, ..*site })
                }
            }
        }
    });
    let ResolvedCall { target, open, is_through } = found;
    let open = if has_cuts { OpenCall::Cut } else { open };
    let by_macro = || index.macro_called(file, observation, site);
    let target = match target {
        Target::Unknown if site.kind == CallKind::Macro => {
            let target = index.tried(|| "a macro of the crate, or of the one that is named".to_owned(), by_macro);
            callable(index, file, site, target)
        }
        target => target,
    };
    let is_of_library = || is_bare_of_library(index, file, observation, site);
    let is_outside = target == Target::Unknown && (!index.may_be_own(file, site) || is_of_library());
    let outside = || Target::Foreign;
    let target = match is_outside {
        true => index.tried(|| "no declaration of the repository has the name".to_owned(), outside),
        false => target,
    };
    ResolvedCall { target, open, is_through: is_through && !is_outside }
}

/// Whether a call is of a name that every file has from the library, where nothing in sight has it.
fn is_bare_of_library(index: &SymbolTable<'_>, file: FileId, observation: &Observation, site: &CallSite) -> bool {
    let callee = observation.name(site.callee);
    index.language(file).is_some_and(|it| match site.kind {
        _ if site.receiver != Receiver::Bare => false,
        CallKind::Macro => it.conventions.library_macros.contains(&callee),
        _ => it.conventions.library_functions.contains(&callee),
    })
}

fn resolved(index: &SymbolTable<'_>, file: FileId, observation: &Observation, site: &CallSite) -> ResolvedCall {
    match start(index, file, observation, site) {
        Start::Callee(target) => match site.receiver {
            Receiver::Bare | Receiver::Implied(_) => ResolvedCall::new(target, OpenCall::Name),
            Receiver::Result(_) => {
                let is_through = index.comes_through(file, true, &target);
                ResolvedCall { is_through, ..ResolvedCall::new(target, OpenCall::Member) }
            }
            _ => ResolvedCall::new(target, OpenCall::Member),
        },
        Start::On(on) => {
            let open = match (&on, site.receiver) {
                (Target::Value(None) | Target::Unknown, Receiver::Opaque) => OpenCall::Expression,
                (Target::Value(None) | Target::Unknown, Receiver::Result(_)) => OpenCall::Result,
                (Target::Value(None) | Target::Unknown, _) => OpenCall::Receiver,
                _ => OpenCall::Member,
            };
            let is_of_package = !matches!(on, Target::Value(_) | Target::Unknown | Target::Module(_));
            let target = member(index, file, observation, site, on);
            let is_through = index.comes_through(file, is_of_package, &target);
            ResolvedCall { target, open, is_through }
        }
    }
}

/// Resolves the receiver of a call, or the callee where it needs none.
fn start(index: &SymbolTable<'_>, file: FileId, observation: &Observation, site: &CallSite) -> Start {
    let from = index.def(file, site.caller);
    let callee = observation.name(site.callee);
    if let Some(names) = index.names(file) {
        let by_names = || index.call_by_names(names, from, observation, site);
        let mut may_be_any = false;
        let target = index.tried(
            || format!("`{callee}` by the language's rules for names"),
            || {
                let (target, is_open) = by_names();
                may_be_any = is_open;
                target
            },
        );
        return Start::Callee(if may_be_any {
            by_name_alone(index, file, site, observation)
        } else {
            callable(index, file, site, target)
        });
    }
    let decided = |target| Start::Callee(callable(index, file, site, target));
    if let Receiver::Path(path) = site.receiver
        && let Some(target) = index.declared_member(from, path, callee)
    {
        return decided(target);
    }
    match site.receiver {
        Receiver::Bare if site.kind == CallKind::New => {
            decided(index.constructed(from, index.called_name(index.sym(file, site.callee), site)))
        }
        Receiver::Bare if matches!(callee, "this" | "super") && has_implicit_this(index, file) => {
            decided(index.tried(|| format!("the constructor `{callee}`"), || constructor(index, from, callee)))
        }
        Receiver::Implied(objects) => match implied(index, file, observation, site, objects) {
            (Target::Unknown, refused) => {
                let site = CallSite { receiver: Receiver::Bare, ..*site };
                match (named(index, (file, from), observation, &site, true), refused) {
                    (Target::Unknown, Some(refused)) => decided(refused),
                    (named, _) => Start::Callee(named),
                }
            }
            (target, _) => decided(target),
        },
        Receiver::Bare => Start::Callee(named(index, (file, from), observation, site, false)),
        Receiver::Super => {
            let of = index.this_type(from);
            decided(
                index
                    .tried(|| "the supertypes of the type around".to_owned(), || super_member(index, of, callee, from)),
            )
        }
        Receiver::SuperOf(path) => {
            let of = index.path(from, path, 0).single();
            decided(
                index.tried(|| "the supertypes of the type named".to_owned(), || super_member(index, of, callee, from)),
            )
        }
        Receiver::SuperNamed(path) => {
            let found = || index.member_of_named_super(from, path, callee);
            decided(index.tried(|| "the supertype named".to_owned(), found))
        }
        Receiver::This => match of_object_around(index, from, index.sym(file, site.callee)) {
            Some(target) => decided(target),
            None => Start::On(
                index.tried(|| "the receiver, the object at hand".to_owned(), || Target::Value(index.this_type(from))),
            ),
        },
        Receiver::Path(path) => {
            let shown = || format!("the receiver `{}`", observation.as_read(path));
            let of_path = || match index.path(from, path, 0) {
                Target::Value(None) => index.taken_with_member(from, path, index.sym(file, site.callee)),
                target => index.field_by_argument(from, path, target, 0),
            };
            Start::On(index.tried(shown, of_path))
        }
        Receiver::Value(path) => {
            let shown = || format!("the receiver `{}`", observation.as_read(path));
            let of_path = || index.field_by_argument(from, path, index.path(from, path, 0), 0);
            let of_value = || match index.bounded_around(from, of_path()) {
                Target::Foreign if index.is_stated_outside(from, path) => Target::Foreign,
                target => value(index, target),
            };
            Start::On(index.tried(shown, of_value))
        }
        Receiver::Result(path) => {
            let Expr::Call(callee_path) = observation.expr(path) else { return Start::On(Target::Value(None)) };
            let shown = || observation.as_read(callee_path);
            let what = || format!("the receiver, what `{}` gives", shown());
            if index.awaited_in(from, callee_path).is_some() {
                return Start::On(index.tried(what, || index.path(from, path, 0)));
            }
            if let Some(of) = index.opened(from, None, (path, 0), 0) {
                return Start::On(index.tried(what, || Target::Value(Some(of))));
            }
            let (of, called) = index.tried(what, || index.callee(from, callee_path, 0));
            // Without brackets it is that value already.
            let is_value = index.calls_without_brackets(from) && matches!(called, Target::Value(Some(_)));
            let called = if is_value && index.is_of_holder(from, callee_path) { Target::Unknown } else { called };
            if let Some(of) = index.given_undeclared(from, callee_path, &called, 0) {
                return Start::On(Target::Value(Some(of)));
            }
            if let Some(of) = index.given_back(file, site, callee_path, &called) {
                return Start::On(Target::Value(Some(of)));
            }
            if let Target::External(outer) = called {
                let value = outer.result().map_or(Target::Foreign, Target::from);
                // The repository may add members to what a package gives.
                return match index.adds_members(from) {
                    true => Start::On(value),
                    false => Start::Callee(index.part(&value, index.sym(file, site.callee), 0)),
                };
            }
            let result = index.result_of_receiver(file, site, callee_path, (&of, &called));
            let is_open = index.states_containers(from) && !matches!(result, Target::Value(Some(_)));
            let taken = || if is_open { index.or_taken(result, from, path, 0) } else { result };
            Start::On(index.tried(|| format!("the result of `{}`", shown()), taken))
        }
        Receiver::Opaque => {
            Start::On(index.tried(|| "the receiver, which is no path".to_owned(), || Target::Value(None)))
        }
    }
}

/// Resolves a bare callee to what takes the arguments: where the object at hand has no such member, an extension of it; where the file
/// has no such function, one of its package.
fn named(
    index: &SymbolTable<'_>,
    (file, from): (FileId, DefId),
    observation: &Observation,
    site: &CallSite,
    has_other: bool,
) -> Target {
    let sym = index.sym(file, site.callee);
    let around = |target| callable(index, file, site, index.extended_around(from, target, has_other));
    let extension = || {
        let this = index.this_type(from).map(ArgumentType::Type);
        this.map_or(Target::Unknown, |this| index.extension(from, site, &this, sym))
    };
    let named = index.unless_refused(from, site, bare(index, file, from, observation, site), &extension);
    let is_found = matches!(named, Target::Defs(..)) && index.has_extensions(from);
    match around(named) {
        Target::Unknown if is_found => {
            let given = observation.arguments(site).unwrap_or(&[]);
            let others = || match around(index.by_package(file, sym)) {
                Target::Defs(defs, _) if defs.iter().all(|def| index.refuses(from, given, *def)) => Target::Unknown,
                target => target,
            };
            index.tried(|| format!("another `{}` in the package", observation.name(site.callee)), others)
        }
        target => target.known().unwrap_or_else(|| index.added_above(from, site)),
    }
}

/// Resolves a bare callee.
fn bare(index: &SymbolTable<'_>, file: FileId, from: DefId, observation: &Observation, site: &CallSite) -> Target {
    let (sym, callee) = (index.sym(file, site.callee), observation.name(site.callee));
    let named = || match (index.function_named(from, sym, index.name(from, sym, 0)), site.kind) {
        (target, CallKind::Decorator) => index.decorating(from, sym, site.at, target),
        (target, _) => target,
    };
    let target = index.tried(|| format!("the name `{callee}`"), named);
    let target = held_by_local(index, from, sym, target);
    // A value that cannot be called does not hide the functions of its name.
    if has_implicit_this(index, file)
        && let Some(of) = type_in_the_way(index, &target)
    {
        let behind = || function_behind(index, from, of, callee);
        return index.tried(|| format!("a function `{callee}` of the types around, or of the file"), behind);
    }
    match target {
        Target::Value(_) | Target::Foreign | Target::External(_) if index.is_made_by_its_name(from, site) => {
            index.name_outside(from, sym)
        }
        target => invoked(index, from, site, target),
    }
}

/// Resolves a callee as a member of its receiver, then as an extension of it, then by its name alone.
fn member(index: &SymbolTable<'_>, file: FileId, observation: &Observation, site: &CallSite, on: Target) -> Target {
    let from = index.def(file, site.caller);
    let on = match on {
        Target::Value(Some(of)) => Target::Value(Some(index.on_platform(from, of))),
        on => on,
    };
    let sym = index.called_name(index.sym(file, site.callee), site);
    let callee = observation.name(site.callee);
    let qualified = |path| format!("{}.{}", observation.spelled(path), index.text(sym));
    if let (Receiver::Path(path), Target::Unknown) = (site.receiver, &on)
        && let Some(target) = index.by_package_path(file, &qualified(path), Some(sym), 0)
        && target != Target::Unknown
        && (!matches!(target, Target::External(_)) || index.begins_with_package(from, path))
    {
        return callable(index, file, site, target);
    }
    let found = |on| match index.part_of_receiver(from, site.receiver, on, sym) {
        found @ (Target::Unknown | Target::Foreign | Target::External(_)) => {
            index.of_further_bounds(from, site.receiver, on, sym).known().unwrap_or(found)
        }
        found => found,
    };
    let of_receiver = || invoked(index, from, site, index.function_of(from, &on, sym, found(&on)));
    let reached = index.tried(|| format!("the member `{callee}` of it"), of_receiver);
    let is_value = |def: &DefId| index.is_static(*def) && !index.is_callable(*def);
    let is_static_value = matches!(&reached, Target::Defs(defs, _) if defs.iter().all(is_value));
    let target = callable(index, file, site, reached);
    let extension = || {
        let given = receiver(index, from, observation, site);
        let found = || match index.extension(from, site, &given, sym) {
            Target::Unknown => added(index, file, site, (&on, &given)),
            found => found,
        };
        index.tried(|| format!("an extension `{callee}`"), found)
    };
    let target = index.unless_refused(from, site, target, &extension);
    // A value of an external type has the members that the repository adds to such types.
    let is_value = matches!(&target, Target::External(outer) if outer.is_result) || target == Target::Foreign;
    if is_value {
        let guess = || match by_name_alone(index, file, site, observation) {
            Target::Defs(defs, rule) if defs.iter().all(|def| index.extends_a_type(*def)) => Target::Defs(defs, rule),
            _ => Target::Unknown,
        };
        let extended = match extension() {
            Target::Unknown if target == Target::Foreign => guess(),
            extended => extended,
        };
        return match extended {
            Target::Unknown => index.member_of_trait(from, sym, target, &receiver(index, from, observation, site)),
            added => added,
        };
    }
    if target != Target::Unknown || !matches!(on, Target::Value(_) | Target::Unknown | Target::Defs(..)) {
        return target;
    }
    // A path of which nothing is declared leads into a library.
    if on == Target::Unknown && index.links_by_name(file) {
        return target;
    }
    let target = extension();
    // A case of an enum is called, which no function of its name is.
    let is_of_unknown_type = |def: &DefId| {
        let is_value = index.declaration(*def).is_some_and(|row| row.kind.is_value());
        is_value && index.has_extensions(from) && index.type_of_definition(*def, 0).is_none()
    };
    let is_known = matches!(&on, Target::Defs(defs, _) if !defs.iter().all(is_of_unknown_type));
    if target != Target::Unknown || is_static_value || is_known {
        return target;
    }
    match by_name_alone(index, file, site, observation) {
        Target::Defs(defs, _)
            if is_foreign(index, file, &receiver(index, from, observation, site))
                && defs.iter().all(|def| is_of_type(index, *def)) =>
        {
            Target::Unknown
        }
        guess => guess,
    }
}

/// Whether a receiver is of a type that the repository does not declare.
fn is_foreign(index: &SymbolTable<'_>, file: FileId, given: &ArgumentType<'_>) -> bool {
    let is_known = match given {
        ArgumentType::Literal(_) | ArgumentType::Function(_) => true,
        ArgumentType::Named(name) => !is_variable(name),
        ArgumentType::Type(_) | ArgumentType::Unknown => false,
    };
    is_known && has_implicit_this(index, file)
}

/// Whether a method belongs to a type of the repository, and not to an extension of another.
fn is_of_type(index: &SymbolTable<'_>, def: DefId) -> bool {
    let around = index.container(def);
    let is_type = |of: DefId| index.declaration(of).is_some_and(|row| row.kind.is_type());
    around.is_some_and(is_type) || around.or(Some(def)).is_some_and(|def| index.owner_type.contains_key(&def))
}
