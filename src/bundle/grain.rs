//! How finely views cut.

use super::view::Grain;
use crate::budget::Ceiling;

/// The lines around a site that are shown with it (S1.7).
const CONTEXT: u32 = 3;
/// The same where the bundle ends with a complete answer, and how near ranges are one there.
const TIGHT_CONTEXT: u32 = 1;
const TIGHT_GAP: u32 = 2;

/// How finely views cut. Where the bundle ends with a complete answer, nothing is shown for the sake of smoothness.
pub fn grain(ceiling: &Ceiling, has_focus: bool) -> Grain {
    if ceiling.stops_when_complete && has_focus {
        return Grain { gap: TIGHT_GAP, context: TIGHT_CONTEXT };
    }
    Grain { gap: ceiling.tier.gap, context: CONTEXT }
}
