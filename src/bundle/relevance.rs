//! The relevance of a file's parts: the definitions and lines to which flow and answers lead, and how much each matters.

use std::cell::OnceCell;

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::import_lines::import_lines;
use super::named_type::{NAMED_BODIES, NAMED_TYPE, mark_members, named_types};
use super::passages::Passages;
use super::request::BundleRequest;
use super::share::whole_lines;
use super::under_test::UnderTest;
use super::unsure::most_chars;
use super::view::{Body, CONNECTED, Marks, NAMED, Page, Span};
use crate::base::PathGlobs;
use crate::facts::{Call, Definition};
use crate::flow::{Flow, MatchQuality, NEAR_UNIQUE};
use crate::language::DeclKind;
use crate::manifest::Band;
use crate::plan::{Step, StepSource};
use crate::primitive::{NameAffinity, Role, innermost};

/// The tier of a step of the flow that nobody named, and of what is meant because its container is named.
const BRIDGE: u8 = 2;
const CO_NAMED: u8 = 4;
/// The weight of everything else in a file that is shown.
const OTHER: u8 = 1;
/// The most files of a search that are shown beside what a failing line calls.
const BESIDE_FAILURE: usize = 5;
/// The closeness of a file's name to a set with a file of this name, but for the marks of a test.
const SAME_NAME: u8 = 2;

/// The definitions of a file, in the order of the text.
pub type Definitions = Vec<(DefId, Definition)>;

/// The parts of one file that the steps of a plan point to.
#[derive(Default)]
struct Pointed<'a> {
    steps: Vec<&'a Step>,
    /// The steps that only list it.
    listing: Vec<&'a Step>,
    defs: FxHashSet<DefId>,
    /// Lines of exact sites.
    sites: Vec<u32>,
    /// Lines of answers that are about the file as a whole: its imports, what a test names.
    mentions: Vec<u32>,
    /// The lines that a query of `must_read` answers with as imports, and uses of what they bring.
    imported: FxHashSet<u32>,
    in_must_read: bool,
}

/// The parts that concern namesakes only.
#[derive(Default)]
struct Vague {
    callers: FxHashSet<DefId>,
    lines: FxHashSet<u32>,
}

/// The relevance of all files, from all steps and the flow.
pub struct RelevanceIndex<'a> {
    request: &'a BundleRequest<'a>,
    pointed: FxHashMap<FileId, Pointed<'a>>,
    /// The definitions that are named, types included.
    named: FxHashSet<DefId>,
    /// The types that are named, or that a text names for sure.
    types: FxHashSet<DefId>,
    /// Those that the named ones call, where all of these are tests or aside.
    pub tested: UnderTest,
    /// The files of these, and those of the spine.
    named_files: FxHashSet<FileId>,
    /// The names of the files of what is named.
    affinity: NameAffinity<'a>,
    /// The names as ids, the last part of each, but for words of free text.
    words: FxHashSet<u32>,
    /// The definitions that override the named ones, or are overridden by them; from the first namesake on.
    kin: OnceCell<FxHashSet<DefId>>,
    /// The lines of imports of packages, in the files that a query points into.
    imports: OnceCell<FxHashMap<FileId, Vec<u32>>>,
    /// Something is named that the answer is drawn around.
    pub has_focus: bool,
    /// The passages of all files.
    pub passages: Passages<'a>,
}

