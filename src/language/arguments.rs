//! The arguments of a call as text: enough of each to choose among overloads.
//!
//! Arguments are joined by commas. Each is a literal's sort (`"`, `'`, `1`, `1L`, `1f`, `1.0`, `true`, `null`), `class` for
//! a class object, `->` for a function, `{}` for one behind the brackets, `new T` for what is made or cast, a dotted path as
//! calls have it (`a.b().c`), or `?`.

use std::borrow::Cow;

use tree_sitter::Node;

use super::builder::Builder;
use super::expression::{cast, closed, type_name};
use super::fields::Fields;
use super::long_argument::{TEXT, argument_of, function_of};
use super::quoted::is_text;

pub use super::long_argument::LONGEST;

/// The text for an argument of unknown type.
pub const UNKNOWN: &str = "?";
/// The text for a function that is written as an argument.
pub const FUNCTION: &str = "->";
/// The text for a function that is written behind the brackets: it is the last argument, whatever they hold.
const BLOCK: &str = "{}";
/// The text for a class as a value of its own type, which is not that of Java's classes.
const CLASS_OBJECT: &str = "new KClass";
/// The member by which a type is a value of the type of classes: `A.class` in Java. No code can spell it.
pub const CLASS_MEMBER: &str = "#class";
/// The most values that are added up to a text.
const MOST_ADDED: usize = 64;
/// The most arguments that are kept.
const MOST: usize = 16;
/// How many marks around an argument are read where it is lowered from its node.
pub const MOST_MARKS: usize = 8;

/// The arguments in a list of them; `None` where their number is not known.
pub fn given(list: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut text = String::new();
    let mut n = 0usize;
    let mut cursor = list.walk();
    for child in list.named_children(&mut cursor) {
        let inner = match child.kind() {
            "line_comment" | "block_comment" | "comment" | "multiline_comment" | "type_arguments" => continue,
            // Kotlin's arguments in parentheses, beside which a function may stand.
            "value_arguments" => given(child, builder)?,
            "annotated_lambda" => BLOCK.to_owned(),
            "lambda_expression" => function_of(child),
            "binary_expression" if is_joined_text(child, builder) => TEXT.to_owned(),
            "binary_expression" if is_sum_of_literals(child) => number("0").to_owned(),
            _ => match argument_of(child, builder) {
                Some(inner) => inner,
                None => argument(builder.text(child), builder)?.into_owned(),
            },
        };
        if inner.is_empty() {
            continue;
        }
        n += 1;
        if n > 1 {
            text.push(',');
        }
        text.push_str(&inner);
    }
    (n <= MOST).then_some(text)
}

/// Whether a sum is a text: one of what it adds up is.
fn is_joined_text(sum: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut at = sum;
    for _ in 0..MOST_ADDED {
        let is_sum = at.kind() == "binary_expression" && at.field("operator").is_some_and(|sign| sign.kind() == "+");
        let (Some(left), Some(right)) = (at.field("left").filter(|_| is_sum), at.field("right")) else { break };
        if gives_text(right, builder) || gives_text(left, builder) {
            return true;
        }
        at = left;
    }
    false
}

/// Whether a sum is of characters and numbers that are written out, which makes it a number.
fn is_sum_of_literals(sum: Node<'_>) -> bool {
    let is_literal = |node: Node<'_>| matches!(node.kind(), "character_literal" | "decimal_integer_literal");
    let mut at = sum;
    for _ in 0..MOST_ADDED {
        let is_sum = at.field("operator").is_some_and(|sign| matches!(sign.kind(), "+" | "-"));
        let (Some(left), Some(right)) = (at.field("left").filter(|_| is_sum), at.field("right")) else { return false };
        if !is_literal(right) {
            return false;
        }
        if is_literal(left) {
            return true;
        }
        at = left;
    }
    false
}

/// Whether a value is a text that is written out, a name that is stated to be one, or what every object says of itself.
fn gives_text(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let text = builder.text(node);
    let is_stated = || builder.annotation(text).is_some_and(|(of, _)| of == "String");
    match node.kind() {
        "string_literal" => true,
        "identifier" => is_stated(),
        "method_invocation" => text.ends_with(".toString()"),
        _ => false,
    }
}

/// The arguments in a list of them by their number alone, each of unknown type.
pub fn counted(list: Node<'_>) -> Option<String> {
    let mut cursor = list.walk();
    let mut given = list.named_children(&mut cursor).filter(|child| child.kind() != "comment");
    // What is expanded, or left to the preprocessor, is any number of them.
    let is_open = |child: &Node<'_>| child.kind() == "parameter_pack_expansion" || child.kind().starts_with("preproc");
    let counted = given.try_fold(0, |n, child| (!is_open(&child) && !child.is_error()).then_some(n + 1));
    counted.filter(|n| *n <= MOST).map(|n| vec![UNKNOWN; n].join(","))
}

