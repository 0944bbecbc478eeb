//! Chance that is the same in every run of a seed.

/// A generator of numbers: SplitMix64.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below another; 0 below 0.
    pub fn below(&mut self, end: usize) -> usize {
        let number = usize::try_from(self.number() >> 1).unwrap_or(0);
        number.checked_rem(end).unwrap_or(0)
    }

    /// Whether something that happens once in so many times happens now.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of some things.
    pub fn one_of<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        things.get(self.below(things.len()))
    }

    /// A range of so many bytes, most often a short one.
    pub fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let most = if self.once_in(4) { length - start } else { (length - start).min(24) };
        start..start + self.below(most + 1)
    }
}
