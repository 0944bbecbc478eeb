//! Runs primitives over one snapshot. Each part of the facts is made ready at its first use.

use std::sync::OnceLock;

use cg_rules::{DefId, Evidence, Facts, FileId};

use super::ask::{Answer, Ask};
use super::{file_queries, package_queries, refs, symbol_queries, test_queries};
use crate::facts::{Part, Snapshot};
use crate::walk::Tree;

/// The primitives over one snapshot.
pub struct Engine<'f> {
    /// The facts.
    pub snapshot: &'f Snapshot,
    files: OnceLock<Facts>,
    calls: [OnceLock<Facts>; 4],
    types: [OnceLock<Facts>; 4],
    tests: [OnceLock<Facts>; 4],
    packages: OnceLock<Facts>,
    /// What is done with documents of an index that are not fresh.
    pub stale: Stale,
    /// The files: what an index says is held against them once more before it is told.
    pub tree: Option<&'f Tree>,
}

/// What is done with documents of an index that are not fresh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stale {
    /// The text answers for them.
    #[default]
    Downgrade,
    /// They answer all the same, with what still fits the text.
    Use,
}

impl<'f> Engine<'f> {
    /// An engine over a snapshot.
    pub fn new(snapshot: &'f Snapshot) -> Self {
        Self {
            snapshot,
            files: OnceLock::new(),
            calls: Default::default(),
            types: Default::default(),
            tests: Default::default(),
            packages: OnceLock::new(),
            stale: Stale::default(),
            tree: None,
        }
    }

    /// The same, that holds what an index says against these files.
    pub fn over(self, tree: &'f Tree, stale: Stale) -> Self {
        Self { tree: Some(tree), stale, ..self }
    }

    /// The import relations.
    pub(super) fn files(&self) -> &Facts {
        self.files.get_or_init(|| self.snapshot.graph(Part::Files))
    }

    /// The calls at or above an evidence.
    pub(super) fn calls(&self, floor: Evidence) -> &Facts {
        self.calls[floor as usize].get_or_init(|| self.snapshot.graph(Part::Calls(floor)))
    }

    /// The supertypes at or above an evidence.
    pub(super) fn types(&self, floor: Evidence) -> &Facts {
        self.types[floor as usize].get_or_init(|| self.snapshot.graph(Part::Types(floor)))
    }

    /// What tests open and what definitions need, at or above an evidence.
    pub(super) fn tests(&self, floor: Evidence) -> &Facts {
        self.tests[floor as usize].get_or_init(|| self.snapshot.graph(Part::Tests(floor)))
    }

    /// What manifests depend on.
    pub(super) fn packages(&self) -> &Facts {
        self.packages.get_or_init(|| self.snapshot.graph(Part::Packages))
    }

    /// The file of a definition.
    pub(super) fn file(&self, def: DefId) -> Option<FileId> {
        self.snapshot.definition(def).map(|row| row.file)
    }

    /// Whether a file is a test, an example, vendored or generated.
    pub(super) fn is_aside(&self, file: FileId) -> bool {
        self.snapshot.file_row(file).is_some_and(|row| row.is_aside)
    }

    /// Answers a call.
    pub fn answer(&self, ask: &Ask) -> Answer {
        let mut notes = Vec::new();
        let depth = ask.primitive.depth.map(|bounds| {
            let wanted = ask.depth.unwrap_or(bounds.default);
            if wanted > bounds.ceiling {
                notes.push(format!("depth {wanted} was clamped to {}", bounds.ceiling));
            }
            wanted.min(bounds.ceiling)
        });
        let floor = ask.primitive.floor.map(|floor| ask.evidence.unwrap_or(floor));
        let mut answer = match ask.primitive.name {
            "call_graph.spine" => {
                symbol_queries::spine(self, ask, depth.unwrap_or(1), floor.unwrap_or(Evidence::Scoped))
            }
            "dep_graph.consumers" => package_queries::consumers(self, ask),
            "type_graph.siblings" => symbol_queries::siblings(self, ask, floor.unwrap_or(Evidence::Scoped)),
            "scip.refs" => refs::refs(self, ask, floor.unwrap_or(Evidence::Scoped)),
            "import_graph.reverse_lookup" => file_queries::reverse_lookup(self, ask),
            "import_graph.transitive_callers" => file_queries::transitive_callers(self, ask, depth.unwrap_or(1)),
            "import_graph.dependencies" => file_queries::dependencies(self, ask, depth.unwrap_or(1)),
            "test_inventory.tests_exercising" => {
                test_queries::tests_exercising(self, ask, depth.unwrap_or(1), floor.unwrap_or(Evidence::Scoped))
            }
            other => Answer { downgraded: Some(format!("`{other}` has no data in this version")), ..Answer::default() },
        };
        notes.append(&mut answer.notes);
        Answer { notes, floor, depth, ..answer }
    }
}