impl<'a> RelevanceIndex<'a> {
    /// Collects what the steps that load files say.
    pub fn new(request: &'a BundleRequest<'a>) -> Self {
        let mut pointed: FxHashMap<FileId, Pointed<'a>> = FxHashMap::default();
        let flow = request.flow;
        let named: FxHashSet<DefId> = flow.names.iter().flat_map(|name| name.defs.iter().copied()).collect();
        let tested = UnderTest::of(request.engine, request.plan, &named);
        let passages = Passages::of(request, tested.is_of_sources);
        let is_search = |step: &Step| step.primitive().is_some_and(|it| it.role == Role::Found);
        for band in &request.plan.bands {
            for (step, hit) in band.steps.iter().flat_map(|step| step.kept.iter().map(move |hit| (step, hit))) {
                let entry = pointed.entry(hit.file).or_default();
                let is_wanted = || request.promoted.iter().any(|it| it == request.engine.snapshot.path(hit.file));
                if band.band == Band::MayRead && !step.promoted && !is_wanted() {
                    entry.listing.push(step);
                    continue;
                }
                let is_must = band.band == Band::MustRead;
                let is_led = entry.in_must_read || !passages.alone && !entry.steps.iter().all(|it| is_search(it));
                entry.steps.push(step);
                if is_search(step) && !is_must && is_led && step.answer.passages.contains_key(&hit.file) {
                    continue; // Its passages say as much, and have their turn.
                }
                entry.defs.extend(&hit.defs);
                let cites = |role| matches!(role, Role::Exact | Role::Found | Role::Uses);
                let is_exact = step.primitive().is_some_and(|it| cites(it.role));
                let lines = if hit.defs.is_empty() && !is_exact { &mut entry.mentions } else { &mut entry.sites };
                lines.extend(&hit.lines);
                let is_of_imports = is_must && step.primitive().is_some_and(|it| it.role == Role::Imports);
                entry.imported.extend(hit.lines.iter().filter(|_| is_of_imports));
                entry.in_must_read |= is_must;
            }
        }
        let file = |def: &DefId| request.engine.snapshot.definition(*def).map(|row| row.file);
        let on_spine = flow.decisions.iter().filter(|(_, decision)| decision.on_spine).map(|(file, _)| *file);
        let named_files = named.iter().filter_map(file).chain(on_spine).collect();
        let given = || flow.names.iter().filter(|name| !name.is_prose);
        let mut declaring: Vec<FileId> = given().flat_map(|name| &name.defs).filter_map(file).collect();
        if flow.is_derived {
            let steps = request.plan.bands.iter().flat_map(|band| &band.steps);
            let inputs = steps.filter(|step| step.source == StepSource::Input).flat_map(|step| &step.kept);
            declaring = inputs.map(|hit| hit.file).collect();
        }
        let affinity = NameAffinity::of(request.engine.snapshot, &declaring);
        let has_focus = given().any(|name| !name.defs.is_empty());
        let texts: FxHashSet<&str> = given().map(|name| name.text.rsplit(['.', ':']).next().unwrap_or("")).collect();
        let words = texts.into_iter().filter_map(|text| request.engine.snapshot.names.find(text)).collect();
        let (kin, imports, types) = (OnceCell::new(), OnceCell::new(), named_types(request, &named));
        Self { request, pointed, named, types, tested, named_files, affinity, words, kin, imports, has_focus, passages }
    }

    /// The steps that returned a file: those that load it, or else those that list it.
    pub fn steps(&self, file: FileId) -> &[&'a Step] {
        let steps = |pointed| {
            let Pointed { steps, listing, .. }: &Pointed<'a> = pointed;
            if steps.is_empty() { listing } else { steps }
        };
        self.pointed.get(&file).map_or(&[], |pointed| steps(pointed).as_slice())
    }

    /// Whether queries only list a file, and none loads it.
    pub fn is_only_listed(&self, file: FileId) -> bool {
        self.pointed.get(&file).is_some_and(|pointed| pointed.steps.is_empty())
    }

    /// The files that hold what is named or on the spine, and that no query loads: bodies first, in the order of the
    /// flow, then the few that declare a type of a name.
    pub fn unclaimed(&self) -> Vec<FileId> {
        let (flow, snapshot) = (self.request.flow, self.request.engine.snapshot);
        let on_spine = flow.chains.iter().flatten().flat_map(|hop| [hop.caller, hop.callee]);
        let bodies = on_spine.chain(flow.named()).filter(|def| flow.priority(*def).is_some());
        let bodies = bodies.filter_map(|def| snapshot.definition(def));
        let bodies = bodies.filter(|row| row.kind.is_callable() && row.body_line > 0);
        let types = flow.names.iter().filter(|it| it.standing == MatchQuality::Type && it.defs.len() <= NEAR_UNIQUE);
        let types: Vec<DefId> = types.flat_map(|it| it.defs.iter().copied()).collect();
        let beside = types.iter().flat_map(|of| self.request.engine.files_of_members(*of));
        let declaring = types.iter().filter_map(|of| snapshot.definition(*of)).map(|row| row.file);
        let excluded = self.excluded();
        let is_excluded = |file| excluded.as_ref().is_some_and(|globs| globs.is_match(snapshot.path(file)));
        let mut files: Vec<FileId> = Vec::new();
        for file in bodies.map(|row| row.file).chain(declaring).chain(beside) {
            let is_aside = self.request.engine.is_aside(file) && !self.is_aimed_at(file);
            let is_claimed = self.pointed.get(&file).is_some_and(|pointed| !pointed.steps.is_empty());
            if !is_aside && !is_claimed && !files.contains(&file) && !is_excluded(file) {
                files.push(file);
            }
        }
        files
    }

