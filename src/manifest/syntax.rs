//! Errors of the YAML reader, in the words of someone who writes manifests.

use std::ops::Range;

use saphyr_parser::ScanError;

use super::limits::{Limits, Stop};
use crate::base::{Diagnostic, TextPart};

/// A syntax error: first the slips that manifests invite, then the reader's own words.
pub(super) fn explain(text: &str, at: usize, error: &ScanError) -> Box<Stop> {
    let at = at.min(text.len());
    if let Some(item) = suspect(text, at) {
        return unquoted(text, item);
    }
    let line = line_around(text, at);
    let below = line_around(text, text.len().min(line.end + 1));
    // A tab below a line is met where that ends.
    let is_met = error.info().contains("tab");
    if let Some(tab) = tab_in_indent(text, &line).or_else(|| tab_in_indent(text, &below).filter(|_| is_met)) {
        return Diagnostic::error("CG001", "the indentation holds a tab", tab.clone(), "this is a tab")
            .help("YAML indents with spaces only; replace each tab with two spaces")
            .fix(tab, "  ")
            .into();
    }
    if (error.info().contains("simple key") || error.info().contains("mapping values are not allowed"))
        && let Some(key) = bare_key(text, line.start)
    {
        let name = text.part(key.clone());
        let title = format!("key `{name}` lacks its `:`");
        let label = "the lines below it are indented, so it is a key";
        return Diagnostic::error("CG001", title, key.clone(), label).fix(key.end..key.end, ":").into();
    }
    if error.info().contains("recursion limit") {
        let end = text.part(at..).chars().next().map_or(at, |it| at + it.len_utf8());
        return deep(at..end).into();
    }
    if error.info().contains("mapping values are not allowed")
        && let Some(diagnostic) = colon(text, &line, at)
    {
        return Box::new(Stop { diagnostic, mask: text.part(at..).starts_with(':').then_some(at) });
    }
    if let Some(call) = union_in_flow(text, &line, at) {
        return unquoted_call(text, call).into();
    }
    let (label, help) = phrase(error.info());
    let end = text.part(at..).chars().next().filter(|character| *character != '\n').map_or(at, |it| at + it.len_utf8());
    let title = format!("this is not valid YAML: {}", error.info());
    let diagnostic = Diagnostic::error("CG001", title, at..end, label);
    help.map_or_else(|| diagnostic.clone().into(), |help| diagnostic.clone().help(help).into())
}

/// The first tab of the indentation of a line.
fn tab_in_indent(text: &str, line: &Range<usize>) -> Option<Range<usize>> {
    let line_text = text.part(line.clone());
    let indent = line_text.len() - line_text.trim_start().len();
    let tab = line.start + line_text.part(..indent).find('\t')?;
    Some(tab..tab + 1)
}

/// A word alone on the line above one that is indented further: a key without its colon.
fn bare_key(text: &str, below: usize) -> Option<Range<usize>> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let above = text.part(..below).trim_end();
    let start = above.rfind('\n').map_or(0, |end| end + 1);
    let line = above.part(start..);
    let word = line.trim_start().trim_start_matches("- ");
    let is_name = !word.is_empty() && word.chars().all(|it| it.is_alphanumeric() || "_.-".contains(it));
    let is_deeper = indent(text.part(below..)) > indent(line);
    (is_name && word != "---" && is_deeper).then(|| above.len() - word.len()..above.len())
}

/// A call such as `f([a, b])` without quotes inside `{ … }`.
fn union_in_flow(text: &str, line: &Range<usize>, at: usize) -> Option<Range<usize>> {
    let before = text.get(line.start..at)?;
    let open = before.rfind('(').filter(|open| before.part(open + 1..).trim().is_empty() && before.contains('{'))?;
    let start = before.part(..open).rfind([' ', ',', '{', ':']).map_or(0, |end| end + 1);
    let end = at + text.get(at..line.end).filter(|rest| rest.starts_with('['))?.find(')')? + 1;
    (start < open).then_some(line.start + start..end)
}

/// A call that YAML takes apart inside `{ … }`.
pub(super) fn unquoted_call(text: &str, whole: Range<usize>) -> Diagnostic {
    let call = text.part(whole.clone());
    let label = "inside `{ … }` YAML takes `,` and `[` for its own";
    Diagnostic::error("CG005", format!("`{call}` must be quoted"), whole.clone(), label)
        .help("put quotes around the call, or write the entry on several lines")
        .fix(whole.clone(), quoted(call))
}

