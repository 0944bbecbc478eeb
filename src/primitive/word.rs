//! Words of a request that may be names.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::imperative::imperatives;
use super::message::without_own_words;
use crate::language;

/// The shortest name that is looked up, in letters.
pub const SHORTEST_NAME: usize = 3;

/// A word that may name something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FocusWord {
    /// An identifier. In prose, one that any word might be counts only beside others.
    Plain {
        /// The identifier.
        text: String,
        /// Whether it is a word of prose that may be none.
        is_plain_prose: bool,
    },
    /// Identifiers joined by dots.
    Qualified(String),
    /// `path:line` or `path:name`.
    Anchor {
        /// The path.
        path: String,
        /// The line or the name.
        place: String,
    },
}

impl FocusWord {
    /// The word without what is not part of the name.
    pub fn text(&self) -> String {
        match self {
            Self::Plain { text, .. } | Self::Qualified(text) => text.clone(),
            Self::Anchor { path, place } => format!("{path}:{place}"),
        }
    }
}

/// The words of some texts, each once, sorted: their order must not show. The bare words of the line in which a runner of
/// tests sums up name nothing, nor do a runtime's own, nor the verbs that head the sentences of prose.
pub fn words<'a>(texts: impl Iterator<Item = &'a str>, is_prose: bool) -> BTreeSet<FocusWord> {
    let is_break = |it: char| it.is_whitespace() || ",;()[]{}<>\"'`|=".contains(it);
    let mut found = BTreeSet::new();
    for text in texts.map(without_own_words) {
        let verbs = if is_prose { imperatives(&text) } else { BTreeSet::new() };
        for line in text.lines() {
            // `(*Cart).Total`, as Go has a method of a pointer.
            let line =
                if line.contains("(*") { Cow::Owned(line.replace("(*", "").replace(").", ".")) } else { line.into() };
            let line = &*line;
            let is_summary = is_summary(line);
            let is_bare = |text: &str| is_summary || verbs.contains(text);
            let is_meant = |word: &FocusWord| !matches!(word, FocusWord::Plain { text, .. } if is_bare(text));
            let parts = line.split(is_break).flat_map(alternatives);
            found.extend(parts.flat_map(|part| marked(part).into_iter().chain(word(part, is_prose))).filter(is_meant));
        }
    }
    found
}

/// The outcomes that runners of tests count: one number of a summary at least is of these.
const OUTCOMES: &[&str] =
    &["passed", "passing", "pass", "success", "failed", "failing", "fail", "failure", "failures", "errors"];

/// Whether a line counts outcomes of tests, and something else: `1 failed; 0 ignored`, `Tests: 3, Failures: 1`.
fn is_summary(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let counted = words.windows(2).filter_map(|pair| {
        let &[one, other] = pair else { return None };
        let bare = other.trim_end_matches([',', ';', '.', ')', '|']);
        match one.strip_suffix(':') {
            Some(word) if is_number(bare) => Some(word),
            _ => is_number(one.trim_start_matches('(')).then_some(bare),
        }
    });
    let counted: Vec<&str> = counted.filter(|word| !word.is_empty() && word.chars().all(char::is_alphabetic)).collect();
    let is_outcome = |word: &&str| OUTCOMES.contains(&word.to_lowercase().as_str());
    counted.len() > 1 && counted.iter().any(is_outcome)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The names that a slash joins, as in `IterMut/ValuesMut`: all have the form of names, and the whole that of no path.
fn alternatives(part: &str) -> impl Iterator<Item = &str> {
    const MOST: usize = 3;
    let trimmed = part.trim_matches(|it: char| ".:!?*&".contains(it));
    let has_form = |name: &str| is_identifier(name) && name.contains(|it: char| it.is_uppercase() || it == '_');
    let n_names = trimmed.split('/').take_while(|name| has_form(name)).count();
    let are_names = (2..=MOST).contains(&n_names) && n_names == trimmed.split('/').count();
    let (whole, names) = if are_names { (None, Some(trimmed.split('/'))) } else { (Some(part), None) };
    whole.into_iter().chain(names.into_iter().flatten())
}

/// A name with the mark at its end that some languages have in names: `take?`, `Repo.insert!`. In others it ends a sentence, so that the
/// name without it is one too.
fn marked(part: &str) -> Option<FocusWord> {
    let name = part.trim_end_matches([',', '.', ':']).trim_start_matches(['#', ':']).replace('#', ".");
    let bare = name.strip_suffix(['?', '!']).filter(|bare| bare.chars().count() >= SHORTEST_NAME)?;
    if !bare.split('.').all(is_identifier) {
        return None;
    }
    let is_qualified = bare.contains('.');
    Some(if is_qualified { FocusWord::Qualified(name) } else { FocusWord::Plain { text: name, is_plain_prose: false } })
}

fn word(part: &str, is_prose: bool) -> Option<FocusWord> {
    let part = part.trim_start_matches("./").trim_matches(|it: char| ".:!?*&-/".contains(it));
    // The marks of annotations, structs, members and absolute names.
    let part = part.trim_start_matches(['@', '#', '%', '~', '\\']);
    let part = ["crate::", "self::", "super::"].iter().find_map(|start| part.strip_prefix(start)).unwrap_or(part);
    if let Some(anchor) = anchor(part) {
        return Some(anchor);
    }
    // A path names a file, and nothing in it; a bare file name what the file is named after.
    if part.contains('/') && language::of_path(part).is_some() {
        return None;
    }
    let name = part.rsplit_once('/').map_or(part, |(head, end)| if is_arity(head, end) { head } else { end });
    let name = name.replace("::", ".").replace(['#', '\\'], ".").replace("->", ".");
    let name = without_extension(&name);
    let is_name = name.split('.').all(is_identifier) && name.chars().count() >= SHORTEST_NAME;
    if !is_name {
        return None;
    }
    if name.contains('.') {
        return Some(FocusWord::Qualified(name.to_owned()));
    }
    // A capital may begin a sentence.
    let is_plain_prose = is_prose && name.chars().skip(1).all(char::is_lowercase);
    Some(FocusWord::Plain { text: name.to_owned(), is_plain_prose })
}

/// `src/a.ts:12`, `a.ts:12:3`, `src/a.ts:name`, `a.py::Class::name`, `src/a.ts#L12`: what is before the mark must look like a file.
fn anchor(part: &str) -> Option<FocusWord> {
    let (path, place) = part.split_once("#L").or_else(|| part.split_once(':'))?;
    language::of_path(path)?;
    // `tests/test_a.py::TestA::test_b`, as runners of tests have it.
    let place = place.trim_start_matches(':');
    let place = if place.starts_with(|it: char| it.is_ascii_digit()) {
        place.split(|it: char| !it.is_ascii_digit()).next()?.to_owned()
    } else {
        place.replace("::", ".").replace('#', ".")
    };
    let is_place = place.split('.').all(|part| is_identifier(part) || part.parse::<u32>().is_ok());
    is_place.then(|| FocusWord::Anchor { path: path.to_owned(), place })
}

/// `RealCall.kt` is `RealCall`; but `a.b.c` is a member and no file of C.
fn without_extension(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((head, end)) if language::of_path(name).is_some() && (end.len() > 1 || is_identifier(head)) => head,
        _ => name,
    }
}

