//! Expressions and types as text: enough of their form to follow a name.

use super::builder::Builder;
use super::observation::Receiver;
use super::path_text::{SelfWord, called_with, chain_with, dotted_with};
use super::pointed::pointed;
use super::quoted::{behind_text, is_text};
use crate::base::TextPart;

pub use super::path_text::{LONGEST, called, closed, dotted};
pub use super::unwritten::{
    ASYNC, AWAITED, BRANCHED, CLASS, CONVERSION, DISFAVORED, EACH, EXPLICIT, GIVEN, HELD, HIDING, INJECTED, JOINED,
    LIFTING, LOOPED, MIXED_IN, MIXED_IN_ALL, MIXED_IN_TOP, OBJECT, OVERRIDING, POINTED, REST, SIGNATURE, TYPE_ARGUMENT,
    UNITED, UNMADE, VIRTUAL, WRAPPING,
};

/// The receiver of a call, from its text.
pub fn receiver(text: &str, builder: &mut Builder<'_>) -> Receiver {
    let text = text.trim().trim_end_matches(['?', '!']);
    if text.len() > LONGEST {
        let is_literal = text.starts_with('"') && is_text(text);
        return if is_literal { Receiver::Path(builder.expr("\"")) } else { Receiver::Opaque };
    }
    if let Some(text) = of_first(text) {
        return receiver(&text, builder);
    }
    let text = match in_brackets(text) {
        Some(inner) => match inner.rsplit_once(" as ").or_else(|| tried_cast(inner)) {
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
            // `((A) a).b().f()`: a member of a value of that type.
            None => match of_cast(text).filter(|text| !text.starts_with('(')) {
                Some(text) => receiver(&text, builder),
                None => Receiver::Opaque,
            },
        },
        _ if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => Receiver::Path(builder.expr("1")),
        _ if text.starts_with('"') => match call_of_text(text, builder.self_word()) {
            Some(path) => Receiver::Result(builder.expr(&format!("{path}()"))),
            None => Receiver::Opaque,
        },
        // `(T{…}).f()`, `(&T{…}).f()`
        _ if text.starts_with('(') && text.ends_with("})") => match made_by(text.part(1..text.len() - 1).trim()) {
            Some(of) => Receiver::Path(builder.expr(&of)),
            None => Receiver::Opaque,
        },
        _ if text.starts_with("super<") || text.starts_with("super@") || text.ends_with(".super") => {
            named_super(text).map_or(Receiver::Super, |of| Receiver::SuperNamed(builder.expr(&of)))
        }
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

/// The value and the type of `a as? A` and `a as! A`.
fn tried_cast(text: &str) -> Option<(&str, &str)> {
    let is_plain = |of: &str| of.chars().all(|letter| letter.is_alphanumeric() || "_.<>[], ".contains(letter));
    let cast = text.rsplit_once(" as? ").or_else(|| text.rsplit_once(" as! "));
    cast.filter(|(_, of)| is_plain(of))
}

/// A path on a value that another takes the place of where it is absent, as one on the value itself: `a.c` for `(a ?? b).c`.
fn of_first(text: &str) -> Option<String> {
    let end = closed(text).filter(|_| text.starts_with('('))?;
    let inside = text.get(1..end - 1)?;
    let (mut depth, mut quote) = (0usize, None);
    for (at, letter) in inside.char_indices() {
        match letter {
            '"' | '\'' if quote.is_none() => quote = Some(letter),
            _ if quote == Some(letter) => quote = None,
            _ if quote.is_some() => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '?' if depth == 0 => {
                let (first, rest) = (inside.part(..at).trim(), inside.part(at..));
                let is_sign = rest.starts_with("?:") || rest.starts_with("??") && !rest.starts_with("??=");
                if is_sign && !first.is_empty() {
                    let behind = text.part(end..);
                    return Some(if first.contains(" as") {
                        format!("({first}){behind}")
                    } else {
                        format!("{first}{behind}")
                    });
                }
            }
            _ => {}
        }
    }
    None
}

/// The text inside the brackets around a whole expression.
fn in_brackets(text: &str) -> Option<&str> {
    let mut inner = text;
    while inner.starts_with('(') && closed(inner) == Some(inner.len()) {
        inner = inner.get(1..inner.len() - 1)?.trim();
    }
    (inner.len() < text.len() && inner.len() <= LONGEST).then_some(inner)
}

/// A path that begins with a cast, with the type in its place.
fn of_cast(text: &str) -> Option<String> {
    let end = closed(text)?;
    let rest = text.get(end..)?.trim_start();
    let of = text.get(1..end - 1).and_then(cast)?;
    rest.starts_with('.').then(|| format!("{of}{rest}"))
}

/// The path of a call on a text: `".trim` in `"a".trim()`.
fn call_of_text(text: &str, word: SelfWord) -> Option<String> {
    let rest = behind_text(text)?.trim_start();
    let called = rest.starts_with('.').then(|| called_with(&format!("text{rest}"), word)).flatten()?;
    called.strip_prefix("text").map(|members| format!("\"{members}"))
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

/// The type in `super<A>`, `super<A>@B`, `super@A` and `A.super`.
fn named_super(text: &str) -> Option<String> {
    let of = match text.strip_suffix(".super") {
        Some(of) => of,
        None => match text.strip_prefix("super<") {
            Some(rest) => rest.split_once('>')?.0,
            None => text.strip_prefix("super@")?,
        },
    };
    dotted(of.trim())
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

/// The maker of a value, as a dotted name: `f(x)` and `&F { x: 1 }` are made by `f` and `F`, `a.b` is itself.
pub fn made_by(text: &str) -> Option<String> {
    made_with(text, SelfWord::Object)
}

/// The same, or the member of what a call gives: `f(x).y`.
pub fn made_or_member(text: &str) -> Option<String> {
    made_by(text).or_else(|| chain_with(text, SelfWord::Object).filter(|path| path.contains("().")))
}

impl Builder<'_> {
    /// The maker of a value, as [`made_by`] has it, with `self` in the same way.
    pub fn made_by(&self, text: &str) -> Option<String> {
        made_with(text, self.self_word())
    }
}

fn made_with(text: &str, word: SelfWord) -> Option<String> {
    let text = text.trim_start_matches(['&', '*']);
    let text = text.strip_prefix("mut ").unwrap_or(text);
    let text = text.strip_prefix("new ").unwrap_or(text);
    if let Some(of) = asserted(text) {
        return Some(of);
    }
    if text.starts_with('"') {
        return call_of_text(text, word);
    }
    called_with(text, word).or_else(|| {
        if let Some(path) = chain_with(text, word).filter(|path| path.contains("[]")) {
            return Some(path);
        }
        let construction = text.strip_suffix('}').and_then(|text| text.split_once('{'));
        dotted_with(construction.map_or(text, |(head, _)| head).trim(), word)
    })
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
        assert_eq!(made_by("f(x).y"), None);
        assert_eq!(made_or_member("f(x) { g() }?.y.z").as_deref(), Some("f().y.z"));
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
