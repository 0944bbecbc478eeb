//! Types that a text names and that the repository does not declare: those of a language itself, and of packages whose names are seen
//! without an import.

use cg_rules::DefId;

use crate::language::{ExprId, MOST_ARGUMENTS, is_top_type, is_value_type};
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
        let text = observation.name(name);
        if language.conventions.includes_text || is_parameter(text) || is_top_type(text) || self.is_declared(file, name)
        {
            return None;
        }
        let mut around = std::iter::successors(Some(scope), |def| self.container(*def));
        let is_own = around.any(|def| self.place_of_parameter(def, text).is_some());
        let is_none =
            is_value_type(text) || language.conventions.keeps_type_arguments && self.holds_values((scope, sym));
        (!is_own && is_none).then_some(Target::Foreign)
    }

    /// Whether each type argument that a name states is of a type of values: a number, a text.
    fn holds_values(&self, (scope, sym): (DefId, Sym)) -> bool {
        let stated = |place: usize| self.argument_stated(scope, self.text(sym), place);
        // Those of values need not be kept.
        let mut stated = (0..MOST_ARGUMENTS).filter_map(stated);
        stated.all(|(scope, argument)| {
            let observation = self.observation(self.file(scope));
            let name = observation.and_then(|it| Some(it.name(it.exprs.name(argument)?)));
            name.is_some_and(is_value_type)
        })
    }
}

/// Whether a name is one that type parameters have: `T`, `K2`, `TResult`.
fn is_parameter(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let is_short = name.len() <= 2 && name.bytes().all(is_part);
    is_short || name.strip_prefix('T').is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_uppercase()))
}
