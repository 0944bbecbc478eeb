//! Looks at one file: what it may be shown as, and what each view costs.

use cg_rules::{DefId, FileId};

use super::allot::Demand;
use super::choose_view::{ViewCase, ViewChoice, choose_view};
use super::item::{ChainLink, Gate, Item, Reduction, Sizing, Why};
use super::layout::ItemHead;
use super::ledger::FOCUS;
use super::mark::{Definitions, RelevanceIndex};
use super::request::BundleRequest;
use super::view::{self, Grain, LineSet, Marks, Page, View, clusters, focused, skeleton};
use crate::base::{Digest, path, redact};
use crate::budget::tokens;
use crate::language::{LANGUAGES, Language};
use crate::manifest::{Band, Render};

/// The least characters of a file that is shown (S1.19): below, it is listed.
const FLOOR: u64 = 700;
/// The lines around a site that are shown with it (S1.7).
const CONTEXT: u32 = 3;
/// The same where the bundle ends with a complete answer, and how near ranges are one there.
const TIGHT_CONTEXT: u32 = 2;
const TIGHT_GAP: u32 = 3;
/// How many facts of a chain are printed.
const CHAIN: usize = 16;
/// How many reasons of an item are printed.
const REASONS: usize = 4;
/// A file in which nothing is named takes at most this share of the room (S1.19).
const SHARE_PERCENT: u64 = 70;

/// A file that was looked at.
pub struct SizedFile<'a> {
    /// The file.
    pub file: FileId,
    /// How it is to be shown, and why so.
    pub choose_view: ViewChoice,
    marks: Marks,
    page: Option<Page<'a>>,
    grain: Grain,
    /// The cost of its path and reasons.
    heading: u64,
    /// The cost of its line in a list.
    entry: u64,
    /// The most that may be spent on it.
    ceiling: u64,
    /// The cost of the wanted view.
    wanted: u64,
    weight: u64,
    is_always: bool,
    lines: u32,
    content: Option<Digest>,
    why: Vec<Why>,
    symbols: Vec<String>,
    gate: Option<Gate>,
    unreadable: Option<Reduction>,
    /// The lines of credentials that gave way.
    redacted: Vec<(u32, u32)>,
}

/// Looks at files, with what the steps and the flow say of each.
pub struct FileSizer<'a> {
    request: &'a BundleRequest<'a>,
    /// The relevance that the steps and the flow give.
    pub marker: RelevanceIndex<'a>,
}

impl<'a> FileSizer<'a> {
    /// Collects what the steps say of each file.
    pub fn new(request: &'a BundleRequest<'a>) -> Self {
        Self { request, marker: RelevanceIndex::new(request) }
    }

