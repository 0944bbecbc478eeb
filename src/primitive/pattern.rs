//! The pattern of `text.matches`: a literal, or a regular expression between two `/`.

use std::ops::Range;

use regex::bytes::Regex;

/// The most memory of a compiled expression, in bytes.
const COMPILED: usize = 4 << 20;

/// Why a text is no pattern, and where in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternSlip {
    /// The reason, in lower case, without a stop.
    pub why: String,
    /// The bytes that it is about.
    pub at: Range<usize>,
}

/// A compiled pattern; it is linear in the length of a line.
pub(super) struct TextPattern(Regex);

impl TextPattern {
    /// Compiles a text: `/…/` as a regular expression, and every other text as a literal.
    pub fn of(text: &str) -> Result<Self, PatternSlip> {
        let built = |source: &str| regex::bytes::RegexBuilder::new(source).size_limit(COMPILED).build();
        let Some(expression) = expression(text) else {
            return built(&regex::escape(text)).map(Self).map_err(|_| slip("it is too long", 0..text.len()));
        };
        if expression.is_empty() {
            return Err(slip("it is empty", 0..text.len()));
        }
        regex_syntax::Parser::new().parse(expression).map_err(|error| misspelled(&error))?;
        built(expression).map(Self).map_err(|_| slip("it needs too much memory", 0..text.len()))
    }

    /// The byte column, from 0, of the first match in a line.
    pub fn find(&self, line: &[u8]) -> Option<usize> {
        self.0.find(line).map(|found| found.start())
    }

    /// Whether any line of a text may match: a search over all of it, before it is divided.
    pub fn may_match(&self, text: &[u8]) -> bool {
        // `^` and `$` mean the ends of a line, and of a whole text other places.
        let of_lines = self.0.as_str().contains(['^', '$']) || self.0.as_str().contains('\\');
        of_lines || self.0.is_match(text)
    }
}

/// Whether a text is a pattern, or why not.
pub fn check_pattern(text: &str) -> Result<(), PatternSlip> {
    TextPattern::of(text).map(|_| ())
}

/// The regular expression between two `/`.
fn expression(text: &str) -> Option<&str> {
    text.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'))
}

fn slip(why: &str, at: Range<usize>) -> PatternSlip {
    PatternSlip { why: why.to_owned(), at }
}

/// The reason of the parser, at its place behind the opening `/`.
fn misspelled(error: &regex_syntax::Error) -> PatternSlip {
    let (why, span) = match error {
        regex_syntax::Error::Parse(error) => (error.kind().to_string(), *error.span()),
        regex_syntax::Error::Translate(error) => (error.kind().to_string(), *error.span()),
        other => return slip(&other.to_string(), 0..1),
    };
    slip(why.trim_end_matches('.'), span.start.offset + 1..span.end.offset + 1)
}
