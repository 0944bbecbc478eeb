//! Chooses among signatures of one function: in the order of the text, the first that takes the arguments.

use std::borrow::Cow;

use cg_rules::DefId;

use super::argument::ArgumentType;
use crate::language::{
    ALIASED, BindingKind, DeclKind, Expr, ExprId, FUNCTION_OF, GivenArgument, Literal, MANY_ARGUMENTS, Observation,
    Rule, argument_place,
};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// A type of an argument, or one that a parameter takes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape<'i> {
    /// A literal of a sort.
    Literal(Literal),
    /// The one text.
    Text(&'i str),
    /// A function of so many parameters, whose types are those that are expected.
    Function(u8),
    /// An object that is written in place, or the type of one.
    Object,
    /// A list.
    List,
    /// A type of the repository.
    Type(DefId),
    /// An instance of a class of a library.
    Made(Cow<'i, str>),
    /// Another type of a library.
    Named(Cow<'i, str>),
    /// Nothing is known.
    Unknown,
}

/// How surely a parameter takes an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    No,
    Maybe,
    Sure,
}

/// How deep aliases are followed.
const DEEPEST: usize = 4;
/// The most types of an alias that is one of those of another.
const MOST_NESTED: usize = 16;

impl SymbolTable<'_> {
    /// Among several signatures, the one that a call means; several where the arguments do not say.
    pub(super) fn by_signature(&self, from: DefId, given: &[GivenArgument], defs: &[DefId], rule: Rule) -> Target {
        let is_signature = |def: &DefId| self.declaration(*def).is_some_and(|row| row.parameters.is_some());
        if !defs.iter().all(is_signature) {
            return Target::Defs(defs.to_vec(), rule);
        }
        // The signatures of one type are ways to call one function, whichever is meant.
        let is_together = |defs: &[DefId]| defs.iter().all(|def| self.container(*def) == self.container(defs[0]));
        let open_rule = if is_together(defs) { Rule::Several } else { Rule::OpenOverload };
        let open = |defs: Vec<DefId>| Target::Defs(defs, rule.min(open_rule));
        let counted: Vec<DefId> = defs.iter().copied().filter(|def| self.takes_so_many(*def, given.len())).collect();
        if counted.is_empty() {
            return open(defs.to_vec());
        }
        let shapes: Vec<Shape<'_>> = given.iter().map(|it| self.shape_of_value(from, it.value)).collect();
        let fit = |def: &DefId| {
            let fits = shapes.iter().enumerate().map(|(at, shape)| self.fit_at(*def, at, shape));
            fits.min().unwrap_or(Fit::Sure)
        };
        let fitting: Vec<(DefId, Fit)> = counted.iter().map(|def| (*def, fit(def))).collect();
        let fitting: Vec<(DefId, Fit)> = fitting.into_iter().filter(|(_, fit)| *fit != Fit::No).collect();
        match fitting.as_slice() {
            [] => open(counted),
            [(def, _)] => Target::Defs(vec![*def], rule.narrowed(Rule::Overload)),
            [(def, Fit::Sure), ..] if open_rule == Rule::Several => {
                Target::Defs(vec![*def], rule.narrowed(Rule::Overload))
            }
            _ => open(fitting.into_iter().map(|(def, _)| def).collect()),
        }
    }

    /// How surely the parameter at a place takes a value: one of its types has to.
    fn fit_at(&self, def: DefId, at: usize, given: &Shape<'_>) -> Fit {
        let bound = |place: &str| self.locals(&(def, self.sym_of(place)?));
        let is_open = || self.declaration(def).and_then(|row| row.parameters).is_some_and(|it| it.most == u8::MAX);
        let taken = bound(&argument_place(at)).or_else(|| bound(MANY_ARGUMENTS).filter(|_| is_open()));
        let (Some(taken), Some(observation)) = (taken, self.observation(self.file(def))) else { return Fit::Maybe };
        let types = taken.iter().filter_map(|at| observation.bindings[*at as usize].of);
        types.map(|of| self.fit_of_type(given, def, of, 0)).max().unwrap_or(Fit::Maybe)
    }

    /// How surely a value is of a type, or of one of those that an alias means.
    fn fit_of_type(&self, given: &Shape<'_>, def: DefId, of: ExprId, depth: usize) -> Fit {
        let wanted = self.shape_of_type(def, of);
        let alias = match wanted {
            Shape::Type(alias) if *given != wanted && depth < DEEPEST => alias,
            _ => return self.fit_of(given, &wanted),
        };
        let types = self.sym_of(ALIASED).and_then(|sym| self.locals(&(alias, sym)));
        let (Some(types), Some(observation)) = (types, self.observation(self.file(alias))) else {
            return self.fit_of(given, &wanted);
        };
        if depth > 0 && types.len() > MOST_NESTED {
            return Fit::Maybe;
        }
        let types = types.iter().filter_map(|at| observation.bindings[*at as usize].of);
        types.map(|of| self.fit_of_type(given, alias, of, depth + 1)).max().unwrap_or(Fit::Maybe)
    }

    fn fit_of(&self, given: &Shape<'_>, wanted: &Shape<'_>) -> Fit {
        use Shape::{List, Made, Named, Object, Text, Type, Unknown};
        let may = |is_so: bool| if is_so { Fit::Maybe } else { Fit::No };
        let kind = |def: &DefId| self.declaration(*def).map(|row| row.kind);
        let function = Shape::Literal(Literal::Function);
        match (given, wanted) {
            (Shape::Function(given), Shape::Function(wanted)) => {
                if given <= wanted {
                    Fit::Sure
                } else {
                    Fit::No
                }
            }
            (Shape::Function(_), _) => self.fit_of(&function, wanted),
            (_, Shape::Function(_)) => self.fit_of(given, &function),
            (Unknown | Shape::Literal(Literal::Null | Literal::Other), _) | (_, Unknown) => Fit::Maybe,
            (Type(given), Type(wanted)) if given == wanted => Fit::Sure,
            (Type(given), Type(wanted)) => {
                let is_below = self.lineage(given).is_some_and(|above| above.contains(wanted));
                let are_classes = kind(given) == Some(DeclKind::Class) && kind(wanted) == Some(DeclKind::Class);
                if is_below { Fit::Sure } else { may(!are_classes) }
            }
            (Named(given) | Made(given), Named(wanted)) if given == wanted => Fit::Sure,
            // A type of a library may be a name for any other.
            (Named(_), _) | (_, Named(_)) => Fit::Maybe,
            (Text(given), Text(wanted)) => {
                if given == wanted {
                    Fit::Sure
                } else {
                    Fit::No
                }
            }
            (Text(_), Shape::Literal(Literal::Text)) => Fit::Sure,
            (Shape::Literal(Literal::Text), Text(_)) => Fit::Maybe,
            (Shape::Literal(Literal::Function), Shape::Literal(Literal::Function)) => Fit::Maybe,
            (Shape::Literal(Literal::Class), Shape::Literal(Literal::Class)) => Fit::Maybe,
            (Shape::Literal(given), Shape::Literal(wanted)) => {
                if given == wanted {
                    Fit::Sure
                } else {
                    Fit::No
                }
            }
            (Shape::Literal(Literal::Function | Literal::Class), Type(wanted)) => {
                may(!matches!(kind(wanted), Some(DeclKind::Class | DeclKind::Enum)))
            }
            (Text(_) | Shape::Literal(_), Type(wanted)) => {
                may(!matches!(kind(wanted), Some(DeclKind::Class | DeclKind::Interface)))
            }
            (Object | List | Made(_), Type(wanted)) => may(kind(wanted) != Some(DeclKind::Enum)),
            (Object | List | Made(_), Object) | (List | Made(_), List) => Fit::Maybe,
            (Type(given), Shape::Literal(Literal::Function)) => {
                may(matches!(kind(given), Some(DeclKind::Interface | DeclKind::Alias)))
            }
            (Type(given), Shape::Literal(_) | Text(_)) => {
                may(!matches!(kind(given), Some(DeclKind::Class | DeclKind::Interface)))
            }
            (Type(_), Object | List | Made(_)) => Fit::Maybe,
            _ => Fit::No,
        }
    }

    /// The type that a signature states, as it is seen there: a type parameter is of the type that bounds it.
    fn shape_of_type(&self, def: DefId, of: ExprId) -> Shape<'_> {
        let Some(observation) = self.observation(self.file(def)) else { return Shape::Unknown };
        if let Some(shape) = shape_in_text(observation, of) {
            return shape;
        }
        let sym = self.sym_of_name(self.file(def), of);
        if let Some(sort) = sym.and_then(|sym| self.stated_sort(def, sym)) {
            return Shape::Literal(sort);
        }
        match self.as_type(self.path(def, of, 0)) {
            Target::Value(Some(of)) => Shape::Type(of),
            Target::Defs(defs, _) => match defs.first().copied().filter(|of| self.is_type_of_values(*of)) {
                Some(of) => Shape::Type(of),
                None => Shape::Unknown,
            },
            Target::External(_) | Target::Foreign | Target::Unknown => Shape::Named(observation.spelled(of)),
            _ => Shape::Unknown,
        }
    }

    fn is_type_of_values(&self, of: DefId) -> bool {
        self.declaration(of).is_some_and(|row| row.kind.is_type())
    }

    /// The type of an argument.
    fn shape_of_value(&self, from: DefId, value: ExprId) -> Shape<'_> {
        let file = self.file(from);
        let Some(observation) = self.observation(file) else { return Shape::Unknown };
        if let Some(shape) = shape_in_text(observation, value) {
            return shape;
        }
        if let Some(sort) = self.sym_of_name(file, value).and_then(|sym| self.stated_sort(from, sym)) {
            return Shape::Literal(sort);
        }
        let is_path = matches!(observation.expr(value), Expr::Name(_) | Expr::Member(..));
        match if is_path { self.path(from, value, 0) } else { Target::Unknown } {
            Target::Defs(defs, _) => match defs.first().and_then(|def| self.declaration(*def)).map(|row| row.kind) {
                Some(DeclKind::Function) => return Shape::Literal(Literal::Function),
                Some(DeclKind::Class) => return Shape::Literal(Literal::Class),
                // A getter is read like a field.
                Some(DeclKind::Method) => return Shape::Unknown,
                _ => {}
            },
            Target::Value(_) | Target::Unknown => {}
            _ => return Shape::Unknown,
        }
        match (self.given(from, value), observation.expr(value)) {
            (ArgumentType::Type(of), _) => Shape::Type(of),
            (ArgumentType::Named(name), Expr::Made(_)) => Shape::Made(name),
            (ArgumentType::Named(name), _) => Shape::Named(name),
            (ArgumentType::Literal(sort), _) => Shape::Literal(sort),
            (ArgumentType::Function(n), _) => Shape::Function(n),
            (ArgumentType::Unknown, _) => Shape::Unknown,
        }
    }

    /// The sort of the values of a local name whose annotation is a type that no project declares: `string`.
    fn stated_sort(&self, from: DefId, sym: Sym) -> Option<Literal> {
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let scope = scopes.find(|scope| self.locals(&(*scope, sym)).is_some())?;
        let observation = self.observation(self.file(scope))?;
        let [binding] = self.locals(&(scope, sym))? else { return None };
        let binding = &observation.bindings[*binding as usize];
        match observation.expr(binding.of.filter(|_| binding.kind == BindingKind::Copied)?) {
            Expr::Literal(sort) if sort != Literal::Other => Some(sort),
            _ => None,
        }
    }
}

/// The type of what is a value, or a type, by its text alone.
fn shape_in_text(observation: &Observation, of: ExprId) -> Option<Shape<'_>> {
    match observation.expr(of) {
        Expr::Unknown => Some(Shape::Unknown),
        Expr::Object => Some(Shape::Object),
        Expr::List(_) => Some(Shape::List),
        Expr::Literal(sort) => Some(Shape::Literal(sort)),
        Expr::Name(name) => {
            let name = observation.name(name);
            let n_parameters = || name.strip_prefix(FUNCTION_OF)?.parse().ok().map(Shape::Function);
            name.strip_prefix('\'').map(Shape::Text).or_else(n_parameters)
        }
        _ => None,
    }
}
