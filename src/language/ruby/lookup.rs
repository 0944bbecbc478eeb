//! Finds constants and members as Ruby does: the types around, then what the innermost inherits, then the top.

use super::super::kind::DeclKind;
use super::super::names::{DeclPlace, Named, Names};
use super::super::observation::Decl;
use super::super::resolver::MOST_CANDIDATES;
use super::CLASS_METHODS;
use super::entry::{ConstantEntry, Id, fit};
use super::stdlib;
use super::table::{ConstantTable, LIBRARY, is_type, joined};
use cg_rules::FileId;

/// How many names for other names are followed.
const ALIASES: usize = 4;

impl ConstantTable<'_> {
    /// The constant that a path means inside a declaration.
    pub fn find(&self, from: DeclPlace, path: &str) -> Option<Id> {
        self.follow(from, path, 0)
    }

    fn follow(&self, from: DeclPlace, path: &str, n_aliases: usize) -> Option<Id> {
        let layer = self.layer(from.0);
        let mut parts = path.split('.');
        let head = parts.next()?;
        let mut at = match head {
            "Object" => self.child(layer, "", parts.next()?)?,
            _ => self.head(layer, from, head)?,
        };
        for part in parts {
            at = self.known_by(at, n_aliases)?;
            let entry = &self.entries[at];
            let inside = std::iter::once(entry).chain(entry.lineage.iter().map(|id| &self.entries[*id]));
            at = inside.filter_map(|entry| self.child(layer, &entry.path, part)).next()?;
        }
        Some(at)
    }

    /// The first name of a path.
    fn head(&self, layer: u32, from: DeclPlace, head: &str) -> Option<Id> {
        let nesting = self.nesting(from);
        let lexical = nesting.iter().find_map(|id| self.child(layer, &self.entries[*id].path, head));
        let inherited = || {
            let lineage = nesting.first().map_or(&[][..], |id| self.entries[*id].lineage.as_slice());
            lineage.iter().find_map(|id| self.child(layer, &self.entries[*id].path, head))
        };
        lexical.or_else(inherited).or_else(|| self.child(layer, "", head)).or_else(|| self.of_top(layer, from.0, head))
    }

    /// The constant of a module that the top mixes in: of the file itself, or of another that runs with it, as tests do.
    fn of_top(&self, layer: u32, file: FileId, head: &str) -> Option<Id> {
        let own = self.tops.get(&file).into_iter().flatten();
        let of_layer = self.tops_of_layer.get(&layer).filter(|_| layer != LIBRARY).into_iter().flatten();
        own.chain(of_layer).find_map(|of| self.child(layer, &self.entries[*of].path, head))
    }

    /// The types around a declaration, the innermost first.
    fn nesting(&self, from: DeclPlace) -> Vec<Id> {
        let Some(observation) = self.observation(from.0) else { return Vec::new() };
        let around = std::iter::successors(Some(from.1), |decl| observation.declaration(*decl).container);
        around.filter_map(|decl| self.of.get(&(from.0, decl)).copied().filter(|id| self.is_type(*id))).collect()
    }

    fn is_type(&self, id: Id) -> bool {
        let kind = |place: DeclPlace| self.observation(place.0).map(|it| it.declaration(place.1).kind);
        self.entries[id].parts.first().and_then(|part| kind(part.at)).is_none_or(is_type)
    }

    fn child(&self, layer: u32, path: &str, name: &str) -> Option<Id> {
        let path = joined(path, name);
        match self.by_path.get(&(LIBRARY, path.clone())) {
            Some(id) => Some(*id),
            None => self.by_path.get(&(layer, path)).copied(),
        }
    }

    /// The target of a constant that is an alias.
    fn known_by(&self, id: Id, n_aliases: usize) -> Option<Id> {
        match &self.entries[id].alias {
            Some((at, other)) if n_aliases < ALIASES => {
                self.follow(*at, other, n_aliases + 1).filter(|other| *other != id)
            }
            Some(_) => None,
            None => Some(id),
        }
    }

    /// Whether the constant is the language's, or another gem's, which the repository only opens again.
    fn is_foreign(&self, entry: &ConstantEntry) -> bool {
        let (head, is_top) = entry.path.split_once('.').map_or((entry.path.as_str(), true), |(head, _)| (head, false));
        let is_declared = || {
            let file = |place: DeclPlace| self.world.paths.path(place.0);
            entry.parts.iter().any(|part| part.has_base || fit(&entry.path, file(part.at)) > 0)
        };
        (stdlib::is_constant(head) || self.gems.of_feature(head).is_some()) && (is_top || !is_declared())
    }

    /// The nearest members of a name among types.
    fn nearest(&self, types: impl Iterator<Item = Id>, of_type: bool, name: &str) -> Vec<DeclPlace> {
        let mut found = types.filter_map(|id| self.members.get(&(id, of_type, name)));
        // One more than a call may lead to says as much as all of them.
        let most = |all: &Vec<DeclPlace>| all.iter().take(MOST_CANDIDATES + 1).copied().collect();
        found.next().map(most).unwrap_or_default()
    }

    /// The members of a type by a name: its own functions, and those of blocks that extend it.
    fn own_member(&self, of: Id, name: &str, inherited: bool) -> Vec<DeclPlace> {
        let lineage = || self.entries[of].lineage.iter().copied();
        let bases = std::iter::successors(Some(of), |id| self.base(*id)).take(lineage().count() + 1);
        for (nth, id) in bases.enumerate() {
            let entry = &self.entries[id];
            if nth > 0 || !inherited {
                let own = self.nearest([id].into_iter(), true, name);
                let own =
                    if own.is_empty() && entry.is_own { self.nearest([id].into_iter(), false, name) } else { own };
                if !own.is_empty() {
                    return own;
                }
            }
            // Concerns bring a module for the class itself.
            let concerns = entry.lineage.iter().filter_map(|id| {
                self.by_path.get(&(self.entries[*id].layer, joined(&self.entries[*id].path, CLASS_METHODS))).copied()
            });
            let extended = entry.own.iter().rev().copied().chain(concerns);
            let extended = extended.flat_map(|id| [id].into_iter().chain(self.entries[id].lineage.iter().copied()));
            let found = self.nearest(extended, false, name);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// The class that a class extends, or which a test opens again.
    fn base(&self, id: Id) -> Option<Id> {
        let entry = &self.entries[id];
        let again = || self.by_path.get(&(LIBRARY, entry.path.clone())).copied().filter(|other| *other != id);
        entry.base.and_then(|base| self.known_by(base, 0)).or_else(again)
    }
}

impl Names for ConstantTable<'_> {
    fn constant(&self, from: DeclPlace, path: &str) -> Option<Named> {
        let id = self.find(from, path)?;
        let entry = &self.entries[id];
        if self.is_foreign(entry) {
            return None;
        }
        // A file that itself declares what others do too means its own.
        let here = || entry.parts.iter().find(|part| part.at.0 == from.0).map(|part| part.at);
        match entry.primary.or_else(here) {
            Some(at) => Some(Named { at, is_sure: true }),
            None => entry.parts.first().map(|part| Named { at: part.at, is_sure: false }),
        }
    }

    fn this(&self, at: DeclPlace) -> Option<(DeclPlace, bool)> {
        let observation = self.observation(at.0)?;
        let mut of_type = true;
        let around = std::iter::successors(Some(at.1), |decl| observation.declaration(*decl).container);
        for decl in around {
            let row = observation.declaration(decl);
            match row.kind {
                kind if is_type(kind) => return Some(((at.0, decl), of_type)),
                DeclKind::Method => of_type = false,
                DeclKind::Function if decl != at.1 => return None,
                DeclKind::Function => {
                    if let Some(owner) = row.owner {
                        let id = self.find((at.0, row.container.unwrap_or(Decl(0))), observation.name(owner))?;
                        return self.entries[id].parts.first().map(|part| (part.at, true));
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn member(&self, from: FileId, of: DeclPlace, name: &str, of_type: bool, inherited: bool) -> Vec<DeclPlace> {
        let Some(id) = self.of.get(&of).copied().and_then(|id| self.known_by(id, 0)) else { return Vec::new() };
        let found = match of_type {
            true => self.own_member(id, name, inherited),
            false => {
                let own = [id].into_iter().filter(|_| !inherited);
                self.nearest(own.chain(self.entries[id].lineage.iter().copied()), false, name)
            }
        };
        let layer = self.layer(from);
        found
            .into_iter()
            .filter(|place| matches!(self.layer(place.0), LIBRARY) || self.layer(place.0) == layer)
            .take(MOST_CANDIDATES + 1)
            .collect()
    }

    fn mixed_in(&self, from: DeclPlace, name: &str) -> Vec<DeclPlace> {
        let own = self.mixed_in.get(&from.0).into_iter().flatten();
        let all = self.mixed_in_all.get(&self.layer(from.0)).into_iter().flatten();
        // What was included last is looked up first.
        let modules = own.rev().chain(all.rev()).copied();
        let with_above = modules.flat_map(|id| [id].into_iter().chain(self.entries[id].lineage.iter().copied()));
        self.nearest(with_above, false, name)
    }

    fn makes_types(&self, of: DeclPlace) -> bool {
        self.of.get(&of).copied().and_then(|id| self.known_by(id, 0)).is_some_and(|id| self.makes_classes(id))
    }

    fn package(&self, constant: &str) -> Option<&str> {
        let path = self.without_top(constant);
        self.gems.of_feature(path.split('.').next().unwrap_or(path))
    }

    fn without_top<'p>(&self, path: &'p str) -> &'p str {
        path.strip_prefix("Object.").unwrap_or(path)
    }
}
