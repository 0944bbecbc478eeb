//! Files that take over each other's names wholesale in a circle: what one of them leads to, without a walk around it.

use cg_rules::{Csr, FileId, components};
use rustc_hash::{FxHashMap, FxHashSet};

use super::keyed::Sym;

/// The wholesale imports between files, as far as they bring every name.
#[derive(Default)]
pub struct Stars {
    /// From one file to another.
    pub edges: Vec<(FileId, FileId)>,
    /// Files with a wholesale import whose files depend on the name.
    pub closed: FxHashSet<FileId>,
}

/// The circles of such imports.
#[derive(Default)]
pub struct Circles {
    /// The circle of each file that is in one.
    of: FxHashMap<FileId, u32>,
    circles: Vec<Circle>,
    /// The files of circles, and those that circles lead to, by the names that they may state; in order.
    speakers: FxHashMap<Sym, Vec<FileId>>,
}

/// Files that reach each other.
#[derive(Default)]
struct Circle {
    /// One of its files, which answers for all of them.
    first: FileId,
    /// The files outside that its files lead to; in order.
    outs: Vec<FileId>,
    /// Those that lead further.
    deep: Vec<FileId>,
    /// It leads to a file of [`Stars::closed`].
    leads_to_closed: bool,
}

impl Circles {
    /// Finds the circles among so many files. `speaks` calls its argument with every name that a file may state.
    pub fn new(n_files: usize, stars: &Stars, speaks: impl Fn(FileId, &mut dyn FnMut(Sym))) -> Self {
        let mut circles = Self::default();
        let graph: Csr<FileId, FileId> = Csr::build(n_files, &stars.edges);
        circles.enter(&graph);
        if circles.circles.is_empty() {
            return circles;
        }
        for (from, to) in graph.pairs() {
            let Some(circle) = circles.of.get(&from).copied().filter(|at| circles.of.get(&to) != Some(at)) else {
                continue;
            };
            circles.circles[circle as usize].outs.push(to);
        }
        let closed = reached(&graph.transposed(n_files), stars.closed.iter().copied());
        for circle in &mut circles.circles {
            circle.outs.sort_unstable();
            circle.outs.dedup();
            let leads = |file: &&FileId| !graph.row(**file).is_empty() || stars.closed.contains(file);
            circle.deep = circle.outs.iter().filter(leads).copied().collect();
            circle.leads_to_closed = closed.contains(&circle.first);
        }
        let mut reached: Vec<FileId> = reached(&graph, circles.of.keys().copied()).into_iter().collect();
        reached.sort_unstable();
        for file in reached {
            speaks(file, &mut |sym| {
                let files = circles.speakers.entry(sym).or_default();
                if files.last() != Some(&file) {
                    files.push(file);
                }
            });
        }
        circles
    }

    /// Enters the components of several files.
    fn enter(&mut self, graph: &Csr<FileId, FileId>) {
        let component = components(graph);
        let mut sizes: FxHashMap<u32, u32> = FxHashMap::default();
        component.iter().for_each(|at| *sizes.entry(*at).or_default() += 1);
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        for (file, at) in (0..).map(FileId).zip(component) {
            if sizes.get(&at).is_some_and(|size| *size > 1) {
                let circles = &mut self.circles;
                let number = *numbers.entry(at).or_insert_with(|| {
                    circles.push(Circle { first: file, ..Circle::default() });
                    u32::try_from(circles.len() - 1).unwrap_or(u32::MAX)
                });
                self.of.insert(file, number);
            }
        }
    }

