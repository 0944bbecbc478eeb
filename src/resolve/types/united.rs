//! Calls of a value that is of one of several types, as a test states.

use cg_rules::{DefId, FileId};

use crate::language::{CallSite, EITHER, Expr, ExprId, Observation, Receiver, Rule};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The names of a receiver by each type that it may be of; `None` for any other receiver.
    pub(in crate::resolve) fn united(
        &self,
        file: FileId,
        observation: &Observation,
        site: &CallSite,
    ) -> Option<Vec<ExprId>> {
        let (Receiver::Path(path) | Receiver::Value(path)) = site.receiver else { return None };
        let Expr::Name(name) = observation.expr(path) else { return None };
        if !observation.name(name).contains(EITHER) {
            return None;
        }
        let sym = self.sym(file, name);
        let mut scopes = std::iter::successors(Some(self.def(file, site.caller)), |def| self.container(*def));
        let bindings = scopes.find_map(|scope| self.locals(&(scope, sym)))?;
        Some(bindings.iter().filter_map(|at| observation.bindings[*at as usize].of).collect())
    }
}

/// The targets of a call for each type of its receiver, where every one is known.
pub(in crate::resolve) fn joined(targets: Vec<Target>) -> Target {
    let mut defs: Vec<DefId> = Vec::new();
    let mut rule: Option<Rule> = None;
    let is_outside = |target: &Target| matches!(target, Target::Foreign | Target::External(_));
    if targets.iter().all(is_outside) {
        return Target::Foreign;
    }
    for target in targets.iter().filter(|target| !is_outside(target)) {
        let Target::Defs(found, by) = target else { return Target::Unknown };
        rule = Some(rule.map_or(*by, |rule| rule.min(*by)));
        defs.extend(found.iter().filter(|def| !defs.contains(def)).copied().collect::<Vec<_>>());
    }
    match rule {
        Some(rule) if defs.len() > 1 => Target::Defs(defs, rule.min(Rule::Several)),
        Some(rule) => Target::Defs(defs, rule),
        None => Target::Unknown,
    }
}