/// A text that holds `: ` without quotes.
fn colon(text: &str, line: &Range<usize>, at: usize) -> Option<Diagnostic> {
    let start = line.start + text.part(line.clone()).find(": ")? + 2;
    let value = start..start + text.get(start..line.end)?.trim_end().len();
    let source = text.get(value.clone()).filter(|it| start <= at && !it.starts_with(['"', '\'', '[', '{']))?;
    let title = format!("`{source}` must be quoted");
    let diagnostic = Diagnostic::error("CG005", title, value.clone(), "YAML reads the second `: ` as a further key");
    Some(diagnostic.help("quote a text that holds `: `").fix(value, quoted(source)))
}

fn phrase(info: &str) -> (&'static str, Option<&'static str>) {
    match info {
        _ if info.contains("mapping values are not allowed") => {
            ("a second `:` is on this line, or the line is indented too far", Some("quote a text that holds `: `"))
        }
        _ if info.contains("illegal placement of ':'") => {
            ("a key where none can stand", Some("a `[` or `{` above is not closed; close it with `]` or `}`"))
        }
        _ if info.contains("indentation in quoted") => {
            ("this quote is not closed on its line", Some("close the quote at the end of its text"))
        }
        _ if info.contains("end of stream") => ("what opens here is never closed", Some("close the quote")),
        _ if info.contains("escape") => (
            "in this text",
            Some(
                "between double quotes `\\` starts an escape; use single quotes for a text that holds a backslash, and `/` between directories",
            ),
        ),
        _ if info.contains("flow sequence") => ("expected here", Some("close the list with `]`")),
        _ if info.contains("flow mapping") => ("expected here", Some("close the map with `}`")),
        _ => ("reading stopped here", Some("check the indentation of this line and of the one above")),
    }
}

/// The unquoted item on the line of an error, or on the one before, that YAML takes for something other than text.
fn suspect(text: &str, at: usize) -> Option<Range<usize>> {
    let line = line_around(text, at);
    let above = line.start.checked_sub(1).map(|end| line_around(text, end));
    [Some(line), above].into_iter().flatten().find_map(|line| {
        let value = value_start(text, &line);
        let item = value..value + text.part(value..line.end).split(" #").next().unwrap_or_default().trim_end().len();
        let source = text.part(item.clone());
        let first = source.chars().next()?;
        let odd = match first {
            '*' | '@' | '`' | '%' => true,
            '{' => source.rfind('}').is_some_and(|end| end + 1 < source.len()),
            '[' => source.rfind(']').is_some_and(|end| end + 1 < source.len()),
            _ => false,
        };
        if odd { Some(item) } else { in_flow(text, &line, at) }
    })
}

/// An unquoted `*` or `!` inside `[…]` on one line.
fn in_flow(text: &str, line: &Range<usize>, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..line.end)?;
    let starts = rest.starts_with(['*', '@', '`', '%']) && text.part(line.start..at).contains('[');
    starts.then(|| at..at + rest.find([',', ']', ' ']).unwrap_or(rest.trim_end().len()))
}

fn value_start(text: &str, line: &Range<usize>) -> usize {
    let mut at = line.start;
    loop {
        let rest = text.part(at..line.end);
        let blank = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        let key = rest.split_once(": ").filter(|(key, _)| key.chars().all(|it| it.is_alphanumeric() || it == '_'));
        at += blank;
        match key {
            _ if rest.starts_with("- ") => at += 2,
            Some((key, _)) => at += key.len() + 2,
            None => return at,
        }
    }
}

fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text.part(..at).rfind('\n').map_or(0, |end| end + 1);
    let end = text.part(at..).find('\n').map_or(text.len(), |end| at + end);
    start..end
}

/// `text` between quotes, as YAML wants it.
pub(super) fn quoted(text: &str) -> String {
    if text.contains(['"', '\\']) { format!("'{}'", text.replace('\'', "''")) } else { format!("\"{text}\"") }
}

