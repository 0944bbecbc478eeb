//! One document held against its text: every occurrence, for a check costs less than choosing which to check.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;
use scip::types::SymbolRole;

use super::decoded::{Document, Encoding, LOCAL, Occurrence, Range};
use super::position::{Cursor, Lines};
use super::text_match::{TextMatch, is_word, plain_name, sides_of_as, text_match};
use super::tool::Tool;
use super::verdict::{CheckedSite, Evidence, Verdict};
use crate::base::{Position, Strings};

/// The text and settings that a document is validated against.
#[derive(Clone, Copy)]
pub struct Against<'a> {
    /// The text of the file, as it lies on disk.
    pub text: &'a [u8],
    /// The indexer.
    pub tool: &'a Tool,
    /// The unit of columns: as the document states it, or as the text proves it.
    pub encoding: Encoding,
    /// The places of the names in the text, in order, if it was parsed.
    pub names: Option<&'a [Position]>,
}

/// A document that was held against its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The verdict, as far as the document itself shows it.
    pub verdict: Verdict,
    /// A site for each of its occurrences, in their order.
    pub sites: Vec<CheckedSite>,
    /// The references whose text is not the name of their symbol.
    pub odd: Vec<Odd>,
    /// The `as` of this text: a name, and the other that it gives it.
    pub renames: Vec<(Box<str>, Box<str>)>,
}

/// A reference at which the text has another name than its symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odd {
    /// Its place among the occurrences of the document.
    pub at: u32,
    /// The symbol.
    pub symbol: u32,
    /// The text at the place.
    pub text: Box<str>,
    /// Whether an import binds it to that name without saying the other: `import Name from`.
    pub is_bound: bool,
}

/// Holds a document against its text.
pub fn verify(document: &Document, occurrences: &[Occurrence], symbols: &Strings, against: Against<'_>) -> Checked {
    let lines = Lines::new(against.text, against.tool.breaks);
    let mut check = Check {
        symbols,
        against,
        lines: &lines,
        cursor: Cursor::default(),
        evidence: None,
        n_checked: 0,
        odd: Vec::new(),
        renames: Vec::new(),
        pending: Vec::new(),
    };
    let mut sites = Vec::with_capacity(occurrences.len());
    for (at, occurrence) in occurrences.iter().enumerate() {
        sites.push(check.occurrence(at, occurrence, occurrences.get(at + 1)));
    }
    let proven_end = check.end(document);
    let evidence = check.evidence.or(proven_end.err()).or_else(|| check.below(document, occurrences));
    let is_proven = check.n_checked > 0 || proven_end == Ok(true) || check.asks_margin(document).is_some();
    let says_nothing = !is_proven && lines.text().iter().any(|byte| is_word(*byte));
    let verdict = match evidence {
        Some((evidence, at)) => Verdict::Stale { evidence, at },
        None if says_nothing => Verdict::Unverifiable,
        None => Verdict::Fresh,
    };
    let (mut odd, mut renames) = (check.odd, check.renames);
    renames.sort_unstable();
    renames.dedup();
    let known: FxHashSet<(&str, &str)> = renames.iter().map(|(name, other)| (&**name, &**other)).collect();
    settle_renamed(&mut odd, &mut sites, symbols, |name, text| known.contains(&(name, text)));
    Checked { verdict, sites, odd, renames }
}

/// Takes the references out of `odd` that a renaming explains, and makes their sites aliases.
pub fn settle_renamed(
    odd: &mut Vec<Odd>,
    sites: &mut [CheckedSite],
    symbols: &Strings,
    is_renamed: impl Fn(&str, &str) -> bool,
) {
    odd.retain(|it| {
        let is_alias = plain_name(symbols.get(it.symbol)).is_some_and(|name| is_renamed(name, &it.text));
        if is_alias && let Some(site) = sites.get_mut(it.at as usize) {
            site.agreement = TextMatch::Alias;
        }
        !is_alias
    });
}

struct Check<'a, 't> {
    symbols: &'a Strings,
    against: Against<'t>,
    lines: &'a Lines<'t>,
    cursor: Cursor,
    /// The first that was found.
    evidence: Option<(Evidence, Position)>,
    n_checked: u32,
    odd: Vec<Odd>,
    renames: Vec<(Box<str>, Box<str>)>,
    /// The name behind an `as`, until an occurrence of the same symbol is found there.
    pending: Vec<Pending>,
}

