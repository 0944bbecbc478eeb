//! Uses of external packages: each text once, each use a few numbers. Uses are many, and their texts few.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use crate::base::{Position, Strings};
use crate::facts::relation::NONE;

/// A use of an external package as a file states it: file, package, name, place.
pub type ExternalUse = (FileId, String, Option<String>, Position);

/// A use of an external package, or of a member of it. Texts are ids in [`Outside::texts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// The file.
    pub file: FileId,
    /// The package.
    pub package: u32,
    /// The name; [`NONE`] where the package itself is meant.
    pub name: u32,
    /// Where.
    pub at: Position,
    /// No import states it.
    pub is_use: bool,
}

/// All of them.
#[derive(Debug, Default)]
pub struct Outside {
    /// The texts.
    pub texts: Strings,
    ids: FxHashMap<Box<str>, u32>,
    /// The uses.
    pub uses: Vec<Use>,
}

impl Outside {
    /// Enters what one file states.
    pub fn enter(&mut self, rows: Vec<ExternalUse>, is_use: bool) {
        for (file, package, name, at) in rows {
            let package = self.id(&package);
            let name = name.map_or(NONE, |name| self.id(&name));
            self.uses.push(Use { file, package, name, at, is_use });
        }
    }

    fn id(&mut self, text: &str) -> u32 {
        if let Some(id) = self.ids.get(text) {
            return *id;
        }
        let id = self.texts.push(text);
        self.ids.insert(text.into(), id);
        id
    }

    /// Sorts the uses by file, package, name and place, each text as its bytes are. A path in the code is an import too;
    /// then it counts as one.
    pub fn sort(&mut self) {
        self.ids = FxHashMap::default();
        let mut order: Vec<u32> = (0..).take(self.texts.len()).collect();
        order.sort_unstable_by(|a, b| self.texts.get(*a).cmp(self.texts.get(*b)));
        let mut ranks = vec![0u32; order.len()];
        order.iter().zip(1..).for_each(|(id, rank)| ranks[*id as usize] = rank);
        let rank = |id: u32| ranks.get(id as usize).copied().unwrap_or(0);
        self.uses.sort_unstable_by_key(|row| (row.file, rank(row.package), rank(row.name), row.at, row.is_use));
        self.uses.dedup_by_key(|row| (row.file, row.package, row.name, row.at));
    }
}
