//! Finds the results of functions of a library that give their argument back: `verify(mock).run()`, `doReturn(1).when(mock).run()`.

use cg_rules::{DefId, FileId};

use super::argument::ArgumentType;
use super::own_parameter::call_before;
use crate::language::{CallSite, Expr, ExprId, GivesBack, Name, Observation};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The type of what the call that is the receiver of another gives, where a library says that it is an argument. `path` is that of the
    /// function, and `called` where it leads.
    pub(super) fn given_back(&self, file: FileId, site: &CallSite, path: ExprId, called: &Target) -> Option<DefId> {
        let rules = self.language(file)?.conventions.gives_back?;
        if matches!(called, Target::Defs(..) | Target::Value(Some(_)) | Target::Module(_)) {
            return None;
        }
        let observation = self.observation(file)?;
        let is_imported = |source: &str| source.starts_with(rules.library);
        if !observation.imports.iter().any(|it| is_imported(observation.name(it.source))) {
            return None;
        }
        let taking = taking(rules, observation, path)?;
        let (Expr::Name(name) | Expr::Member(_, name)) = observation.expr(path) else { return None };
        let mut inner = call_before(observation, site, name)?;
        if let Some(name) = taking {
            inner = call_before(observation, &inner, name)?;
        }
        let value = observation.arguments(&inner)?.first()?.value;
        match self.given(self.def(file, site.caller), value) {
            ArgumentType::Type(of) => Some(of),
            _ => None,
        }
    }
}

/// The function before, where it is that which takes what is given back, and `None` within where it is the one that is called; `None` for a
/// function that gives nothing back.
fn taking(rules: &GivesBack, observation: &Observation, path: ExprId) -> Option<Option<Name>> {
    let name_of = |path: ExprId| match observation.expr(path) {
        Expr::Name(name) | Expr::Member(_, name) => Some(name),
        _ => None,
    };
    let text = observation.name(name_of(path)?);
    let before = match observation.expr(path) {
        Expr::Member(on, _) => match observation.expr(on) {
            Expr::Call(called) => name_of(called),
            _ => None,
        },
        _ => None,
    };
    let Some(before) = before else { return rules.functions.contains(&text).then_some(None) };
    let is_step = rules.steps.contains(&(observation.name(before), text));
    let is_behind = || rules.methods.contains(&text) && rules.before_methods.contains(&observation.name(before));
    if is_step { Some(Some(before)) } else { is_behind().then_some(None) }
}
