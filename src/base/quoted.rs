//! A text whose lines are quoted one by one, each as the text without credentials has it. Only the lines around a quote
//! are searched for credentials, unless there may be one.

use std::sync::OnceLock;

use memchr::memmem;

use super::LineIndex;
use super::secret::{MARKER, redacted};
use super::token::occurring;

/// A form of credentials may have so many line ends between a name and its value: eight blanks and quotes, or four
/// before a sign and four behind it.
const BEFORE: u32 = 8;
/// Where the lines around a quote are longer than this many bytes, the whole text is searched, once.
const WINDOW: usize = 16 * 1024;

/// A text by its lines, without its credentials.
pub struct QuotedText {
    text: String,
    lines: LineIndex,
    holds_key: bool,
    /// The text without its credentials; made where a quote may have one.
    safe: OnceLock<(String, LineIndex)>,
}

impl QuotedText {
    /// Splits a text into lines. Bytes that are not UTF-8 are replaced.
    pub fn new(bytes: Vec<u8>) -> Self {
        let lossy = |error: std::string::FromUtf8Error| String::from_utf8_lossy(error.as_bytes()).into_owned();
        let text = String::from_utf8(bytes).unwrap_or_else(lossy);
        let lines = LineIndex::new(text.as_bytes());
        // A key has any number of lines, so that no line shows by itself whether it is of one.
        let holds_key = memmem::find(text.as_bytes(), MARKER.as_bytes()).is_some();
        Self { text, lines, holds_key, safe: OnceLock::new() }
    }

    /// A line (from 1) without its credentials, its line end included; `None` where there is none.
    pub fn line(&self, line: u32) -> Option<&str> {
        if line == 0 {
            return None;
        }
        let range = self.lines.line(line);
        let window = self.lines.line(line.saturating_sub(BEFORE).max(1)).start..range.end;
        let is_long = window.len() > WINDOW;
        if self.holds_key || is_long || self.text.get(window).is_none_or(|it| occurring(it) != 0) {
            let (text, lines) = self.safe.get_or_init(|| {
                let text = redacted(&self.text).into_owned();
                let lines = LineIndex::new(text.as_bytes());
                (text, lines)
            });
            return text.get(lines.line(line));
        }
        self.text.get(range)
    }
}