    /// The globs by which the author keeps files out of what must be read.
    fn excluded(&self) -> Option<PathGlobs> {
        let must_read = self.request.manifest.bands.iter().filter(|it| it.band == Band::MustRead);
        PathGlobs::new(must_read.flat_map(|it| &it.exclude).map(String::as_str)).ok()
    }

    /// Whether a query points into the file, or something in it was given as a name.
    pub fn is_aimed_at(&self, file: FileId) -> bool {
        let names = self.request.flow.names.iter().filter(|name| !name.is_prose);
        let facts = self.request.engine.snapshot;
        let mut defs = names.flat_map(|name| &name.defs);
        defs.any(|def| facts.definition(*def).is_some_and(|row| row.file == file))
            || self.pointed.get(&file).is_some_and(|it| !it.defs.is_empty() || !it.sites.is_empty())
    }

    /// The characters beyond which a file grows no further, where words alone led to it and the search is unsure of them.
    pub fn most_chars(&self, file: FileId) -> Option<u64> {
        most_chars(file, self.steps(file), self.passages.in_file(file), self.holds_name(file))
    }

    /// Whether searches find a file behind the first few, where what a failing line calls is known.
    pub fn is_beside_failure(&self, file: FileId) -> bool {
        let is_first = |step: &&Step| step.rank(file).is_some_and(|rank| rank <= BESIDE_FAILURE);
        self.tested.is_of_sources && !self.steps(file).iter().any(is_first)
    }

    /// Whether a file declares something that is called where a test failed.
    pub fn fails_in(&self, file: FileId) -> bool {
        self.tested.fails_in(self.request.engine.snapshot, file)
    }

    /// Whether something in the file is named, or on the spine.
    pub fn holds_name(&self, file: FileId) -> bool {
        self.named_files.contains(&file)
    }

    /// Whether the name of a file is that of one in which something is named, but for the marks of a test.
    pub fn is_counterpart(&self, file: FileId) -> bool {
        self.affinity.to(file) == SAME_NAME && !self.named_files.contains(&file)
    }

    /// The relevance of one file's parts.
    pub fn marks(&self, file: FileId, page: &Page<'_>, definitions: &Definitions) -> Marks {
        let none = Pointed::default();
        let pointed = self.pointed.get(&file).unwrap_or(&none);
        let mentions = self.mentions(file, pointed, definitions);
        let vague = self.vague(definitions);
        let mut defs: FxHashSet<DefId> = pointed.defs.difference(&vague.callers).copied().collect();
        defs.extend(innermost(definitions, mentions.clone()));
        // A declaration that is meant is marked as what it declares; another one may have a use in its line.
        let meant = definitions.iter().filter(|(def, _)| defs.contains(def) || self.named.contains(def));
        let declared: FxHashSet<u32> = meant.map(|(_, row)| row.at.line).collect();
        let is_site = |line: &u32| !vague.lines.contains(line) && !declared.contains(line);
        let mut sites: Vec<u32> = pointed.sites.iter().copied().filter(is_site).chain(mentions).collect();
        sites.sort_unstable();
        sites.dedup();
        let all = sites.clone();
        self.choose(file, definitions, pointed, &mut sites);
        let inside = |lines: &[u32], row: &Definition| {
            let at = lines.partition_point(|line| *line < row.start_line);
            lines.get(at).is_some_and(|line| *line <= row.end_line)
        };
        let (mut marks, mut namesakes) =
            (Marks { is_given: !self.request.flow.is_derived, ..Marks::default() }, Vec::new());
        for (at, (def, row)) in definitions.iter().enumerate().filter(|(_, (_, row))| row.kind != DeclKind::File) {
            // Who uses what is named is shown where its site is.
            let is_pointed = defs.contains(def) && (!inside(&all, row) || inside(&sites, row));
            self.mark((&mut marks, &mut namesakes), page, is_pointed, at, *def);
        }
        // A name that the request gives is what its answer is about; one that follows from a file is one of many.
        let room = if self.request.flow.is_derived { 0 } else { NAMED_BODIES };
        mark_members(self.request.engine.snapshot, page, &self.types, definitions, room, &mut marks);
        marks.bodies.sort_by_key(|body| (body.tier, self.request.flow.place(definitions[body.definition].0)));
        sites.extend(self.calls_of_the_flow(file));
        sites.sort_unstable();
        sites.dedup();
        marks.spans.extend(sites.iter().map(|line| Span::of_line(*line, Flow::LINE)));
        // Namesakes are marked where there is something else to show, and make no file worth showing.
        marks.is_vague = marks.spans.is_empty() && !namesakes.is_empty();
        marks.spans.extend(namesakes);
        marks.sites = sites;
        marks.passages = self.passages.in_file(file).to_vec();
        marks.named_lines = self.passages.named_lines(file, page);
        marks
    }

