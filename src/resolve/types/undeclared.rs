//! Types that a text names and that the repository does not declare: those of a language itself, and of packages whose names are seen
//! without an import.

use cg_rules::DefId;

use crate::language::{BindingKind, Expr, ExprId, MOST_ARGUMENTS, argument_name, is_top_type, is_value_type};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// A value of the type that a name alone in type position leads to nowhere, where that can be none of the repository's: nothing has
    /// the name, it is no type parameter around, and no type argument of it may be of the repository, as what a container holds may
    /// be. A preprocessor may declare any name.
    pub(super) fn type_of_none(&self, (scope, sym): (DefId, Sym), path: ExprId, target: &Target) -> Option<Target> {
        let file = self.file(scope);
        let (observation, language) = self.observation(file).zip(self.language(file))?;
        let name = observation.exprs.name(path).filter(|_| *target == Target::Unknown)?;
        let (text, conventions) = (observation.name(name), &language.conventions);
        // Where blocks add members to types, such a type may be below another that has some of the repository.
        let may_be_extended = conventions.imports_all_names || conventions.blocks_name_traits;
        if may_be_extended || conventions.includes_text || is_top_type(text) || self.is_declared(file, name) {
            return None;
        }
        let is_class =
            || text.starts_with(char::is_uppercase) && !is_parameter(text) && conventions.keeps_type_arguments;
        let is_none = is_value_type(text) || is_class() && self.holds_values((scope, sym));
        let mut around = std::iter::successors(Some(scope), |def| self.container(*def));
        (is_none && around.all(|def| self.place_of_parameter(def, text).is_none())).then_some(Target::Foreign)
    }

    /// Whether a path is a constant alone that nothing here declares, in a language in which constants are seen everywhere.
    pub(in crate::resolve) fn is_outer_constant(&self, from: DefId, path: ExprId) -> bool {
        let file = self.file(from);
        let Some((observation, language)) = self.observation(file).zip(self.language(file)) else { return false };
        let Expr::Name(name) = observation.expr(path) else { return false };
        let is_constant = observation.name(name).starts_with(char::is_uppercase);
        language.conventions.constants_are_global && is_constant && !self.is_declared(file, name)
    }

    /// Whether the type that a scope states for a name says nothing of the value.
    pub(in crate::resolve) fn says_no_type(&self, (scope, sym): (DefId, Sym)) -> bool {
        let file = self.file(scope);
        let Some((observation, language)) = self.observation(file).zip(self.language(file)) else { return false };
        let any = language.conventions.any_types;
        let of = |at: &u32| observation.bindings.get(*at as usize).and_then(|binding| binding.of);
        let is_any = |path: ExprId| observation.exprs.name(path).is_some_and(|it| any.contains(&observation.name(it)));
        !any.is_empty() && self.locals(&(scope, sym)).into_iter().flatten().filter_map(of).any(is_any)
    }

    /// Whether a local states a type of the language for its values, or is made by one: what a method of a value gives may be of any.
    pub(in crate::resolve) fn is_stated_outside(&self, from: DefId, path: ExprId) -> bool {
        let file = self.file(from);
        let Some((observation, sym)) = self.observation(file).zip(self.sym_of_name(file, path)) else { return false };
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let Some(bindings) = scopes.find_map(|scope| self.locals(&(scope, sym))) else { return false };
        let conventions = self.language(file).map(|it| &it.conventions);
        let is_library = |of: ExprId| {
            let head = observation.exprs.head(of).map_or("", |head| observation.name(head));
            conventions.is_some_and(|it| it.library_types.contains(&head))
        };
        let stated = bindings.iter().map(|at| &observation.bindings[*at as usize]);
        conventions.is_some_and(|it| it.blocks_name_traits)
            && stated.into_iter().all(|binding| match binding.kind {
                BindingKind::Annotated => true,
                BindingKind::Constructed | BindingKind::Copied => binding.of.is_some_and(is_library),
                BindingKind::Returns | BindingKind::Untyped => false,
            })
    }

    /// Whether each type argument that a name states is of a type of values: a number, a text.
    fn holds_values(&self, (scope, sym): (DefId, Sym)) -> bool {
        let Some(observation) = self.observation(self.file(scope)) else { return false };
        let stated = |place: usize| self.locals(&(scope, self.sym_of(&argument_name(self.text(sym), place))?));
        // Those of values need not be kept.
        let stated = (0..MOST_ARGUMENTS).filter_map(stated).flatten();
        let mut stated = stated.map(|at| observation.bindings.get(*at as usize).and_then(|binding| binding.of));
        stated.all(|argument| {
            let name = argument.and_then(|argument| observation.exprs.name(argument));
            name.is_some_and(|name| is_value_type(observation.name(name)))
        })
    }
}

/// Whether a name is one that type parameters have: `T`, `K2`, `TResult`.
fn is_parameter(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let is_short = name.len() <= 2 && name.bytes().all(is_part);
    is_short || name.strip_prefix('T').is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_uppercase()))
}
