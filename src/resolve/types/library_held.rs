//! Finds what containers of a library hold, where their types say so: `list.front()`, `entry.second` of C++.

use cg_rules::DefId;

use crate::language::{BindingKind, DeclKind, Expr, ExprId, HeldMembers};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// A type, and the definition in whose file it is written.
type Stated = (DefId, ExprId);

impl SymbolTable<'_> {
    fn held_members(&self, from: DefId) -> Option<&'static HeldMembers> {
        self.language(self.file(from))?.conventions.held_members
    }

    /// The target of a part of a path, or else the type that it takes of a container.
    pub(in crate::resolve) fn or_held(&self, from: DefId, part: ExprId, target: Target, depth: u32) -> Target {
        let is_open = match target {
            // A container by another name has no members that the repository declares.
            Target::Value(Some(of)) => self.declaration(of).is_some_and(|row| row.kind == DeclKind::Alias),
            Target::Value(None) | Target::Unknown | Target::Foreign | Target::External(_) => true,
            _ => false,
        };
        if !is_open || self.held_members(from).is_none() {
            return target;
        }
        match self.type_of_shape(from, part, depth + 1) {
            Some(of) => Target::Value(Some(of)),
            None => target,
        }
    }

    /// The type of what a method of a container gives.
    pub(in crate::resolve) fn held_by_library(&self, from: DefId, call: ExprId, depth: u32) -> Option<DefId> {
        let members = self.held_members(from)?;
        let observation = self.observation(self.file(from))?;
        let Expr::Call(called) = observation.expr(call) else { return None };
        let Expr::Member(on, method) = observation.expr(called) else { return None };
        if !members.elements.contains(&observation.name(method)) {
            return None;
        }
        let of = self.shape(from, on, depth + 1)?;
        matches!(self.expr_of(of), Expr::List(_) | Expr::Map(_)).then(|| self.type_of_shape(from, call, depth + 1))?
    }

    fn type_of_shape(&self, from: DefId, path: ExprId, depth: u32) -> Option<DefId> {
        let of = self.shape(from, path, depth)?;
        if matches!(self.expr_of(of), Expr::List(_) | Expr::Map(_)) {
            return None;
        }
        self.type_of_target(&self.path_of_type(of.0, of.1, depth + 1), BindingKind::Annotated, depth + 1)
    }

    fn expr_of(&self, (scope, id): Stated) -> Expr {
        self.observation(self.file(scope)).map_or(Expr::Unknown, |observation| observation.expr(id))
    }

    /// The type of what a path leads to: a container with what it holds, or any other.
    fn shape(&self, from: DefId, path: ExprId, depth: u32) -> Option<Stated> {
        if is_cut(depth) {
            return None;
        }
        let members = self.held_members(from)?;
        let observation = self.observation(self.file(from))?;
        match observation.expr(path) {
            Expr::Member(all, name) if observation.name(name) == members.each => {
                let of = self.shape(from, all, depth + 1)?;
                match self.expr_of(of) {
                    Expr::List(held) => Some((of.0, held)),
                    // An entry of a map is a pair, which is written as a map is.
                    Expr::Map(_) => Some(of),
                    _ => None,
                }
            }
            Expr::Member(pair, name)
                if observation.name(name) == members.second
                    && let Some(of) = self.shape(from, pair, depth + 1)
                    && let Expr::Map(held) = self.expr_of(of) =>
            {
                Some((of.0, held))
            }
            Expr::Element(inner) => {
                let of = self.shape(from, inner, depth + 1)?;
                if let Expr::List(held) | Expr::Map(held) = self.expr_of(of) {
                    return Some((of.0, held));
                }
                // A pointer is like what it points to.
                let target = self.path_of_type(of.0, of.1, depth + 1);
                self.pointed_at(&target, BindingKind::Annotated, depth + 1).map(|_| of)
            }
            Expr::Call(called) => self.shape_of_call(from, called, members, depth + 1),
            Expr::Name(_) | Expr::Member(..) => {
                let (scope, sym) = self.bound_at(from, path, depth + 1)?;
                self.shape_stated(scope, sym, depth + 1)
            }
            _ => None,
        }
    }

    fn shape_of_call(&self, from: DefId, called: ExprId, members: &HeldMembers, depth: u32) -> Option<Stated> {
        let observation = self.observation(self.file(from))?;
        if let Expr::Member(on, method) = observation.expr(called)
            && let Some(of) = self.shape(from, on, depth + 1)
        {
            let method = observation.name(method);
            match self.expr_of(of) {
                Expr::List(held) => return members.elements.contains(&method).then_some((of.0, held)),
                Expr::Map(_) if members.entries.contains(&method) => return Some(of),
                Expr::Map(held) => return members.values.contains(&method).then_some((of.0, held)),
                _ => {}
            }
        }
        let def = self.callee(from, called, depth + 1).1.single()?;
        self.shape_stated(def, self.sym_of("")?, depth + 1)
    }

    /// The type that the one binding of a name states.
    fn shape_stated(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Stated> {
        if is_cut(depth) {
            return None;
        }
        let observation = self.observation(self.file(scope))?;
        let bindings = self.locals(&(scope, sym))?.iter().map(|at| &observation.bindings[*at as usize]);
        let mut stated = bindings.filter_map(|binding| Some((binding.of?, binding.kind)));
        let (Some((of, kind)), None) = (stated.next(), stated.next()) else { return None };
        match (observation.expr(of), kind) {
            (Expr::List(_) | Expr::Map(_), _) => Some((scope, of)),
            (_, BindingKind::Copied) => self.shape(self.outside(scope, sym), of, depth + 1),
            (_, BindingKind::Annotated | BindingKind::Returns) => {
                let target = self.path_of_type(scope, of, depth + 1);
                let is_alias = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Alias);
                let behind = target.single().filter(is_alias);
                let behind = behind.and_then(|def| self.shape_stated(def, self.sym_of("")?, depth + 1));
                Some(behind.unwrap_or((scope, of)))
            }
            _ => None,
        }
    }
}
