//! Tells overloads apart: by how many arguments a call gives, then by what they are.

use cg_rules::{DefId, FileId};

use super::argument::{ArgumentType, ParameterType, is_variable, simple};
use crate::language::{
    BindingKind, CallSite, Decl, DeclKind, Expr, FUNCTION_TYPE, GivenArgument, Literal, MOST_CANDIDATES, Observation,
    Parameters, Rule,
};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// Among several functions of one name, those that a call can mean; where a type has only one, that of a supertype where
    /// the type's own does not fit.
    pub(in crate::resolve) fn overloads(&self, file: FileId, site: &CallSite, defs: Vec<DefId>, rule: Rule) -> Target {
        let Some(observation) = self.observation(file) else { return Target::Unknown };
        let Some(arguments) = observation.arguments(site) else {
            return Target::Defs(defs, rule);
        };
        let conventions = self.language(file).map(|language| &language.conventions);
        if conventions.is_some_and(|it| it.overloads_by_number) {
            return self.by_number(arguments.len(), defs, rule);
        }
        if conventions.is_some_and(|it| it.signs_overloads) {
            let what = || format!("the {} signatures, by the arguments", defs.len());
            return match defs.len() {
                0 | 1 => Target::Defs(defs, rule),
                _ => self.tried(what, || self.by_signature(self.def(file, site.caller), arguments, &defs, rule)),
            };
        }
        if defs.len() < 2 {
            return self.overload(file, site, arguments, &defs, rule);
        }
        let what = || format!("the {} overloads, by the arguments", defs.len());
        let of_them = || self.overload(file, site, arguments, &defs, rule);
        self.tried(what, of_them)
    }

    fn overload(&self, file: FileId, site: &CallSite, given: &[GivenArgument], defs: &[DefId], rule: Rule) -> Target {
        let fits = |def: &DefId| self.takes_so_many(*def, given.len()) && self.takes_block(file, *def, given);
        let mut fitting: Vec<DefId> = defs.iter().copied().filter(fits).collect();
        self.inherit(defs, &mut fitting, &fits);
        self.by_type_arguments(site.n_types, &mut fitting);
        // A member that is for one interface alone is called through that.
        if fitting.len() > 1 && fitting.iter().any(|def| !self.is_explicit(*def)) {
            fitting.retain(|def| !self.is_explicit(*def));
        }
        self.keep_labelled(file, given, &mut fitting);
        // A type may have constructors that no text states, so the only one that is stated is not always meant.
        let own_members = self.language(file).map_or(&[][..], |it| it.conventions.own_members);
        if own_members.contains(&self.text(self.sym(file, site.callee))) {
            fitting.retain(|def| self.may_take_labels(file, *def, given));
        }
        if fitting.len() > MOST_CANDIDATES {
            return Target::Ambiguous;
        }
        if fitting.len() > 1 {
            fitting = self.by_types(self.def(file, site.caller), given, (fitting, rule == Rule::Extension));
        }
        if fitting.len() > 1 && self.has_extensions(self.def(file, site.caller)) {
            fitting = self.without_defaults(file, given, fitting);
        }
        match fitting.len() {
            0 => Target::Unknown,
            1 if defs.len() > 1 => Target::Defs(fitting, rule.narrowed(Rule::Overload)),
            1 => Target::Defs(fitting, rule),
            // One function for each platform is no overload.
            _ if self.are_alike(&fitting) => Target::Defs(fitting, rule),
            _ => Target::Defs(fitting, rule.min(Rule::OpenOverload)),
        }
    }

    /// Where labels are part of a function's name, keeps the functions that the labels of the arguments name. One that is
    /// named whole comes before those that take the same and have defaults behind it.
    fn keep_labelled(&self, file: FileId, given: &[GivenArgument], fitting: &mut Vec<DefId>) {
        let Some(observation) = self.observation(file) else { return };
        let labels = |def: &DefId| {
            let row = self.parameters(*def)?;
            Some((self.observation(self.file(*def))?.name(row.labels?), row.most == u8::MAX))
        };
        if fitting.len() < 2 || !fitting.iter().all(|def| labels(def).is_some()) {
            return;
        }
        let is_named =
            |def: &DefId| labels(def).is_some_and(|(labels, many)| takes_labels(observation, labels, many, given));
        let named: Vec<DefId> = fitting.iter().copied().filter(is_named).collect();
        let is_whole = |def: &DefId| labels(def).is_some_and(|(labels, _)| labels.matches(':').count() == given.len());
        let whole: Vec<DefId> = named.iter().copied().filter(is_whole).collect();
        let type_name = |def: DefId, at: usize| self.wanted(def, at).map(|it| it.name);
        let is_longer = |one: DefId, other: DefId| {
            let starts = labels(&other).zip(labels(&one)).is_some_and(|((other, _), (one, _))| other.starts_with(one));
            starts && (0..given.len()).all(|at| type_name(one, at) == type_name(other, at))
        };
        match whole.as_slice() {
            _ if named.is_empty() => {}
            [one] if named.iter().all(|other| is_longer(*one, *other)) => *fitting = whole,
            _ => *fitting = named,
        }
    }

    /// Whether a function takes the labels of the arguments, where labels are part of its name.
    fn may_take_labels(&self, file: FileId, def: DefId, given: &[GivenArgument]) -> bool {
        let labels = self.parameters(def).and_then(|row| Some((row.labels?, row.most == u8::MAX)));
        let Some(((labels, many), caller)) = labels.zip(self.observation(file)) else { return true };
        let own = self.observation(self.file(def));
        own.is_none_or(|own| takes_labels(caller, own.name(labels), many, given))
    }

    /// Whether a function takes so many arguments, as far as is known.
    pub(super) fn takes_so_many(&self, def: DefId, n: usize) -> bool {
        self.parameters(def).is_none_or(|it| takes(it, n))
    }

    fn parameters(&self, def: DefId) -> Option<Parameters> {
        self.declaration(def)?.parameters
    }

    /// Adds the functions of that name, in the supertypes of the type that holds the given ones, that fit and that
    /// none at hand overrides.
    fn inherit(&self, defs: &[DefId], fitting: &mut Vec<DefId>, fits: &dyn Fn(&DefId) -> bool) {
        let Some(first) = defs.first() else { return };
        let (Some(of), Some(row)) = (self.container(*first), self.declaration(*first)) else { return };
        let Some(lineage) = self.lineage(&of) else { return };
        let sym = self.sym(self.file(*first), row.name);
        for sup in lineage {
            for def in self.held.get(&(*sup, sym)).into_iter().flatten().filter(|def| fits(def)) {
                if fitting.len() > MOST_CANDIDATES {
                    return;
                }
                if fitting.iter().any(|own| self.has_parameters_of(*own, *def)) {
                    continue;
                }
                // An override takes as few arguments as what it overrides, whose defaults it has.
                let own = defs.iter().copied().find(|own| self.has_places_of(*own, *def)).unwrap_or(*def);
                if !fitting.contains(&own) {
                    fitting.push(own);
                }
            }
        }
    }

    /// Those whose parameters can take the arguments; the one that fits best, where one does.
    fn by_types(&self, from: DefId, given: &[GivenArgument], (defs, are_extensions): (Vec<DefId>, bool)) -> Vec<DefId> {
        let file = self.file(from);
        // The object that it is called on is the first of those that it takes.
        let this = self.sym_of("this").filter(|_| are_extensions);
        let n_before = |def: DefId| usize::from(this.is_some_and(|this| self.locals.contains_key(&(def, this))));
        let wanted = |def: &DefId| -> Vec<ParameterType<'_>> {
            let place = |(at, argument)| self.taken_place(file, *def, argument, at) + n_before(*def);
            let places = given.iter().enumerate().map(place);
            places.map(|at| self.wanted(*def, at).unwrap_or(ParameterType::ANY)).collect()
        };
        let mut open: Vec<(DefId, Vec<ParameterType<'_>>)> = defs.iter().map(|def| (*def, wanted(def))).collect();
        let given: Vec<ArgumentType<'_>> = given.iter().map(|argument| self.given(from, argument.value)).collect();
        let rules = self.conversions(from);
        open.retain(|(_, wanted)| given.iter().zip(wanted).all(|(given, wanted)| self.fit(rules, given, wanted) > 0));
        // What takes any number of arguments is meant only where nothing else is.
        let is_fixed = |def: &DefId| self.parameters(*def).is_some_and(|it| it.most != u8::MAX);
        let surely_takes =
            |wanted: &[ParameterType<'_>]| given.iter().zip(wanted).all(|(it, of)| self.surely_fits(rules, it, of));
        let is_known = !given.contains(&ArgumentType::Unknown);
        if is_known && open.iter().any(|(def, wanted)| is_fixed(def) && surely_takes(wanted)) {
            open.retain(|(def, _)| is_fixed(def));
        }
        if open.len() < 2 {
            return open.into_iter().map(|(def, _)| def).collect();
        }
        // An argument of which nothing is known must not be what they differ in.
        let differs = |at: usize| open.iter().any(|(_, wanted)| wanted[at] != open[0].1[at]);
        let is_open = given.iter().enumerate().any(|(at, given)| *given == ArgumentType::Unknown && differs(at));
        let fit = |wanted: &[ParameterType<'_>]| -> Vec<u8> {
            given.iter().zip(wanted).map(|(given, wanted)| self.fit(rules, given, wanted)).collect()
        };
        let fits: Vec<Vec<u8>> = open.iter().map(|(_, wanted)| fit(wanted)).collect();
        match best_fit(&fits) {
            Some(best) if !is_open => vec![open[best].0],
            _ => open.into_iter().map(|(def, _)| def).collect(),
        }
    }

    /// Whether some argument is surely of another type than the function takes in its place.
    pub(super) fn refuses(&self, from: DefId, given: &[GivenArgument], def: DefId) -> bool {
        let (rules, file) = (self.conversions(from), self.file(from));
        let is_refused = |(at, argument): (usize, &GivenArgument)| {
            let wanted = self.wanted(def, self.taken_place(file, def, argument, at));
            wanted.is_some_and(|wanted| self.fit(rules, &self.given(from, argument.value), &wanted) == 0)
        };
        given.iter().all(|it| it.label.is_none()) && given.iter().enumerate().any(is_refused)
    }

    /// The type of a function's parameter.
    pub(super) fn wanted(&self, def: DefId, at: usize) -> Option<ParameterType<'_>> {
        let parameters = self.parameters(def)?;
        let file = self.file(def);
        let decl = Decl(def.0 - self.def(file, Decl(0)).0);
        let bindings = self.observation(file)?.bindings.get(parameters.first as usize..)?;
        let mut own = bindings.iter().filter(|it| it.scope == decl && it.kind != BindingKind::Returns);
        // What may be there any number of times comes last.
        let binding = own.nth(at).filter(|_| parameters.most != u8::MAX || at < usize::from(parameters.least))?;
        let Some(of) = binding.of else {
            let is_function = self.sym_of(&format!("({at}){FUNCTION_TYPE}"));
            let is_function = is_function.is_some_and(|sym| self.locals.contains_key(&(def, sym)));
            return is_function.then(|| ParameterType { name: FUNCTION_TYPE.into(), of: None });
        };
        let name = self.observation(file)?.spelled(of);
        let of = self.type_of_local(def, self.sym(file, binding.name));
        // Elsewhere a name that something around binds may be no type parameter.
        let may_be_parameter = self.language(file).is_some_and(|it| it.conventions.counts_type_parameters);
        let is_parameter = may_be_parameter && of.is_none() && self.is_type_parameter(def, &name);
        // One that has to be of a type elsewhere takes not every value.
        if is_parameter && self.sym_of(&name).is_some_and(|sym| self.stated(def, sym).is_some()) {
            return Some(ParameterType::ANY);
        }
        Some(ParameterType { name: if is_parameter { VARIABLE.into() } else { name }, of })
    }

    /// The name of a function's parameter.
    pub(super) fn parameter_name(&self, def: DefId, at: usize) -> Option<&str> {
        let (observation, parameters) = (self.observation(self.file(def))?, self.parameters(def)?);
        let decl = Decl(def.0 - self.def(self.file(def), Decl(0)).0);
        let bindings = observation.bindings.get(parameters.first as usize..)?;
        let mut own = bindings.iter().filter(|it| it.scope == decl && it.kind != BindingKind::Returns);
        own.nth(at).map(|it| observation.name(it.name))
    }

    /// Whether functions of several files take the same: one for each platform.
    fn are_alike(&self, defs: &[DefId]) -> bool {
        let Some((first, rest)) = defs.split_first() else { return true };
        let is_alike = |def: &DefId| self.file(*def) != self.file(*first) && self.has_parameters_of(*def, *first);
        rest.iter().all(is_alike)
    }

    pub(in crate::resolve) fn has_parameters_of(&self, a: DefId, b: DefId) -> bool {
        let least = |def: DefId| self.parameters(def).map(|it| it.least);
        least(a) == least(b) && self.has_places_of(a, b)
    }

    /// The same, but for defaults: whether each place takes the same type.
    fn has_places_of(&self, a: DefId, b: DefId) -> bool {
        let most = |def: DefId| self.parameters(def).map(|it| it.most);
        let least = self.parameters(a).map_or(0, |it| it.least);
        let n = most(a).map_or(0, |most| if most == u8::MAX { least } else { most });
        let name = |def: DefId, at: u8| self.wanted(def, usize::from(at)).map(|it| it.name);
        let is_alike = most(a) == most(b) && self.n_types(a) == self.n_types(b) && self.has_labels_of(a, b);
        is_alike && (0..n).all(|at| name(a, at) == name(b, at))
    }

    /// Whether a parameter of one function is surely of another type than that of the other function, in a language that
    /// has overloads by types. A type that nothing here declares, nor the language brings, can be a type parameter.
    pub(in crate::resolve) fn has_other_types(&self, a: DefId, b: DefId) -> bool {
        let types = |def: DefId| self.language(self.file(def)).map_or(&[][..], |it| it.conventions.built_in_types);
        let is_same_language = std::ptr::eq(types(a), types(b));
        let Some(n) = self.parameters(a).map(|it| if it.most == u8::MAX { it.least } else { it.most }) else {
            return false;
        };
        let built_in = |it: &ParameterType<'_>| types(a).iter().position(|names| names.contains(&simple(&it.name)));
        let is_known = |of: DefId| self.declaration(of).is_some_and(|row| row.kind != DeclKind::Alias);
        let differ = |a: ParameterType<'_>, b: ParameterType<'_>| match (a.of, b.of) {
            _ if simple(&a.name) == simple(&b.name) || is_variable(&a.name) || is_variable(&b.name) => false,
            (Some(a), Some(b)) => a != b && is_known(a) && is_known(b),
            (Some(of), None) => is_known(of) && built_in(&b).is_some(),
            (None, Some(of)) => is_known(of) && built_in(&a).is_some(),
            (None, None) => built_in(&a).zip(built_in(&b)).is_some_and(|(a, b)| a != b),
        };
        let at = |at: u8| self.wanted(a, usize::from(at)).zip(self.wanted(b, usize::from(at)));
        !types(a).is_empty() && is_same_language && (0..n).filter_map(at).any(|(a, b)| differ(a, b))
    }

    /// Whether the arguments of two functions have the same labels, where those are part of their names.
    pub(in crate::resolve) fn has_labels_of(&self, a: DefId, b: DefId) -> bool {
        let labels = |def: DefId| Some(self.observation(self.file(def))?.name(self.parameters(def)?.labels?));
        labels(a) == labels(b)
    }
}