    /// The parts of a file that concern only namesakes: definitions of a requested name that were ruled out.
    fn vague(&self, definitions: &Definitions) -> Vague {
        let mut vague = Vague::default();
        if self.words.is_empty() {
            return vague;
        }
        let facts = self.request.engine.snapshot;
        let calls = definitions.iter().flat_map(|(def, _)| facts.calls.headed([def.0]));
        let (meant, others): (Vec<Call>, Vec<Call>) = calls.partition(|row| self.named.contains(&row.callee));
        let bears_a_name = |def: DefId| facts.definition(def).is_some_and(|row| self.is_namesake(def, &row));
        for row in others.iter().filter(|row| bears_a_name(row.callee)) {
            vague.callers.insert(row.caller);
            vague.lines.insert(row.at.line);
        }
        for row in meant {
            vague.callers.remove(&row.caller);
            vague.lines.remove(&row.at.line);
        }
        vague.callers.retain(|def| !self.named.contains(def));
        vague
    }

    /// Whether a definition has a requested name and is not meant. A member that overrides a meant one, or is overridden by
    /// it, changes alike and is no namesake.
    fn is_namesake(&self, def: DefId, row: &Definition) -> bool {
        let kin = || {
            let named: Vec<DefId> = self.named.iter().copied().collect();
            self.request.engine.overriding_family(&named)
        };
        let bears_a_name = self.words.contains(&row.name) && !self.named.contains(&def);
        bears_a_name && !self.kin.get_or_init(kin).contains(&def)
    }

    /// Leaves the sites that say more than that there is an import, unless there is nothing else in what must be read, or a
    /// query there is for imports: each line of it may be a use of the module, or the way in which its name comes here.
    fn choose(&self, file: FileId, definitions: &Definitions, pointed: &Pointed<'_>, sites: &mut Vec<u32>) {
        if sites.is_empty() {
            return;
        }
        let imports = self.request.engine.snapshot.imports.headed([file.0]).map(|row| row.at.line);
        let found = || import_lines(self.request.engine.snapshot, |file| self.pointed.contains_key(&file));
        let packages = self.imports.get_or_init(found).get(&file).into_iter().flatten();
        let imports: FxHashSet<u32> = imports.chain(packages.copied()).collect();
        let is_import = |line: &u32| imports.contains(line) && !pointed.imported.contains(line);
        let has_body = definitions.iter().any(|(def, _)| self.request.flow.priority(*def).is_some());
        if !pointed.in_must_read || has_body || sites.iter().any(|line| !is_import(line)) {
            sites.retain(|line| !is_import(line));
        }
    }

    /// The tier of a definition's body; `None` for a signature. A member that is meant because its type is named counts
    /// in the file that declares the family, not in those that are one of many (S0.15).
    fn tier(&self, def: DefId, row: &Definition) -> Option<u8> {
        let tier = self.request.flow.priority(def)?;
        let decision = self.request.flow.decision(row.file).filter(|_| self.request.is_adaptive);
        let is_one_of_many = decision.is_some_and(|it| it.collapses && !it.defines_family);
        (tier != CO_NAMED || !is_one_of_many).then_some(tier)
    }

