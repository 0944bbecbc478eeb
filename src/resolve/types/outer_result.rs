//! Values of packages: what a binding gives a name, and what a function of the repository gives that states a type of a package.

use cg_rules::DefId;

use crate::language::{BindingKind, Expr, ExprId, Name, Observation};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The value that a call of functions of the repository gives, where all of them state one type of a package.
    pub(in crate::resolve) fn given_outside(&self, called: &Target, depth: u32) -> Option<Target> {
        let Target::Defs(defs, _) = called else { return None };
        let overloads = defs.iter().flat_map(|def| self.overloads_of(*def));
        let mut given = defs.iter().copied().chain(overloads).map(|def| self.stated_outside(def, depth));
        let first = given.next().flatten()?;
        given.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }

    fn stated_outside(&self, def: DefId, depth: u32) -> Option<Target> {
        let is_function = self.declaration(def).is_some_and(|row| row.kind.is_callable());
        let (observation, path) = self.stated_path(def).filter(|_| is_function)?;
        // What it gives by its arguments is no type that it states.
        if matches!(observation.expr(path), Expr::Parameter(..)) {
            return None;
        }
        match self.path_of_type(def, path, depth + 1) {
            // A type of the language may be that of any value.
            Target::External(outer) if !outer.member.is_empty() && !outer.is_builtin => {
                outer.instance().map(Target::from)
            }
            _ => None,
        }
    }
}

/// The value that a binding gives a name: what an external target is, an instance of it, or its result.
pub(super) fn value_of(target: Target, kind: BindingKind) -> Target {
    match target {
        Target::External(outer) if kind != BindingKind::Copied => {
            let given = if kind == BindingKind::Annotated { outer.instance() } else { outer.result() };
            given.map_or(Target::Foreign, Target::from)
        }
        target => target,
    }
}

/// The value that a name has by one more binding: of no known package, where two differ.
pub(super) fn both(known: Option<Target>, value: Target) -> Target {
    if known.is_some_and(|known| known != value) { Target::Foreign } else { value }
}

/// Whether a path says of a type that nothing is known of it: TypeScript's `unknown`, an object that is written in place.
pub(super) fn is_unknown(observation: &Observation, path: ExprId) -> bool {
    match observation.expr(path) {
        Expr::Object => true,
        Expr::Name(name) => observation.name(name) == "unknown",
        _ => false,
    }
}

/// Whether a name is bound to what a value of the same name has, or to what a value holds.
pub(super) fn is_rebound(observation: &Observation, path: ExprId, name: Name) -> bool {
    matches!(observation.expr(path), Expr::Element(_)) || observation.exprs.head(path) == Some(name)
}
