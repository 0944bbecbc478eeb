//! Whether a parameter can take an argument.

use std::borrow::Cow;
use std::cell::LazyCell;

use cg_rules::DefId;

use super::fit::{BOXES, INFERRED, NO, named, near};
use crate::language::{
    BindingKind, CLASS_MEMBER, CONVERTING, Conversions, DeclKind, Expr, ExprId, FUNCTION_OF, Literal, Rule,
    conversions_of, is_value_type, text_of_any,
};

pub(in crate::resolve) use super::fit::{EXACT, LOOSE, is_variable, simple};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The inferred type of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::resolve) enum ArgumentType<'i> {
    /// A literal's, or a function's.
    Literal(Literal),
    /// A function without a name that takes so many values.
    Function(u8),
    /// A type of the repository.
    Type(DefId),
    /// Another, by its name.
    Named(Cow<'i, str>),
    /// Nothing.
    Unknown,
}

/// The type of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::resolve) struct ParameterType<'i> {
    /// As written.
    pub name: Cow<'i, str>,
    /// Where the repository declares it.
    pub of: Option<DefId>,
}

impl ParameterType<'_> {
    /// A parameter of which nothing is known.
    pub const ANY: Self = Self { name: Cow::Borrowed(""), of: None };
}

/// The most names, and calls of a chain, that are looked through for a type.
const MOST_NAMES: u8 = 4;

/// The most types above one whose own supertypes are looked through.
const MOST_ABOVE: usize = 32;

