//! Looks at one file: which views it has, and what each costs.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashMap;

use super::item::{ChainLink, Excerpt, Item, Why};
use super::reason::{entry, reasons};
use super::request::Request;
use super::view::{Focus, Source, chars};
use crate::base::{Digest, LineIndex, path};
use crate::budget::tokens;
use crate::facts::Definition;
use crate::language::{LANGUAGES, Language};
use crate::manifest::{Band, View};
use crate::plan::Step;

/// Up to this many lines a file that must be read is shown whole where nothing else is asked for (S0.23).
const SMALL: usize = 220;
/// The same for a file that should be read: signatures and sites say what it is for, unless they save nothing.
const TINY: usize = 40;
/// A body of more lines than this is shown around its sites only.
const LONG_BODY: u32 = 160;
/// How many facts of a chain are told.
const CHAIN: usize = 6;
/// How many reasons of an item are told.
const REASONS: usize = 4;

/// What was found when a file was looked at.
pub struct Looked {
    /// The views that it may be given, smallest first, with their costs.
    pub views: Vec<(View, u64)>,
    /// What its path and reasons cost.
    pub heading: u64,
    /// What a line of a list costs.
    pub entry: u64,
    wanted: View,
    file: FileId,
    content: Option<Digest>,
    lines: u32,
    excerpts: Vec<(View, Vec<Excerpt>)>,
    why: Vec<Why>,
    unreadable: Option<&'static str>,
}

/// Looks at files, with what the steps say of each.
pub struct Looker<'a> {
    request: &'a Request<'a>,
    focus: FxHashMap<FileId, Focus>,
    steps: FxHashMap<FileId, Vec<&'a Step>>,
}

impl<'a> Looker<'a> {
    /// Collects what the steps say of each file.
    pub fn new(request: &'a Request<'a>) -> Self {
        let mut looker = Self { request, focus: FxHashMap::default(), steps: FxHashMap::default() };
        for band in &request.plan.bands {
            for step in &band.steps {
                for hit in &step.kept {
                    looker.steps.entry(hit.file).or_default().push(step);
                    if band.band == Band::MayRead && !step.promoted {
                        continue;
                    }
                    let focus = looker.focus.entry(hit.file).or_default();
                    focus.lines.extend(&hit.lines);
                    focus.bodies.extend(hit.defs.iter().filter_map(|def| body(request, *def)));
                }
            }
        }
        for def in &request.focus {
            if let Some(row) = request.engine.snapshot.definition(*def) {
                let focus = looker.focus.entry(row.file).or_default();
                focus.bodies.extend(body(request, *def));
            }
        }
        looker
    }

    /// Whether the user asked for this path by name.
    pub fn wanted(&self, path: &str) -> bool {
        self.request.promoted.iter().any(|wanted| wanted == path)
    }

    /// Looks at a file.
    pub fn look(&self, file: FileId, band: Band, render: Option<View>) -> Looked {
        let why = self.why(file);
        let path = self.request.engine.snapshot.path(file);
        let lines = self.request.engine.snapshot.file_row(file).map_or(0, |row| row.lines);
        let heading = around(path, &why);
        let entry = entry(path, lines, Some("budget"), &why).chars().count() as u64 + 1;
        let mut looked = Looked {
            views: vec![(View::Listed, entry)],
            heading,
            entry,
            wanted: View::Listed,
            file,
            content: None,
            lines,
            excerpts: Vec::new(),
            why,
            unreadable: None,
        };
        if render == Some(View::Listed) {
            return looked;
        }
        match (self.request.read)(self.request.engine.snapshot.path(file)) {
            None => looked.unreadable = Some("unreadable"),
            Some(bytes) if bytes.contains(&0) => looked.unreadable = Some("binary"),
            Some(bytes) => self.open(&mut looked, &bytes, band, render),
        }
        looked
    }

