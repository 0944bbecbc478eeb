//! Sites as they are kept: each as the step from the one before, so that most numbers take one byte.

use serde::{Deserialize, Serialize};

use super::site::Site;
use crate::base::Position;
use crate::language::sites::SiteKind;

/// The names of one content, in the order of the text; no two overlap. Some three bytes each where they are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<PackStep>", into = "Vec<PackStep>")]
pub struct Sites(pub(super) Vec<Site>);

impl Sites {
    /// All of them.
    pub fn as_slice(&self) -> &[Site] {
        &self.0
    }

    /// The name that starts at a place.
    pub fn at(&self, place: Position) -> Option<&Site> {
        let found = self.0.binary_search_by_key(&place, |site| site.at).ok()?;
        self.0.get(found)
    }

    /// The name that a range of one line means: the one that starts with it, else the first one in it. Some indexers
    /// take `.b` for the name where others take `b`.
    pub fn within(&self, place: Position, length: u32) -> Option<&Site> {
        let first = self.0.partition_point(|site| site.at < place);
        let end = place.column.saturating_add(length);
        let site = self.0.get(first)?;
        (site.at.line == place.line && site.at.column < end).then_some(site)
    }
}

/// How far a site is from the one before.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct PackStep {
    /// Lines further.
    lines: u32,
    /// Columns further on the same line; on another one, the column.
    columns: u32,
    /// The length, whether it is a type parameter, and the kind in one number.
    what: u64,
}

const N_KINDS: u64 = SiteKind::ALL.len() as u64;

impl From<Sites> for Vec<PackStep> {
    fn from(Sites(sites): Sites) -> Self {
        let mut before = Position { line: 1, column: 0 };
        let step = |site: Site| {
            let lines = site.at.line.saturating_sub(before.line);
            let base = if lines == 0 { before.column } else { 0 };
            before = site.at;
            let length = u64::from(site.length) * 2 + u64::from(site.is_parameter);
            let what = length * N_KINDS + site.kind as u64;
            PackStep { lines, columns: site.at.column.saturating_sub(base), what }
        };
        sites.into_iter().map(step).collect()
    }
}

impl From<Vec<PackStep>> for Sites {
    /// Damaged bytes give wrong sites, never a panic.
    fn from(steps: Vec<PackStep>) -> Self {
        let mut at = Position { line: 1, column: 0 };
        let site = |step: PackStep| {
            let base = if step.lines == 0 { at.column } else { 0 };
            at = Position { line: at.line.saturating_add(step.lines), column: base.saturating_add(step.columns) };
            let kind = SiteKind::ALL[usize::try_from(step.what % N_KINDS).unwrap_or_default()];
            let length = step.what / N_KINDS;
            Site { at, length: u32::try_from(length / 2).unwrap_or(u32::MAX), kind, is_parameter: length % 2 == 1 }
        };
        Self(steps.into_iter().map(site).collect())
    }
}
