//! Members that extensions add to types which the repository does not declare.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::kind::DeclKind;
use super::observation::{Decl, Observation};
use super::shape::World;

/// The members of such types, and what is declared in those, by their paths: `URL.Parts.read`.
#[derive(Default)]
pub struct AddedMembers(FxHashMap<String, Vec<Added>>);

/// One of them, and whether other files see it.
#[derive(Clone, Copy)]
struct Added {
    file: FileId,
    decl: Decl,
    is_shared: bool,
}

impl AddedMembers {
    /// Those of all files of a family; `is_declared` says of a name whether a file declares it at its top.
    pub fn of(world: &World<'_>, family: &str, is_declared: impl Fn(&str) -> bool) -> Self {
        let mut all = Self::default();
        for (file, _) in world.paths.iter().filter(|(file, _)| world.is_of(*file, family)) {
            if let Some(observation) = &world.observations[file.0 as usize] {
                all.enter(file, observation, &is_declared);
            }
        }
        all
    }

    fn enter(&mut self, file: FileId, observation: &Observation, is_declared: &impl Fn(&str) -> bool) {
        let mut paths: Vec<Option<String>> = vec![None];
        for (row, at) in observation.declarations.iter().zip(0u32..).skip(1) {
            let around = row.container.unwrap_or(Decl(0));
            let name = observation.name(row.name);
            let path = match row.owner {
                Some(owner) if row.kind == DeclKind::Impl && around == Decl(0) => {
                    let owner = observation.name(owner).split('<').next().unwrap_or_default();
                    let head = owner.split('.').next().unwrap_or(owner);
                    (!is_declared(head)).then(|| owner.to_owned())
                }
                _ => paths[around.0 as usize].as_ref().map(|around| format!("{around}.{name}")),
            };
            if let Some(path) = path.as_ref().filter(|_| row.kind != DeclKind::Impl) {
                self.0.entry(path.clone()).or_default().push(Added { file, decl: Decl(at), is_shared: row.exported });
            }
            // What is in a function is nobody's member.
            let holds = row.kind.is_type() || row.kind == DeclKind::Impl;
            paths.push(path.filter(|_| holds));
        }
    }

    /// The members of a path that a file may see.
    pub fn at(&self, from: FileId, path: &str) -> impl Iterator<Item = (FileId, Decl)> {
        let all = self.0.get(path).map_or(&[][..], Vec::as_slice).iter();
        all.filter(move |it| it.is_shared || it.file == from).map(|it| (it.file, it.decl))
    }
}
