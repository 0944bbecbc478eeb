//! Finds what a function takes: `f(1)` in a path is what `f` takes at its second place, `f(1)(0)` what that takes itself.

use cg_rules::DefId;

use super::handed::HandingCall;
use crate::base::TextPart;
use crate::language::{BindingKind, DeclKind, Expr, ExprId, INJECTED, REST, UNITED};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::{Target, agree};

impl SymbolTable<'_> {
    /// The parameters of the function that a part of a path names.
    pub(in crate::resolve) fn parameter_of(
        &self,
        from: DefId,
        on: Option<&Target>,
        part: ExprId,
        depth: u32,
    ) -> Target {
        let file = self.file(from);
        let Some(observation) = self.observation(file).filter(|_| !is_cut(depth + 1)) else {
            return Target::Value(None);
        };
        let Expr::Parameter(given, places) = observation.expr(part) else { return Target::Value(None) };
        let (called, values) = observation.exprs.called_with(given);
        let function = match (on, observation.expr(called)) {
            (Some(on), Expr::Member(_, name) | Expr::Name(name)) => {
                let member = self.part(on, self.sym(file, name), depth + 1);
                self.extensions_in_path(from, on, called, member)
            }
            (None, Expr::Name(name)) => self.function_behind_own(from, self.sym(file, name), depth),
            // A function that is an element or a result has no name: as a name that nothing binds.
            (None, _) => self.unbound(file, &observation.spelled(called), depth),
            (Some(Target::Foreign | Target::External(..)), _) => Target::Foreign,
            _ => Target::Unknown,
        };
        let places = observation.name(places);
        let function = match (on, function) {
            (Some(on), Target::Defs(defs, rule)) if defs.iter().all(|def| self.takes_too_few(*def, places)) => {
                self.extensions_in_path(from, on, called, Target::Unknown).known().unwrap_or(Target::Defs(defs, rule))
            }
            (_, function) => function,
        };
        if let Some(handed) = self.handed_by_holder(from, (called, places), &function, depth + 1) {
            return handed;
        }
        if let Some(handed) = self.handed_by_elements(from, (called, places), (on, &function), depth + 1) {
            return handed;
        }
        let call = HandingCall { from, function: called, values: &values, on };
        match &function {
            // The repository may get it from elsewhere than where the name leads.
            Target::Foreign | Target::External(..) if places.starts_with(INJECTED) => Target::Value(None),
            // A function of a library may give what it was given.
            Target::Foreign | Target::External(..) if !self.states_containers(from) => Target::Value(None),
            Target::Foreign | Target::External(..) => Target::Foreign,
            Target::Defs(defs, _) => {
                let mut found = defs.iter().filter_map(|def| self.handed_at(&call, *def, places, depth + 1));
                let first = found.next().unwrap_or(Target::Value(None));
                // Where functions are no values, overloads may take different ones.
                let is_one = self.states_containers(from) || found.all(|other| other == first);
                if is_one { first } else { Target::Value(None) }
            }
            Target::Value(Some(of)) => self.parameter(*of, places, depth + 1).unwrap_or(Target::Value(None)),
            _ => Target::Value(None),
        }
    }

    /// Whether a function has no parameter at the first of some places.
    fn takes_too_few(&self, def: DefId, places: &str) -> bool {
        let counts = self.declaration(def).filter(|row| row.kind.is_callable()).and_then(|row| row.parameters);
        let at = places.strip_prefix('(').and_then(|rest| rest.split_once(')')?.0.parse::<u32>().ok());
        counts.zip(at).is_some_and(|(counts, at)| u32::from(counts.most) <= at)
    }

    pub(super) fn parameter(&self, def: DefId, places: &str, depth: u32) -> Option<Target> {
        if is_cut(depth) {
            return None;
        }
        if let Some(sym) = self.sym_of(places).filter(|sym| self.locals(&(def, *sym)).is_some()) {
            let stated = self.value_of_local(def, sym);
            // Another signature may take a function by the name of its type there.
            let other = self.taken_by_name(def, places, depth + 1);
            return Some(if other.is_none_or(|other| other == stated) { stated } else { Target::Value(None) });
        }
        let kind = self.declaration(def)?.kind;
        if matches!(kind, DeclKind::Variable | DeclKind::Field) {
            return self.parameter(self.type_of_definition(def, depth)?, places, depth + 1);
        }
        if let Some(agreed) = self.parameter_of_union(def, places, depth + 1) {
            return Some(agreed);
        }
        let constructor = || if kind.is_type() { self.parameter_of_constructor(def, places, depth + 1) } else { None };
        self.taken_by_name(def, places, depth).or_else(constructor)
    }

    /// The same, where what it takes at the first place is a function by the name of its type.
    fn taken_by_name(&self, def: DefId, places: &str, depth: u32) -> Option<Target> {
        let first = places.find(')').map(|at| at + 1)?;
        let (place, rest) = (places.part(..first), places.part(first..));
        match rest.is_empty() {
            true => self.taken_at(def, REST).map(|taken| Target::Value(Some(taken))),
            false => self.parameter(self.taken_at(def, place).or_else(|| self.taken_at(def, REST))?, rest, depth + 1),
        }
    }

    /// The same of the constructors of a type, where they agree; of a struct without one, a field of the label.
    fn parameter_of_constructor(&self, of: DefId, places: &str, depth: u32) -> Option<Target> {
        match self.constructors(of).as_slice() {
            [] => {
                let label = places.strip_prefix('(')?.strip_suffix(":)")?;
                let sym = self.sym_of(label).filter(|sym| self.locals(&(of, *sym)).is_some())?;
                Some(self.value_of_local(of, sym))
            }
            all => agree(all.iter().filter_map(|def| self.parameter(*def, places, depth)).collect()),
        }
    }

    /// The constructors that a type states.
    fn constructors(&self, of: DefId) -> Vec<DefId> {
        let names = self.language(self.file(of)).map_or(&[][..], |it| it.conventions.own_members);
        match names.iter().find_map(|name| self.own_member(of, self.sym_of(name)?)) {
            Some(Target::Defs(defs, _)) => defs,
            _ => Vec::new(),
        }
    }

    /// A value of what one of several functions takes at a place, where they take different types of which one alone has a member.
    pub(in crate::resolve) fn taken_with_member(&self, from: DefId, part: ExprId, member: Sym) -> Target {
        let open = Target::Value(None);
        let Some(observation) = self.observation(self.file(from)) else { return open };
        let Expr::Parameter(function, places) = observation.expr(part) else { return open };
        // What a function hands on to another is no argument.
        let is_argument = observation.name(places).matches('(').count() == 1;
        let (true, Target::Defs(defs, _)) = (is_argument, self.callee(from, function, 1).1) else { return open };
        let is_type = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_type());
        let signatures = defs.iter().flat_map(|def| if is_type(def) { self.constructors(*def) } else { vec![*def] });
        let taken: Vec<Target> =
            signatures.filter_map(|def| self.parameter(def, observation.name(places), 1)).collect();
        // Of what is not known any may have it.
        let of_value = |target: &Target| if let Target::Value(of) = target { *of } else { None };
        let Some(mut types) = taken.iter().map(of_value).collect::<Option<Vec<DefId>>>() else { return open };
        types.retain(|of| matches!(self.part(&Target::Value(Some(*of)), member, 1), Target::Defs(..)));
        types.sort_unstable();
        types.dedup();
        match types.as_slice() {
            [of] => Target::Value(Some(*of)),
            _ => open,
        }
    }

    /// The type that a function takes at a place.
    fn taken_at(&self, def: DefId, place: &str) -> Option<DefId> {
        let sym = self.sym_of(place).filter(|sym| self.locals(&(def, *sym)).is_some())?;
        self.type_of_local(def, sym)
    }

    /// The parameters of all types of which the values of a type are one, where they agree.
    fn parameter_of_union(&self, def: DefId, places: &str, depth: u32) -> Option<Target> {
        let sites = self.locals(&(def, self.sym_of(UNITED)?))?;
        let observation = self.observation(self.file(def))?;
        let paths = sites.iter().filter_map(|at| observation.bindings.get(*at as usize)?.of);
        let of_path = |path| {
            let target = self.path_of_type(def, path, depth);
            let of = self.type_of_target(&target, BindingKind::Annotated, depth)?;
            self.parameter(of, places, depth + 1)
        };
        let found: Option<Vec<Target>> = paths.map(of_path).collect();
        agree(found?).filter(|target| *target != Target::Ambiguous)
    }
}
