//! Looks at one file: what it may be shown as, and what each view costs.

use cg_rules::FileId;

use super::account::FOCUS;
use super::choose_view::{INPUT_CHARS, NamedBy, ViewCase, ViewChoice, choose_view, holds_given, input_room};
use super::cited::CitedLines;
use super::claim::Candidate;
use super::extent::View;
use super::grain::grain;
use super::item::{ChainLink, Gate, Item, Reduction, Sizing, Why};
use super::language_name::language_name;
use super::layout::ItemHead;
use super::needed::NeededSites;
use super::relevance::{Definitions, RelevanceIndex};
use super::request::BundleRequest;
use super::safe_page::safe_page;
use super::share::{OUTLINE_CHARS, ShareCase, found_chars, has_other_role, has_role, most, points_at_code};
use super::shown_symbols::{exported, symbols};
use super::sized_file::{LADDER, SizedFile};
use super::unsure::{is_first, is_named_alone, passage_chars};
use super::view::{Aim, Marks, Markup, Page, Rung, Urgency, ladder, retain};
use crate::base::Digest;
use crate::budget::tokens;
use crate::language::LANGUAGES;
use crate::manifest::{Band, Render};
use crate::primitive::Role;

/// How many facts of a chain are kept: each use of what is named may be a place to change; else the nearest say why.
const CHAIN: usize = 16;
/// The same where a query of a lower band answers with uses: they say how a thing is used.
const USES: usize = 8;
const SHORT_CHAIN: usize = 3;
/// The most reasons of an item.
const REASONS: usize = 4;

/// Looks at files, with what the steps and the flow say of each.
pub struct FileSizer<'a> {
    request: &'a BundleRequest<'a>,
    /// The relevance that the steps and the flow give.
    pub marker: RelevanceIndex<'a>,
    needed: NeededSites<'a>,
    /// The characters that an input may take.
    room: u64,
}

impl<'a> FileSizer<'a> {
    /// Collects what the steps say of each file.
    pub fn new(request: &'a BundleRequest<'a>) -> Self {
        let (marker, needed) = (RelevanceIndex::new(request), NeededSites::of(request.plan));
        Self { request, marker, needed, room: input_room(request) }
    }

    /// Looks at the text of a candidate; `cited` are the lines that reasons cite.
    pub fn look(&self, looked: &mut SizedFile<'a>, claim: &Candidate, cited: &CitedLines) {
        if !self.request.engine.admits(claim.file) {
            looked.unreadable = Some(Reduction::Work);
            return;
        }
        match (self.request.read)(self.request.engine.snapshot.path(claim.file)) {
            None => looked.unreadable = Some(Reduction::Unreadable),
            Some(bytes) if memchr::memchr(0, &bytes).is_some() => looked.unreadable = Some(Reduction::Binary),
            Some(bytes) => self.open(looked, bytes, claim, cited),
        }
    }

    /// Whether a candidate may have text: where the bundle ends with a complete answer, a file that no answer points into
    /// is a line of the map.
    pub fn may_have_text(&self, claim: &Candidate) -> bool {
        !self.request.ceiling.stops_when_complete
            || !self.marker.has_focus
            || claim.band == Band::MustRead
            || claim.is_promoted
            || self.marker.is_aimed_at(claim.file)
            || self.is_counterpart(claim.file)
    }

