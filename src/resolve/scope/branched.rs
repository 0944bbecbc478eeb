//! Resolves a name that several branches of a scope bind: `try: from a import f` … `except ImportError: def f(): …`.

use cg_rules::DefId;
use rustc_hash::FxHashSet;

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::{Target, agree, declared};
use crate::language::{BRANCHED, Rule};

impl SymbolTable<'_> {
    /// The target of a name that a scope declares; where a branch decides whether it is imported or declared, what the
    /// imports of the scope bring comes first.
    pub(in crate::resolve) fn declared_in(
        &self,
        scope: DefId,
        sym: Sym,
        defs: &[DefId],
        rule: Rule,
        depth: u32,
    ) -> Target {
        let own = declared(self, defs, rule);
        if !self.bound.contains_key(&(self.file(scope), sym)) || !self.is_branched(scope, sym) {
            return own;
        }
        match self.bound_in(scope, sym, depth) {
            Some(imported @ Target::Defs(..)) => either(&[imported, own.clone()]).unwrap_or(own),
            _ => own,
        }
    }

    /// The imports of one name in a scope as one target: the same, or what each branch brings, or ambiguous.
    pub(in crate::resolve) fn agree_in(&self, scope: DefId, sym: Sym, targets: Vec<Target>) -> Option<Target> {
        if targets.len() < 2 || !self.is_branched(scope, sym) {
            return self.agree_or_overload(self.file(scope), targets);
        }
        match agree(targets.clone()) {
            Some(Target::Ambiguous) => either(&targets).or(Some(Target::Ambiguous)),
            target => target,
        }
    }

    /// Whether a branch of a scope imports or declares a name.
    fn is_branched(&self, scope: DefId, sym: Sym) -> bool {
        let marked = self.sym_of(&format!("{}{BRANCHED}", self.text(sym)));
        marked.is_some_and(|marked| self.locals(&(scope, marked)).is_some())
    }
}

/// The definitions, or the modules, that several branches bring; `None` where they are not of one sort. What is outside of the
/// repository is no candidate.
fn either(targets: &[Target]) -> Option<Target> {
    let (mut defs, mut rule, mut files) = (Vec::new(), Rule::Several, Vec::new());
    for target in targets {
        match target {
            Target::Defs(more, by) => {
                defs.extend_from_slice(more);
                rule = rule.min(*by);
            }
            Target::Module(more) => files.extend_from_slice(more),
            Target::External(_) | Target::Foreign => {}
            Target::Value(_) | Target::Ambiguous | Target::Unknown => return None,
        }
    }
    let mut seen = FxHashSet::default();
    defs.retain(|def| seen.insert(*def));
    match (defs.is_empty(), files.is_empty()) {
        (false, true) => Some(Target::Defs(defs, rule)),
        (true, false) if targets.iter().all(|target| matches!(target, Target::Module(_))) => {
            Some(Target::Module(files))
        }
        _ => None,
    }
}
