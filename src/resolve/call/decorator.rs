//! Finds the function that decorates another: it is named before that has its name.

use cg_rules::DefId;

use crate::base::Position;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The target of the name of a decorator at a place: never the function that it decorates, but what the name means without it.
    pub(in crate::resolve) fn decorating(&self, from: DefId, sym: Sym, at: Position, target: Target) -> Target {
        let Target::Defs(mut defs, rule) = target else { return target };
        // The body of a function declares nothing that is seen above its name.
        let mut around =
            defs.iter().flat_map(|def| std::iter::successors(Some(*def), |it| self.container(*it)).skip(1));
        if self.is_decorated_at(from, from, at) && around.any(|it| it == from) {
            return self.container(from).map_or(Target::Unknown, |scope| self.name(scope, sym, 0));
        }
        let decorated = defs.iter().copied().find(|def| self.is_decorated_at(from, *def, at));
        let Some(decorated) = decorated else { return Target::Defs(defs, rule) };
        defs.retain(|def| *def != decorated);
        if !defs.is_empty() {
            return Target::Defs(defs, rule);
        }
        let Some(scope) = self.container(decorated) else { return Target::Unknown };
        let imported = self.bound_in(scope, sym, 0).and_then(Target::known);
        let around = || self.container(scope).map(|around| self.name(around, sym, 0));
        let by_stars = || self.by_stars(scope, sym, 0);
        let outside = || self.unbound(self.file(from), self.text(sym), 0);
        imported.or_else(around).or_else(by_stars).unwrap_or_else(outside)
    }

    /// Whether a place is above the name of a function, among the lines that belong to it.
    fn is_decorated_at(&self, from: DefId, def: DefId, at: Position) -> bool {
        let row = self.declaration(def).filter(|row| row.kind.is_callable() && self.file(def) == self.file(from));
        row.is_some_and(|row| row.start_line <= at.line && at < row.at)
    }
}
