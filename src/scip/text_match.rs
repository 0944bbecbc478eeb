//! Compares names with the text: whether the text at an occurrence is the name of its symbol.

use serde::{Deserialize, Serialize};

use super::last_descriptor::{LastDescriptor, Suffix};
use super::tool::Tool;

/// How the text at an occurrence and the name of its symbol go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextMatch {
    /// The text is the name, in one of the ways in which indexers write it.
    Exact,
    /// The text is another name for it that is proven: an `as` or an import of this repository gives it, or it is the
    /// language's own word (`self`, `Self`, `super`).
    Alias,
    /// The text is something else.
    Mismatch,
    /// There is nothing to compare: a local symbol, a module, an operator, an empty range or one of several lines.
    Unnamed,
}

/// Words by which languages name what they do not spell out.
const WORDS: [&[u8]; 11] =
    [b"self", b"Self", b"this", b"super", b"crate", b"default", b"cls", b"__file__", b"__name__", b"await", b"typeof"];

/// Whether the text at an occurrence agrees with its symbol. An `as` elsewhere in the file is not known here.
pub fn text_match(symbol: &str, text: &[u8], tool: &Tool, is_definition: bool) -> TextMatch {
    let Some(tail) = LastDescriptor::of(symbol).filter(|_| !text.is_empty()) else { return TextMatch::Unnamed };
    let text = bare(text);
    if let Some((before, after)) = sides_of_as(text) {
        let is_either = names(&tail, before, is_definition) || names(&tail, after, is_definition);
        return if is_either { TextMatch::Exact } else { verdict(&tail, before, tool, is_definition) };
    }
    if names(&tail, text, is_definition) { TextMatch::Exact } else { verdict(&tail, text, tool, is_definition) }
}

/// The name that a text would have to be, as an `as` gives it another: that of the type for a constructor.
pub fn plain_name(symbol: &str) -> Option<&str> {
    let tail = LastDescriptor::of(symbol)?;
    match tail.suffix {
        _ if is_constructor(&tail) => owner_name(&tail),
        Suffix::Meta if tail.name == "__init__" => {
            LastDescriptor::of(tail.owner).map(|module| module.name.rsplit('.').next().unwrap_or(""))
        }
        _ => Some(tail.name.rsplit('>').next().filter(|_| tail.name.starts_with('<')).unwrap_or(tail.name)),
    }
}

/// The names before and behind an `as` in the text of one occurrence.
pub fn sides_of_as(text: &[u8]) -> Option<(&[u8], &[u8])> {
    if text.len() < 6 || !text.contains(&b' ') {
        return None;
    }
    let at = text.windows(4).position(|window| window == b" as ")?;
    Some((text[..at].trim_ascii(), text[at + 4..].trim_ascii()))
}

/// Whether a byte belongs to an identifier, in any language that is read.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// The reading of a text that is not the symbol's name.
fn verdict(tail: &LastDescriptor<'_>, text: &[u8], tool: &Tool, is_definition: bool) -> TextMatch {
    if tail.suffix == Suffix::Namespace {
        return if WORDS.contains(&text) { TextMatch::Alias } else { TextMatch::Unnamed };
    }
    if !is_definition && WORDS.contains(&text) {
        return TextMatch::Alias;
    }
    let has_word = text.iter().any(|byte| is_word(*byte));
    let is_operator = tool.marks_operators && !is_definition && !has_word;
    if is_operator || is_normalised(text) || (!tool.is_measured && !contradicts(tail, text)) {
        return TextMatch::Unnamed;
    }
    TextMatch::Mismatch
}

/// Takes off the quotes or parentheses around a text.
fn bare(text: &[u8]) -> &[u8] {
    match text {
        [open @ (b'"' | b'\'' | b'`'), inner @ .., close] if open == close => inner,
        [b'(', inner @ .., b')'] => inner.trim_ascii(),
        _ => text,
    }
}

/// Whether the text is the name that a descriptor writes.
fn names(tail: &LastDescriptor<'_>, text: &[u8], is_definition: bool) -> bool {
    let name = tail.plain_name();
    let name = name.as_bytes();
    if name == text {
        return true;
    }
    if is_constructor(tail) {
        return matches!(text, b"constructor" | b"super") || owner_name(tail).is_some_and(|it| it.as_bytes() == text);
    }
    match tail.suffix {
        Suffix::Namespace => names_module(name, text),
        Suffix::Meta if name == b"__init__" && tail.owner.ends_with('/') => {
            let module = LastDescriptor::of(tail.owner).map_or("", |module| module.name);
            names_module(last_part(module.as_bytes()), text)
        }
        Suffix::Meta => is_counted(name, text),
        _ => is_dressed(name, text) || is_part(name, text, is_definition),
    }
}

