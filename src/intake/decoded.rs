//! The text of a task without what terminals, shells and the logs of CI add to it: colours, UTF-16, the ends of lines of Windows, the
//! time or the name of a service before each line, the marks of JSON around it.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

/// The sequences by which a program colours and moves text on a terminal.
static SEQUENCES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new("\u{1b}(?:\\[[0-?]*[ -/]*[@-~]|\\][^\u{7}\u{1b}]*(?:\u{7}|\u{1b}\\\\)|[@-Z\\\\^_])").ok()
});
/// The words of logs before each line: a job and a step, and a time; or the name of a service.
static PREFIXES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    const TIME: &str =
        r"^(?:[^\t\n]*\t[^\t\n]*\t)?\u{feff}?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?(?: |$)";
    [TIME, r"^[\w./-]+ +\| ?"].iter().filter_map(|form| Regex::new(form).ok()).collect()
});

/// The text of bytes: those that begin with the mark of UTF-16 are of that, all others of UTF-8.
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let wide = |units: &[u8], of: fn([u8; 2]) -> u16| {
        let units = units.chunks_exact(2).filter_map(|pair| <[u8; 2]>::try_from(pair).ok()).map(of);
        char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect::<String>()
    };
    match bytes {
        [0xff, 0xfe, units @ ..] => Cow::Owned(wide(units, u16::from_le_bytes)),
        [0xfe, 0xff, units @ ..] => Cow::Owned(wide(units, u16::from_be_bytes)),
        _ => String::from_utf8_lossy(bytes),
    }
}

/// The text without colours, without what logs write before every one of its lines, and with plain ends of lines, where all are those of
/// Windows; `None` where it has nothing of these.
pub(super) fn plain(text: &str) -> Option<String> {
    let mut plain = Cow::Borrowed(text);
    if text.contains('\u{1b}')
        && let Some(sequences) = &*SEQUENCES
    {
        plain = Cow::Owned(sequences.replace_all(text, "").into_owned());
    }
    let n_lines = plain.matches('\n').count();
    if n_lines > 0 && plain.matches("\r\n").count() == n_lines {
        plain = Cow::Owned(plain.replace("\r\n", "\n"));
    }
    // The forms are compiled where a first line may have one.
    let first = plain.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_logged =
        first.contains(['\t', '|']) || first.starts_with(|it: char| it.is_ascii_digit() || it == '\u{feff}');
    let is_logged = is_logged && plain.lines().nth(1).is_some();
    for prefix in is_logged.then(|| PREFIXES.iter()).into_iter().flatten() {
        let mut lines = plain.lines().filter(|line| !line.trim().is_empty());
        if lines.all(|line| prefix.is_match(line)) {
            let rest = plain.lines().map(|line| prefix.replace(line, "").into_owned());
            plain = Cow::Owned(rest.collect::<Vec<_>>().join("\n") + "\n");
        }
    }
    match plain {
        Cow::Owned(plain) => Some(plain),
        Cow::Borrowed(_) => None,
    }
}

/// The texts of several lines that JSON holds as strings, those of an object in the order of its keys: a trace in the line of a log; `None` where a
/// text is no JSON, or has no such string.
pub(super) fn quoted_lines(text: &str) -> Option<String> {
    if !text.trim_start().starts_with(['{', '[', '"']) {
        return None;
    }
    let mut found = String::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        collect_lines(&value.ok()?, &mut found);
    }
    (!found.is_empty()).then_some(found)
}

/// Adds the strings of several lines inside a value.
fn collect_lines(value: &Value, found: &mut String) {
    match value {
        Value::String(text) if text.contains('\n') => {
            found.push_str(text);
            found.push('\n');
        }
        Value::Array(values) => values.iter().for_each(|value| collect_lines(value, found)),
        Value::Object(values) => {
            let mut values: Vec<_> = values.iter().collect();
            values.sort_unstable_by_key(|(key, _)| *key);
            values.into_iter().for_each(|(_, value)| collect_lines(value, found));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_logs_add_is_taken_away() {
        let of = |text: &str| plain(text).unwrap_or_default();
        assert_eq!(of("\u{1b}[35m\"a.py\"\u{1b}[0m, line 3\n"), "\"a.py\", line 3\n");
        assert_eq!(of("2024-01-01T00:00:00.0000000Z a\n2024-01-01T00:00:01.0000000Z   b\n"), "a\n  b\n");
        assert_eq!(
            of("build\tRun tests\t2024-01-01T00:00:00.1Z a\nbuild\tRun tests\t2024-01-01T00:00:01.1Z b\n"),
            "a\nb\n"
        );
        assert_eq!(of("web_1  | a\nweb_1  |   b\n"), "a\n  b\n");
        assert_eq!(of("a\r\nb\r\n"), "a\nb\n");
        assert_eq!([plain("a | b\nc\n"), plain("a\r\nb\n"), plain("2024-01-01T00:00:00Z\n")], [None, None, None]);
        let log = "{\"level\": \"error\", \"exc\": {\"trace\": \"a:\\n  b\"}}\n{\"trace\": \"c\\n\"}\n";
        assert_eq!(quoted_lines(log).unwrap_or_default(), "a:\n  b\nc\n\n");
        assert_eq!([quoted_lines("{\"a\": \"b\"}"), quoted_lines("[1] a\n"), quoted_lines("a\n")], [None, None, None]);
        assert_eq!(decoded(&[0xff, 0xfe, b'a', 0, 0xe9, 0]), "aé");
    }
}
