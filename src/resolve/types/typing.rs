//! Finds the type of a local, a field, a result: where the text states it, and nowhere else.

use cg_rules::{DefId, FileId};

use super::outer_result::{both, is_rebound, is_unknown, value_of};
use super::owners::is_receiver;
use crate::language::{BindingKind, Decl, DeclKind, Expr, ExprId, LocalScope, Observation};
use crate::resolve::cut::is_cut;
use crate::resolve::noted::note;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::outer::Outer;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::{Target, without_companions};

/// The inferred type of a local name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatedType {
    /// It is this type.
    As(DefId),
    /// It is of no type of the repository, but maybe of an external one that is known.
    Foreign(Option<Box<Outer>>),
    /// Its type is not stated, whatever else comes to be known.
    Never,
    /// It may be known once the types of other locals are.
    Later,
}

impl SymbolTable<'_> {
    /// The type of a local name or field, where the text states it.
    pub fn type_of_local(&self, scope: DefId, sym: Sym) -> Option<DefId> {
        let known = self.local_type((scope, sym));
        if known.is_none() {
            note((scope, sym));
        }
        known
    }

    /// The type of a local name or field: of the repository, or external.
    pub(in crate::resolve) fn value_of_local(&self, scope: DefId, sym: Sym) -> Target {
        self.trace_bindings(scope, sym);
        match self.type_of_local(scope, sym) {
            Some(of) => Target::Value(Some(of)),
            None => match self.foreign.get(&(scope, sym)) {
                Some(Some(outer)) => Outer::clone(outer).into(),
                Some(None) => Target::Foreign,
                None => Target::Value(None),
            },
        }
    }

    /// A member of a variable or field whose type is not of the repository.
    pub(in crate::resolve) fn member_of_foreign(&self, def: DefId, sym: Sym) -> Target {
        let Some(place) = self.place_of(def) else { return Target::Unknown };
        match self.foreign.get(&place) {
            Some(Some(outer)) => outer.part(self.text(sym)).into(),
            Some(None) => Target::Foreign,
            None => {
                note(place);
                Target::Unknown
            }
        }
    }

    /// The type that the bindings of a local name agree on, given the types known so far.
    pub fn stated_type(&self, scope: DefId, sym: Sym, bindings: &[u32]) -> StatedType {
        let Some(observation) = self.observation(self.file(scope)) else { return StatedType::Never };
        let mut agreed: Option<DefId> = None;
        let stated = || bindings.iter().map(|at| &observation.bindings[*at as usize]);
        // An annotation says what may be assigned; what is assigned then says no more.
        let is_annotated = stated().any(|binding| binding.kind == BindingKind::Annotated);
        let is_wanted = |kind: BindingKind| match kind {
            BindingKind::Annotated => is_annotated,
            BindingKind::Constructed | BindingKind::Copied => !is_annotated,
            BindingKind::Returns | BindingKind::Untyped => false,
        };
        // Where a block is a scope, each binding may be of a name of its own.
        let has_blocks = self.language(self.file(scope)).is_some_and(|it| it.local_scope == LocalScope::Block);
        let mut foreign: Option<Target> = None;
        let mut is_open = false;
        let mut rebound = Vec::new();
        for binding in stated().filter(|binding| has_blocks || is_wanted(binding.kind)) {
            let Some(path) = binding.of else { continue };
            let is_annotated = binding.kind == BindingKind::Annotated;
            // A name may be that of its type, or of the module which holds that: it is not looked for beside itself then.
            let from = match is_annotated && observation.exprs.head(path) == Some(binding.name) {
                true => self.container(scope).unwrap_or(scope),
                false if is_annotated => scope,
                false => self.outside_of_binding(scope, observation, binding),
            };
            let is_own = observation.exprs.parts(path).first().copied().and_then(|head| observation.exprs.name(head));
            let is_made = || has_blocks && self.begins_with_own_call(scope, observation, binding);
            if !is_annotated && !self.has_holders(scope) && is_own == Some(binding.name) && !is_made() {
                rebound.push((path, binding.kind));
                continue;
            }
            let (on, target) = match binding.kind {
                BindingKind::Annotated => (Target::Unknown, self.path_of_type(from, path, 1)),
                BindingKind::Constructed => self.callee(from, path, 1),
                _ => (Target::Unknown, self.field_by_argument(from, path, self.path(from, path, 1), 1)),
            };
            let held =
                (binding.kind == BindingKind::Constructed).then(|| self.given_undeclared(from, path, &target, 1));
            let opened = || self.opened_by(from, Some(&on), (path, 0), 1);
            let leaves = binding.kind == BindingKind::Constructed
                && match target {
                    Target::Foreign => true,
                    Target::Unknown | Target::Value(None) => !self.has_holders(scope),
                    _ => false,
                };
            let held = held.flatten().or_else(|| if leaves { opened() } else { None });
            let target = match (held, binding.kind, target) {
                (Some(of), ..) => Target::Value(Some(of)),
                (None, BindingKind::Constructed, target) => self.called_value(scope, target),
                (None, _, target) => target,
            };
            if matches!(target, Target::Foreign | Target::External(..)) && !is_unknown(observation, path) {
                foreign = Some(both(foreign, value_of(target, binding.kind)));
                continue;
            }
            let value = observation.exprs.inner(path).filter(|_| binding.kind == BindingKind::Constructed);
            let by_argument = || self.given_by_argument(from, (Some(value?), &on), &target, 1);
            let by_target = || self.type_of_target(&target, binding.kind, 1);
            let known = self.own_result(&on, &target).or_else(by_argument).or_else(by_target);
            let known = known.filter(|of| !self.may_be_extension(from, path, (&on, &target), *of));
            let known = match known {
                Some(of) if is_annotated => match self.type_held((scope, sym), of) {
                    Some(None) => return StatedType::Later,
                    held => held.flatten().or(Some(of)),
                },
                Some(of) => Some(of),
                None => {
                    self.type_given((scope, sym), from, path).or_else(|| self.given_by_chosen(from, binding, &target))
                }
            };
            let outside = match (known, binding.kind) {
                (None, BindingKind::Constructed) => self.given_outside(&target, 1),
                (None, BindingKind::Annotated) => self.type_of_none((scope, sym), path, &target),
                _ => None,
            };
            if let Some(value) = outside {
                foreign = Some(both(foreign, value));
                continue;
            }
            match known {
                Some(of) if self.is_open_alias(of) => return StatedType::Later,
                // Assigned twice with different types: nothing is known.
                Some(of) if agreed.is_some_and(|agreed| agreed != of) => return StatedType::Never,
                Some(of) => agreed = Some(of),
                // `let a = a.lock()` and `for a in all` say no more than a binding without a type where they lead nowhere.
                None if self.has_holders(scope) && is_rebound(observation, path, binding.name) => {
                    is_open |= self.may_change(&target, observation, path);
                }
                None if self.may_change(&target, observation, path) => return StatedType::Later,
                None => return StatedType::Never,
            }
        }
        if is_annotated && self.is_assigned_another(scope, agreed, bindings) {
            return StatedType::Never;
        }
        match (agreed, foreign) {
            (Some(of), None) => self.rebound_type(of, observation, self.file(scope), &rebound),
            (None, Some(Target::External(outer))) => StatedType::Foreign(Some(outer)),
            (None, Some(_)) => StatedType::Foreign(None),
            (None, None) if is_open => StatedType::Later,
            _ => StatedType::Never,
        }
    }

    /// The type of a name that is bound to a value of a type, and then to what values of its own give: `a = a.next()`.
    fn rebound_type(
        &self,
        of: DefId,
        observation: &Observation,
        file: FileId,
        rebound: &[(ExprId, BindingKind)],
    ) -> StatedType {
        for (path, kind) in rebound {
            match self.member_type(of, observation, file, (*path, *kind == BindingKind::Constructed)) {
                Some(given) if given == of => {}
                Some(_) => return StatedType::Never,
                None => return StatedType::Later,
            }
        }
        StatedType::As(of)
    }

    /// The type of a path whose head is a value of a type, or of what a call of it gives.
    pub(super) fn member_type(
        &self,
        of: DefId,
        observation: &Observation,
        file: FileId,
        (path, is_called): (ExprId, bool),
    ) -> Option<DefId> {
        let parts = observation.exprs.parts(path);
        let value = parts.iter().skip(1).try_fold(Target::Value(Some(of)), |on, part| {
            let (called, is_called) = match observation.expr(*part) {
                Expr::Call(called) => (called, true),
                _ => (*part, is_called && *part == path),
            };
            let Expr::Member(_, name) = observation.expr(called) else { return None };
            let member = self.part(&on, self.sym(file, name), 1);
            Some(if is_called { self.result_of_member(&on, &member, 1) } else { member })
        })?;
        self.type_of_target(&value, BindingKind::Copied, 1)
    }

    /// Resolves a path in type position: a member of the types around, as in `Color Color`, is not meant.
    pub fn path_of_type(&self, from: DefId, path: ExprId, depth: u32) -> Target {
        let is_many = self.observation(self.file(from)).is_some_and(|it| matches!(it.expr(path), Expr::Element(_)));
        if is_many && self.has_holders(from) {
            return Target::Foreign;
        }
        let target = self.as_type(self.path(from, path, depth));
        match self.is_of_member(&target) {
            true => self.as_type(self.path(self.def(self.file(from), Decl(0)), path, depth)),
            false => target,
        }
    }

    /// Resolves a name alone in type position.
    pub(in crate::resolve) fn type_named(&self, from: DefId, sym: Sym) -> Target {
        let target = self.as_type(self.named(from, sym));
        match self.is_of_member(&target) {
            true => self.as_type(self.named(self.def(self.file(from), Decl(0)), sym)),
            false => target,
        }
    }

    fn is_of_member(&self, target: &Target) -> bool {
        let is_member = |def: DefId| {
            let kind = self.declaration(def).map(|row| row.kind);
            matches!(kind, Some(DeclKind::Field | DeclKind::Method))
        };
        target.single().is_some_and(is_member)
    }

    /// Whether a target without a type may have one once more locals have: it leads through a value.
    fn may_change(&self, target: &Target, observation: &Observation, path: ExprId) -> bool {
        match target {
            Target::External(..) | Target::Module(_) | Target::Ambiguous | Target::Foreign => false,
            Target::Value(_) => true,
            Target::Unknown => observation.exprs.has_member(path),
            Target::Defs(defs, _) => {
                let returns = |def: &DefId| self.sym_of("").is_some_and(|none| self.locals(&(*def, none)).is_some());
                defs.first().is_some_and(|def| match self.declaration(*def).map(|row| row.kind) {
                    Some(DeclKind::Function | DeclKind::Method) => returns(def),
                    _ => true,
                })
            }
        }
    }

    /// The type of a target: a type itself, the result of a function, the type of a value.
    pub fn type_of_target(&self, target: &Target, kind: BindingKind, depth: u32) -> Option<DefId> {
        match target {
            Target::Value(of) => *of,
            Target::Defs(defs, _) => {
                let meant = without_companions(self, defs);
                let def = *meant.first()?;
                let declaration = self.declaration(def)?;
                // `Thing(…)` gives what the object's `apply` does, and `Thing` the object: the text is the same.
                let is_object = declaration.kind == DeclKind::Object;
                if is_object && kind == BindingKind::Constructed && self.applied(defs).is_some() {
                    return None;
                }
                if declaration.kind.is_type() {
                    return self.meant_by_all(&meant, depth);
                }
                match kind {
                    BindingKind::Annotated => None,
                    BindingKind::Copied => self.type_of_value(def),
                    // Which of several functions is called, the text of a path does not say.
                    _ if meant.len() > 1 && meant.iter().all(|def| self.is_callable(*def)) => {
                        self.given_by_all(&meant, depth)
                    }
                    _ => self.type_of_definition(def, depth).or_else(|| self.made_by_function(def, kind)),
                }
            }
            _ => None,
        }
    }

    /// The function that `new` is written before: its values have what is assigned to its prototype.
    fn made_by_function(&self, def: DefId, kind: BindingKind) -> Option<DefId> {
        let is_function = self.declaration(def).is_some_and(|row| row.kind == DeclKind::Function);
        let is_made = kind == BindingKind::Constructed && is_function && self.has_function_values(def);
        (is_made && self.language(self.file(def)).is_some_and(|it| it.conventions.functions_make_values)).then_some(def)
    }

    /// The result type of a function, or the type of a variable or field.
    pub fn type_of_definition(&self, def: DefId, depth: u32) -> Option<DefId> {
        let declaration = self.declaration(def)?;
        if matches!(declaration.kind, DeclKind::Variable | DeclKind::Field) {
            let scope = self.container(def)?;
            let sym = self.sym(self.file(def), declaration.name);
            return self.type_of_local(scope, sym);
        }
        if declaration.kind == DeclKind::Method && self.has_function_values(def) {
            return self.type_of_value(def);
        }
        self.returned(def, depth)
    }

    /// The type of a variable, a field or a property; a function that is named without a call has none.
    fn type_of_value(&self, def: DefId) -> Option<DefId> {
        let declaration = self.declaration(def)?;
        let is_value = matches!(declaration.kind, DeclKind::Variable | DeclKind::Field | DeclKind::Method);
        let scope = self.container(def).filter(|_| is_value)?;
        self.type_of_local(scope, self.sym(self.file(def), declaration.name))
    }

    /// The result of calling the target.
    pub(in crate::resolve) fn type_of_call(&self, called: &Target, depth: u32) -> Option<DefId> {
        if let Target::Value(of) = called {
            return self.given_by_called((*of)?, depth);
        }
        let def = called.single()?;
        let declaration = self.declaration(def)?;
        let place = self.place_of(def).filter(|_| declaration.kind.is_value());
        if let Some(of) = place.and_then(|(scope, sym)| self.given_by_annotation(scope, sym)) {
            return Some(of);
        }
        match declaration.kind {
            kind if kind.is_value() && self.is_value_called(def, depth) => {
                self.given_by_called(self.type_of_definition(def, depth)?, depth)
            }
            kind if !self.has_function_values(def) || kind.is_type() => {
                self.type_of_target(called, BindingKind::Constructed, depth)
            }
            DeclKind::Function | DeclKind::Method => match called {
                Target::Defs(defs, _) if defs.len() > 1 && defs.iter().all(|def| self.is_callable(*def)) => {
                    self.given_by_all(defs, depth)
                }
                _ => self.returned(def, depth),
            },
            DeclKind::Variable | DeclKind::Field => {
                self.given_by_value(def, depth).or_else(|| self.type_beside(called, depth))
            }
            _ => None,
        }
    }

    /// Whether the language of a definition states what containers hold as paths: `[]A`, `{}A`.
    pub(in crate::resolve) fn states_containers(&self, def: DefId) -> bool {
        let resolver = self.resolver(self.file(def).0 as usize);
        resolver.is_some_and(|resolver| resolver.functions_are_values() || resolver.states_containers())
    }

    /// Whether `T[]` is a type of its own in the language of a definition, and no value of `T`.
    pub(in crate::resolve) fn has_holders(&self, def: DefId) -> bool {
        self.language(self.file(def)).is_some_and(|it| it.conventions.has_holders)
    }

    /// Whether the language of a definition has functions as values.
    pub(in crate::resolve) fn has_function_values(&self, def: DefId) -> bool {
        self.resolver(self.file(def).0 as usize).is_some_and(|resolver| resolver.functions_are_values())
    }

    /// The result type of a function: as its file states it, else as its declaration file does.
    pub(in crate::resolve) fn returned(&self, def: DefId, depth: u32) -> Option<DefId> {
        let overloads = self.overloads_of(def);
        let mut results = overloads.iter().map(|def| self.stated_result(*def, depth));
        let agreed = results.next().flatten().filter(|first| results.all(|result| result == Some(*first)));
        let own = agreed.or_else(|| self.stated_result(def, depth));
        let elsewhere = || self.declared_elsewhere(def).or_else(|| self.expected(def));
        own.or_else(|| self.stated_result(elsewhere()?, depth))
    }

    fn stated_result(&self, def: DefId, depth: u32) -> Option<DefId> {
        if is_cut(depth) {
            return None;
        }
        let (observation, path) = self.stated_path(def)?;
        if is_receiver(observation, path) {
            return self.this_type(def);
        }
        self.type_of_target(&self.path_of_type(def, path, depth + 1), BindingKind::Copied, depth + 1)
    }

    /// The path that states the result of a function, or the type behind an alias; with the observation of its file.
    pub(in crate::resolve) fn stated_path(&self, def: DefId) -> Option<(&Observation, ExprId)> {
        let observation = self.observation(self.file(def))?;
        let sites = self.locals(&(def, self.sym_of("")?))?;
        let mut bindings = sites.iter().map(|at| &observation.bindings[*at as usize]);
        let binding = bindings.rfind(|binding| binding.kind == BindingKind::Returns)?;
        Some((observation, binding.of?))
    }
}
