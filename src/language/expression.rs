//! Expressions and types as text: enough of their form to follow a name.

use std::borrow::Cow;

use super::builder::Builder;
use super::counted_name::without_count;
use super::observation::Receiver;
use super::pointed::pointed;
use super::quoted::is_text;
use super::read_name::OF_MODULE;
use crate::base::TextPart;

pub use super::unwritten::{
    BRANCHED, CLASS, EXPLICIT, GIVEN, HELD, HIDING, JOINED, MIXED_IN, MIXED_IN_ALL, MIXED_IN_TOP, OBJECT, OVERRIDING,
    REST, SIGNATURE, TYPE_ARGUMENT, UNITED, VIRTUAL,
};

/// The receiver of a call, from its text.
pub fn receiver(text: &str, builder: &mut Builder<'_>) -> Receiver {
    let text = text.trim().trim_end_matches(['?', '!']);
    if text.len() > LONGEST {
        let is_literal = text.starts_with('"') && is_text(text);
        return if is_literal { Receiver::Path(builder.expr("\"")) } else { Receiver::Opaque };
    }
    let text = match in_brackets(text) {
        Some(inner) => match inner.rsplit_once(" as ") {
            // `(a as A).f()`: a value of that type.
            Some((_, of)) => {
                let of = type_name(of.trim_start_matches(['?', '!']).trim_start_matches("typeof "));
                return of.map_or(Receiver::Opaque, |of| Receiver::Path(builder.expr(&of)));
            }
            None => inner.strip_prefix("await ").map(str::trim).or_else(|| pointed(inner)).unwrap_or(text),
        },
        None => text,
    };
    match text {
        "" => Receiver::Bare,
        _ if builder.is_own_object(text) => Receiver::This,
        "super" | "super()" => Receiver::Super,
        // A text is of no type of the repository.
        _ if text.starts_with('"') && is_text(text) => Receiver::Path(builder.expr("\"")),
        _ if text.ends_with(')') && text.contains(".(") => match asserted(text) {
            Some(of) => Receiver::Path(builder.expr(&of)),
            None => Receiver::Opaque,
        },
        _ if text.starts_with("((") => match text.part(1..).strip_suffix(')').and_then(cast) {
            Some(of) => Receiver::Path(builder.expr(&of)),
            None => Receiver::Opaque,
        },
        // `(T{…}).f()`, `(&T{…}).f()`
        _ if text.starts_with('(') && text.ends_with("})") => match made_by(text.part(1..text.len() - 1).trim()) {
            Some(of) => Receiver::Path(builder.expr(&of)),
            None => Receiver::Opaque,
        },
        _ if text.starts_with("super<") || text.starts_with("super@") => Receiver::Super,
        _ if text.starts_with("super(") => match super_of(text) {
            Some(of) => Receiver::SuperOf(builder.expr(&of)),
            None => Receiver::Opaque,
        },
        _ => match builder.dotted(text) {
            Some(path) => Receiver::Path(builder.expr(&path)),
            None => match builder.chain(text) {
                Some(path) => match path.ends_with("()") {
                    true => Receiver::Result(builder.expr(&path)),
                    false => Receiver::Path(builder.expr(&path)),
                },
                None => Receiver::Opaque,
            },
        },
    }
}

/// The text inside the brackets around a whole expression.
fn in_brackets(text: &str) -> Option<&str> {
    let mut inner = text;
    while inner.starts_with('(') && closed(inner) == Some(inner.len()) {
        inner = inner.get(1..inner.len() - 1)?.trim();
    }
    (inner.len() < text.len() && inner.len() <= LONGEST).then_some(inner)
}

/// The type in Go's `x.(T)`.
fn asserted(text: &str) -> Option<String> {
    let text = text.strip_suffix(')')?;
    let first = text.len().saturating_sub(LONGEST);
    let end = (first..text.len()).find_map(|first| text.get(first..))?;
    end.rsplit_once(".(").map(|(_, of)| of).filter(|of| *of != "type").and_then(type_name)
}