    /// Looks at a file of a band. `render` is what the author asks for.
    pub fn look(&self, file: FileId, band: Band, render: Option<Render>) -> SizedFile<'a> {
        let request = self.request;
        let snapshot = request.engine.snapshot;
        let why = self.why(file);
        let path = snapshot.path(file);
        let lines = snapshot.file_row(file).map_or(0, |row| row.lines);
        let gate = request.flow.decision(file).filter(|_| request.flow.has_spine()).map(Gate::of);
        let mut looked = SizedFile {
            file,
            choose_view: ViewChoice::listed("listed by the manifest"),
            marks: Marks::default(),
            page: None,
            grain: self.grain(),
            heading: 0,
            entry: 0,
            ceiling: request.ceiling.per_file.unwrap_or(u64::MAX),
            wanted: 0,
            weight: 1,
            is_always: band == Band::MustRead,
            lines,
            content: None,
            why,
            symbols: Vec::new(),
            gate,
            unreadable: None,
            redacted: Vec::new(),
        };
        if render != Some(Render::Listed) {
            match (request.read)(path) {
                None => looked.unreadable = Some(Reduction::Unreadable),
                Some(bytes) if bytes.contains(&0) => looked.unreadable = Some(Reduction::Binary),
                Some(bytes) => self.open(&mut looked, &bytes, band, render),
            }
        }
        looked.entry = request.layout.entry(&ItemHead { path, lines, symbols: &[], why: &looked.why, gate: None });
        looked.wanted = looked.within(u64::MAX);
        looked
    }

    fn open(&self, looked: &mut SizedFile<'a>, bytes: &[u8], band: Band, render: Option<Render>) {
        let (request, file) = (self.request, looked.file);
        let snapshot = request.engine.snapshot;
        looked.content = Some(Digest::of(bytes));
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let definitions: Definitions = snapshot.definitions_of(file).collect();
        let path = snapshot.path(file);
        let is_markdown = matches!(path::extension(path), "md" | "markdown" | "mdx");
        // What has no name in the text is name_of by none: constructors, anonymous types.
        let name_of = |def: &DefId| Some(snapshot.name(*def)).filter(|name| !name.starts_with('<')).unwrap_or("");
        let names = definitions.iter().map(|(def, _)| name_of(def)).collect();
        let rows = definitions.iter().map(|(_, row)| *row).collect();
        let text = String::from_utf8_lossy(bytes);
        let safe = redact(&text);
        looked.redacted = safe.lines;
        let page = Page::new(safe.text.into_owned(), rows, names, is_markdown, request.layout);
        looked.lines = page.n_lines();
        looked.marks = self.marker.marks(file, &page, &definitions);
        let is_named = self.marker.is_named(file);
        if !is_named {
            looked.ceiling = looked.ceiling.min(request.ceiling.max_chars * SHARE_PERCENT / 100);
        }
        let decision = request.flow.decision(file).filter(|_| request.is_adaptive);
        let case = ViewCase {
            band,
            render,
            marks: &looked.marks,
            page: &page,
            decision,
            has_focus: self.marker.has_focus(),
            is_named: self.marker.steps(file).iter().any(|step| step.primitive().is_none()),
        };
        let choose_view = choose_view(&request.ceiling, &case);
        looked.choose_view = choose_view;
        looked.symbols = symbols(&page, &looked.marks);
        looked.heading = request.layout.item(&ItemHead {
            path,
            lines: looked.lines,
            symbols: &self.header(looked),
            why: &looked.why,
            gate: looked.gate.as_ref(),
        });
        let on_spine = request.flow.decision(file).is_some_and(|decision| decision.on_spine);
        looked.weight = u64::from(looked.marks.importance().max(1)) * if on_spine { 2 } else { 1 };
        looked.page = Some(page);
    }

    /// How finely views cut. Where the bundle ends with a complete answer, nothing is shown for the sake of smoothness.
    fn grain(&self) -> Grain {
        let tier = &self.request.ceiling.tier;
        if self.request.ceiling.stops_when_complete && self.marker.has_focus() {
            return Grain { gap: TIGHT_GAP, context: TIGHT_CONTEXT, signatures: signatures(self.request) };
        }
        Grain { gap: tier.gap, context: CONTEXT, signatures: signatures(self.request) }
    }

    /// Why a file is here: by every step that kept it.
    fn why(&self, file: FileId) -> Vec<Why> {
        let request = self.request;
        let reasons = self.marker.steps(file).iter().take(REASONS).map(|step| {
            let links = step.answer.chain(request.engine, file);
            let hops = step.kept.iter().find(|hit| hit.file == file).map_or(0, |hit| hit.hops);
            let more = links.len().saturating_sub(CHAIN);
            let chain = links.into_iter().take(CHAIN).map(|link| ChainLink {
                relation: link.relation,
                from: link.from,
                to: link.to,
                at: format!("{}:{}", request.engine.snapshot.path(link.file), link.at),
            });
            Why { query: step.name.clone(), because: step.why.clone(), hops, chain: chain.collect(), more }
        });
        let mut why: Vec<Why> = reasons.collect();
        if why.is_empty() {
            let query = FOCUS.to_owned();
            why.push(Why { query, because: String::new(), hops: 0, chain: Vec::new(), more: 0 });
        }
        why
    }

    /// The symbols beside the path in a heading.
    fn header(&self, looked: &SizedFile<'_>) -> Vec<String> {
        looked.symbols.iter().take(self.request.ceiling.tier.header as usize).cloned().collect()
    }

    /// The item of a file, shown within a cap.
    pub fn item(&self, band: Band, looked: SizedFile<'a>, cap: u64) -> Item {
        let snapshot = self.request.engine.snapshot;
        let path = snapshot.path(looked.file);
        let (view, lines, chars) = looked.shown(cap);
        let symbols = self.header(&looked);
        let is_listed = view == View::Listed;
        let page = looked.page.as_ref().filter(|_| !is_listed);
        let is_reduced = chars < looked.wanted;
        let excerpts = page.map(|page| page.excerpts(&lines)).unwrap_or_default();
        let is_shown =
            |(first, last): &&(u32, u32)| excerpts.iter().any(|it| it.first_line <= *last && *first <= it.last_line);
        let full = looked.page.as_ref().map(|page| looked.heading + page.cost(&page.all()));
        Item {
            path: path.to_owned(),
            band,
            view,
            reduced: looked.unreadable.or(is_reduced.then_some(Reduction::Budget)),
            language: language_name(
                snapshot.file_row(looked.file).and_then(|row| LANGUAGES.get(row.language as usize)),
                path,
            ),
            lines: looked.lines,
            chars,
            tokens: tokens(chars),
            content: looked.content.map(|digest| digest.to_string()).unwrap_or_default(),
            more_symbols: if is_listed { 0 } else { looked.symbols.len() - symbols.len() },
            symbols: if is_listed { Vec::new() } else { symbols },
            sizing: full.map(|full_chars| Sizing {
                because: looked.choose_view.because.clone(),
                full_chars,
                gate: looked.gate.clone(),
            }),
            redacted: looked.redacted.iter().filter(is_shown).count(),
            excerpts,
            elided: page.map(|page| page.left(&lines)).unwrap_or_default(),
            why: looked.why,
        }
    }
}

