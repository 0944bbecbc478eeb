//! Relates tests to the definitions that they exercise: `opens(Test, Def)` and `needs(From, To)`, from the relations that were linked.
//!
//! The text of a definition holds that of the functions inside of it; constructing a type runs its constructors and
//! the initial values of its fields. What a file names outside of any definition is needed by all of them, one hop
//! farther, through the file itself. Of a file that only serves tests the whole text counts: who imports it runs it.

use cg_rules::{DefId, Evidence, FileId, TestGraph};
use rustc_hash::{FxHashMap, FxHashSet};

use super::relation::{Call, Definition, NONE, Refers};
use super::snapshot::Snapshot;
use crate::base::{Position, path};
use crate::language::{DeclKind, ImportKind, Rule, lists};

/// Ranges of lines.
type Lines = Vec<std::ops::RangeInclusive<u32>>;

/// A name in the text of one file that another declares.
#[derive(Clone, Copy)]
struct Mention {
    def: DefId,
    line: u32,
}

/// The names in the texts.
struct Texts<'s> {
    snapshot: &'s Snapshot,
    /// `calls` and `extends`: by a definition, of a definition.
    by_defs: Vec<(DefId, DefId)>,
    /// `overrides`: by a member, of what overrides it.
    may_run: Vec<(DefId, DefId)>,
    /// By file: all that it names of others.
    mentions: Vec<Vec<Mention>>,
    /// By file: the definition that represents it.
    whole: Vec<DefId>,
}

impl<'s> Texts<'s> {
    fn of(snapshot: &'s Snapshot, floor: Evidence) -> Self {
        let mut whole = vec![DefId(NONE); snapshot.files.len()];
        for (def, row) in definitions(snapshot).filter(|(_, row)| row.kind == DeclKind::File) {
            whole[row.file.0 as usize] = def;
        }
        let mut texts = Self { snapshot, by_defs: Vec::new(), may_run: Vec::new(), mentions: Vec::new(), whole };
        texts.mentions.resize_with(snapshot.files.len(), Vec::new);
        // What only a checker of types imports does not run.
        let imports = snapshot.imports.iter().filter(|row| row.kind == ImportKind::Type);
        let unrun: FxHashSet<(FileId, Position)> = imports.map(|row| (row.from, row.at)).collect();
        let is_run = |row: &Refers| {
            !unrun.contains(&(row.from, row.at)) || snapshot.file_row(row.from).is_some_and(|file| file.is_test)
        };
        for row in snapshot.uses.iter().filter(is_run).chain(snapshot.refers.iter()) {
            texts.mention(row.from, row.def, row.at.line);
        }
        let of_one_type = overloads_of_one_type(snapshot);
        let is_open = |row: &Call| row.rule == Rule::OpenOverload && of_one_type.contains(&(row.caller, row.at));
        for row in snapshot.calls.iter().filter(|row| row.rule.evidence() >= floor || is_open(row)) {
            texts.by_defs.push((row.caller, row.callee));
            texts.mention(texts.file(row.caller), row.callee, row.at.line);
        }
        for row in snapshot.extends.iter().filter(|row| row.rule.evidence() >= floor) {
            texts.by_defs.push((row.sub, row.sup));
            texts.mention(row.file, row.sup, row.at.line);
        }
        // A call of a member may run what overrides it.
        let overrides = snapshot.overrides.iter().filter(|row| row.rule.evidence() >= floor);
        texts.may_run = overrides.map(|row| (row.sup, row.sub)).collect();
        texts
    }

    fn mention(&mut self, from: FileId, def: DefId, line: u32) {
        if self.file(def) != from {
            self.mentions[from.0 as usize].push(Mention { def, line });
        }
    }

    fn file(&self, def: DefId) -> FileId {
        self.snapshot.definition(def).map(|row| row.file).unwrap_or_default()
    }

    /// `needs(From, To)`.
    fn needs(&self) -> Vec<(DefId, DefId)> {
        let mut pairs = self.may_run.clone();
        let mut attributed: FxHashSet<(FileId, DefId)> = FxHashSet::default();
        for &(from, to) in &self.by_defs {
            // What runs as the file is loaded runs before any test.
            pairs.extend(self.snapshot.holders(from).filter(|def| !self.snapshot.is_whole(*def)).map(|def| (def, to)));
            attributed.extend(self.around(to).map(|def| (self.file(from), def)));
        }
        for (file, mentions) in self.mentions.iter().enumerate() {
            let whole = self.whole[file];
            let file = FileId(u32::try_from(file).unwrap_or(NONE));
            if whole == DefId(NONE) {
                continue;
            }
            if self.is_aside(file) {
                pairs.extend(mentions.iter().map(|mention| (whole, mention.def)));
                pairs.extend(self.aside_imports(file).map(|to| (whole, to)));
                continue;
            }
            let rest = mentions.iter().filter(|mention| !attributed.contains(&(file, mention.def)));
            let before = pairs.len();
            pairs.extend(rest.map(|mention| (whole, mention.def)));
            if pairs.len() > before {
                // The text of a value is too short to be what the rest is named in; its calls are known.
                let bodies = self.snapshot.definitions_of(file).skip(1).filter(|(_, row)| !row.kind.is_value());
                pairs.extend(bodies.map(|(def, _)| (def, whole)));
            }
        }
        pairs
    }

