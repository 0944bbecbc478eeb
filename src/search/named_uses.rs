//! Calls of what a text names: the lines of a found file that hold one say more than its other words.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashMap;

use crate::primitive::{Engine, Link};

/// The most calls that a reason cites of a file.
const CITED: usize = 3;

/// The calls of what a text names, in each file.
pub(super) struct NamedUses(FxHashMap<FileId, Vec<Link>>);

impl NamedUses {
    /// The calls of some definitions, in the order of the text: of a type those of its constructors.
    pub fn of(engine: &Engine<'_>, named: &[DefId]) -> Self {
        let constructors = named.iter().flat_map(|def| engine.constructors(*def));
        let mut called: Vec<DefId> = named.iter().copied().chain(constructors).collect();
        called.sort_unstable();
        called.dedup();
        let mut uses: FxHashMap<FileId, Vec<Link>> = FxHashMap::default();
        for row in engine.calls_of(called).into_iter().filter(|row| row.rule.is_sure()) {
            let link = engine.call_link(&row);
            uses.entry(link.file).or_default().push(link);
        }
        for links in uses.values_mut() {
            links.sort_by_key(|link| link.at);
            links.dedup_by_key(|link| link.at.line);
            links.truncate(CITED);
        }
        Self(uses)
    }

    /// The first calls in a file.
    pub fn in_file(&self, file: FileId) -> &[Link] {
        self.0.get(&file).map_or(&[], Vec::as_slice)
    }
}
