//! External packages whose names a module re-exports wholesale (`export * from 'pkg'`): found once for every module, by way
//! of any number of others, and not anew for every name.

use cg_rules::{Csr, FileId};

use super::outer::{Outer, OuterStars};
use super::table::SymbolTable;
use crate::language::{Decl, Resolution};

impl SymbolTable<'_> {
    /// Those of every file; empty where no file takes an external package over wholesale.
    pub(in crate::resolve) fn all_outer_stars(&self) -> Vec<OuterStars> {
        if !self.has_outer_stars {
            return Vec::new();
        }
        let mut edges = Vec::new();
        let mut found: Vec<OuterStars> =
            (0..).map(FileId).take(self.stars.len()).map(|file| self.own_outer_stars(file, &mut edges)).collect();
        let graph: Csr<FileId, FileId> = Csr::build(found.len(), &edges);
        let back = graph.transposed(found.len());
        // Each file changes no more than three times.
        let is_known = |file: &FileId| found[file.0 as usize] != OuterStars::Nothing;
        let mut open: Vec<FileId> = (0..).map(FileId).take(found.len()).filter(is_known).collect();
        while let Some(to) = open.pop() {
            for from in back.row(to) {
                let both = self.joined(found[from.0 as usize], found[to.0 as usize]);
                if both != found[from.0 as usize] {
                    found[from.0 as usize] = both;
                    open.push(*from);
                }
            }
        }
        found
    }

    /// The external modules that a file itself names, and the files that it takes over wholesale.
    fn own_outer_stars(&self, from: FileId, edges: &mut Vec<(FileId, FileId)>) -> OuterStars {
        let Some(observation) = self.observation(from) else { return OuterStars::Several };
        let mut own = OuterStars::Nothing;
        for number in &self.stars[from.0 as usize] {
            let is_top = observation.imports[*number as usize].within == Decl(0);
            let resolution = self.resolutions[from.0 as usize].get(*number as usize);
            match (resolution, self.resolver(from.0 as usize)) {
                (Some(Resolution::External(_)), _) => own = self.joined(own, OuterStars::One(from, *number)),
                (Some(Resolution::Module(files) | Resolution::Member(files)), Some(resolver)) if is_top => {
                    if resolver.star_brings_all(files) {
                        resolver.star(from, files, "", &mut |to| edges.push((from, to)));
                    } else {
                        own = OuterStars::ByName;
                    }
                }
                (Some(Resolution::Inside(..)), _) if is_top => own = OuterStars::ByName,
                _ => {}
            }
        }
        own
    }

    fn joined(&self, one: OuterStars, other: OuterStars) -> OuterStars {
        match (one, other) {
            (OuterStars::ByName, _) | (_, OuterStars::ByName) => OuterStars::ByName,
            (OuterStars::Nothing, it) | (it, OuterStars::Nothing) => it,
            (OuterStars::One(file, site), OuterStars::One(other_file, other_site))
                if self.outer_module(file, site) == self.outer_module(other_file, other_site) =>
            {
                one
            }
            _ => OuterStars::Several,
        }
    }

    /// The package, and its module as the source writes it, of an import site of a file.
    pub(in crate::resolve) fn outer_module(&self, file: FileId, site: u32) -> Option<(&str, &str)> {
        let observation = self.observation(file)?;
        match self.resolutions[file.0 as usize].get(site as usize)? {
            Resolution::External(package) => {
                Some((package, observation.name(observation.imports.get(site as usize)?.source)))
            }
            _ => None,
        }
    }

    /// A member of the module that an import site of a file names.
    pub(in crate::resolve) fn outer_member(&self, file: FileId, site: u32, name: &str) -> Option<Outer> {
        let (package, module) = self.outer_module(file, site)?;
        Some(Outer::new(package, module, Some(name)))
    }
}
