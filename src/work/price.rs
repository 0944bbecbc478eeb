//! The prices: every number by which limits are set and work is counted, with its source. Nothing else in the program
//! holds one.

use super::unit::{Amounts, Unit};
use crate::base::words;

words! {
    /// How much work a request may cause.
    #[derive(Default)]
    pub enum WorkProfile {
        /// The default.
        #[default]
        Safe = "safe",
        /// Up to three times as much.
        Balanced = "balanced",
        /// Up to ten times as much; a stated limit may be higher still.
        Deep = "deep",
    }
}

/// The limits of each profile before they are fitted to a request. Source: requirement S4.8, from the code that goes with
/// the document on adaptive budgets: candidates, files, bytes, milliseconds of parsing, nodes.
const SEEDS: [(WorkProfile, [u64; 5]); 3] = [
    (WorkProfile::Safe, [600, 200, 2_000_000, 1_500, 800]),
    (WorkProfile::Balanced, [1_500, 500, 6_000_000, 3_000, 2_000]),
    (WorkProfile::Deep, [4_000, 1_500, 20_000_000, 8_000, 8_000]),
];

/// A unit of parsing is a microsecond, and the document states milliseconds.
pub(super) const UNITS_PER_MS: u64 = 1_000;

/// The formula of S4.8: `scale = clamp(1 - SLOPE * log10(max(FEWEST, files)), LEAST, 1)`.
pub(super) const SLOPE: f64 = 0.12;
pub(super) const FEWEST: f64 = 10.0;
pub(super) const LEAST: f64 = 0.4;
/// The factor of a request with much to go by, and of any other (S4.8).
pub(super) const STRONG: f64 = 1.15;
pub(super) const WEAK: f64 = 0.85;
/// A text so long, or of so many tokens, has much to go by (S4.8).
pub(super) const LONG: usize = 12;
pub(super) const TOKENS: usize = 3;
/// The factor of candidates where a part of the code is to be understood (S4.8).
pub(super) const UNDERSTAND: f64 = 0.9;
/// The least limits that the formula gives (S4.8): candidates, files, bytes, milliseconds. Nodes are not scaled.
const FLOORS: [u64; 4] = [100, 50, 500_000, 500];

/// The limits of a profile before they are fitted.
pub(super) fn seed(profile: WorkProfile) -> Amounts {
    let row = SEEDS.iter().find(|(known, _)| *known == profile).map_or([0; 5], |(_, row)| *row);
    Amounts::of(|unit| row[unit as usize] * scale_of(unit))
}

/// The least limit that the formula gives; `None` for a unit that is not scaled.
pub(super) fn floor(unit: Unit) -> Option<u64> {
    FLOORS.get(unit as usize).map(|floor| floor * scale_of(unit))
}

fn scale_of(unit: Unit) -> u64 {
    if unit == Unit::ParseUnits { UNITS_PER_MS } else { 1 }
}

/// Nanoseconds a byte, by language. Source: the user time of a cold `cg-bundle index --no-store` on one thread, which is
/// parsing, extraction and linking, over the bytes of the sources of gin, Alamofire, OkHttp, tokio and Excalidraw.
const NANOSECONDS: [(&str, u64); 8] = [
    ("go", 301),
    ("java", 366),
    ("javascript", 242),
    ("kotlin", 366),
    ("rust", 309),
    ("swift", 290),
    ("tsx", 242),
    ("typescript", 242),
];
/// The price of a language that the table does not have: the dearest of those it has.
const USUAL: u64 = 366;

/// The units that parsing a text of a language costs.
pub fn parse_cost(language: &str, bytes: usize) -> u64 {
    let price = NANOSECONDS.iter().find(|(known, _)| *known == language).map_or(USUAL, |(_, price)| *price);
    (bytes as u64).saturating_mul(price).div_ceil(1_000)
}
