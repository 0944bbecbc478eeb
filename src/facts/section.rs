//! A snapshot as named sections of bytes, and back.

use super::exact::{Exact, Lazy};
use super::snapshot::{Counts, SNAPSHOT, Snapshot, TABLES};
use crate::base::Gap;
use crate::scip::Health;

impl Snapshot {
    /// The sections that hold the snapshot, those of [`super::Exact`] included where there is an index.
    pub fn to_sections(&self) -> Vec<(&'static str, Vec<u8>)> {
        let exact = self.exact.get().map(Exact::to_sections).unwrap_or_default();
        self.own_sections().into_iter().chain(exact).collect()
    }

    fn own_sections(&self) -> Vec<(&'static str, Vec<u8>)> {
        let rest = postcard::to_stdvec(&(SNAPSHOT, self.counts, &self.gaps)).unwrap_or_default();
        // Health is what the bundle prints: its form names its kinds, which a form without names cannot read again.
        let health = serde_json::to_vec(&self.health).unwrap_or_default();
        let mut sections = vec![("health", health), ("rest", rest)];
        sections.extend(TABLES.iter().map(|(name, table, _)| (*name, table(self).to_bytes())));
        sections.sort_unstable_by_key(|(name, _)| *name);
        sections
    }

    /// Reads the sections again; `None` where one is missing or not whole. What [`super::Exact`] holds is read by `exact`
    /// at first use.
    pub fn from_sections(section: impl Fn(&str) -> Option<Vec<u8>>, exact: impl FnOnce() -> Lazy) -> Option<Self> {
        let (version, counts, gaps): (u32, Counts, Vec<Gap>) = postcard::from_bytes(&section("rest")?).ok()?;
        let health: Option<Health> = serde_json::from_slice(&section("health")?).ok()?;
        if version != SNAPSHOT {
            return None;
        }
        let exact = if health.is_some() { exact() } else { Lazy::default() };
        let mut snapshot = Self { exact, health, gaps, counts, ..Self::default() };
        for (name, _, table) in TABLES {
            table(&mut snapshot).read(&section(name)?)?;
        }
        Some(snapshot)
    }
}