/// A name behind an `as`: where it starts, and the symbol before it.
struct Pending {
    start: usize,
    symbol: u32,
    rename: (Box<str>, Box<str>),
}

impl Check<'_, '_> {
    fn occurrence(&mut self, at: usize, occurrence: &Occurrence, next: Option<&Occurrence>) -> CheckedSite {
        let range = occurrence.range;
        let is_empty = (range.start_line, range.start_column) == (range.end_line, range.end_column);
        let Some((start, end)) = self.span(range) else {
            // The range of a whole file is held against its end.
            if !is_empty && (range.start_line, range.start_column) != (0, 0) {
                self.found(Evidence::OutOfBounds, Position { line: range.start_line.saturating_add(1), column: 1 });
            }
            return CheckedSite::NOWHERE;
        };
        let start_at = self.lines.position_on(range.start_line, start);
        let mut site =
            CheckedSite { start: start_at, length: word(end - start), agreement: TextMatch::Unnamed, fits: true };
        if is_empty || range.start_line != range.end_line {
            return site;
        }
        self.n_checked += 1;
        if self.splits_name(start) || self.splits_name(end) {
            let goes_on = || next.is_some_and(|next| is_longer(next.range, range));
            let is_cut = !self.splits_name(start) && (self.is_cut_string(start..end) || goes_on());
            if !is_cut {
                self.found(Evidence::SplitName, start_at);
            }
            site.fits = false;
        } else if occurrence.symbol != LOCAL {
            self.name(at, occurrence, start..end, &mut site);
        }
        site
    }

    /// The bytes of a range; `None` where it lies outside of the text.
    fn span(&mut self, range: Range) -> Option<(usize, usize)> {
        let (encoding, lines) = (self.against.encoding, self.lines);
        let start_column = self.column(range.start_line, range.start_column);
        let end_column = self.column(range.end_line, range.end_column);
        let start = lines.find(range.start_line, start_column, encoding, &mut self.cursor)?;
        let mut ahead = self.cursor;
        let end = lines.find(range.end_line, end_column, encoding, &mut ahead)?;
        Some((start, end)).filter(|_| start <= end)
    }

    /// A column, less what a byte order mark takes of the first line.
    fn column(&self, line: u32, column: u32) -> u32 {
        if line > 0 || !self.lines.has_mark() || !self.against.tool.counts_mark {
            return column;
        }
        column.saturating_sub(if self.against.encoding == Encoding::Utf8 { 3 } else { 1 })
    }

    fn splits_name(&self, offset: usize) -> bool {
        let text = self.lines.text();
        let Some(before) = offset.checked_sub(1).and_then(|at| text.get(at)) else { return false };
        let is_sigil = *before == b'$' && !self.against.tool.is_measured;
        text.get(offset).is_some_and(|after| is_word(*before) && is_word(*after) && !is_sigil)
    }

    /// Whether a range opens a quote that it does not close: indexers shorten long keys, wherever that cuts them.
    fn is_cut_string(&self, span: std::ops::Range<usize>) -> bool {
        let text = self.lines.text().get(span).unwrap_or(b"");
        matches!(text, [quote @ (b'"' | b'\'' | b'`'), .., last] if last != quote)
    }

    /// Holds the name of a symbol against the text.
    fn name(&mut self, at: usize, occurrence: &Occurrence, span: std::ops::Range<usize>, site: &mut CheckedSite) {
        let text = &self.lines.text()[span.clone()];
        let symbol = self.symbols.get(occurrence.symbol);
        let is_definition = occurrence.has(SymbolRole::Definition);
        site.agreement = text_match(symbol, text, self.against.tool, is_definition);
        self.confirm(occurrence.symbol, span.start);
        match site.agreement {
            TextMatch::Exact => self.rename(occurrence.symbol, text, span.end),
            TextMatch::Alias if text == b"default" => self.rename(occurrence.symbol, text, span.end),
            TextMatch::Mismatch if is_definition => {
                self.found(Evidence::Definition, site.start);
                site.fits = false;
            }
            TextMatch::Mismatch => self.odd.push(Odd {
                at: word(at),
                symbol: occurrence.symbol,
                text: String::from_utf8_lossy(text).into(),
                is_bound: self.is_bound_by_import(span.start),
            }),
            TextMatch::Alias | TextMatch::Unnamed => {}
        }
    }

