//! A page: the text of a file by lines, what it declares, and what some of its lines cost when they are printed.

use rustc_hash::FxHashSet;

use super::heads::{CommentHead, with_signatures};
use super::lines::LineSet;
use super::markup::Markup;
use crate::base::LineIndex;
use crate::bundle::item::{Elided, Excerpt};
use crate::bundle::layout::Layout;
use crate::facts::Definition;
use crate::language::DeclKind;

/// A hole of at most so many lines is shown: a reader who meets a mark in place of few lines looks them up.
const BRIDGE: u32 = 3;
/// The same of a hole without a mark, and of prose, whose headings say what is there.
const QUIET_BRIDGE: u32 = 2;
/// A part that shows more than this share of what a file has after its head is not worth the holes.
const WHOLE_PERCENT: u32 = 80;
/// The most lines that are added for that reason.
const MISSING: u32 = 40;
/// A head (licence, imports) of more lines than this is never shown for the sake of closing holes.
const HEAD: u32 = 8;

/// Lines that are left out.
#[derive(Clone, Copy, Debug)]
struct Hole {
    first: u32,
    last: u32,
    is_marked: bool,
}

/// A file as views see it.
pub struct Page<'a> {
    text: String,
    index: LineIndex,
    /// Its definitions, in the order of the text.
    pub definitions: Vec<Definition>,
    /// Their names.
    names: Vec<&'a str>,
    /// The markup of its prose.
    pub markup: Markup,
    layout: &'a dyn Layout,
    /// The printed characters of all lines up to each, with their numbers; the first is that of none.
    costs: Vec<u64>,
    /// How many lines up to each are not blank; the first is that of none.
    filled: Vec<u32>,
    /// The last line before the first definition and its comment: the end of the licence and the imports.
    head_end: u32,
    /// The definitions that do not stand inside a body of statements.
    surface: Vec<usize>,
    /// The lines and names of those of them that the mark of a hole names, by line.
    signposts: Vec<(u32, &'a str)>,
    /// The heads of those with a comment above, in the order of the text.
    heads: Vec<CommentHead>,
}

impl<'a> Page<'a> {
    /// The page of a text, with its definitions and the name of each.
    pub fn new(
        text: String,
        definitions: Vec<Definition>,
        names: Vec<&'a str>,
        markup: Markup,
        layout: &'a dyn Layout,
    ) -> Self {
        let index = LineIndex::new(text.as_bytes());
        let surface = surface(&definitions);
        let (costs, filled, signposts) = (vec![0], vec![0], Vec::new());
        let mut page = Self {
            text,
            index,
            definitions,
            names,
            markup,
            layout,
            costs,
            filled,
            head_end: 0,
            surface,
            signposts,
            heads: Vec::new(),
        };
        let named = page.surface().filter(|(_, row)| row.kind.is_callable() || row.kind.is_type());
        let signposts = named.map(|(at, row)| (row.at.line, page.name(at))).filter(|(_, name)| !name.is_empty());
        page.signposts = signposts.collect();
        page.signposts.sort_by_key(|(line, _)| *line);
        let (mut sum, mut n_filled) = (0, 0);
        let n_lines = page.n_lines();
        page.costs.reserve(n_lines as usize);
        page.filled.reserve(n_lines as usize);
        for line in 1..=n_lines {
            let text = without_end(page.line(line));
            sum += layout.line(line, text);
            n_filled += u32::from(!is_blank(text));
            page.costs.push(sum);
            page.filled.push(n_filled);
        }
        page.head_end = page.end_of_head();
        page.heads = page.heads();
        page
    }

    /// The number of lines; 0 for an empty file.
    pub fn n_lines(&self) -> u32 {
        if self.text.is_empty() { 0 } else { u32::try_from(self.index.n_lines()).unwrap_or(u32::MAX) }
    }

