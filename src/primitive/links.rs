//! Chains: the base facts behind a hit, with the place where the text says so.

use cg_rules::{DefId, FileId, Reached, Relation};

use super::answer::{Answer, ChainSource, Link};
use super::central_query;
use super::engine::Engine;
use super::imported::ImportPlace;
use super::test_chain;
use crate::base::Position;
use crate::facts::{Call, Extends, ExtendsPackage, PackageImport, PackageUse, Refers};
use crate::language::Rule;

/// The bytes of a usual name and of a colon.
const USUAL_NAME: usize = 32;

impl Answer {
    /// The chain of base facts that put a file into the answer; empty for a file that is not in it, and for a seed.
    pub fn chain(&self, engine: &Engine<'_>, file: FileId) -> Vec<Link> {
        match &self.source {
            ChainSource::Nothing => Vec::new(),
            ChainSource::Links(links) => {
                let at = links.binary_search_by_key(&file, |(file, _)| *file);
                at.map_or_else(|_| Vec::new(), |at| links[at].1.clone())
            }
            ChainSource::Central(ranked) => {
                let at = ranked.binary_search_by_key(&file, |it| it.file);
                at.map_or_else(|_| Vec::new(), |at| vec![central_query::link(engine, &ranked[at])])
            }
            ChainSource::Imports(places) => {
                let link = |place: &ImportPlace| match place {
                    ImportPlace::File(to, at) => engine.import_link(file, *to, *at),
                    ImportPlace::Package(row) => engine.package_link(row),
                };
                places.of(file).iter().map(link).collect()
            }
            ChainSource::Exercised(found, floor, beside) => match beside.binary_search_by_key(&file, |(test, _)| *test)
            {
                Ok(at) => vec![beside[at].1.clone()],
                Err(_) => test_chain::chain(engine, found, file, *floor),
            },
            ChainSource::Reached(reached) => {
                let steps = reached.chain(engine.imports(), file);
                steps.iter().map(|step| engine.step_link(step.from, step.to, step.relation)).collect()
            }
        }
    }
}

