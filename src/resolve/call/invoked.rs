//! Calls of values: `emit(1)` calls the member that the language calls then, `Emitter.call`.

use cg_rules::DefId;

use crate::language::{CallKind, CallSite, DeclKind};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The member that a call of a value calls, where the target is a value whose type has one; any other target stays. A function
/// of the type itself, as its companion has, is none of its values'.
pub(super) fn invoked(index: &SymbolTable<'_>, from: DefId, site: &CallSite, target: Target) -> Target {
    let Some(sym) = index.call_member(from).filter(|_| site.kind == CallKind::Call) else { return target };
    if let Some(beside) = index.beside_unmade(from, sym, index.sym(index.file(from), site.callee), &target) {
        return beside;
    }
    let is_value = |def: &DefId| index.declaration(*def).is_some_and(|row| row.kind.is_value());
    let of = match &target {
        Target::Value(of) => *of,
        Target::Defs(defs, _) => match defs.as_slice() {
            [def] if is_value(def) => index.type_of_definition(*def, 0),
            _ => None,
        },
        _ => None,
    };
    let place = target
        .single()
        .map_or_else(|| Some((from, index.sym(index.file(from), site.callee))), |def| index.place_of(def));
    let of = of.filter(|of| index.is_called_by_member(from, *of, place));
    let is_of_object = |def: DefId| {
        let around = index.container(def).and_then(|around| index.declaration(around));
        around.is_some_and(|around| around.kind == DeclKind::Object)
    };
    let is_method =
        |def: &DefId| index.declaration(*def).is_some_and(|row| row.kind == DeclKind::Method) && !is_of_object(*def);
    let member = of.and_then(|of| {
        index.tried(|| "the member that a call of the value calls".to_owned(), || index.member(of, sym, 0))
    });
    match member {
        Some(Target::Defs(defs, rule)) if defs.iter().all(is_method) => Target::Defs(defs, rule),
        _ => target,
    }
}
