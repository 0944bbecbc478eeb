//! Which files of a commit were renamed: what is gone on the older side and what is new on the newer one, by content.
//!
//! As git does it (`diffcore-rename`): the same content first; then the pairs that share half of their bytes, line by line,
//! the most alike first.

use std::cmp::Reverse;

use gix_hash::{Kind, ObjectId};
use gix_object::bstr::{BString, ByteSlice};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

use super::diff::OneSided;

/// The largest file that is compared, in bytes; a renamed larger one is followed where its content is the same.
const MAX_COMPARED: usize = 1024 * 1024;
/// The most pairs of one commit that are compared: git's own bound is a thousand files on each side
/// (`diff.renameLimit`), which costs more than all else here.
const MOST_PAIRS: usize = 10_000;
/// The share of bytes that two versions of a renamed file have in common, in hundredths.
const ALIKE: usize = 50;

/// Gives the bytes of a content by its id.
pub type Content<'c> = dyn Fn(&ObjectId) -> Option<Vec<u8>> + 'c;

/// The pairs of a newer path and the older one that it had, as places in the two lists. Each is in one pair at most.
/// `content` gives the bytes of an id.
pub fn renamed(content: &Content<'_>, added: &[OneSided], deleted: &[OneSided]) -> Vec<(usize, usize)> {
    if added.is_empty() || deleted.is_empty() {
        return Vec::new();
    }
    let mut pairs = Pairs { by_added: vec![None; added.len()], is_taken: vec![false; deleted.len()] };
    pairs.same(added, deleted);
    pairs.alike(content, added, deleted);
    pairs.by_added.iter().enumerate().filter_map(|(new, old)| Some((new, (*old)?))).collect()
}

struct Pairs {
    by_added: Vec<Option<usize>>,
    is_taken: Vec<bool>,
}

impl Pairs {
    fn join(&mut self, new: usize, old: usize) {
        if self.by_added[new].is_none() && !self.is_taken[old] {
            self.by_added[new] = Some(old);
            self.is_taken[old] = true;
        }
    }

    /// Pairs what has the same content; of several the one of the same name.
    fn same(&mut self, added: &[OneSided], deleted: &[OneSided]) {
        let empty = ObjectId::empty_blob(Kind::Sha1);
        let mut by_content: FxHashMap<ObjectId, Vec<usize>> = FxHashMap::default();
        for (at, (_, id)) in deleted.iter().enumerate().filter(|(_, (_, id))| *id != empty) {
            by_content.entry(*id).or_default().push(at);
        }
        for has_name in [true, false] {
            for (new, (path, id)) in added.iter().enumerate() {
                let fits = |old: &&usize| !self.is_taken[**old] && (!has_name || name(path) == name(&deleted[**old].0));
                if let Some(old) = by_content.get(id).and_then(|all| all.iter().find(fits)).copied() {
                    self.join(new, old);
                }
            }
        }
    }

    /// Pairs what is alike. Where there are too many pairs, only those of one name are compared.
    fn alike(&mut self, content: &Content<'_>, added: &[OneSided], deleted: &[OneSided]) {
        let news: Vec<usize> = (0..added.len()).filter(|new| self.by_added[*new].is_none()).collect();
        let olds: Vec<usize> = (0..deleted.len()).filter(|old| !self.is_taken[*old]).collect();
        let is_many = news.len() * olds.len() > MOST_PAIRS;
        let mut lines = Lines { content, known: FxHashMap::default() };
        let mut found = Vec::new();
        for new in news {
            for &old in &olds {
                let has_name = name(&added[new].0) == name(&deleted[old].0);
                if (is_many && !has_name) || found.len() > MOST_PAIRS {
                    continue;
                }
                let share = lines.share(&added[new].1, &deleted[old].1);
                if share >= ALIKE {
                    found.push((Reverse(share), Reverse(has_name), new, old));
                }
            }
        }
        found.sort_unstable();
        found.into_iter().for_each(|(_, _, new, old)| self.join(new, old));
    }
}

fn name(path: &BString) -> &[u8] {
    path.rsplit_str("/").next().unwrap_or_default()
}

/// The lines of contents.
struct Lines<'o> {
    content: &'o Content<'o>,
    known: FxHashMap<ObjectId, Lined>,
}

/// The lines of one content: its bytes in all, and each line as its hash with its bytes, sorted.
struct Lined {
    size: usize,
    lines: Vec<(u64, usize)>,
}

impl Lines<'_> {
    /// The share of bytes that two contents have in common, of the larger one, in hundredths; 0 where it is below what is alike.
    fn share(&mut self, one: &ObjectId, other: &ObjectId) -> usize {
        self.read(one);
        self.read(other);
        let (one, other) = (&self.known[one], &self.known[other]);
        let (most, least) = (one.size.max(other.size), one.size.min(other.size));
        // What is common is no more than the smaller one: most pairs end here.
        if least * 100 < most * ALIKE {
            return 0;
        }
        let (mut left, mut right, mut common) = (0, 0, 0);
        while let (Some(a), Some(b)) = (one.lines.get(left), other.lines.get(right)) {
            common += if a == b { a.1 } else { 0 };
            left += usize::from(a <= b);
            right += usize::from(b <= a);
        }
        (common * 100).checked_div(most).unwrap_or(0)
    }

    fn read(&mut self, id: &ObjectId) {
        if self.known.contains_key(id) {
            return;
        }
        let bytes = (self.content)(id).filter(|bytes| bytes.len() <= MAX_COMPARED);
        let hashed = |line: &[u8]| {
            let mut hasher = FxHasher::default();
            line.hash(&mut hasher);
            (hasher.finish(), line.len())
        };
        let mut lines: Vec<(u64, usize)> = bytes.unwrap_or_default().lines_with_terminator().map(hashed).collect();
        lines.sort_unstable();
        self.known.insert(*id, Lined { size: lines.iter().map(|(_, size)| size).sum(), lines });
    }
}