/// The type in `(T) x`.
pub fn cast(text: &str) -> Option<String> {
    let end = closed(text)?;
    let value = text.get(end..)?.trim_start();
    let is_value = value.starts_with(|letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '"' | '\''));
    let is_one = value.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '"' | '\''))
        || called(value).is_some();
    type_name(text.get(1..end - 1)?).filter(|_| is_value && is_one)
}

/// The type in `super(A, self)`.
fn super_of(text: &str) -> Option<String> {
    let (of, object) = text.strip_prefix("super(")?.strip_suffix(')')?.split_once(',')?;
    dotted(of.trim()).filter(|_| dotted(object.trim().trim_end_matches(',')).is_some())
}

/// Names joined by `.`, `::`, `->`, `?.` or `!!.`, rejoined by dots; `None` for anything else. `self` becomes `this`.
pub fn dotted(text: &str) -> Option<String> {
    dotted_with(text, SelfWord::Object)
}

/// The meaning of the word `self`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SelfWord {
    /// The object at hand.
    Object,
    /// A name as any other.
    Name,
}

impl Builder<'_> {
    /// The meaning of `self` in the language of the text.
    fn self_word(&self) -> SelfWord {
        if self.is_own_object("self") { SelfWord::Object } else { SelfWord::Name }
    }

    /// Names joined to a path, as [`dotted`] joins them, where `self` is what it is in the language of the text.
    pub fn dotted(&self, text: &str) -> Option<String> {
        dotted_with(text, self.self_word())
    }

    /// Names, calls and elements joined to a path, with `self` in the same way.
    fn chain(&self, text: &str) -> Option<String> {
        chain_with(text, self.self_word())
    }

    /// For a call, the path of what is called, as [`called`] has it, with `self` in the same way.
    pub fn called(&self, text: &str) -> Option<String> {
        called_with(text, self.self_word())
    }

    /// The maker of a value, as [`made_by`] has it, with `self` in the same way.
    pub fn made_by(&self, text: &str) -> Option<String> {
        made_with(text, self.self_word())
    }
}

fn dotted_with(text: &str, word: SelfWord) -> Option<String> {
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
    called_with(text, SelfWord::Object)
}

fn called_with(text: &str, word: SelfWord) -> Option<String> {
    chain_with(text, word).and_then(|chain| chain.strip_suffix("()").map(str::to_owned))
}

/// The maker of a value, as a dotted name: `f(x)` and `&F { x: 1 }` are made by `f` and `F`, `a.b` is itself.
pub fn made_by(text: &str) -> Option<String> {
    made_with(text, SelfWord::Object)
}

fn made_with(text: &str, word: SelfWord) -> Option<String> {
    let text = text.trim_start_matches(['&', '*']);
    let text = text.strip_prefix("mut ").unwrap_or(text);
    let text = text.strip_prefix("new ").unwrap_or(text);
    if let Some(of) = asserted(text) {
        return Some(of);
    }
    called_with(text, word).or_else(|| {
        if let Some(path) = chain_with(text, word).filter(|path| path.contains("[]")) {
            return Some(path);
        }
        let construction = text.strip_suffix('}').and_then(|text| text.split_once('{'));
        dotted_with(construction.map_or(text, |(head, _)| head).trim(), word)
    })
}

/// The longest expression that is followed, in bytes.
pub const LONGEST: usize = 4000;

