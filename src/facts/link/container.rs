//! Finds what a container holds: of an array its elements, of a map its values.
//!
//! A container has no type of the repository. So what it holds is found by the text that states it, where it is needed
//! for: `[]A` is an array or a set of `A`, `{}A` a map to `A`, and `a[]` in a path is what `a` holds.

use cg_rules::DefId;

use super::index::SymbolTable;
use super::keyed::Sym;
use super::target::{MAX_RESOLUTION_DEPTH, Target};
use crate::base::TextPart;
use crate::language::{BindingKind, DeclKind, lists};

/// How a container holds what one of its methods gives: as elements of a list, or as values of a map.
fn held_by(method: &str) -> Option<&'static str> {
    let how = [("[]", lists(|it| it.element_of_list, method)), ("{}", lists(|it| it.value_of_map, method))];
    how.into_iter().find(|(_, is_so)| *is_so).map(|(how, _)| how)
}

/// The holder in a path that leads to its value: `ref` of `ref.current`.
fn holder(path: &str) -> Option<&str> {
    path.rsplit_once('.').filter(|(_, field)| lists(|it| it.held_value, field)).map(|(holder, _)| holder)
}

/// The place of a text, and the type that it states.
type Text = (DefId, String);

/// The length of the first part of a path; of `[]A[]`, which is what an array of `A` holds, all of it.
pub(super) fn head_len(path: &str) -> usize {
    let type_at = path.find(|letter| !matches!(letter, '[' | ']' | '{' | '}')).unwrap_or(0);
    let rest = path.get(type_at..).unwrap_or("");
    if type_at == 0 {
        return path.find('.').unwrap_or(path.len());
    }
    rest.find("[]").map_or(path.len(), |at| type_at + at + 2)
}

/// Whether a type is one that holds others.
pub(super) fn is_container(path: &str) -> bool {
    path.starts_with("[]") || path.starts_with("{}")
}

