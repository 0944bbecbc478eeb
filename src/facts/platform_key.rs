//! The part that a definition plays where there is one of it for each platform, as it is stored.

use rustc_hash::FxHashMap;

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

    /// Whether there is one for each platform.
    pub fn is_some(self) -> bool {
        self.0 & Self::PART != 0
    }

    /// Whether it is for all of them.
    pub fn is_expected(self) -> bool {
        self.0 & Self::PART == PlatformPart::Expected as u32 + 1
    }

    /// Whether two are of one package, and take the same.
    pub fn takes_as(self, other: Self) -> bool {
        self.0 >> 2 == other.0 >> 2
    }
}

/// The keys of the declarations of a file that have any.
pub(super) fn platform_keys(observation: &Observation) -> FxHashMap<Decl, PlatformKey> {
    let package = observation.package.map_or("", |name| observation.name(name));
    let key = |name| PlatformPart::of_mark(name).map(|(part, signature)| PlatformKey::of(part, package, signature));
    observation.bindings.iter().filter_map(|it| Some((it.scope, key(observation.name(it.name))?))).collect()
}