impl Engine<'_> {
    /// `imports(From, To)`.
    pub(super) fn import_link(&self, from: FileId, to: FileId, at: Position) -> Link {
        let path = |file| self.snapshot.path(file).to_owned();
        Link { relation: "imports", from: path(from), to: path(to), file: from, at }
    }

    /// `imports_package(File, Package)`, or the use of its member.
    pub(super) fn package_link(&self, row: &PackageImport) -> Link {
        let to = self.snapshot.outside_path(row);
        let relation = if row.how == PackageUse::Import { "imports_package" } else { "uses_package" };
        Link { relation, from: self.snapshot.path(row.file).to_owned(), to, file: row.file, at: row.at }
    }

    /// The step of a reach, with its first place in the text.
    fn step_link(&self, from: FileId, to: FileId, relation: Relation) -> Link {
        match relation {
            Relation::Imports => {
                let row = self.snapshot.imports.headed([from.0, to.0]).next();
                self.import_link(from, to, row.map(|row| row.at).unwrap_or_default())
            }
            Relation::Refers => {
                let row = self.snapshot.refers.headed([from.0, to.0]).next();
                let at = row.map(|row| row.at).unwrap_or_default();
                let name = row.map_or("", |row| self.snapshot.name(row.def));
                let to = self.snapshot.path(to);
                let to = if name.is_empty() { to.to_owned() } else { format!("{to}:{name}") };
                Link { relation: "refers", from: self.snapshot.path(from).to_owned(), to, file: from, at }
            }
        }
    }

    /// The lines of a hit that hold its first step: every import of the next file.
    pub(super) fn first_step_lines(&self, reached: &Reached, file: FileId) -> Vec<u32> {
        let steps = reached.chain(self.imports(), file);
        let Some(step) = steps.first().filter(|step| step.from == file) else { return Vec::new() };
        let mut lines: Vec<u32> = match step.relation {
            Relation::Imports => self.snapshot.imports.headed([file.0, step.to.0]).map(|row| row.at.line).collect(),
            Relation::Refers => self.snapshot.refers.headed([file.0, step.to.0]).map(|row| row.at.line).collect(),
        };
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// The base fact that connects two files directly: an import before a reference, by the first file before by the second.
    pub fn edge_between(&self, one: FileId, other: FileId) -> Option<Link> {
        let facts = self.snapshot;
        let ways = [(one, other), (other, one)];
        let import = |(from, to): (FileId, FileId)| {
            let row = facts.imports.headed([from.0, to.0]).next()?;
            Some(self.import_link(from, to, row.at))
        };
        let refers = |(from, to): (FileId, FileId)| {
            facts.refers.headed([from.0, to.0]).next().map(|row| self.use_link("refers", &row))
        };
        ways.into_iter().find_map(import).or_else(|| ways.into_iter().find_map(refers))
    }

    pub(super) fn place(&self, def: DefId) -> (String, FileId) {
        let file = self.snapshot.definition(def).map(|row| row.file).unwrap_or_default();
        let path = self.snapshot.path(file);
        let mut text = String::with_capacity(path.len() + USUAL_NAME);
        text.push_str(path);
        text.push(':');
        self.snapshot.push_qualified(def, &mut text);
        (text, file)
    }

    /// `calls(Caller, Callee)`; a call that does not fit its callee may call it.
    pub fn call_link(&self, row: &Call) -> Link {
        let ((from, file), (to, _)) = (self.place(row.caller), self.place(row.callee));
        let relation = if row.rule == Rule::Misfit { "may_call" } else { "calls" };
        Link { relation, from, to, file, at: row.at }
    }

    /// `extends(Sub, Super)`.
    pub(super) fn extends_link(&self, row: &Extends) -> Link {
        let ((from, _), (to, _)) = (self.place(row.sub), self.place(row.sup));
        Link { relation: "extends", from, to, file: row.file, at: row.at }
    }

    /// `extends_package(Sub, Package)`, at each place that names the supertype.
    pub(super) fn outer_supertypes(&self, sub: DefId, sup: DefId) -> Vec<Link> {
        let (snapshot, outside) = (self.snapshot, self.outside());
        let is_meant = |row: &ExtendsPackage| {
            outside.supertype_id(snapshot, row).is_some_and(|name| snapshot.outer_def(name) == sup)
        };
        let rows = snapshot.package_extends.headed([sub.0]).filter(is_meant);
        rows.map(|row| {
            let (relation, (from, _)) = ("extends_package", self.place(row.sub));
            Link { relation, from, to: snapshot.supertype_path(&row), file: row.file, at: row.at }
        })
        .collect()
    }

    /// A test that has the name of a file, and no other relation to it.
    pub(super) fn name_link(&self, test: FileId, of: FileId) -> Link {
        let path = |file| self.snapshot.path(file).to_owned();
        let at = Position { line: 1, column: 1 };
        Link { relation: "has_name_of", from: path(test), to: path(of), file: test, at }
    }

    /// `overrides(Def, Method)`; a member that does not fit the other may override it.
    pub(super) fn overrides_link(&self, row: &Extends) -> Link {
        let ((from, _), (to, _)) = (self.place(row.sub), self.place(row.sup));
        let relation = if row.rule == Rule::Misfit { "may_override" } else { "overrides" };
        Link { relation, from, to, file: row.file, at: row.at }
    }

    /// A call of what the requested member overrides: it may run the member.
    pub(super) fn may_call_link(&self, row: &Call) -> Link {
        Link { relation: "may_call", ..self.call_link(row) }
    }

    /// `uses(File, Def)` or `refers(File, Def)`.
    pub(super) fn use_link(&self, relation: &'static str, row: &Refers) -> Link {
        let (to, _) = self.place(row.def);
        Link { relation, from: self.snapshot.path(row.from).to_owned(), to, file: row.from, at: row.at }
    }

    /// `declares(File, Def)`.
    pub(super) fn declares_link(&self, def: DefId) -> Option<Link> {
        let row = self.snapshot.definition(def)?;
        let from = self.snapshot.path(row.file).to_owned();
        Some(Link { relation: "declares", from, to: self.snapshot.qualified_name(def), file: row.file, at: row.at })
    }
}