    /// Marks one definition; `namesakes` receives the signature of definitions that share a requested name but were ruled out.
    fn mark(
        &self,
        (marks, namesakes): (&mut Marks, &mut Vec<Span>),
        page: &Page<'_>,
        is_pointed: bool,
        at: usize,
        def: DefId,
    ) {
        let (flow, row) = (self.request.flow, &page.definitions[at]);
        let is_tested = is_pointed && self.tested.has(def);
        let is_user = self.has_focus && self.request.ceiling.stops_when_complete && !is_tested;
        let is_aside = self.request.engine.is_aside(row.file);
        let is_short = row.end_line.saturating_sub(page.start(row)) < whole_lines(row.kind, is_user, is_aside);
        let first = page.start(row);
        let whole = |importance| Span { first, last: row.end_line, importance, definition: Some(at), is_whole: false };
        let last = page.signature_end(row);
        let signature =
            |importance| Span { first: row.at.line, last, importance, definition: Some(at), is_whole: false };
        if let Some(tier) = self.tier(def, row) {
            // Of a long step that nobody named, its place in the flow is what matters: the call that leads on.
            let is_passed = tier == BRIDGE && self.request.ceiling.stops_when_complete && !is_short;
            marks.spans.push(if is_passed { signature(NAMED) } else { whole(flow.importance(def).max(NAMED)) });
            marks.bodies.push(Body { definition: at, tier, is_passed });
        } else if self.types.contains(&def) {
            let is_small = row.end_line.saturating_sub(first) < NAMED_TYPE;
            let importance = flow.importance(def).max(if flow.is_derived { CONNECTED } else { NAMED });
            marks.spans.push(if is_small {
                Span { is_whole: true, ..whole(importance) }
            } else {
                signature(importance)
            });
        } else if self.has_focus && is_pointed && self.is_namesake(def, row) {
            // It bears a name and is not the one that is meant.
            namesakes.push(signature(Flow::LINE));
        } else if is_pointed || self.named.contains(&def) {
            // Without names, what queries returned is what the answer is drawn around.
            let near = if self.has_focus { CONNECTED } else { flow.importance(def) };
            let importance = if is_tested && self.tested.fails(def) { NAMED } else { near };
            let name = Span { last: row.at.line, ..signature(importance) };
            let part = if is_user && row.kind.is_callable() { name } else { signature(importance) };
            marks.spans.push(if is_short || is_tested && row.kind.is_callable() { whole(importance) } else { part });
        } else if !self.request.ceiling.stops_when_complete {
            let importance = flow.importance(def).clamp(OTHER, CONNECTED);
            marks.spans.push(if is_short || row.kind.is_callable() {
                whole(importance)
            } else {
                signature(importance)
            });
        }
    }

    /// The lines on which the flow leaves a file, or goes on inside it.
    fn calls_of_the_flow(&self, file: FileId) -> Vec<u32> {
        let hops = self.request.flow.chains.iter().flatten();
        hops.filter(|hop| hop.file == file).map(|hop| hop.at.line).collect()
    }

    /// The lines of answers about the file as a whole that are worth showing: all, where nothing is named; else those that
    /// name what the answer is drawn around, imports apart.
    fn mentions(&self, file: FileId, pointed: &Pointed<'_>, definitions: &Definitions) -> Vec<u32> {
        let is_selective = self.request.ceiling.stops_when_complete && self.has_focus;
        if !is_selective || pointed.mentions.is_empty() {
            return pointed.mentions.clone();
        }
        let facts = self.request.engine.snapshot;
        let uses = facts.uses.headed([file.0]).chain(facts.refers.headed([file.0]));
        let mut lines: FxHashSet<u32> =
            uses.filter(|row| self.named.contains(&row.def)).map(|row| row.at.line).collect();
        for (def, _) in definitions {
            let calls = facts.calls.headed([def.0]).filter(|row| self.named.contains(&row.callee));
            lines.extend(calls.map(|row| row.at.line));
        }
        for row in facts.imports.headed([file.0]) {
            lines.remove(&row.at.line);
        }
        pointed.mentions.iter().copied().filter(|line| lines.contains(line)).collect()
    }
}
