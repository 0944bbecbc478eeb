//! The parsers of a thread, and the compiled queries: each made at its first use.

use std::cell::Cell;
use std::sync::OnceLock;

use tree_sitter::Parser;

use super::compile::Program;
use super::limit::Stopped;
use super::native::{self, Fenced};
use crate::language::LANGUAGES;

/// The compiled queries of each language, made at their first use.
pub fn program(language: usize) -> &'static Program {
    static PROGRAMS: OnceLock<Vec<OnceLock<Program>>> = OnceLock::new();
    let programs = PROGRAMS.get_or_init(|| LANGUAGES.iter().map(|_| OnceLock::new()).collect());
    programs[language]
        .get_or_init(|| Program::of(&LANGUAGES[language]).expect("a test compiles the queries of every language"))
}

/// The grammar of each language as its parsers use it, made at their first use.
fn fenced(language: usize) -> &'static Fenced {
    static FENCED: OnceLock<Vec<OnceLock<Fenced>>> = OnceLock::new();
    let fenced = FENCED.get_or_init(|| LANGUAGES.iter().map(|_| OnceLock::new()).collect());
    fenced[language].get_or_init(|| native::fenced((LANGUAGES[language].grammar)()))
}

thread_local! {
    /// The parser of the file that this thread reads, with its language.
    static PARSER: Cell<Option<(usize, Parser)>> = const { Cell::new(None) };
}

/// Runs `work` with a new parser, which stays for the embedded code of the file. One that has read other files keeps
/// memory of them, by which a file near a bound would be given up or not.
pub fn with_new_parser<T>(language: usize, work: impl FnOnce(&mut Parser) -> Result<T, Stopped>) -> Result<T, Stopped> {
    PARSER.set(None);
    with_parser(language, work)
}

/// Runs `work` with the parser of the file at hand. One that was stopped, or panicked, is not used again.
pub fn with_parser<T>(language: usize, work: impl FnOnce(&mut Parser) -> Result<T, Stopped>) -> Result<T, Stopped> {
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
