//! Symbol strings: `scip-typescript npm shapes 1.2.3 src/`circle.ts`/Circle#area().` → their parts, borrowed.
//!
//! The crate `scip` parses them too, twenty times slower and into owned texts; the tests hold this to that.

use std::borrow::Cow;

use scip::types::descriptor::Suffix;

use super::last_descriptor::LastDescriptor;
use crate::base::TextPart;

/// How the symbols begin that only their own document can name.
const LOCAL_HEAD: &str = "local ";

/// A global symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol<'a> {
    /// The package.
    pub package: Package<'a>,
    /// The descriptors inside the package, outermost first. Never empty.
    pub descriptors: Vec<Descriptor<'a>>,
}

/// The four words before the descriptors. A word that the indexer does not know is `.`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package<'a> {
    /// The indexer: `scip-typescript`.
    pub scheme: Cow<'a, str>,
    /// The package manager: `npm`.
    pub manager: Cow<'a, str>,
    /// The name of the package: `@types/lodash`.
    pub name: Cow<'a, str>,
    /// Its version: `4.17.16`.
    pub version: Cow<'a, str>,
}

/// One step of the way to a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descriptor<'a> {
    /// The name, without its quoting.
    pub name: Cow<'a, str>,
    /// The suffix: the kind of thing it names.
    pub suffix: Suffix,
    /// The disambiguator of overloads: `+1`; mostly empty.
    pub disambiguator: Cow<'a, str>,
}

impl<'a> Symbol<'a> {
    /// The parts of a global symbol; `None` for a local one, and for what is no symbol.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (package, rest) = Package::parse(text)?;
        Some(Self { package, descriptors: descriptors(rest)? })
    }
}

impl<'a> Package<'a> {
    /// The words before the descriptors, and the text of the descriptors.
    pub fn parse(text: &'a str) -> Option<(Self, &'a str)> {
        if is_local(text) {
            return None;
        }
        let (scheme, rest) = word(text)?;
        let (manager, rest) = word(rest)?;
        let (name, rest) = word(rest)?;
        let (version, rest) = word(rest)?;
        let package = Self {
            scheme: plain(scheme, ' '),
            manager: plain(manager, ' '),
            name: plain(name, ' '),
            version: plain(version, ' '),
        };
        Some((package, rest))
    }
}

/// Whether only its own document can name the symbol.
pub fn is_local(text: &str) -> bool {
    text.starts_with(LOCAL_HEAD)
}

/// The descriptors of a text; `None` if it has none, or anything else.
pub fn descriptors(text: &str) -> Option<Vec<Descriptor<'_>>> {
    let mut rest = text;
    let mut found = Vec::with_capacity(4);
    while !rest.is_empty() {
        let (descriptor, after) = descriptor(rest)?;
        found.push(descriptor);
        rest = after;
    }
    (!found.is_empty()).then_some(found)
}

/// The first descriptor, and what follows it.
fn descriptor(text: &str) -> Option<(Descriptor<'_>, &str)> {
    let (name, suffix, disambiguator, rest) = if let Some(inner) = text.strip_prefix('(') {
        let (name, rest) = identifier(inner)?;
        (name, Suffix::Parameter, "", rest.strip_prefix(')')?)
    } else if let Some(inner) = text.strip_prefix('[') {
        let (name, rest) = identifier(inner)?;
        (name, Suffix::TypeParameter, "", rest.strip_prefix(']')?)
    } else {
        let (name, rest) = identifier(text)?;
        if let Some(inner) = rest.strip_prefix('(') {
            let (disambiguator, rest) = if inner.starts_with(')') { ("", inner) } else { identifier(inner)? };
            (name, Suffix::Method, disambiguator, rest.strip_prefix(").")?)
        } else {
            let suffix = suffix(*rest.as_bytes().first()?)?;
            (name, suffix, "", rest.part(1..))
        }
    };
    Some((Descriptor { name: plain(name, '`'), suffix, disambiguator: plain(disambiguator, '`') }, rest))
}

/// The suffix that one byte denotes.
fn suffix(byte: u8) -> Option<Suffix> {
    Some(match byte {
        b'/' => Suffix::Namespace,
        b'#' => Suffix::Type,
        b'.' => Suffix::Term,
        b':' => Suffix::Meta,
        b'!' => Suffix::Macro,
        _ => return None,
    })
}

/// The text up to a lone space, with the doubled ones in it, and what follows the space.
fn word(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = until_lone(text, b' ')?;
    // The last word of a symbol is never the end of it.
    (!rest.is_empty()).then_some((word, rest))
}

/// An identifier, plain or in backticks, with its doubled backticks, and what follows it.
fn identifier(text: &str) -> Option<(&str, &str)> {
    if let Some(quoted) = text.strip_prefix('`') {
        return until_lone(quoted, b'`');
    }
    let end = text.find(|letter| !is_plain(letter)).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// Whether a letter needs no backticks around it.
fn is_plain(letter: char) -> bool {
    letter.is_alphabetic() || letter.is_ascii_digit() || matches!(letter, '-' | '+' | '$' | '_')
}

/// Splits at the first mark that is not doubled.
fn until_lone(text: &str, mark: u8) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| *byte == mark)?;
        if bytes.get(at + 1) != Some(&mark) {
            return Some((text.part(..at), text.part(at + 1..)));
        }
        at += 2;
    }
}

/// A text with its doubled marks made single.
fn plain(text: &str, mark: char) -> Cow<'_, str> {
    if !text.contains(mark) {
        return Cow::Borrowed(text);
    }
    let doubled: String = [mark, mark].iter().collect();
    Cow::Owned(text.replace(&doubled, mark.encode_utf8(&mut [0; 4])))
}

/// The name of the last descriptor as code writes it, by the rules of [`plain_name`]. Empty if the text does not end in
/// a descriptor.
///
/// Only the end of the text is read. A doubled backtick stays doubled.
pub fn last_name(text: &str) -> &str {
    plain_name(raw_last_name(text), text.ends_with(':'))
}

/// The name of a descriptor as code writes it: without quotes, without the mark of a getter or setter, and for the key
/// of an object (a meta descriptor) without the counter that scip-typescript appends.
///
/// A key that itself ends in digits loses them: `id213` may be `id2` and 13, or `id21` and 3. Who knows which name is
/// wanted, or the text at hand, holds it against the raw name.
pub fn plain_name(name: &str, is_key: bool) -> &str {
    let uncounted = if is_key { name.trim_end_matches(|letter: char| letter.is_ascii_digit()) } else { name };
    let name = if uncounted.is_empty() { name } else { uncounted };
    unquoted(name.strip_prefix("<get>").or_else(|| name.strip_prefix("<set>")).unwrap_or(name))
}

/// A name without the quotes around it.
fn unquoted(name: &str) -> &str {
    let inside = |quote| name.strip_prefix(quote).and_then(|it| it.strip_suffix(quote));
    inside('"').or_else(|| inside('\'')).unwrap_or(name)
}

/// The name of the last descriptor as the symbol has it, without backticks. Empty if the text does not end in a descriptor.
pub fn raw_last_name(text: &str) -> &str {
    LastDescriptor::of(text).map_or("", |tail| tail.name)
}
