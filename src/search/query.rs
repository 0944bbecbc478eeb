//! A text as a query: its distinct terms, each with a weight.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::frame_words::frame_words;
use super::function_words::is_function_word;
use super::token;
use crate::base::{TextPart, ln};
use crate::language;
use crate::primitive::imperatives;

/// A term of the first line, which is the subject of most texts, counts so many times.
const SUBJECT: f64 = 3.0;

/// A term of a query.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct QueryTerm {
    /// Its first spelling in the text.
    pub word: String,
    /// How often the text has it.
    pub count: u32,
    /// How much it counts: by its number and its place.
    pub weight: f64,
    /// The weight by its rarity in the index; 0 before the text is scored.
    pub rarity: f64,
}

/// The terms of a text, in byte order.
pub(super) fn query(text: &str) -> BTreeMap<String, QueryTerm> {
    let mut terms: BTreeMap<String, QueryTerm> = BTreeMap::new();
    let mut places = far_places(text);
    places.extend(frame_words(text));
    places.sort_unstable_by_key(|place| (place.start, place.end));
    let mut next = 0;
    token::visit(text, |term, at| {
        while places.get(next).is_some_and(|place| place.end <= at.start) {
            next += 1;
        }
        if places.get(next).is_some_and(|place| place.contains(&at.start)) {
            return;
        }
        let term = String::from_utf8_lossy(term).into_owned();
        let entry = || QueryTerm { word: text.part(at).to_owned(), count: 0, weight: 1.0, rarity: 0.0 };
        terms.entry(term).or_insert_with(entry).count += 1;
    });
    // A text of nothing but such words is searched as it is.
    if terms.values().any(|term| !is_function_word(&term.word)) {
        terms.retain(|_, term| !is_function_word(&term.word));
    }
    terms.values_mut().for_each(|term| term.weight = 1.0 + ln(f64::from(term.count)));
    // A verb that says what to do is no subject.
    let verbs: BTreeSet<String> =
        imperatives(text).into_iter().flat_map(|verb| token::terms(verb).into_keys()).collect();
    for term in token::terms(text.trim_start().lines().next().unwrap_or("")).keys() {
        if let Some(known) = terms.get_mut(term).filter(|known| known.count > 1 || !verbs.contains(term)) {
            known.weight *= SUBJECT;
        }
    }
    terms
}

/// The folders of addresses, of import paths with a host, and of absolute paths of files, as a trace has them: where
/// something is kept on another machine says nothing of it. The last part stays, and a route (`/api/users`) is no file.
fn far_places(text: &str) -> Vec<Range<usize>> {
    let is_break = |letter: char| letter.is_whitespace() || "\"'`<>,;=|(){}[]".contains(letter);
    let mut places = Vec::new();
    for part in text.split(is_break).filter(|part| part.contains(['/', '\\'])) {
        // The part is one of the text, so its place follows from the addresses alone.
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        let path = part.split_once("://").map_or(part, |(_, path)| path);
        let is_address = path.len() < part.len();
        let Some((folders, last)) = path.rsplit_once(['/', '\\']) else { continue };
        let first = folders.split(['/', '\\']).next().unwrap_or("");
        let has_host = first.contains('.') && !first.starts_with('.') && folders.contains('/');
        let file = last.split(':').next().unwrap_or(last);
        let is_absolute = first.is_empty() || first == "~" || first.ends_with(':');
        if is_address || has_host || is_absolute && language::of_path(file).is_some() {
            places.push(start..start + part.len() - last.len());
        }
    }
    places
}

/// Whether a word has the form of a name: parts joined by underscores or dots, or humps.
pub fn is_name(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    let has_hump = letters.windows(2).any(|it| it[0].is_lowercase() && it[1].is_uppercase())
        || letters.windows(3).any(|it| it[0].is_uppercase() && it[1].is_uppercase() && it[2].is_lowercase());
    has_hump || word.contains(['_', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_another_machine_are_no_words() {
        let words = |text: &str| query(text).into_values().map(|term| term.word).collect::<Vec<_>>();
        assert_eq!(words("/home/ann/pkg/mod/acme.org/kit@v2.1.0/wire/route.go:12"), ["route"]);
        assert_eq!(words("acme.org/kit/v2/wire.(*Router).match(0x1)"), ["0x1", "match", "Router", "wire"]);
        assert_eq!(words("see https://acme.org/kit/issues/12"), ["12", "see"]);
        assert_eq!(words("File \"C:\\kit\\wire\\route.py\", line 3"), ["route"]);
        // A route, and a path of the repository.
        assert_eq!(words("GET /api/users of wire/route.py"), ["api", "GET", "py", "route", "users", "wire"]);
    }

    #[test]
    fn the_subject_counts_more() {
        let terms = query("Cache keys\nThe `get_key` of a cache is wrong. Wrong!");
        let weight = |term: &str| terms[term].weight;
        assert_eq!((weight("get"), weight("key")), (1.0, (1.0 + ln(2.0)) * 3.0));
        assert!(weight("wrong") > 1.0 && terms["cach"].word == "Cache" && !terms.contains_key("the"));
        assert!(query("who is it").contains_key("who"), "there is nothing else to go by");
        let verb = query("Get rid of the logger");
        assert_eq!((verb["get"].weight, verb["logger"].weight), (1.0, 3.0));
        assert!(["a_b", "aB", "ABc", "a.b"].iter().all(|it| is_name(it)) && !is_name("Title") && !is_name("API"));
    }
}
