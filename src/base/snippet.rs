//! Diagnostics as text: rustc's form for people, GitHub's for its annotations, plain data for programs.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use serde::Serialize;

use super::TextPart;
use super::{Diagnostic, Fix, Label, LineIndex, Position, Severity, inside, mask, redacted, visible_lines};

/// Every diagnostic with its lines of the text, marked, and the fix where there is one.
pub fn render(path: &str, text: &str, diagnostics: &[Diagnostic], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for diagnostic in diagnostics {
        out.push_str(&renderer.render(&groups(path, text, diagnostic)));
        out.push_str("\n\n");
    }
    out
}

/// A diagnostic whose words hold nothing hidden, and no credentials.
pub fn plain(diagnostic: &Diagnostic) -> Diagnostic {
    let safe = |text: &str| visible_lines(&redacted(text)).into_owned();
    let label = |label: &Label| Label { text: safe(&label.text), ..label.clone() };
    Diagnostic {
        title: safe(&diagnostic.title),
        primary: label(&diagnostic.primary),
        context: diagnostic.context.iter().map(label).collect(),
        help: diagnostic.help.as_deref().map(safe),
        ..diagnostic.clone()
    }
}

/// A text as it may be quoted, and its diagnostics with their places there: stars stand for credentials, pictures for
/// what is hidden.
pub fn shown(text: &str, diagnostics: Vec<Diagnostic>) -> (String, Vec<Diagnostic>) {
    let masked = mask(text);
    // The end of a line is one, however it is written.
    let show = |text: &str| text.split("\r\n").map(visible_lines).collect::<Vec<_>>().join("\r\n");
    let shown = show(&masked);
    if shown == masked {
        return (shown, diagnostics);
    }
    let to = |at: usize| show(masked.part(inside(&masked, &(0..at)))).len();
    let label = |label: Label| Label { span: to(label.span.start)..to(label.span.end), ..label };
    let moved = diagnostics.into_iter().map(|it| Diagnostic {
        primary: label(it.primary),
        context: it.context.into_iter().map(label).collect(),
        fix: it.fix.map(|fix| Fix {
            span: to(fix.span.start)..to(fix.span.end),
            text: visible_lines(&mask(&fix.text)).into_owned(),
        }),
        ..it
    });
    let moved = moved.collect();
    (shown, moved)
}

fn groups<'a>(path: &'a str, text: &'a str, diagnostic: &'a Diagnostic) -> Vec<Group<'a>> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mark = |kind: AnnotationKind, label: &'a Label| {
        let annotation = kind.span(inside(text, &label.span));
        if label.text.is_empty() { annotation } else { annotation.label(label.text.as_str()) }
    };
    let context = diagnostic.context.iter().map(|label| mark(AnnotationKind::Context, label));
    let marks = std::iter::once(mark(AnnotationKind::Primary, &diagnostic.primary)).chain(context);
    let snippet = Snippet::source(text).path(path).annotations(marks);
    let mut group = level.primary_title(diagnostic.title.as_str()).id(diagnostic.code).element(snippet);
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let fix = diagnostic.fix.as_ref().map(|fix| {
        let patch = Patch::new(inside(text, &fix.span), fix.text.as_str());
        Level::HELP.secondary_title("write").element(Snippet::source(text).path(path).patch(patch))
    });
    std::iter::once(group).chain(fix).collect()
}

/// One line that GitHub shows beside the file: `::error file=…,line=…,col=…,title=CG010::…`.
pub fn github(path: &str, text: &str, diagnostic: &Diagnostic) -> String {
    let kind = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let index = LineIndex::new(text.as_bytes());
    let (start, end) = places(&index, &diagnostic.primary.span);
    let mut message = diagnostic.title.clone();
    for part in [Some(&diagnostic.primary.text), diagnostic.help.as_ref()].into_iter().flatten() {
        if !part.is_empty() {
            message = format!("{message}\n{part}");
        }
    }
    let (path, code, message) = (property(path), diagnostic.code, escape(&message));
    let (line, column, last) = (start.line, start.column, end.line);
    format!("::{kind} file={path},line={line},endLine={last},col={column},title={code}::{message}")
}

fn escape(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escape(text).replace(':', "%3A").replace(',', "%2C")
}

fn places(index: &LineIndex, span: &Range<usize>) -> (Position, Position) {
    (index.position(span.start), index.position(span.end.max(span.start)))
}

/// A diagnostic as data, for `--message-format json`: one object a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Message<'a> {
    /// The code.
    pub code: &'a str,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// The problem.
    pub message: &'a str,
    /// The file.
    pub path: &'a str,
    /// Where, and the remark there.
    pub primary: SnippetPlace<'a>,
    /// Other places that explain it.
    pub context: Vec<SnippetPlace<'a>>,
    /// The advice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<&'a str>,
    /// The fix: the replacement of a byte range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<SnippetPlace<'a>>,
}

/// A place in a message: bytes from 0, lines and columns from 1, columns in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SnippetPlace<'a> {
    /// The bytes.
    pub bytes: [usize; 2],
    /// The first line.
    pub line: u32,
    /// The first column.
    pub column: u32,
    /// The last line.
    pub end_line: u32,
    /// The column after the last.
    pub end_column: u32,
    /// The remark, or the replacement.
    pub text: &'a str,
}

/// The data of a diagnostic.
pub fn message<'a>(path: &'a str, text: &str, diagnostic: &'a Diagnostic) -> Message<'a> {
    let index = LineIndex::new(text.as_bytes());
    let place = |span: &Range<usize>, text: &'a str| {
        let (start, end) = places(&index, span);
        let (line, column, end_line, end_column) = (start.line, start.column, end.line, end.column);
        SnippetPlace { bytes: [span.start, span.end], line, column, end_line, end_column, text }
    };
    Message {
        code: diagnostic.code,
        severity: diagnostic.severity.name(),
        message: &diagnostic.title,
        path,
        primary: place(&diagnostic.primary.span, &diagnostic.primary.text),
        context: diagnostic.context.iter().map(|label| place(&label.span, &label.text)).collect(),
        help: diagnostic.help.as_deref(),
        fix: diagnostic.fix.as_ref().map(|fix| place(&fix.span, &fix.text)),
    }
}
