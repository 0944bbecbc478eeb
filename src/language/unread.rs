//! The files that an edit does not read, though they are of a family of which it reads others: packages that no name leads to.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use cg_rules::FileId;

/// Where the unit of a file is none: it is read whenever its family is.
pub const NO_UNIT: u32 = 0;

/// The files that are not read, and the units of those that somebody has looked for.
#[derive(Debug, Default)]
pub struct UnreadFiles {
    /// The unit of each file that is not read; [`NO_UNIT`] for all others.
    units: Vec<u32>,
    /// Whether somebody has looked for a file of a unit.
    is_wanted: Vec<AtomicBool>,
    /// Whether a look counts.
    is_noting: AtomicBool,
}

impl UnreadFiles {
    /// Files by the units of those that are not read.
    pub fn of(units: Vec<u32>) -> Self {
        let n_units = units.iter().max().map_or(0, |last| *last as usize + 1);
        let is_wanted = (0..n_units).map(|_| AtomicBool::new(false)).collect();
        Self { units, is_wanted, is_noting: AtomicBool::new(false) }
    }

    /// Whether a file is not read.
    pub fn holds(&self, file: FileId) -> bool {
        self.unit(file) != NO_UNIT
    }

    /// The unit of a file that is not read.
    pub fn unit(&self, file: FileId) -> u32 {
        self.units.get(file.0 as usize).copied().unwrap_or(NO_UNIT)
    }

    /// Lets looks count, or not: what is done for all files alike says nothing of what an edit needs.
    pub fn note(&self, is_noting: bool) {
        self.is_noting.store(is_noting, Ordering::Relaxed);
    }

    /// Whether a look counts.
    pub fn is_noting(&self) -> bool {
        self.is_noting.load(Ordering::Relaxed)
    }

    /// Notes a look at a file.
    #[inline]
    pub fn look(&self, file: FileId) {
        let unit = self.unit(file);
        if unit != NO_UNIT && self.is_noting() {
            self.want_unit(unit);
        }
    }

    /// Notes that a file is needed, whatever is done.
    pub fn want(&self, file: FileId) {
        self.want_unit(self.unit(file));
    }

    /// Notes that a unit is needed.
    pub fn want_unit(&self, unit: u32) {
        if let Some(place) = self.is_wanted.get(unit as usize).filter(|_| unit != NO_UNIT) {
            place.store(true, Ordering::Relaxed);
        }
    }

    /// The units that are needed.
    pub fn wanted(&self) -> BTreeSet<u32> {
        let units = (0u32..).zip(&self.is_wanted);
        units.filter(|(_, is_wanted)| is_wanted.load(Ordering::Relaxed)).map(|(unit, _)| unit).collect()
    }
}
