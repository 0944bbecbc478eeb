//! Witnesses: the chain of base facts that proves an answer, at next to no cost for the fixpoint.
//!
//! A recursive rule adds one hop per step and its seeds stand at 0. crepe evaluates such a rule round by round, and
//! keeps the first derivation of a tuple; so the first is a shortest, and its hops may ride in a column that is no
//! part of the key. This holds for unit steps only, and rests on crepe's order of evaluation: the laws guard it.
//!
//! Which of several shortest derivations comes first depends on the order of the input, so a program keeps the hops
//! alone, and the chain is walked afterwards: at each step to the smallest file that is one hop nearer.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use rustc_hash::FxHasher;

use crate::csr::Csr;
use crate::graph::ImportGraph;
use crate::id::{DefId, FileId};

/// A hasher with a fixed seed: 3 to 4 times as fast as the standard one on dense ids, and the same in every process.
pub type Fx = BuildHasherDefault<FxHasher>;

/// A column outside the key: any two are equal.
///
/// Never name one in a rule's body to filter by its value, as it would match every value; bind it and compare.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wit<T>(pub T);

impl<T> PartialEq for Wit<T> {
    #[inline]
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<T> Eq for Wit<T> {}
impl<T> Hash for Wit<T> {
    #[inline]
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The base relation of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// `imports(From, To)`.
    Imports,
    /// `refers(From, To)`: a name of the same package, used without an import.
    Refers,
}

impl Relation {
    /// The name that facts and bundles show.
    pub fn name(self) -> &'static str {
        match self {
            Self::Imports => "imports",
            Self::Refers => "refers",
        }
    }
}

/// A base fact in a chain: `relation(From, To)`. Where both relations hold, it is `imports`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// The file that imports or refers.
    pub from: FileId,
    /// The file that is imported or referred to.
    pub to: FileId,
    /// The relation between them.
    pub relation: Relation,
}

/// An answer with its distance from the nearest seed. The order is that of answers: hops, then path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hit {
    /// The fewest steps that lead to a seed.
    pub hops: u32,
    /// The file.
    pub file: FileId,
}

/// Where the seeds are, seen from an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// The answer uses them: a chain goes from `From` to `To`.
    Used,
    /// They use the answer: a chain goes from `To` to `From`.
    Users,
}

/// The files that a program reached, and the way back from each to a seed.
#[derive(Clone, Debug)]
pub struct Reached {
    hops: HashMap<FileId, u32, Fx>,
    hits: Vec<Hit>,
    toward: Toward,
}

impl Reached {
    /// The reached files; the answers are all but the seeds.
    pub(crate) fn without_seeds(reached: impl Iterator<Item = (FileId, u32)>, toward: Toward) -> Self {
        let hops: HashMap<FileId, u32, Fx> = reached.collect();
        let mut hits: Vec<Hit> =
            hops.iter().filter(|&(_, &hops)| hops > 0).map(|(&file, &hops)| Hit { hops, file }).collect();
        sort(&mut hits);
        Self { hops, hits, toward }
    }

    /// The answers, nearest first, then in path order.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// How far a file is from the nearest seed, be it an answer, a seed or a file between.
    pub fn hops(&self, file: FileId) -> Option<u32> {
        self.hops.get(&file).copied()
    }

    /// The base facts that lead from a file to a seed, the file's own first; none for a seed or a file not reached.
    ///
    /// Each step goes to the smallest file that is one hop nearer, so the chain depends on the facts alone.
    pub fn chain(&self, graph: &ImportGraph, file: FileId) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = file;
        while let Some((nearer, step)) = self.step(graph, at) {
            steps.push(step);
            at = nearer;
        }
        steps
    }

    /// The canonical step from a file, and the file that it leads to.
    fn step(&self, graph: &ImportGraph, at: FileId) -> Option<(FileId, Step)> {
        let hops = self.hops(at)?.checked_sub(1)?;
        let (imports, refers) = match self.toward {
            Toward::Used => (&graph.imports, &graph.refers),
            Toward::Users => (&graph.importers, &graph.referrers),
        };
        let candidates = [(imports, Relation::Imports), (refers, Relation::Refers)];
        // `Imports` is the lesser relation, so it is preferred where both lead to the same file.
        let (nearer, relation) = candidates
            .into_iter()
            .filter_map(|(rows, relation)| Some((self.smallest_at(hops, rows, at)?, relation)))
            .min()?;
        let (from, to) = match self.toward {
            Toward::Used => (at, nearer),
            Toward::Users => (nearer, at),
        };
        Some((nearer, Step { from, to, relation }))
    }

    /// The smallest file at `hops` in the row of `at`.
    fn smallest_at(&self, hops: u32, rows: &Csr<FileId, FileId>, at: FileId) -> Option<FileId> {
        let row = rows.row(at);
        if row.len() <= self.hops.len() {
            return row.iter().copied().find(|&it| self.hops(it) == Some(hops));
        }
        // A hub's row can be far longer than all that was reached; then the shorter side is searched.
        let reached = self.hops.iter().filter(|&(it, &at)| at == hops && row.binary_search(it).is_ok());
        reached.map(|(&it, _)| it).min()
    }
}

/// Sorts in the order of hits. One number compares faster than two fields, and a hub has many answers.
fn sort(hits: &mut [Hit]) {
    hits.sort_unstable_by_key(|hit| (u64::from(hit.hops) << 32) | u64::from(hit.file.0));
}

/// The definitions that a walk along calls reached, with the fewest calls between each and a seed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallReach {
    hops: Vec<(DefId, u32)>,
}

impl CallReach {
    /// The reach from the tuples of a program, seeds at 0 hops.
    pub(crate) fn of(reached: impl Iterator<Item = (DefId, u32)>) -> Self {
        let mut hops: Vec<(DefId, u32)> = reached.collect();
        hops.sort_unstable();
        Self { hops }
    }

    /// The answers with their hops, in the order of ids: all but the seeds.
    pub fn answers(&self) -> impl Iterator<Item = (DefId, u32)> + '_ {
        self.hops.iter().copied().filter(|(_, hops)| *hops > 0)
    }

    /// How many calls lie between a definition and the nearest seed, be it an answer or a seed.
    pub fn hops(&self, def: DefId) -> Option<u32> {
        let at = self.hops.binary_search_by_key(&def, |(def, _)| *def).ok()?;
        Some(self.hops[at].1)
    }
}
