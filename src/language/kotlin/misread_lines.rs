//! The parts that a grammar which is lost in a file misreads in single lines: objects, and classes that delegate, which end on the line on which
//! they begin, and annotations of the types of functions.

use std::ops::Range;

use super::bracket::FARTHEST;

/// The words that begin the body of a class, and no function without a name.
const DECLARING: &[&[u8]] =
    &[b"{ fun ", b"{ internal ", b"{ override ", b"{ private ", b"{ suspend ", b"{ val ", b"{ var "];

/// The places of the blanks before the braces that end an object, or a class that delegates, on its line, in the order of the text: the
/// grammar wants a line or a `;` to end there, and takes the body of `class A(b: B) : B by b { … }` for a function that `b` is called with.
pub fn ends_of_bodies(text: &[u8]) -> Vec<usize> {
    let mut start = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let inside = line.trim_ascii_end();
        let is_whole = |word: &[u8]| inside.windows(word.len()).any(|part| part == word);
        let is_object = || is_whole(b" object ") && is_whole(b"{ ");
        let delegates = || is_whole(b"class ") && is_whole(b" by ") && DECLARING.iter().any(|words| is_whole(words));
        if inside.len() <= FARTHEST && inside.ends_with(b"}") && (is_object() || delegates()) {
            found.extend(ends(inside).map(|at| start + at));
        }
        start += line.len();
    }
    found
}

/// The blanks of a line before braces that close.
fn ends(line: &[u8]) -> impl Iterator<Item = usize> {
    let closes = (0..line.len()).filter(|at| line[*at] == b'}');
    closes.filter_map(|at| {
        let before = line.get(..at)?;
        let last = before.trim_ascii_end();
        let is_open = last.last().is_some_and(|byte| !matches!(byte, b'{' | b';'));
        (is_open && last.len() < before.len()).then_some(last.len())
    })
}

/// The annotations before types of functions in brackets: `@Composable (() -> Unit)?`.
pub fn annotations_of_functions(text: &[u8]) -> Vec<Range<usize>> {
    let starts = (0..text.len()).filter(|at| text[*at] == b'@');
    starts.filter_map(|at| Some(at..behind_annotation(text, at)?)).collect()
}

/// The end of an annotation that blanks and the bracket around a type of functions follow.
fn behind_annotation(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at + 1..)?;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    let n_name = rest.iter().take_while(|byte| is_name(byte)).count();
    let n_blanks = rest.get(n_name..)?.iter().take_while(|byte| **byte == b' ').count();
    let open = n_name + n_blanks;
    if n_name == 0 || n_blanks == 0 || rest.get(open) != Some(&b'(') {
        return None;
    }
    let mut depth = 0u32;
    for (place, byte) in rest.iter().enumerate().skip(open).take(FARTHEST) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return None,
            b')' => depth -= 1,
            // An argument of an annotation is no function.
            b'-' if rest.get(place + 1) == Some(&b'>') => return Some(at + 1 + n_name),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_ends_on_its_line() {
        let of = |text: &str| {
            let mut text = text.as_bytes().to_vec();
            ends_of_bodies(&text.clone()).into_iter().for_each(|at| text[at] = b';');
            String::from_utf8(text).unwrap_or_default()
        };
        assert_eq!(of("class C { companion object { val X = 1 } }\n"), "class C { companion object { val X = 1;};}\n");
        assert_eq!(of("class C(a: A) : A by a { fun b() = 1 }\n"), "class C(a: A) : A by a { fun b() = 1;}\n");
        assert_eq!(of("class C(a: A) : A by lazy { b() }\n"), "class C(a: A) : A by lazy { b() }\n");
        assert_eq!(of("class C { object In {} }\nval x = { 1 }\n"), "class C { object In {};}\nval x = { 1 }\n");
    }

    #[test]
    fn a_type_of_functions_is_annotated() {
        let of = |text: &str| annotations_of_functions(text.as_bytes());
        let places = |text: &str| of(text).into_iter().map(|it| (it.start, it.end)).collect::<Vec<_>>();
        assert_eq!(places("fun f(a: @Composable (() -> Unit)? = null)"), [(9, 20)]);
        assert_eq!(places("fun f(a: @Ui (S.(X) -> Unit)?)"), [(9, 12)]);
        assert!(of("@Test (1) fun f()").is_empty() && of("@Test(1) fun f() { (a) -> b }").is_empty());
    }
}