/// The text of one argument. `None` for a spread, which is any number of them.
pub fn argument(text: &str, builder: &Builder<'_>) -> Option<Cow<'static, str>> {
    let text = text.trim();
    let known = |text: &'static str| Some(Cow::Borrowed(text));
    if text.starts_with('*') {
        return None;
    }
    if text.len() > LONGEST {
        return known(UNKNOWN);
    }
    // Kotlin names an argument, `name = value`, which may then stand anywhere.
    if text.split_once(" = ").is_some_and(|(name, _)| name.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
        return known(UNKNOWN);
    }
    let head = text.split(['(', '{', '"']).next().unwrap_or(text);
    match text {
        "true" | "false" => return known("true"),
        "null" => return known("null"),
        _ if text.starts_with('"') && is_text(text) => return known("\""),
        _ if text.starts_with('"') => {
            let called = builder.made_by(text).map(|path| Cow::Owned(format!("{path}()")));
            return Some(called.unwrap_or(Cow::Borrowed(UNKNOWN)));
        }
        _ if text.starts_with('\'') => return known(if is_character(text) { "'" } else { UNKNOWN }),
        _ if text.ends_with(".class") || text.ends_with("::class.java") => {
            let of = text.split_once("::").map_or_else(|| text.strip_suffix(".class"), |(of, _)| Some(of));
            let of = of.and_then(|of| builder.dotted(of)).map(|of| Cow::Owned(format!("{of}.{CLASS_MEMBER}")));
            return Some(of.unwrap_or(Cow::Borrowed("class")));
        }
        _ if text.ends_with("::class") => return known(CLASS_OBJECT),
        // A member of the class as a value is none of the class.
        _ if head.contains("::class.") => return known(UNKNOWN),
        _ if head.contains("->") || head.contains("::") || text.starts_with('{') => return known("->"),
        _ => {}
    }
    if text.trim_start_matches('-').starts_with(|letter: char| letter.is_ascii_digit()) {
        return known(number(text));
    }
    if text.starts_with('(') {
        let rest = closed(text).and_then(|end| text.get(end..)).unwrap_or("").trim_start();
        if rest.starts_with("->") {
            return known("->");
        }
        return Some(cast(text).map_or(Cow::Borrowed(UNKNOWN), |of| Cow::Owned(format!("new {of}"))));
    }
    if let Some(made) = text.strip_prefix("new ") {
        return Some(made_type(made).map_or(Cow::Borrowed(UNKNOWN), |of| Cow::Owned(format!("new {of}"))));
    }
    let made = || builder.made_by(text).filter(|_| text.ends_with(')')).map(|path| format!("{path}()"));
    let element = || builder.made_by(text).filter(|path| text.ends_with(']') && path.ends_with("[]"));
    let path = builder.dotted(text).or_else(made).or_else(element);
    Some(path.map_or(Cow::Borrowed(UNKNOWN), Cow::Owned))
}

/// Whether what starts with a single quote ends with the next one: a character, and not one that something is added to.
fn is_character(text: &str) -> bool {
    let mut is_escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'\'' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.is_none_or(|end| end + 2 == text.len())
}

/// The type in `T(…)` or `T(…) {…}`. An array is no value of its element's type, nor is what its member gives.
fn made_type(text: &str) -> Option<String> {
    let (head, rest) = text.split_at(text.find('(')?);
    let rest = rest.get(closed(rest)?..)?.trim_start();
    let rest = if rest.starts_with('{') { rest.get(closed(rest)?..)? } else { rest };
    type_name(head).filter(|_| rest.is_empty() && !head.contains('['))
}

/// The sort of a number; [`UNKNOWN`] for a calculation with one.
fn number(text: &str) -> &'static str {
    let text = text.trim_start_matches('-');
    if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_')) {
        return UNKNOWN;
    }
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    match text.bytes().last() {
        Some(b'l' | b'L') => "1L",
        Some(b'u' | b'U') => UNKNOWN,
        _ if is_hexadecimal => "1",
        Some(b'f' | b'F') => "1f",
        _ if text.contains(['.', 'e', 'E', 'd', 'D']) => "1.0",
        _ => "1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_told_by_its_text() {
        let builder = Builder::new(b"", 0);
        let kept = |text| argument(text, &builder).map(Cow::into_owned);
        for (text, wanted) in [
            ("\"a\"", "\""),
            ("\"a\\\"\" + b", "\""),
            ("\"a\".length()", "\".length()"),
            ("'a'", "'"),
            ("'\\''", "'"),
            ("'\\u0041'", "'"),
            ("'\"' + x + '\"'", "?"),
            ("-12", "1"),
            ("0xFFL", "1L"),
            ("2.5f", "1f"),
            ("1 + x", "?"),
            ("new Foo<Bar>(x)", "new Foo"),
            ("new int[3]", "?"),
            ("new Foo() {}.bar()", "?"),
            ("new Foo() { int x; }", "new Foo"),
            ("a.b", "a.b"),
            ("f(x, \"y\").z()", "f().z()"),
            ("x -> y(x)", "->"),
            ("(a, b) -> a", "->"),
            ("Foo::bar", "->"),
            ("Foo.class", "Foo.#class"),
            ("Foo::class", "new KClass"),
            ("Foo::class.java", "Foo.#class"),
            ("Foo::class.name()", "?"),
            ("Foo(Bar::class.name()).x()", "Foo().x()"),
            ("name = 3", "?"),
            ("a + b", "?"),
            ("(Foo) x", "new Foo"),
            ("(a) + x", "?"),
        ] {
            assert_eq!(kept(text).as_deref(), Some(wanted), "{text}");
        }
        assert_eq!(kept("*rest"), None);
    }
}
