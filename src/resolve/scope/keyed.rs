//! Values by a number and a name, as flat arrays: a hash map with a list in each entry takes five times the memory.

use std::hash::BuildHasher as _;

use cg_rules::{DefId, FileId};

/// A name, the same in every file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(pub u32);

/// The hash of the text of a name.
pub fn text_hash(text: &str) -> u64 {
    rustc_hash::FxBuildHasher.hash_one(text)
}

/// A key that counts from 0.
pub trait Number: Copy {
    /// The number.
    fn number(self) -> usize;
    /// The key of a number.
    fn of(number: usize) -> Self;
}

impl Number for DefId {
    fn number(self) -> usize {
        self.0 as usize
    }

    fn of(number: usize) -> Self {
        Self(u32::try_from(number).unwrap_or(u32::MAX))
    }
}

impl Number for FileId {
    fn number(self) -> usize {
        self.0 as usize
    }

    fn of(number: usize) -> Self {
        Self(u32::try_from(number).unwrap_or(u32::MAX))
    }
}

/// One entry: the key, the name, the value.
pub type Entry<K, V> = (K, Sym, V);

/// The values of each key and name, in the order in which they were entered.
#[derive(Debug)]
pub struct Keyed<K, V> {
    /// Where the entries of each number begin; the last has none behind it.
    starts: Vec<u32>,
    syms: Vec<Sym>,
    values: Vec<V>,
    keys: std::marker::PhantomData<K>,
}

impl<K, V> Default for Keyed<K, V> {
    fn default() -> Self {
        Self { starts: Vec::new(), syms: Vec::new(), values: Vec::new(), keys: std::marker::PhantomData }
    }
}

impl<K: Number, V: Copy + Ord> Keyed<K, V> {
    /// Enters and empties a list whose keys are none of those entered before, nor lie before any of them, and whose values
    /// rise.
    pub fn append(&mut self, entries: &mut Vec<Entry<K, V>>) {
        // Values rise in the order in which they are entered, so they keep it.
        entries.sort_unstable_by_key(|(key, sym, value)| ((key.number() as u64) << 32 | u64::from(sym.0), *value));
        for (key, sym, value) in entries.drain(..) {
            self.reach(key.number());
            self.syms.push(sym);
            self.values.push(value);
        }
    }

    /// Enters more values, each behind those that its key and name have.
    pub fn insert(&mut self, mut entries: Vec<Entry<K, V>>) {
        if entries.is_empty() {
            return;
        }
        entries.sort_by_key(|(key, sym, _)| (key.number(), *sym));
        let old = std::mem::take(self);
        let mut more = entries.into_iter().peekable();
        for number in 0..old.starts.len() {
            for at in old.range(number) {
                while let Some((key, sym, value)) = more.next_if(|it| (it.0.number(), it.1) < (number, old.syms[at])) {
                    self.push(key.number(), sym, value);
                }
                self.push(number, old.syms[at], old.values[at]);
            }
        }
        more.for_each(|(key, sym, value)| self.push(key.number(), sym, value));
        self.shrink();
    }

    /// Gives the values of a key and a name another order.
    pub fn reorder(&mut self, (key, sym): &(K, Sym), values: &[V]) {
        let range = self.range(key.number());
        let places = range.filter(|at| self.syms[*at] == *sym).collect::<Vec<_>>();
        for (at, value) in places.into_iter().zip(values) {
            self.values[at] = *value;
        }
    }

    fn push(&mut self, number: usize, sym: Sym, value: V) {
        self.reach(number);
        self.syms.push(sym);
        self.values.push(value);
    }

    /// Begins every number up to this one.
    fn reach(&mut self, number: usize) {
        let end = u32::try_from(self.syms.len()).unwrap_or(u32::MAX);
        if self.starts.len() <= number {
            self.starts.resize(number + 1, end);
        }
    }