/// `name3` and `"name"3` for `name`: indexers number the keys of objects. The number is not taken off the name first,
/// as names end with digits too.
fn is_counted(name: &[u8], text: &[u8]) -> bool {
    let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    (name.len() - digits..=name.len()).any(|end| undressed(&name[..end]) == text)
}

/// `<get>name`, `"name"`, `["name"]`, `r#name`: what is put around a name.
fn is_dressed(name: &[u8], text: &[u8]) -> bool {
    let text = text.strip_prefix(b"r#").unwrap_or(text);
    let accessor = name.strip_prefix(b"<").and_then(|rest| rest.splitn(2, |byte| *byte == b'>').nth(1));
    undressed(name) == text || accessor.is_some_and(|name| undressed(name) == text)
}

/// `a.b` where `b` is referred to, and where `import a.b` defines `a`.
fn is_part(name: &[u8], text: &[u8], is_definition: bool) -> bool {
    let part = if is_definition { text.split(|byte| *byte == b'.').next() } else { Some(last_part(text)) };
    part == Some(name)
}

fn undressed(name: &[u8]) -> &[u8] {
    let name = name.strip_prefix(b"r#").unwrap_or(name);
    let name = name.strip_prefix(b"[").and_then(|name| name.strip_suffix(b"]")).unwrap_or(name);
    bare(name)
}

/// `./shapes` and `pkg.shapes` for the file or module `shapes`; `__init__` and `index` name their folder.
fn names_module(module: &[u8], text: &[u8]) -> bool {
    let last = last_part(text.rsplit(|byte| *byte == b'/').next().unwrap_or(text));
    if last.is_empty() {
        return text.iter().all(|byte| *byte == b'.');
    }
    let stem = module.split(|byte| *byte == b'.').next().unwrap_or(module);
    last == stem || last == last_part(module)
}

fn last_part(text: &[u8]) -> &[u8] {
    text.rsplit(|byte| *byte == b'.').next().unwrap_or(text)
}

fn is_constructor(tail: &LastDescriptor<'_>) -> bool {
    tail.suffix == Suffix::Method && matches!(tail.name, "<constructor>" | "<init>" | ".ctor")
}

/// The name of the type that a descriptor belongs to.
fn owner_name<'s>(tail: &LastDescriptor<'s>) -> Option<&'s str> {
    LastDescriptor::of(tail.owner).map(|owner| owner.name)
}

/// Python takes identifiers in another form of Unicode than they were written in.
fn is_normalised(text: &[u8]) -> bool {
    !text.is_ascii() && text.iter().all(|byte| is_word(*byte))
}

/// Whether two names have nothing to do with each other: `getName` at `name` is another indexer's way to name.
fn contradicts(tail: &LastDescriptor<'_>, text: &[u8]) -> bool {
    let name = tail.plain_name();
    let is_plain = |name: &[u8]| !name.is_empty() && name.iter().all(|byte| is_word(*byte));
    let holds = |long: &[u8], short: &[u8]| long.windows(short.len()).any(|window| window.eq_ignore_ascii_case(short));
    let name = name.as_bytes();
    is_plain(name) && is_plain(text) && !holds(name, text) && !holds(text, name)
}

#[cfg(test)]
mod tests {
    use super::super::tool::tool;
    use super::*;

    /// Text, symbol, and what they come to at a reference and at a definition.
    fn hold(name: &str, rows: &[(&str, &str, TextMatch, TextMatch)]) {
        for (text, symbol, reference, definition) in rows {
            let symbol = format!("s m p v {symbol}");
            assert_eq!(text_match(&symbol, text.as_bytes(), tool(name), false), *reference, "{text} {symbol}");
            assert_eq!(text_match(&symbol, text.as_bytes(), tool(name), true), *definition, "{text} {symbol}, defined");
        }
    }

    use TextMatch::{Alias, Exact, Mismatch, Unnamed};