    /// A line, with its end.
    pub fn line(&self, line: u32) -> &str {
        self.text.get(self.index.line(line)).unwrap_or("")
    }

    /// Whether a line is blank.
    pub fn is_blank(&self, line: u32) -> bool {
        let at = line as usize;
        line == 0 || self.filled.get(at).is_none_or(|upto| self.filled.get(at - 1) == Some(upto))
    }

    /// The name of a definition of the page.
    pub fn name(&self, at: usize) -> &'a str {
        self.names.get(at).copied().unwrap_or("")
    }

    /// The definitions that do not stand inside a body of statements, by their places in `definitions`.
    pub fn surface(&self) -> impl Iterator<Item = (usize, &Definition)> + '_ {
        self.surface.iter().map(|at| (*at, &self.definitions[*at]))
    }

    /// The definitions from a place in `definitions` on.
    pub fn from(&self, first: usize) -> impl Iterator<Item = (usize, &Definition)> + '_ {
        self.definitions.iter().enumerate().skip(first)
    }

    /// The first and the last line of a definition, by its place among those of the page.
    pub fn extent(&self, at: usize) -> Option<(u32, u32)> {
        self.definitions.get(at).map(|row| (self.start(row), row.end_line))
    }

    /// The first line of a definition that is worth showing: a long comment that belongs to it is passed over.
    pub fn start(&self, row: &Definition) -> u32 {
        const SHORT: u32 = 5;
        let first = row.start_line.min(row.at.line);
        if row.at.line - first <= SHORT { first } else { self.code_start(row) }
    }

    /// The first line of a definition that is no comment: that of an annotation, or of the signature.
    pub fn code_start(&self, row: &Definition) -> u32 {
        const COMMENTS: [&str; 3] = ["//", "/*", "*"];
        let first = row.start_line.min(row.at.line);
        let is_code = |line: &u32| {
            let text = self.line(*line).trim_start();
            !text.is_empty() && !COMMENTS.iter().any(|mark| text.starts_with(mark))
        };
        (first..row.at.line).find(is_code).unwrap_or(row.at.line)
    }

    /// The last line of a signature: that on which the body opens, unless the body has lines of its own only.
    pub fn signature_end(&self, row: &Definition) -> u32 {
        const LONGEST: u32 = 40;
        if row.body_line == 0 && matches!(row.kind, DeclKind::Function | DeclKind::Method) {
            // What has no body is a signature as a whole.
            return row.end_line.clamp(row.at.line, row.at.line + LONGEST);
        }
        if row.body_line <= row.at.line {
            return row.at.line;
        }
        let before = self.line(row.body_line - 1).trim_end();
        let opens_before = before.ends_with(':') || before.ends_with('{') || before.ends_with('=');
        let end = if opens_before { row.body_line - 1 } else { row.body_line };
        end.clamp(row.at.line, row.at.line + LONGEST)
    }

    /// All lines.
    pub fn all(&self) -> LineSet {
        LineSet::of(1, self.n_lines())
    }

    fn heads(&self) -> Vec<CommentHead> {
        /// The most lines of a signature.
        const SIGNATURE: u32 = 8;
        let lines = |row: &Definition| {
            let last = self.signature_end(row).min(row.at.line + SIGNATURE - 1);
            (row.start_line.min(row.at.line), self.code_start(row), last)
        };
        let mut lines: Vec<_> = self.surface().map(|(_, row)| lines(row)).collect();
        lines.sort_unstable();
        lines.dedup_by_key(|(start, ..)| *start);
        lines.into_iter().filter_map(|at| CommentHead::of(|line| self.line(line), at)).collect()
    }

    fn end_of_head(&self) -> u32 {
        let first = self.definitions.iter().filter(|row| row.kind != DeclKind::File).map(|row| row.start_line).min();
        let mut start = first.unwrap_or(1).max(1);
        while start > 1 && !self.is_blank(start - 1) {
            start -= 1;
        }
        start - 1
    }

    /// The lines that are shown where some are wanted above some that are shown already: without blank edges, without holes
    /// that are not worth a mark, and all of the file, but for a long head, where little of it is missing anyway.
    pub fn settle(&self, wanted: &LineSet, below: &LineSet) -> LineSet {
        let last = self.n_lines();
        let kept = wanted.ranges().map(|(first, to)| self.trimmed(first, to.min(last)));
        let kept: LineSet = kept.filter(|(first, to)| first <= to).collect();
        if kept.as_slice().is_empty() {
            return below.clone();
        }
        let head = self.head_end;
        let start = if head > HEAD { head + 1 } else { 1 };
        let in_body: u32 = kept.ranges().map(|(first, to)| self.n_filled(first.max(start), to)).sum();
        let body = (last + 1).saturating_sub(start);
        let mut lines = kept.union(below);
        if in_body.saturating_mul(100) > body * WHOLE_PERCENT && body - in_body.min(body) <= MISSING {
            lines.add(start, last);
        }
        self.close(&with_signatures(&lines, &self.heads))
    }

    /// A range without its blank edges; its first line is behind its last where all of it is blank.
    fn trimmed(&self, mut first: u32, mut last: u32) -> (u32, u32) {
        while first <= last && self.is_blank(first) {
            first += 1;
        }
        while first < last && self.is_blank(last) {
            last -= 1;
        }
        (first, last)
    }

    /// How many lines of a range are not blank.
    fn n_filled(&self, first: u32, last: u32) -> u32 {
        let upto = |line: u32| self.filled.get(line as usize).or(self.filled.last()).copied().unwrap_or(0);
        upto(last).saturating_sub(upto(first.saturating_sub(1)))
    }

    /// Lines with those of the holes between them that are not worth a mark.
    fn close(&self, lines: &LineSet) -> LineSet {
        let mut closed = Vec::with_capacity(lines.as_slice().len());
        lines.ranges().for_each(|range| self.append(&mut closed, range));
        let last = self.n_lines();
        if let Some((first, end)) = closed.pop() {
            let hole = Hole { first: end + 1, last, is_marked: Elided::has_mark(Some((first, end)), None) };
            let end = if end < last && self.is_cheap(hole) { last } else { end };
            self.append(&mut closed, (first, end));
        }
        closed.into_iter().collect()
    }

    /// Adds a range behind others. Two lines that become one range may give the hole before them its mark.
    fn append(&self, closed: &mut Vec<(u32, u32)>, (mut start, end): (u32, u32)) {
        loop {
            let before = closed.last().copied();
            let first = before.map_or(1, |(_, last)| last + 1);
            let hole = Hole { first, last: start - 1, is_marked: Elided::has_mark(before, Some((start, end))) };
            if first < start && !self.is_cheap(hole) {
                break;
            }
            start = closed.pop().map_or(first.min(start), |(first, _)| first);
            if before.is_none() {
                break;
            }
        }
        closed.push((start, end));
    }

    /// Whether a hole is not worth its mark.
    fn is_cheap(&self, hole: Hole) -> bool {
        let Hole { first, last, is_marked } = hole;
        let most = if is_marked && self.markup == Markup::None { BRIDGE } else { QUIET_BRIDGE };
        last - first < most || (first..=last).all(|line| self.is_blank(line))
    }

    /// The printed characters of a line, with its number.
    pub fn line_cost(&self, line: u32) -> u64 {
        self.range_cost(line, line)
    }

    /// The same of some lines.
    pub fn range_cost(&self, first: u32, last: u32) -> u64 {
        let upto = |line: u32| self.costs.get(line as usize).or(self.costs.last()).copied().unwrap_or(0);
        upto(last) - upto(first.saturating_sub(1).min(last))
    }

    /// The characters of what is printed for some settled lines: each with its number, and the marks of the holes.
    pub fn cost(&self, lines: &LineSet) -> u64 {
        let shown: u64 = lines.ranges().map(|(first, last)| self.range_cost(first, last)).sum();
        shown + self.layout.elision() * self.holes(lines).filter(|hole| hole.is_marked).count() as u64
    }

    /// Settled lines as excerpts.
    pub fn excerpts(&self, lines: &LineSet) -> Vec<Excerpt> {
        lines.ranges().map(|(first, last)| self.excerpt(first, last)).collect()
    }

    /// The lines that a choice of lines leaves out, with the names declared there.
    pub fn left(&self, lines: &LineSet) -> Vec<Elided> {
        self.holes(lines).map(|hole| self.elided(hole.first, hole.last)).collect()
    }

    fn holes<'l>(&self, lines: &'l LineSet) -> impl Iterator<Item = Hole> + use<'l> {
        let (ranges, n_lines) = (lines.as_slice(), self.n_lines());
        let hole = move |at: usize| {
            let before = at.checked_sub(1).and_then(|at| ranges.get(at)).copied();
            let after = ranges.get(at).copied();
            let (first, last) = (before.map_or(1, |it| it.1 + 1), after.map_or(n_lines, |it| it.0 - 1));
            (first <= last).then(|| Hole { first, last, is_marked: Elided::has_mark(before, after) })
        };
        (0..=ranges.len()).filter_map(hole)
    }

    fn elided(&self, first: u32, last: u32) -> Elided {
        let from = self.signposts.partition_point(|(line, _)| *line < first);
        let inside = self.signposts.iter().skip(from).take_while(|(line, _)| *line <= last);
        let mut known = FxHashSet::default();
        let named = inside.filter(|(_, name)| known.insert(*name));
        let names = named.map(|(_, name)| (*name).to_owned()).collect();
        elided(first, last, names)
    }

    fn excerpt(&self, first: u32, last: u32) -> Excerpt {
        let range = self.index.line(first).start..self.index.line(last).end;
        let mut text = self.text.get(range).unwrap_or("").replace("\r\n", "\n");
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Excerpt { first_line: first, last_line: last, text }
    }
}

