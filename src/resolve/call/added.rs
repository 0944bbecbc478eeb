//! Members that the repository adds to types from elsewhere, on values of these: a local that states one, a literal, what the name of a
//! type makes.

use cg_rules::{DefId, FileId};

use super::argument::ArgumentType;
use super::callable::callable;
use crate::language::{BindingKind, CallSite, Expr, ExprId, Receiver};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// Resolves a callee as what the repository adds to a type from elsewhere, on a value of that or on the type itself. Such a type has
/// members of its own, so that the arguments have to fit.
pub(super) fn added(
    index: &SymbolTable<'_>,
    file: FileId,
    site: &CallSite,
    (on, given): (&Target, &ArgumentType<'_>),
) -> Target {
    let Some(observation) = index.observation(file) else { return Target::Unknown };
    let callee = observation.name(site.callee);
    let found = match (site.receiver, on, given) {
        (_, _, ArgumentType::Named(of)) => index.added_to(file, of, callee),
        (_, _, ArgumentType::Literal(sort)) => {
            let of = index.resolver(file.0 as usize).and_then(|it| it.type_of_literal(*sort));
            of.map_or(Target::Unknown, |of| index.added_to(file, of, callee))
        }
        (Receiver::This, ..) => {
            let from = index.def(file, site.caller);
            let of = index.outer_type_around(from).map(|of| index.added_member(file, of, callee));
            of.unwrap_or_else(|| index.added_above(from, site))
        }
        (Receiver::Path(path), Target::Unknown, _) => {
            index.added_outside(file, &format!("{}.{callee}", observation.spelled(path)))
        }
        (Receiver::Path(path) | Receiver::Value(path) | Receiver::Result(path), ..) => {
            let of = index.made_outside(index.def(file, site.caller), path);
            of.map_or(Target::Unknown, |of| index.added_to(file, of, callee))
        }
        _ => Target::Unknown,
    };
    let Target::Defs(mut defs, rule) = found else { return found };
    if let Some(given) = observation.arguments(site) {
        defs.retain(|def| index.takes_so_many(*def, given.len()) && index.may_take_labels(file, *def, given));
    }
    if defs.is_empty() { Target::Unknown } else { callable(index, file, site, Target::Defs(defs, rule)) }
}

impl SymbolTable<'_> {
    /// Resolves a name as a member that the repository adds to a type of a library, or else to those which that extends, the nearest first.
    fn added_to(&self, file: FileId, of: &str, callee: &str) -> Target {
        let stated = self.language(file).map_or(&[][..], |it| it.conventions.outer_supertypes);
        let above = stated.iter().find(|(name, _)| *name == of).map_or(&[][..], |(_, above)| above);
        let mut names = std::iter::once(of).chain(above.iter().copied());
        names.find_map(|name| self.added_member(file, name, callee).known()).unwrap_or(Target::Unknown)
    }

    /// The name of the type from elsewhere of which a path is a new value, or a local that is bound to one alone: what is called by a name
    /// with a capital that the repository does not declare.
    pub(super) fn made_outside(&self, from: DefId, path: ExprId) -> Option<&str> {
        let file = self.file(from);
        if !self.resolver(file.0 as usize)?.adds_members() {
            return None;
        }
        let observation = self.observation(file)?;
        if let Expr::Call(called) = observation.expr(path) {
            return self.type_outside(from, called);
        }
        let sym = self.sym_of_name(file, path)?;
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let scope = scopes.find(|scope| self.locals(&(*scope, sym)).is_some())?;
        let observation = self.observation(self.file(scope))?;
        let bindings = self.locals(&(scope, sym))?.iter().filter_map(|at| observation.bindings.get(*at as usize));
        // A declaration also binds its name without a type.
        let mut values = bindings.filter(|it| it.of.is_some() || it.kind != BindingKind::Untyped);
        let (only, None) = (values.next()?, values.next()) else { return None };
        self.type_outside(scope, only.of.filter(|_| only.kind == BindingKind::Constructed)?)
    }

    /// A name alone, where it is that of such a type.
    fn type_outside(&self, from: DefId, path: ExprId) -> Option<&str> {
        let file = self.file(from);
        let name = self.observation(file)?.exprs.name(path)?;
        let sym = self.sym(file, name);
        let is_outside = || matches!(self.name(from, sym, 0), Target::Unknown | Target::Foreign | Target::External(_));
        let text = self.text(sym);
        (text.starts_with(char::is_uppercase) && is_outside()).then_some(text)
    }

    /// The target of a callee in the midst of a path that is added to the type from elsewhere of what is before it.
    pub(super) fn added_in_path(&self, from: DefId, given: &ArgumentType<'_>, path: ExprId, name: &str) -> Target {
        let file = self.file(from);
        let resolver = self.resolver(file.0 as usize).filter(|it| it.adds_members());
        let Some(resolver) = resolver else { return Target::Unknown };
        let of = match given {
            ArgumentType::Named(of) => Some(&**of),
            ArgumentType::Literal(sort) => resolver.type_of_literal(*sort),
            ArgumentType::Unknown => self.made_outside(from, path),
            _ => None,
        };
        of.map_or(Target::Unknown, |of| self.added_to(file, of, name))
    }
}