/// Names, calls and elements joined by dots, with what is in brackets left out: `a.b(x, y).c[0]` → `a.b().c[]`. `None`
/// for anything else.
fn chain_with(text: &str, word: SelfWord) -> Option<String> {
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

/// A type as a dotted name: `&'a mut Vec<T>` → `Vec`, `*http.Server` → `http.Server`, `Foo?` → `Foo`.
/// `None` for what names no single type: functions, tuples, unions of several.
pub fn type_name(text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
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
    if let Some(of) = element_type(text) {
        return Some(format!("{}[]", type_name(of)?));
    }
    let head = text.split(['<', '[', '(', '{']).next().unwrap_or("").trim();
    // A union in brackets is an argument of one type.
    let mut depth = 0;
    let is_between = |letter: char| {
        depth += i32::from("<[({".contains(letter)) - i32::from(">])}".contains(letter));
        letter == '|' && depth <= 0
    };
    let parts = text.split(is_between).map(str::trim);
    let alternatives: Vec<&str> = parts.filter(|part| !matches!(*part, "None" | "null" | "undefined")).collect();
    match alternatives.as_slice() {
        [single] if single.len() < text.len() => type_name(single),
        [_, _, ..] => None,
        _ => match behind_arguments(text, head) {
            Some(inner) => type_name(&format!("{head}{inner}")),
            None => dotted(head),
        },
    }
}

/// The type inside of one with type arguments: `::B` of `A<T>::B`.
fn behind_arguments<'t>(text: &'t str, head: &str) -> Option<&'t str> {
    let opened = text.strip_prefix(head)?.trim_start();
    let behind = opened.get(closed(opened.strip_prefix('<').map(|_| opened)?)?..)?;
    let inner = behind.strip_prefix("::").or_else(|| behind.strip_prefix('.'))?;
    inner.starts_with(|letter: char| letter.is_alphabetic() || letter == '_').then_some(behind)
}

/// The element type of an array, slice or map: `T` in `T[]`, `[]T`, `[4]T`, `map[K]T`, `[T]`, `[T; 4]`.
fn element_type(text: &str) -> Option<&str> {
    if let Some(of) = text.strip_suffix("[]") {
        return (!of.is_empty()).then_some(of);
    }
    let opened = text.strip_prefix("map").filter(|rest| rest.starts_with('[')).unwrap_or(text);
    if !opened.starts_with('[') {
        return None;
    }
    let end = closed(opened)?;
    let (inside, behind) = (opened.get(1..end - 1)?, opened.get(end..)?);
    let inside = inside.split(';').next().unwrap_or(inside);
    match behind.trim() {
        "" if inside.is_empty() || inside.contains([',', ' ']) => None,
        "" => Some(inside),
        of => Some(of),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_calls_as_names() {
        let many = ["Foo[]", "[]*a.Foo", "map[string][]Foo", "&[Foo; 4]", "[Foo]", "[A, B]", "[4]int"];
        let named: Vec<_> = many.iter().map(|text| type_name(text)).collect();
        let wanted = ["Foo[]", "a.Foo[]", "Foo[][]", "Foo[]", "Foo[]", "", "int[]"];
        assert_eq!(named, wanted.map(|name| (!name.is_empty()).then(|| name.to_owned())));
        assert_eq!(made_by("a.b[i]").as_deref(), Some("a.b[]"));
        assert_eq!(made_by("f(x)[0].y").as_deref(), Some("f()[].y"));
        assert_eq!(made_by("F[int](x)").as_deref(), Some("F"));
        assert_eq!(made_by("x.(*a.Foo)").as_deref(), Some("a.Foo"));
        let types =
            ["&'a mut Vec<T>", "*http.Server", "Foo?", "A | None", "A | B", "\"Fwd\"", "dict[str, A | B]", "fn(A)"];
        let named: Vec<_> = types.iter().map(|text| type_name(text)).collect();
        let wanted = ["Vec", "http.Server", "Foo", "A", "", "Fwd", "dict", "fn"];
        assert_eq!(named, wanted.map(|name| (!name.is_empty()).then(|| name.to_owned())));
        let inner = ["A<B, C<D>>::E", "A<B>.C<D>.E", "A<fn() -> B>", "A<B>..."];
        assert_eq!(inner.map(|text| type_name(text).unwrap_or_default()), ["A.E", "A.C.E", "A", "A"]);
        assert_eq!(called("a.b(c(d))").as_deref(), Some("a.b"));
        assert_eq!(called("new Foo(x)").as_deref(), Some("Foo"));
        assert_eq!(called("(a)(b)"), None);
        assert_eq!(called("a.b(\")\")\n  .c { it }?.d<T>(1)").as_deref(), Some("a.b().c().d"));
        assert_eq!(called("A.B(x).apply { y() }").as_deref(), Some("A.B"));
        assert_eq!([called("a(b) + c(d)"), called("a < b(c)")], [None, None]);
        assert_eq!(dotted("this@A.b").as_deref(), Some("A.b"));
        assert_eq!(dotted("self.a::b").as_deref(), Some("this.a.b"));
    }
}