impl SymbolTable<'_> {
    /// The container type of `path` by the text.
    fn container_text(&self, from: DefId, path: &str, depth: u32) -> Option<Text> {
        if depth > MAX_RESOLUTION_DEPTH {
            return None;
        }
        if let Some(outer) = path.strip_suffix("[]").filter(|outer| !outer.is_empty()) {
            return self.held_text(from, outer, "", depth + 1).filter(|(_, text)| is_container(text));
        }
        if is_container(path) {
            return Some((from, path.to_owned()));
        }
        if let Some(called) = path.strip_suffix("()") {
            let (on, method) = called.rsplit_once('.').unwrap_or(("", called));
            if let Some(text) = self.given_text(from, on, method, depth + 1) {
                return Some(text);
            }
            let def = self.callee(from, called, depth + 1).1.single()?;
            return self.stated_container(def, self.sym_of("")?, depth + 1);
        }
        let (scope, sym) = self.bound_at(from, path, depth + 1)?;
        self.stated_container(scope, sym, depth + 1)
    }

    /// The text of what a container holds.
    fn held_text(&self, from: DefId, path: &str, how: &str, depth: u32) -> Option<Text> {
        let (scope, text) = self.container_text(from, path, depth)?;
        text.starts_with(how).then(|| (scope, text.part(2..).to_owned()))
    }

    /// The container that a method of a container returns.
    fn given_text(&self, from: DefId, on: &str, method: &str, depth: u32) -> Option<Text> {
        if lists(|it| it.same_container, method) {
            return self.container_text(from, on, depth);
        }
        self.held_text(from, on, held_by(method)?, depth).filter(|(_, text)| is_container(text))
    }

    /// The container that the bindings of a name agree on.
    fn stated_container(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Text> {
        let observation = self.observation(self.file(scope))?;
        let mut agreed: Option<Text> = None;
        for at in self.locals.get(&(scope, sym))? {
            let binding = &observation.bindings[*at as usize];
            let Some(type_name) = binding.type_name else { continue };
            let path = observation.name(type_name);
            let found: Text = match binding.kind {
                _ if is_container(path) && !path.ends_with("[]") => (scope, path.to_owned()),
                BindingKind::Copied => self.container_text(self.outside(scope, sym), path, depth + 1)?,
                BindingKind::Returns if path.ends_with([')', ']']) => self.container_text(scope, path, depth + 1)?,
                _ => self.alias_text(scope, path, depth + 1)?,
            };
            if agreed.as_ref().is_some_and(|(_, text)| *text != found.1) {
                return None;
            }
            agreed = Some(found);
        }
        agreed
    }

    /// The container behind an alias.
    fn alias_text(&self, from: DefId, path: &str, depth: u32) -> Option<Text> {
        if depth > MAX_RESOLUTION_DEPTH {
            return None;
        }
        let def = self.path(from, path, depth).single()?;
        let kind = self.declaration(def)?.kind;
        match kind {
            DeclKind::Alias => self.stated_container(def, self.sym_of("")?, depth + 1),
            DeclKind::Variable | DeclKind::Field => {
                let sym = self.sym(self.file(def), self.declaration(def)?.name);
                self.stated_container(self.container(def)?, sym, depth + 1)
            }
            _ => None,
        }
    }

    /// Where the name that a path leads to is bound.
    fn bound_at(&self, from: DefId, path: &str, depth: u32) -> Option<(DefId, Sym)> {
        let (on, name) = path.rsplit_once('.').unwrap_or(("", path));
        let sym = self.sym_of(name)?;
        if on.is_empty() {
            let is_bound = |def: &DefId| {
                let is_type = self.declaration(*def).is_some_and(|row| row.kind.is_type());
                !is_type && self.locals.contains_key(&(*def, sym))
            };
            let around = std::iter::successors(Some(from), |def| self.container(*def));
            if let Some(scope) = around.into_iter().find(is_bound) {
                return Some((scope, sym));
            }
        } else {
            let target = self.path(from, on, depth);
            if let Some(of) = self.type_of_target(&target, BindingKind::Copied, depth) {
                let lineage = self.lineage.get(&of).map_or(&[][..], Vec::as_slice);
                let mut types = [of].into_iter().chain(lineage.iter().copied());
                return types.find(|of| self.locals.contains_key(&(*of, sym))).map(|of| (of, sym));
            }
        }
        let def = self.path(from, path, depth).single()?;
        let row = self.declaration(def).filter(|row| matches!(row.kind, DeclKind::Variable | DeclKind::Field))?;
        Some((self.container(def)?, self.sym(self.file(def), row.name)))
    }

    /// The type of a path, or else the element that it takes from a container.
    pub(super) fn or_taken(&self, given: Target, from: DefId, path: &str, depth: u32) -> Target {
        match given {
            Target::Value(None) | Target::Foreign | Target::External(_) | Target::Unknown => {
                match self.taken(from, path, depth) {
                    Target::Value(None) => given,
                    taken => taken,
                }
            }
            given => given,
        }
    }

    /// The element type that a part of a path takes from the container before it: `a[]`, `a.get()`.
    pub(super) fn taken(&self, from: DefId, path: &str, depth: u32) -> Target {
        if is_container(path) && !path.ends_with("[]") {
            return Target::Foreign;
        }
        let held = match path.strip_suffix("[]") {
            Some(outer) => self.held_text(from, outer, "", depth + 1),
            None => match (holder(path), path.strip_suffix("()").and_then(|called| called.rsplit_once('.'))) {
                (Some(holder), _) => self.held_text(from, holder, "{}", depth + 1),
                (None, Some((on, method))) => held_by(method).and_then(|how| self.held_text(from, on, how, depth + 1)),
                (None, None) => None,
            },
        };
        match held {
            Some((_, text)) if is_container(&text) => Target::Foreign,
            Some((scope, text)) => {
                let target = self.path(scope, &text, depth + 1);
                Target::Value(self.type_of_target(&target, BindingKind::Copied, depth + 1))
            }
            None => Target::Value(None),
        }
    }
}
