//! How much may be spent. A budget is a ceiling, never a target.

mod tier;

pub use tier::Tier;

use serde::Serialize;
use tier::{INLINE, SEED, tier_of};

use crate::base::words;
use crate::manifest::{BandSpec, Budget, Profile};

/// Characters of one token, for the estimate. Measured on source code, the estimate is up to a fifth off.
const CHARS_PER_TOKEN: u64 = 4;

words! {
    /// The bound that made a ceiling of characters.
    pub enum BoundBy {
        /// The manifest's `max_chars`.
        MaxChars = "max_chars",
        /// The manifest's `max_tokens`.
        MaxTokens = "max_tokens",
        /// The profile.
        Profile = "profile",
    }
}

/// The ceilings of one bundle. The smallest of all that were given holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ceiling {
    /// The profile.
    pub profile: Profile,
    /// The most characters of all that is printed.
    pub max_chars: u64,
    /// The most tokens, estimated, where the manifest states them.
    pub max_tokens: Option<u64>,
    /// The most files of which source is shown; none where neither the manifest nor the profile bounds them.
    pub max_files: Option<u32>,
    /// The bound that made `max_chars`.
    pub bound_by: BoundBy,
    /// The most characters of one file, where the manifest or the profile bounds them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_file: Option<u64>,
    /// Whether the manifest states `per_file`: then it holds whoever names the file.
    #[serde(skip)]
    pub is_per_file_stated: bool,
    /// Whether the profile bounds files by the tier.
    #[serde(skip)]
    pub is_tiered: bool,
    /// The tier of the repository's size.
    #[serde(skip)]
    pub tier: Tier,
    /// Whether the bundle ends where the answer is complete, however much is left.
    pub stops_when_complete: bool,
}

impl Ceiling {
    /// Whether what goes beyond the answer is printed: the account of the queries, next steps (S1.11).
    pub fn has_meta(&self) -> bool {
        self.tier.meta || !self.is_tiered
    }
}

/// The ceilings of a manifest for a repository of that many files of a known language. A manifest that names no profile
/// has `auto`.
pub fn ceiling(budget: &Budget, n_files: usize) -> Ceiling {
    let profile = budget.profile.unwrap_or(Profile::Auto);
    let tier = tier_of(if profile == Profile::Inline { INLINE } else { SEED }, n_files);
    let is_tiered = matches!(profile, Profile::Seed | Profile::Inline);
    let of_profile = match profile {
        Profile::Safe => 40_000,
        Profile::Balanced => 160_000,
        Profile::Deep => 480_000,
        Profile::Seed | Profile::Auto | Profile::Inline => tier.max_chars,
    };
    // A profile that nobody named does not narrow what the manifest states.
    let stated = budget.max_chars.is_some() || budget.max_tokens.is_some();
    let of_profile = (budget.profile.is_some() || !stated).then_some((of_profile, BoundBy::Profile));
    let of_tokens = budget.max_tokens.map(|tokens| (tokens.saturating_mul(CHARS_PER_TOKEN), BoundBy::MaxTokens));
    let of_chars = budget.max_chars.map(|chars| (chars, BoundBy::MaxChars));
    let (max_chars, bound_by) = [of_chars, of_tokens, of_profile]
        .into_iter()
        .flatten()
        .min_by_key(|(chars, _)| *chars)
        .unwrap_or((0, BoundBy::Profile));
    let of_user = [
        budget.user.max_chars.map(|chars| (chars, BoundBy::MaxChars)),
        budget.user.max_tokens.map(|tokens| (tokens.saturating_mul(CHARS_PER_TOKEN), BoundBy::MaxTokens)),
    ];
    let of_user = of_user.into_iter().flatten().min_by_key(|(chars, _)| *chars);
    let (max_chars, bound_by) = of_user.unwrap_or((max_chars, bound_by));
    let of_file = budget.per_file_max_tokens.map(|tokens| tokens.saturating_mul(CHARS_PER_TOKEN));
    let of_tier = is_tiered.then_some(tier.max_files);
    Ceiling {
        profile,
        max_chars,
        max_tokens: budget.user.max_tokens.or_else(|| budget.max_tokens.filter(|_| budget.user.max_chars.is_none())),
        max_files: budget.user.max_files.or_else(|| budget.max_files.into_iter().chain(of_tier).min()),
        bound_by,
        per_file: of_file.into_iter().chain(is_tiered.then_some(tier.per_file)).min(),
        is_per_file_stated: of_file.is_some(),
        is_tiered,
        tier,
        stops_when_complete: profile == Profile::Auto,
    }
}

/// The most characters of the sources of a band, where its author bounds them.
pub fn of_band(spec: &BandSpec) -> Option<u64> {
    let of_tokens = spec.max_tokens.map(|tokens| tokens.saturating_mul(CHARS_PER_TOKEN));
    spec.max_chars.into_iter().chain(of_tokens).min()
}

/// The estimated tokens of some characters.
pub fn tokens(chars: u64) -> u64 {
    chars.div_ceil(CHARS_PER_TOKEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_ceiling_holds_and_is_named() {
        let stated = |max_chars, max_tokens, profile| Budget { profile, max_chars, max_tokens, ..Budget::default() };
        let bound = |budget: &Budget| {
            let ceiling = ceiling(budget, 499);
            (ceiling.max_chars, ceiling.bound_by)
        };
        assert_eq!(bound(&stated(Some(9_000), Some(5_000), None)), (9_000, BoundBy::MaxChars));
        assert_eq!(bound(&stated(None, Some(60_000), None)), (240_000, BoundBy::MaxTokens));
        assert_eq!(bound(&stated(None, Some(60_000), Some(Profile::Seed))), (18_000, BoundBy::Profile));
        assert_eq!(ceiling(&stated(None, None, Some(Profile::Seed)), 500).max_chars, 28_000);
    }

    #[test]
    fn what_names_no_budget_has_the_ceilings_of_auto_and_stops_when_complete() {
        let (default, seed) =
            (ceiling(&Budget::default(), 500), Budget { profile: Some(Profile::Seed), ..Budget::default() });
        assert_eq!((default.profile, default.max_chars, default.max_files), (Profile::Auto, 28_000, None));
        assert!(default.stops_when_complete);
        let seed = ceiling(&seed, 500);
        assert_eq!((seed.max_chars, seed.max_files, seed.per_file), (28_000, Some(9), Some(5_000)));
        assert!(!seed.stops_when_complete);
    }

    #[test]
    fn the_smaller_number_of_files_holds() {
        let budget = |files| Budget { profile: Some(Profile::Seed), max_files: Some(files), ..Budget::default() };
        assert_eq!(ceiling(&budget(3), 500).max_files, Some(3));
        assert_eq!(ceiling(&budget(30), 500).max_files, Some(9));
    }
}
