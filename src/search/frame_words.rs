//! The words of a trace or of a report of tests that say nothing of the code: the verdict of a runner, the ending and the line of a
//! place.

use std::ops::Range;

use crate::language;

/// The words with which runners of tests begin a line.
#[rustfmt::skip]
const VERDICTS: [&str; 17] = [
    "Actual", "ERRORS", "Error", "Expected", "FAIL", "FAILED", "FAILURE", "FAILURES", "Failed", "Failure", "Failures", "PASS",
    "Traceback", "actual", "expected", "failures", "got",
];
/// The whole of a line that announces a trace.
const ANNOUNCED: &str = "(most recent call last):";
/// The beginnings of lines of which nothing is of the code, where nothing is quoted in them.
const PHRASES: [&str; 4] = ["Failed asserting that", "Stack trace:", "Stack:", "note: run with `RUST_BACKTRACE"];

/// The words of languages in a line of code that a runner shows.
#[rustfmt::skip]
const KEYWORDS: [&str; 38] = [
    "assert", "async", "await", "case", "class", "const", "def", "else", "end", "expect", "false", "final", "fn", "func", "function",
    "import", "int", "let", "mut", "new", "nil", "none", "null", "private", "public", "return", "self", "static", "string", "super",
    "test", "this", "throw", "true", "val", "var", "void", "yield",
];

/// The beginnings of lines of code that pytest shows without a number.
const MARKS: [&str; 2] = [">    ", "E    "];

/// The places of the words of languages in a line of code that a runner shows: `> 12 | const a = new A()`.
fn keywords(line: &str) -> Vec<Range<usize>> {
    let code = line.trim_start_matches(|letter: char| letter.is_whitespace() || ">❯→*".contains(letter));
    let rest = code.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let behind = rest.trim_start();
    let is_numbered = rest.len() < code.len() && behind.starts_with(['|', '│', ':']);
    if !is_numbered && !MARKS.iter().any(|mark| line.starts_with(mark)) {
        return Vec::new();
    }
    let mut at = line.len() - behind.len();
    let mut found = Vec::new();
    for part in behind.split_inclusive(|letter: char| !letter.is_alphanumeric() && letter != '_') {
        let word = part.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != '_');
        if KEYWORDS.binary_search(&word.to_ascii_lowercase().as_str()).is_ok() {
            found.push(at..at + word.len());
        }
        at += part.len();
    }
    found
}

/// The places of such words in a text, in order.
pub(super) fn frame_words(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let head = line.find(|letter: char| letter.is_alphabetic()).unwrap_or(line.len());
        let (_, rest) = line.split_at(head);
        let n_word = rest.find(|letter: char| !letter.is_alphabetic()).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(n_word);
        let is_quoting = || rest.contains(['"', '\'']);
        let is_phrase = PHRASES.iter().any(|it| rest.starts_with(it)) && !is_quoting();
        let is_announced = behind.trim() == ANNOUNCED || is_phrase;
        // `Failed to read` is a message.
        let is_verdict = behind.trim().is_empty()
            || behind.starts_with([':', '\t'])
            || word.bytes().all(|it| it.is_ascii_uppercase());
        let is_python = word == "File" && behind.starts_with(" \"") && behind.contains("\", line ");
        if is_announced {
            found.push(start + head..start + line.len());
        } else if is_python || is_verdict && VERDICTS.contains(&word) {
            found.push(start + head..start + head + n_word);
        }
        let mut inside: Vec<Range<usize>> = places(line).chain(keywords(line)).collect();
        inside.sort_by_key(|place| place.start);
        found.extend(inside.into_iter().map(|place| start + place.start..start + place.end));
        start += line.len();
    }
    found
}

/// The endings and the lines of the places in a line: `.go:12` of `wire/route.go:12`, `.py", line 3` of a trace of Python.
fn places(line: &str) -> impl Iterator<Item = Range<usize>> {
    let is_part = |letter: char| letter.is_alphanumeric() || "._-/\\".contains(letter);
    line.match_indices('.').filter_map(move |(dot, _)| {
        let (head, rest) = line.split_at(dot);
        let n_ending = rest.get(1..)?.find(|letter: char| !letter.is_alphanumeric())? + 1;
        let (ending, behind) = rest.split_at(n_ending);
        let number =
            [":", "\", line ", "(", " line "].iter().find_map(|mark| Some((mark.len(), behind.strip_prefix(mark)?)));
        let (n_mark, number) = number?;
        // Behind the mark, as few dots have one: each way back may be as long as the line.
        let name = head.rsplit(|letter| !is_part(letter)).next().filter(|name| !name.is_empty())?;
        let n_digits = number.bytes().take_while(u8::is_ascii_digit).count();
        let is_code = n_digits > 0 && language::of_path(&format!("{name}{ending}")).is_some();
        is_code.then_some(dot..dot + n_ending + n_mark + n_digits)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(text: &str) -> String {
        let mut left = String::new();
        let mut end = 0;
        for place in frame_words(text) {
            left.push_str(&text[end.min(place.start)..place.start]);
            end = place.end;
        }
        left + &text[end..]
    }

    #[test]
    fn what_a_runner_adds_is_no_word_of_the_failure() {
        for (text, rest) in [
            (
                "--- FAIL: TestSum (0.00s)\n    sum_test.go:12: got 3\nFAIL\n",
                "--- : TestSum (0.00s)\n    sum_test: got 3\n\n",
            ),
            ("Traceback (most recent call last):\n  File \"a/b.py\", line 3, in run\n", "   \"a/b, in run\n"),
            ("Failed to read route.go\n", "Failed to read route.go\n"),
            ("Failed asserting that two strings are identical.\n", ""),
            ("Failed asserting that 'a' is of b\n", "Failed asserting that 'a' is of b\n"),
            ("Failures:\n\n  1) is FAIL closed\n", ":\n\n  1) is FAIL closed\n"),
            ("  > 12 | const one = new Request()\n", "  > 12 |  one =  Request()\n"),
            ("12 new things: let them be\n", "12 new things: let them be\n"),
            ("see app.cs(12,4) and v1.2:3\n", "see app,4) and v1.2:3\n"),
        ] {
            assert_eq!(left(text), rest);
        }
        // One pass, however many dots there are.
        let dots = "a.".repeat(1 << 20);
        assert_eq!(left(&dots), dots);
    }
}
