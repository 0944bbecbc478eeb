//! Which files rely on which, however the text says so.

use cg_rules::{DefId, Evidence, FileId, Id, RelianceGraph};
use rustc_hash::{FxHashMap, FxHashSet};

use super::relation::{Definition, NONE};
use super::snapshot::Snapshot;
use crate::language::LANGUAGES;

impl Snapshot {
    /// Imports, names of the own package, and, at or above an evidence, calls and what has the bodies of declarations.
    pub fn reliance_graph(&self, floor: Evidence) -> RelianceGraph {
        let mut relies: FxHashSet<(FileId, FileId)> = self.imports.iter().map(|row| (row.from, row.to)).collect();
        relies.extend(self.refers.iter().map(|row| (row.from, row.to)));
        let calls = self.calls.iter().filter(|row| row.rule.evidence() >= floor);
        relies.extend(calls.filter_map(|row| self.files_of(row.caller, row.callee)));
        relies.extend(self.declared_elsewhere(floor).into_iter().filter_map(|(of, body)| self.files_of(of, body)));
        let mut relies: Vec<(FileId, FileId)> = relies.into_iter().collect();
        relies.sort_unstable();
        RelianceGraph::new(&relies, self.files.iter().map(|row| row.is_aside).collect())
    }

    fn files_of(&self, from: DefId, to: DefId) -> Option<(FileId, FileId)> {
        Some((self.definition(from)?.file, self.definition(to)?.file))
    }

    /// Each declaration with what has the body of it in another place: a prototype in a header and the function of a file
    /// that includes the header, a member of a supertype and, at or above an evidence, what overrides it.
    pub fn declared_elsewhere(&self, floor: Evidence) -> Vec<(DefId, DefId)> {
        let overrides = self.overrides.iter().filter(|row| row.rule.evidence() >= floor);
        overrides.map(|row| (row.sup, row.sub)).chain(self.prototypes()).collect()
    }

    /// Each prototype with the callables of its name in the files that include its header.
    fn prototypes(&self) -> Vec<(DefId, DefId)> {
        let by_file: Vec<bool> = self.files.iter().map(|row| has_bodies_elsewhere(row.language)).collect();
        let numbered = || (0_u32..).map(DefId).zip(self.definitions.iter());
        let callables =
            || numbered().filter(|(_, row)| row.kind.is_callable() && by_file.get(row.file.index()) == Some(&true));
        let mut declared: FxHashMap<(u32, u32), Vec<(FileId, DefId)>> = FxHashMap::default();
        for (def, row) in callables().filter(|(_, row)| row.body_line == 0) {
            declared.entry((row.name, self.name_of_type(&row))).or_default().push((row.file, def));
        }
        if declared.is_empty() {
            return Vec::new();
        }
        let includes: FxHashSet<(FileId, FileId)> = self.imports.iter().map(|row| (row.from, row.to)).collect();
        let mut pairs = Vec::new();
        for (body, row) in callables().filter(|(_, row)| row.body_line > 0) {
            let prototypes = declared.get(&(row.name, self.name_of_type(&row))).into_iter().flatten();
            let included = prototypes.filter(|(header, _)| includes.contains(&(row.file, *header)));
            pairs.extend(included.map(|(_, def)| (*def, body)));
        }
        pairs
    }

    /// The name of the type that a callable is a member of.
    fn name_of_type(&self, row: &Definition) -> u32 {
        let of = if row.owner == NONE { row.container } else { row.owner };
        self.definition(DefId(of)).filter(|of| of.kind.is_type()).map_or(NONE, |of| of.name)
    }
}

fn has_bodies_elsewhere(language: u32) -> bool {
    LANGUAGES.get(language as usize).is_some_and(|language| language.conventions.has_bodies_elsewhere)
}
