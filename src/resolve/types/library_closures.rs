//! Finds what methods of the library's holders hand to a function that they take, and what its maps give: `list.iter().map(|a| …)`,
//! `map.values()`.

use cg_rules::DefId;

use crate::language::{Expr, ExprId, VALUES};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The ending of the place of the second part of a pair.
const SECOND: &str = "(1)";

impl SymbolTable<'_> {
    /// The value that a method of a holder hands, at some places, to the function that it takes, where the repository does not declare
    /// the method.
    pub(super) fn handed_by_elements(
        &self,
        from: DefId,
        (function, places): (ExprId, &str),
        (on, target): (Option<&Target>, &Target),
        depth: u32,
    ) -> Option<Target> {
        let file = self.file(from);
        let conventions = &self.language(file)?.conventions;
        let is_declared = matches!(target, Target::Defs(..) | Target::Value(Some(_)) | Target::Module(_));
        if conventions.handing_methods.is_empty() || is_declared || is_cut(depth) || self.is_long(from, function) {
            return None;
        }
        let observation = self.observation(file)?;
        let Expr::Member(holder, method) = observation.expr(function) else { return None };
        let method = observation.name(method);
        let hands = |places: &str| conventions.handing_methods.contains(&(method, places));
        if hands(places) {
            return self.path_of_elements(from, holder, 1, depth + 1).of_repository();
        }
        places.strip_suffix(SECOND).filter(|places| hands(places))?;
        if let Some(counted) = self.counted_elements(from, holder) {
            return self.path_of_elements(from, counted, 1, depth + 1).of_repository();
        }
        let map = self.without_holding(from, holder);
        let known = (map != holder || on.is_none()).then(|| self.path(from, map, depth + 1));
        let of = self.value_of_map(from, (map, known.as_ref().or(on)?), 0, depth)?;
        Some(Target::Value(Some(of)))
    }

    /// The elements that a call numbers: those of `list` in `list.enumerate()`.
    fn counted_elements(&self, from: DefId, path: ExprId) -> Option<ExprId> {
        let counting = self.language(self.file(from))?.conventions.counting_method;
        self.called_on_as(from, path, |method| method == counting)
    }

    /// A holder without the calls that give one of the same.
    fn without_holding(&self, from: DefId, path: ExprId) -> ExprId {
        let Some(language) = self.language(self.file(from)) else { return path };
        let holds = |method: &str| language.conventions.holding_methods.contains(&method);
        std::iter::successors(Some(path), |path| self.called_on_as(from, *path, holds)).last().unwrap_or(path)
    }

    /// The value that a path calls a method on, where the method is a certain one.
    fn called_on_as(&self, from: DefId, path: ExprId, is_it: impl Fn(&str) -> bool) -> Option<ExprId> {
        let observation = self.observation(self.file(from))?;
        let Expr::Call(called) = observation.expr(path) else { return None };
        let Expr::Member(on, method) = observation.expr(called) else { return None };
        is_it(observation.name(method)).then_some(on)
    }

    /// The type of the values of a map of the library, or of what these hold, so many levels deep.
    pub(super) fn value_of_map(
        &self,
        from: DefId,
        (map, on): (ExprId, &Target),
        n_levels: usize,
        depth: u32,
    ) -> Option<DefId> {
        // A field is known by its declaration.
        let place = on.single().and_then(|def| self.place_of(def));
        let value = place.map(|(scope, sym)| self.value_of_local(scope, sym));
        let Target::External(outer) = value.as_ref().unwrap_or(on) else { return None };
        let maps = self.language(self.file(from))?.conventions.maps;
        let name = outer.member.rsplit('.').next().unwrap_or("");
        if outer.n_of_type == 0 || !outer.is_builtin || !maps.contains(&name) {
            return None;
        }
        let argument = self.argument_of(from, map, VALUES, depth + 1)?;
        self.type_of_argument(argument, n_levels, depth)
    }
}

impl Target {
    /// It, where it is a value of a type of the repository.
    fn of_repository(self) -> Option<Self> {
        matches!(self, Self::Value(Some(_))).then_some(self)
    }
}
