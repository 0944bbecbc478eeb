//! Texts by number, each once.

use std::hash::BuildHasher as _;

use hashbrown::HashTable;

use super::strings::Strings;

/// Distinct texts, numbered in the order in which they were entered. No text is kept twice.
#[derive(Debug, Default)]
pub struct Interned {
    texts: Strings,
    ids: HashTable<u32>,
}

impl Interned {
    /// The number of a text, which is entered where it is new.
    pub fn id(&mut self, text: &str) -> u32 {
        let texts = &self.texts;
        if let Some(id) = self.ids.find(hash(text), |id| texts.get(*id) == text) {
            return *id;
        }
        let id = self.texts.push(text);
        let texts = &self.texts;
        self.ids.insert_unique(hash(text), id, |id| hash(texts.get(*id)));
        id
    }

    /// The text of a number; empty for a number that was not given.
    pub fn text(&self, id: u32) -> &str {
        self.texts.get(id)
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Forgets how texts are found. One that is entered from now on is a new one.
    pub fn close(&mut self) {
        self.ids = HashTable::new();
    }

    /// The texts in the order of their numbers.
    pub fn into_texts(self) -> Strings {
        self.texts
    }
}

fn hash(text: &str) -> u64 {
    rustc_hash::FxBuildHasher.hash_one(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_one_number() {
        let mut interned = Interned::default();
        let given: Vec<u32> = ["a", "", "b", "a", "", "größe"].into_iter().map(|text| interned.id(text)).collect();
        assert_eq!(given, [0, 1, 2, 0, 1, 3]);
        let many: Vec<u32> = (0..1000).map(|at: u32| interned.id(&at.to_string())).collect();
        assert!((0..1000).all(|at: u32| interned.id(&at.to_string()) == many[at as usize]), "found after it has grown");
        assert_eq!((interned.text(3), interned.text(5000), interned.len()), ("größe", "", 1004));
        assert_eq!(interned.into_texts().iter().nth(2), Some("b"));
    }
}