    /// `opens(Test, Def)`.
    fn opens(&self, lines: &FxHashMap<FileId, Lines>) -> Vec<(FileId, DefId)> {
        let members = self.members();
        let (mut words, own) = (self.loose_words(), self.own_calls());
        let mut pairs = Vec::new();
        for (&test, lines) in lines {
            let mentions = &self.mentions[test.0 as usize];
            let named = mentions.iter().filter(|it| lines.iter().any(|lines| lines.contains(&it.line)));
            let mut left: Vec<DefId> = named.map(|mention| mention.def).chain(self.aside_imports(test)).collect();
            let mut words = words.remove(&test).unwrap_or_default();
            words.extend(left.iter().map(|def| self.name(*def)));
            let mut open: FxHashSet<DefId> = FxHashSet::default();
            while let Some(def) = left.pop() {
                if open.insert(def) {
                    let members = members.get(&def).map_or(&[][..], Vec::as_slice);
                    left.extend(self.opened(members, &words, &own));
                }
            }
            pairs.extend(open.into_iter().map(|def| (test, def)));
        }
        pairs
    }

    /// The members of a type that a test opens with it: those that it names, those that run without being named, and those
    /// that these call themselves. Where it names none, another does so for it: all of them.
    fn opened(&self, members: &[DefId], words: &FxHashSet<u32>, own: &FxHashMap<DefId, Vec<DefId>>) -> Vec<DefId> {
        let is_named = |def: &DefId| words.contains(&self.name(*def));
        if !members.iter().any(is_named) {
            return members.to_vec();
        }
        let mut left: Vec<DefId> =
            members.iter().copied().filter(|def| is_named(def) || self.runs_unnamed(*def)).collect();
        let mut opened = FxHashSet::default();
        while let Some(def) = left.pop() {
            if opened.insert(def) {
                left.extend(own.get(&def).into_iter().flatten());
            }
        }
        opened.into_iter().collect()
    }

    /// The calls of a member by another of its type.
    fn own_calls(&self) -> FxHashMap<DefId, Vec<DefId>> {
        let container = |def: DefId| self.snapshot.definition(def).map(|row| DefId(row.container));
        let is_type = |of: DefId| self.snapshot.definition(of).is_some_and(|row| row.kind.is_type());
        let mut own: FxHashMap<DefId, Vec<DefId>> = FxHashMap::default();
        for &(from, to) in &self.by_defs {
            if container(from).is_some_and(|of| container(to) == Some(of) && is_type(of)) {
                own.entry(from).or_default().push(to);
            }
        }
        own
    }

    /// Whether a member runs by what is done with a value of its type: a constructor, an operator, an initial value.
    fn runs_unnamed(&self, def: DefId) -> bool {
        let Some(row) = self.snapshot.definition(def) else { return true };
        let name = self.snapshot.names.get(row.name);
        let is_special =
            name.starts_with("__") || !name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
        row.kind != DeclKind::Method || is_special || lists(|it| it.constructors, name)
    }

    /// By file: the names in its code that no fact binds.
    fn loose_words(&self) -> FxHashMap<FileId, FxHashSet<u32>> {
        let mut words: FxHashMap<FileId, FxHashSet<u32>> = FxHashMap::default();
        for row in self.snapshot.mentions.iter().filter(|row| row.meaning.is_open()) {
            words.entry(row.file).or_default().insert(row.name);
        }
        words
    }

    fn name(&self, def: DefId) -> u32 {
        self.snapshot.definition(def).map_or(NONE, |row| row.name)
    }

    /// `imports(Test, File)`: by the text of a test, and not by the source that holds it.
    fn imports(&self, lines: &FxHashMap<FileId, Lines>) -> Vec<(FileId, FileId)> {
        let rows = self.snapshot.imports.iter().filter(|row| {
            let lines = lines.get(&row.from);
            lines.is_some_and(|lines| lines.iter().any(|lines| lines.contains(&row.at.line)))
        });
        rows.map(|row| (row.from, row.to)).collect()
    }

    /// The lines of each file that are a test: all of a test's file, the test modules or functions of a source.
    fn test_lines(&self) -> FxHashMap<FileId, Lines> {
        let files = (0u32..).map(FileId).zip(self.snapshot.files.iter());
        files.filter(|(_, row)| row.is_test).map(|(file, _)| (file, self.test_lines_of(file))).collect()
    }

    fn test_lines_of(&self, file: FileId) -> Lines {
        if self.is_aside(file) {
            return vec![0..=u32::MAX];
        }
        let tests = self.snapshot.tests.headed([file.0]);
        let ranges = tests.filter_map(|test| {
            let defs = self.snapshot.definitions_of(file).map(|(_, row)| row).filter(|row| row.kind != DeclKind::File);
            let mut around = defs.filter(|row| (row.start_line..=row.end_line).contains(&test.at.line));
            let outermost = around.next()?;
            Some(outermost.start_line..=outermost.end_line)
        });
        let mut ranges: Vec<_> = ranges.collect();
        ranges.dedup();
        ranges
    }

