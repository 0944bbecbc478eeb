//! Where a name leads.

use cg_rules::{DefId, FileId};

use super::outer::Outer;
use super::table::SymbolTable;
use crate::language::{DeclKind, MOST_CANDIDATES, Rule};

/// The most candidates that one call makes edges to: a call with more is ambiguous.
pub(in crate::resolve) const MOST_CALLEES: usize = 16;

/// Where a name leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To definitions: one, or several overloads of one.
    Defs(Vec<DefId>, Rule),
    /// To a module: its files.
    Module(Vec<FileId>),
    /// To an external package, or what is below it.
    External(Box<Outer>),
    /// To a value whose definition is its type's: a parameter, a local, a field.
    Value(Option<DefId>),
    /// To a value whose type is not of the repository.
    Foreign,
    /// To several things that are not the same.
    Ambiguous,
    /// Nowhere that is known.
    Unknown,
}

impl From<Outer> for Target {
    fn from(outer: Outer) -> Self {
        Self::External(Box::new(outer))
    }
}

impl Target {
    /// The same, by no surer rule than that.
    pub(in crate::resolve) fn by(self, rule: Rule) -> Self {
        match self {
            Self::Defs(defs, so_far) => Self::Defs(defs, so_far.min(rule)),
            other => other,
        }
    }

    /// Whether both lead to the same, equally surely.
    fn leads_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Defs(defs, rule), Self::Defs(others, by)) => defs == others && rule.evidence() == by.evidence(),
            _ => self == other,
        }
    }

    pub(in crate::resolve) fn known(self) -> Option<Self> {
        (self != Self::Unknown).then_some(self)
    }

    /// The one definition, if there is one.
    pub fn single(&self) -> Option<DefId> {
        match self {
            Self::Defs(defs, _) => defs.first().copied(),
            _ => None,
        }
    }
}

/// Among a type and the objects of its name, the type.
pub(in crate::resolve) fn without_companions(index: &SymbolTable<'_>, defs: &[DefId]) -> Vec<DefId> {
    let kind = |def: &DefId| index.declaration(*def).map(|declaration| declaration.kind);
    let is_object = |def: &DefId| kind(def) == Some(DeclKind::Object);
    let has_type = defs.iter().any(|def| kind(def).is_some_and(DeclKind::is_type) && !is_object(def));
    defs.iter().copied().filter(|def| !(has_type && is_object(def))).collect()
}

/// Several targets as one: the same, or ambiguous.
pub(in crate::resolve) fn agree(mut targets: Vec<Target>) -> Option<Target> {
    targets.dedup_by(|next, target| next.leads_like(target));
    let is_outside = |target: &Target| matches!(target, Target::External(_) | Target::Foreign);
    if targets.len() > 1 && targets.iter().all(is_outside) {
        return Some(Target::Foreign);
    }
    match targets.len() {
        0 => None,
        1 => targets.pop(),
        _ => Some(Target::Ambiguous),
    }
}

/// Several declarations of one name in one place as a target: those with a body where any has one.
pub(in crate::resolve) fn declared(index: &SymbolTable<'_>, defs: &[DefId], rule: Rule) -> Target {
    match defs.len() > MOST_CANDIDATES {
        true => Target::Ambiguous,
        false => Target::Defs(best(index, defs), rule),
    }
}

/// Among several declarations of one name in one place, those with a body where any has one. A type without values, and a
/// value of its name, are two things: the value comes first.
pub(in crate::resolve) fn best(index: &SymbolTable<'_>, defs: &[DefId]) -> Vec<DefId> {
    let kind = |def: &DefId| index.declaration(*def).map(|row| row.kind);
    let is_value = |def: &DefId| kind(def).is_some_and(|kind| !kind.is_type() && kind != DeclKind::Module);
    let (types, others): (Vec<DefId>, Vec<DefId>) = defs.iter().copied().partition(|def| index.is_type_alone(*def));
    match !types.is_empty() && others.iter().any(is_value) {
        true => with_body(index, &others).into_iter().chain(with_body(index, &types)).collect(),
        false => with_body(index, defs),
    }
}

fn with_body(index: &SymbolTable<'_>, defs: &[DefId]) -> Vec<DefId> {
    let has_body = |def: &DefId| index.declaration(*def).is_some_and(|declaration| declaration.body_line > 0);
    let (mut with_body, without): (Vec<DefId>, Vec<DefId>) = defs.iter().copied().partition(has_body);
    // A default that is written for an interface beside it stands in where the member that the interface demands is missing.
    let is_demanded = |def: &DefId| {
        let of = index.extended_interface(*def);
        of.is_some_and(|of| {
            let is_of_it = |it: &&DefId| index.container(**it) == Some(of) && index.has_parameters_of(**it, *def);
            without.iter().any(|it| is_of_it(&it))
        })
    };
    with_body.retain(|def| !is_demanded(def));
    // One without a body, and with parameters of its own, is an overload: an abstract method beside others.
    let is_overload =
        |def: &DefId| index.is_overload(*def) && !with_body.iter().any(|other| index.has_parameters_of(*other, *def));
    let overloads: Vec<DefId> = without.iter().copied().filter(is_overload).collect();
    match (with_body.is_empty(), overloads.is_empty()) {
        (true, _) => without,
        (false, true) => with_body,
        (false, false) => {
            defs.iter().copied().filter(|def| !without.contains(def) || overloads.contains(def)).collect()
        }
    }
}

impl SymbolTable<'_> {
    /// The interface to which a block adds a member, apart from those that it demands.
    pub(in crate::resolve) fn extended_interface(&self, def: DefId) -> Option<DefId> {
        let of = *self.owner_type.get(&self.container(def)?)?;
        self.declaration(of).filter(|row| row.kind == DeclKind::Interface).map(|_| of)
    }

    /// Whether a definition is a type that is no value: it can neither be called nor stand before a dot in code.
    pub(in crate::resolve) fn is_type_alone(&self, def: DefId) -> bool {
        self.declaration(def).is_some_and(|row| matches!(row.kind, DeclKind::Interface | DeclKind::Alias))
    }

    /// Whether a function may share its name with others that differ in their parameters alone, each with a body of its own.
    fn is_overload(&self, def: DefId) -> bool {
        let conventions = self.language(self.file(def)).map(|language| &language.conventions);
        // Signatures beside a body are no functions of their own.
        let is_apart = conventions.is_some_and(|it| !it.parts.has_bodies_elsewhere && !it.signs_overloads);
        is_apart && self.declaration(def).is_some_and(|row| row.parameters.is_some())
    }

    /// The same target, where a type is meant: its types alone, where it has any.
    pub(in crate::resolve) fn as_type(&self, target: Target) -> Target {
        let is_type = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_type());
        match target {
            Target::Defs(mut defs, rule) if defs.len() > 1 && defs.iter().any(is_type) => {
                defs.retain(is_type);
                Target::Defs(defs, rule)
            }
            target => target,
        }
    }
}
