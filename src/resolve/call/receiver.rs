//! The type of what a call is written on, where an extension may be meant.

use cg_rules::DefId;

use super::argument::ArgumentType;
use crate::language::{BindingKind, CallSite, DeclKind, Expr, ExprId, Observation, Receiver};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The function by which a type of the language makes a value of itself.
const NEW: &str = "new";

/// The type that an alias is of, where the repository does not declare it: `typealias Ctx = android.content.Context`.
pub(super) fn outside_of_alias<'i>(index: &SymbolTable<'_>, of: DefId) -> Option<ArgumentType<'i>> {
    index.declaration(of).filter(|row| row.kind == DeclKind::Alias)?;
    let (_, path) = index.stated_path(of)?;
    let Target::External(outer) = index.path(of, path, 0) else { return None };
    let name = outer.member.rsplit('.').next().filter(|name| name.starts_with(char::is_uppercase))?;
    Some(ArgumentType::Named(name.to_owned().into()))
}

/// The inferred type of a call's receiver.
pub(super) fn receiver<'i>(
    index: &'i SymbolTable<'_>,
    from: DefId,
    observation: &Observation,
    site: &CallSite,
) -> ArgumentType<'i> {
    match site.receiver {
        Receiver::This => match index.this_type(from) {
            Some(of) => ArgumentType::Type(of),
            None => index.extended_by(from).map_or(ArgumentType::Unknown, |of| ArgumentType::Named(of.name)),
        },
        Receiver::Path(path) | Receiver::Value(path) => match index.given(from, path) {
            ArgumentType::Unknown => match type_by_name(index, from, path) {
                ArgumentType::Unknown => made_by_library(index, from, path),
                given => given,
            },
            given => given,
        },
        Receiver::Result(path) => match observation.expr(path) {
            Expr::Call(called) => match index.type_of_result_of(from, called) {
                ArgumentType::Unknown => made_by_library(index, from, path),
                given => given,
            },
            _ => ArgumentType::Unknown,
        },
        _ => ArgumentType::Unknown,
    }
}

/// The type of the language of which a path is a new value, or a local that is bound to one alone: `String::new()`, a text.
pub(super) fn made_by_library<'i>(index: &'i SymbolTable<'_>, from: DefId, path: ExprId) -> ArgumentType<'i> {
    let known = || {
        let file = index.file(from);
        let types = index.language(file)?.conventions.library_types;
        let observation = index.observation(file).filter(|_| !types.is_empty())?;
        let called = match observation.expr(path) {
            Expr::Call(called) => called,
            _ => {
                let sym = index.sym_of_name(file, path)?;
                let mut scopes = std::iter::successors(Some(from), |scope| index.container(*scope));
                let [at] = scopes.find_map(|scope| index.locals(&(scope, sym)))? else { return None };
                let binding = observation.bindings.get(*at as usize)?;
                binding.of.filter(|_| binding.kind == BindingKind::Constructed)?
            }
        };
        let Expr::Member(of, maker) = observation.expr(called) else { return None };
        let of = observation.exprs.name(of).map(|name| observation.name(name))?;
        (observation.name(maker) == NEW && types.contains(&of)).then(|| ArgumentType::Named(of.into()))
    };
    known().unwrap_or(ArgumentType::Unknown)
}

/// A type by its own name, whose companions are extended so, or one of a library that calling it makes. Of one that each
/// platform declares the name is enough.
fn type_by_name<'i>(index: &'i SymbolTable<'_>, from: DefId, path: ExprId) -> ArgumentType<'i> {
    let is_type = |def: &DefId| index.declaration(*def).is_some_and(|row| row.kind.is_type());
    let name = |def: DefId| {
        let row = index.declaration(def)?;
        Some(ArgumentType::Named(index.observation(index.file(def))?.name(row.name).into()))
    };
    match index.path(from, path, 0) {
        Target::External(outer) => {
            let name = outer.member.rsplit('.').next();
            let name = name.filter(|name| outer.is_result && name.starts_with(char::is_uppercase));
            name.map_or(ArgumentType::Unknown, |name| ArgumentType::Named(name.to_owned().into()))
        }
        Target::Defs(defs, _) if defs.iter().all(is_type) => match defs.as_slice() {
            [of] => ArgumentType::Type(*of),
            defs => defs.first().and_then(|of| name(*of)).unwrap_or(ArgumentType::Unknown),
        },
        _ => ArgumentType::Unknown,
    }
}