    /// Files that lead to the same statements of a name as all that a file of a circle imports wholesale; `None` where
    /// only a walk can say. `start` is where a walk began: it is passed, whatever it states.
    pub fn next(
        &self,
        at: FileId,
        start: Option<FileId>,
        sym: Sym,
        is_silent: &dyn Fn(FileId) -> bool,
    ) -> Option<Vec<FileId>> {
        let number = self.of.get(&at)?;
        let circle = &self.circles[*number as usize];
        let speakers = self.speakers.get(&sym).map_or(&[][..], Vec::as_slice);
        let is_inside = |file: &FileId| self.of.get(file) == Some(number);
        let mut inside = speakers.iter().copied();
        let mut inside = inside.by_ref().filter(|file| is_inside(file) && Some(*file) != start && !is_silent(*file));
        match (inside.next(), inside.next()) {
            // All see the same, which is what lies outside.
            (None, _) if at != circle.first => Some(vec![circle.first]),
            (None, _) => {
                let stating = speakers.iter().filter(|file| circle.outs.binary_search(file).is_ok());
                Some(stating.chain(&circle.deep).copied().collect())
            }
            // Where nothing outside may state the name, it matters not on which ways that one hides it.
            (Some(one), None) => {
                let is_alone = !circle.leads_to_closed && speakers.iter().all(is_inside);
                is_alone.then(|| vec![one])
            }
            // What one states hides what lies behind it.
            (Some(_), Some(_)) => None,
        }
    }
}

/// The files that some files reach, and these.
fn reached(graph: &Csr<FileId, FileId>, from: impl Iterator<Item = FileId>) -> FxHashSet<FileId> {
    let mut open: Vec<FileId> = from.collect();
    let mut reached: FxHashSet<FileId> = open.iter().copied().collect();
    while let Some(file) = open.pop() {
        open.extend(graph.row(file).iter().filter(|next| reached.insert(**next)));
    }
    reached
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const N: u32 = 8;

    /// The statements of files on one name: the imports between them, files whose imports depend on the name, files
    /// that state it, and files that seem to.
    #[derive(Debug)]
    struct Case {
        edges: Vec<(u32, u32)>,
        closed: FxHashSet<FileId>,
        states: FxHashSet<FileId>,
        seems: FxHashSet<FileId>,
    }

    fn case() -> impl Strategy<Value = Case> {
        let some = |most| proptest::collection::vec(0..N, 0..most);
        let set = |files: Vec<u32>| files.into_iter().map(FileId).collect::<FxHashSet<_>>();
        let edges = proptest::collection::vec((0..N, 0..N), 0..16);
        (edges, some(2), some(4), some(3)).prop_map(move |(edges, closed, states, seems)| {
            let states = set(states);
            let seems = set(seems).union(&states).copied().collect();
            Case { edges, closed: set(closed), states, seems }
        })
    }

    /// Every file that states the name and is come to through files that do not.
    fn walk(case: &Case, start: FileId, next: impl Fn(FileId) -> Vec<FileId>) -> Vec<FileId> {
        let mut seen = FxHashSet::from_iter([start]);
        let (mut open, mut found) = (vec![start], Vec::new());
        while let Some(file) = open.pop() {
            for next in next(file) {
                if seen.insert(next) {
                    if case.states.contains(&next) { &mut found } else { &mut open }.push(next);
                }
            }
        }
        found.sort_unstable();
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn a_circle_leads_where_a_walk_around_it_does(case in case()) {
            let edges = case.edges.iter().map(|(from, to)| (FileId(*from), FileId(*to)));
            let row = |file: FileId| edges.clone().filter(|edge| edge.0 == file).map(|edge| edge.1).collect::<Vec<_>>();
            let known = edges.clone().filter(|(from, _)| !case.closed.contains(from)).collect();
            let stars = Stars { edges: known, closed: case.closed.clone() };
            let circles = Circles::new(N as usize, &stars, |file, name| {
                if case.seems.contains(&file) {
                    name(Sym(0));
                }
            });
            let is_silent = |file: FileId| !case.states.contains(&file);
            for start in (0..N).map(FileId) {
                let short = |at| circles.next(at, Some(start), Sym(0), &is_silent).unwrap_or_else(|| row(at));
                prop_assert_eq!(walk(&case, start, row), walk(&case, start, short), "from {:?}", start);
            }
        }
    }
}
