//! The gate of the cascade: whether the first file leads by more than the scores scatter (S2.3, S2.4).

use crate::primitive::Thresholds;

/// The gap that is needed where no deviation can be computed.
pub(super) const TAU_STATIC: f64 = 0.015;
/// A deviation of fewer scores says nothing.
const SAMPLE: usize = 3;

/// The verdict of the gate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GateVerdict {
    /// Whether the search may end.
    pub exits: bool,
    /// The first score less the second.
    pub gap: f64,
    /// The gap that was needed.
    pub tau: f64,
    /// Whether the deviation of the scores decided.
    pub is_adaptive: bool,
}

/// Judges scores, the best first.
pub(super) fn judge(scores: &[f64], thresholds: Thresholds) -> GateVerdict {
    let gap = match scores {
        [first, second, ..] => first - second,
        [only] => *only,
        [] => 0.0,
    };
    let is_adaptive = thresholds.k_sigma > 0.0 && scores.len() >= SAMPLE;
    let tau = if is_adaptive { thresholds.tau_floor.max(thresholds.k_sigma * spread(scores).1) } else { TAU_STATIC };
    GateVerdict { exits: scores.len() >= 2 && gap >= tau, gap, tau, is_adaptive }
}

/// The mean and the standard deviation of all scores, as of a population.
pub(super) fn spread(scores: &[f64]) -> (f64, f64) {
    let n_scores = scores.len().max(1) as f64;
    let mean = scores.iter().sum::<f64>() / n_scores;
    let squares: f64 = scores.iter().map(|score| (score - mean) * (score - mean)).sum();
    (mean, (squares / n_scores).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gap_is_held_against_the_deviation() {
        let usual = Thresholds::default();
        // The deviation of 0.5, 0.1, 0.1 is 0.188…; the gap is 0.4.
        let clear = judge(&[0.5, 0.1, 0.1], usual);
        assert!(clear.exits && clear.is_adaptive && (clear.tau - 0.188_561).abs() < 1e-5, "{clear:?}");
        assert!(!judge(&[0.5, 0.45, 0.1], usual).exits);
        assert_eq!(judge(&[0.2, 0.2, 0.2], usual).tau, usual.tau_floor);
        // Two scores, or no factor: the static threshold.
        assert_eq!(judge(&[0.5, 0.48], usual).tau, TAU_STATIC);
        assert_eq!(judge(&[0.5, 0.48, 0.3], Thresholds { k_sigma: 0.0, ..usual }).tau, TAU_STATIC);
        assert!(!judge(&[0.9], usual).exits);
    }
}
