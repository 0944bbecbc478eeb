//! Finds what a function takes: `f(1)` in a path is what `f` takes at its second place, `f(1)(0)` what that takes itself.

use cg_rules::DefId;

use super::index::SymbolTable;
use super::target::{MAX_RESOLUTION_DEPTH, Target};
use crate::base::TextPart;
use crate::language::DeclKind;

/// The function and the places of a part of a path: `f(1)(0)` → `f`, `(1)(0)`.
pub(super) fn takes_part(part: &str) -> Option<(&str, &str)> {
    let at = part.find('(').filter(|_| part.ends_with(')'))?;
    let (name, places) = part.split_at(at);
    places.bytes().all(|byte| matches!(byte, b'(' | b')' | b'0'..=b'9')).then_some(())?;
    (!places.contains("()")).then_some((name, places))
}

impl SymbolTable<'_> {
    /// The parameters of the function that a part of a path names.
    pub(super) fn parameter_of(&self, from: DefId, on: Option<&Target>, part: &str, depth: u32) -> Target {
        let Some((name, places)) = takes_part(part).filter(|_| depth < MAX_RESOLUTION_DEPTH) else {
            return Target::Value(None);
        };
        let function = match on {
            Some(on) => self.part(on, name, depth + 1),
            None => self.name(from, name, depth + 1),
        };
        match &function {
            Target::Foreign | Target::External(..) => Target::Foreign,
            Target::Defs(defs, _) => {
                let found = defs.iter().find_map(|def| self.parameter(*def, places, depth + 1));
                found.unwrap_or(Target::Value(None))
            }
            Target::Value(Some(of)) => self.parameter(*of, places, depth + 1).unwrap_or(Target::Value(None)),
            _ => Target::Value(None),
        }
    }

    fn parameter(&self, def: DefId, places: &str, depth: u32) -> Option<Target> {
        if depth > MAX_RESOLUTION_DEPTH {
            return None;
        }
        if let Some(sym) = self.sym_of(places).filter(|sym| self.locals.contains_key(&(def, *sym))) {
            return Some(self.value_of_local(def, sym));
        }
        let kind = self.declaration(def)?.kind;
        if matches!(kind, DeclKind::Variable | DeclKind::Field) {
            return self.parameter(self.type_of_definition(def, depth)?, places, depth + 1);
        }
        // What it takes there is a function by the name of its type.
        let first = places.find(')').map(|at| at + 1).filter(|at| *at < places.len())?;
        let taken = self.type_of_local(def, self.sym_of(places.part(..first))?)?;
        self.parameter(taken, places.part(first..), depth + 1)
    }
}
