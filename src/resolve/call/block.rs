//! Functions that are written behind the brackets of a call: each is the last argument, whatever they hold.

use cg_rules::{DefId, FileId};

use super::argument::{ArgumentType, ParameterType};
use super::overload::is_unlabelled;
use crate::language::{
    DISFAVORED, Expr, FUNCTION_TYPE, GivenArgument, LAST_DEFAULT, Literal, Observation, type_parameter,
};
use crate::resolve::scope::table::SymbolTable;

impl SymbolTable<'_> {
    /// The place at which a function takes an argument of a call.
    pub(super) fn taken_place(&self, file: FileId, def: DefId, argument: &GivenArgument, at: usize) -> usize {
        let most = self.declaration(def).and_then(|row| row.parameters).map(|it| it.most);
        match most {
            Some(most) if most != u8::MAX && self.is_behind(file, argument) => usize::from(most).max(1) - 1,
            _ => at,
        }
    }

    /// The place at which a function takes each of the arguments: by the labels, where those are part of its name. One that the labels
    /// do not show is none of its places.
    pub(super) fn places(&self, file: FileId, def: DefId, given: &[GivenArgument]) -> Vec<usize> {
        let by_label = || {
            let row = self.declaration(def)?.parameters.filter(|row| row.most != u8::MAX)?;
            let (caller, own) = (self.observation(file)?, self.observation(self.file(def))?);
            let takes_function = |at: usize| self.takes_function(def, at, FUNCTION_TYPE);
            Some(places_by_label(caller, own.name(row.labels?), given, &takes_function))
        };
        let by_order = || {
            let place = |(at, argument)| self.taken_place(file, def, argument, at);
            given.iter().enumerate().map(place).collect()
        };
        by_label().unwrap_or_else(by_order)
    }

    /// Whether a function can take the function behind the brackets at its last place, and the other arguments before it.
    pub(super) fn takes_block(&self, file: FileId, def: DefId, given: &[GivenArgument]) -> bool {
        let Some((last, before)) = given.split_last().filter(|(last, _)| self.is_behind(file, last)) else {
            return true;
        };
        let Some(parameters) = self.declaration(def).and_then(|row| row.parameters) else { return true };
        if parameters.most == u8::MAX {
            return true;
        }
        let has_default = self.sym_of(LAST_DEFAULT).is_some_and(|sym| self.locals(&(def, sym)).is_some());
        let least = usize::from(parameters.least).saturating_sub(usize::from(!has_default));
        let wanted = self.wanted(def, self.taken_place(file, def, last, before.len()));
        let is_taken = |wanted: ParameterType<'_>| {
            self.fit(self.conversions(def), &ArgumentType::Literal(Literal::Block), &wanted) > 0
        };
        least <= before.len()
            && wanted.is_none_or(|wanted| self.is_parameter_by_marker(def, &wanted.name) || is_taken(wanted))
    }

    /// Whether a type is a parameter of a function, or of a type around it, though a class may have its name.
    fn is_parameter_by_marker(&self, def: DefId, name: &str) -> bool {
        let Some(sym) = self.sym_of(&type_parameter(name)) else { return false };
        std::iter::successors(Some(def), |def| self.container(*def)).any(|def| self.locals(&(def, sym)).is_some())
    }

    /// Among functions that take the arguments in the same places by the same names, the one that needs no default of its parameters,
    /// or that states nothing against itself.
    pub(super) fn preferred(&self, file: FileId, given: &[GivenArgument], mut defs: Vec<DefId>) -> Vec<DefId> {
        let is_whole = |def: &DefId| {
            let most = self.declaration(*def).and_then(|row| row.parameters).map(|it| usize::from(it.most));
            most == Some(given.len())
        };
        let has_defaults = self.language(file).is_some_and(|it| it.conventions.extends_by_functions);
        let is_last = |def: &DefId| self.is_disfavored(*def);
        if has_defaults && !defs.iter().all(is_last) {
            defs.retain(|def| !is_last(def));
        }
        let whole: Vec<DefId> = defs.iter().copied().filter(|def| has_defaults && is_whole(def)).collect();
        let favored: Vec<DefId> = defs.iter().copied().filter(|def| !is_last(def)).collect();
        let meant = match (whole.as_slice(), favored.as_slice()) {
            ([meant], _) | (_, [meant]) => *meant,
            _ => return defs,
        };
        let parameter = |def: DefId, place: usize| {
            let name = self.parameter_name(def, place)?;
            Some((name, self.wanted(def, place).map(|it| it.name)))
        };
        let own = self.places(file, meant, given);
        let is_same = |def: &DefId| {
            own.iter().zip(self.places(file, *def, given)).all(|(own, other)| {
                let own = parameter(meant, *own);
                own.is_some() && own == parameter(*def, other)
            })
        };
        if defs.iter().all(is_same) { vec![meant] } else { defs }
    }

    /// Where a type is made by its name, a function of that name is not meant which is so only where nothing else is.
    pub(super) fn drop_disfavored(&self, file: FileId, fitting: &mut Vec<DefId>) {
        let has_defaults = self.language(file).is_some_and(|it| it.conventions.extends_by_functions);
        let is_type = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_type());
        if has_defaults && fitting.len() > 1 && fitting.iter().any(is_type) {
            fitting.retain(|def| !self.is_disfavored(*def));
        }
    }

    fn is_disfavored(&self, def: DefId) -> bool {
        self.sym_of(DISFAVORED).is_some_and(|sym| self.locals(&(def, sym)).is_some())
    }

    pub(super) fn is_behind(&self, file: FileId, argument: &GivenArgument) -> bool {
        self.observation(file).is_some_and(|it| it.expr(argument.value) == Expr::Literal(Literal::Block))
    }
}

/// The place of each argument among the labels of the parameters, in their order; of a function behind the brackets that of the next
/// function which is taken.
fn places_by_label(
    caller: &Observation,
    labels: &str,
    given: &[GivenArgument],
    takes_function: &dyn Fn(usize) -> bool,
) -> Vec<usize> {
    let mut labels = labels.split_terminator(':').enumerate();
    let place = |argument: &GivenArgument| {
        let wanted = argument.label.map_or("_", |label| caller.name(label));
        let found = match is_unlabelled(caller, argument) {
            true => labels.find(|(at, _)| takes_function(*at)),
            false => labels.find(|(_, label)| *label == wanted),
        };
        found.map_or(usize::MAX, |(at, _)| at)
    };
    given.iter().map(place).collect()
}