    fn open(&self, looked: &mut Looked, bytes: &[u8], band: Band, render: Option<View>) {
        let snapshot = self.request.engine.snapshot;
        looked.content = Some(Digest::of(bytes));
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = String::from_utf8_lossy(bytes);
        let definitions: Vec<Definition> = snapshot.definitions_of(looked.file).map(|(_, row)| row).collect();
        let is_markdown = matches!(path::extension(snapshot.path(looked.file)), "md" | "markdown" | "mdx");
        let index = LineIndex::new(text.as_bytes());
        looked.lines = u32::try_from(index.n_lines()).unwrap_or(u32::MAX);
        let source = Source { text: &text, index, definitions: &definitions, is_markdown };
        let focus = self.focus.get(&looked.file);
        let wanted = render.unwrap_or_else(|| unasked(band, looked.lines as usize, focus));
        let made = [
            (View::Skeleton, source.skeleton()),
            (View::Focused, source.focused(focus.unwrap_or(&Focus::default()))),
            (View::Full, source.full()),
        ];
        looked.wanted = wanted;
        looked.views.clear();
        for (view, excerpts) in made.into_iter().filter(|(view, _)| rank(*view) <= rank(wanted)) {
            let cost = looked.heading + chars(&excerpts, looked.lines);
            // A smaller view that costs no less is none.
            while looked.views.last().is_some_and(|(_, smaller)| *smaller >= cost) {
                looked.views.pop();
                looked.excerpts.pop();
            }
            looked.views.push((view, cost));
            looked.excerpts.push((view, excerpts));
        }
    }

    /// Why a file is here: by every step that kept it.
    fn why(&self, file: FileId) -> Vec<Why> {
        let steps = self.steps.get(&file).map_or(&[][..], Vec::as_slice);
        let reasons = steps.iter().take(REASONS).map(|step| {
            let links = step.answer.chain(self.request.engine, file);
            let hops = step.kept.iter().find(|hit| hit.file == file).map_or(0, |hit| hit.hops);
            let more = links.len().saturating_sub(CHAIN);
            let chain = links.into_iter().take(CHAIN).map(|link| ChainLink {
                relation: link.relation,
                from: link.from,
                to: link.to,
                at: format!("{}:{}", self.request.engine.snapshot.path(link.file), link.at),
            });
            Why { query: step.name.clone(), because: step.why.clone(), hops, chain: chain.collect(), more }
        });
        reasons.collect()
    }

    /// The item of a file in a view.
    pub fn item(&self, band: Band, looked: Looked, view: View) -> Item {
        let snapshot = self.request.engine.snapshot;
        let path = snapshot.path(looked.file);
        let cost = looked.views.iter().find(|(known, _)| *known == view).map_or(looked.entry, |(_, cost)| *cost);
        let reduced =
            rank(view) < rank(looked.wanted) && looked.views.last().is_some_and(|(largest, _)| *largest != view);
        let excerpts = looked.excerpts.into_iter().find(|(known, _)| *known == view).map(|(_, excerpts)| excerpts);
        Item {
            path: path.to_owned(),
            band: band.name(),
            view: view.name(),
            reduced: looked.unreadable.or(reduced.then_some("budget")),
            language: fence(snapshot.file_row(looked.file).and_then(|row| LANGUAGES.get(row.language as usize)), path),
            lines: looked.lines,
            chars: cost,
            tokens: tokens(cost),
            content: looked.content.map(|digest| digest.to_string()).unwrap_or_default(),
            why: looked.why,
            excerpts: excerpts.unwrap_or_default(),
        }
    }
}

/// The view of a file for which the author asks for none: whole where it is small, else what it is looked at for.
fn unasked(band: Band, lines: usize, focus: Option<&Focus>) -> View {
    let has_focus = focus.is_some_and(|focus| !focus.bodies.is_empty() || !focus.lines.is_empty());
    match band {
        Band::MustRead if lines <= SMALL || !has_focus => View::Full,
        _ if lines <= TINY => View::Full,
        _ if has_focus => View::Focused,
        _ => View::Skeleton,
    }
}

fn rank(view: View) -> u8 {
    match view {
        View::Listed => 0,
        View::Skeleton => 1,
        View::Focused => 2,
        View::Full => 3,
    }
}

/// The lines of a callable that an answer is about; a type is shown by its signatures.
fn body(request: &Request<'_>, def: DefId) -> Option<std::ops::RangeInclusive<u32>> {
    let row = request.engine.snapshot.definition(def)?;
    let is_short = row.end_line.saturating_sub(row.start_line) <= LONG_BODY;
    (row.kind.is_callable() && is_short).then_some(row.start_line..=row.end_line)
}

/// The characters of what is printed around the excerpts of a file: its heading, its reasons, the fences.
fn around(path: &str, why: &[Why]) -> u64 {
    /// `### `, the longest view and remark, the fences with their language, and the line feeds.
    const MARKS: usize = 70;
    let reasons: usize = reasons(why, path).iter().map(|line| line.chars().count() + 1).sum();
    (path.chars().count() + reasons + MARKS) as u64
}

/// The word after a Markdown fence.
fn fence(language: Option<&Language>, file: &str) -> &'static str {
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
