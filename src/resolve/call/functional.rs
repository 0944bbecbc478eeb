//! Whether a function without a name can be what a parameter takes, by how many values it takes itself.

use cg_rules::DefId;

use super::argument::{ArgumentType, ParameterType, is_variable, simple};
use super::fit::{CLOSE, NO};
use crate::language::{Conversions, Decl, DeclKind, Literal};
use crate::resolve::scope::table::SymbolTable;

/// The methods that every object has, with how many values they take: an interface that states one leaves nothing open by it.
const OF_EVERY_OBJECT: &[(&str, u8)] = &[("equals", 1), ("hashCode", 0), ("toString", 0)];

impl SymbolTable<'_> {
    /// How well a function without a name that takes so many values fits as a parameter.
    pub(super) fn fit_of_function(&self, rules: &Conversions, n: usize, name: &str, wanted: &ParameterType<'_>) -> u8 {
        match (rules.n_taken(name), wanted.of) {
            (Some(taken), None) if taken == n => CLOSE,
            (Some(_), None) => NO,
            (None, None) if rules.interface(name).is_some_and(|taken| taken != Some(n)) => NO,
            (_, Some(of)) if !rules.interfaces.is_empty() && !self.may_be_function(of, n) => NO,
            _ => self.literal(rules, Literal::Function, name, wanted),
        }
    }

    /// Whether a type may be any: no name is known of it, or one that a text may give to another type.
    fn may_be_any(rules: Option<&Conversions>, wanted: &ParameterType<'_>) -> bool {
        let name = simple(&wanted.name);
        rules.is_some_and(|rules| {
            let is_stated = rules.is_stated(rules.plain(name)) || rules.tops.contains(&name) && !name.is_empty();
            rules.are_adopted && wanted.of.is_none() && !is_stated && !is_variable(name)
        })
    }

    /// Whether an argument may be of a type that may be any. A type all of whose supertypes are known is of no other of a library.
    pub(super) fn may_be_of(
        &self,
        rules: Option<&Conversions>,
        given: &ArgumentType<'_>,
        wanted: &ParameterType<'_>,
    ) -> bool {
        let is_unstated = || rules.is_some_and(|rules| rules.unstated.contains(&simple(&wanted.name)));
        let is_named = !wanted.name.is_empty();
        let is_whole = |of: DefId| is_named && self.has_known_supertypes(of) && !is_unstated();
        Self::may_be_any(rules, wanted) && !matches!(given, ArgumentType::Type(of) if is_whole(*of))
    }

    /// Whether a function that takes so many values may be a value of a type: of an interface whose one open method takes as many.
    fn may_be_function(&self, of: DefId, n: usize) -> bool {
        if self.declaration(of).is_none_or(|row| row.kind != DeclKind::Interface) {
            return true;
        }
        let own = self.open_methods(of);
        if !own.is_empty() {
            return own.len() == 1 && own[0] == n;
        }
        let above = self.lineage(&of).map_or(&[][..], Vec::as_slice);
        !self.has_known_supertypes(of) || above.iter().any(|sup| self.open_methods(*sup).contains(&n))
    }

    /// How many values the methods of an interface take that have no body.
    fn open_methods(&self, of: DefId) -> Vec<usize> {
        let (file, decl) = self.place(of);
        let Some((observation, row)) = self.observation(file).zip(self.declaration(of)) else { return Vec::new() };
        let behind = observation.declarations.get(decl.0 as usize + 1..).unwrap_or_default().iter();
        let inside = behind.take_while(|it| it.at.line <= row.end_line);
        let open =
            inside.filter(|it| it.container == Some(Decl(decl.0)) && it.kind == DeclKind::Method && it.body_line == 0);
        let taken = open.filter_map(|it| Some((observation.name(it.name), it.parameters?.least)));
        taken.filter(|it| !OF_EVERY_OBJECT.contains(it)).map(|(_, n)| usize::from(n)).collect()
    }
}
