//! How long a run waits for the shared store: two seconds in all beyond what a slow line takes.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long is waited in all for what does not come, or comes too late.
const ALL: Duration = Duration::from_secs(2);
/// The usual time of a request on a slow line, and the bytes that such a line carries in a millisecond.
const USUAL: Duration = Duration::from_millis(250);
const BYTES_IN_A_MILLISECOND: u64 = 8 * 1024;
/// The least that a request costs that failed: a store that answers each with an error is left out soon.
const FAILURE: Duration = Duration::from_millis(100);

/// The patience of a run with the shared store.
#[derive(Debug, Default)]
pub struct Patience {
    lost: Mutex<Duration>,
}

impl Patience {
    /// How long may still be waited.
    pub fn left(&self) -> Duration {
        ALL.saturating_sub(*self.lost.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Charges a request that was answered: what it took beyond the usual time.
    pub fn answered(&self, waited: Duration, n_bytes: usize) {
        let of_bytes = Duration::from_millis(n_bytes as u64 / BYTES_IN_A_MILLISECOND);
        self.charge(waited.saturating_sub(USUAL + of_bytes));
    }

    /// Charges a request that failed.
    pub fn failed(&self, waited: Duration) {
        self.charge(waited.max(FAILURE));
    }

    /// Charges a time.
    pub fn charge(&self, lost: Duration) {
        *self.lost.lock().unwrap_or_else(PoisonError::into_inner) += lost;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quick_costs_nothing_and_all_else_two_seconds() {
        let patience = Patience::default();
        (0..1000).for_each(|_| patience.answered(Duration::from_millis(200), 10));
        patience.answered(Duration::from_secs(3), 32 << 20);
        assert_eq!(patience.left(), ALL);
        (0..10).for_each(|_| patience.failed(Duration::ZERO));
        assert_eq!(patience.left(), Duration::from_secs(1));
        patience.answered(Duration::from_millis(1250), 0);
        assert_eq!(patience.left(), Duration::ZERO);
    }
}
