//! Expressions and types as text: enough of their form to follow a name.

use std::borrow::Cow;

use super::builder::Builder;
use super::observation::Receiver;

/// What a call is made on, from the receiver's text.
pub fn receiver(text: &str, builder: &mut Builder<'_>) -> Receiver {
    let text = text.trim().trim_end_matches(['?', '!']);
    match text {
        "" => Receiver::Bare,
        "this" | "self" | "cls" | "Self" => Receiver::This,
        "super" | "super()" => Receiver::Super,
        _ if text.starts_with("super<") || text.starts_with("super@") => Receiver::Super,
        _ if text.starts_with("super(") => match super_of(text) {
            Some(of) => Receiver::SuperOf(builder.intern(&of)),
            None => Receiver::Opaque,
        },
        _ => match dotted(text) {
            Some(path) => Receiver::Path(builder.intern(&path)),
            None => match chain(text) {
                Some(path) => match path.strip_suffix("()") {
                    Some(called) => Receiver::Result(builder.intern(called)),
                    None => Receiver::Path(builder.intern(&path)),
                },
                None => Receiver::Opaque,
            },
        },
    }
}

/// The type in `super(A, self)`.
fn super_of(text: &str) -> Option<String> {
    let (of, object) = text.strip_prefix("super(")?.strip_suffix(')')?.split_once(',')?;
    dotted(of.trim()).filter(|_| dotted(object.trim().trim_end_matches(',')).is_some())
}

/// Names joined by `.`, `::`, `->`, `?.` or `!!.`, rejoined by dots; `None` for anything else. `self` becomes `this`.
pub fn dotted(text: &str) -> Option<String> {
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
        let mut letters = part.chars();
        let head = letters.next()?;
        if !(head.is_alphabetic() || head == '_' || head == '$' || head == '#') {
            return None;
        }
        if !letters.all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '$') {
            return None;
        }
        let is_this = parts.is_empty() && part == "self" && !text.starts_with("self::");
        parts.push(if is_this { "this" } else { part });
    }
    Some(parts.join("."))
}

/// A path without the generic arguments inside it: `Vec::<T>::new` → `Vec::new`.
pub fn without_generics(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut depth = 0usize;
    for letter in text.chars() {
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            letter if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    plain.replace("::::", "::").trim_end_matches("::").to_owned()
}

/// For a call `a.b(…)`, the text `a.b`; for `a.b(…).c(…)`, the text `a.b().c`. `None` where the text is no plain call.
pub fn called(text: &str) -> Option<String> {
    chain(text).and_then(|chain| chain.strip_suffix("()").map(str::to_owned))
}

/// The longest expression that is followed, in bytes.
const LONGEST: usize = 4000;

/// Names and calls joined by dots, with the arguments left out: `a.b(x, y).c` → `a.b().c`. `None` for anything else.
fn chain(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix("new ").unwrap_or(text).trim_start();
    if text.len() > LONGEST {
        return None;
    }
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['(', '{', '<']) {
        let (before, opened) = rest.split_at(at);
        let inside = closed(opened)?;
        plain.push_str(before.trim_end());
        let is_block = opened.starts_with('{');
        rest = opened.get(inside..)?;
        if opened.starts_with('<') {
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
    joined(&plain.replace("::::", "::"))
}

/// `a.b()\n  ?.c` with its parts joined by plain dots: `a.b().c`.
fn joined(plain: &str) -> Option<String> {
    let parts: Vec<&str> = plain.split("()").collect();
    let (last, calls) = parts.split_last()?;
    let mut path = String::new();
    for (at, part) in calls.iter().chain([last]).enumerate() {
        let part = part.trim();
        let part = if at == 0 { part } else { part.trim_start_matches(['!', '?']) };
        if at > 0 {
            path.push_str("()");
        }
        match part.strip_prefix(['.', ':']) {
            Some(part) if at > 0 => {
                path.push('.');
                path.push_str(&dotted(part.trim_start_matches(':'))?);
            }
            None if at == 0 => path.push_str(&dotted(part)?),
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
fn closed(text: &str) -> Option<usize> {
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

/// A type as a dotted name: `&'a mut Vec<T>` → `Vec`, `*http.Server` → `http.Server`, `Foo?` → `Foo`.
/// `None` for what names no single type: functions, tuples, unions of several.
pub fn type_name(text: &str) -> Option<String> {
    let mut text = text.trim();
    loop {
        let before = text;
        text = text.trim_start_matches(['&', '*', ':', '(', ' ', '"', '\'']);
        for word in ["mut ", "dyn ", "impl ", "const ", "readonly ", "final "] {
            text = text.strip_prefix(word).unwrap_or(text);
        }
        // A Rust lifetime that a stripped quote left behind: `'a T`.
        if before.starts_with('\'') || before.starts_with("&'") {
            text = text.split_once(' ').map_or(text, |(_, rest)| rest);
        }
        text = text.trim_end_matches([')', '?', '!', ' ', '"', '\'']);
        if text == before {
            break;
        }
    }
    // What only says how a value of the type is held.
    for wrapper in ["Optional[", "typing.Optional[", "t.Optional[", "Final[", "ClassVar["] {
        if let Some(inner) = text.strip_prefix(wrapper).and_then(|inner| inner.strip_suffix(']')) {
            return type_name(inner);
        }
    }
    let head = text.split(['<', '[', '(', '{']).next().unwrap_or("").trim();
    let alternatives: Vec<&str> =
        text.split('|').map(str::trim).filter(|part| !matches!(*part, "None" | "null" | "undefined")).collect();
    match alternatives.as_slice() {
        [single] if single.len() < text.len() => type_name(single),
        [_, _, ..] => None,
        _ => dotted(head),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_calls_as_names() {
        let types =
            ["&'a mut Vec<T>", "*http.Server", "Foo?", "A | None", "A | B", "\"Fwd\"", "dict[str, int]", "fn(A)"];
        let named: Vec<_> = types.iter().map(|text| type_name(text)).collect();
        let wanted = ["Vec", "http.Server", "Foo", "A", "", "Fwd", "dict", "fn"];
        assert_eq!(named, wanted.map(|name| (!name.is_empty()).then(|| name.to_owned())));
        assert_eq!(called("a.b(c(d))").as_deref(), Some("a.b"));
        assert_eq!(called("new Foo(x)").as_deref(), Some("Foo"));
        assert_eq!(called("(a)(b)"), None);
        assert_eq!(called("a.b(\")\")\n  .c { it }?.d<T>(1)").as_deref(), Some("a.b().c().d"));
        assert_eq!(called("A.B(x).apply { y() }").as_deref(), Some("A.B"));
        assert_eq!(called("a(b) + c(d)"), None);
        assert_eq!(called("a < b(c)"), None);
        assert_eq!(dotted("this@A.b").as_deref(), Some("A.b"));
        assert_eq!(dotted("self.a::b").as_deref(), Some("this.a.b"));
    }
}
