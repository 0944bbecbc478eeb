//! From the content of one file to its observation.
//!
//! Knows no file but the one at hand, and never fails: what cannot be read is a gap.

mod again;
mod callee;
mod capture;
mod compile;
mod content;
mod door;
mod limit;
mod matching;
mod mentions;
mod native;
mod nodes;
mod parser;
mod pattern;
mod raw;
mod read;
mod sites;
mod threads;
mod tree;

pub use callee::{BodyKey, Callee, CallingLines, Form, KeptCallees, callees};
pub use compile::{CompileError, Program};
pub use door::{guarded, is_reading};
pub use native::{cpu_time, return_freed, share_heap, take_room};
pub use raw::{RawCapture, captures};
pub use sites::{Site, SiteKind, Sites, sites};
pub use threads::{NoThreads, on_one_thread, on_threads, refused, want_threads};

use std::cell::RefCell;

use self::content::{decoded, n_lines, no_source, without_mark};
use self::limit::ParseBudget;
use self::parser::program;
use self::read::Reading;
use crate::base::is_free_of_credentials;
use crate::base::{GapKind, LineIndex, Position};
use crate::language::{self, Builder, Observation};

/// How much of a file is searched for the mark of a generator, in bytes.
const GENERATED_HEAD: usize = 2048;
/// Stands for the file as a whole.
const WHOLE: Position = Position { line: 0, column: 0 };

/// Observes one content as a file of the language with that index in [`crate::language::LANGUAGES`], on the threads that parse.
pub fn observe(language: usize, content: &[u8]) -> Observation {
    let seen = on_threads(|| door::guarded(|| observe_here(language, without_mark(content))));
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
    let has_no_credential = is_free_of_credentials(content);
    Observation { has_no_credential, ..source(language, content) }
}

/// The observation of the source, apart from its credentials.
fn source(language: usize, content: &[u8]) -> Observation {
    let n_lines = n_lines(content);
    let decoded = decoded(content);
    // It outlives the builder, which notes the nodes of the walk.
    let best;
    let mut builder = Builder::new(&decoded, n_lines);
    builder.scope_locals(language::LANGUAGES[language].local_scope);
    builder.see_members(language::LANGUAGES[language].member_scope);
    builder.refer_by_mentions(language::LANGUAGES[language].conventions.refers_by_mentions);
    if let Some((kind, detail)) = no_source(language, content, n_lines) {
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
    best = again::parse(language, text, &cost);
    let best = match &best {
        Ok(best) => best,
        Err(stopped) => {
            builder.gap(GapKind::WorkLimit, Position::default(), stopped.to_string());
            return builder.finish();
        }
    };
    tree::note_errors(&best.tree, n_reported, &mut builder);
    best.note(&mut builder);
    let reading = Reading { language, program: program(language), depth: 0, cost: &cost };
    read::read(reading, &best.tree, &mut builder);
    mentions::read(language, &best.tree, &mut builder);
    if plain.is_some() {
        mentions::unread(text, &mut builder);
    }
    builder.finish()
}

fn is_generated(content: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&content[..content.len().min(GENERATED_HEAD)]);
    head.lines().take(20).any(|line| {
        line.contains("@generated") || (line.contains("DO NOT EDIT") && line.to_ascii_lowercase().contains("generated"))
    })
}

#[cfg(test)]
#[path = "history_tests.rs"]
mod history_tests;