    /// Notes the other name that an `as` gives to a symbol. Inside of the text of one occurrence it is proven; behind it,
    /// once the same symbol occurs there too, for a cast is written alike.
    fn rename(&mut self, symbol: u32, text: &[u8], end: usize) {
        let rest = self.lines.text().get(end..).unwrap_or(b"");
        let (start, other) = match (rest.strip_prefix(b" as "), sides_of_as(text)) {
            (Some(behind), _) => (Some(end + 4), leading_name(behind)),
            (None, Some((_, other))) => (None, other),
            (None, None) => return,
        };
        let Some(name) = plain_name(self.symbols.get(symbol)) else { return };
        let Ok(other) = std::str::from_utf8(other) else { return };
        let rename = (name.into(), other.into());
        match start {
            Some(start) => self.pending.push(Pending { start, symbol, rename }),
            None => self.renames.push(rename),
        }
    }

    /// Takes the names behind an `as` that this occurrence proves, and forgets those that lie behind it.
    fn confirm(&mut self, symbol: u32, start: usize) {
        if self.pending.is_empty() {
            return;
        }
        for it in std::mem::take(&mut self.pending) {
            match it.start.cmp(&start) {
                Ordering::Less => {}
                Ordering::Equal if it.symbol == symbol => self.renames.push(it.rename),
                Ordering::Equal | Ordering::Greater => self.pending.push(it),
            }
        }
    }

    /// Whether the text before a place is that of an import of this one name: `import Name from`.
    fn is_bound_by_import(&self, start: usize) -> bool {
        let before = self.lines.text().get(..start).unwrap_or(b"");
        [&b"import "[..], b"import type "].iter().any(|word| before.ends_with(word))
    }

    fn found(&mut self, evidence: Evidence, at: Position) {
        self.evidence.get_or_insert((evidence, at));
    }

    /// Whether the end of the file proves anything, and holds.
    fn end(&self, document: &Document) -> Result<bool, (Evidence, Position)> {
        let Some(end) = document.eof.filter(|_| self.against.tool.is_measured) else { return Ok(false) };
        let last = self.lines.n_lines() - 1;
        let length = self.lines.text().len();
        let at = || self.lines.find(last, self.column(last, end.column), self.against.encoding, &mut Cursor::default());
        if end.line == last && (!self.against.tool.has_end_column || at() == Some(length)) {
            return Ok(true);
        }
        Err((Evidence::End, self.lines.position(length)))
    }

    /// The names of the text, where each at the margin must have an occurrence.
    fn asks_margin(&self, document: &Document) -> Option<&[Position]> {
        self.against.names.filter(|_| self.against.tool.asks_names(document))
    }

    /// A name at the margin, below the last occurrence: code that the indexer did not see. Names that are indented are
    /// not required, as indexers skip unreachable code.
    fn below(&self, document: &Document, occurrences: &[Occurrence]) -> Option<(Evidence, Position)> {
        let names = self.asks_margin(document)?;
        let is_empty = |range: &Range| (range.start_line, range.start_column) == (range.end_line, range.end_column);
        let last =
            occurrences.iter().map(|it| it.range).filter(|range| !is_empty(range)).map(|range| range.end_line).max();
        let row = last.map_or(0, |line| self.lines.start_of(line).line);
        let below = &names[names.partition_point(|name| name.line <= row)..];
        below.iter().find(|name| self.lines.is_at_margin(**name)).map(|name| (Evidence::Below, *name))
    }
}

/// Whether a range starts with another and goes further: what spans several lines is cut to its first letter by some.
fn is_longer(range: Range, other: Range) -> bool {
    let start = |range: Range| (range.start_line, range.start_column);
    start(range) == start(other) && range.end_line == other.end_line && range.end_column > other.end_column
}

fn leading_name(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| !is_word(*byte)).unwrap_or(text.len());
    &text[..end]
}

fn word(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
