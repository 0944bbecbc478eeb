//! Definitions that are made once for each platform, and those that are one thing with them.

use cg_rules::DefId;
use rustc_hash::FxHashMap;

use super::relation::Definition;
use super::snapshot::Snapshot;
use crate::language::{Decl, Observation, PlatformPart};

/// The part of a definition where there is one for each platform, its package, and what it takes: nothing where there is but one of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlatformKey(pub u32);

impl PlatformKey {
    const PART: u32 = 3;
    /// As many bits as stay beside another.
    const MOST: u32 = 1 << 29;

    /// The key of a part, from the package and what is taken.
    fn of(part: PlatformPart, package: &str, signature: &str) -> Self {
        let bytes = package.bytes().chain([b':']).chain(signature.bytes());
        let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        Self((hash % Self::MOST) << 2 | (part as u32 + 1))
    }

    fn is_some(self) -> bool {
        self.0 & Self::PART != 0
    }

    fn is_expected(self) -> bool {
        self.0 & Self::PART == PlatformPart::Expected as u32 + 1
    }

    /// Whether two are of one package, and take the same.
    fn takes_as(self, other: Self) -> bool {
        self.0 >> 2 == other.0 >> 2
    }
}

/// The keys of the declarations of a file that have any.
pub(super) fn platform_keys(observation: &Observation) -> FxHashMap<Decl, PlatformKey> {
    let package = observation.package.map_or("", |name| observation.name(name));
    let key = |name| PlatformPart::of_mark(name).map(|(part, signature)| PlatformKey::of(part, package, signature));
    observation.bindings.iter().filter_map(|it| Some((it.scope, key(observation.name(it.name))?))).collect()
}

impl Snapshot {
    /// Those of some definitions of one name that are one thing with a definition, each for a platform of its own; where one is for all
    /// platforms.
    pub fn of_other_platforms(&self, of: DefId, others: &[DefId]) -> Vec<DefId> {
        let Some(own) = self.definition(of).filter(|row| row.platform.is_some()) else { return Vec::new() };
        let name = self.qualified_name(of);
        let is_one = |other: &DefId, row: &Definition| {
            row.platform.is_some() && row.platform.takes_as(own.platform) && self.qualified_name(*other) == name
        };
        let rows = others.iter().filter_map(|def| Some((*def, self.definition(*def)?)));
        let all: Vec<(DefId, Definition)> = rows.filter(|(def, row)| is_one(def, row)).collect();
        let n_expected = all.iter().filter(|(_, row)| row.platform.is_expected()).count();
        // Of several modules nothing says which one has which.
        if n_expected != 1 {
            return Vec::new();
        }
        all.into_iter().map(|(def, _)| def).filter(|def| *def != of).collect()
    }
}
