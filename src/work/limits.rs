//! The limits of a request, from its intent, its text, the size of the repository and the knobs (S4.7, S4.8, S4.22).

use super::knobs::{Clamp, Knobs};
use super::price::{FEWEST, LEAST, LONG, SLOPE, STRONG, TOKENS, UNDERSTAND, WEAK, WorkProfile, floor, seed};
use super::query_metrics::QueryMetrics;
use super::unit::{Amounts, Unit};
use crate::base::ln;

/// The aim of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// A place is looked for.
    Navigate,
    /// A part of the code is to be understood.
    Understand,
}

/// Everything that the limits of a request follow from.
#[derive(Clone, Copy, Debug)]
pub struct Demand<'a> {
    /// The aim.
    pub intent: Intent,
    /// The files of the repository.
    pub n_files: usize,
    /// The text of the request.
    pub text: &'a str,
}

/// The limits of a request, and each stated limit that was lowered.
pub fn limits(demand: &Demand<'_>, knobs: &Knobs) -> (Amounts, Vec<Clamp>) {
    let seed = seed(knobs.profile());
    let factor = scale(demand.n_files) * boost(demand.text);
    let adaptive = Amounts::of(|unit| {
        let Some(least) = floor(unit) else { return seed.get(unit) };
        let is_narrowed = unit == Unit::Candidates && demand.intent == Intent::Understand;
        let factor = if is_narrowed { factor * UNDERSTAND } else { factor };
        // The seeds are small enough to be exact, and the product is not negative.
        ((seed.get(unit) as f64 * factor).floor() as u64).clamp(least, seed.get(unit))
    });
    knobs.applied(&adaptive, &seed)
}

fn scale(n_files: usize) -> f64 {
    let decades = ln((n_files as f64).max(FEWEST)) / std::f64::consts::LN_10;
    (1.0 - SLOPE * decades).clamp(LEAST, 1.0)
}

fn boost(text: &str) -> f64 {
    let metrics = QueryMetrics::of(text);
    if metrics.is_strong() || metrics.length >= LONG || metrics.tokens >= TOKENS { STRONG } else { WEAK }
}

impl WorkProfile {
    /// The next larger profile; `None` for the largest.
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self as usize + 1).copied()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(intent: Intent, n_files: usize, text: &str, profile: WorkProfile) -> Amounts {
        let knobs = Knobs::of(Some(profile));
        limits(&Demand { intent, n_files, text }, &knobs).0
    }

    /// S4.8: each row is the formula by hand: scale 0.88, 0.64, 0.4; boost 0.85 and 1.15.
    #[test]
    fn the_limits_are_those_of_the_formula() {
        let row = |it: Amounts| [it.candidates, it.files_read, it.bytes_read, it.parse_units, it.graph_nodes];
        let navigate = |n_files, text| row(of(Intent::Navigate, n_files, text, WorkProfile::Safe));
        assert_eq!(navigate(10, "x"), [448, 149, 1_496_000, 1_122_000, 800]);
        assert_eq!(navigate(0, "two words"), [600, 200, 2_000_000, 1_500_000, 800], "1.012 is held to the seed");
        assert_eq!(navigate(1_000, "x"), [326, 108, 1_088_000, 816_000, 800]);
        assert_eq!(navigate(1_000_000, "x"), [204, 68, 680_000, 510_000, 800]);
        let understand = |profile| row(of(Intent::Understand, 1_000, "Router", profile));
        assert_eq!(understand(WorkProfile::Safe), [397, 147, 1_472_000, 1_104_000, 800]);
        assert_eq!(understand(WorkProfile::Balanced), [993, 368, 4_416_000, 2_208_000, 2_000]);
        assert_eq!(understand(WorkProfile::Deep), [2_649, 1_104, 14_720_000, 5_888_000, 8_000]);
    }

    proptest! {
        /// S4.8: a larger repository never has a larger limit, a larger profile never a smaller one.
        #[test]
        fn the_limits_are_monotone(few in 0usize..100_000, more in 0usize..100_000, text in "[a-z ]{0,20}") {
            for (small, large) in WorkProfile::ALL.iter().zip(&WorkProfile::ALL[1..]) {
                let at = |n_files, profile| of(Intent::Navigate, n_files, &text, profile);
                prop_assert!(at(few + more, *small).is_within(&at(few, *small)));
                prop_assert!(at(few, *small).is_within(&at(few, *large)));
            }
        }
    }
}
