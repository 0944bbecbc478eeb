//! The postings of one content: a pure function of its text and its declarations, kept under its digest.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::chunk::LineRange;
use super::token;

/// The postings of one content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Postings {
    /// For each chunk its first line, its last line, and how many terms it holds.
    pub chunks: Vec<(u32, u32, u32)>,
    /// The distinct terms in byte order, joined.
    text: String,
    /// For each term the end of its text, and of its entries.
    ends: Vec<(u32, u32)>,
    /// For each term the chunks that hold it, in order, each with the number of times.
    entries: Vec<(u32, u32)>,
}

impl Postings {
    /// Tokenises the chunks of a text.
    pub fn of(lines: &[&str], chunks: &[LineRange]) -> Self {
        let mut made = Maker::default();
        for (at, chunk) in (0..).zip(chunks) {
            let before = made.n_terms;
            for line in &lines[chunk.first as usize - 1..chunk.last as usize] {
                token::visit(line, |term, _| made.add(term, at));
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
    /// Term, chunk, count.
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
            return self.entries.push((id, chunk, 1));
        };
        let open = &mut self.open[id as usize];
        if open.0 == chunk {
            self.entries[open.1].2 += 1;
        } else {
            *open = (chunk, self.entries.len());
            self.entries.push((id, chunk, 1));
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
