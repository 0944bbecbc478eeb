//! Whether an extension of a holder of the library takes one of other values than the text states of a receiver: one of `List<Config>`
//! is none of a `List<int>`.

use cg_rules::DefId;

use super::argument::simple;
use super::extension_method::is_same_type;
use crate::language::{CallSite, ELEMENTS, Receiver, VALUES, held_name, without_count};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;

impl SymbolTable<'_> {
    /// Whether the values of a receiver that is a name are surely none of those of the holder that a function is called on.
    pub(super) fn holds_others(&self, from: DefId, site: &CallSite, def: DefId) -> bool {
        let (Receiver::Path(path) | Receiver::Value(path)) = site.receiver else { return false };
        let Some(name) = self.sym_of_name(self.file(from), path) else { return false };
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let Some(scope) = scopes.find(|scope| self.locals(&(*scope, name)).is_some()) else { return false };
        let held = |of: DefId, name: &str, place: usize| {
            let sym = self.sym_of(&held_name(name, place))?;
            self.locals(&(of, sym)).map(|_| (of, sym))
        };
        [ELEMENTS, VALUES].into_iter().any(|place| {
            let given = held(scope, self.text(name), place);
            given.zip(held(def, "this", place)).is_some_and(|(given, wanted)| self.are_apart(given, wanted))
        })
    }

    /// Whether no value of the type that one name states is surely of that which the other states.
    fn are_apart(&self, given: (DefId, Sym), wanted: (DefId, Sym)) -> bool {
        let of = |(scope, sym): (DefId, Sym)| self.type_of_local(scope, sym);
        let built_in = self.language(self.file(wanted.0)).map_or(&[][..], |it| it.conventions.built_in_types);
        let name = |(scope, sym): (DefId, Sym)| {
            let stated = self.stated(scope, sym)?;
            let plain = without_count(simple(&stated)).0.to_owned();
            Some(plain).filter(|plain| !self.is_type_parameter(scope, plain))
        };
        let is_closed = |name: &Option<String>| {
            let known = |name: &String| built_in.iter().any(|names| names.contains(&name.as_str()));
            name.as_ref().is_some_and(|name| known(name) && !is_top(name))
        };
        match (of(given), of(wanted)) {
            (Some(given), Some(wanted)) => {
                given != wanted && !self.lineage(&given).is_some_and(|above| above.contains(&wanted))
            }
            (Some(_), None) => is_closed(&name(wanted)),
            (None, Some(_)) => {
                let given = name(given);
                is_closed(&given) || given.as_deref().is_some_and(is_top)
            }
            (None, None) => {
                let (given, wanted) = (name(given), name(wanted));
                let is_same =
                    given.as_ref().zip(wanted.as_ref()).is_none_or(|(one, other)| is_same_type(built_in, one, other));
                !is_same && is_closed(&wanted)
            }
        }
    }
}

/// Whether a name is that of the type of all objects.
fn is_top(name: &str) -> bool {
    matches!(name, "object" | "Object" | "dynamic")
}
