//! Finds what a call gives whose function states a type parameter of its own: `same(a)` of `<T> T same(T t)` gives what `a` is, and
//! `make(A.class)` of `<T> T make(Class<T> of)` an `A`.

use cg_rules::{DefId, FileId};

use super::argument::{ArgumentType, simple};
use super::callee::callee;
use crate::language::{
    BindingKind, CLASS_MEMBER, CallSite, Expr, ExprId, GivenArgument, MOST_ARGUMENTS, Name, Observation, Receiver,
};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The most calls before one among which its receiver is: those between are in the arguments of that.
const MOST_BEFORE: usize = 64;

/// The most parameters of a function that are looked through.
const MOST_PARAMETERS: usize = 8;

impl SymbolTable<'_> {
    /// The value that the receiver of a call gives, which is a call itself: where the path of that leaves it open, by its arguments.
    /// `on` is what it is called on, and `called` what its path leads to.
    pub(super) fn result_of_receiver(
        &self,
        file: FileId,
        site: &CallSite,
        path: ExprId,
        (on, called): (&Target, &Target),
    ) -> Target {
        let from = self.def(file, site.caller);
        let is_own = |def: &DefId| self.own_result_parameter(*def).is_some();
        let has_own = matches!(called, Target::Defs(defs, _) if defs.iter().any(is_own));
        if has_own && let Some(of) = self.result_by_argument(file, site, path) {
            return Target::Value(Some(of));
        }
        let result = self.result_of_path(from, path, (on, called), 0);
        let is_open = result == Target::Value(None) && self.is_left_to_arguments(file, path, called);
        let chosen = || {
            let (_, target) = self.receiver_called(file, site, path)?;
            let is_sure = matches!(&target, Target::Defs(_, rule) if rule.is_sure());
            target.single().filter(|_| is_sure)?;
            Some(self.result_of_path(from, path, (on, &target), 0))
        };
        if is_open { chosen().unwrap_or(result) } else { result }
    }

    /// The call that is the receiver of a call, by the path of its callee, and what it calls.
    fn receiver_called(&self, file: FileId, site: &CallSite, path: ExprId) -> Option<(CallSite, Target)> {
        let observation = self.observation(file)?;
        let (Expr::Name(name) | Expr::Member(_, name)) = observation.expr(path) else { return None };
        let inner = call_before(observation, site, name)?;
        // What is stated there decides, and not an argument.
        if inner.n_types > 0 {
            return None;
        }
        observation.arguments(&inner)?;
        let target = callee(self, file, observation, &inner).target;
        Some((inner, target))
    }

    /// The type of what a call gives, where an argument decides it.
    fn result_by_argument(&self, file: FileId, site: &CallSite, path: ExprId) -> Option<DefId> {
        let observation = self.observation(file)?;
        let (inner, target) = self.receiver_called(file, site, path)?;
        let def = target.single()?;
        let parameter = self.own_result_parameter(def)?;
        let takes = |at: &usize| self.takes_parameter(def, *at, &parameter).is_some();
        let mut places = (0..MOST_PARAMETERS).filter(takes);
        // The common type of several is not known.
        let (at, None) = (places.next()?, places.next()) else { return None };
        let value = observation.arguments(&inner)?.get(at)?.value;
        let from = self.def(file, site.caller);
        let of = match (self.takes_parameter(def, at, &parameter)?, observation.expr(value)) {
            (Taken::Class, Expr::Member(of, name)) if observation.name(name) == CLASS_MEMBER => of,
            (Taken::Value, _) => match self.given(from, value) {
                ArgumentType::Type(of) => return Some(of),
                _ => return None,
            },
            _ => return None,
        };
        self.type_of_target(&self.path_of_type(from, of, 1), BindingKind::Annotated, 1)
    }

    /// The type parameter of a function's own that it states as its result.
    pub(super) fn own_result_parameter(&self, def: DefId) -> Option<String> {
        let stated = self.stated_name(def)?;
        self.place_of_parameter(def, &stated).map(|_| stated.into_owned())
    }

    /// How a function takes a type parameter at a place: as the type of a value, of a class, or as part of another type.
    fn takes_parameter(&self, def: DefId, at: usize, parameter: &str) -> Option<Taken> {
        let wanted = self.wanted(def, at)?;
        if wanted.name == parameter {
            return Some(Taken::Value);
        }
        // `T[]`, `T...`
        if wanted.name.starts_with(parameter) && !wanted.name.chars().all(char::is_alphanumeric) {
            return Some(Taken::Part);
        }
        let named = self.parameter_name(def, at)?;
        let mut stated = (0..MOST_ARGUMENTS).map_while(|place| self.argument_stated(def, named, place)).peekable();
        // It may lie deeper in any of them, and in what a wildcard says: `Supplier<? extends T>`.
        let rules = self.conversions(def)?;
        let is_plain = wanted.of.is_some() || rules.is_value(&wanted.name) || wanted.name == rules.text.0;
        if stated.peek().is_none() && is_plain {
            return None;
        }
        let is_it =
            |(scope, argument)| self.observation(self.file(scope)).is_some_and(|it| it.spelled(argument) == parameter);
        let name = simple(&wanted.name);
        let is_class = name == rules.class.0 || rules.class_objects.contains(&name);
        Some(if is_class && stated.any(is_it) { Taken::Class } else { Taken::Part })
    }
}

/// How a function takes one of its type parameters.
#[derive(Clone, Copy)]
enum Taken {
    Value,
    Class,
    Part,
}

/// The call of a name before a call, in the same body, on whose result no other is made; `None` where there are several: one may be
/// inside an argument of another.
pub(super) fn call_before(observation: &Observation, site: &CallSite, name: Name) -> Option<CallSite> {
    let calls = observation.calls.ordered(|it| it.at);
    let end = calls.partition_point(|it| it.at < site.at);
    let near = calls.get(end.saturating_sub(MOST_BEFORE)..end).unwrap_or_default();
    let is_named =
        |called: ExprId| matches!(observation.expr(called), Expr::Name(own) | Expr::Member(_, own) if own == name);
    let is_called = |value: ExprId| matches!(observation.expr(value), Expr::Call(called) if is_named(called));
    let is_call = |argument: &&GivenArgument| is_called(argument.value);
    let mut open: Vec<&CallSite> = Vec::new();
    // How many of the calls of the name that follow are plain arguments.
    let mut n_given = 0;
    for call in near.iter().filter(|it| it.caller == site.caller) {
        let is_on_result = match call.receiver {
            Receiver::Result(path) => is_named(path) || is_called(path),
            Receiver::Path(path) => is_called(path),
            _ => false,
        };
        if is_on_result {
            open.pop();
        }
        if call.callee == name && n_given > 0 {
            n_given -= 1;
        } else if call.callee == name {
            open.push(call);
        }
        n_given += observation.arguments(call).map_or(0, |given| given.iter().filter(is_call).count());
    }
    match open.as_slice() {
        [only] => Some(**only),
        _ => None,
    }
}
