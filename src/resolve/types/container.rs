//! Finds what a container holds: of an array its elements, of a map its values.
//!
//! A container has no type of the repository. So what it holds is found by the type that states it, where it is needed
//! for.

use cg_rules::DefId;

use crate::language::{BindingKind, DeclKind, Expr, ExprId, lists};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// How a container holds what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    /// As elements of a list.
    Elements,
    /// As values of a map.
    Values,
}

/// How a container holds what one of its methods gives.
fn held_by(method: &str) -> Option<Holds> {
    if lists(|it| it.element_of_list, method) {
        return Some(Holds::Elements);
    }
    lists(|it| it.value_of_map, method).then_some(Holds::Values)
}

/// A type, and the definition in whose file it is written.
type Stated = (DefId, ExprId);

impl SymbolTable<'_> {
    fn expr(&self, (scope, id): Stated) -> Expr {
        self.observation(self.file(scope)).map_or(Expr::Unknown, |observation| observation.expr(id))
    }

    fn is_container(&self, of: Stated) -> bool {
        matches!(self.expr(of), Expr::List(_) | Expr::Map(_))
    }

    /// The member that a path ends with: what it is of, and its text.
    fn last_member(&self, from: DefId, path: ExprId) -> Option<(ExprId, &str)> {
        match self.expr((from, path)) {
            Expr::Member(on, name) | Expr::Field(on, name) => Some((on, self.observation(self.file(from))?.name(name))),
            _ => None,
        }
    }

    /// The container type of what a path leads to.
    fn container_of(&self, from: DefId, path: ExprId, depth: u32) -> Option<Stated> {
        if is_cut(depth) {
            return None;
        }
        match self.expr((from, path)) {
            Expr::Element(outer) => {
                self.held_type(from, outer, None, depth + 1).filter(|held| self.is_container(*held))
            }
            Expr::List(_) | Expr::Map(_) => Some((from, path)),
            Expr::Call(called) => {
                if let Some(given) = self.given_container(from, called, depth + 1) {
                    return Some(given);
                }
                let def = self.callee(from, called, depth + 1).1.single()?;
                self.stated_container(def, self.sym_of("")?, depth + 1)
            }
            Expr::Parameter(given, places) => {
                let observation = self.observation(self.file(from))?;
                let def = self.callee(from, observation.exprs.called_with(given).0, depth + 1).1.single()?;
                self.stated_container(def, self.sym(self.file(from), places), depth + 1)
            }
            _ => {
                let (scope, sym) = self.bound_at(from, path, depth + 1)?;
                self.stated_container(scope, sym, depth + 1)
            }
        }
    }

    /// The type of what a container holds, where it holds it so.
    fn held_type(&self, from: DefId, path: ExprId, how: Option<Holds>, depth: u32) -> Option<Stated> {
        let iterated = || if how == Some(Holds::Elements) { self.iterated(from, path, depth) } else { None };
        let of = self.container_of(from, path, depth).or_else(iterated)?;
        let (held, holds) = match self.expr(of) {
            Expr::List(held) => (held, Holds::Elements),
            Expr::Map(held) => (held, Holds::Values),
            _ => return None,
        };
        let held = (of.0, held);
        let fits = how.is_none_or(|how| how == holds);
        fits.then(|| self.held_by_argument(from, path, held, depth).unwrap_or(held))
    }

    /// The type argument of the value that a member is taken of, where the member holds values of a type parameter.
    fn held_by_argument(&self, from: DefId, path: ExprId, (scope, held): Stated, depth: u32) -> Option<Stated> {
        let observation = self.observation(self.file(scope)).filter(|_| self.keeps_arguments(from))?;
        let name = observation.name(observation.exprs.name(held)?);
        let iterating = self.sym_of(self.language(self.file(from))?.conventions.iterating_member);
        let row = self.declaration(scope)?;
        // A loop over a value goes through what a member of it gives.
        if row.kind == DeclKind::Method && iterating == Some(self.sym(self.file(scope), row.name)) {
            let wanted = self.place_around(scope, name)?;
            return self.argument_for(from, (Some(path), &self.path(from, path, depth + 1)), wanted, depth + 1);
        }
        let called = if let Expr::Call(called) = self.expr((from, path)) { called } else { path };
        let (on, _) = self.last_member(from, called)?;
        // The look-up of the member is no deeper than that of what it holds was.
        let (value, member) = self.callee(from, called, depth);
        let wanted = self.place_around(member.single()?, name)?;
        self.argument_for(from, (Some(on), &value), wanted, depth + 1)
    }

    /// The type of an element of the container that a path leads to.
    pub(super) fn element_of_container(&self, from: DefId, path: ExprId, depth: u32) -> Option<DefId> {
        let held = self.held_type(from, path, Some(Holds::Elements), depth).filter(|held| !self.is_container(*held))?;
        let target = self.path(held.0, held.1, depth + 1);
        self.type_of_target(&target, BindingKind::Copied, depth + 1)
    }

    /// The container that a loop over a value goes through: what the member gives by which its type says so.
    fn iterated(&self, from: DefId, path: ExprId, depth: u32) -> Option<Stated> {
        let member = self.language(self.file(from))?.conventions.iterating_member;
        let sym = self.sym_of(member).filter(|_| !member.is_empty() && !is_cut(depth + 1))?;
        let on = self.path(from, path, depth + 1);
        let of = self.type_of_target(&on, BindingKind::Copied, depth + 1)?;
        let def = self.member(of, sym, depth + 1)?.single()?;
        self.stated_container(def, self.sym_of("")?, depth + 1)
    }

    /// The container that a method of a container returns.
    fn given_container(&self, from: DefId, called: ExprId, depth: u32) -> Option<Stated> {
        let (on, method) = self.last_member(from, called)?;
        if lists(|it| it.same_container, method) {
            return self.container_of(from, on, depth);
        }
        self.held_type(from, on, Some(held_by(method)?), depth).filter(|held| self.is_container(*held))
    }

    /// The container that the bindings of a name agree on.
    fn stated_container(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Stated> {
        let observation = self.observation(self.file(scope))?;
        let mut agreed: Option<Stated> = None;
        for at in self.locals(&(scope, sym))? {
            let binding = &observation.bindings[*at as usize];
            let Some(path) = binding.of else { continue };
            let found: Stated = match (observation.expr(path), binding.kind) {
                (Expr::List(_) | Expr::Map(_), _) => (scope, path),
                (_, BindingKind::Copied) => self.container_of(self.outside(scope, sym), path, depth + 1)?,
                (Expr::Call(_) | Expr::Element(_) | Expr::Parameter(..), BindingKind::Returns) => {
                    self.container_of(scope, path, depth + 1)?
                }
                _ => self.alias_container(scope, path, depth + 1)?,
            };
            if agreed.is_some_and(|agreed| !self.is_same(agreed, found)) {
                return None;
            }
            agreed = Some(found);
        }
        agreed
    }

    /// Whether two types are written alike.
    fn is_same(&self, one: Stated, other: Stated) -> bool {
        let text = |(scope, id): Stated| self.observation(self.file(scope)).map(|it| it.spelled(id));
        let is_one_file = self.file(one.0) == self.file(other.0);
        if is_one_file { one.1 == other.1 } else { text(one) == text(other) }
    }

    /// The container behind an alias.
    fn alias_container(&self, from: DefId, path: ExprId, depth: u32) -> Option<Stated> {
        if is_cut(depth) {
            return None;
        }
        let def = self.path(from, path, depth).single()?;
        let kind = self.declaration(def)?.kind;
        match kind {
            DeclKind::Alias => self.stated_container(def, self.sym_of("")?, depth + 1),
            DeclKind::Variable | DeclKind::Field => {
                let sym = self.sym(self.file(def), self.declaration(def)?.name);
                self.stated_container(self.container(def)?, sym, depth + 1)
            }
            _ => None,
        }
    }

    /// Where the name that a path leads to is bound.
    fn bound_at(&self, from: DefId, path: ExprId, depth: u32) -> Option<(DefId, Sym)> {
        let file = self.file(from);
        match self.expr((from, path)) {
            Expr::Member(on, name) | Expr::Field(on, name) => {
                let sym = self.sym(file, name);
                let target = self.path(from, on, depth);
                if let Some(of) = self.type_of_target(&target, BindingKind::Copied, depth) {
                    let lineage = self.lineage(&of).map_or(&[][..], Vec::as_slice);
                    let mut types = [of].into_iter().chain(lineage.iter().copied());
                    return types.find(|of| self.locals(&(*of, sym)).is_some()).map(|of| (of, sym));
                }
            }
            _ => {
                let sym = self.sym_of_name(file, path)?;
                let is_bound = |def: &DefId| {
                    let is_type = self.declaration(*def).is_some_and(|row| row.kind.is_type());
                    !is_type && self.locals(&(*def, sym)).is_some()
                };
                let around = std::iter::successors(Some(from), |def| self.container(*def));
                if let Some(scope) = around.into_iter().find(is_bound) {
                    return Some((scope, sym));
                }
            }
        }
        let def = self.path(from, path, depth).single()?;
        let row = self.declaration(def).filter(|row| matches!(row.kind, DeclKind::Variable | DeclKind::Field))?;
        Some((self.container(def)?, self.sym(self.file(def), row.name)))
    }

    /// The type of a path, or else the element that it takes from a container.
    pub(in crate::resolve) fn or_taken(&self, given: Target, from: DefId, path: ExprId, depth: u32) -> Target {
        match given {
            Target::Value(None) | Target::Foreign | Target::External(_) | Target::Unknown => {
                match self.taken(from, path, depth) {
                    Target::Value(None) => given,
                    taken => taken,
                }
            }
            given => given,
        }
    }

    /// The element type that a part of a path takes from the container before it: `a[]`, `a.get()`.
    pub(in crate::resolve) fn taken(&self, from: DefId, path: ExprId, depth: u32) -> Target {
        let held = match self.expr((from, path)) {
            Expr::List(_) | Expr::Map(_) => return Target::Foreign,
            Expr::Element(outer) => self.held_type(from, outer, None, depth + 1),
            Expr::Call(called) => self.last_member(from, called).and_then(|(on, method)| {
                held_by(method).and_then(|how| self.held_type(from, on, Some(how), depth + 1))
            }),
            _ => self
                .last_member(from, path)
                .filter(|(_, field)| lists(|it| it.held_value, field))
                .and_then(|(holder, _)| self.held_type(from, holder, Some(Holds::Values), depth + 1)),
        };
        match held {
            Some(held) if self.is_container(held) => Target::Foreign,
            Some((scope, held)) => {
                let target = self.path(scope, held, depth + 1);
                Target::Value(self.type_of_target(&target, BindingKind::Copied, depth + 1))
            }
            None => Target::Value(None),
        }
    }
}
