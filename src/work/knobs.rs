//! Stated limits: by the manifest, a configuration file, the environment or the command line, in this order of rising
//! precedence (S4.21).

use serde::{Deserialize, Serialize};

use super::price::{UNITS_PER_MS, WorkProfile};
use super::unit::{Amounts, Unit};

/// Stated limits; what is not stated follows from the request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knobs {
    /// The profile.
    pub profile: Option<WorkProfile>,
    /// A limit for each unit, in its unit.
    limits: [Option<u64>; Unit::ALL.len()],
}

/// Limits as a manifest or a configuration file has them; parsing is in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenLimits {
    /// The word of the profile.
    pub profile: Option<String>,
    /// The limit of [`Unit::Candidates`].
    pub max_candidates: Option<u64>,
    /// The limit of [`Unit::FilesRead`].
    pub max_files_read: Option<u64>,
    /// The limit of [`Unit::BytesRead`].
    pub max_bytes_read: Option<u64>,
    /// The limit of [`Unit::ParseUnits`].
    pub max_parse_ms: Option<u64>,
    /// The limit of [`Unit::GraphNodes`].
    pub max_graph_nodes: Option<u64>,
}

impl WrittenLimits {
    /// The limits that are stated; the word of the profile where there is no profile of that name.
    pub fn knobs(&self) -> Result<Knobs, &str> {
        let profile = self.profile.as_deref().map(|word| WorkProfile::named(word).ok_or(word)).transpose()?;
        Ok(Unit::ALL.iter().copied().fold(Knobs::of(profile), |knobs, unit| knobs.with(unit, self.of(unit))))
    }

    fn of(&self, unit: Unit) -> Option<u64> {
        match unit {
            Unit::Candidates => self.max_candidates,
            Unit::FilesRead => self.max_files_read,
            Unit::BytesRead => self.max_bytes_read,
            Unit::ParseUnits => self.max_parse_ms,
            Unit::GraphNodes => self.max_graph_nodes,
        }
    }
}

/// A stated limit that was lowered to that of the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Clamp {
    /// The unit.
    pub unit: Unit,
    /// As it was stated.
    pub stated: u64,
    /// As it holds.
    pub held: u64,
}

impl Knobs {
    /// A profile, and nothing else stated.
    pub fn of(profile: Option<WorkProfile>) -> Self {
        Self { profile, ..Self::default() }
    }

    /// The key of a unit in manifests and configuration files: `max_parse_ms` is in milliseconds.
    pub fn key(unit: Unit) -> &'static str {
        match unit {
            Unit::Candidates => "max_candidates",
            Unit::FilesRead => "max_files_read",
            Unit::BytesRead => "max_bytes_read",
            Unit::ParseUnits => "max_parse_ms",
            Unit::GraphNodes => "max_graph_nodes",
        }
    }

    /// An amount as the key of its unit states it: parsing in whole milliseconds, rounded up.
    pub fn stated(unit: Unit, amount: u64) -> u64 {
        if unit == Unit::ParseUnits { amount.div_ceil(UNITS_PER_MS) } else { amount }
    }

    /// The same, with a limit as its key has it.
    #[must_use]
    pub fn with(mut self, unit: Unit, stated: Option<u64>) -> Self {
        let scale = if unit == Unit::ParseUnits { UNITS_PER_MS } else { 1 };
        self.limits[unit as usize] = stated.map(|it| it.saturating_mul(scale)).or(self.limits[unit as usize]);
        self
    }

    /// These, under others of higher precedence.
    #[must_use]
    pub fn under(self, above: &Self) -> Self {
        let mut limits = self.limits;
        limits.iter_mut().zip(above.limits).for_each(|(own, above)| *own = above.or(*own));
        Self { profile: above.profile.or(self.profile), limits }
    }

    /// The profile that holds.
    pub fn profile(&self) -> WorkProfile {
        self.profile.unwrap_or_default()
    }

    /// The limits that hold: the stated ones in place of the adaptive ones, held to the seed of the profile unless that
    /// is the deepest.
    pub(super) fn applied(&self, adaptive: &Amounts, seed: &Amounts) -> (Amounts, Vec<Clamp>) {
        let most = |unit| if self.profile() == WorkProfile::Deep { u64::MAX } else { seed.get(unit) };
        let held = Amounts::of(|unit| match self.limits[unit as usize] {
            Some(stated) => stated.min(most(unit)),
            None => adaptive.get(unit),
        });
        let lowered = Unit::ALL.iter().filter_map(|unit| {
            let stated = self.limits[*unit as usize]?;
            (stated > held.get(*unit)).then(|| Clamp { unit: *unit, stated, held: held.get(*unit) })
        });
        (held, lowered.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S4.21: the later statement holds, and a limit above the profile's is lowered, but for the deepest.
    #[test]
    fn the_higher_knob_holds_and_is_clamped() {
        let manifest = Knobs::default().with(Unit::FilesRead, Some(10)).with(Unit::ParseUnits, Some(2));
        let flags =
            Knobs { profile: Some(WorkProfile::Balanced), ..Knobs::default() }.with(Unit::FilesRead, Some(9_999));
        let seed = Amounts::of(|_| 5_000);
        let (held, lowered) = manifest.under(&flags).applied(&Amounts::of(|_| 70), &seed);
        assert_eq!((held.files_read, held.parse_units, held.candidates), (5_000, 2_000, 70));
        assert_eq!(lowered, [Clamp { unit: Unit::FilesRead, stated: 9_999, held: 5_000 }]);
        let deep = Knobs { profile: Some(WorkProfile::Deep), ..Knobs::default() };
        let (held, lowered) = flags.under(&deep).applied(&Amounts::default(), &seed);
        assert_eq!((held.files_read, lowered.len()), (9_999, 0));
    }
}
