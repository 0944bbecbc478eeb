//! One text out of the parts of several, with the place that each part comes from.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::tree::{MapEntry, Node, NodeContent, Scalar};
use crate::base::{Diagnostic, LineIndex, TextPart, sort};

/// A value that is put together from several texts.
pub(super) enum FlatPart<'a> {
    /// As the text of that number has it.
    Written(usize, &'a Node),
    /// A map: for each key the number of its text, the entry that names it, and the value.
    Map(Vec<FlatEntry<'a>>),
    /// A list.
    List(Vec<FlatPart<'a>>),
}

/// A key with its value.
pub(super) type FlatEntry<'a> = (usize, &'a MapEntry, FlatPart<'a>);

impl<'a> FlatPart<'a> {
    /// The entries of a map; `None` for anything else.
    pub fn entries(self) -> Option<Vec<FlatEntry<'a>>> {
        match self {
            FlatPart::Map(entries) => Some(entries),
            FlatPart::Written(file, Node { content: NodeContent::Map(entries), .. }) => {
                Some(entries.iter().map(|entry| (file, entry, FlatPart::Written(file, &entry.value))).collect())
            }
            FlatPart::Written(..) | FlatPart::List(_) => None,
        }
    }
}

/// A text with its name.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// The path, or the name of a shipped manifest.
    pub path: PathBuf,
    /// The text.
    pub text: String,
}

/// Findings in one text.
#[derive(Clone, Debug)]
pub struct SourceFindings {
    /// Where the text was read.
    pub path: PathBuf,
    /// The text that the findings point into.
    pub source_text: String,
    /// The findings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// A piece of the flat text, and the place it comes from.
#[derive(Clone, Debug)]
struct Piece {
    flat: Range<usize>,
    file: usize,
    source: Range<usize>,
}

impl Piece {
    /// Whether the source has the same text.
    fn is_verbatim(&self) -> bool {
        self.flat.len() == self.source.len()
    }
}

/// A text that is put together from several.
#[derive(Clone, Debug, Default)]
pub struct FlatText {
    /// The text.
    pub text: String,
    /// The texts it is made from.
    pub sources: Vec<SourceText>,
    pieces: Vec<Piece>,
}

impl FlatText {
    /// Writes a map as YAML, with a line for each value.
    pub(super) fn of(sources: Vec<SourceText>, entries: Vec<FlatEntry>) -> Self {
        let mut flat = Self { text: String::new(), sources, pieces: Vec::new() };
        flat.map(entries, 0, false);
        flat.text.push('\n');
        flat
    }

    fn line(&mut self, indent: usize) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    fn piece(&mut self, file: usize, source: &Range<usize>, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.pieces.push(Piece { flat: start..self.text.len(), file, source: source.clone() });
    }

    fn map(&mut self, entries: Vec<FlatEntry>, indent: usize, is_item: bool) {
        for (at, (file, entry, value)) in entries.into_iter().enumerate() {
            if at > 0 || !is_item {
                self.line(indent);
            }
            let key = self.sources[file].text.part(entry.key_span.clone()).to_owned();
            self.piece(file, &entry.key_span, &key);
            self.text.push(':');
            self.value(value, indent + 2, false);
        }
    }

    fn value(&mut self, value: FlatPart, indent: usize, is_item: bool) {
        match value {
            FlatPart::Written(file, Node { content: NodeContent::Scalar(scalar), span }) => {
                self.scalar(file, scalar, span)
            }
            FlatPart::Written(file, Node { content: NodeContent::List(items), .. }) => {
                self.list(items.iter().map(|item| FlatPart::Written(file, item)).collect(), indent);
            }
            FlatPart::List(items) => self.list(items, indent),
            map => match map.entries().unwrap_or_default() {
                entries if entries.is_empty() => self.text.push_str(" {}"),
                entries => {
                    self.text.push_str(if is_item { " " } else { "" });
                    self.map(entries, indent, is_item);
                }
            },
        }
    }

