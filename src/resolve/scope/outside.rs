//! Uses of external packages: each text once, each use a few numbers. Uses are many, and their texts few.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::outer::Outer;
use crate::base::{Interned, Position};
use crate::resolve::edge::{NONE, PackageUse};

/// A use of an external package as a file states it.
#[derive(Debug)]
pub struct ExternalUse {
    /// The file.
    pub file: FileId,
    /// The package, the module, or the member that is named.
    pub outer: Outer,
    /// Where.
    pub at: Position,
    /// By which kind of statement.
    pub how: PackageUse,
}

impl ExternalUse {
    /// The use of a name in the code.
    pub fn of(file: FileId, outer: Outer, at: Position) -> Self {
        let how = if outer.is_result { PackageUse::Result } else { PackageUse::Use };
        Self { file, outer, at, how }
    }
}

/// A use of an external package, or of a member of it. Texts are ids in [`Outside::texts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// The file.
    pub file: FileId,
    /// The package.
    pub package: u32,
    /// The module, as the source writes it.
    pub module: u32,
    /// The name; [`NONE`] where the module itself is meant.
    pub name: u32,
    /// Where.
    pub at: Position,
    /// By which kind of statement.
    pub how: PackageUse,
    /// The language brings the package along.
    pub is_builtin: bool,
}

/// A supertype of an external package, as the header of a type names it. Texts are ids in [`Outside::texts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OuterSupertype {
    /// The type that extends it.
    pub sub: DefId,
    /// The package.
    pub package: u32,
    /// The module, as the source writes it.
    pub module: u32,
    /// The name; [`NONE`] where the module itself is meant.
    pub name: u32,
    /// The file that says so.
    pub file: FileId,
    /// Where.
    pub at: Position,
}

/// All of them.
#[derive(Debug, Default)]
pub struct Outside {
    /// The texts.
    pub texts: Interned,
    /// The uses.
    pub uses: Vec<Use>,
    /// The supertypes, in any order.
    pub supertypes: Vec<OuterSupertype>,
}

impl Outside {
    /// Enters what one file states.
    pub fn enter(&mut self, rows: Vec<ExternalUse>) {
        for ExternalUse { file, outer, at, how } in rows {
            let package = self.texts.id(&outer.package);
            let module = self.texts.id(&outer.module);
            let name = if outer.member.is_empty() { NONE } else { self.texts.id(&outer.member) };
            self.uses.push(Use { file, package, module, name, at, how, is_builtin: outer.is_builtin });
        }
    }

    /// Enters a supertype that a type names.
    pub fn enter_supertype(&mut self, sub: DefId, outer: &Outer, (file, at): (FileId, Position)) {
        let package = self.texts.id(&outer.package);
        let module = self.texts.id(&outer.module);
        let name = if outer.member.is_empty() { NONE } else { self.texts.id(&outer.member) };
        self.supertypes.push(OuterSupertype { sub, package, module, name, file, at });
    }

    /// The modules that are named, and the names of their members.
    pub fn named(&self) -> impl Iterator<Item = &str> {
        let uses = self.uses.iter().flat_map(|row| [row.module, row.name]);
        let named = uses.chain(self.supertypes.iter().flat_map(|row| [row.module, row.name]));
        let named: FxHashSet<u32> = named.filter(|name| *name != NONE).collect();
        named.into_iter().map(|name| self.texts.text(name))
    }

    /// Sorts the uses by file, package, place and kind, each text as its bytes are. A path in the code is an import too;
    /// then it counts as one.
    pub fn sort(&mut self) {
        self.texts.close();
        let mut order: Vec<u32> = (0..).take(self.texts.len()).collect();
        order.sort_unstable_by(|a, b| self.texts.text(*a).cmp(self.texts.text(*b)));
        let mut ranks = vec![0u32; order.len()];
        order.iter().zip(1..).for_each(|(id, rank)| ranks[*id as usize] = rank);
        let rank = |id: u32| ranks.get(id as usize).copied().unwrap_or(0);
        let names = |row: &Use| (rank(row.module), rank(row.name));
        self.uses.sort_unstable_by_key(|row| (row.file, rank(row.package), row.at, row.how, names(row)));
        self.uses.dedup_by(|next, row| {
            let is_there = (next.file, next.package, next.at) == (row.file, row.package, row.at);
            is_there && (next.how > PackageUse::Import || (next.module, next.name) == (row.module, row.name))
        });
    }
}
