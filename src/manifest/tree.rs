//! A YAML text as a tree with the span of each part.

use std::ops::Range;

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The bytes of the value.
    pub span: Range<usize>,
    /// The content.
    pub content: NodeContent,
}

/// The three kinds of value.
#[derive(Clone, Debug)]
pub(crate) enum NodeContent {
    /// A single value.
    Scalar(Scalar),
    /// `[a, b]`, or lines that start with `-`.
    List(Vec<Node>),
    /// `{a: b}`, or lines of `key: value`.
    Map(Vec<MapEntry>),
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(crate) struct MapEntry {
    /// The key.
    pub key: String,
    /// The bytes of the key.
    pub key_span: Range<usize>,
    /// The value.
    pub value: Node,
}

/// A single value.
#[derive(Clone, Debug)]
pub(crate) struct Scalar {
    /// The value, its quotes and escapes undone.
    pub text: String,
    /// Whether it is unquoted, so that `true`, `7` and `~` are no text.
    pub plain: bool,
    /// The span of the source that holds the text verbatim, if any does.
    pub verbatim: Option<usize>,
}

/// The YAML type of an unquoted scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScalarKind {
    Null,
    Bool,
    Number,
    Text,
}

impl Scalar {
    /// Its YAML type; the same verdict as the typed decode.
    pub fn kind(&self) -> ScalarKind {
        match self.text.as_str() {
            _ if !self.plain => ScalarKind::Text,
            "" | "~" | "null" | "Null" | "NULL" => ScalarKind::Null,
            "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => ScalarKind::Bool,
            text if is_number(text) => ScalarKind::Number,
            _ => ScalarKind::Text,
        }
    }

    /// The whole number it is, if it is one that is not negative.
    pub fn whole(&self) -> Option<u64> {
        if self.kind() == ScalarKind::Number { whole(&self.text) } else { None }
    }

    /// The place of a part of the text: exact where the source holds the text verbatim, else the whole value.
    pub fn place(&self, part: Range<usize>, span: &Range<usize>) -> Range<usize> {
        match self.verbatim {
            Some(start) => start + part.start..start + part.end,
            None => span.clone(),
        }
    }
}

impl Node {
    /// The value as text, if YAML takes it for text.
    pub fn text(&self) -> Option<&str> {
        self.scalar().filter(|scalar| scalar.kind() == ScalarKind::Text).map(|scalar| scalar.text.as_str())
    }

    /// The value as a scalar.
    pub fn scalar(&self) -> Option<&Scalar> {
        match &self.content {
            NodeContent::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// Whether nothing is written there.
    pub fn is_null(&self) -> bool {
        self.scalar().is_some_and(|scalar| scalar.kind() == ScalarKind::Null)
    }

    /// The items of a list; none for anything else.
    pub fn items(&self) -> &[Node] {
        match &self.content {
            NodeContent::List(items) => items,
            _ => &[],
        }
    }

    /// The entries of a map; none for anything else.
    pub fn entries(&self) -> &[MapEntry] {
        match &self.content {
            NodeContent::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The entry of that key.
    pub fn entry(&self, key: &str) -> Option<&MapEntry> {
        self.entries().iter().find(|entry| entry.key == key)
    }

    /// The value of that key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let infinite = matches!(digits, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN");
    if infinite || whole(text).is_some() || text.strip_prefix('-').and_then(magnitude).is_some() {
        return true;
    }
    let leading_zero = digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    let signs = text.starts_with('+') && digits.starts_with(['+', '-']);
    !leading_zero && !signs && text.parse::<f64>().is_ok_and(f64::is_finite)
}

fn whole(text: &str) -> Option<u64> {
    magnitude(text.strip_prefix('+').unwrap_or(text))
}

fn magnitude(digits: &str) -> Option<u64> {
    if digits.starts_with(['+', '-']) {
        return None;
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(rest) = digits.strip_prefix(prefix) {
            return u64::from_str_radix(rest, radix).ok().filter(|_| !rest.starts_with(['+', '-']));
        }
    }
    if digits.len() > 1 && digits.starts_with('0') { None } else { digits.parse().ok() }
}
