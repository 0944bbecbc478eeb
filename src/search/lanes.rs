//! Folds over long lists of scores, in lanes side by side: one that waits for its own last step alone takes four times as long. The
//! lanes are part of the result, so that every run computes the same bits.

const LANES: usize = 4;

/// The sum of what each score is worth times its weight.
pub(super) fn sum(scores: &[f64], weights: &[f64], worth: impl Fn(f64) -> f64) -> f64 {
    fold(scores, weights, 0.0, |sum, score, weight| sum + weight * worth(score)).into_iter().sum()
}

/// The greatest worth of two lists of scores, place by place; at least the smallest number above nothing.
pub(super) fn greatest(scores: &[f64], others: &[f64], worth: impl Fn(f64, f64) -> f64) -> f64 {
    let greater = |most: f64, score: f64| if score > most { score } else { most };
    let lanes = fold(scores, others, f64::MIN_POSITIVE, |most, score, other| greater(most, worth(score, other)));
    lanes.into_iter().fold(f64::MIN_POSITIVE, greater)
}

fn fold(scores: &[f64], others: &[f64], first: f64, step: impl Fn(f64, f64, f64) -> f64) -> [f64; LANES] {
    let (rows, rest) = scores.as_chunks::<LANES>();
    let (other_rows, other_rest) = others.as_chunks::<LANES>();
    let mut lanes = [first; LANES];
    for (row, others) in rows.iter().zip(other_rows) {
        let ([a, b, c, d], [w, x, y, z]) = (*row, *others);
        lanes = [step(lanes[0], a, w), step(lanes[1], b, x), step(lanes[2], c, y), step(lanes[3], d, z)];
    }
    for (lane, (score, other)) in lanes.iter_mut().zip(rest.iter().zip(other_rest)) {
        *lane = step(*lane, *score, *other);
    }
    lanes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        /// The lanes hold every place once.
        #[test]
        fn a_fold_sees_every_place(rows in prop::collection::vec((0u8..9, 0u8..9), 0..40)) {
            let (scores, others): (Vec<f64>, Vec<f64>) = rows.iter().map(|(a, b)| (f64::from(*a), f64::from(*b))).unzip();
            let naive: f64 = rows.iter().map(|(a, b)| f64::from(*b) * f64::from(*a + 1)).sum();
            prop_assert_eq!(super::sum(&scores, &others, |score| score + 1.0), naive);
            let most = rows.iter().map(|(a, b)| f64::from(a + b)).fold(f64::MIN_POSITIVE, f64::max);
            prop_assert_eq!(super::greatest(&scores, &others, |score, other| score + other), most);
        }
    }
}
