//! The words of a text that its writer marks: as code, as calls, as proper names.

use rustc_hash::FxHashSet;

use crate::base::TextPart;

/// The marks that end a sentence, or come before the first one.
const SENTENCE: &[char] = &['.', ':', '!', '?', ']', ')', ';', '\n', '*', '-', '#', '>'];

/// The marked words of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marked {
    code: FxHashSet<String>,
    called: FxHashSet<String>,
    proper: FxHashSet<String>,
}

impl Marked {
    /// Reads the marks of a text: a word between back quotes or with `(` behind is code, and so is a text that is a single word.
    pub fn of(text: &str) -> Self {
        let mut marked = Self { code: whole_word(text).into_iter().map(str::to_owned).collect(), ..Self::default() };
        let mut before_word = "";
        for word in text.split(|letter: char| !is_letter(letter)).filter(|word| !word.is_empty()) {
            // The word is a part of the text, so its place follows from the addresses alone.
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let (before, behind) = (text.part(..start), text.part(start + word.len()..));
            let is_called = behind.starts_with('(') && !["(s)", "(es)"].iter().any(|plural| behind.starts_with(plural));
            let is_quoted = before.ends_with('`') || behind.starts_with('`');
            if is_called || is_quoted && !is_in_option(before) {
                marked.code.insert(word.to_owned());
            }
            if is_called {
                marked.called.insert(word.to_owned());
            }
            if is_capital(word) && is_inside_sentence(before, before_word) {
                marked.proper.insert(word.to_owned());
            }
            before_word = word;
        }
        marked
    }

    /// The words that are written as code, in no order.
    pub fn code(&self) -> impl Iterator<Item = &String> {
        self.code.iter()
    }

    /// Whether a word is written as code.
    pub fn is_code(&self, word: &str) -> bool {
        self.code.contains(word)
    }

    /// Whether a word is written as a call: `begin()`.
    pub fn is_called(&self, word: &str) -> bool {
        self.called.contains(word)
    }

    /// Whether a word has a capital inside a sentence, behind a word that has none.
    pub fn is_proper(&self, word: &str) -> bool {
        self.proper.contains(word)
    }
}

/// Whether the quotation that a text ends in is that of an option or of the path of an address: `--line-buffered`, `/metrics`.
fn is_in_option(before: &str) -> bool {
    let quoted = before.rsplit('`').next().unwrap_or(before);
    before.contains('`') && quoted.starts_with(['-', '/'])
}

fn is_capital(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.clone().count() > 1 && letters.all(char::is_lowercase)
}

/// Whether what follows is inside a sentence, the word before it having no capital.
fn is_inside_sentence(before: &str, word: &str) -> bool {
    let is_open = before.trim_end_matches(' ').chars().next_back().is_some_and(|last| !SENTENCE.contains(&last));
    is_open && word.chars().next().is_some_and(char::is_lowercase)
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '$')
}

/// The word that a text is, where it is a single one that may be a name.
pub(super) fn whole_word(text: &str) -> Option<&str> {
    let word = text.trim();
    (word.chars().all(is_letter) && word.chars().any(char::is_alphabetic)).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::Marked;

    #[test]
    fn words_are_marked_as_code_as_calls_and_as_proper_names() {
        let words = |text: &str, is: fn(&Marked, &str) -> bool| -> Vec<String> {
            let marked = Marked::of(text);
            let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| is(&marked, word));
            words.map(str::to_owned).collect()
        };
        let text = "[jumbo] Add begin()/end() to Slice. Then `size`, file(s) and `--line-buffered` of `/metrics`.";
        assert_eq!(words(text, Marked::is_code), ["begin", "end", "size"]);
        assert_eq!(words(text, Marked::is_called), ["begin", "end"]);
        assert_eq!(words(text, Marked::is_proper), ["Slice"]);
        assert_eq!(words("Fix Response Body of http: Streams in Windows", Marked::is_proper), ["Windows"]);
        assert_eq!(words("begin", Marked::is_code), ["begin"]);
    }
}
