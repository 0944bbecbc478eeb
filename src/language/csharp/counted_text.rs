//! Lists of type arguments in the text of a type or a path, by how many there are.

use std::borrow::Cow;

use super::super::counted_name::with_count;
use super::super::expression::closed;

/// A type, or the path of a value, with the number of type arguments in place of each list of them: ``A`2.B`` for `A<X, Y>.B`.
/// Other brackets keep their text.
pub fn counted_text(text: &str) -> Cow<'_, str> {
    if !text.contains('<') {
        return Cow::Borrowed(text);
    }
    let mut counted = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['<', '(', '[', '{', '"']) {
        let (before, opened) = rest.split_at(at);
        counted.push_str(before);
        let is_list = before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        // A text may hold anything.
        let Some((end, false)) = closed(opened).map(|end| (end, opened.starts_with('"'))) else {
            counted.push_str(opened);
            return Cow::Owned(counted);
        };
        let (inside, behind) = opened.split_at(end);
        let list = inside.strip_prefix('<').and_then(|inside| inside.strip_suffix('>')).filter(|_| is_list);
        match list.and_then(n_types) {
            Some(n) => counted.push_str(&with_count("", n)),
            None => counted.push_str(inside),
        }
        rest = behind;
    }
    counted.push_str(rest);
    Cow::Owned(counted)
}

/// How many types a list of them has; `None` for what is no such list.
fn n_types(list: &str) -> Option<usize> {
    let is_type = |letter: char| letter.is_alphanumeric() || letter.is_whitespace() || "_.,:<>[]()?*@".contains(letter);
    let mut depth = 0i32;
    let commas = list.chars().filter(|letter| {
        depth += i32::from("<[(".contains(*letter)) - i32::from(">])".contains(*letter));
        *letter == ',' && depth == 0
    });
    let n = commas.count() + 1;
    list.chars().all(is_type).then_some(n)
}

#[cfg(test)]
mod tests {
    use super::counted_text;

    #[test]
    fn lists_of_types_are_counted() {
        for (text, wanted) in [
            ("Policy", "Policy"),
            ("Policy<int>", "Policy`1"),
            ("Map<string, List<(int, A)>>", "Map`2"),
            ("N.Outer<A>.Inner<B, C>[]", "N.Outer`1.Inner`2[]"),
            ("Map<,>", "Map`2"),
            ("f(a < b, c > d).g", "f(a < b, c > d).g"),
            ("A<int>.F<A, B>(x<y>)", "A`1.F`2(x<y>)"),
            ("a < b", "a < b"),
            ("(A<int>, B)", "(A<int>, B)"),
            ("\"a<b>\"", "\"a<b>\""),
        ] {
            assert_eq!(counted_text(text), wanted, "{text}");
        }
    }
}