/// A type parameter, by its customary name.
const VARIABLE: &str = "T";

/// The place of the one that fits everywhere at least as well as each other, and somewhere better.
fn best_fit(fits: &[Vec<u8>]) -> Option<usize> {
    let beats = |a: usize, b: usize| fits[a] != fits[b] && fits[a].iter().zip(&fits[b]).all(|(a, b)| a >= b);
    // What beats all others stays once it is reached.
    let last = (0..fits.len()).reduce(|best, other| if beats(other, best) { other } else { best })?;
    (0..fits.len()).all(|other| other == last || beats(last, other)).then_some(last)
}

/// Whether arguments have the labels of some parameters, in their order; parameters between them have defaults. A
/// function behind the brackets has no label.
fn takes_labels(observation: &Observation, labels: &str, takes_many: bool, given: &[GivenArgument]) -> bool {
    let mut labels = labels.split_terminator(':').peekable();
    let mut last = None;
    given.iter().all(|argument| {
        let wanted = argument.label.map_or("_", |label| observation.name(label));
        let is_function = observation.expr(argument.value) == Expr::Literal(Literal::Function);
        if takes_many && argument.label.is_none() && last.is_some() && labels.peek() != Some(&"_") {
            return true;
        }
        last = labels.find(|label| *label == wanted || is_function);
        last.is_some()
    })
}

fn takes(parameters: Parameters, n: usize) -> bool {
    usize::from(parameters.least) <= n && (parameters.most == u8::MAX || n <= usize::from(parameters.most))
}