/// A line without its end.
fn without_end(line: &str) -> &str {
    let mut line = line.strip_suffix('\n').unwrap_or(line);
    while let Some(rest) = line.strip_suffix('\r') {
        line = rest;
    }
    line
}

/// Whether a line has no letter. Most lines say so by their last byte.
fn is_blank(line: &str) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_graphic();
    let bytes = line.as_bytes();
    let has_letter = bytes.last().is_some_and(is_plain) || bytes.iter().any(is_plain);
    !has_letter && line.trim().is_empty()
}

/// Lines that are left out, with as many of the names that stand there as fit into a short mark.
pub fn elided(first_line: u32, last_line: u32, names: Vec<String>) -> Elided {
    const NAMES: usize = 6;
    const LETTERS: usize = 90;
    let n_names = names.len();
    let mut letters = 0;
    let shown = names.into_iter().take(NAMES).take_while(|name| {
        letters += name.chars().count() + 2;
        letters <= LETTERS
    });
    let names: Vec<String> = shown.collect();
    let more = n_names - names.len();
    Elided { first_line, last_line, names, more }
}

/// The definitions that stand in no body of statements: those inside one are none of the file's surface.
fn surface(definitions: &[Definition]) -> Vec<usize> {
    let mut open: Option<&Definition> = None;
    let mut found = Vec::new();
    for (at, row) in
        definitions.iter().enumerate().filter(|(_, row)| !matches!(row.kind, DeclKind::File | DeclKind::Attribute))
    {
        let is_inside = open.is_some_and(|it| it.start_line <= row.start_line && row.end_line <= it.end_line);
        if is_inside {
            continue;
        }
        found.push(at);
        if row.kind.is_callable() || row.kind == DeclKind::Variable {
            open = Some(row);
        }
    }
    found
}
