//! The counters of one request, held to its limits.

use std::sync::atomic::{AtomicU64, Ordering};

use super::unit::{Amounts, Unit};

/// The counters of one request. What is refused is counted too.
#[derive(Debug)]
pub struct Meter {
    limits: Amounts,
    used: [AtomicU64; Unit::ALL.len()],
    refused: [AtomicU64; Unit::ALL.len()],
}

/// The work of one request: its limits, what it used, and what it was refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// The limits.
    pub limits: Amounts,
    /// The use; never more than the limits.
    pub used: Amounts,
    /// So much was there to be looked at, and was not. Where a walk ends between two distances, what lies farther off
    /// than the next is not counted.
    pub refused: Amounts,
}

impl Account {
    /// The sum of two accounts.
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            limits: self.limits.plus(&other.limits),
            used: self.used.plus(&other.used),
            refused: self.refused.plus(&other.refused),
        }
    }

    /// The first unit whose limit ended the work, with the amount that was refused.
    pub fn ended_by(&self) -> Option<(Unit, u64)> {
        Unit::ALL.iter().map(|unit| (*unit, self.refused.get(*unit))).find(|(_, refused)| *refused > 0)
    }
}

impl Meter {
    /// Counters with limits.
    pub fn new(limits: Amounts) -> Self {
        Self { limits, used: Default::default(), refused: Default::default() }
    }

    /// So much of a unit as is left, of what is wanted. The rest counts as refused.
    pub fn take(&self, unit: Unit, wanted: u64) -> u64 {
        let granted = wanted.min(self.left(unit));
        self.used[unit as usize].fetch_add(granted, Ordering::Relaxed);
        self.refuse(unit, wanted - granted);
        granted
    }

    /// As many of some things as are left of a unit; the rest counts as refused.
    pub fn take_of<T>(&self, unit: Unit, things: &mut Vec<T>) {
        let granted = self.take(unit, things.len() as u64);
        things.truncate(usize::try_from(granted).unwrap_or(usize::MAX));
    }

    /// Whether a file of so many bytes may be read; if so it is counted, else it is refused as a whole.
    pub fn read(&self, bytes: u64) -> bool {
        let (files, of_bytes) = (self.left(Unit::FilesRead) > 0, self.left(Unit::BytesRead) >= bytes);
        if files && of_bytes {
            self.take(Unit::FilesRead, 1);
            self.take(Unit::BytesRead, bytes);
        } else {
            self.refuse(Unit::FilesRead, 1);
            self.refuse(Unit::BytesRead, bytes);
        }
        files && of_bytes
    }

    /// Whether an amount that cannot be divided is left of a unit; if so it is counted, else it is refused as a whole.
    pub fn take_whole(&self, unit: Unit, amount: u64) -> bool {
        let is_left = self.left(unit) >= amount;
        if is_left {
            self.take(unit, amount);
        } else {
            self.refuse(unit, amount);
        }
        is_left
    }

    /// Counts what is there and is not looked at.
    pub fn refuse(&self, unit: Unit, amount: u64) {
        self.refused[unit as usize].fetch_add(amount, Ordering::Relaxed);
    }

    /// Whether there is a limit of a unit.
    pub fn is_bounded(&self, unit: Unit) -> bool {
        self.limits.get(unit) < u64::MAX
    }

    /// So much is left of a unit.
    pub fn left(&self, unit: Unit) -> u64 {
        self.limits.get(unit).saturating_sub(self.used[unit as usize].load(Ordering::Relaxed))
    }

    /// The account so far.
    pub fn account(&self) -> Account {
        let read = |counters: &[AtomicU64; Unit::ALL.len()]| {
            Amounts::of(|unit| counters[unit as usize].load(Ordering::Relaxed))
        };
        Account { limits: self.limits, used: read(&self.used), refused: read(&self.refused) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// X10: whatever is wanted, the use stays within the limits, and the rest is counted.
        #[test]
        fn the_use_stays_within_the_limits(limit in 0u64..50, wanted in prop::collection::vec((0usize..5, 0u64..30), 0..40)) {
            let meter = Meter::new(Amounts::of(|_| limit));
            let mut all = [0; 5];
            for (unit, amount) in wanted {
                all[unit] += amount;
                meter.take(Unit::ALL[unit], amount);
            }
            let account = meter.account();
            prop_assert!(account.used.is_within(&account.limits));
            for (unit, wanted) in Unit::ALL.iter().zip(all) {
                prop_assert_eq!(account.used.get(*unit) + account.refused.get(*unit), wanted);
            }
        }
    }

    #[test]
    fn a_file_is_read_as_a_whole_or_not() {
        let meter = Meter::new(Amounts { files_read: 2, bytes_read: 100, ..Amounts::default() });
        assert!(meter.read(60) && !meter.read(60) && meter.read(40) && !meter.read(0));
        let account = meter.account();
        assert_eq!((account.used.files_read, account.used.bytes_read), (2, 100));
        assert_eq!((account.refused.files_read, account.refused.bytes_read), (2, 60));
        assert_eq!(account.ended_by(), Some((Unit::FilesRead, 2)));
        assert!(
            !meter.take_whole(Unit::ParseUnits, 1)
                && Meter::new(Amounts::UNBOUNDED).take_whole(Unit::ParseUnits, u64::MAX)
        );
    }
}
