//! A snapshot as named sections of bytes, and back.

use std::fmt;
use std::sync::Arc;

use super::column::TableRow;
use super::exact::{Exact, Lazy};
use super::section::{LaterSections, NamedSections, SectionSource};
use super::sizes::RelationSizes;
use super::snapshot::{SNAPSHOT, Snapshot};
use super::tables::{TABLES, Tables};
use crate::base::Gap;
use crate::resolve::Counts;
use crate::scip::Health;

impl Snapshot {
    /// The sections that hold the snapshot, those of [`Exact`] included where there is an index.
    pub fn to_sections(&self) -> NamedSections {
        self.sections().into_iter().map(|(name, bytes)| (name, bytes())).collect()
    }

    /// The same, each made when it is wanted.
    pub fn sections(&self) -> LaterSections<'_> {
        let exact = self.exact.get().map(Exact::to_sections).unwrap_or_default();
        let rest = || postcard::to_stdvec(&(SNAPSHOT, self.counts, &self.sizes, &self.gaps)).unwrap_or_default();
        // Health is what the bundle prints: its form names its kinds, which a form without names cannot read again.
        let health = || serde_json::to_vec(&self.health).unwrap_or_default();
        let mut sections: LaterSections<'_> = vec![("health", Box::new(health)), ("rest", Box::new(rest))];
        let tables = || TABLES.iter().map(|row| (row.section, (row.part)(&self.tables)));
        sections.extend(tables().map(|(name, part)| (name, Box::new(|| part.to_bytes()) as Box<dyn Fn() -> Vec<u8>>)));
        sections.sort_unstable_by_key(|(name, _)| *name);
        for (name, bytes) in exact {
            sections.push((name, Box::new(move || bytes.clone())));
        }
        sections
    }

    /// Reads what is no table; `None` where that is missing, not whole, or of another version. The tables are still
    /// empty: see [`Self::defer`].
    pub fn head(section: impl Fn(&str) -> Option<Vec<u8>>) -> Option<Self> {
        let (version, counts, sizes, gaps): (u32, Counts, RelationSizes, Vec<Gap>) =
            postcard::from_bytes(&section("rest")?).ok()?;
        let health: Option<Health> = serde_json::from_slice(&section("health")?).ok()?;
        (version == SNAPSHOT).then(|| Self { health, gaps, counts, sizes, ..Self::default() })
    }

    /// Has each table, and what [`Exact`] holds, read from a source at its first use.
    pub fn defer(mut self, source: SectionSource) -> Self {
        let source = Arc::new(source);
        for row in TABLES {
            (row.part_mut)(&mut self.tables).defer(row.section, &source);
        }
        if self.health.is_some() {
            let source = source.clone();
            let section = move |name: &str| source.section(name, |bytes| Some(bytes.to_vec()));
            self.exact = Lazy::later(move || Exact::from_sections(&section));
        }
        self.source = Some(source);
        self
    }

    /// The names of the tables that have been read so far.
    pub fn read_sections(&self) -> Vec<&'static str> {
        TABLES.iter().filter(|row| (row.part)(&self.tables).is_read()).map(|row| row.section).collect()
    }

    /// The source of the tables that are not read yet; `None` where all are there.
    pub fn source(&self) -> Option<&Arc<SectionSource>> {
        self.source.as_ref()
    }
}

impl PartialEq for Snapshot {
    fn eq(&self, other: &Self) -> bool {
        let bytes = |it: &Self, row: &TableRow<Tables>| (row.part)(&it.tables).to_bytes();
        // How the facts were linked is kept beside them, and is none.
        let is_fact = |row: &&TableRow<Tables>| row.section != "linked";
        let tables = || TABLES.iter().filter(is_fact).all(|row| bytes(self, row) == bytes(other, row));
        let (head, other_head) = ((self.counts, &self.gaps, &self.health), (other.counts, &other.gaps, &other.health));
        head == other_head && tables() && self.exact == other.exact
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Snapshot").field("counts", &self.counts).field("read", &self.read_sections()).finish()
    }
}
