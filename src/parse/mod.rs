//! From the content of one file to its observation.
//!
//! Knows no file but the one at hand, and never fails: what cannot be read is a gap.

mod callee;
mod capture;
mod compile;
mod door;
mod limit;
mod native;
mod nodes;
mod pattern;
mod raw;
mod read;
mod sites;
mod threads;
mod tree;

pub use callee::{Callee, Form, callees};
pub use compile::{CompileError, Program};
pub use door::is_reading;
pub use raw::{RawCapture, captures};
pub use sites::{Site, SiteKind, Sites, sites};
pub use threads::{NoThreads, on_threads, want_threads};

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::sync::OnceLock;

use tree_sitter::{Parser, Range, Tree};

use self::limit::{ParseBudget, Stopped};
use self::native::Fenced;
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

/// Observes one content as a file of the language with that index in [`LANGUAGES`], on the threads that parse.
pub fn observe(language: usize, content: &[u8]) -> Observation {
    let seen = on_threads(|| door::guarded(|| observe_here(language, content)));
    let failed = |kind: GapKind, detail: String| {
        let mut builder = Builder::new(b"", n_lines(content));
        builder.gap(kind, WHOLE, detail);
        builder.finish()
    };
    match seen {
        Ok(Ok(seen)) => seen,
        Ok(Err(bug)) => failed(GapKind::Internal, bug),
        Err(error) => failed(GapKind::WorkLimit, error.to_string()),
    }
}

fn observe_here(language: usize, content: &[u8]) -> Observation {
    let content = without_mark(content);
    let n_lines = n_lines(content);
    let decoded = decoded(content);
    #[expect(clippy::needless_late_init, reason = "the tree outlives the builder, which notes the nodes of the walk")]
    let tree;
    let mut builder = Builder::new(&decoded, n_lines);
    if let Some((kind, detail)) = no_source(content, n_lines) {
        builder.gap(kind, WHOLE, detail);
        return builder.finish();
    }
    if let Err(error) = std::str::from_utf8(content) {
        let at = LineIndex::new(content).position(error.valid_up_to());
        builder.gap(GapKind::Encoding, at, "not UTF-8; other bytes in names are shown as \u{fffd}");
    }
    if is_generated(content) {
        builder.generated();
        builder.gap(GapKind::Generated, WHOLE, "the file says that a program made it");
    }
    let plain = language::preprocessed(language, &decoded);
    let n_reported = if plain.is_some() { 0 } else { tree::REPORTED_ERRORS };
    let text = plain.as_deref().unwrap_or(&decoded);
    let cost = RefCell::new(ParseBudget::of(text.len()));
    let parse = |parser: &mut Parser| tree::parse(parser, text, n_reported, &mut cost.borrow_mut(), &mut builder);
    tree = with_new_parser(language, parse);
    if let Ok(tree) = &tree {
        let reading = Reading { language, program: program(language), depth: 0, cost: &cost };
        read::read(reading, tree, &mut builder);
    }
    builder.finish()
}

/// A content as UTF-8 of the same length: each invalid byte becomes the control character SUB.
fn decoded(content: &[u8]) -> Cow<'_, [u8]> {
    if std::str::from_utf8(content).is_ok() {
        return Cow::Borrowed(content);
    }
    let mut text = Vec::with_capacity(content.len());
    for chunk in content.utf8_chunks() {
        text.extend_from_slice(chunk.valid().as_bytes());
        text.resize(text.len() + chunk.invalid().len(), language::SUBSTITUTE);
    }
    Cow::Owned(text)
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
fn parse_ranges(reading: Reading<'_>, ranges: &[Range], content: &[u8]) -> Result<Option<Tree>, Stopped> {
    let parse = |parser: &mut Parser| tree::parse_ranges(parser, content, ranges, &mut reading.cost.borrow_mut());
    let tree = with_parser(reading.language, parse)?;
    Ok(tree.filter(|tree| !tree.root_node().has_error()))
}

fn is_generated(content: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&content[..content.len().min(GENERATED_HEAD)]);
    head.lines().take(20).any(|line| {
        line.contains("@generated") || (line.contains("DO NOT EDIT") && line.to_ascii_lowercase().contains("generated"))
    })
}

/// The grammar of each language as its parsers use it, made at their first use.
fn fenced(language: usize) -> &'static Fenced {
    static FENCED: OnceLock<Vec<OnceLock<Fenced>>> = OnceLock::new();
    let fenced = FENCED.get_or_init(|| LANGUAGES.iter().map(|_| OnceLock::new()).collect());
    fenced[language].get_or_init(|| native::fenced((LANGUAGES[language].grammar)()))
}

/// Runs `work` with a new parser, which stays for the embedded code of the file. One that has read other files keeps
/// memory of them, by which a file near a bound would be given up or not.
fn with_new_parser<T>(language: usize, work: impl FnOnce(&mut Parser) -> Result<T, Stopped>) -> Result<T, Stopped> {
    PARSER.set(None);
    with_parser(language, work)
}

thread_local! {
    /// The parser of the file that this thread reads, with its language.
    static PARSER: Cell<Option<(usize, Parser)>> = const { Cell::new(None) };
}

/// Runs `work` with the parser of the file at hand. One that was stopped, or panicked, is not used again.
fn with_parser<T>(language: usize, work: impl FnOnce(&mut Parser) -> Result<T, Stopped>) -> Result<T, Stopped> {
    let fenced = fenced(language);
    let mut parser = match PARSER.take() {
        Some((known, parser)) if known == language => parser,
        _ => {
            let mut parser = Parser::new();
            parser.set_language(&fenced.language).expect("a test parses with every grammar");
            parser
        }
    };
    fenced.enter();
    let done = work(&mut parser)?;
    PARSER.set(Some((language, parser)));
    Ok(done)
}

#[cfg(test)]
#[path = "history_tests.rs"]
mod history_tests;
