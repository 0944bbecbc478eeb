//! Text in quotes.

use crate::base::TextPart;
/// Whether what starts with a text in quotes is a text as a whole: `"a"`, `"a" + b`.
pub fn is_text(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix("\"\"\"") {
        return rest.find("\"\"\"").is_some_and(|end| rest.part(end..).trim_start_matches('"').is_empty());
    }
    let mut is_escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    let rest = end.and_then(|end| text.get(end + 2..)).unwrap_or("?").trim_start();
    rest.is_empty() || rest.starts_with('+')
}

/// The code behind a text in quotes: `.trim()` in `"a".trim()`; `None` where the text has no end.
pub fn behind_text(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix("\"\"\"") {
        return rest.find("\"\"\"").map(|end| rest.part(end..).trim_start_matches('"'));
    }
    let mut is_escaped = false;
    let end = text.strip_prefix('"')?.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })?;
    text.get(end + 2..)
}
