//! A snapshot as named sections of bytes, and back.

use super::exact::{Exact, Lazy};
use super::snapshot::{Counts, SNAPSHOT, Snapshot};
use crate::base::{Gap, Strings, Table};
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
        vec![
            ("calls", self.calls.to_bytes()),
            ("definitions", self.definitions.to_bytes()),
            ("depends", self.depends.to_bytes()),
            ("extends", self.extends.to_bytes()),
            ("files", self.files.to_bytes()),
            ("health", health),
            ("imports", self.imports.to_bytes()),
            ("locks", self.locks.to_bytes()),
            ("manifests", self.manifests.to_bytes()),
            ("modules", self.modules.to_bytes()),
            ("names", self.names.to_bytes()),
            ("overrides", self.overrides.to_bytes()),
            ("package_imports", self.package_imports.to_bytes()),
            ("packages", self.packages.to_bytes()),
            ("paths", self.paths.to_bytes()),
            ("refers", self.refers.to_bytes()),
            ("requires", self.requires.to_bytes()),
            ("rest", rest),
            ("tests", self.tests.to_bytes()),
            ("uses", self.uses.to_bytes()),
        ]
    }

    /// Reads the sections again; `None` where one is missing or not whole. What [`super::Exact`] holds is read by `exact`
    /// when it is asked for.
    pub fn from_sections(section: impl Fn(&str) -> Option<Vec<u8>>, exact: impl FnOnce() -> Lazy) -> Option<Self> {
        let (version, counts, gaps): (u32, Counts, Vec<Gap>) = postcard::from_bytes(&section("rest")?).ok()?;
        let health: Option<Health> = serde_json::from_slice(&section("health")?).ok()?;
        if version != SNAPSHOT {
            return None;
        }
        Some(Self {
            paths: Strings::from_bytes(&section("paths")?)?,
            packages: Strings::from_bytes(&section("packages")?)?,
            names: Strings::from_bytes(&section("names")?)?,
            files: Table::from_bytes(&section("files")?)?,
            definitions: Table::from_bytes(&section("definitions")?)?,
            imports: Table::from_bytes(&section("imports")?)?,
            package_imports: Table::from_bytes(&section("package_imports")?)?,
            uses: Table::from_bytes(&section("uses")?)?,
            modules: Table::from_bytes(&section("modules")?)?,
            refers: Table::from_bytes(&section("refers")?)?,
            calls: Table::from_bytes(&section("calls")?)?,
            extends: Table::from_bytes(&section("extends")?)?,
            overrides: Table::from_bytes(&section("overrides")?)?,
            exact: if health.is_some() { exact() } else { Lazy::default() },
            health,
            tests: Table::from_bytes(&section("tests")?)?,
            manifests: Table::from_bytes(&section("manifests")?)?,
            depends: Table::from_bytes(&section("depends")?)?,
            locks: Table::from_bytes(&section("locks")?)?,
            requires: Table::from_bytes(&section("requires")?)?,
            gaps,
            counts,
        })
    }
}
