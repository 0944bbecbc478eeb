//! Paths as text: names, calls and elements that are joined by dots.

use std::borrow::Cow;

use super::builder::Builder;
use super::counted_name::without_count;
use super::read_name::OF_MODULE;

/// Names joined by `.`, `::`, `->`, `?.` or `!!.`, rejoined by dots; `None` for anything else. `self` becomes `this`.
pub fn dotted(text: &str) -> Option<String> {
    dotted_with(text, SelfWord::Object)
}

/// The meaning of the word `self`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SelfWord {
    /// The object at hand.
    Object,
    /// A name as any other.
    Name,
}

impl Builder<'_> {
    /// The meaning of `self` in the language of the text.
    pub(super) fn self_word(&self) -> SelfWord {
        if self.is_own_object("self") { SelfWord::Object } else { SelfWord::Name }
    }

    /// Names joined to a path, as [`dotted`] joins them, where `self` is what it is in the language of the text.
    pub fn dotted(&self, text: &str) -> Option<String> {
        dotted_with(text, self.self_word())
    }

    /// Names, calls and elements joined to a path, with `self` in the same way.
    pub(super) fn chain(&self, text: &str) -> Option<String> {
        chain_with(text, self.self_word())
    }

    /// For a call, the path of what is called, as [`called`] has it, with `self` in the same way.
    pub fn called(&self, text: &str) -> Option<String> {
        called_with(text, self.self_word())
    }
}

pub(super) fn dotted_with(text: &str, word: SelfWord) -> Option<String> {
    if text.len() > 200 {
        return None;
    }
    let is_plain = !text.contains(['!', '?', ':', '>']);
    let plain = if is_plain {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.replace("!!.", ".").replace("!.", ".").replace("?.", ".").replace("::", ".").replace("->", "."))
    };
    let mut parts = Vec::new();
    for part in plain.split('.') {
        let part = part.trim();
        // `this@Outer` and `Outer.this`: the members of that type.
        let part = part.strip_prefix("this@").unwrap_or(part);
        if !parts.is_empty() && matches!(part, "this" | "super") {
            continue;
        }
        let mut letters = without_count(part.trim_end_matches("[]")).0.chars();
        let head = letters.next()?;
        // The fields of a tuple have numbers for names.
        let is_field = !parts.is_empty() && head.is_ascii_digit() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !(head.is_alphabetic() || head == '_' || head == '$' || head == '#' || is_field) {
            return None;
        }
        if !letters.all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '$' | OF_MODULE)) {
            return None;
        }
        let is_this = word == SelfWord::Object && parts.is_empty() && part == "self" && !text.starts_with("self::");
        parts.push(if is_this { "this" } else { part });
    }
    Some(parts.join("."))
}

/// For a call `a.b(…)`, the text `a.b`; for `a.b(…).c(…)`, the text `a.b().c`. `None` where the text is no plain call.
pub fn called(text: &str) -> Option<String> {
    called_with(text, SelfWord::Object)
}

pub(super) fn called_with(text: &str, word: SelfWord) -> Option<String> {
    chain_with(text, word).and_then(|chain| chain.strip_suffix("()").map(str::to_owned))
}

/// The longest expression that is followed, in bytes.
pub const LONGEST: usize = 4000;

/// Names, calls and elements joined by dots, with what is in brackets left out: `a.b(x, y).c[0]` → `a.b().c[]`. `None`
/// for anything else.
pub(super) fn chain_with(text: &str, word: SelfWord) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix("new ").unwrap_or(text).trim_start();
    if text.len() > LONGEST {
        return None;
    }
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['(', '{', '<', '[']) {
        let (before, opened) = rest.split_at(at);
        let inside = closed(opened)?;
        plain.push_str(before.trim_end());
        let is_block = opened.starts_with('{');
        rest = opened.get(inside..)?;
        // The arguments of a generic function, with which it is then called.
        if opened.starts_with('<') || (opened.starts_with('[') && rest.starts_with('(')) {
            continue;
        }
        if opened.starts_with('[') {
            plain.push_str("[]");
            continue;
        }
        match without_scope(&plain).filter(|_| is_block) {
            Some(len) => plain.truncate(len),
            // A block after the arguments is one of them.
            None if is_block && plain.ends_with("()") => {}
            None => plain.push_str("()"),
        }
    }
    plain.push_str(rest);
    // What stood between was the generic arguments of a path: `Vec::<T>::new`.
    joined(&plain.replace("::::", "::"), word)
}

/// `a.b()\n  ?.c` with its parts joined by plain dots: `a.b().c`.
fn joined(plain: &str, word: SelfWord) -> Option<String> {
    let parts: Vec<&str> = plain.split("()").collect();
    let (last, calls) = parts.split_last()?;
    let mut path = String::new();
    for (at, part) in calls.iter().chain([last]).enumerate() {
        let part = part.trim();
        let mut part = if at == 0 { part } else { part.trim_start_matches(['!', '?']) };
        if at > 0 {
            path.push_str("()");
        }
        while let Some(rest) = part.strip_prefix("[]") {
            path.push_str("[]");
            part = rest;
        }
        match part.strip_prefix(['.', ':']) {
            Some(part) if at > 0 => {
                path.push('.');
                path.push_str(&dotted_with(part.trim_start_matches(':'), word)?);
            }
            None if at == 0 => path.push_str(&dotted_with(part, word)?),
            None if part.is_empty() => {}
            _ => return None,
        }
    }
    Some(path)
}

/// The length of `a.b` in `a.b.apply`: Kotlin's `apply {…}` and `also {…}` give back what they are called on.
fn without_scope(plain: &str) -> Option<usize> {
    let plain = plain.strip_suffix("apply").or_else(|| plain.strip_suffix("also"))?;
    let plain = plain.strip_suffix('.')?;
    Some(plain.strip_suffix('?').unwrap_or(plain).trim_end().len())
}

/// Where the bracket that a text starts with is closed: the offset behind it. Brackets in quotes do not count.
pub fn closed(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    let mut quote = None;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            _ if is_escaped => is_escaped = false,
            (Some(_), b'\\') => is_escaped = true,
            (Some(quoted), byte) if quoted == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'' | b'`') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => open.push(byte),
            (None, b'<') if open.is_empty() || open.last() == Some(&b'<') => open.push(byte),
            (None, b'>') if open.last() == Some(&b'<') => drop(open.pop()),
            (None, b')' | b']' | b'}') => drop(open.pop()),
            _ => {}
        }
        if open.is_empty() {
            return Some(at + 1);
        }
    }
    None
}
