//! The scale of a score: how far it lies from the mean over all sources, in deviations.

use super::lanes;

/// Which of some files are sources: a weight of 1 each, 0 for any other; and how many they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SourceWeights {
    weights: Vec<f64>,
    n_sources: f64,
}

impl SourceWeights {
    /// The weights of files, of which each is a source or not.
    pub fn of(is_source: impl Iterator<Item = bool>) -> Self {
        let weights: Vec<f64> = is_source.map(|it| f64::from(u8::from(it))).collect();
        let n_sources = weights.iter().sum::<f64>().max(1.0);
        Self { weights, n_sources }
    }
}

/// The scale of a score: its mean and its deviation over all sources.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Standard {
    mean: f64,
    deviation: f64,
}

impl Standard {
    /// The scale of the scores of all files.
    pub fn of(scores: &[f64], sources: &SourceWeights) -> Self {
        let mean = lanes::sum(scores, &sources.weights, |score| score) / sources.n_sources;
        let squares = lanes::sum(scores, &sources.weights, |score| (score - mean) * (score - mean));
        let deviation = (squares / sources.n_sources).sqrt();
        Self { mean, deviation: if deviation > 0.0 { deviation } else { 1.0 } }
    }

    /// The place of a score on the scale.
    pub fn score(&self, score: f64) -> f64 {
        (score - self.mean) / self.deviation
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::gate::spread;

    proptest! {
        /// The scale is the mean and the deviation of the sources alone.
        #[test]
        fn other_files_change_no_scale(rows in prop::collection::vec((0.0f64..9.0, any::<bool>()), 1..90)) {
            let scores: Vec<f64> = rows.iter().map(|row| row.0).collect();
            let scale = Standard::of(&scores, &SourceWeights::of(rows.iter().map(|row| row.1)));
            let (mean, deviation) = spread(&rows.iter().filter(|row| row.1).map(|row| row.0).collect::<Vec<f64>>());
            prop_assert!((scale.mean - mean).abs() < 1e-9);
            let is_near = (scale.deviation - deviation).abs() < 1e-9 || deviation < 1e-9;
            prop_assert!(is_near, "{scale:?} {deviation}");
        }
    }
}
