//! Finds what a member gives whose type is a type parameter, by the type arguments of the value that it is taken of: `get()` of a
//! `Box<S>` gives an `S`.

use cg_rules::DefId;

use crate::language::{BindingKind, DeclKind, Expr, ExprId, MOST_ARGUMENTS, Observation, type_parameter};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::keyed::Sym;
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
        self.elements_by_argument(from, (path, on), (member, 0), depth)
    }

    /// The same of what that holds, so many levels deep.
    pub(in crate::resolve) fn elements_by_argument(
        &self,
        from: DefId,
        (path, on): (Option<ExprId>, &Target),
        (member, n_levels): (&Target, usize),
        depth: u32,
    ) -> Option<DefId> {
        let def = member.single().filter(|_| self.keeps_arguments(from) && !is_cut(depth))?;
        let (observation, stated) = self.stated_of(def)?;
        let (plain, n_stated) = observation.exprs.levels(stated);
        let n_levels = n_levels.checked_sub(n_stated)?;
        if let Expr::Member(of, name) = observation.expr(plain) {
            let is_own = n_levels == 0 && observation.expr(of) == Expr::SelfType;
            let sym = self.sym(self.file(def), name);
            return is_own.then(|| self.associated(from, (path, on), sym, depth)).flatten();
        }
        let written = observation.exprs.name(plain)?;
        let name = observation.name(written);
        if n_levels == 0 && self.is_open_member(def, self.sym(self.file(def), written)) {
            return self.associated(from, (path, on), self.sym(self.file(def), written), depth);
        }
        let wanted = self.place_around(def, name)?;
        let argument = self.argument_for(from, (path, on), wanted, depth)?;
        self.type_of_argument(argument, n_levels, depth)
    }

    /// Whether the language of a definition keeps type arguments.
    pub(super) fn keeps_arguments(&self, from: DefId) -> bool {
        self.language(self.file(from)).is_some_and(|it| it.conventions.keeps_type_arguments)
    }

    /// The type around a member that has a type parameter of a name, and the place of that: in a block for the type, by the arguments
    /// that the block states of it.
    pub(super) fn place_around(&self, def: DefId, name: &str) -> Option<(DefId, usize)> {
        if self.place_of_parameter(def, name).is_some() {
            return None;
        }
        let around = self.container(def);
        let is_block = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Impl);
        if let Some(block) = around.filter(is_block) {
            let of = self.owner_type.get(&block).copied()?;
            // A block that states no arguments names the type parameters as the type does.
            let states = self.sym_of(&type_parameter("0")).is_some_and(|sym| self.locals(&(block, sym)).is_some());
            return Some((of, self.place_of_parameter(if states { block } else { of }, name)?));
        }
        let owner = self.owner_type.get(&def).copied().or(around)?;
        Some((owner, self.place_of_parameter(owner, name)?))
    }

    /// Whether the type around a member declares a type of a name that is for the types below it to state.
    fn is_open_member(&self, def: DefId, sym: Sym) -> bool {
        let is_open = |def: &DefId| {
            let is_alias = self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Alias);
            is_alias && self.stated_path(*def).is_none()
        };
        let around = self.container(def).and_then(|around| self.held(&(around, sym)));
        around.is_some_and(|held| !held.is_empty() && held.iter().all(is_open))
    }

    /// The type of that name which the type of a value declares for itself.
    fn associated(&self, from: DefId, (path, on): (Option<ExprId>, &Target), sym: Sym, depth: u32) -> Option<DefId> {
        let of = match on {
            _ if path.is_none() => self.this_type(from)?,
            Target::Value(of) => (*of)?,
            target => self.type_of_target(target, BindingKind::Copied, depth + 1)?,
        };
        let stated = self.as_type(self.part(&Target::Value(Some(of)), sym, depth + 1));
        self.type_of_target(&stated, BindingKind::Annotated, depth + 1)
    }

    /// The type of a type argument, or of what it holds, so many levels deep.
    pub(super) fn type_of_argument(
        &self,
        (scope, argument): StatedArgument,
        n_levels: usize,
        depth: u32,
    ) -> Option<DefId> {
        let (plain, n_held) = self.observation(self.file(scope))?.exprs.levels(argument);
        if n_held != n_levels {
            return None;
        }
        self.type_of_target(&self.path_of_type(scope, plain, depth + 1), BindingKind::Annotated, depth + 1)
    }

    /// The type argument for a type parameter of a type, at a place, by a value of that or of one below: the path of it, and where that
    /// leads; without a path it is the object at hand.
    pub(super) fn argument_for(
        &self,
        from: DefId,
        (path, on): (Option<ExprId>, &Target),
        (owner, place): (DefId, usize),
        depth: u32,
    ) -> Option<StatedArgument> {
        // The value may be a field that is of a type argument itself.
        let of = match on {
            _ if path.is_none() => self.heir_around(from, owner)?,
            Target::Value(of) => (*of)?,
            target => self.type_of_target(target, BindingKind::Copied, depth + 1)?,
        };
        match of == owner {
            true => self.argument_of(from, path?, place, depth + 1),
            false => self.argument_above(from, path, of, (owner, place), depth + 1),
        }
    }

    /// The value of a field that states a type parameter; every other target stays as it is.
    pub(in crate::resolve) fn field_by_argument(
        &self,
        from: DefId,
        path: ExprId,
        target: Target,
        depth: u32,
    ) -> Target {
        let without_brackets = self.calls_without_brackets(from);
        let is_field = |def: DefId| match self.declaration(def).map(|row| row.kind) {
            Some(DeclKind::Field | DeclKind::Variable) => true,
            // A getter is read like a field.
            Some(DeclKind::Method) => {
                without_brackets || self.place_of(def).is_some_and(|it| self.locals(&it).is_some())
            }
            _ => false,
        };
        let may_be_given = |def: DefId| is_field(def) && self.may_state_parameter(def);
        if !target.single().is_some_and(|def| self.keeps_arguments(from) && may_be_given(def)) {
            return target;
        }
        let inner = self.observation(self.file(from)).and_then(|it| it.exprs.inner(path));
        let on = inner.map_or(Target::Unknown, |inner| self.path(from, inner, depth + 1));
        match self.given_by_argument(from, (inner, &on), &target, depth + 1) {
            Some(of) => Target::Value(Some(of)),
            None => target,
        }
    }

    /// Whether a definition states a type that the value which it is a member of may decide.
    fn may_state_parameter(&self, def: DefId) -> bool {
        let Some((observation, stated)) = self.stated_of(def) else { return false };
        let plain = observation.exprs.levels(stated).0;
        match (observation.expr(plain), observation.exprs.name(plain)) {
            (_, Some(name)) => {
                let is_parameter = self.place_around(def, observation.name(name)).is_some();
                is_parameter || self.is_open_member(def, self.sym(self.file(def), name))
            }
            (Expr::Member(of, _), None) => observation.expr(of) == Expr::SelfType,
            _ => false,
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
        let types = std::iter::once(of).chain(self.lineage(&of).into_iter().flatten().copied());
        let blocks = self.blocks_of_trait.get(&owner).into_iter().flatten().copied();
        let own = blocks.filter(|block| self.owner_type.get(block) == Some(&of));
        let mut stating = types.map(|sub| (sub, sub)).chain(own.map(|block| (of, block)));
        let (sub, (scope, argument)) =
            stating.find_map(|(sub, by)| Some((sub, self.argument_stated(by, name, place)?)))?;
        let observation = self.observation(self.file(scope))?;
        let own = observation.exprs.name(argument).map(|name| observation.name(name));
        match own.and_then(|own| self.place_of_parameter(scope, own)) {
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
