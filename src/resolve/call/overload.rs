//! Tells overloads apart: by how many arguments a call gives, then by what they are.

use std::borrow::Cow;

use cg_rules::{DefId, FileId};

use super::argument::{ArgumentType, EXACT, ParameterType, is_variable};
use super::fit::best_fit;
use crate::language::{
    Binding, BindingKind, CallSite, Conversions, Decl, DeclKind, Expr, FUNCTION_OF, FUNCTION_TYPE, GivenArgument,
    Literal, MOST_CANDIDATES, Observation, Parameters, Rule, with_count,
};
use crate::resolve::refused::note_refusal;
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
        let (defs, rule) = self.seen_on_platform(file, (defs, rule));
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
        let from = self.def(file, site.caller);
        self.inherit(defs, &mut fitting, &fits, &|own| !self.refuses(from, given, own));
        self.by_type_arguments(site.n_types, &mut fitting);
        // A member that is for one interface alone is called through that.
        if fitting.len() > 1 && fitting.iter().any(|def| !self.is_explicit(*def)) {
            fitting.retain(|def| !self.is_explicit(*def));
        }
        self.keep_accessible(from, &mut fitting);
        self.keep_labelled(file, given, &mut fitting);
        // A type may have constructors that no text states, so the only one that is stated is not always meant.
        let own_members = self.language(file).map_or(&[][..], |it| it.conventions.own_members);
        if own_members.contains(&self.text(self.sym(file, site.callee))) {
            fitting.retain(|def| self.may_take_labels(file, *def, given));
        }
        if fitting.len() > MOST_CANDIDATES {
            return Target::Ambiguous;
        }
        self.drop_disfavored(file, &mut fitting);
        if fitting.len() > 1 {
            fitting = self.by_types(self.def(file, site.caller), given, (fitting, rule == Rule::Extension));
        }
        if fitting.len() > 1 {
            fitting = self.preferred(file, given, fitting);
        }
        match fitting.len() {
            0 => {
                note_refusal();
                Target::Unknown
            }
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
    pub(super) fn may_take_labels(&self, file: FileId, def: DefId, given: &[GivenArgument]) -> bool {
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
    fn inherit(
        &self,
        defs: &[DefId],
        fitting: &mut Vec<DefId>,
        fits: &dyn Fn(&DefId) -> bool,
        may_take: &dyn Fn(DefId) -> bool,
    ) {
        let Some(first) = defs.first() else { return };
        let (Some(of), Some(row)) = (self.container(*first), self.declaration(*first)) else { return };
        let Some(lineage) = self.lineage(&of) else { return };
        let sym = self.sym(self.file(*first), row.name);
        // A function is called before a value of its name that is inherited.
        let is_own_callable = fitting.iter().any(|def| self.is_callable(*def));
        let may_be_called = |def: &DefId| !is_own_callable || self.is_callable(*def);
        let is_seen = |sup: &&DefId| self.has_members_of(of, **sup) && !self.is_of_other_platform(of, lineage, **sup);
        for sup in lineage.iter().filter(is_seen) {
            for def in self.held(&(*sup, sym)).into_iter().flatten().filter(|def| fits(def) && may_be_called(def)) {
                if fitting.len() > MOST_CANDIDATES {
                    return;
                }
                let is_answered =
                    |own: &DefId| self.has_parameters_of(*own, *def) || self.answers_to(*own, *def) && may_take(*own);
                if fitting.iter().any(is_answered) {
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

    /// Whether a type has the members of one above it: in some languages a class has none of its interfaces.
    pub(in crate::resolve) fn has_members_of(&self, of: DefId, sup: DefId) -> bool {
        let is_interface = |of| self.declaration(of).is_some_and(|row| row.kind == DeclKind::Interface);
        let seals = self.language(self.file(of)).is_some_and(|it| it.conventions.seals_interfaces);
        !seals || !is_interface(sup) || is_interface(of)
    }

    /// Those whose parameters can take the arguments; the one that fits best, where one does.
    fn by_types(&self, from: DefId, given: &[GivenArgument], (defs, are_extensions): (Vec<DefId>, bool)) -> Vec<DefId> {
        let file = self.file(from);
        // The object that it is called on is the first of those that it takes.
        let this = self.sym_of("this").filter(|_| are_extensions);
        let n_before = |def: DefId| usize::from(this.is_some_and(|this| self.locals(&(def, this)).is_some()));
        let wanted = |def: &DefId| -> Vec<ParameterType<'_>> {
            let places = self.places(file, *def, given).into_iter().map(|at| at.saturating_add(n_before(*def)));
            places.map(|at| self.wanted(*def, at).unwrap_or(ParameterType::ANY)).collect()
        };
        let mut open: Vec<(DefId, Vec<ParameterType<'_>>)> = defs.iter().map(|def| (*def, wanted(def))).collect();
        let given: Vec<ArgumentType<'_>> = given.iter().map(|argument| self.passed(from, argument.value)).collect();
        let rules = self.conversions(from);
        open.retain(|(_, wanted)| given.iter().zip(wanted).all(|(given, wanted)| self.fit(rules, given, wanted) > 0));
        open.retain(|(def, _)| !self.refuses_repeated(rules, (*def, n_before(*def)), &given));
        // What takes any number of arguments is meant only where nothing else is.
        let is_fixed = |def: &DefId| self.parameters(*def).is_some_and(|it| it.most != u8::MAX);
        let surely_takes =
            |wanted: &[ParameterType<'_>]| given.iter().zip(wanted).all(|(it, of)| self.surely_fits(rules, it, of));
        let is_known = !given.contains(&ArgumentType::Unknown);
        if is_known && open.iter().any(|(def, wanted)| is_fixed(def) && surely_takes(wanted)) {
            open.retain(|(def, _)| is_fixed(def));
        }
        // What states no parameters gives a value, which is called only where no function is.
        if is_known && rules.is_some_and(|it| it.are_adopted) && open.iter().any(|(def, _)| is_fixed(def)) {
            open.retain(|(def, _)| self.parameters(*def).is_some());
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
        // One that fits by a conversion is not surely meant beside a type of which nothing is known.
        let is_open = is_open
            || best_fit(&fits).is_some_and(|best| {
                let is_close = |at: usize| fits[best][at] < EXACT;
                (0..given.len()).any(|at| {
                    is_close(at) && open.iter().any(|(_, wanted)| self.may_be_of(rules, &given[at], &wanted[at]))
                })
            });
        match best_fit(&fits) {
            Some(best) if !is_open && !self.may_depend_on_result(rules, &open) => vec![open[best].0],
            _ => open.into_iter().map(|(def, _)| def).collect(),
        }
    }

    /// Whether functions may differ in what they give, where that decides among them: in its type, or in the type arguments of that.
    fn may_depend_on_result(&self, rules: Option<&Conversions>, open: &[(DefId, Vec<ParameterType<'_>>)]) -> bool {
        if !rules.is_some_and(|rules| rules.decides_by_result) {
            return false;
        }
        let result = |def: DefId| self.stated_name(def);
        let none = self.sym_of("");
        let given = |def: DefId| none.and_then(|none| self.type_of_local(def, none));
        // Beside fields and cases, a type binds its type parameters.
        let has_types = |of: DefId| {
            self.look(self.file(of));
            let bound = self.locals.of(of);
            bound.into_iter().any(|(name, _)| self.text(name).starts_with(char::is_uppercase))
        };
        let (first, others) = match open.split_first() {
            Some(((first, _), others)) => (*first, others),
            None => return false,
        };
        others.iter().any(|(def, _)| result(*def) != result(first)) || given(first).is_some_and(has_types)
    }

    /// Whether some argument is surely of another type than the function takes in its place.
    pub(super) fn refuses(&self, from: DefId, given: &[GivenArgument], def: DefId) -> bool {
        let (rules, file) = (self.conversions(from), self.file(from));
        let is_refused = |(argument, at): (&GivenArgument, usize)| {
            let wanted = self.wanted(def, at);
            wanted.is_some_and(|wanted| self.fit(rules, &self.passed(from, argument.value), &wanted) == 0)
        };
        given.iter().zip(self.places(file, def, given)).any(is_refused)
    }

    /// Whether an argument is of another type than those are of which a function takes any number, and no array of them.
    fn refuses_repeated(
        &self,
        rules: Option<&Conversions>,
        (def, n_before): (DefId, usize),
        given: &[ArgumentType<'_>],
    ) -> bool {
        let repeated = || {
            let parameters = self.parameters(def).filter(|it| it.most == u8::MAX)?;
            let at = usize::from(parameters.least);
            let (observation, of) = (self.observation(self.file(def))?, self.parameter_binding(def, at)?.of?);
            let (element, levels) = observation.exprs.levels(of);
            let name = observation.spelled(element);
            let of = self.type_of_target(&self.path(def, element, 0), BindingKind::Annotated, 0);
            (levels < 2).then_some((at, ParameterType { name, of }))
        };
        let Some((at, element)) = repeated() else { return false };
        let is_whole = |given: &ArgumentType<'_>| match given {
            ArgumentType::Named(name) => name.ends_with("[]") || is_variable(name),
            ArgumentType::Type(_) => false,
            ArgumentType::Unknown | ArgumentType::Literal(_) | ArgumentType::Function(_) => true,
        };
        given
            .iter()
            .skip(at.saturating_sub(n_before))
            .any(|given| !is_whole(given) && self.fit(rules, given, &element) == 0)
    }

    /// The type of a function's parameter.
    pub(super) fn wanted(&self, def: DefId, at: usize) -> Option<ParameterType<'_>> {
        let parameters = self.parameters(def)?;
        let file = self.file(def);
        // What may be there any number of times comes last.
        let is_one = parameters.most != u8::MAX || at < usize::from(parameters.least);
        let binding = self.parameter_binding(def, at).filter(|_| is_one)?;
        let Some(of) = binding.of else {
            return self.takes_function(def, at, FUNCTION_TYPE).then(|| {
                let is_counted = self.conversions(def).is_some_and(|rules| rules.n_taken(FUNCTION_TYPE).is_some());
                let counted = (0..MOST_VALUES).filter(|_| is_counted).map(|n| with_count(FUNCTION_TYPE, n));
                let name = counted.into_iter().find(|name| self.takes_function(def, at, name));
                ParameterType { name: name.map_or(Cow::Borrowed(FUNCTION_TYPE), Cow::Owned), of: None }
            });
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

    /// Whether a function binds that it takes a function at a place, of a type of that name.
    pub(super) fn takes_function(&self, def: DefId, at: usize, name: &str) -> bool {
        let marker = self.sym_of(&format!("({at}){name}"));
        marker.is_some_and(|sym| self.locals(&(def, sym)).is_some())
    }

    /// The name of a function's parameter.
    pub(super) fn parameter_name(&self, def: DefId, at: usize) -> Option<&str> {
        Some(self.observation(self.file(def))?.name(self.parameter_binding(def, at)?.name))
    }

    /// The binding of a function's parameter.
    pub(super) fn parameter_binding(&self, def: DefId, at: usize) -> Option<&Binding> {
        let (observation, parameters) = (self.observation(self.file(def))?, self.parameters(def)?);
        let decl = Decl(def.0 - self.def(self.file(def), Decl(0)).0);
        observation.taken_by(decl, parameters).nth(at).filter(|_| at < usize::from(u8::MAX))
    }

    /// Whether functions of several files take the same: one for each platform.
    pub(super) fn are_alike(&self, defs: &[DefId]) -> bool {
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
        let is_alike = most(a) == most(b) && self.has_types_of(a, b) && self.has_labels_of(a, b);
        let is_same = |a: Cow<'_, str>, b: Cow<'_, str>| a == b || is_variable(&a) && is_variable(&b);
        is_alike
            && (0..n).all(|at| match (name(a, at), name(b, at)) {
                (Some(a), Some(b)) => is_same(a, b),
                (a, b) => a.is_none() && b.is_none(),
            })
    }

    /// Whether the arguments of two functions have the same labels, where those are part of their names.
    pub(in crate::resolve) fn has_labels_of(&self, a: DefId, b: DefId) -> bool {
        let labels = |def: DefId| Some(self.observation(self.file(def))?.name(self.parameters(def)?.labels?));
        labels(a) == labels(b)
    }
}

/// The most values that a function without a name is known to take.
const MOST_VALUES: usize = 10;

/// A type parameter, by its customary name.
const VARIABLE: &str = "T";

/// Whether arguments have the labels of some parameters, in their order; parameters between them have defaults. A
/// function behind the brackets has no label.
fn takes_labels(observation: &Observation, labels: &str, takes_many: bool, given: &[GivenArgument]) -> bool {
    let mut labels = labels.split_terminator(':').peekable();
    let mut last = None;
    given.iter().all(|argument| {
        let wanted = argument.label.map_or("_", |label| observation.name(label));
        let is_function = is_unlabelled(observation, argument);
        if takes_many && argument.label.is_none() && last.is_some() && labels.peek() != Some(&"_") {
            return true;
        }
        last = labels.find(|label| *label == wanted || is_function);
        last.is_some()
    })
}

/// Whether an argument is a function behind the brackets, where arguments have labels.
pub(super) fn is_unlabelled(observation: &Observation, argument: &GivenArgument) -> bool {
    let is_function = match observation.expr(argument.value) {
        Expr::Literal(sort) => sort == Literal::Function,
        Expr::Name(name) => observation.name(name).starts_with(FUNCTION_OF),
        _ => false,
    };
    argument.label.is_none() && is_function
}

fn takes(parameters: Parameters, n: usize) -> bool {
    usize::from(parameters.least) <= n && (parameters.most == u8::MAX || n <= usize::from(parameters.most))
}
