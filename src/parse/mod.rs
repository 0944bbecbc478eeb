//! From the content of one file to its observation.
//!
//! Knows no file but the one at hand, and never fails: what cannot be read is a gap.

mod callee;
mod capture;
mod compile;
mod nodes;
mod pattern;
mod raw;
mod read;
mod sites;
mod tree;

pub use callee::{Callee, Form, callees};
pub use compile::{CompileError, Program};
pub use raw::{RawCapture, captures};
pub use sites::{Site, SiteKind, Sites, sites};

use std::cell::RefCell;
use std::sync::OnceLock;

use tree_sitter::{Parser, Range, Tree};

use self::read::Reading;
use crate::base::{GapKind, LineIndex, Position};
use crate::language::{self, Builder, LANGUAGES, Observation};

/// The mean line length in bytes above which a file counts as minified.
const MINIFIED_MEAN_LINE: usize = 500;
/// How much of a file is searched for the mark of a generator, in bytes.
const GENERATED_HEAD: usize = 2048;
/// Stands for the file as a whole.
const WHOLE: Position = Position { line: 0, column: 0 };

/// The compiled queries of each language, made at their first use.
fn program(language: usize) -> &'static Program {
    static PROGRAMS: OnceLock<Vec<OnceLock<Program>>> = OnceLock::new();
    let programs = PROGRAMS.get_or_init(|| LANGUAGES.iter().map(|_| OnceLock::new()).collect());
    programs[language]
        .get_or_init(|| Program::of(&LANGUAGES[language]).expect("a test compiles the queries of every language"))
}

/// Observes one content as a file of the language with that index in [`LANGUAGES`].
pub fn observe(language: usize, content: &[u8]) -> Observation {
    let content = without_mark(content);
    let n_lines = n_lines(content);
    #[expect(clippy::needless_late_init, reason = "the tree outlives the builder, which notes the nodes of the walk")]
    let tree;
    let mut builder = Builder::new(content, n_lines);
    if let Some((kind, detail)) = no_source(content, n_lines) {
        builder.gap(kind, WHOLE, detail);
        return builder.finish();
    }
    if let Err(error) = std::str::from_utf8(content) {
        let at = LineIndex::new(content).position(error.valid_up_to());
        builder.gap(GapKind::Encoding, at, "not UTF-8; names that hold other bytes were left out");
    }
    if is_generated(content) {
        builder.generated();
        builder.gap(GapKind::Generated, WHOLE, "the file says that a program made it");
    }
    let plain = language::preprocessed(language, content);
    let told = if plain.is_some() { 0 } else { tree::TOLD_ERRORS };
    let text = plain.as_deref().unwrap_or(content);
    tree = with_parser(language, |parser| tree::parse(parser, text, told, &mut builder));
    if let Some(tree) = &tree {
        read::read(Reading { language, program: program(language), depth: 0 }, tree, &mut builder);
    }
    builder.finish()
}

/// A content without the mark of its byte order, which no place counts.
fn without_mark(content: &[u8]) -> &[u8] {
    content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content)
}

fn n_lines(content: &[u8]) -> u32 {
    u32::try_from(LineIndex::new(content).n_lines()).unwrap_or(u32::MAX)
}

/// Why a content is nothing that people write.
fn no_source(content: &[u8], n_lines: u32) -> Option<(GapKind, String)> {
    if content.contains(&0) {
        return Some((GapKind::Binary, "holds a NUL byte".to_owned()));
    }
    let is_minified = content.len() / n_lines.max(1) as usize > MINIFIED_MEAN_LINE;
    is_minified.then(|| (GapKind::Minified, format!("{} bytes in {n_lines} lines", content.len())))
}

/// Parses parts of a content as if they were all; `None` where that is no code of the language.
fn parse_ranges(language: usize, ranges: &[Range], content: &[u8]) -> Option<Tree> {
    with_parser(language, |parser| tree::parse_ranges(parser, content, ranges))
}

fn is_generated(content: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&content[..content.len().min(GENERATED_HEAD)]);
    head.lines().take(20).any(|line| {
        line.contains("@generated") || (line.contains("DO NOT EDIT") && line.to_ascii_lowercase().contains("generated"))
    })
}

/// Runs `work` with this thread's parser of the language.
fn with_parser<T>(language: usize, work: impl FnOnce(&mut Parser) -> Option<T>) -> Option<T> {
    thread_local! {
        static PARSERS: RefCell<Vec<Option<Parser>>> = const { RefCell::new(Vec::new()) };
    }
    PARSERS.with(|parsers| {
        let mut parsers = parsers.borrow_mut();
        if parsers.is_empty() {
            parsers.resize_with(LANGUAGES.len(), || None);
        }
        if parsers[language].is_none() {
            let mut parser = Parser::new();
            parser.set_language(&(LANGUAGES[language].grammar)()).ok()?;
            parsers[language] = Some(parser);
        }
        work(parsers[language].as_mut()?)
    })
}