    /// The files that only serve tests and that a file imports, each by the definition that represents it.
    fn aside_imports(&self, file: FileId) -> impl Iterator<Item = DefId> + '_ {
        let imported = self.snapshot.imports.headed([file.0]).map(|row| row.to).filter(|to| self.is_aside(*to));
        imported.map(|to| self.whole[to.0 as usize]).filter(|def| *def != DefId(NONE))
    }

    fn is_aside(&self, file: FileId) -> bool {
        self.snapshot.file_row(file).is_some_and(|row| row.is_aside)
    }

    /// A definition and those around it, the file left out.
    fn around(&self, def: DefId) -> impl Iterator<Item = DefId> + '_ {
        let container = |at: &DefId| self.snapshot.definition(*at).map(|row| DefId(row.container));
        std::iter::successors(Some(def), container).take_while(|at| !self.snapshot.is_whole(*at) && at.0 != NONE)
    }

    /// The members of each type, wherever in its file or folder they stand.
    fn members(&self) -> FxHashMap<DefId, Vec<DefId>> {
        let mut types: FxHashMap<(&str, u32), Vec<DefId>> = FxHashMap::default();
        for (def, row) in definitions(self.snapshot).filter(|(_, row)| row.kind.is_type()) {
            types.entry((path::parent(self.snapshot.path(row.file)), row.name)).or_default().push(def);
        }
        let mut members: FxHashMap<DefId, Vec<DefId>> = FxHashMap::default();
        for (def, row) in definitions(self.snapshot) {
            let container = DefId(row.container);
            let Some(around) = self.snapshot.definition(container) else { continue };
            let owner = if around.kind == DeclKind::Impl { around.owner } else { row.owner };
            let of = if owner != NONE && row.kind != DeclKind::Impl {
                let named =
                    types.get(&(path::parent(self.snapshot.path(row.file)), owner)).map_or(&[][..], Vec::as_slice);
                let here = named.iter().find(|of| self.file(**of) == row.file);
                here.or(named.first().filter(|_| named.len() == 1)).copied()
            } else {
                around.kind.is_type().then_some(container)
            };
            if let Some(of) = of.filter(|of| *of != def) {
                members.entry(of).or_default().push(def);
            }
        }
        members
    }
}

impl Snapshot {
    /// The graph of tests: `opens`, `needs` and the imports of tests, by references at or above an evidence.
    pub fn test_graph(&self, floor: Evidence) -> TestGraph {
        let texts = Texts::of(self, floor);
        let lines = texts.test_lines();
        let is_test = self.files.iter().map(|row| row.is_test).collect();
        TestGraph::new(&texts.imports(&lines), &texts.needs(), &texts.opens(&lines), &self.file_of(), is_test)
    }

    /// Whether a definition represents its file.
    pub fn is_whole(&self, def: DefId) -> bool {
        self.definition(def).is_some_and(|row| row.kind == DeclKind::File)
    }

    /// Whether a definition is a member of a type, or of one inside of it.
    pub fn encloses(&self, of: DefId, def: DefId) -> bool {
        let Some(of_row) = self.definition(of).filter(|row| row.kind.is_type()) else { return false };
        let mut at = self.definition(def);
        while let Some(row) = at {
            if row.container == of.0 || row.owner == of_row.name {
                return true;
            }
            at = self.definition(DefId(row.container));
        }
        false
    }

    /// The definitions whose text a definition's is part of, itself first.
    pub fn holders(&self, def: DefId) -> impl Iterator<Item = DefId> + '_ {
        std::iter::successors(Some(def), |at| {
            let row = self.definition(*at)?;
            let around = self.definition(DefId(row.container))?;
            let is_inside = around.kind.is_callable() || around.kind == DeclKind::Variable;
            let is_initial = matches!(row.kind, DeclKind::Field | DeclKind::Attribute)
                || lists(|it| it.constructors, self.names.get(row.name));
            (is_inside || around.kind.is_type() && is_initial).then_some(DefId(row.container))
        })
    }
}

/// The places of calls of which nothing says which overload is meant, where one type or file declares all that may be: it runs.
fn overloads_of_one_type(snapshot: &Snapshot) -> FxHashSet<(DefId, Position)> {
    let around = |def: DefId| snapshot.definition(def).map(|it| (it.file, it.container, it.owner));
    let mut first: FxHashMap<(DefId, Position), DefId> = FxHashMap::default();
    let mut several = FxHashSet::default();
    for row in snapshot.calls.iter().filter(|row| row.rule == Rule::OpenOverload) {
        let site = (row.caller, row.at);
        let known = *first.entry(site).or_insert(row.callee);
        if around(known) != around(row.callee) {
            several.insert(site);
        }
    }
    first.into_keys().filter(|site| !several.contains(site)).collect()
}

fn definitions(snapshot: &Snapshot) -> impl Iterator<Item = (DefId, Definition)> + '_ {
    (0u32..).map(DefId).zip(snapshot.definitions.iter())
}