/// Whether the part behind a slash is the number of arguments of a name with what is around it: `Cart.total/2`, but not `HTTP/2`.
fn is_arity(head: &str, end: &str) -> bool {
    is_number(end) && head.split('.').all(is_identifier) && head.contains('.')
}

/// Whether a name that was given ends in something that is no identifier, as `Hash#empty?`: its words would name something else.
pub fn is_spelled(text: &str) -> bool {
    let name = text.trim().trim_end_matches("()");
    let last = name.rsplit(['.', ':', '#', '/', '\\']).next().unwrap_or(name);
    !last.is_empty() && !is_identifier(last) && !last.chars().all(|it| it.is_ascii_digit())
}

fn is_identifier(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters.next().is_some_and(|it| it.is_alphabetic() || it == '_' || it == '$');
    first && letters.all(|it| it.is_alphanumeric() || it == '_' || it == '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(request: &str) -> Vec<String> {
        words(std::iter::once(request), false).iter().map(FocusWord::text).collect()
    }

    #[test]
    fn names_are_identifiers_of_three_letters_or_more() {
        assert_eq!(texts("RealCall, proceed() if 42 a_b"), ["RealCall", "a_b", "proceed"]);
        assert_eq!(texts("A::b Query#get_compiler a.b.c"), ["A.b", "Query.get_compiler", "a.b.c"]);
        assert_eq!(
            texts("IterMut/ValuesMut, read_in/read_out. src/net/Cart"),
            ["Cart", "IterMut", "ValuesMut", "read_in", "read_out"]
        );
        assert_eq!(texts("fix Shop.Cart.total/2 over HTTP/2"), ["fix", "over", "Shop.Cart.total"]);
    }

    #[test]
    fn what_ends_in_no_identifier_is_spelled() {
        for text in ["Hash#empty?", "-JsonReader", "`a test`", "Set.<<", "CallTest.when it fails", "lib/a.rb:Cart.add!"]
        {
            assert!(is_spelled(text), "{text}");
        }
        for text in ["Cart", "Cart::add", "Cart.add()", "src/a-b.ts:12", "src/a-b.ts:12:3", "RealCall.kt", "a\\b\\C"] {
            assert!(!is_spelled(text), "{text}");
        }
    }

    #[cfg(feature = "kotlin")]
    #[test]
    fn a_source_file_names_what_it_is_named_after() {
        assert_eq!(texts("RealCall.kt okhttp3/internal/RealCall.kt"), ["RealCall"]);
        assert_eq!(
            texts("src/RealCall.kt:12:3 RealCall.kt#L7-L9 RealCall.kt:execute"),
            ["RealCall.kt:7", "RealCall.kt:execute", "src/RealCall.kt:12"]
        );
    }

    #[test]
    fn the_summary_of_a_runner_names_nothing() {
        for line in [
            "test result: FAILED. 117 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "      Tests  1 failed | 13 passed (14)",
            "Tests:       1 failed, 3 passed, 4 total",
            "=== 1 failed, 3 passed in 0.12s ===",
            "3 examples, 1 failure",
            "3 runs, 5 assertions, 1 failures, 0 errors, 0 skips",
            "Tests: 3, Assertions: 5, Failures: 1.",
        ] {
            assert!(texts(line).is_empty(), "{line}");
        }
        assert_eq!(texts("1 failed, 2 passed in shop.Cart"), ["shop.Cart"]);
        assert_eq!(texts("total(1, price, 2, tax) failed"), ["failed", "price", "tax", "total"]);
        assert_eq!(texts("with 3 items and 2 users total fails"), ["and", "fails", "items", "total", "users", "with"]);
    }

    #[test]
    fn a_bare_word_of_prose_is_marked() {
        let words = words(std::iter::once("How does QuerySet fetch the rows of get_rows?"), true);
        let bare = words.iter().filter(|it| matches!(it, FocusWord::Plain { is_plain_prose: true, .. }));
        assert_eq!(bare.map(FocusWord::text).collect::<Vec<_>>(), ["How", "does", "fetch", "rows", "the"]);
    }
}
