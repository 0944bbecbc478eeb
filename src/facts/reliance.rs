//! Which files rely on which, however the text says so.

use cg_rules::{DefId, Evidence, FileId, Id, RelianceGraph};
use rustc_hash::{FxHashMap, FxHashSet};

use super::relation::{Definition, NONE};
use super::snapshot::Snapshot;
use crate::language::{DeclKind, LANGUAGES};

impl Snapshot {
    /// Imports, names of the own package, and, at or above an evidence, calls and what has the bodies of declarations.
    pub fn reliance_graph(&self, floor: Evidence) -> RelianceGraph {
        let imports = self.imports.iter().map(|row| (row.from, row.to));
        let refers = self.refers.iter().map(|row| (row.from, row.to));
        let calls = self.calls.iter().filter(|row| row.rule.evidence() >= floor);
        let calls = calls.filter_map(|row| self.files_of(row.caller, row.callee));
        let bodies = self.declared_elsewhere(floor).into_iter().filter_map(|(of, body)| self.files_of(of, body));
        let mut relies: FxHashSet<(FileId, FileId)> = FxHashSet::default();
        let mut last = None;
        // Rows that follow each other are mostly of the same two files.
        for both in imports.chain(refers).chain(calls).chain(bodies) {
            if last.replace(both) != Some(both) {
                relies.insert(both);
            }
        }
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
            declared.entry((row.name, self.name_around(&row))).or_default().push((row.file, def));
        }
        if declared.is_empty() {
            return Vec::new();
        }
        let includes: FxHashSet<(FileId, FileId)> = self.imports.iter().map(|row| (row.from, row.to)).collect();
        let mut pairs = Vec::new();
        for (body, row) in callables().filter(|(_, row)| row.body_line > 0) {
            let prototypes = declared.get(&(row.name, self.name_around(&row))).into_iter().flatten();
            let included = prototypes.filter(|(header, _)| includes.contains(&(row.file, *header)));
            pairs.extend(included.map(|(_, def)| (*def, body)));
        }
        pairs
    }

    /// The prototypes among some definitions whose bodies are others of them: a body in the same file, or in one that includes
    /// that of the prototype. Where a file declares more overloads than there are bodies, none of them is known to be one.
    pub fn prototypes_among(&self, defs: &[DefId]) -> Vec<DefId> {
        let rows = defs.iter().filter_map(|def| Some((*def, self.definition(*def)?)));
        let is_by_file = |row: &Definition| self.file_row(row.file).is_some_and(|it| has_bodies_elsewhere(it.language));
        let callables: Vec<(DefId, Definition)> =
            rows.filter(|(_, row)| row.kind.is_callable() && is_by_file(row)).collect();
        let (declared, bodies): (Vec<_>, Vec<_>) = callables.into_iter().partition(|(_, row)| row.body_line == 0);
        if declared.is_empty() {
            return Vec::new();
        }
        let key = |row: &Definition| (row.name, self.name_around(row));
        let mut n_bodies: FxHashMap<(FileId, (u32, u32)), usize> = FxHashMap::default();
        let declaring: FxHashSet<FileId> = declared.iter().map(|(_, row)| row.file).collect();
        let mut included: FxHashMap<FileId, Vec<FileId>> = FxHashMap::default();
        for (_, body) in &bodies {
            let files = included.entry(body.file).or_insert_with(|| {
                self.included_by(body.file).into_iter().filter(|file| declaring.contains(file)).collect()
            });
            files.iter().for_each(|file| *n_bodies.entry((*file, key(body))).or_default() += 1);
        }
        let mut n_declared: FxHashMap<(FileId, (u32, u32)), usize> = FxHashMap::default();
        declared.iter().for_each(|(_, row)| *n_declared.entry((row.file, key(row))).or_default() += 1);
        let is_met = |row: &Definition| {
            let at = (row.file, key(row));
            n_bodies.get(&at).is_some_and(|n_bodies| n_declared.get(&at).is_some_and(|n| n <= n_bodies))
        };
        declared.iter().filter(|(_, row)| is_met(row)).map(|(def, _)| *def).collect()
    }

    /// Those of some definitions that are one thing with a callable of their name: the bodies of a prototype in the files that
    /// include its own, and the prototypes of a body in the files that its own includes.
    pub fn twins_among(&self, of: DefId, others: &[DefId]) -> Vec<DefId> {
        let is_by_file = |row: &Definition| self.file_row(row.file).is_some_and(|it| has_bodies_elsewhere(it.language));
        let callable = |def: DefId| self.definition(def).filter(|row| row.kind.is_callable() && is_by_file(row));
        let Some(own) = callable(of) else { return Vec::new() };
        let key = |row: &Definition| (row.name, self.name_around(row));
        let is_one = |def: DefId, row: &Definition| {
            let is_other = def != of && (row.body_line == 0) != (own.body_line == 0) && key(row) == key(&own);
            is_other && self.are_of_one_place(of, def, self.is_member(&own) || self.is_member(row))
        };
        let rows = others.iter().filter_map(|def| Some((*def, callable(*def)?)));
        let candidates: Vec<(DefId, Definition)> = rows.filter(|(def, row)| is_one(*def, row)).collect();
        let own_includes = if own.body_line > 0 { self.included_by(own.file) } else { FxHashSet::default() };
        let mut included: FxHashMap<FileId, bool> = FxHashMap::default();
        let mut meets = |file: FileId| match own.body_line > 0 {
            true => own_includes.contains(&file),
            false => *included.entry(file).or_insert_with(|| self.included_by(file).contains(&own.file)),
        };
        let is_sole = self.is_sole_body(of, others);
        candidates.into_iter().filter(|(_, row)| is_sole || meets(row.file)).map(|(def, _)| def).collect()
    }

    /// Whether a callable is, or declares, the one body of its name that the files of its language share: whoever declares it again means
    /// that.
    fn is_sole_body(&self, of: DefId, others: &[DefId]) -> bool {
        let name = self.qualified_name(of);
        let is_kin = |row: &Definition| self.file_row(row.file).is_some_and(|it| has_bodies_elsewhere(it.language));
        let rows = others.iter().filter_map(|def| Some((*def, self.definition(*def)?)));
        let callables = rows.filter(|(_, row)| row.kind.is_callable() && is_kin(row));
        let mut bodies = callables.filter(|(def, row)| row.body_line > 0 && self.qualified_name(*def) == name);
        let is_shared = self.definition(of).is_some_and(|row| row.exported);
        is_shared && bodies.next().is_some_and(|(_, row)| row.exported) && bodies.next().is_none()
    }

    /// Whether two definitions of one name are in the same namespace; a member may be defined where its namespace is opened.
    fn are_of_one_place(&self, one: DefId, other: DefId, are_members: bool) -> bool {
        let names = [one, other].map(|def| self.qualified_name(def).replace("::", "."));
        let ends_with = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|head| head.ends_with('.'));
        names[0] == names[1] || are_members && (ends_with(&names[0], &names[1]) || ends_with(&names[1], &names[0]))
    }

    /// A file, and those that it includes, directly or not.
    fn included_by(&self, file: FileId) -> FxHashSet<FileId> {
        let (mut found, mut open) = (FxHashSet::from_iter([file]), vec![file]);
        while let Some(from) = open.pop() {
            let included = self.imports.headed([from.0]).map(|row| row.to);
            open.extend(included.filter(|to| found.insert(*to)));
        }
        found
    }

    /// Whether a callable is a member of a type, or is written as one of a type or a namespace: `int n::f() {…}`.
    fn is_member(&self, row: &Definition) -> bool {
        row.owner != NONE || self.definition(DefId(row.container)).is_some_and(|of| of.kind.is_type())
    }

    /// The name of the type or the namespace that a callable is in, without the path before it.
    fn name_around(&self, row: &Definition) -> u32 {
        if row.owner == NONE {
            let around = self.definition(DefId(row.container));
            let around =
                around.filter(|of| of.kind.is_type() || of.kind == DeclKind::Module).map_or(NONE, |of| of.name);
            return if around == NONE { NONE } else { self.last_part(around) };
        }
        self.last_part(row.owner)
    }

    fn last_part(&self, name: u32) -> u32 {
        let owner = self.names.get(name);
        let last = owner.rsplit(['.', ':']).next().unwrap_or(owner);
        self.names.find(last).unwrap_or(name)
    }
}

fn has_bodies_elsewhere(language: u32) -> bool {
    LANGUAGES.get(language as usize).is_some_and(|language| language.conventions.parts.has_bodies_elsewhere)
}
