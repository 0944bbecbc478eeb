//! How much may be spent. A budget is a ceiling, never a target.

use serde::Serialize;

use crate::manifest::{Budget, Profile};

/// Characters of one token, for the estimate. Measured on source code, the estimate is up to a fifth off.
const CHARS_PER_TOKEN: u64 = 4;

/// The ceilings of one bundle. The smallest of all that were given holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ceiling {
    /// The profile.
    pub profile: &'static str,
    /// The most characters.
    pub max_chars: u64,
    /// The most tokens, estimated, where the manifest states them.
    pub max_tokens: Option<u64>,
    /// The most files shown, where the manifest states them.
    pub max_files: Option<u32>,
    /// What made `max_chars`: `max_chars`, `max_tokens`, or the profile.
    pub bound_by: &'static str,
}

/// The ceilings of a manifest for a repository of that many files of a known language.
pub fn ceiling(budget: &Budget, n_files: usize) -> Ceiling {
    let profile = budget.profile.unwrap_or(Profile::Balanced);
    let of_profile = match profile {
        Profile::Safe => 40_000,
        Profile::Balanced => 160_000,
        Profile::Deep => 480_000,
        // The tiers of S1.2 and S1.18, by the number of files.
        Profile::Seed | Profile::Auto => match n_files {
            0..500 => 18_000,
            500..5_000 => 28_000,
            5_000..15_000 => 35_000,
            _ => 38_000,
        },
        Profile::Inline => match n_files {
            0..150 => 13_000,
            150..500 => 18_000,
            _ => 24_000,
        },
    };
    // A profile that nobody named does not narrow what the manifest states.
    let stated = budget.max_chars.is_some() || budget.max_tokens.is_some();
    let of_profile = (budget.profile.is_some() || !stated).then_some((of_profile, "profile"));
    let of_tokens = budget.max_tokens.map(|tokens| (tokens.saturating_mul(CHARS_PER_TOKEN), "max_tokens"));
    let of_chars = budget.max_chars.map(|chars| (chars, "max_chars"));
    let (max_chars, bound_by) = [of_chars, of_tokens, of_profile]
        .into_iter()
        .flatten()
        .min_by_key(|(chars, _)| *chars)
        .unwrap_or((0, "profile"));
    Ceiling { profile: profile.name(), max_chars, max_tokens: budget.max_tokens, max_files: budget.max_files, bound_by }
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
        let stated = |max_chars, max_tokens, profile| Budget { profile, max_chars, max_tokens, max_files: None };
        let bound = |budget: &Budget| {
            let ceiling = ceiling(budget, 499);
            (ceiling.max_chars, ceiling.bound_by)
        };
        assert_eq!(bound(&stated(Some(9_000), Some(5_000), None)), (9_000, "max_chars"));
        assert_eq!(bound(&stated(None, Some(60_000), None)), (240_000, "max_tokens"));
        assert_eq!(bound(&stated(None, Some(60_000), Some(Profile::Seed))), (18_000, "profile"));
        assert_eq!(ceiling(&stated(None, None, Some(Profile::Seed)), 500).max_chars, 28_000);
    }
}
