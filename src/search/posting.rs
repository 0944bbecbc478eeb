//! The postings of one content: a pure function of its text and its declarations, kept under its digest.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::chunk::LineRange;
use super::token;

/// One time that a chunk holds a term, in an entry.
const ONCE: u32 = 2;

/// The postings of one content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Postings {
    /// For each chunk its first line, its last line, and how many terms it holds.
    pub chunks: Vec<(u32, u32, u32)>,
    /// The distinct terms in byte order, joined.
    text: String,
    /// For each term the end of its text, and of its entries.
    ends: Vec<(u32, u32)>,
    /// For each term the chunks that hold it, in order, each with twice the number of times, and one more where a name that
    /// the chunk declares has the term.
    entries: Vec<(u32, u32)>,
}

impl Postings {
    /// Tokenises the chunks of a text; `names` are those that it declares, each with its line, in order.
    pub fn of(lines: &[&str], chunks: &[LineRange], names: &[(u32, &str)]) -> Self {
        let mut made = Maker::default();
        for (at, chunk) in (0..).zip(chunks) {
            let before = made.n_terms;
            for line in &lines[chunk.first as usize - 1..chunk.last as usize] {
                token::visit(line, |term, _| made.add(term, at));
            }
            let [first, last] = [chunk.first, chunk.last + 1].map(|line| names.partition_point(|it| it.0 < line));
            for (_, name) in &names[first..last] {
                token::visit(name, |term, _| made.declare(term, at));
            }
            made.chunks.push((chunk.first, chunk.last, made.n_terms - before));
        }
        made.finish()
    }

    /// Each term with its entries, in byte order.
    pub fn terms(&self) -> impl Iterator<Item = (&str, &[(u32, u32)])> {
        let starts = std::iter::once((0, 0)).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|((text, entry), (text_end, entry_end))| {
            let term = self.text.get(text as usize..*text_end as usize).unwrap_or("");
            (term, self.entries.get(entry as usize..*entry_end as usize).unwrap_or(&[]))
        })
    }
}

/// The state of a text that is being tokenised.
#[derive(Default)]
struct Maker {
    ids: FxHashMap<Box<[u8]>, u32>,
    /// For each term the chunk that was last seen to hold it, and the place of that entry.
    open: Vec<(u32, usize)>,
    /// Term, chunk, twice the count and whether it is declared.
    entries: Vec<(u32, u32, u32)>,
    chunks: Vec<(u32, u32, u32)>,
    n_terms: u32,
}

impl Maker {
    fn add(&mut self, term: &[u8], chunk: u32) {
        self.n_terms += 1;
        let Some(&id) = self.ids.get(term) else {
            let id = u32::try_from(self.open.len()).unwrap_or(u32::MAX);
            self.ids.insert(term.into(), id);
            self.open.push((chunk, self.entries.len()));
            return self.entries.push((id, chunk, ONCE));
        };
        let open = &mut self.open[id as usize];
        if open.0 == chunk {
            self.entries[open.1].2 += ONCE;
        } else {
            *open = (chunk, self.entries.len());
            self.entries.push((id, chunk, ONCE));
        }
    }

    /// Marks a term of the chunk that was added last; one that its text has not is passed over.
    fn declare(&mut self, term: &[u8], chunk: u32) {
        let open = self.ids.get(term).map(|id| self.open[*id as usize]).filter(|open| open.0 == chunk);
        if let Some((_, entry)) = open {
            self.entries[entry].2 |= 1;
        }
    }

    fn finish(self) -> Postings {
        let mut terms: Vec<(Box<[u8]>, u32)> = self.ids.into_iter().collect();
        terms.sort_unstable();
        let mut rank = vec![0_u32; terms.len()];
        for (at, (_, id)) in (0..).zip(&terms) {
            rank[*id as usize] = at;
        }
        let mut entries: Vec<(u32, u32, u32)> =
            self.entries.into_iter().map(|(id, chunk, count)| (rank[id as usize], chunk, count)).collect();
        entries.sort_unstable();
        let mut made = Postings { chunks: self.chunks, ..Postings::default() };
        let mut done = 0;
        for (at, (term, _)) in (0_u32..).zip(&terms) {
            made.text.push_str(&String::from_utf8_lossy(term));
            done += entries[done..].iter().take_while(|entry| entry.0 == at).count();
            let length = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
            made.ends.push((length(made.text.len()), length(done)));
        }
        made.entries = entries.into_iter().map(|(_, chunk, count)| (chunk, count)).collect();
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_says_which_of_its_terms_a_name_has() {
        let lines = ["def get_key(key):", "    return key", "key = get_key(key)"];
        let chunks = [LineRange { first: 1, last: 2 }, LineRange { first: 3, last: 3 }];
        // A name that the text has not is passed over.
        let made = Postings::of(&lines, &chunks, &[(1, "get_key"), (1, "absent")]);
        let of = |term: &str| made.terms().find(|it| it.0 == term).map(|it| it.1.to_vec());
        assert_eq!(of("key"), Some(vec![(0, (3 * ONCE) | 1), (1, 3 * ONCE)]));
        assert_eq!((of("return"), of("absent")), (Some(vec![(0, ONCE)]), None));
    }
}
