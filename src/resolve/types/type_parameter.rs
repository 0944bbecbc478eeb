//! Finds what a member gives whose type is a type parameter, by the type arguments of the value that it is taken of: `get()` of a
//! `Box<S>` gives an `S`.

use cg_rules::DefId;

use crate::language::{BindingKind, DeclKind, ExprId, MOST_ARGUMENTS, Observation, type_parameter};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;
use crate::resolve::types::type_argument::StatedArgument;

impl SymbolTable<'_> {
    /// The type that a member has, or gives when it is called, where it states a type parameter of the type around. `path` is the value
    /// that it is taken of, and `on` where that leads; without a path it is the object at hand.
    pub(in crate::resolve) fn given_by_argument(
        &self,
        from: DefId,
        (path, on): (Option<ExprId>, &Target),
        member: &Target,
        depth: u32,
    ) -> Option<DefId> {
        let keeps = self.language(self.file(from)).is_some_and(|it| it.conventions.keeps_type_arguments);
        let def = member.single().filter(|_| keeps && !is_cut(depth))?;
        let (observation, stated) = self.stated_of(def)?;
        let name = observation.name(observation.exprs.name(stated)?);
        if self.place_of_parameter(def, name).is_some() {
            return None;
        }
        let owner = self.owner_type.get(&def).copied().or_else(|| self.container(def))?;
        let place = self.place_of_parameter(owner, name)?;
        self.argument_for(from, (path, on), (owner, place), depth)
    }

    /// The type argument for a type parameter of a type, at a place, by a value of that or of one below: the path of it, and where that
    /// leads; without a path it is the object at hand.
    pub(super) fn argument_for(
        &self,
        from: DefId,
        (path, on): (Option<ExprId>, &Target),
        (owner, place): (DefId, usize),
        depth: u32,
    ) -> Option<DefId> {
        // The value may be a field that is of a type argument itself.
        let of = match on {
            _ if path.is_none() => self.heir_around(from, owner)?,
            Target::Value(of) => (*of)?,
            target => self.type_of_target(target, BindingKind::Copied, depth + 1)?,
        };
        let (scope, argument) = match of == owner {
            true => self.argument_of(from, path?, place, depth + 1)?,
            false => self.argument_above(from, path, of, (owner, place), depth + 1)?,
        };
        self.type_of_target(&self.path_of_type(scope, argument, depth + 1), BindingKind::Annotated, depth + 1)
    }

    /// The value of a field that states a type parameter; every other target stays as it is.
    pub(in crate::resolve) fn field_by_argument(
        &self,
        from: DefId,
        path: ExprId,
        target: Target,
        depth: u32,
    ) -> Target {
        let is_field = |def: DefId| {
            self.declaration(def).is_some_and(|row| matches!(row.kind, DeclKind::Field | DeclKind::Variable))
        };
        let keeps = self.language(self.file(from)).is_some_and(|it| it.conventions.keeps_type_arguments);
        if !target.single().is_some_and(|def| keeps && is_field(def)) {
            return target;
        }
        let inner = self.observation(self.file(from)).and_then(|it| it.exprs.inner(path));
        let on = inner.map_or(Target::Unknown, |inner| self.path(from, inner, depth + 1));
        match self.given_by_argument(from, (inner, &on), &target, depth + 1) {
            Some(of) => Target::Value(Some(of)),
            None => target,
        }
    }

    /// The innermost type around a definition that is a type, or inherits from it.
    fn heir_around(&self, from: DefId, owner: DefId) -> Option<DefId> {
        let is_heir = |of: &DefId| *of == owner || self.lineage(of).is_some_and(|lineage| lineage.contains(&owner));
        std::iter::successors(Some(from), |def| self.container(*def)).find(is_heir)
    }

    /// The type argument that a type, or one above it, states of a supertype at a place; one that is a type parameter of the type itself by
    /// the value.
    fn argument_above(
        &self,
        from: DefId,
        path: Option<ExprId>,
        of: DefId,
        (owner, place): (DefId, usize),
        depth: u32,
    ) -> Option<StatedArgument> {
        let plain = || Some(self.observation(self.file(owner))?.name(self.declaration(owner)?.name));
        let name = self.counted_text(owner).or_else(plain)?;
        let mut types = std::iter::once(of).chain(self.lineage(&of).into_iter().flatten().copied());
        let (sub, (scope, argument)) = types.find_map(|sub| Some((sub, self.argument_stated(sub, name, place)?)))?;
        let observation = self.observation(self.file(scope))?;
        let own = observation.exprs.name(argument).map(|name| observation.name(name));
        match own.and_then(|own| self.place_of_parameter(sub, own)) {
            Some(place) if sub == of => self.argument_of(from, path?, place, depth),
            // A type between them hands its own type parameter on.
            Some(place) if !is_cut(depth) => self.argument_above(from, path, of, (sub, place), depth + 1),
            Some(_) => None,
            None => Some((scope, argument)),
        }
    }

    /// The place of a type parameter of a declaration.
    pub(in crate::resolve) fn place_of_parameter(&self, of: DefId, name: &str) -> Option<usize> {
        let stated = |at: usize| self.stated_as(of, self.sym_of(&type_parameter(&at.to_string()))?);
        (0..MOST_ARGUMENTS).map_while(stated).position(|stated| stated == name)
    }

    /// The type that a definition states: of its value, or of its result.
    fn stated_of(&self, def: DefId) -> Option<(&Observation, ExprId)> {
        let row = self.declaration(def)?;
        if row.kind.is_callable() {
            return self.stated_path(def);
        }
        let observation = self.observation(self.file(def))?;
        let mut bindings = self.locals(&self.place_of(def)?)?.iter().map(|at| &observation.bindings[*at as usize]);
        Some((observation, bindings.find(|it| it.kind == BindingKind::Annotated)?.of?))
    }
}
