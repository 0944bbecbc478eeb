//! The pattern of `text.matches`: a literal, or a regular expression between two `/`, with flags behind them.

use std::ops::Range;

use regex::bytes::Regex;

/// The most memory of a compiled expression, in bytes.
const COMPILED: usize = 4 << 20;
/// The letters of flags.
const FLAGS: &str = "imsux";
/// Those that other programs know, and that mean nothing here.
const OTHER_FLAGS: &str = "gy";

/// Why a text is no pattern, and where in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternSlip {
    /// The reason, in lower case, without a stop.
    pub why: String,
    /// The bytes that it is about.
    pub at: Range<usize>,
}

/// Whether a text is a regular expression, and no literal.
pub(super) fn is_expression(text: &str) -> bool {
    expression(text).is_some()
}

/// A compiled pattern; it is linear in the length of a line.
pub(super) struct TextPattern(Regex);

impl TextPattern {
    /// Compiles a text: `/…/` and `/…/i` as a regular expression, and every other text as a literal.
    pub fn of(text: &str) -> Result<Self, PatternSlip> {
        let built = |source: &str| regex::bytes::RegexBuilder::new(source).size_limit(COMPILED).build();
        let Some((expression, flags)) = expression(text) else {
            return built(&regex::escape(text)).map(Self).map_err(|_| slip("it is too long", 0..text.len()));
        };
        if expression.is_empty() {
            return Err(slip("it is empty", 0..text.len()));
        }
        if let Some(at) = flags.find(|flag| !FLAGS.contains(flag)) {
            let start = text.len() - flags.len() + at;
            let why = "a flag is `i`, `m`, `s`, `u` or `x`; all lines that match are found without one";
            return Err(slip(why, start..start + 1));
        }
        let mut parser = regex_syntax::ParserBuilder::new();
        let parser = parser.ignore_whitespace(flags.contains('x'));
        parser.build().parse(expression).map_err(|error| misspelled(&error))?;
        let flagged = if flags.is_empty() { expression.to_owned() } else { format!("(?{flags}){expression}") };
        built(&flagged).map(Self).map_err(|_| slip("it needs too much memory", 0..text.len()))
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

/// The regular expression between two `/`, and the flags behind them. Other letters behind the second one are those of a path, as all are
/// that change nothing in a plain text.
fn expression(text: &str) -> Option<(&str, &str)> {
    let (expression, flags) = text.strip_prefix('/')?.rsplit_once('/')?;
    let is_flag = |(at, letter): (usize, char)| {
        (FLAGS.contains(letter) || OTHER_FLAGS.contains(letter)) && flags.find(letter) == Some(at)
    };
    let counts = || flags.contains(['i', 'g', 'y']) || regex::escape(expression) != expression;
    let is_meant = flags.is_empty() || !expression.is_empty() && flags.char_indices().all(is_flag) && counts();
    is_meant.then_some((expression, flags))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn is_found(pattern: &str, line: &str) -> bool {
        TextPattern::of(pattern).expect("a pattern").find(line.as_bytes()).is_some()
    }

    #[test]
    fn letters_behind_an_expression_are_its_flags() {
        assert!(is_found("/retry-after/i", "Retry-After: 3"));
        assert!(!is_found("/retry-after/", "Retry-After: 3"));
        assert!(is_found("/a b [c] # d/xi", "ABC"));
        assert!(is_found("/usr/bin", "#!/usr/bin/env"));
        assert!(is_found("/a/b/", "a/b") && is_found("/a/ii", "x/a/ii"));
        // A path: letters that change nothing in a plain text are no flags.
        assert!(is_found("/src/x", "a/src/x.rs") && !is_found("/src/x", "src"));
        let slip = check_pattern("/retry/gi").expect_err("no such flag");
        assert_eq!(slip.at, 7..8);
        assert_eq!(check_pattern("/(/i").expect_err("a slip").at, 1..2);
    }
}
