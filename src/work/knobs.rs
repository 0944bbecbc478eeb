//! Stated limits: by the manifest, a configuration file, the environment or the command line, in this order of rising
//! precedence (S4.21).

use serde::{Deserialize, Serialize};

use super::meter::Account;
use super::price::{UNITS_PER_MS, WorkProfile, seed};
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

    /// The stated limits as options of the command line, with their values.
    pub fn flags(&self) -> Vec<(String, String)> {
        let profile = self.profile.map(|profile| ("--budget-profile".to_owned(), profile.name().to_owned()));
        let limits = Unit::ALL.iter().filter_map(|unit| {
            let amount = self.limits[*unit as usize]?;
            Some((format!("--{}", Self::key(*unit).replace('_', "-")), Self::stated(*unit, amount).to_string()))
        });
        profile.into_iter().chain(limits).collect()
    }

    /// The least that must be stated beside these knobs so that a request may use what it was refused: the smallest
    /// profile under which every limit is as high as was needed, with the limits that no profile raises.
    pub fn enough(&self, account: &Account) -> Self {
        let from = WorkProfile::ALL.iter().copied().filter(|profile| *profile >= self.profile());
        from.filter_map(|profile| self.enough_in(profile, account)).next().unwrap_or_default()
    }

    fn enough_in(&self, profile: WorkProfile, account: &Account) -> Option<Self> {
        let (own, most) = (seed(self.profile()), seed(profile));
        let is_other = profile != self.profile();
        let mut knobs = Self::of(is_other.then_some(profile));
        for unit in Unit::ALL.iter().copied().filter(|unit| account.refused.get(*unit) > 0) {
            let needed = account.limits.get(unit).saturating_add(account.refused.get(unit));
            // The formula scales the seeds of all profiles by the same factor.
            let scaled =
                u128::from(most.get(unit)) * u128::from(account.limits.get(unit)) / u128::from(own.get(unit).max(1));
            let is_raised = is_other && self.limits[unit as usize].is_none() && scaled >= u128::from(needed);
            if is_raised && account.limits.get(unit) <= own.get(unit) {
                continue;
            }
            if needed > most.get(unit) && profile != WorkProfile::Deep {
                return None;
            }
            knobs.limits[unit as usize] = Some(needed);
        }
        Some(knobs)
    }

    /// Whether somebody stated the limit of a unit.
    pub fn states(&self, unit: Unit) -> bool {
        self.limits[unit as usize].is_some()
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

    /// S4.14: the way on is the smallest profile that has enough; a stated limit is stated anew.
    #[test]
    fn the_smallest_profile_that_has_enough_is_the_way_on() {
        let refused = |nodes| Account {
            limits: Amounts { graph_nodes: 800, ..Amounts::default() },
            refused: Amounts { graph_nodes: nodes, ..Amounts::default() },
            ..Account::default()
        };
        let way = |knobs: &Knobs, account: &Account| {
            let flags = knobs.enough(account).flags().into_iter().map(|(flag, value)| format!("{flag} {value}"));
            flags.collect::<Vec<_>>().join(" ")
        };
        let none = Knobs::default();
        assert_eq!(way(&none, &refused(1_200)), "--budget-profile balanced");
        assert_eq!(way(&none, &refused(1_201)), "--budget-profile deep");
        assert_eq!(way(&none, &refused(20_000)), "--budget-profile deep --max-graph-nodes 20800");
        let stated = none.with(Unit::GraphNodes, Some(5));
        let five = Account { limits: Amounts { graph_nodes: 5, ..Amounts::default() }, ..refused(55) };
        assert_eq!(way(&stated, &five), "--max-graph-nodes 60");
        let deep = Knobs::of(Some(WorkProfile::Deep));
        let all = Account { limits: Amounts { graph_nodes: 8_000, ..Amounts::default() }, ..refused(1) };
        assert_eq!(way(&deep, &all), "--max-graph-nodes 8001");
    }

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