impl SizedFile<'_> {
    /// The largest view that fits a cap, its lines, and what it costs; a line of a list where none fits.
    fn shown(&self, cap: u64) -> (View, LineSet, u64) {
        let Some(page) = &self.page else { return (View::Listed, LineSet::default(), self.entry) };
        let room = cap.min(self.ceiling).saturating_sub(self.heading);
        for view in self.choose_view.views() {
            let lines = match view {
                View::Full => Some(page.all()),
                View::Clusters => clusters(page, &self.marks, self.grain, room),
                View::Focused => focused(page, &self.marks, self.grain, room),
                View::Skeleton if self.choose_view.is_around_sites => Some(view::around(page, &self.marks.sites)),
                View::Skeleton => Some(skeleton(page, &self.marks.definitions(), self.grain.signatures)),
                View::Listed => None,
            };
            let settled = lines.map(|lines| if *view == View::Full { lines } else { page.settle(&lines) });
            if let Some(lines) = settled.filter(|lines| page.cost(lines) <= room) {
                let cost = self.heading + page.cost(&lines);
                return (*view, lines, cost);
            }
        }
        (View::Listed, LineSet::default(), self.entry)
    }

    /// Whether it is only to be listed.
    pub fn is_listed(&self) -> bool {
        self.choose_view.view == View::Listed || self.page.is_none()
    }
}

impl Demand for SizedFile<'_> {
    fn least(&self) -> u64 {
        let floor = if self.is_always { self.entry } else { FLOOR.max(self.entry) };
        self.wanted.min(floor)
    }

    fn wanted(&self) -> u64 {
        self.wanted
    }

    fn weight(&self) -> u64 {
        self.weight
    }

    fn within(&self, cap: u64) -> u64 {
        self.shown(cap).2
    }
}

/// The most signatures of a view: twice the symbols beside a path, and never fewer than twelve (S0.15); where the bundle
/// ends with a complete answer, as many as stand beside a path.
fn signatures(request: &BundleRequest<'_>) -> usize {
    const FEWEST: usize = 12;
    let header = request.ceiling.tier.header as usize;
    if request.ceiling.stops_when_complete { header } else { FEWEST.max(2 * header) }
}

/// The names of what a file is shown for, the weightiest first.
fn symbols(page: &Page<'_>, marks: &Marks) -> Vec<String> {
    let mut spans: Vec<_> = marks.spans.iter().filter(|span| span.importance > 1).collect();
    spans.sort_by_key(|span| (std::cmp::Reverse(span.importance), span.first));
    let mut names: Vec<String> = Vec::new();
    for name in spans.iter().filter_map(|span| span.definition).map(|at| page.name(at)) {
        if !name.is_empty() && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// The language of a file, by the name that syntax highlighters know.
fn language_name(language: Option<&Language>, file: &str) -> &'static str {
    if let Some(language) = language {
        return language.fence;
    }
    match path::extension(file) {
        "md" | "markdown" | "mdx" => "markdown",
        "json" => "json",
        "yaml" | "yml" => "yaml",
        "toml" => "toml",
        "xml" => "xml",
        "html" => "html",
        "css" => "css",
        "sh" | "bash" => "bash",
        "sql" => "sql",
        _ => "text",
    }
}
