//! Names that a text writes as code and that no file holds.

use super::index::SearchIndex;
use super::marked::whole_word;
use super::query::is_name;
use super::token;
use crate::base::{TextPart, path};

/// The shortest name, in letters.
const SHORTEST: usize = 3;

/// The names of a text, each once and in order, of which no file holds a part.
pub(super) fn unnamed(index: &SearchIndex, text: &str) -> Vec<String> {
    let is_held = |part: &str| {
        let mut last = None;
        token::visit(part, |term, _| last = Some(String::from_utf8_lossy(term).into_owned()));
        last.is_none_or(|term| index.term(&term).is_some())
    };
    let mut names: Vec<&str> = written(text).into_iter().filter(|name| !parts(name).all(is_held)).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(str::to_owned).collect()
}

fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(|letter: char| !is_letter(letter)).filter(|part| !part.is_empty())
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '$')
}

/// The names of a text that are written as code: between back quotes, with brackets behind, or dotted, each with the form of a name;
/// and a text that is nothing but such a name. Lines of quoted code, of logs and of diffs are left out.
fn written(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = whole_word(text).into_iter().filter(|word| is_name(word)).collect();
    let mut is_fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if !is_fenced && !line.starts_with([' ', '\t', '>', '+', '-', '@', '$', '#']) {
            names(line, &mut found);
        }
    }
    found
}

fn names<'t>(line: &'t str, found: &mut Vec<&'t str>) {
    let is_part = |letter: char| is_letter(letter) || matches!(letter, '.' | ':');
    for part in line.split(|letter: char| !is_part(letter)) {
        // The part is of the line, so its place follows from the addresses alone.
        let start = part.as_ptr() as usize - line.as_ptr() as usize;
        let name = part.trim_matches(['.', ':']);
        let (before, behind) = (line.part(..start), line.part(start + part.len()..));
        let is_quoted = before.ends_with('`') && behind.starts_with(['`', '(']);
        let is_called = behind.starts_with("()");
        let is_dotted = name.contains('.') && name.starts_with(|it: char| it.is_ascii_uppercase());
        let has_form = parts(name).any(|part| is_name(part.trim_matches('_')));
        let is_plain = name.chars().count() >= SHORTEST && name.starts_with(|it: char| it.is_alphabetic() || it == '_');
        let is_file = path::extension(name).len() > 1 && !has_form && !is_called;
        if is_plain && !is_file && (is_called || has_form && (is_quoted || is_dotted)) {
            found.push(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn names_are_what_is_written_as_code() {
        let of = |text| written(text);
        assert_eq!(of("Fix HydratedStorag.bild and `no_such_fn`."), ["HydratedStorag.bild", "no_such_fn"]);
        assert_eq!(of("`main` of Node.js calls aple_x() and f(s), e.g. in README.md"), ["aple_x"]);
        assert_eq!(of(" OrderService\n"), ["OrderService"]);
        assert_eq!(of("Order"), [""; 0]);
        assert_eq!(of("see `a_b::c_d`:\n```\nx_y()\n```\n    other_x()\n> `quoted_x`"), ["a_b::c_d"]);
    }
}