    /// A candidate as a line of the map: its text is not read.
    pub fn listed(&self, claim: &Candidate) -> SizedFile<'a> {
        let (request, snapshot) = (self.request, self.request.engine.snapshot);
        let why = self.why(claim);
        let lines = snapshot.file_row(claim.file).map_or(0, |row| row.lines);
        let gate = request.flow.decision(claim.file).filter(|_| request.flow.has_spine()).map(Gate::of);
        let entry = self.entry(claim, &why, gate.as_ref(), &[], false);
        SizedFile {
            choose_view: ViewChoice::listed("listed by the manifest"),
            rungs: Vec::new(),
            capped: None,
            marks: Marks::default(),
            page: None,
            heading: 0,
            mapped: 0,
            entry,
            file: claim.file,
            lines,
            content: None,
            why,
            symbols: Vec::new(),
            gate,
            unreadable: None,
            redacted: Vec::new(),
        }
    }

    /// The characters of a candidate's line in the map.
    fn entry(&self, claim: &Candidate, why: &[Why], gate: Option<&Gate>, symbols: &[String], is_listed: bool) -> u64 {
        let path = self.request.engine.snapshot.path(claim.file);
        self.request.layout.entry(&ItemHead { path, band: claim.band, is_listed, symbols, why, gate })
    }

    /// Charges a candidate that was looked at for its line: as it is printed where it has no text in any budget.
    pub fn settle_entry(&self, looked: &mut SizedFile<'a>, claim: &Candidate) {
        let is_listed = looked.rungs.is_empty() && looked.unreadable.or(looked.capped).is_none();
        let (symbols, gate) = (&self.header(looked), looked.gate.as_ref().filter(|_| !is_listed));
        looked.entry = self.entry(claim, &looked.why, gate, symbols, is_listed);
    }

    fn open(&self, looked: &mut SizedFile<'a>, bytes: Vec<u8>, claim: &Candidate, cited: &CitedLines) {
        let (request, file) = (self.request, claim.file);
        let path = request.engine.snapshot.path(file);
        looked.content = Some(Digest::of(&bytes));
        let definitions: Definitions = request.engine.snapshot.definitions_of(file).collect();
        let (page, redacted) = safe_page(request, (file, looked.content), bytes, &definitions);
        looked.redacted = redacted;
        (looked.lines, looked.marks) = (page.n_lines(), self.marker.marks(file, &page, &definitions));
        looked.marks.cited = [cited.lines(path), self.needed.lines(file)].concat();
        looked.marks.cited.extend(self.needed.blocks(file, &page));
        let origin = self.origin(claim);
        if origin == NamedBy::Input && !self.marker.is_aimed_at(file) {
            looked.marks.spans.extend(exported(&page));
        }
        looked.symbols = symbols(&page, &looked.marks);
        let (symbols, why, gate) = (&self.header(looked), &looked.why, looked.gate.as_ref());
        let head = ItemHead { path, band: claim.band, is_listed: false, symbols, why, gate };
        looked.heading = request.layout.item(&head);
        looked.mapped = request.layout.mapped_item(path);
        let case = ViewCase {
            band: claim.band,
            render: claim.render,
            marks: &looked.marks,
            page: &page,
            decision: request.flow.decision(file).filter(|_| request.is_adaptive),
            has_focus: self.marker.has_focus,
            holds_name: self.marker.holds_name(file),
            holds_given: origin == NamedBy::Input && holds_given(request, file),
            is_counterpart: self.is_counterpart(file),
            is_first: is_first(file, self.marker.steps(file)),
            is_named_alone: is_named_alone(file, self.marker.steps(file)),
            room: self.room,
            origin,
        };
        looked.choose_view = choose_view(&request.ceiling, &case);
        self.climb(looked, &page, claim, origin);
        looked.page = Some(page);
    }

    /// The ladder of a file, as far as a cap for files of its sort lets it grow.
    fn climb(&self, looked: &mut SizedFile<'a>, page: &Page<'a>, claim: &Candidate, origin: NamedBy) {
        let choice = &looked.choose_view;
        let aim = Aim {
            view: choice.view,
            is_around_sites: choice.is_around_sites,
            is_bodies_only: choice.is_bodies_only,
            is_brief: origin == NamedBy::Input && self.marker.is_aimed_at(claim.file),
            is_input: origin == NamedBy::Input,
            is_found: self.marker.passages.alone && origin != NamedBy::Input && choice.view != View::Focused,
            is_later: self.marker.passages.is_later(claim.file, claim.band),
            most: self.request.ceiling.max_chars.max(LADDER),
        };
        looked.rungs = ladder(page, &looked.marks, grain(&self.request.ceiling, self.marker.has_focus), aim);
        let is_author = claim.render == Some(Render::Full) || matches!(origin, NamedBy::Path | NamedBy::Glob);
        let is_outline = choice.view == View::Skeleton && origin == NamedBy::Query && claim.band != Band::MustRead;
        let outline = Some(OUTLINE_CHARS).filter(|_| is_outline && self.request.ceiling.stops_when_complete);
        let limit = self.limit(claim, origin).into_iter().chain(outline).min();
        let is_input = origin == NamedBy::Input;
        if let Some(limit) = limit.filter(|_| claim.render.is_none() && !(is_input && choice.view == View::Full)) {
            // An input keeps its outline, and all else that must be read is kept; of others the first lines that are cited.
            let is_named = self.is_named(claim.file) && self.marker.most_chars(claim.file).is_none();
            let is_kept = is_input || is_named || self.needed.is_in(claim.file);
            let kept = if is_kept && !self.is_found(claim) { Urgency::Named } else { Urgency::Entry };
            let is_cut = retain(&mut looked.rungs, |rung| rung.class <= kept || rung.cost <= limit);
            let last = looked.rungs.last().map(|rung| &rung.lines);
            let is_cut = is_cut && looked.marks.hides_any(last, |at| page.extent(at));
            looked.capped = (is_cut && !is_input).then_some(Reduction::Share);
        }
        if claim.render.is_none() && origin == NamedBy::Query {
            looked.bound_passages(passage_chars(claim.file, self.marker.steps(claim.file)));
        }
        let is_added = origin == NamedBy::Query && claim.band != Band::MustRead && claim.render.is_none();
        let is_wanted = |file| self.is_named(file) || self.is_counterpart(file) || self.marker.fails_in(file);
        let ceiling = &self.request.ceiling;
        let is_optional = is_added && ceiling.stops_when_complete && !is_wanted(claim.file);
        let has_body = || points_at_code(self.marker.steps(claim.file), claim.file);
        let says_no_more =
            |rung: &Rung| rung.cost < looked.entry && (rung.lines.iter().nth(1).is_none() || !has_body());
        // Of all that words found the first is printed, however short it is.
        let is_first = || self.marker.steps(claim.file).iter().any(|step| step.rank(claim.file) == Some(1));
        let says_no_more = |rung: &Rung| says_no_more(rung) && !(self.is_found(claim) && is_first());
        let no_more = looked.rungs.last().is_some_and(says_no_more).then_some("its line in the map says as much");
        let is_beside = self.is_found(claim) && self.marker.is_beside_failure(claim.file);
        let beside = is_beside.then_some("words alone lead to it, and what fails is known");
        if let Some(because) = no_more.or(beside).filter(|_| is_optional) {
            return looked.list(because);
        }
        if let Some(cap) = ceiling.per_file.filter(|_| ceiling.is_per_file_stated || !is_author) {
            let heading = looked.heading;
            let is_cut = retain(&mut looked.rungs, |rung| heading + rung.cost <= cap);
            looked.capped = is_cut.then_some(Reduction::PerFile).or(looked.capped);
        }
    }

    /// The characters beyond which an input, a test, or a file that only adds to the answer grows no further.
    pub fn limit(&self, claim: &Candidate, origin: NamedBy) -> Option<u64> {
        if origin == NamedBy::Input {
            return Some(INPUT_CHARS);
        }
        if origin != NamedBy::Query || !self.request.ceiling.stops_when_complete {
            return None;
        }
        let is_own_test = self.request.flow.is_derived && self.marker.is_counterpart(claim.file);
        let (is_must, steps) = (claim.band == Band::MustRead, self.marker.steps(claim.file));
        let case = ShareCase {
            has_focus: self.marker.has_focus,
            is_document: Markup::of(self.request.engine.snapshot.path(claim.file)) != Markup::None,
            is_test: self.is_test(claim.file) || self.request.engine.is_aside(claim.file),
            is_own_test,
            is_failing: self.marker.fails_in(claim.file),
            is_must,
            is_user: has_role(steps, Role::Uses) && !has_role(steps, Role::Found),
        };
        let by_words = self.marker.most_chars(claim.file);
        let found = found_chars(self.marker.tested.is_of_sources, !self.marker.passages.alone);
        let found = Some(found).filter(|_| self.is_found(claim) && !case.is_test);
        let is_vouched = is_first(claim.file, steps) || by_words.is_none() && self.is_named(claim.file);
        let others = by_words.into_iter().chain(most(case)).filter(|_| found.is_none() || !is_vouched);
        let has_words = !is_must && !self.marker.passages.in_file(claim.file).is_empty();
        others.chain(found).chain(has_words.then_some(found_chars(false, false))).min()
    }

    /// Whether words alone lead to a file that should be read.
    fn is_found(&self, claim: &Candidate) -> bool {
        let (file, steps) = (claim.file, self.marker.steps(claim.file));
        claim.band != Band::MustRead && self.marker.passages.lead_alone(file, steps)
    }

    /// Whether a file competes for room by the places of passages.
    pub fn is_passage_file(&self, claim: &Candidate) -> bool {
        let (passages, file) = (&self.marker.passages, claim.file);
        !passages.is_later(file, claim.band) && passages.decide(file, self.marker.steps(file))
    }

    /// Whether it is a test with the name of a file in which the request names something.
    fn is_counterpart(&self, file: FileId) -> bool {
        !self.request.flow.is_derived && self.is_test(file) && self.marker.is_counterpart(file)
    }

    /// Whether a query for tests returned the file, and it is no source with tests in it that another query returned.
    fn is_test(&self, file: FileId) -> bool {
        let steps = self.marker.steps(file);
        has_role(steps, Role::Tests) && (self.request.engine.is_aside(file) || !has_other_role(steps, Role::Tests))
    }

    /// Whether something in the file is named by the request itself.
    fn is_named(&self, file: FileId) -> bool {
        self.marker.holds_name(file) && !self.request.flow.is_derived
    }

    /// The most deliberate origin of the file.
    pub fn origin(&self, claim: &Candidate) -> NamedBy {
        let path = self.request.engine.snapshot.path(claim.file);
        NamedBy::of((claim.file, path), self.marker.steps(claim.file), self.request.promoted, claim.is_promoted)
    }

    /// Why a file is here: by every step that kept it.
    fn why(&self, claim: &Candidate) -> Vec<Why> {
        let (request, file) = (self.request, claim.file);
        let reasons = claim.ordered(self.marker.steps(file)).into_iter().take(REASONS).map(|step| {
            let links = step.answer.chain(request.engine, file);
            let hops = step.kept.iter().find(|hit| hit.file == file).map_or(0, |hit| hit.hops);
            let is_exact = step.primitive().is_some_and(|it| it.role == Role::Exact);
            let is_cited = if self.request.engine.is_aside(file) { self.needed.is_of(step) } else { is_exact };
            let of_uses = if claim.band == Band::MustRead { CHAIN } else { USES };
            let most = if is_cited { of_uses } else { SHORT_CHAIN };
            let more = links.len().saturating_sub(most);
            let chain = links.into_iter().take(most).map(|link| ChainLink {
                relation: link.relation,
                from: link.from,
                to: link.to,
                at: format!("{}:{}", request.engine.snapshot.path(link.file), link.at),
            });
            Why { query: step.name.clone(), because: step.why.clone(), hops, chain: chain.collect(), more }
        });
        let mut why: Vec<Why> = reasons.collect();
        // A list of what may be read is no reason why it must be.
        if why.is_empty() || claim.band == Band::MustRead && self.marker.is_only_listed(file) {
            let query = FOCUS.to_owned();
            why.insert(0, Why { query, because: String::new(), hops: 0, chain: Vec::new(), more: 0 });
        }
        why
    }

    /// The symbols beside the path in a heading.
    fn header(&self, looked: &SizedFile<'_>) -> Vec<String> {
        looked.symbols.iter().take(self.request.ceiling.tier.header as usize).cloned().collect()
    }

    /// The item of a file that has taken some of its steps; `bound` is what kept it from the others.
    pub fn item(&self, band: Band, looked: &SizedFile<'a>, taken: usize, bound: Reduction) -> Item {
        let snapshot = self.request.engine.snapshot;
        let path = snapshot.path(looked.file);
        let rung = taken.checked_sub(1).and_then(|last| looked.rungs.get(last));
        let page = looked.page.as_ref().filter(|_| rung.is_some());
        let symbols = if rung.is_some() { self.header(looked) } else { Vec::new() };
        let excerpts = page.zip(rung).map(|(page, rung)| page.excerpts(&rung.lines)).unwrap_or_default();
        let is_shown =
            |(first, last): &&(u32, u32)| excerpts.iter().any(|it| it.first_line <= *last && *first <= it.last_line);
        let full = looked.page.as_ref().map(|page| looked.heading + page.cost(&page.all()));
        let chars = rung.map_or(looked.entry, |rung| looked.heading + rung.cost);
        let row = snapshot.file_row(looked.file).and_then(|row| LANGUAGES.get(row.language as usize));
        Item {
            path: path.to_owned(),
            band,
            view: rung.map_or(View::Listed, |rung| rung.view),
            asked: looked.choose_view.view,
            map_place: None,
            reduced: looked.unreadable.or((taken < looked.rungs.len()).then_some(bound)).or(looked.capped),
            language: language_name(row, path),
            lines: looked.lines,
            chars,
            tokens: tokens(chars),
            content: looked.content.map(|digest| digest.to_string()).unwrap_or_default(),
            more_symbols: if rung.is_some() { looked.symbols.len() - symbols.len() } else { 0 },
            symbols,
            sizing: full.map(|full_chars| Sizing {
                because: looked.choose_view.because.clone(),
                full_chars,
                gate: looked.gate.clone(),
            }),
            redacted: looked.redacted.iter().filter(is_shown).count(),
            excerpts,
            elided: page.zip(rung).map(|(page, rung)| page.left(&rung.lines)).unwrap_or_default(),
            why: looked.why.clone(),
        }
    }
}