fn unquoted(text: &str, item: Range<usize>) -> Box<Stop> {
    let source = text.part(item.clone());
    let (label, what) = match source.chars().next() {
        Some('*') => ("YAML reads `*` as an alias", "`*`"),
        Some('!') => ("YAML reads `!` as a tag, and the glob as an empty text", "`!`"),
        Some('{') => ("YAML reads `{` as the start of a map", "`{`"),
        Some('[') => ("YAML reads `[` as the start of a list", "`[`"),
        Some('@') => ("YAML keeps `@` for itself", "`@`"),
        Some('%') => ("YAML keeps `%` for itself", "`%`"),
        _ => ("YAML keeps this character for itself", "this character"),
    };
    let title = format!("`{source}` must be quoted");
    let diagnostic = Diagnostic::error("CG005", title, item.clone(), label)
        .help(format!("quote a glob or a name that starts with {what}"))
        .fix(item.clone(), quoted(source));
    Box::new(Stop { diagnostic, mask: Some(item.start) })
}

/// A list or a map where a glob belongs: `{a,b}` or `[x]` without quotes.
pub(super) fn unquoted_glob(text: &str, item: Range<usize>) -> Option<Diagnostic> {
    text.part(item.clone()).starts_with(['{', '[']).then(|| unquoted(text, item).diagnostic)
}

/// A tag: most often a glob that starts with `!`.
pub(super) fn tag(text: &str, span: Range<usize>, empty: bool) -> Box<Stop> {
    let line = line_around(text, span.start);
    let rest = text.part(span.start..line.end).trim_end();
    if empty && rest.starts_with('!') && !rest.starts_with("!!") {
        let end = rest.find([' ', ',', ']', '}']).unwrap_or(rest.len());
        return unquoted(text, span.start..span.start + end);
    }
    let end = span.start + rest.find(char::is_whitespace).unwrap_or(rest.len());
    let diagnostic = Diagnostic::error("CG006", "YAML tags are refused", span.start..end, "this is a tag")
        .help("write the plain value; quote a text that starts with `!`");
    Box::new(Stop { mask: text.part(span.start..).starts_with('!').then_some(span.start), diagnostic })
}

/// An alias that was defined: never reached, as the anchor is refused before.
pub(super) fn alias(text: &str, span: Range<usize>) -> Box<Stop> {
    let end = span.start + text.part(span.clone()).trim_end().len();
    unquoted(text, span.start..end)
}

/// An anchor.
pub(super) fn anchor(text: &str, span: Range<usize>) -> Diagnostic {
    let rest = text.part(span.start..line_around(text, span.start).end);
    let end = span.start + rest.find(char::is_whitespace).unwrap_or(rest.len());
    Diagnostic::error("CG004", "YAML anchors and aliases are refused", span.start..end, "an anchor")
        .help("write the value out where it is used: a small text full of aliases can expand to gigabytes; quote a text that starts with `&`")
}

/// `<<:`.
pub(super) fn merge_key(span: Range<usize>) -> Diagnostic {
    Diagnostic::error("CG004", "YAML merge keys are refused", span, "`<<` would merge another map into this one")
        .help("write the keys out")
}

/// A second document.
pub(super) fn second_document(text: &str, span: Range<usize>) -> Diagnostic {
    let end = span.start + text.part(span.start..line_around(text, span.start).end).trim_end().len();
    Diagnostic::error("CG002", "a file holds one document, and a second follows", span.start..end, "it starts here")
        .help("move it to a file of its own; `cg-bundle` takes several manifests in one call")
}

/// Too deep, or too many values.
pub(super) fn too_much(text: &str, span: Range<usize>, limits: Limits) -> Diagnostic {
    let end = text.part(span.start..).chars().next().map_or(span.start, |it| span.start + it.len_utf8());
    let title = format!("more than {} levels or {} values", limits.depth, limits.nodes);
    Diagnostic { title, ..deep(span.start..end) }
}

fn deep(span: Range<usize>) -> Diagnostic {
    Diagnostic::error("CG003", "too many levels of lists and maps", span, "the limit is reached here")
        .help("five levels are enough for anything here; replace a long list of globs by fewer, wider ones")
}

/// A list or a map as a key.
pub(super) fn complex_key(text: &str, span: Range<usize>) -> Box<Stop> {
    let end = span.start + text.part(span.clone()).lines().next().unwrap_or_default().trim_end().len();
    Diagnostic::error("CG009", "a key is a plain word", span.start..end, "this key is a list or a map")
        .help("quote a glob that starts with `{` or `[`")
        .into()
}

/// A key for the second time.
pub(super) fn duplicate(key: &str, first: &Range<usize>, second: Range<usize>) -> Diagnostic {
    Diagnostic::error("CG007", format!("key `{key}` is given twice"), second, "a second time")
        .context(first.clone(), "the first time")
        .help("one of them would be lost: move the entries of both under one key")
}
