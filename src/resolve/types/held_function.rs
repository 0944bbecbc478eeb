//! Finds what a call of a value gives, where functions are values: of a variable that holds a function, of a value whose
//! type can be called.

use cg_rules::DefId;

use crate::language::{BindingKind, DeclKind, Expr, ExprId, SIGNATURE};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The result type of calling what a variable or a field holds.
    pub(in crate::resolve) fn given_by_value(&self, def: DefId, depth: u32) -> Option<DefId> {
        if is_cut(depth) {
            return None;
        }
        if let Some(of) = self.type_of_definition(def, depth + 1) {
            return self.given_by_type(of);
        }
        let (scope, sym) = self.place_of(def)?;
        let [single] = self.locals(&(scope, sym))? else { return None };
        let observation = self.observation(self.file(scope))?;
        let binding = observation.bindings.get(*single as usize)?;
        let path = binding.of.filter(|_| binding.kind == BindingKind::Copied)?;
        let target = self.path(self.outside(scope, sym), path, depth + 1);
        target.single().filter(|held| *held != def)?;
        self.type_of_call(&target, depth + 1)
    }

    /// The type that a call gives where the repository declares nothing that is called: a method of a holder, a local name
    /// whose function type the text states.
    pub(in crate::resolve) fn given_undeclared(
        &self,
        from: DefId,
        called: ExprId,
        target: &Target,
        depth: u32,
    ) -> Option<DefId> {
        let by_local =
            || self.given_by_local(from, called, target).or_else(|| self.given_by_field(from, called, target, depth));
        let given = self.given_by_holder(from, called, target, depth).or_else(by_local);
        let given = given.or_else(|| self.given_by_applying(from, called, target, depth));
        given.or_else(|| self.made_by_class(from, called, target, depth))
    }

    fn given_by_local(&self, from: DefId, called: ExprId, target: &Target) -> Option<DefId> {
        let file = self.file(from);
        let name = self.observation(file)?.exprs.name(called)?;
        if matches!(target, Target::Defs(..) | Target::Value(Some(_)) | Target::Module(_)) {
            return None;
        }
        let sym = self.sym(file, name);
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let scope = scopes.find(|scope| self.locals(&(*scope, sym)).is_some())?;
        self.given_by_annotation(scope, sym)
    }

    /// The same of a field that nothing declares but what is assigned to it.
    fn given_by_field(&self, from: DefId, called: ExprId, target: &Target, depth: u32) -> Option<DefId> {
        let file = self.file(from);
        let Expr::Member(on, name) = self.observation(file)?.expr(called) else { return None };
        let binds_fields = self.language(file).is_some_and(|language| language.declares_by_assignment);
        let is_known =
            matches!(target, Target::Defs(..) | Target::Value(Some(_)) | Target::Module(_) | Target::Unknown);
        if !binds_fields || is_known || is_cut(depth) {
            return None;
        }
        let Target::Value(Some(of)) = self.path(from, on, depth + 1) else { return None };
        let sym = self.sym(file, name);
        let mut holders = std::iter::once(of).chain(self.lineage(&of).into_iter().flatten().copied());
        let holder = holders.find(|of| self.locals(&(*of, sym)).is_some())?;
        self.given_by_annotation(holder, sym)
    }

    /// The result of a function type that a name states as its own: `A` of `f: () => A`, which is bound under `f()`.
    pub(in crate::resolve) fn given_by_annotation(&self, scope: DefId, sym: Sym) -> Option<DefId> {
        let called = self.sym_of(&format!("{}()", self.text(sym)));
        match called.filter(|called| self.locals(&(scope, *called)).is_some()) {
            Some(called) => self.type_of_local(scope, called),
            None => self.given_by_alias(scope, sym),
        }
    }

    /// The same, where the name states the name of such a type, which is a variable: `f: F` with `F = Callable[[], A]`.
    fn given_by_alias(&self, scope: DefId, sym: Sym) -> Option<DefId> {
        let file = self.file(scope);
        self.language(file).filter(|language| language.declares_by_assignment)?;
        let [single] = self.locals(&(scope, sym))? else { return None };
        let binding = self.observation(file)?.bindings.get(*single as usize)?;
        let stated = binding.of.filter(|_| binding.kind == BindingKind::Annotated)?;
        let alias = self.path(scope, stated, 1).single()?;
        self.declaration(alias).filter(|row| row.kind == DeclKind::Variable)?;
        let (scope, sym) = self.place_of(alias)?;
        let called = self.sym_of(&format!("{}()", self.text(sym)))?;
        self.locals(&(scope, called))?;
        self.type_of_local(scope, called)
    }

    /// The target of `new` before a name: a type, or the value beside a type that is none.
    pub(in crate::resolve) fn constructed(&self, from: DefId, sym: Sym) -> Target {
        let named = self.named(from, sym);
        match &named {
            Target::Defs(defs, _) if defs.len() > 1 && defs.iter().any(|def| self.is_type_alone(*def)) => named,
            _ => self.type_named(from, sym),
        }
    }

    /// The type of the name of a value that constructs it: `interface A` beside `const A: { new (): A }`.
    pub(in crate::resolve) fn type_beside(&self, called: &Target, depth: u32) -> Option<DefId> {
        let Target::Defs(defs, _) = called else { return None };
        defs.iter().copied().find(|def| self.is_type_alone(*def)).map(|def| self.aliased(def, depth))
    }

    /// The result type of calling a value of a type that states call signatures.
    pub(in crate::resolve) fn given_by_type(&self, of: DefId) -> Option<DefId> {
        let sym = self.sym_of(SIGNATURE).filter(|sym| self.locals(&(of, *sym)).is_some())?;
        self.type_of_local(of, sym)
    }

    /// The name of the member that a call of a value calls in the language of a definition.
    pub(in crate::resolve) fn call_member(&self, def: DefId) -> Option<Sym> {
        let name = self.language(self.file(def))?.conventions.call_member;
        self.sym_of(name).filter(|_| !name.is_empty())
    }

    /// The result of what is called, where it is a value that calls a member of its type.
    pub(in crate::resolve) fn called_value(&self, scope: DefId, called: Target) -> Target {
        let is_value = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_value());
        let place = called.single().filter(is_value).and_then(|def| self.place_of(def));
        if let Some(of) = place.and_then(|(scope, sym)| self.given_by_annotation(scope, sym)) {
            return Target::Value(Some(of));
        }
        let is_by_member = |of: DefId| self.is_called_by_member(scope, of, None);
        match &called {
            Target::Value(Some(of)) if self.given_by_type(*of).is_some() => Target::Value(self.given_by_type(*of)),
            _ if !self.has_call_member(scope) || self.calls_without_brackets(scope) => called,
            Target::Value(Some(of)) if is_by_member(*of) => Target::Value(self.given_by_called(*of, 1)),
            Target::Defs(defs, _) if defs.iter().all(is_value) => match self.type_of_call(&called, 1) {
                None if self.calls_classes(scope) => called,
                of => Target::Value(of),
            },
            _ => called,
        }
    }

    /// Whether the language of a definition calls a member of a value that is called.
    pub(in crate::resolve) fn has_call_member(&self, def: DefId) -> bool {
        self.language(self.file(def)).is_some_and(|it| !it.conventions.call_member.is_empty())
    }

    /// Whether a call of what a value holds calls a member of its type.
    pub(super) fn is_value_called(&self, def: DefId, depth: u32) -> bool {
        let is_member = |of| self.is_called_by_member(def, of, self.place_of(def));
        let of = self.type_of_definition(def, depth);
        let is_signed = of.is_some_and(|of| self.given_by_type(of).is_some());
        is_signed || self.has_call_member(def) && (!self.calls_classes(def) || of.is_some_and(is_member))
    }

    /// Whether classes are called as values are in the language of a definition.
    fn calls_classes(&self, def: DefId) -> bool {
        self.language(self.file(def)).is_some_and(|it| it.conventions.calls_classes)
    }

    pub(in crate::resolve) fn calls_without_brackets(&self, def: DefId) -> bool {
        self.language(self.file(def)).is_some_and(|it| it.conventions.calls_without_brackets)
    }

    /// The result type of calling a value of a type: that of its call signatures, or of the member that is called, and never
    /// the type itself.
    pub(in crate::resolve) fn given_by_called(&self, of: DefId, depth: u32) -> Option<DefId> {
        if is_cut(depth) {
            return None;
        }
        self.given_by_type(of).or_else(|| {
            let called = self.call_member(of).and_then(|sym| self.member(of, sym, depth + 1))?;
            self.type_of_call(&called, depth + 1)
        })
    }

    /// The result type that several functions of one name agree on, so far as it is known of them.
    pub(in crate::resolve) fn given_by_all(&self, defs: &[DefId], depth: u32) -> Option<DefId> {
        let mut known = defs.iter().filter_map(|def| self.returned(*def, depth));
        let first = known.next()?;
        known.all(|result| result == first).then_some(first)
    }

    /// Whether a definition is a function, by its kind.
    pub(in crate::resolve) fn is_callable(&self, def: DefId) -> bool {
        self.declaration(def).is_some_and(|row| row.kind.is_callable())
    }

    /// The declarations that state how a function with a body can be called, where there are such beside it.
    pub(in crate::resolve) fn overloads_of(&self, def: DefId) -> Vec<DefId> {
        let has_body = self.declaration(def).is_some_and(|row| row.body_line > 0);
        let is_signed = self.language(self.file(def)).is_some_and(|it| it.conventions.signs_overloads);
        let beside = self.place_of(def).filter(|_| has_body && is_signed);
        let Some(defs) = beside.and_then(|place| self.held(&place)).filter(|defs| defs.len() > 1) else {
            return Vec::new();
        };
        let is_stated =
            |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_callable() && row.body_line == 0);
        defs.iter().copied().filter(is_stated).collect()
    }
}