    fn list(&mut self, items: Vec<FlatPart>, indent: usize) {
        if items.is_empty() {
            self.text.push_str(" []");
        }
        for item in items {
            self.line(indent);
            self.text.push('-');
            self.value(item, indent + 2, true);
        }
    }

    fn scalar(&mut self, file: usize, scalar: &Scalar, span: &Range<usize>) {
        let source = self.sources[file].text.part(span.clone()).to_owned();
        if source.is_empty() {
            return;
        }
        self.text.push(' ');
        // The indentation is part of a text over several lines, so it is written on one.
        let one_line = if source.contains(['\n', '\r']) || scalar.plain && source != scalar.text {
            serde_json::to_string(&scalar.text).unwrap_or_default()
        } else {
            source
        };
        self.piece(file, span, &one_line);
    }

    /// The text and the place in it that a span of the flat text comes from.
    pub fn place(&self, span: &Range<usize>) -> (usize, Range<usize>) {
        let at = self.pieces.partition_point(|piece| piece.flat.start <= span.start).saturating_sub(1);
        // Where the span begins behind a piece, the next one is meant.
        let is_behind = |piece: &Piece| piece.flat.end < span.start || piece.flat.end == span.start && !span.is_empty();
        let at = if self.pieces.get(at).is_some_and(is_behind) && at + 1 < self.pieces.len() { at + 1 } else { at };
        let Some(first) = self.pieces.get(at) else { return (0, 0..0) };
        let inside = |piece: &Piece, at: usize| match piece.is_verbatim() {
            true => piece.source.start + at.clamp(piece.flat.start, piece.flat.end) - piece.flat.start,
            false => piece.source.start,
        };
        let start = inside(first, span.start);
        let rest = self.pieces.get(at..).unwrap_or_default().iter();
        let last = rest.take_while(|piece| piece.flat.start < span.end && piece.file == first.file).last();
        let last = last.filter(|last| last.source.start >= first.source.start).unwrap_or(first);
        let end = if last.is_verbatim() { inside(last, span.end) } else { last.source.end };
        (first.file, start..end.max(start))
    }

    /// Whether the source of a span has the same text.
    fn is_verbatim(&self, span: &Range<usize>) -> bool {
        let holds = |piece: &Piece| piece.flat.start <= span.start && span.end <= piece.flat.end;
        self.pieces.iter().any(|piece| piece.is_verbatim() && holds(piece))
    }

    /// The path and the line of a place.
    pub fn line_of(&self, span: &Range<usize>) -> (&Path, u32) {
        let (file, span) = self.place(span);
        let Some(source) = self.sources.get(file) else { return (Path::new(""), 1) };
        (&source.path, LineIndex::new(source.text.as_bytes()).position(span.start).line)
    }

    /// Findings in the flat text as findings in the texts it is made from, a list for each of them.
    pub fn located(&self, found: Vec<Diagnostic>) -> Vec<Vec<Diagnostic>> {
        let mut lists = vec![Vec::new(); self.sources.len()];
        for it in found {
            let (file, diagnostic) = self.moved(it);
            if let Some(list) = lists.get_mut(file) {
                list.push(diagnostic);
            }
        }
        lists.iter_mut().for_each(sort);
        lists
    }

    fn moved(&self, mut it: Diagnostic) -> (usize, Diagnostic) {
        let (file, span) = self.place(&it.primary.span);
        it.primary.span = span;
        let mut elsewhere = Vec::new();
        it.context.retain_mut(|label| {
            let (path, line) = self.line_of(&label.span);
            let (other, span) = self.place(&label.span);
            if other != file {
                elsewhere.push(format!("{} in {}:{line}", label.text, path.display()));
            }
            label.span = span;
            other == file
        });
        if !elsewhere.is_empty() {
            let elsewhere = elsewhere.join("; ");
            it.help = Some(it.help.map_or(elsewhere.clone(), |help| format!("{help}; {elsewhere}")));
        }
        it.fix = it.fix.filter(|fix| self.is_verbatim(&fix.span)).and_then(|mut fix| {
            let (other, span) = self.place(&fix.span);
            fix.span = span;
            (other == file).then_some(fix)
        });
        (file, it)
    }
}
