//! A diagnostic of something a user wrote: where it is wrong, why, and what to write instead.

use std::ops::Range;

/// How many diagnostics of one text are kept: each quotes its lines, and nobody reads more at once.
const SHOWN: usize = 100;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The request cannot be carried out.
    Error,
    /// It can be carried out, and is probably not what was meant.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// The name that messages show.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A piece of text with a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The bytes it is about.
    pub span: Range<usize>,
    /// The remark, without a stop; may be empty.
    pub text: String,
}

/// A replacement that would fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes to replace.
    pub span: Range<usize>,
    /// The replacement text.
    pub text: String,
}

/// One finding in one text. Which text it is, the holder knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable code such as `CG010`; `docs/diagnostics.md` lists them.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The problem, in lower case, without a stop.
    pub title: String,
    /// Where.
    pub primary: Label,
    /// Other places that explain it.
    pub context: Vec<Label>,
    /// The advice.
    pub help: Option<String>,
    /// The fix, where there is one.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// An error at a place, with nothing further to say yet.
    pub fn error(code: &'static str, title: impl Into<String>, span: Range<usize>, label: impl Into<String>) -> Self {
        let primary = Label { span, text: label.into() };
        Self {
            code,
            severity: Severity::Error,
            title: title.into(),
            primary,
            context: Vec::new(),
            help: None,
            fix: None,
        }
    }

    /// The same as a warning.
    pub fn warning(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    /// The same as a note.
    pub fn note(self) -> Self {
        Self { severity: Severity::Note, ..self }
    }

    /// Adds what to do.
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Adds a fix.
    pub fn fix(self, span: Range<usize>, text: impl Into<String>) -> Self {
        Self { fix: Some(Fix { span, text: text.into() }), ..self }
    }

    /// Adds a place that explains it.
    pub fn context(mut self, span: Range<usize>, text: impl Into<String>) -> Self {
        self.context.push(Label { span, text: text.into() });
        self
    }
}

/// The span brought inside the text and out to whole characters.
pub fn inside(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = (0..=span.start.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let end = (span.end.max(start)..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    start..end
}

/// Puts diagnostics in the order of the text, then of the codes, each once. Of more than `SHOWN` the first are kept,
/// errors before others, and the last says how many were left out.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let key = |it: &Diagnostic| (it.primary.span.start, it.primary.span.end, it.code, it.title.clone());
    diagnostics.sort_by_cached_key(key);
    diagnostics.dedup();
    let n_left = diagnostics.len().saturating_sub(SHOWN);
    if n_left > 0 {
        diagnostics.sort_by_key(|it| it.severity);
        diagnostics.truncate(SHOWN);
        diagnostics.sort_by_cached_key(key);
        if let Some(last) = diagnostics.last_mut() {
            let more = format!("{n_left} more of this text are not shown");
            last.help = Some(last.help.take().map_or(more.clone(), |help| format!("{help}; {more}")));
        }
    }
}

/// The known word that was probably meant, if one is near enough: one that has the last part of the word as a part of its
/// own (`import_graph.lookup` for `import_graph.reverse_lookup`), else by its letters.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (group, last) = word.rsplit_once('.').unwrap_or(("", word));
    let shares = |candidate: &str| {
        candidate.starts_with(group) && last.len() > 3 && candidate.split(['.', '_']).any(|part| part == last)
    };
    let near = known.into_iter().map(|candidate| {
        let distance = strsim::damerau_levenshtein(word, candidate);
        (distance, !shares(candidate), candidate)
    });
    let is_near = |distance: usize, candidate: &str| distance <= (candidate.chars().count() / 3).max(1);
    near.filter(|(distance, is_other, candidate)| !is_other || is_near(*distance, candidate))
        .min_by_key(|(distance, is_other, candidate)| (*is_other && *distance > 2, *distance, *candidate))
        .map(|(.., word)| word)
}
