//! Members of a value whose type is a type parameter with several bounds: `<T extends A & B>`.

use cg_rules::DefId;

use crate::language::{BindingKind, Expr, ExprId, Receiver, further_bounds};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// A member of a receiver whose type parameter must be of further types than the first, which lacks the member: that of the first
    /// that has it.
    pub(in crate::resolve) fn of_further_bounds(
        &self,
        from: DefId,
        receiver: Receiver,
        on: &Target,
        sym: Sym,
    ) -> Target {
        let is_field = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_value());
        let is_value = match on {
            Target::Value(_) | Target::Foreign | Target::External(_) => true,
            Target::Defs(defs, _) => defs.iter().all(is_field),
            _ => false,
        };
        let (Receiver::Path(path) | Receiver::Value(path)) = receiver else { return Target::Unknown };
        if !is_value {
            return Target::Unknown;
        }
        self.bounds_of_value(from, path).into_iter().find_map(|of| self.member(of, sym, 1)).unwrap_or(Target::Unknown)
    }

    /// The further types that the type parameter must be of which states the type of a name, or of a field of the object at hand.
    fn bounds_of_value(&self, from: DefId, path: ExprId) -> Vec<DefId> {
        let file = self.file(from);
        let known = || {
            let observation = self.observation(file)?;
            let (name, start) = match observation.expr(path) {
                Expr::Name(name) | Expr::OwnField(name) => (name, from),
                Expr::Member(on, name) if observation.expr(on) == Expr::This => (name, self.this_type(from)?),
                _ => return None,
            };
            let sym = self.sym(file, name);
            let mut scopes = std::iter::successors(Some(start), |scope| self.container(*scope));
            let (scope, sites) = scopes.find_map(|scope| Some((scope, self.locals(&(scope, sym))?)))?;
            let observation = self.observation(self.file(scope))?;
            let mut stated = sites.iter().map(|at| &observation.bindings[*at as usize]);
            let stated = stated.find(|it| it.kind == BindingKind::Annotated)?.of?;
            let further = self.sym_of(&further_bounds(observation.name(observation.exprs.name(stated)?)))?;
            let mut around = std::iter::successors(Some(scope), |scope| self.container(*scope));
            let (declaring, sites) = around.find_map(|scope| Some((scope, self.locals(&(scope, further))?)))?;
            let types = sites.iter().filter_map(|at| observation.bindings[*at as usize].of);
            let types = types.map(|of| self.path_of_type(declaring, of, 1));
            Some(types.filter_map(|of| self.type_of_target(&of, BindingKind::Copied, 1)).collect())
        };
        known().unwrap_or_default()
    }
}

/// The most type parameters that are looked through.
const MOST_PARAMETERS: usize = 4;

impl SymbolTable<'_> {
    /// A value of the type that a type parameter of a type must be of, by its name; `None` for any other name, and for one that may be of
    /// any type.
    pub(in crate::resolve) fn bound_of_parameter(&self, of: DefId, sym: Sym) -> Option<Target> {
        let sites = self.locals(&(of, sym))?;
        let observation = self.observation(self.file(of))?;
        let mut stated = sites.iter().filter_map(|at| observation.bindings[*at as usize].of);
        stated.next().filter(|of| observation.exprs.head(*of).is_some())?;
        let is_it = |at: &u32| {
            observation.bindings[*at as usize].of.is_some_and(|of| observation.spelled(of) == self.text(sym))
        };
        let at = |place: usize| self.locals(&(of, self.sym_of(&format!("<{place}>"))?));
        let mut places = (0..MOST_PARAMETERS).map_while(at);
        places.any(|sites| sites.iter().any(is_it)).then(|| self.value_of_local(of, sym))
    }
}
