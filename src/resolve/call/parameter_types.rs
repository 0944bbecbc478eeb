//! Tells members apart by the types of what they take.

use std::borrow::Cow;

use cg_rules::DefId;

use super::argument::{ParameterType, is_variable, simple};
use crate::language::{Decl, DeclKind, Parameters, without_count};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::types::substituted::{GivenType, TypeArguments};

impl SymbolTable<'_> {
    /// Whether a function may be an override of one above, whose type parameters can be what it takes.
    pub(super) fn answers_to(&self, own: DefId, above: DefId) -> bool {
        let n = |def: DefId| self.declaration(def).and_then(|row| row.parameters).map(|it| (it.least, it.most));
        let name = |def: DefId, at: u8| self.wanted(def, usize::from(at)).map(|it| it.name);
        let is_same = |own: Option<Cow<'_, str>>, above: Option<Cow<'_, str>>| {
            own == above || above.is_some_and(|above| is_variable(&above))
        };
        let n_fixed = n(own).filter(|(_, most)| *most != u8::MAX).map_or(0, |(_, most)| most);
        let is_alike =
            n_fixed > 0 && n(own) == n(above) && self.has_types_of(own, above) && self.has_labels_of(own, above);
        is_alike && (0..n_fixed).all(|at| is_same(name(own, at), name(above, at)))
    }

    /// Whether two functions have as many type parameters, as far as the text shows them.
    pub(super) fn has_types_of(&self, a: DefId, b: DefId) -> bool {
        self.n_types(a) == self.n_types(b) && self.n_type_parameters(a) == self.n_type_parameters(b)
    }

    /// How many names a function binds right before its parameters: its type parameters, in a language that reads them so.
    fn n_type_parameters(&self, def: DefId) -> usize {
        let decl = Decl(def.0 - self.def(self.file(def), Decl(0)).0);
        let before = self.observation(self.file(def)).zip(self.declaration(def).and_then(|row| row.parameters));
        let before = before.and_then(|(it, own)| Some((it, it.bindings.get(..own.first as usize)?)));
        before.map_or(0, |(observation, before)| {
            let own = before.iter().rev().take_while(|it| it.scope == decl);
            own.filter(|it| observation.name(it.name).starts_with(char::is_uppercase)).count()
        })
    }

    /// Whether a parameter of a member is surely of another type than that of the member above, in a language that has overloads by
    /// types. A type parameter of the one above can be any type; one of the member itself is none that the other names. Where the text
    /// does not show the type parameters, a type that nothing here declares, nor the language brings, can be one.
    pub(in crate::resolve) fn has_other_types(&self, own: DefId, above: DefId) -> bool {
        let conventions = |def: DefId| self.language(self.file(def)).map(|it| &it.conventions);
        let types = |def: DefId| conventions(def).map_or(&[][..], |it| it.built_in_types);
        let is_same_language = std::ptr::eq(types(own), types(above));
        let n_taken = |it: Parameters| if it.most == u8::MAX { it.least } else { it.most };
        let Some(n) = self.declaration(own).and_then(|row| row.parameters).map(n_taken) else { return false };
        let is_counted = conventions(own).is_some_and(|it| it.counts_type_parameters);
        let built_in = |it: &ParameterType<'_>| types(own).iter().position(|names| names.contains(&simple(&it.name)));
        let is_any = |name: &str| conventions(own).is_some_and(|it| it.any_types.contains(&name));
        let is_known = |of: DefId| self.declaration(of).is_some_and(|row| is_counted || row.kind != DeclKind::Alias);
        // A type is stated where it is of the language, or of a library and no type parameter.
        let is_stated =
            |it: &ParameterType<'_>| built_in(it).is_some() || is_counted && is_plain(&it.name) && !is_any(&it.name);
        let differ = |own: ParameterType<'_>, above: ParameterType<'_>| match (own.of, above.of) {
            _ if simple(&own.name) == simple(&above.name) || is_variable(&above.name) => false,
            _ if is_variable(&own.name) => {
                is_counted && own.of.is_none() && above.of.map_or(is_stated(&above), is_known)
            }
            (Some(own), Some(above)) => own != above && is_known(own) && is_known(above),
            (Some(of), None) => is_known(of) && is_stated(&above),
            (None, Some(of)) => is_known(of) && is_stated(&own),
            (None, None) => match (built_in(&own), built_in(&above)) {
                (Some(own), Some(above)) => own != above,
                _ => is_stated(&own) && is_stated(&above),
            },
        };
        let at = |at: u8| self.wanted(own, usize::from(at)).zip(self.wanted(above, usize::from(at)));
        !types(own).is_empty() && is_same_language && (0..n).filter_map(at).any(|(own, above)| differ(own, above))
    }
}

impl SymbolTable<'_> {
    /// Whether a member takes what one above does, with the type arguments that are stated of the type above; `None` where the text does
    /// not say, or none of them is among what that one takes.
    pub(in crate::resolve) fn takes_as_stated(&self, own: DefId, above: DefId, stated: &TypeArguments) -> Option<bool> {
        let n = |def: DefId| self.declaration(def).and_then(|row| row.parameters).map(|it| (it.least, it.most));
        let (least, most) = n(own).filter(|(_, most)| *most != u8::MAX)?;
        if stated.is_empty() || n(above) != Some((least, most)) || !self.has_types_of(own, above) {
            return None;
        }
        let (mut is_used, mut is_same) = (false, true);
        for at in 0..most {
            let (taken, wanted) = self.taken_type(own, usize::from(at)).zip(self.taken_type(above, usize::from(at)))?;
            match stated.of(&wanted.name) {
                Some(given) => {
                    is_used = true;
                    match self.is_given_type(own, &taken, given) {
                        Some(false) => return Some(false),
                        known => is_same &= known == Some(true),
                    }
                }
                None => is_same &= taken.name == wanted.name,
            }
        }
        (is_used && is_same).then_some(true)
    }

    /// The type of a function's parameter, as written.
    fn taken_type(&self, def: DefId, at: usize) -> Option<ParameterType<'_>> {
        let file = self.file(def);
        let binding = self.parameter_binding(def, at)?;
        let of = self.type_of_local(def, self.sym(file, binding.name));
        Some(ParameterType { name: self.observation(file)?.spelled(binding.of?), of })
    }

    /// Whether a parameter is of the type that a type argument is, where the text shows it.
    fn is_given_type(&self, own: DefId, taken: &ParameterType<'_>, given: &GivenType) -> Option<bool> {
        let types = self.language(self.file(own)).map_or(&[][..], |it| it.conventions.built_in_types);
        let built_in = |name: &str| types.iter().position(|names| names.contains(&simple(name)));
        let is_known = |of: Option<DefId>| of.is_some_and(|of| self.declaration(of).is_some());
        match (built_in(&taken.name), built_in(&given.name)) {
            _ if taken.of == given.of && simple(&taken.name) == simple(&given.name) => Some(true),
            (Some(taken), Some(given)) => Some(taken == given),
            (None, None) if is_known(taken.of) && is_known(given.of) => Some(taken.of == given.of),
            (Some(_), None) if is_known(given.of) => Some(false),
            (None, Some(_)) if is_known(taken.of) => Some(false),
            _ => None,
        }
    }
}

/// Whether a name is that of a type.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && !without_count(simple(name)).0.is_empty()
}
