//! Finds what the elements of a value are: `a.b[]` in a path.

use cg_rules::DefId;

use super::index::SymbolTable;
use super::target::{MAX_RESOLUTION_DEPTH, Target};
use crate::language::{Binding, BindingKind, DeclKind};

/// The suffix of a type, or a value, that denotes its elements.
const ELEMENT: &str = "[]";

/// A part of a path without its marks of elements, and how many there are.
pub(super) fn levels(part: &str) -> (&str, usize) {
    let plain = part.trim_end_matches(ELEMENT);
    (plain, (part.len() - plain.len()) / ELEMENT.len())
}

impl SymbolTable<'_> {
    /// The elements of what the head of a path names.
    pub(super) fn elements_of_name(&self, from: DefId, name: &str, n: usize, depth: u32) -> Target {
        let (called, sym) = (name.strip_suffix("()"), self.sym_of(name));
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let bound = sym.filter(|_| called.is_none()).and_then(|sym| {
            let scope = scopes.find(|scope| self.locals.contains_key(&(*scope, sym)))?;
            Some((scope, self.locals.get(&(scope, sym))?))
        });
        match bound {
            Some((scope, bindings)) => match (bindings, self.observation(self.file(scope))) {
                ([single], Some(observation)) => {
                    Target::Value(self.elements_of(scope, &observation.bindings[*single as usize], n, depth))
                }
                _ => Target::Value(None),
            },
            None => self.elements_of_target(&self.name(from, called.unwrap_or(name), depth), n, depth),
        }
    }

    /// The elements of what a declaration is, or gives when it is called.
    pub(super) fn elements_of_target(&self, target: &Target, n: usize, depth: u32) -> Target {
        let def = match target {
            Target::Value(of) => *of,
            target => target.single(),
        };
        Target::Value(def.and_then(|def| {
            let row = self.declaration(def)?;
            let (scope, sym) = match row.kind {
                DeclKind::Variable | DeclKind::Field => (self.container(def)?, self.sym(self.file(def), row.name)),
                _ => (def, self.sym_of("")?),
            };
            let [single] = self.locals.get(&(scope, sym))? else { return None };
            let binding = self.observation(self.file(def))?.bindings.get(*single as usize)?;
            self.elements_of(scope, binding, n, depth)
        }))
    }

    fn elements_of(&self, scope: DefId, binding: &Binding, n: usize, depth: u32) -> Option<DefId> {
        if depth > MAX_RESOLUTION_DEPTH {
            return None;
        }
        let text = self.observation(self.file(scope))?.name(binding.type_name?);
        let (name, n_stated) = levels(text);
        let is_value = binding.kind == BindingKind::Copied && self.has_holders(scope);
        if binding.kind == BindingKind::Constructed || is_value {
            let marks = ELEMENT.repeat(n);
            return self.type_of_target(&self.path(scope, &format!("{text}{marks}"), depth + 1), binding.kind, depth);
        }
        let target = self.path(scope, name, depth + 1);
        match n.checked_sub(n_stated) {
            Some(0) => self.type_of_target(&target, BindingKind::Annotated, depth + 1),
            // A type that is itself declared as many of another.
            Some(n) if n_stated == 0 => match self.elements_of_target(&target, n, depth + 1) {
                Target::Value(of) => of,
                _ => None,
            },
            _ => None,
        }
    }
}
