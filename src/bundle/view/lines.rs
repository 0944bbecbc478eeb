//! Some lines of a page, as ranges.

/// Lines by number, from 1: ranges in order that neither overlap nor touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineSet {
    ranges: Vec<(u32, u32)>,
}

impl LineSet {
    /// One range.
    pub fn of(first: u32, last: u32) -> Self {
        let mut lines = Self::default();
        lines.add(first, last);
        lines
    }

    /// Adds the lines from `first` to `last`; nothing where `last` is less.
    pub fn add(&mut self, first: u32, last: u32) {
        if last < first {
            return;
        }
        // Most lines come in order: they join the last range, or follow it.
        match self.ranges.last_mut() {
            Some((from, to)) if *from <= first => {
                if first <= to.saturating_add(1) {
                    *to = last.max(*to);
                } else {
                    self.ranges.push((first, last));
                }
                return;
            }
            None => return self.ranges.push((first, last)),
            Some(_) => {}
        }
        let start = self.ranges.partition_point(|(_, end)| end.saturating_add(1) < first);
        let end = self.ranges.partition_point(|(from, _)| *from <= last.saturating_add(1));
        let touched = &self.ranges[start..end];
        let first = touched.first().map_or(first, |(from, _)| first.min(*from));
        let last = touched.last().map_or(last, |(_, to)| last.max(*to));
        self.ranges.splice(start..end, [(first, last)]);
    }

    /// The lines of both.
    pub fn union(&self, other: &Self) -> Self {
        let (mut one, mut two) = (self.ranges().peekable(), other.ranges().peekable());
        let mut both = Self { ranges: Vec::with_capacity(self.ranges.len() + other.ranges.len()) };
        loop {
            let next = match (one.peek(), two.peek()) {
                (Some(left), Some(right)) if right < left => two.next(),
                (Some(_), _) => one.next(),
                (None, _) => two.next(),
            };
            let Some((first, last)) = next else { return both };
            both.add(first, last);
        }
    }

    /// The ranges, in order.
    pub fn ranges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.ranges.iter().copied()
    }

    /// The ranges of those lines that lie between two.
    pub fn within(&self, first: u32, last: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let start = self.ranges.partition_point(|(_, to)| *to < first);
        let inside = self.ranges.iter().skip(start).take_while(move |(from, _)| *from <= last);
        inside.map(move |(from, to)| ((*from).max(first), (*to).min(last)))
    }

    /// The ranges, by their places.
    pub fn as_slice(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// Every line, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.ranges().flat_map(|(first, last)| first..=last)
    }

    /// Whether all lines of a range are among them.
    pub fn holds(&self, first: u32, last: u32) -> bool {
        let at = self.ranges.partition_point(|(_, to)| *to < last);
        self.ranges.get(at).is_some_and(|(from, _)| *from <= first)
    }
}

/// Ranges in order.
impl FromIterator<(u32, u32)> for LineSet {
    fn from_iter<I: IntoIterator<Item = (u32, u32)>>(ranges: I) -> Self {
        let mut lines = Self::default();
        ranges.into_iter().for_each(|(first, last)| lines.add(first, last));
        lines
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Ranges are a set of lines, written shortly.
        #[test]
        fn ranges_are_a_set(added in proptest::collection::vec((1u32..40, 0u32..9), 0..9)) {
            let mut lines = LineSet::default();
            let mut set = BTreeSet::new();
            for (first, more) in added {
                lines.add(first, first + more);
                set.extend(first..=first + more);
            }
            prop_assert_eq!(lines.iter().collect::<Vec<_>>(), set.iter().copied().collect::<Vec<_>>());
            let ranges: Vec<_> = lines.ranges().collect();
            prop_assert!(ranges.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0), "{:?}", ranges);
        }
    }
}
