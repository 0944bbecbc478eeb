//! Finds what a function hands to another that it takes, where it states a type parameter there: by what else the call gives it, by the
//! value that it is called on, by the type arguments that the text states.

use cg_rules::DefId;

use crate::base::TextPart;
use crate::language::{AT_HAND, BindingKind, DeclKind, Expr, ExprId, MANY, MOST_ARGUMENTS, type_parameter};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The most values of a call that are looked at.
const MOST_VALUES: usize = 4;

/// A call that gives a function another.
pub(in crate::resolve) struct HandingCall<'c> {
    /// The definition whose code makes the call.
    pub from: DefId,
    /// The path of the function.
    pub function: ExprId,
    /// The values that the call gives it beside, in order.
    pub values: &'c [ExprId],
    /// The target of what the function is called on.
    pub on: Option<&'c Target>,
}

/// A type as a text states it, and the definition from which its names are seen.
type Stated = (DefId, ExprId);

impl SymbolTable<'_> {
    /// The value that a function hands, at some places, to another.
    pub(super) fn handed_at(&self, call: &HandingCall<'_>, def: DefId, places: &str, depth: u32) -> Option<Target> {
        let n_before = self.n_before(call, def);
        let shifted = (n_before > 0).then(|| behind(places, n_before)).flatten();
        let places = shifted.as_deref().unwrap_or(places);
        let stated = self.parameter(def, places, depth)?;
        if let Some(of) = self.handed_by_owner(call, def, places, depth) {
            return Some(Target::Value(Some(of)));
        }
        if stated != Target::Value(None) {
            return Some(stated);
        }
        let of = self.handed_by_argument(call, (def, n_before), places, depth);
        Some(of.map_or(stated, |of| Target::Value(Some(of))))
    }

    /// How many parameters a function has before those of a call: one that is called on its first like a member of it has one.
    fn n_before(&self, call: &HandingCall<'_>, def: DefId) -> usize {
        let is_value = match call.on {
            None | Some(Target::Module(_)) => false,
            Some(Target::Defs(defs, _)) => {
                !defs.iter().any(|def| self.declaration(*def).is_some_and(|row| row.kind.is_type()))
            }
            Some(_) => true,
        };
        let takes = |this: Sym| self.locals(&(def, this)).is_some();
        let file = self.file(def);
        let extends = || self.resolver(file.0 as usize).is_some_and(|it| it.extends(file, file));
        usize::from(is_value && self.sym_of("this").is_some_and(takes) && extends())
    }

    /// The type of a type parameter, which a function hands to another, in a call.
    fn handed_by_argument(
        &self,
        call: &HandingCall<'_>,
        (def, n_before): (DefId, usize),
        places: &str,
        depth: u32,
    ) -> Option<DefId> {
        let (scope, path) = self.stated_at(def, places)?;
        let observation = self.observation(self.file(scope))?;
        let Expr::Name(name) = observation.expr(path) else {
            return self.type_stated((scope, path), depth);
        };
        let name = observation.name(name);
        match self.by_values(call, (def, n_before), name, depth) {
            Some(known) => known,
            None => self.by_owner(call, def, name, depth).or_else(|| self.type_stated((scope, path), depth)),
        }
    }

    /// The type that the value which a function is called on has in place of what the function states at some places, where that is a type
    /// parameter with a bound.
    fn handed_by_owner(&self, call: &HandingCall<'_>, def: DefId, places: &str, depth: u32) -> Option<DefId> {
        let stated = self.bound_to(def, self.sym_of(places)?).filter(|_| self.keeps_arguments(def))?;
        let observation = self.observation(self.file(def))?;
        self.by_owner(call, def, observation.name(observation.exprs.name(stated)?), depth)
    }

    fn type_stated(&self, (scope, path): Stated, depth: u32) -> Option<DefId> {
        self.type_of_target(&self.path_of_type(scope, path, depth + 1), BindingKind::Annotated, depth + 1)
    }

    /// The type that a function states at some places; of what it takes by the name of a function type, the type argument for that.
    fn stated_at(&self, def: DefId, places: &str) -> Option<Stated> {
        if let Some(stated) = self.bound_to(def, self.sym_of(places)?) {
            return Some((def, stated));
        }
        let first = places.find(')').map(|at| at + 1)?;
        let (place, rest) = (places.part(..first), places.part(first..));
        let of = self.type_of_local(def, self.sym_of(place)?)?;
        let taken = self.bound_to(of, self.sym_of(rest)?)?;
        let observation = self.observation(self.file(of))?;
        let at = self.place_of_parameter(of, observation.name(observation.exprs.name(taken)?))?;
        self.argument_stated(def, place, at)
    }

    /// The first thing that a definition binds under a name.
    fn bound_to(&self, def: DefId, sym: Sym) -> Option<ExprId> {
        let observation = self.observation(self.file(def))?;
        self.locals(&(def, sym))?.iter().find_map(|at| observation.bindings.get(*at as usize)?.of)
    }

    /// The type that values of a call agree on for a type parameter of the function; `None` where it is none that a value decides, and
    /// `None` within where they do not tell.
    fn by_values(
        &self,
        call: &HandingCall<'_>,
        (def, n_before): (DefId, usize),
        parameter: &str,
        depth: u32,
    ) -> Option<Option<DefId>> {
        let marks = |place: &str| {
            let one = format!("{place}{}", type_parameter(parameter));
            let is_bound = |text: &str| self.sym_of(text).is_some_and(|sym| self.locals(&(def, sym)).is_some());
            (is_bound(&one), is_bound(&format!("{one}{MANY}")))
        };
        // Where labels say which argument is which, those that are left out would shift the places.
        let counts = self.declaration(def).and_then(|row| row.parameters);
        if counts.is_some_and(|it| it.labels.is_some() && it.least != it.most) {
            return None;
        }
        let on = self.called_on(call);
        let mut found: Vec<Option<DefId>> = Vec::new();
        let mut note = |(one, many): (bool, bool), value: Option<ExprId>, on: Option<&Target>| {
            if one {
                let known = on.cloned().or_else(|| Some(self.path(call.from, value?, depth + 1)));
                found.push(known.and_then(|it| self.type_of_target(&it, BindingKind::Copied, depth + 1)));
            } else if many {
                found.push(value.and_then(|value| self.element_of_value(call.from, value, depth + 1)));
            }
        };
        note(marks(AT_HAND), on, call.on);
        for at in 0..MOST_VALUES {
            let value = match at.checked_sub(n_before) {
                Some(at) => call.values.get(at).copied(),
                None => on,
            };
            note(marks(&format!("({at})")), value, None);
        }
        for at in 0..MOST_ARGUMENTS {
            let is_it = |(scope, path): Stated| {
                self.observation(self.file(scope)).is_some_and(|it| it.spelled(path) == parameter)
            };
            if self.argument_extended(def, at).is_some_and(is_it) && !marks(AT_HAND).1 {
                let argument = on.and_then(|on| self.argument_of(call.from, on, at, depth + 1));
                found.push(argument.and_then(|argument| self.type_stated(argument, depth)));
            }
        }
        let first = *found.first()?;
        Some(first.filter(|_| found.iter().all(|of| *of == first)))
    }

    /// The type that the value which a function is called on has in place of a type parameter of its type.
    fn by_owner(&self, call: &HandingCall<'_>, def: DefId, parameter: &str, depth: u32) -> Option<DefId> {
        let (owner, place) = match self.declaration(def)?.kind.is_type() {
            true => (def, self.place_of_parameter(def, parameter)?),
            false => self.place_around(def, parameter)?,
        };
        self.declaration(owner).filter(|row| row.kind.is_type() && row.kind != DeclKind::Alias)?;
        let unknown = Target::Unknown;
        let on = (self.called_on(call), call.on.unwrap_or(&unknown));
        let argument = self.argument_for(call.from, on, (owner, place), depth)?;
        self.type_of_argument(argument, 0, depth)
    }

    /// The path of what the function of a call is called on.
    fn called_on(&self, call: &HandingCall<'_>) -> Option<ExprId> {
        match self.observation(self.file(call.from))?.expr(call.function) {
            Expr::Member(on, _) => Some(on),
            _ => None,
        }
    }

    /// The type of an element of what a path leads to.
    fn element_of_value(&self, from: DefId, value: ExprId, depth: u32) -> Option<DefId> {
        match self.states_containers(from) {
            true => self.element_of_container(from, value, depth),
            false => match self.path_of_elements(from, value, 1, depth) {
                Target::Value(of) => of,
                _ => None,
            },
        }
    }
}

/// The places behind so many more parameters: `(2)(0)` for `(1)(0)`. A function behind the arguments is the last of them anyway.
fn behind(places: &str, n_before: usize) -> Option<String> {
    let (first, rest) = places.strip_prefix('(')?.split_once(')')?;
    let at: usize = first.parse().ok()?;
    Some(format!("({}){rest}", at + n_before))
}
