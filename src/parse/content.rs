//! The content of a file before it is parsed: decoded, counted, and whether people wrote it.

use std::borrow::Cow;

use crate::base::{GapKind, LineIndex, SUBSTITUTE};
use crate::language::LANGUAGES;

/// The mean line length in bytes above which a file counts as minified.
const MINIFIED_MEAN_LINE: usize = 500;

/// A content as UTF-8 of the same length: each invalid byte becomes the control character SUB.
pub fn decoded(content: &[u8]) -> Cow<'_, [u8]> {
    if std::str::from_utf8(content).is_ok() {
        return Cow::Borrowed(content);
    }
    let mut text = Vec::with_capacity(content.len());
    for chunk in content.utf8_chunks() {
        text.extend_from_slice(chunk.valid().as_bytes());
        text.resize(text.len() + chunk.invalid().len(), SUBSTITUTE);
    }
    Cow::Owned(text)
}

/// A content without the mark of its byte order, which no place counts.
pub fn without_mark(content: &[u8]) -> &[u8] {
    content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content)
}

/// The words by which the first lines of a script say that a bundler wrote it, and the line with which it ends.
const BUNDLED: [&[u8]; 2] = [b"var __defProp = Object.defineProperty", b"webpackBootstrap"];
const MAPPED: [&[u8]; 2] = [b"//# sourceMappingURL=", b"/*# sourceMappingURL="];

/// Whether a bundler wrote a content out of other files.
pub fn is_bundled(content: &[u8]) -> bool {
    let holds = |line: &[u8], mark: &[u8]| line.windows(mark.len()).any(|it| it == mark);
    let mut first = content[..content.len().min(4096)].split(|byte| *byte == b'\n').take(6);
    let last = content.trim_ascii_end().rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    MAPPED.iter().any(|mark| last.starts_with(mark)) || first.any(|line| BUNDLED.iter().any(|mark| holds(line, mark)))
}

/// The number of lines.
pub fn n_lines(content: &[u8]) -> u32 {
    u32::try_from(LineIndex::new(content).n_lines()).unwrap_or(u32::MAX)
}

/// The families of languages whose sources are shipped minified.
const MINIFIED: &[&str] = &["typescript", "lua", "php"];

/// Why a content is nothing that people write in a language.
pub fn no_source(language: usize, content: &[u8], n_lines: u32) -> Option<(GapKind, String)> {
    if content.contains(&0) {
        return Some((GapKind::Binary, "holds a NUL byte".to_owned()));
    }
    // Elsewhere long lines are those of generated sources, which declare what others use.
    let is_shipped = LANGUAGES.get(language).is_some_and(|language| MINIFIED.contains(&language.family));
    let is_minified = is_shipped && content.len() / n_lines.max(1) as usize > MINIFIED_MEAN_LINE;
    is_minified.then(|| (GapKind::Minified, format!("{} bytes in {n_lines} lines", content.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundler_says_so_at_the_head_or_the_end() {
        for text in [
            "var a = 1;\n//# sourceMappingURL=a.js.map\n",
            "(() => {\n  var __defProp = Object.defineProperty;\n})();\n",
        ] {
            assert!(is_bundled(text.as_bytes()), "{text}");
        }
        for text in ["", "const mark = '//# sourceMappingURL=';\nf(mark);\n", "//# sourceMappingURL=a.map\nf();\n"] {
            assert!(!is_bundled(text.as_bytes()), "{text}");
        }
    }
}
