//! Finds the type arguments of what an extension is called on: `Int` of a value that is stated as `Column<Int>`.

use cg_rules::DefId;

use crate::language::{BindingKind, DeclKind, Expr, ExprId, Name, argument_name};
use crate::resolve::cut::{is_cut, note_cut};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// A type as a text states it, and the definition from which its names are seen.
pub(in crate::resolve) type StatedArgument = (DefId, ExprId);

/// The most calls and members of a chain that are looked through for what it holds, or for its type arguments: each of them asks for
/// all before it.
const MOST_STEPS: usize = 40;

impl SymbolTable<'_> {
    /// Whether a chain is too long for what it holds to be looked for; this is noted.
    pub(super) fn is_long(&self, from: DefId, path: ExprId) -> bool {
        let Some(observation) = self.observation(self.file(from)) else { return false };
        let mut steps = std::iter::successors(Some(path), |at| observation.exprs.inner(*at));
        let is_long = steps.nth(MOST_STEPS).is_some();
        if is_long {
            note_cut();
        }
        is_long
    }

    /// The type argument, at a place, of what a function extends.
    pub(in crate::resolve) fn argument_extended(&self, def: DefId, place: usize) -> Option<StatedArgument> {
        self.argument_stated(def, "this", place)
    }

    /// The type argument, at a place, of the value that a path leads to.
    pub(in crate::resolve) fn argument_of(
        &self,
        from: DefId,
        path: ExprId,
        place: usize,
        depth: u32,
    ) -> Option<StatedArgument> {
        if is_cut(depth) || self.is_long(from, path) {
            return None;
        }
        let file = self.file(from);
        match self.observation(file)?.expr(path) {
            Expr::Call(called) => self.argument_of_call(from, called, place, depth + 1),
            Expr::Name(name) => {
                let sym = self.sym(file, name);
                let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
                match scopes.find(|scope| self.locals(&(*scope, sym)).is_some()) {
                    Some(scope) => self.argument_in(scope, sym, place, depth + 1),
                    None => self.argument_declared(&self.path(from, path, depth + 1), place, depth + 1),
                }
            }
            Expr::Member(on, name) => {
                let target = self.path(from, path, depth + 1);
                let declared = self.argument_declared(&target, place, depth + 1);
                let stated = declared.or_else(|| self.argument_of_field(from, (on, name), place, depth + 1))?;
                self.argument_behind(from, (on, &target), stated, depth + 1)
            }
            // The type arguments of a holder are those of what it holds.
            Expr::Element(inner) => self.argument_of(from, inner, place, depth + 1),
            Expr::This => self.argument_at_hand(from, place),
            _ => None,
        }
    }

    /// The same of the object at hand, in a function that extends its type.
    pub(in crate::resolve) fn argument_at_hand(&self, from: DefId, place: usize) -> Option<StatedArgument> {
        let mut around = std::iter::successors(Some(from), |scope| self.container(*scope));
        let is_own = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_type() || row.owner.is_some());
        self.argument_extended(around.find(is_own)?, place)
    }

    /// The same of what a call gives.
    fn argument_of_call(&self, from: DefId, called: ExprId, place: usize, depth: u32) -> Option<StatedArgument> {
        let target = self.callee(from, called, depth).1;
        let on_path = match self.observation(self.file(from))?.expr(called) {
            Expr::Member(on, _) => Some(on),
            _ => None,
        };
        if matches!(target, Target::Unknown | Target::Foreign | Target::External(..)) {
            return self.argument_of_holder(from, called, place, depth);
        }
        let def = target.single()?;
        if !self.is_callable(def) {
            return None;
        }
        let stated = self.argument_stated(def, "", place)?;
        match on_path {
            Some(path) => self.argument_behind(from, (path, &target), stated, depth + 1),
            None => Some(stated),
        }
    }

    /// The same of what a method of a holder of the library gives: those of the holder.
    fn argument_of_holder(&self, from: DefId, called: ExprId, place: usize, depth: u32) -> Option<StatedArgument> {
        let conventions = &self.language(self.file(from))?.conventions;
        let observation = self.observation(self.file(from))?;
        let Expr::Member(holder, method) = observation.expr(called) else { return None };
        let method = observation.name(method);
        let gives = conventions.holding_methods.contains(&method) || conventions.opening_methods.contains(&method);
        gives.then(|| self.argument_of(from, holder, place, depth + 1)).flatten()
    }

    /// The same of a field that no declaration states, but what a method sets.
    fn argument_of_field(
        &self,
        from: DefId,
        (on, name): (ExprId, Name),
        place: usize,
        depth: u32,
    ) -> Option<StatedArgument> {
        let sym = self.sym(self.file(from), name);
        let of = self.type_of_target(&self.path(from, on, depth), BindingKind::Copied, depth)?;
        let mut types = std::iter::once(of).chain(self.lineage(&of).into_iter().flatten().copied());
        let class = types.find(|of| self.locals(&(*of, sym)).is_some())?;
        self.argument_in(class, sym, place, depth)
    }

    /// A type argument that a member states, where it is a type parameter of the type around by the value that the member is of.
    fn argument_behind(
        &self,
        from: DefId,
        (path, member): (ExprId, &Target),
        (scope, argument): StatedArgument,
        depth: u32,
    ) -> Option<StatedArgument> {
        let observation = self.observation(self.file(scope))?;
        let name = observation.exprs.name(argument).map(|name| observation.name(name));
        let wanted = name.zip(member.single()).and_then(|(name, def)| self.place_around(def, name));
        let Some(wanted) = wanted.filter(|_| self.keeps_arguments(from)) else { return Some((scope, argument)) };
        self.argument_for(from, (Some(path), &self.path(from, path, depth + 1)), wanted, depth + 1)
    }

    /// The same of what a declaration is.
    fn argument_declared(&self, target: &Target, place: usize, depth: u32) -> Option<StatedArgument> {
        let def = target.single()?;
        let row = self.declaration(def).filter(|row| matches!(row.kind, DeclKind::Variable | DeclKind::Field))?;
        self.argument_in(self.container(def)?, self.sym(self.file(def), row.name), place, depth)
    }

    /// The same of a name that a scope binds: by the type that it states, or by its value.
    fn argument_in(&self, scope: DefId, sym: Sym, place: usize, depth: u32) -> Option<StatedArgument> {
        let observation = self.observation(self.file(scope))?;
        let sites = self.locals(&(scope, sym)).into_iter().flatten();
        let mut bindings = sites.filter_map(|at| observation.bindings.get(*at as usize));
        let mut values = bindings.clone().filter(|it| !matches!(it.kind, BindingKind::Untyped));
        let (first, None) = (values.next()?, values.next()) else { return None };
        let of = first.of?;
        let is_declared_once = bindings.all(|it| it.kind == BindingKind::Untyped || std::ptr::eq(it, first));
        let from = self.outside(scope, sym);
        if !is_declared_once {
            return None;
        }
        if let Some(stated) = self.argument_stated(scope, self.text(sym), place) {
            return Some(stated);
        }
        match first.kind {
            BindingKind::Annotated => self.argument_of_alias(scope, of, place, depth + 1),
            BindingKind::Copied => self.argument_of(from, of, place, depth + 1),
            BindingKind::Constructed => self.argument_of_call(from, of, place, depth + 1),
            _ => None,
        }
    }

    /// The same of the type behind an alias.
    fn argument_of_alias(&self, scope: DefId, of: ExprId, place: usize, depth: u32) -> Option<StatedArgument> {
        let is_alias = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Alias);
        let plain = self.observation(self.file(scope))?.exprs.levels(of).0;
        let alias = self.path(scope, plain, depth).single().filter(is_alias)?;
        self.argument_stated(alias, "", place)
    }

    /// The type argument that a text states of a name: where it states several, as of supertypes of one name, they are the same.
    pub(in crate::resolve) fn argument_stated(&self, scope: DefId, name: &str, place: usize) -> Option<StatedArgument> {
        let stated = self.sym_of(&argument_name(name, place))?;
        let bindings = &self.observation(self.file(scope))?.bindings;
        let mut arguments = self.locals(&(scope, stated))?.iter().map(|at| bindings.get(*at as usize)?.of);
        let first = arguments.next()??;
        arguments.all(|of| of == Some(first)).then_some((scope, first))
    }
}
