//! The first pass over a YAML text: bounded in every direction, and nothing in it that expands.
//!
//! It reads events with a stack of its own, so no nesting can exhaust the program's. Where one unquoted glob makes the
//! text invalid, that one character is masked and the text read again, so that one slip does not hide the others.

use std::ops::Range;

use rustc_hash::FxHashMap;
use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use super::limits::{Limits, Stop};
use super::place::{self, Offsets};
use super::syntax;
use super::tree::{MapEntry, Node, NodeContent, Scalar};
use crate::base::{Diagnostic, TextPart};

/// After so many masked characters the rest is left for the next run.
const MAX_MASKED: usize = 32;

/// Reads a text. `None` where it holds no value; what is wrong joins `found`.
pub(crate) fn tree(text: &str, limits: Limits, found: &mut Vec<Diagnostic>) -> Option<Node> {
    let mut masked = text.to_owned();
    for _ in 0..MAX_MASKED {
        let mut reader = Reader::new(text, &masked, limits);
        match reader.read() {
            Ok(()) => {
                found.append(&mut reader.found);
                return reader.root;
            }
            Err(stop) => {
                let at = stop.mask;
                found.push(stop.diagnostic);
                match at {
                    Some(at) if masked.as_bytes().get(at).is_some_and(u8::is_ascii) => {
                        masked.replace_range(at..=at, "x");
                    }
                    _ => {
                        found.append(&mut reader.found);
                        return None;
                    }
                }
            }
        }
    }
    None
}

enum Open {
    List(Vec<Node>, usize),
    Map(OpenMap, usize),
}

/// A map that is being read.
#[derive(Default)]
struct OpenMap {
    entries: Vec<MapEntry>,
    /// The entry of each key: looking through all of them would cost the square of their number.
    known: FxHashMap<String, usize>,
    /// The key whose value comes next.
    waiting: Option<(String, Range<usize>)>,
}

struct Reader<'a> {
    text: &'a str,
    masked: &'a str,
    offsets: Offsets,
    limits: Limits,
    open: Vec<Open>,
    root: Option<Node>,
    n_nodes: usize,
    n_documents: usize,
    found: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, masked: &'a str, limits: Limits) -> Self {
        let offsets = Offsets::new(text);
        let (open, found) = (Vec::new(), Vec::new());
        Self { text, masked, offsets, limits, open, root: None, n_nodes: 0, n_documents: 0, found }
    }

    fn read(&mut self) -> Result<(), Box<Stop>> {
        for event in Parser::new_from_str(self.masked) {
            match event {
                Ok((event, span)) => self.event(event, span)?,
                Err(error) => {
                    return Err(syntax::explain(self.text, self.offsets.byte(error.marker().index()), &error));
                }
            }
        }
        Ok(())
    }

    fn event(&mut self, event: Event, span: Span) -> Result<(), Box<Stop>> {
        let span = self.offsets.range(&span);
        self.refuse(&event, &span)?;
        match event {
            Event::DocumentStart(_) => {
                self.n_documents += 1;
                if self.n_documents > 1 {
                    return Err(syntax::second_document(self.text, span).into());
                }
            }
            Event::Scalar(value, style, ..) => {
                let scalar = self.scalar(value.into_owned(), style, span);
                self.put(scalar)?;
            }
            Event::SequenceStart(..) => self.open.push(Open::List(Vec::new(), span.start)),
            Event::MappingStart(..) => self.open.push(Open::Map(OpenMap::default(), span.start)),
            Event::SequenceEnd | Event::MappingEnd => self.close(span.end)?,
            _ => {}
        }
        Ok(())
    }

    fn refuse(&mut self, event: &Event, span: &Range<usize>) -> Result<(), Box<Stop>> {
        let (anchor, tag, empty) = match event {
            Event::Scalar(value, _, anchor, tag) => (*anchor, tag.is_some(), value.is_empty()),
            Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => (*anchor, tag.is_some(), false),
            Event::Alias(_) => return Err(syntax::alias(self.text, span.clone())),
            _ => return Ok(()),
        };
        self.n_nodes += 1;
        if self.n_nodes > self.limits.nodes || self.open.len() > self.limits.depth {
            return Err(syntax::too_much(self.text, span.clone(), self.limits).into());
        }
        if anchor != 0 {
            return Err(syntax::anchor(self.text, span.clone()).into());
        }
        if tag { Err(syntax::tag(self.text, span.clone(), empty)) } else { Ok(()) }
    }

    fn scalar(&self, text: String, style: ScalarStyle, span: Range<usize>) -> Node {
        let plain = style == ScalarStyle::Plain;
        let span = place::tighten(self.text, span, style);
        let verbatim = if text.is_empty() { None } else { self.text.part(span.clone()).find(&text) };
        let scalar = Scalar { verbatim: verbatim.map(|at| span.start + at), text, plain };
        Node { span, content: NodeContent::Scalar(scalar) }
    }

    fn close(&mut self, end: usize) -> Result<(), Box<Stop>> {
        let (content, start) = match self.open.pop() {
            Some(Open::List(items, start)) => (NodeContent::List(items), start),
            Some(Open::Map(map, start)) => (NodeContent::Map(map.entries), start),
            None => return Ok(()),
        };
        let end = start + self.text.get(start..end).unwrap_or_default().trim_end().len();
        self.put(Node { span: start..end, content })
    }

    fn put(&mut self, node: Node) -> Result<(), Box<Stop>> {
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open::List(items, _)) => items.push(node),
            Some(Open::Map(map, _)) => match map.waiting.take() {
                Some((key, key_span)) => {
                    map.known.entry(key.clone()).or_insert(map.entries.len());
                    map.entries.push(MapEntry { key, key_span, value: node });
                }
                None => {
                    let NodeContent::Scalar(Scalar { text, plain, .. }) = node.content else {
                        return Err(syntax::complex_key(self.text, node.span));
                    };
                    if text == "<<" && plain {
                        return Err(syntax::merge_key(node.span).into());
                    }
                    if let Some(first) = map.known.get(&text).and_then(|at| map.entries.get(*at)) {
                        self.found.push(syntax::duplicate(&text, &first.key_span, node.span.clone()));
                    }
                    map.waiting = Some((text, node.span));
                }
            },
        }
        Ok(())
    }
}
