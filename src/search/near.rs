//! Names that a text nearly has, where nothing has the name itself: by the same letters, as the beginning of a name, with a slip of
//! spelling, by the same parts, or in two to four words of prose. Each counts only where few definitions can be meant.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::DefId;

use super::index::SearchIndex;
use super::marked::Marked;
use super::mention::{apart, has_form, is_rare};
use super::names::{AlikeName, AlikeNames, SHORTEST, letters, squash, stems};
use super::query::is_name;
use super::text_mention::{Certainty, NEAR_UNIQUE, TextMention};
use crate::base::TextPart;
use crate::primitive::{Engine, FocusWord};

/// For so many letters of a word one may be wrong, and two at most.
const LETTERS_A_SLIP: usize = 6;
const MOST_SLIPS: usize = 2;
/// The most words of prose that are one name.
const MOST_PARTS: usize = 4;
/// The most words of prose that are looked at.
const MOST_WORDS: usize = 2000;

/// How a name is like what the text has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    /// The same letters in another case, or with other underscores.
    Letters,
    /// The text has its beginning.
    Beginning,
    /// A letter or two are wrong, missing, too many, or out of order.
    Spelling,
    /// The text has its parts.
    Parts,
}

impl Likeness {
    /// The words for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Letters => "same letters",
            Self::Beginning => "beginning",
            Self::Spelling => "spelling",
            Self::Parts => "parts",
        }
    }
}

/// The definitions that a word or words of a text may mean, and how these are like their name.
pub(super) struct NearMention {
    /// The likeness.
    pub likeness: Likeness,
    /// The words, with what may be meant.
    pub mention: TextMention,
}

/// The things that a text nearly names, beside those that it names.
pub(super) fn near(
    engine: &Engine<'_>,
    index: &SearchIndex,
    text: &str,
    words: &BTreeSet<FocusWord>,
    named: &[TextMention],
) -> Vec<NearMention> {
    let known: BTreeSet<&str> = named.iter().map(|mention| mention.word.as_str()).collect();
    let marks = Marked::of(text);
    let names = index.names.alike();
    let near = Near { engine, index, names };
    let mut found: BTreeMap<String, (Likeness, Vec<DefId>)> = BTreeMap::new();
    for word in words {
        let (whole, within, last) = match word {
            FocusWord::Plain { text, .. } if has_form(&marks, text) => (text, None, text.as_str()),
            FocusWord::Qualified(text) => {
                let Some((head, last)) = text.rsplit_once('.') else { continue };
                (text, head.rsplit('.').next(), last)
            }
            _ => continue,
        };
        let is_marked = |name: &&str| name.strip_suffix(['?', '!']) == Some(whole.as_str());
        let is_known = known.contains(whole.as_str())
            || known.iter().any(is_marked)
            || within.is_none() && index.names.defs(last).len() > 0;
        if !is_known
            && last.len() >= SHORTEST
            && let Some(like) = near.of_word(last, within)
        {
            found.insert(whole.clone(), like);
        }
    }
    for (words, defs) in near.of_prose(text) {
        found.entry(words).or_insert((Likeness::Parts, defs));
    }
    let mention = |(word, (likeness, defs)): (String, (Likeness, Vec<DefId>))| NearMention {
        likeness,
        mention: TextMention { word, certainty: Certainty::Fuzzy, defs, files: Vec::new() },
    };
    found.into_iter().map(mention).collect()
}

struct Near<'e> {
    engine: &'e Engine<'e>,
    index: &'e SearchIndex,
    names: &'e AlikeNames,
}

