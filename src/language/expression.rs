//! Expressions and types as text: enough of their form to follow a name.

use super::builder::Builder;
use super::observation::Receiver;

/// What a call is made on, from the receiver's text.
pub fn receiver(text: &str, builder: &mut Builder<'_>) -> Receiver {
    let text = text.trim().trim_end_matches(['?', '!']);
    match text {
        "" => Receiver::Bare,
        "this" | "self" | "cls" | "Self" => Receiver::This,
        "super" | "super()" | "base" => Receiver::Super,
        _ => match dotted(text) {
            Some(path) => Receiver::Path(builder.intern(&path)),
            None => match called(text) {
                Some(path) => Receiver::Result(builder.intern(&path)),
                None => Receiver::Opaque,
            },
        },
    }
}

/// Names joined by `.`, `::`, `->`, `?.` or `!!.`, rejoined by dots; `None` for anything else. `self` becomes `this`.
pub fn dotted(text: &str) -> Option<String> {
    if text.len() > 200 {
        return None;
    }
    let plain = text.replace("!!.", ".").replace("?.", ".").replace("::", ".").replace("->", ".");
    let mut parts = Vec::new();
    for part in plain.split('.') {
        let part = part.trim();
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

/// For a call `a.b(…)`, the text `a.b`; `None` where the text is no plain call.
pub fn called(text: &str) -> Option<String> {
    let text = text.trim();
    let inner = text.strip_suffix(')')?;
    let mut depth = 1usize;
    for (at, byte) in inner.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let head = inner.get(..at)?.trim();
            let head = head.strip_prefix("new ").unwrap_or(head).trim();
            return if head.contains("::<") { dotted(&without_generics(head)) } else { dotted(head) };
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
        assert_eq!(dotted("self.a::b").as_deref(), Some("this.a.b"));
    }
}
