//! Whether an extension is of the type arguments of what it is called on.

use cg_rules::DefId;

use super::argument::{ArgumentType, is_variable, simple};
use crate::language::{BindingKind, CallKind, CallSite, DeclKind, INFIX, MOST_ARGUMENTS, Receiver};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;
use crate::resolve::types::type_argument::StatedArgument;

/// How the type arguments of a receiver fit those that an extension states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ArgumentFit {
    /// One is surely another type.
    Other,
    /// One is not known.
    Open,
    /// The extension takes all.
    Any,
    /// They are those that it states.
    Same,
}

impl SymbolTable<'_> {
    /// How the type arguments of a receiver fit an extension, which may be of another type than the receiver: then nothing is known.
    pub(super) fn fit_of_arguments(&self, from: DefId, site: &CallSite, def: DefId, is_of_type: bool) -> ArgumentFit {
        let file = self.file(from);
        if !self.language(file).is_some_and(|it| it.conventions.fits_by_type_arguments) {
            return ArgumentFit::Any;
        }
        let stated = |place| Some((place, self.definite_argument(self.argument_extended(def, place)?)?));
        let wanted = (0..MOST_ARGUMENTS).filter_map(stated);
        let fits = wanted.map(|(place, wanted)| {
            let given = if is_of_type { self.argument_given(from, site, place) } else { None };
            let given = given.and_then(|given| self.definite_argument(given));
            given.map_or(ArgumentFit::Open, |given| self.fit_of_argument(from, &given, &wanted))
        });
        fits.min().unwrap_or(ArgumentFit::Any)
    }

    /// The type argument, at a place, of the receiver of a call.
    fn argument_given(&self, from: DefId, site: &CallSite, place: usize) -> Option<StatedArgument> {
        match site.receiver {
            Receiver::Path(path) | Receiver::Value(path) | Receiver::Result(path) => {
                self.argument_of(from, path, place, 0)
            }
            Receiver::This => self.argument_at_hand(from, place),
            _ => None,
        }
    }

    /// The type that a type argument is; `None` where it may be any, as a type parameter is, or where it is not known.
    fn definite_argument(&self, (scope, path): StatedArgument) -> Option<ArgumentType<'_>> {
        let name = self.observation(self.file(scope))?.spelled(path);
        if is_variable(&name) || self.is_type_parameter(scope, &name) {
            return None;
        }
        let target = self.path_of_type(scope, path, 1);
        if let Some(of) = self.type_of_target(&target, BindingKind::Annotated, 1) {
            let is_alias = self.declaration(of).is_some_and(|row| row.kind == DeclKind::Alias);
            return (!is_alias).then_some(ArgumentType::Type(of));
        }
        let is_brought = self.is_built_in(scope, simple(&name)) || matches!(target, Target::External(_));
        is_brought.then_some(ArgumentType::Named(name))
    }

    fn is_built_in(&self, def: DefId, name: &str) -> bool {
        let built_in = self.language(self.file(def)).map_or(&[][..], |it| it.conventions.built_in_types);
        built_in.iter().any(|names| names.contains(&name))
    }

    fn fit_of_argument(&self, from: DefId, given: &ArgumentType<'_>, wanted: &ArgumentType<'_>) -> ArgumentFit {
        let is_below = |one: &DefId, other: &DefId| self.lineage(one).is_some_and(|lineage| lineage.contains(other));
        let is_built_in = |name: &str| self.is_built_in(from, simple(name));
        match (given, wanted) {
            (one, other) if one == other => ArgumentFit::Same,
            // A value of one may be of the other where the type is declared so.
            (ArgumentType::Type(one), ArgumentType::Type(other)) => {
                match is_below(one, other) || is_below(other, one) {
                    true => ArgumentFit::Open,
                    false => ArgumentFit::Other,
                }
            }
            (ArgumentType::Named(one), ArgumentType::Named(other)) => match is_built_in(one) && is_built_in(other) {
                true => ArgumentFit::Other,
                false => ArgumentFit::Open,
            },
            (ArgumentType::Named(one), ArgumentType::Type(_)) | (ArgumentType::Type(_), ArgumentType::Named(one)) => {
                if is_built_in(one) {
                    ArgumentFit::Other
                } else {
                    ArgumentFit::Open
                }
            }
            _ => ArgumentFit::Open,
        }
    }

    /// Whether a function may be called between two values. A member may be one of another language, or override one that says so.
    pub(super) fn may_stand_between(&self, site: &CallSite, def: DefId) -> bool {
        let is_member = self.declaration(def).is_none_or(|row| row.kind != DeclKind::Function);
        let says_so = || self.sym_of(INFIX).is_some_and(|sym| self.locals(&(def, sym)).is_some());
        site.kind != CallKind::Infix || is_member || says_so()
    }
}