impl Near<'_> {
    /// The first likeness of any name, where few definitions have such a name; of a qualified word those in a type of its head.
    fn of_word(&self, word: &str, within: Option<&str>) -> Option<(Likeness, Vec<DefId>)> {
        let squashed = squash(word);
        let few = |names: Vec<AlikeName>| self.few(&names, within);
        let begun = self.names.from(&squashed);
        let same: Vec<AlikeName> = begun.take_while(|it| self.names.squashed(*it) == squashed).collect();
        if !same.is_empty() {
            return few(same).map(|defs| (Likeness::Letters, defs));
        }
        // A beginning of one name that is nearly the whole of others may mean any of them.
        let mut names: Vec<AlikeName> = self.names.from(&squashed).collect();
        let spelled = self.spelled(&squashed);
        let likeness = if spelled.is_empty() { Likeness::Beginning } else { Likeness::Spelling };
        names.extend(spelled);
        if !names.is_empty() {
            return few(names).map(|defs| (likeness, defs));
        }
        let stems = stems(word);
        let parts = if stems.len() > 1 { self.names.with_parts(&stems) } else { Vec::new() };
        few(parts).map(|defs| (Likeness::Parts, defs))
    }

    /// The names that are nearest to a word by the number of slips.
    fn spelled(&self, squashed: &str) -> Vec<AlikeName> {
        let most = (squashed.len() / LETTERS_A_SLIP).min(MOST_SLIPS);
        let own = letters(squashed);
        let (mut least, mut found) = (most, Vec::new());
        for name in self.names.all() {
            let other = self.names.squashed(name);
            let is_far = other.len().abs_diff(squashed.len()) > least
                || (letters(other) ^ own).count_ones() as usize > 2 * least;
            if is_far {
                continue;
            }
            let distance = strsim::damerau_levenshtein(other, squashed);
            if distance < least {
                found.clear();
                least = distance;
            }
            if distance <= least {
                found.push(name);
            }
        }
        found
    }

    /// The names that stand in prose as separate words, each with the words.
    fn of_prose(&self, text: &str) -> Vec<(String, Vec<DefId>)> {
        let words = prose(text);
        let (mut found, mut first) = (Vec::new(), 0);
        while first < words.len() {
            let named = (2..=MOST_PARTS).rev().find_map(|count| {
                let own = words.get(first..first + count)?;
                let is_row = own.windows(2).all(|it| it[1].joins);
                let parts: Vec<Vec<String>> = own.iter().map(|it| stems(it.word)).collect();
                // A word of one letter is no part of a name.
                let is_whole = parts.iter().all(|it| !it.is_empty());
                let stems = parts.concat();
                let names = (is_row && is_whole).then(|| self.names.of_stems(&stems))?;
                let is_rare = || stems.iter().any(|stem| is_rare(self.index, stem));
                let few = || if is_rare() { self.few(&names, None) } else { None };
                let words: Vec<&str> = own.iter().map(|it| it.word).collect();
                Some((count, words.join(" "), self.only_type(&names, &words).or_else(few)?))
            });
            match named {
                Some((count, words, defs)) => {
                    found.push((words, defs));
                    first += count;
                }
                None => first += 1,
            }
        }
        found
    }

    /// The only type that has one of some names, of which the words are the parts as they stand, the last but for its plural: whatever
    /// else is called so, and however common its words are.
    fn only_type(&self, names: &[AlikeName], words: &[&str]) -> Option<Vec<DefId>> {
        let joined = squash(&words.concat());
        let singular = [("ies", "y"), ("es", ""), ("s", "")];
        let singular = singular.iter().filter_map(|(end, one)| Some(format!("{}{one}", joined.strip_suffix(end)?)));
        let spelled: Vec<String> = singular.chain([joined.clone()]).collect();
        let is_type = |def: &DefId| {
            let is_type = self.engine.snapshot.definition(*def).is_some_and(|row| row.kind.is_type());
            is_type && spelled.contains(&squash(self.engine.snapshot.name(*def)))
        };
        let defs = names.iter().flat_map(|name| self.index.names.defs_of(*name)).filter(is_type).collect();
        Some(apart(self.engine, defs)).filter(|types| types.len() == 1)
    }

    /// The definitions of some names, where they are few.
    fn few(&self, names: &[AlikeName], within: Option<&str>) -> Option<Vec<DefId>> {
        let is_inside = |def: &DefId| {
            within.is_none_or(|around| {
                let name = self.engine.snapshot.qualified_name(*def);
                name.rsplit('.').nth(1).is_some_and(|part| part.eq_ignore_ascii_case(around))
            })
        };
        let defs = names.iter().flat_map(|name| self.index.names.defs_of(*name)).filter(is_inside).collect();
        let defs = apart(self.engine, defs);
        (1..=NEAR_UNIQUE).contains(&defs.len()).then_some(defs)
    }
}

/// A word of prose, and whether a blank or a hyphen alone is between it and the one before.
struct ProseWord<'t> {
    word: &'t str,
    joins: bool,
}

/// The words of prose of a text: those that have not the form of a name.
fn prose(text: &str) -> Vec<ProseWord<'_>> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut words: Vec<ProseWord<'_>> = Vec::new();
    let mut end = 0;
    for word in text.split(|letter: char| !is_letter(letter)).filter(|word| !word.is_empty()).take(MOST_WORDS) {
        // The word is a part of the text, so its place follows from the addresses alone.
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let is_name = is_name(word);
        let joins = !is_name && matches!(text.part(end..start), " " | "-" | "\n");
        end = if is_name { text.len() } else { start + word.len() };
        if !is_name {
            words.push(ProseWord { word, joins });
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::prose;

    #[test]
    fn a_name_a_mark_or_two_blanks_part_words() {
        let words = prose("retry a get_key, the back-off  twice");
        let joined: Vec<(&str, bool)> = words.iter().map(|it| (it.word, it.joins)).collect();
        assert_eq!(
            joined,
            [("retry", false), ("a", true), ("the", false), ("back", true), ("off", true), ("twice", false)]
        );
    }
}
