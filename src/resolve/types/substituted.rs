//! The type arguments that a type states of its supertypes: `class A : IV<int>` has what `IV<T>` declares, with `int` for `T`.

use cg_rules::{DefId, FileId};

use crate::language::{Decl, MOST_ARGUMENTS, argument_name, type_parameter};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;

/// A type argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenType {
    /// As written.
    pub name: String,
    /// Where the repository declares it.
    pub of: Option<DefId>,
}

/// The type arguments of a type, by the names of its type parameters.
#[derive(Clone, Debug, Default)]
pub struct TypeArguments(Vec<(String, GivenType)>);

impl TypeArguments {
    /// Whether none is stated.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The argument for a type parameter.
    pub fn of(&self, parameter: &str) -> Option<&GivenType> {
        self.0.iter().find(|(name, _)| name == parameter).map(|(_, given)| given)
    }
}

impl SymbolTable<'_> {
    /// The type arguments that a type states of a supertype, by those that are stated of the type itself.
    pub(in crate::resolve) fn arguments_above(&self, sub: DefId, sup: DefId, own: &TypeArguments) -> TypeArguments {
        let Some(counted) = self.counted_text(sup) else { return TypeArguments::default() };
        let given = (0..MOST_ARGUMENTS).map_while(|at| {
            let parameter = self.stated_as(sup, self.sym_of(&type_parameter(&at.to_string()))?)?;
            let sym = self.sym_of(&argument_name(counted, at))?;
            let name = self.stated_as(sub, sym)?;
            let given = match own.of(&name) {
                Some(given) => given.clone(),
                None => GivenType { of: self.type_of_local(sub, sym), name },
            };
            Some((parameter, given))
        });
        TypeArguments(given.collect())
    }

    /// The name of a type with the number of its type parameters, where that is part of it.
    pub(super) fn counted_text(&self, of: DefId) -> Option<&str> {
        let file: FileId = self.file(of);
        let observation = self.observation(file)?;
        Some(observation.name(observation.counted_name(Decl(of.0 - self.def(file, Decl(0)).0))?))
    }

    /// The text of the first thing that a scope binds under a name.
    pub(super) fn stated_as(&self, scope: DefId, sym: Sym) -> Option<String> {
        let observation = self.observation(self.file(scope))?;
        let mut bindings = self.locals(&(scope, sym))?.iter().filter_map(|at| observation.bindings.get(*at as usize));
        bindings.find_map(|it| it.of).map(|of| observation.spelled(of).into_owned())
    }
}
