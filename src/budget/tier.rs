//! The tiers: how large an answer may be by the number of files of the repository (S1.2, S1.18).

use serde::Serialize;

/// The limits of one tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tier {
    /// The most characters of all that is printed.
    pub max_chars: u64,
    /// The most files of which source is shown.
    pub max_files: u32,
    /// The most characters of one file.
    pub per_file: u64,
    /// Ranges of a file that are at most so many lines apart are shown as one.
    pub gap: u32,
    /// The most symbols that stand beside a file's path, and half the most signatures of a view (S1.9).
    pub header: u32,
    /// Whether what goes beyond the answer is printed: further files, the account of the queries, next steps (S1.11).
    pub meta: bool,
}

/// The files at which each further tier begins, and the tiers.
type Tiers = [(usize, Tier)];

const fn tier(max_chars: u64, max_files: u32, per_file: u64, gap: u32, header: u32, meta: bool) -> Tier {
    Tier { max_chars, max_files, per_file, gap, header, meta }
}

/// S1.2, with the header caps of S1.9.
pub const SEED: &Tiers = &[
    (0, tier(18_000, 5, 3_800, 8, 6, false)),
    (500, tier(28_000, 9, 5_000, 12, 10, true)),
    (5_000, tier(35_000, 12, 7_000, 15, 15, true)),
    (15_000, tier(38_000, 14, 7_000, 15, 15, true)),
];

/// S1.18: what a host still takes in line.
pub const INLINE: &Tiers = &[
    (0, tier(13_000, 4, 3_800, 7, 5, false)),
    (150, tier(18_000, 5, 3_800, 8, 6, false)),
    (500, tier(24_000, 8, 6_500, 12, 10, true)),
    (5_000, tier(24_000, 8, 7_000, 15, 15, true)),
];

/// The tier of so many files.
pub fn tier_of(tiers: &Tiers, n_files: usize) -> Tier {
    let reached = tiers.iter().rev().find(|(from, _)| *from <= n_files);
    reached.or(tiers.first()).map_or(tier(0, 0, 0, 0, 0, false), |(_, tier)| *tier)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// S1.2 as the source document's table has it, each row at both of its ends (S1.3, S1.16).
    #[test]
    fn the_tiers_begin_where_the_table_says() {
        let row = |n_files| {
            let tier = tier_of(SEED, n_files);
            (tier.max_chars, tier.max_files, tier.per_file, tier.gap)
        };
        for n_files in [0, 1, 104, 499] {
            assert_eq!(row(n_files), (18_000, 5, 3_800, 8), "{n_files}");
        }
        for n_files in [500, 628, 4_999] {
            assert_eq!(row(n_files), (28_000, 9, 5_000, 12), "{n_files}");
        }
        for n_files in [5_000, 10_427, 14_999] {
            assert_eq!(row(n_files), (35_000, 12, 7_000, 15), "{n_files}");
        }
        for n_files in [15_000, 1_000_000] {
            assert_eq!(row(n_files), (38_000, 14, 7_000, 15), "{n_files}");
        }
    }

    #[test]
    fn what_fits_in_line_has_tiers_of_its_own() {
        let row = |n_files| {
            let tier = tier_of(INLINE, n_files);
            (tier.max_chars, tier.max_files, tier.per_file, tier.gap)
        };
        for (n_files, wanted) in [
            (149, (13_000, 4, 3_800, 7)),
            (150, (18_000, 5, 3_800, 8)),
            (499, (18_000, 5, 3_800, 8)),
            (500, (24_000, 8, 6_500, 12)),
            (4_999, (24_000, 8, 6_500, 12)),
            (5_000, (24_000, 8, 7_000, 15)),
        ] {
            assert_eq!(row(n_files), wanted, "{n_files}");
        }
        // The caps are hard, so that the absolute stop of S1.18 is never reached.
        assert!(INLINE.iter().all(|(_, tier)| tier.max_chars < (tier.max_chars * 3 / 2).min(25_000)));
    }

    /// S1.9, S1.11.
    #[test]
    fn headers_and_meta_text_follow_the_tier() {
        let rows = [499, 4_999, 14_999, 15_000].map(|n_files| tier_of(SEED, n_files));
        assert_eq!(rows.map(|tier| tier.header), [6, 10, 15, 15]);
        assert_eq!(rows.map(|tier| tier.meta), [false, true, true, true]);
    }

    proptest! {
        /// S1.12: a larger repository never has a smaller cap.
        #[test]
        fn tiers_are_monotone(few in 0usize..20_000, more in 0usize..20_000) {
            for tiers in [SEED, INLINE] {
                let (small, large) = (tier_of(tiers, few), tier_of(tiers, few + more));
                prop_assert!(small.max_chars <= large.max_chars && small.max_files <= large.max_files);
                prop_assert!(small.per_file <= large.per_file && small.gap <= large.gap);
                prop_assert!(small.header <= large.header && small.meta <= large.meta);
            }
        }
    }

    #[test]
    fn the_smallest_tier_is_strictly_below_the_largest() {
        for tiers in [SEED, INLINE] {
            let (small, huge) = (tier_of(tiers, 0), tier_of(tiers, usize::MAX));
            assert!(small.max_chars < huge.max_chars && small.max_files < huge.max_files);
            assert!(small.per_file < huge.per_file);
        }
    }
}