    /// Gives back the room that nothing fills.
    pub fn shrink(&mut self) {
        self.starts.shrink_to_fit();
        self.syms.shrink_to_fit();
        self.values.shrink_to_fit();
    }

    fn range(&self, number: usize) -> std::ops::Range<usize> {
        let Some(start) = self.starts.get(number) else { return 0..0 };
        *start as usize..self.starts.get(number + 1).map_or(self.syms.len(), |end| *end as usize)
    }

    /// The values of a key and a name; `None` where there are none.
    pub fn get(&self, (key, sym): &(K, Sym)) -> Option<&[V]> {
        let range = self.range(key.number());
        let syms = &self.syms[range.clone()];
        let first = syms.partition_point(|it| it < sym);
        let rest = &syms[first..];
        // Most names have one value, some hostile ones thousands.
        let n = match rest.get(1) == Some(sym) {
            true => rest.partition_point(|it| it == sym),
            false => usize::from(rest.first() == Some(sym)),
        };
        (n > 0).then(|| &self.values[range.start + first..range.start + first + n])
    }

    /// The names and values of a key, in the order of the names.
    pub fn of(&self, key: K) -> impl Iterator<Item = (Sym, V)> {
        let range = self.range(key.number());
        self.syms[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }

    /// Whether a key has a value under a name.
    pub fn contains_key(&self, key: &(K, Sym)) -> bool {
        self.get(key).is_some()
    }

    /// Every key and name that has values, with them, in order.
    pub fn iter(&self) -> impl Iterator<Item = (K, Sym, &[V])> {
        self.within(0..self.starts.len())
    }

    /// The same of some keys.
    pub fn within(&self, keys: std::ops::Range<usize>) -> impl Iterator<Item = (K, Sym, &[V])> {
        keys.flat_map(move |number| {
            let mut rest = self.range(number);
            std::iter::from_fn(move || {
                let sym = *self.syms.get(rest.start).filter(|_| !rest.is_empty())?;
                let n = self.syms[rest.clone()].iter().take_while(|it| **it == sym).count();
                let values = &self.values[rest.start..rest.start + n];
                rest.start += n;
                Some((K::of(number), sym, values))
            })
        })
    }
}

/// A set of names.
#[derive(Debug, Default)]
pub struct SymSet(Vec<u64>);

impl SymSet {
    /// Enters a name.
    pub fn insert(&mut self, Sym(at): Sym) {
        let word = at as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (at % 64);
    }

    /// Whether it holds a name.
    pub fn contains(&self, Sym(at): &Sym) -> bool {
        self.0.get(*at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_order_behind_each_key() {
        let mut keyed: Keyed<DefId, u32> = Keyed::default();
        keyed.append(&mut vec![
            (DefId(2), Sym(7), 1),
            (DefId(0), Sym(9), 2),
            (DefId(2), Sym(3), 3),
            (DefId(2), Sym(7), 4),
        ]);
        keyed.append(&mut vec![(DefId(5), Sym(1), 5)]);
        keyed.insert(vec![(DefId(2), Sym(7), 6), (DefId(9), Sym(1), 7), (DefId(1), Sym(1), 8), (DefId(0), Sym(9), 9)]);
        let all: Vec<(u32, u32, &[u32])> = keyed.iter().map(|(at, sym, values)| (at.0, sym.0, values)).collect();
        let expected: [(u32, u32, &[u32]); 6] =
            [(0, 9, &[2, 9]), (1, 1, &[8]), (2, 3, &[3]), (2, 7, &[1, 4, 6]), (5, 1, &[5]), (9, 1, &[7])];
        assert_eq!(all, expected);
        assert!(all.iter().all(|(at, sym, values)| keyed.get(&(DefId(*at), Sym(*sym))) == Some(*values)));
        assert_eq!(keyed.get(&(DefId(2), Sym(4))), None);
        assert_eq!(keyed.get(&(DefId(3), Sym(1))), None);
        assert_eq!(keyed.get(&(DefId(70), Sym(1))), None);
    }
}
