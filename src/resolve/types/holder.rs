//! Finds what a holder of the library holds, by the type argument that states it: `List<A>`, and what its methods give.

use cg_rules::DefId;

use crate::language::{
    BindingKind, DeclKind, ELEMENTS, Expr, ExprId, Holders, VALUES, held_name, is_identifier, without_count,
};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The members of maps that give their values.
const VALUES_OF_MAP: &[&str] = &["Values", "values"];
/// The methods of maps that give their entries.
const ENTRIES: &[&str] = &["entries", "entrySet"];

impl SymbolTable<'_> {
    fn holders_of_language(&self, from: DefId) -> Option<&'static Holders> {
        self.language(self.file(from))?.conventions.holders
    }

    /// The type that a call of a method of a holder gives, where the repository does not declare what is called.
    pub(in crate::resolve) fn given_by_holder(
        &self,
        from: DefId,
        called: ExprId,
        target: &Target,
        depth: u32,
    ) -> Option<DefId> {
        if is_declared(target) {
            return None;
        }
        let (holders, on, method) = self.method_of(from, called)?;
        let held = |methods: &[&str], place| {
            methods.contains(&method).then(|| self.held_at(from, on, place, depth + 1)).flatten()
        };
        held(holders.give_element, ELEMENTS).or_else(|| held(holders.give_value, VALUES))
    }

    /// Whether a path ends with a method of a holder that gives what the holder holds.
    pub(in crate::resolve) fn is_of_holder(&self, from: DefId, path: ExprId) -> bool {
        self.given_by_holder(from, path, &Target::Unknown, 0).is_some()
    }

    /// The type that a function without a name is handed by the method of a holder that takes it.
    pub(in crate::resolve) fn handed_by_holder(
        &self,
        from: DefId,
        (function, places): (ExprId, &str),
        target: &Target,
        depth: u32,
    ) -> Option<Target> {
        if is_declared(target) {
            return None;
        }
        let (holders, on, method) = self.method_of(from, function)?;
        let is_pair = holders.hand_pair.contains(&method);
        let place = match places {
            _ if places.ends_with(")(0)") && (is_pair || holders.hand_on.contains(&method)) => ELEMENTS,
            _ if places.ends_with(")(1)") && is_pair => ELEMENTS,
            _ if places.ends_with(")(1)") && holders.hand_value.contains(&method) => VALUES,
            _ => return None,
        };
        Some(Target::Value(Some(self.held_at(from, on, place, depth + 1)?)))
    }

    /// The type of an element of a path, where the path leads to a holder.
    pub(in crate::resolve) fn element_held(&self, from: DefId, path: ExprId, depth: u32) -> Option<DefId> {
        self.holders_of_language(from)?;
        self.held_at(from, path, ELEMENTS, depth).or_else(|| self.held_at(from, path, VALUES, depth))
    }

    /// The method that a path ends with, and what it is a method of.
    fn method_of(&self, from: DefId, path: ExprId) -> Option<(&'static Holders, ExprId, &str)> {
        let holders = self.holders_of_language(from)?;
        let observation = self.observation(self.file(from))?;
        let Expr::Member(on, method) = observation.expr(path) else { return None };
        Some((holders, on, observation.name(method)))
    }

    /// The type of what the holder that a path leads to holds at a place of its type arguments.
    fn held_at(&self, from: DefId, path: ExprId, place: usize, depth: u32) -> Option<DefId> {
        if is_cut(depth) || self.is_long(from, path) {
            return None;
        }
        let file = self.file(from);
        match self.observation(file)?.expr(path) {
            Expr::Call(called) => self.held_by_call(from, called, place, depth),
            Expr::Name(name) => {
                let sym = self.sym(file, name);
                let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
                match scopes.find(|scope| self.locals(&(*scope, sym)).is_some()) {
                    Some(scope) => self.held_in(scope, sym, place, depth),
                    None => self.held_by(&self.path(from, path, depth + 1), place, depth),
                }
            }
            Expr::Member(on, _) if self.is_values_of_map(from, path, place) => {
                self.held_at(from, on, VALUES, depth + 1)
            }
            // So does a loop over a map, where that goes through them.
            Expr::Element(map) if place == VALUES && self.loops_through_entries(from) => {
                self.held_at(from, map, VALUES, depth + 1)
            }
            // The entries of a map hold its values, each by itself.
            Expr::Element(entries) if place == VALUES => {
                let of = self.observation(file).map_or(Expr::Unknown, |it| it.expr(entries));
                let entries = if let Expr::Call(called) = of { called } else { entries };
                let (_, on, method) = self.method_of(from, entries)?;
                ENTRIES.contains(&method).then(|| self.held_at(from, on, VALUES, depth + 1)).flatten()
            }
            Expr::Member(..) if self.calls_without_brackets(from) => self.held_by_call(from, path, place, depth),
            Expr::Member(..) => self.held_by(&self.path(from, path, depth + 1), place, depth),
            _ => None,
        }
    }

    /// The same of what a call gives.
    fn held_by_call(&self, from: DefId, called: ExprId, place: usize, depth: u32) -> Option<DefId> {
        let target = self.callee(from, called, depth + 1).1;
        if matches!(target, Target::Defs(..)) {
            return self.held_by(&target, place, depth);
        }
        let (holders, on, method) = self.method_of(from, called)?;
        match place {
            ELEMENTS if holders.give_same.contains(&method) => self.held_at(from, on, place, depth + 1),
            // The mark of a loop is no method that code can write.
            VALUES
                if self.loops_through_entries(from)
                    && (holders.give_same.contains(&method) || !is_identifier(method)) =>
            {
                self.held_at(from, on, place, depth + 1)
            }
            _ if self.is_values_of_map(from, called, place) => self.held_at(from, on, VALUES, depth + 1),
            ELEMENTS if holders.give_optional.contains(&method) => self.held_at(from, on, VALUES, depth + 1),
            _ => None,
        }
    }

    /// The type that a call of a holder itself gives, in a language where that is an element or a value of it: `list(0)`.
    pub(in crate::resolve) fn given_by_applying(
        &self,
        from: DefId,
        called: ExprId,
        target: &Target,
        depth: u32,
    ) -> Option<DefId> {
        let call_member = self.language(self.file(from))?.conventions.call_member;
        let is_given = self.holders_of_language(from)?.give_element.contains(&call_member);
        let is_value = match target {
            Target::Value(None) | Target::Foreign | Target::External(_) => true,
            Target::Defs(defs, _) => {
                defs.iter().all(|def| self.declaration(*def).is_some_and(|row| row.kind.is_value()))
            }
            _ => false,
        };
        let held = |place| self.held_at(from, called, place, depth + 1);
        if is_given && is_value { held(ELEMENTS).or_else(|| held(VALUES)) } else { None }
    }

    /// Whether a loop over a map goes through entries whose values are a field of them.
    fn loops_through_entries(&self, from: DefId) -> bool {
        self.holders_of_language(from).is_some_and(|it| !it.value_field.is_empty())
    }

    /// The value of an entry of a map, where a path without a target takes that: `pair.second`; or what a method of a holder gives that is
    /// called without brackets.
    pub(in crate::resolve) fn or_value(&self, target: Target, from: DefId, path: ExprId, depth: u32) -> Target {
        let of = match self.method_of(from, path) {
            _ if is_declared(&target) => None,
            Some((holders, on, field)) if holders.value_field == field => self.held_at(from, on, VALUES, depth + 1),
            Some(_) if self.calls_without_brackets(from) => self.given_by_holder(from, path, &target, depth),
            _ => None,
        };
        of.map_or(target, |of| Target::Value(Some(of)))
    }

    /// Whether a path is `a.values`, whose elements are the values of a map.
    fn is_values_of_map(&self, from: DefId, path: ExprId, place: usize) -> bool {
        place == ELEMENTS && self.method_of(from, path).is_some_and(|(_, _, method)| VALUES_OF_MAP.contains(&method))
    }

    /// The same of what a declaration is, or gives when it is called.
    fn held_by(&self, target: &Target, place: usize, depth: u32) -> Option<DefId> {
        let def = target.single()?;
        let row = self.declaration(def)?;
        match row.kind {
            DeclKind::Variable | DeclKind::Field => {
                self.held_in(self.container(def)?, self.sym(self.file(def), row.name), place, depth)
            }
            _ => self.held_in(def, self.sym_of("")?, place, depth),
        }
    }

    /// Whether a stated type is one of the repository that has the name of a holder of the library.
    fn is_own_holder(&self, scope: DefId, path: ExprId, depth: u32) -> bool {
        let (holders, observation) = (self.holders_of_language(scope), self.observation(self.file(scope)));
        let Some((holders, observation)) = holders.zip(observation) else { return false };
        let text = observation.spelled(path);
        let name = without_count(text.rsplit('.').next().unwrap_or(&text)).0;
        let is_holder = holders.types.iter().any(|(holder, _)| *holder == name);
        is_holder && matches!(self.path_of_type(scope, path, depth + 1), Target::Defs(..))
    }

    /// The same of a name that a scope binds: by the type that it states, or by its value.
    fn held_in(&self, scope: DefId, sym: Sym, place: usize, depth: u32) -> Option<DefId> {
        let observation = self.observation(self.file(scope))?;
        let bound = |sym: Sym| {
            let sites = self.locals(&(scope, sym)).into_iter().flatten();
            sites.filter_map(|at| observation.bindings.get(*at as usize)).filter_map(|it| Some((it.kind, it.of?)))
        };
        if let Some(stated) = self.sym_of(&held_name(self.text(sym), place))
            && self.locals(&(scope, stated)).is_some()
        {
            if bound(sym).any(|(_, path)| self.is_own_holder(scope, path, depth)) {
                return None;
            }
            // What a text states needs no type of another local name, so that no round comes too soon for it.
            let type_of = |path| {
                let target = self.path_of_type(scope, path, depth + 1);
                self.type_of_target(&target, BindingKind::Annotated, depth + 1)
            };
            let mut types = bound(stated).map(|(_, path)| type_of(path));
            let first = types.next()??;
            return types.all(|of| of == Some(first)).then_some(first);
        }
        let mut values = bound(sym);
        let ((kind, path), None) = (values.next()?, values.next()) else { return None };
        let from = self.outside(scope, sym);
        match kind {
            BindingKind::Copied => self.held_at(from, path, place, depth + 1),
            BindingKind::Constructed if !is_cut(depth + 1) => self.held_by_call(from, path, place, depth + 1),
            BindingKind::Annotated if !is_cut(depth + 1) => {
                let is_alias = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Alias);
                let alias = self.path(from, path, depth + 1).single().filter(is_alias)?;
                self.held_in(alias, self.sym_of("")?, place, depth + 1)
            }
            _ => None,
        }
    }
}

/// Whether the repository declares what a path leads to.
fn is_declared(target: &Target) -> bool {
    matches!(target, Target::Defs(..) | Target::Value(Some(_)) | Target::Module(_))
}