impl SymbolTable<'_> {
    /// Infers the type of an argument.
    pub(in crate::resolve) fn given(&self, from: DefId, argument: ExprId) -> ArgumentType<'_> {
        self.given_by(from, argument, 0)
    }

    /// The same, through so many names that are bound to values and calls of a chain.
    fn given_by(&self, from: DefId, argument: ExprId, n_names: u8) -> ArgumentType<'_> {
        let file = self.file(from);
        let Some(observation) = self.observation(file) else { return ArgumentType::Unknown };
        match observation.expr(argument) {
            Expr::Unknown | Expr::Object | Expr::Literal(Literal::Other) => return ArgumentType::Unknown,
            Expr::Literal(sort) => return ArgumentType::Literal(sort),
            Expr::Name(name) if observation.name(name).starts_with(FUNCTION_OF) => {
                let n = observation.name(name).strip_prefix(FUNCTION_OF).and_then(|n| n.parse().ok());
                return n.map_or(ArgumentType::Unknown, ArgumentType::Function);
            }
            Expr::Made(made) => {
                let of = self.type_of_target(&self.path(from, made, 0), BindingKind::Annotated, 0);
                return of.map_or_else(|| ArgumentType::Named(observation.spelled(made)), ArgumentType::Type);
            }
            Expr::This => return self.this_type(from).map_or(ArgumentType::Unknown, ArgumentType::Type),
            Expr::Call(called) => return self.type_of_result_by(from, called, n_names),
            Expr::Member(_, name) if observation.name(name) == CLASS_MEMBER => {
                return ArgumentType::Literal(Literal::Class);
            }
            // Kotlin's `A::class`.
            Expr::Member(_, name) if observation.name(name) == "class" => {
                let object = self.conversions(from).and_then(|rules| rules.class_objects.first());
                return object.map_or(ArgumentType::Unknown, |name| ArgumentType::Named((*name).into()));
            }
            Expr::Element(of) => {
                if let ArgumentType::Named(name) = self.given_by(from, of, n_names)
                    && let Some(element) = name.strip_suffix("[]")
                {
                    return ArgumentType::Named(element.to_owned().into());
                }
            }
            _ => {}
        }
        let sym = self.sym_of_name(file, argument);
        if let Some(given) = sym.and_then(|sym| self.type_of_name(from, sym, n_names)) {
            return given;
        }
        let may_call = self.language(file).is_some_and(|it| it.conventions.calls_without_brackets);
        match self.path(from, argument, 0) {
            Target::Value(of) => of.map_or(ArgumentType::Unknown, ArgumentType::Type),
            // A function that is named without being called is a value itself.
            Target::Defs(defs, _) if !may_call && defs.iter().all(|def| self.is_callable(*def)) => {
                ArgumentType::Literal(Literal::Function)
            }
            target => self.type_of_any(target),
        }
    }

    /// The result of calling the target of a path.
    pub(in crate::resolve) fn type_of_result_of(&self, from: DefId, path: ExprId) -> ArgumentType<'_> {
        self.type_of_result_by(from, path, 0)
    }

    fn type_of_result_by(&self, from: DefId, path: ExprId, n_names: u8) -> ArgumentType<'_> {
        let called = self.callee(from, path, 0).1;
        let gives_extended = |defs: &[DefId]| !defs.is_empty() && defs.iter().all(|def| self.gives_extended(*def));
        if matches!(&called, Target::Defs(defs, _) if gives_extended(defs)) && n_names < MOST_NAMES {
            let on = self.observation(self.file(from)).map(|it| it.expr(path));
            let Some(Expr::Member(on, _)) = on else { return ArgumentType::Unknown };
            return self.given_by(from, on, n_names + 1);
        }
        let given = self.type_of_any(called);
        let observation = self.observation(self.file(from)).filter(|_| given == ArgumentType::Unknown);
        let Some((observation, Expr::Member(on, method))) = observation.map(|it| (it, it.expr(path))) else {
            return given;
        };
        if n_names >= MOST_NAMES {
            return given;
        }
        let n_names = n_names + 1;
        let (method, sym) = (observation.name(method), self.sym(self.file(from), method));
        // Twice would be so often again for each call of a chain.
        let receiver = LazyCell::new(|| self.given_by(from, on, n_names));
        if self.has_extensions(from) && matches!(*receiver, ArgumentType::Type(_)) {
            let extensions = self.extensions_named(from, sym).map_or(Vec::new(), |(defs, _)| defs);
            if gives_extended(&extensions) {
                return receiver.clone();
            }
            let given = self.given_by_extensions(from, sym);
            if given != ArgumentType::Unknown {
                return given;
            }
        }
        let of_text = || {
            let rules = self.conversions(from).filter(|rules| rules.text_to_text.contains(&method))?;
            let is_text = match &*receiver {
                ArgumentType::Literal(sort) => *sort == Literal::Text,
                ArgumentType::Named(name) => rules.plain(simple(name)) == rules.text.0,
                _ => false,
            };
            is_text.then_some(rules.text.0)
        };
        text_of_any(method).or_else(of_text).map_or(given, |text| ArgumentType::Named(text.into()))
    }

    /// The type that all of several functions give.
    pub(super) fn type_of_any(&self, target: Target) -> ArgumentType<'_> {
        let Target::Defs(defs, _) = target else { return ArgumentType::Unknown };
        let mut types = defs.iter().map(|def| self.type_of_result(*def));
        let first = types.next().unwrap_or(ArgumentType::Unknown);
        if types.all(|other| other == first) { first } else { ArgumentType::Unknown }
    }

    fn type_of_result(&self, def: DefId) -> ArgumentType<'_> {
        let target = Target::Defs(vec![def], Rule::Lexical);
        match self.type_of_target(&target, BindingKind::Constructed, 0) {
            Some(of) => ArgumentType::Type(of),
            None => self.stated_name(def).map_or(ArgumentType::Unknown, ArgumentType::Named),
        }
    }

    /// The type of a parameter or local, as it is stated where the name is bound, or as that of its value.
    fn type_of_name(&self, from: DefId, sym: Sym, n_names: u8) -> Option<ArgumentType<'_>> {
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let scope = scopes.find(|scope| self.locals(&(*scope, sym)).is_some())?;
        if let Some(of) = self.type_of_local(scope, sym) {
            return Some(ArgumentType::Type(of));
        }
        let stated = self.stated(scope, sym).map(ArgumentType::Named);
        Some(stated.or_else(|| self.type_of_only_value(scope, sym, n_names)).unwrap_or(ArgumentType::Unknown))
    }

    /// The type of the one value that a name is bound to, in a language whose names keep their type.
    fn type_of_only_value(&self, scope: DefId, sym: Sym, n_names: u8) -> Option<ArgumentType<'_>> {
        let observation = self.observation(self.file(scope)).filter(|_| n_names < MOST_NAMES)?;
        // Where types may state conversions, the value alone does not say what takes it.
        self.conversions(scope).filter(|rules| !rules.are_stated)?;
        let bindings = self.locals(&(scope, sym))?.iter().map(|at| &observation.bindings[*at as usize]);
        // A declaration also binds its name without a type.
        let mut values = bindings.filter(|it| it.of.is_some() || it.kind != BindingKind::Untyped);
        let (only, None) = (values.next()?, values.next()) else { return None };
        let (of, from) = (only.of?, self.outside(scope, sym));
        let given = match only.kind {
            BindingKind::Constructed => self.type_of_result_by(from, of, n_names + 1),
            BindingKind::Copied => self.given_by(from, of, n_names + 1),
            _ => return None,
        };
        // A type parameter of the function that gives it may be any type.
        let is_any = matches!(&given, ArgumentType::Named(name) if is_variable(simple(name)));
        (!is_any).then_some(given)
    }

    /// The one type that is stated where a name is bound.
    pub(super) fn stated(&self, scope: DefId, sym: Sym) -> Option<Cow<'_, str>> {
        let observation = self.observation(self.file(scope))?;
        let bindings = self.locals(&(scope, sym))?.iter().map(|at| &observation.bindings[*at as usize]);
        let mut stated = bindings.filter(|it| matches!(it.kind, BindingKind::Annotated | BindingKind::Returns));
        let (first, None) = (stated.next()?, stated.next()) else { return None };
        let name = observation.spelled(first.of?);
        // Kotlin's `fun f() = g()` has the type of what is called, be that a function.
        let head = simple(&name).trim_end_matches("[]");
        let built_in = self.language(self.file(scope)).map_or(&[][..], |it| it.conventions.built_in_types);
        let of_library = self.language(self.file(scope)).map_or(&[][..], |it| it.conventions.library_types);
        let is_type = |head: &str| {
            is_value_type(head) || of_library.contains(&head) || built_in.iter().any(|names| names.contains(&head))
        };
        (head.starts_with(char::is_uppercase) || is_type(head)).then_some(name)
    }

    /// The type that a field states, or a function as that of its result.
    pub(super) fn stated_name(&self, def: DefId) -> Option<Cow<'_, str>> {
        let row = self.declaration(def)?;
        let (scope, sym) = match row.kind {
            DeclKind::Variable | DeclKind::Field => (self.container(def)?, self.sym(self.file(def), row.name)),
            _ => (def, self.sym_of("")?),
        };
        self.stated(scope, sym)
    }

    /// The conversions of the language of a definition's file.
    pub(in crate::resolve) fn conversions(&self, def: DefId) -> Option<&'static Conversions> {
        conversions_of(self.language(self.file(def)))
    }

    /// How well an argument fits a parameter, by the conversions of the call's language.
    pub(in crate::resolve) fn fit(
        &self,
        rules: Option<&Conversions>,
        given: &ArgumentType<'_>,
        wanted: &ParameterType<'_>,
    ) -> u8 {
        let Some(rules) = rules else { return LOOSE };
        let name = rules.plain(simple(&wanted.name));
        let fit = match given {
            ArgumentType::Unknown => LOOSE,
            _ if is_variable(name) && wanted.of.is_some() => self.of_type(rules, given, wanted),
            _ if is_variable(name) => as_variable(rules, given),
            ArgumentType::Literal(sort) => self.literal(rules, *sort, name, wanted),
            ArgumentType::Function(n) => self.fit_of_function(rules, usize::from(*n), name, wanted),
            ArgumentType::Named(given) => named(rules, rules.plain(simple(given)), name, wanted.of.is_some()),
            ArgumentType::Type(_) => self.of_type(rules, given, wanted),
        };
        if fit == NO && rules.are_stated && (is_adopted(rules, given, wanted) || self.may_be_converted(given, wanted)) {
            return LOOSE;
        }
        fit
    }

    /// Whether a type of the repository that is given, or wanted, states a conversion that takes place by itself.
    fn may_be_converted(&self, given: &ArgumentType<'_>, wanted: &ParameterType<'_>) -> bool {
        let given = if let ArgumentType::Type(given) = given { Some(*given) } else { None };
        let Some(sym) = self.sym_of(CONVERTING) else { return false };
        let states = |of: &DefId| self.locals(&(*of, sym)).is_some();
        let any = |of: DefId| states(&of) || self.lineage(&of).is_some_and(|lineage| lineage.iter().any(states));
        given.is_some_and(any) || wanted.of.is_some_and(any)
    }

    /// Whether an argument surely fits a parameter. One whose type is not known may be of another, and does not.
    pub(super) fn surely_fits(
        &self,
        rules: Option<&Conversions>,
        given: &ArgumentType<'_>,
        wanted: &ParameterType<'_>,
    ) -> bool {
        let name = simple(&wanted.name);
        // Where types may be written in forms that have no name, one that is not known is not any.
        let is_top = |rules: &Conversions| rules.tops.contains(&name) && !(rules.are_adopted && name.is_empty());
        let takes_all = rules.is_none_or(is_top) || is_variable(name);
        let is_function = matches!(given, ArgumentType::Function(_));
        let is_stated = |rules: &Conversions| rules.are_stated || is_function && rules.interfaces.is_empty();
        let is_literal = is_function || matches!(given, ArgumentType::Literal(_));
        let is_literal = is_literal && !rules.is_some_and(is_stated);
        takes_all || is_literal || self.fit(rules, given, wanted) > LOOSE
    }

    fn of_type(&self, rules: &Conversions, given: &ArgumentType<'_>, wanted: &ParameterType<'_>) -> u8 {
        let ArgumentType::Type(given) = given else { return LOOSE };
        match wanted.of {
            Some(of) => self.fit_of_types(*given, of),
            None => {
                let name = simple(&wanted.name);
                let is_value = rules.value(name).is_some() || name == rules.class.0;
                let is_other = is_value || wanted.name.ends_with(rules.text.0) || wanted.name.ends_with("[]");
                let is_collection = || rules.collections.contains(&name) && self.has_known_supertypes(*given);
                if is_other || is_collection() { NO } else { LOOSE }
            }
        }
    }

    /// Whether every supertype of a type is known, as are those of each of them, so that it is of no other type.
    pub(super) fn has_known_supertypes(&self, of: DefId) -> bool {
        let above = self.lineage(&of).map_or(&[][..], Vec::as_slice);
        let mut all = std::iter::once(of).chain(above.iter().copied());
        above.len() <= MOST_ABOVE
            && all.all(|def| {
                let file = self.file(def);
                let known = self.file_types.get(file.0 as usize).map_or(&[][..], |it| it.rows.as_slice());
                let Some(observation) = self.observation(file) else { return false };
                let mut own = observation.supertypes.iter().filter(|site| self.def(file, site.sub) == def);
                own.all(|site| known.iter().any(|row| row.at == site.at))
            })
    }

    /// How well a value of one type of the repository fits as one of another.
    pub(super) fn fit_of_types(&self, given: DefId, wanted: DefId) -> u8 {
        if given == wanted {
            return EXACT;
        }
        let lineage = self.lineage(&given).map_or(&[][..], Vec::as_slice);
        lineage.iter().position(|sup| *sup == wanted).map_or(NO, near)
    }

    pub(super) fn literal(&self, rules: &Conversions, sort: Literal, name: &str, wanted: &ParameterType<'_>) -> u8 {
        if let Some((_, given)) = rules.literals.iter().find(|(mark, _)| *mark == sort) {
            // A whole number may be written where a box of a smaller one is wanted, in a language that has no other name for it.
            let is_smaller = |of: &str| !rules.not_numbers.contains(&of) && rules.widening(of, given).is_some();
            let is_number = |of: &str| !rules.not_numbers.contains(&of) && of != *given;
            let kind = || wanted.of.and_then(|of| self.declaration(of)).map(|row| row.kind);
            if sort == Literal::Integer
                && rules.shrinks_literals
                && (rules.value(name).is_some_and(is_number) || kind() == Some(DeclKind::Enum))
            {
                return LOOSE;
            }
            if sort == Literal::Integer && rules.is_box(name) && rules.value(name).is_some_and(is_smaller) {
                return LOOSE;
            }
            return named(rules, given, name, wanted.of.is_some());
        }
        match sort {
            Literal::Null => {
                if rules.is_value(name) && !rules.takes_null_for_values {
                    NO
                } else {
                    LOOSE
                }
            }
            Literal::Class => match name {
                _ if name == rules.class.0 => EXACT,
                _ if rules.class_objects.contains(&name) => NO,
                _ if rules.tops.contains(&name) || rules.class.1.contains(&name) => LOOSE,
                _ => NO,
            },
            // A function can be an interface with one method.
            _ => match wanted.of.and_then(|of| self.declaration(of)).map(|row| row.kind) {
                Some(DeclKind::Interface | DeclKind::Alias) => LOOSE,
                Some(_) => NO,
                None if rules.value(name).is_some() => NO,
                None if [rules.text.0, rules.class.0, rules.object].contains(&name) => NO,
                None if rules.class.1.contains(&name) || rules.class_objects.contains(&name) => NO,
                None => LOOSE,
            },
        }
    }
}

/// Whether a type of the repository may take a value of none, though nothing here says so.
fn is_adopted(rules: &Conversions, given: &ArgumentType<'_>, wanted: &ParameterType<'_>) -> bool {
    let is_of_none = match given {
        ArgumentType::Literal(sort) => !matches!(sort, Literal::Function | Literal::Block),
        ArgumentType::Named(_) => true,
        ArgumentType::Function(_) | ArgumentType::Type(_) | ArgumentType::Unknown => false,
    };
    rules.are_adopted && is_of_none && wanted.of.is_some()
}

/// How well a type parameter fits a value.
fn as_variable(rules: &Conversions, given: &ArgumentType<'_>) -> u8 {
    let is_open = matches!(
        given,
        ArgumentType::Unknown
            | ArgumentType::Function(_)
            | ArgumentType::Literal(Literal::Null | Literal::Function | Literal::Block)
    );
    let is_open = is_open || matches!(given, ArgumentType::Named(name) if is_variable(simple(name)));
    let is_boxed = matches!(given, ArgumentType::Named(name) if rules.is_box(simple(name)));
    match is_open {
        false if rules.infers_exactly => INFERRED,
        false if is_boxed => BOXES,
        _ => LOOSE,
    }
}