    #[test]
    fn names_of_scip_typescript() {
        let rows = [
            ("scaled", "`a.ts`/A#`<get>scaled`().", Exact, Exact),
            ("scaled", "`a.ts`/A#`<set>scaled`().(scaled)", Exact, Exact),
            ("constructor", "`a.ts`/A#`<constructor>`().", Exact, Exact),
            ("A", "`a.ts`/A#`<constructor>`().", Exact, Exact),
            ("super", "`a.ts`/A#`<constructor>`().", Exact, Exact),
            ("B", "`a.ts`/A#`<constructor>`().", Mismatch, Mismatch),
            ("\"string-key\"", "`a.ts`/`\"string-key\"0`:", Exact, Exact),
            ("id2", "`a.ts`/id213:", Exact, Exact),
            ("id3", "`a.ts`/id213:", Mismatch, Mismatch),
            ("#secret", "`a.ts`/A#`#secret`.", Exact, Exact),
            ("secret", "`a.ts`/A#`#secret`.", Mismatch, Mismatch),
            ("\"w\"", "`a.ts`/`[\"w\"]0`:", Exact, Exact),
            ("default", "`a.ts`/f().", Alias, Mismatch),
            ("this", "`a.ts`/A#", Alias, Mismatch),
            ("\"./a\"", "src/`a.ts`/", Exact, Exact),
            ("\"lodash\"", "`index.d.ts`/", Unnamed, Unnamed),
            ("+", "`a.ts`/add().", Mismatch, Mismatch),
            ("", "`a.ts`/f().", Unnamed, Unnamed),
        ];
        hold("scip-typescript", &rows);
    }

    #[test]
    fn names_of_python_indexers() {
        let rows = [
            ("pkg.mod", "`pkg.mod`/__init__:", Exact, Exact),
            (".mod", "`pkg.mod`/__init__:", Exact, Exact),
            ("mod", "`pkg.mod`/__init__:", Exact, Exact),
            ("od", "`pkg.mod`/__init__:", Mismatch, Mismatch),
            ("Square as Sq", "`pkg.mod`/Square#", Exact, Exact),
            ("Sq as Square", "`pkg.mod`/Square#", Exact, Exact),
            ("Sq as Other", "`pkg.mod`/Square#", Mismatch, Mismatch),
            ("(i)", "m/f().(i)", Exact, Exact),
            ("__file__", "`pkg.mod`/", Alias, Alias),
            ("self", "m/A#f().(this)", Alias, Mismatch),
            ("os.path", "m/path.", Exact, Mismatch),
            ("tblib.pickling", "m/tblib.", Mismatch, Exact),
            ("dirname", "posixpath/abspath().", Mismatch, Mismatch),
            ("ﬁ", "m/fi.", Unnamed, Unnamed),
        ];
        hold("scip-python", &rows);
        hold("ty-scip", &rows);
    }

    #[test]
    fn names_of_rust_analyzer() {
        let rows = [
            ("+", "ops/arith/impl#[f64][`Add<Self>`]add().", Unnamed, Mismatch),
            (" ", "ops/arith/impl#[f64][`Add<Self>`]add().", Unnamed, Mismatch),
            ("Self", "impl#[Square][`Add<Self>`]", Alias, Mismatch),
            ("super", "crate/", Alias, Alias),
            ("r#type", "type().", Exact, Exact),
            ("type", "`r#type`().", Exact, Exact),
            ("assert", "assert!", Exact, Exact),
            ("maybe_test", "macros/test:", Mismatch, Mismatch),
        ];
        hold("rust-analyzer", &rows);
    }

    /// For an indexer whose naming was never compared with real indexes, only plain contradictions count.
    #[test]
    fn names_of_other_indexers() {
        let rows = [
            ("name", "A#getName().", Unnamed, Unnamed),
            ("FOO", "`src/a.h:3:9`!", Unnamed, Unnamed),
            ("value", "A#`value=`().", Unnamed, Unnamed),
            ("==", "A#equals().", Unnamed, Unnamed),
            ("other", "A#getName().", Mismatch, Mismatch),
        ];
        hold("scip-java", &rows);
    }

    #[test]
    fn the_name_that_an_as_changes() {
        for (symbol, name) in [
            ("s m p v `a.ts`/A#`<constructor>`().", "A"),
            ("s m p v `a.ts`/A#`<get>x`().", "x"),
            ("s m p v `pkg.mod`/__init__:", "mod"),
            ("s m p v f().", "f"),
        ] {
            assert_eq!(plain_name(symbol), Some(name));
        }
    }
}
