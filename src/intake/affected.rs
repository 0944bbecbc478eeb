//! Advisories: the affected versions of packages, and their affected symbols.

use std::cmp::Ordering;

use crate::package::name::key;
use crate::package::{Ecosystem, alternatives, below, compare, exact, least};

/// An advisory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advisory {
    /// Its name.
    pub id: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Its first line.
    pub summary: String,
    /// Whether it was withdrawn.
    pub is_withdrawn: bool,
    /// The packages.
    pub affected: Vec<AffectedPackage>,
}

/// A package that an advisory affects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffectedPackage {
    /// The ecosystem, where it is one that is known here.
    pub ecosystem: Option<Ecosystem>,
    /// The name of the package.
    pub name: String,
    /// The modules that are affected; without a statement the package by its name.
    pub modules: Vec<String>,
    /// The symbols that are affected, so far as any are named.
    pub symbols: Vec<String>,
    /// The versions by name.
    pub(super) versions: Vec<String>,
    /// The ranges, each as its events in the order of the text.
    pub(super) ranges: Vec<Vec<VersionEvent>>,
}

/// An end of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum VersionEvent {
    /// From this version on; 0 is from the first.
    Introduced(String),
    /// Up to this version, which is affected no more.
    Fixed(String),
    /// Up to this version, which is affected as well.
    Last(String),
}

/// Whether a dependency is affected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Affected {
    /// Its version is affected.
    Yes,
    /// Its version is not known, or it is not known whether it is affected.
    Unknown,
    /// Its version is not affected, or each that its requirement allows.
    No,
}

impl Affected {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Yes => "affected",
            Self::Unknown => "unknown",
            Self::No => "not-affected",
        }
    }
}

impl AffectedPackage {
    /// Takes in what another statement about the same package has.
    pub(super) fn join(&mut self, other: Self) {
        let add = |to: &mut Vec<String>, from: Vec<String>| {
            for it in from {
                if !to.contains(&it) {
                    to.push(it);
                }
            }
        };
        add(&mut self.modules, other.modules);
        add(&mut self.symbols, other.symbols);
        add(&mut self.versions, other.versions);
        self.ranges.extend(other.ranges);
    }

    /// The package URL, without a version, where the ecosystem is known.
    pub fn url(&self) -> Option<String> {
        self.ecosystem.map(|ecosystem| key(ecosystem, &self.name))
    }

    /// The ranges for a reader: `>=1.0 <1.4`.
    pub fn said(&self) -> String {
        let range = |events: &Vec<VersionEvent>| {
            let mut said = String::new();
            let ordered = self.ecosystem.and_then(|ecosystem| in_order(ecosystem, events));
            for event in ordered.unwrap_or_else(|| events.iter().collect()) {
                let (part, begins) = match event {
                    VersionEvent::Introduced(version) if version == "0" => continue,
                    VersionEvent::Introduced(version) => (format!(">={version}"), true),
                    VersionEvent::Fixed(version) => (format!("<{version}"), false),
                    VersionEvent::Last(version) => (format!("<={version}"), false),
                };
                let between = if begins { " or " } else { " " };
                said += if said.is_empty() { "" } else { between };
                said += &part;
            }
            if said.is_empty() { "every version".to_owned() } else { said }
        };
        let ranges: Vec<String> = self.ranges.iter().map(range).collect();
        match (ranges.is_empty(), self.versions.as_slice()) {
            (false, _) => ranges.join(" or "),
            (true, []) => "no version is stated".to_owned(),
            (true, [only]) => only.clone(),
            (true, [first, .., last]) => format!("{} versions from {first} to {last}", self.versions.len()),
        }
    }

    /// Whether a version is affected.
    pub fn is_affected(&self, version: &str) -> Affected {
        let Some(ecosystem) = self.ecosystem else { return Affected::Unknown };
        let is_listed = |listed: &String| compare(ecosystem, listed, version) == Some(Ordering::Equal);
        if self.versions.iter().any(|listed| listed == version || is_listed(listed)) {
            return Affected::Yes;
        }
        let found: Vec<Option<bool>> = self.ranges.iter().map(|range| within(ecosystem, range, version)).collect();
        // Beside a list alone, a version that cannot be compared may be another spelling of one of it.
        let is_strange = || self.versions.iter().any(|listed| compare(ecosystem, listed, version).is_none());
        match (found.contains(&Some(true)), found.contains(&None)) {
            (true, _) => Affected::Yes,
            (false, true) => Affected::Unknown,
            (false, false) if self.ranges.is_empty() && (self.versions.is_empty() || is_strange()) => Affected::Unknown,
            (false, false) => Affected::No,
        }
    }

    /// Whether a dependency of which no version is locked is affected, by its requirement: every version that it allows may be, or
    /// none.
    pub fn is_affected_by(&self, requirement: &str) -> Affected {
        let Some(ecosystem) = self.ecosystem else { return Affected::Unknown };
        let mut found =
            alternatives(ecosystem, requirement).into_iter().map(|part| self.is_affected_in(ecosystem, part));
        let first = found.next().unwrap_or(Affected::Unknown);
        if found.all(|other| other == first) { first } else { Affected::Unknown }
    }

    /// Whether a dependency of which no version is locked is affected, by one alternative of its requirement.
    fn is_affected_in(&self, ecosystem: Ecosystem, requirement: &str) -> Affected {
        if let Some(version) = exact(ecosystem, requirement) {
            return self.is_affected(version);
        }
        if self.is_affected_throughout(ecosystem, requirement) {
            return Affected::Yes;
        }
        // Every range ends below the least version that may be had, or begins where none may be had any more.
        let (least, below) = (least(ecosystem, requirement), below(ecosystem, requirement));
        let is_after = |end: &str| least.and_then(|least| compare(ecosystem, end, least));
        let is_before = |start: &str| below.as_deref().and_then(|below| compare(ecosystem, below, start));
        let ends_before = |event: &VersionEvent| match event {
            VersionEvent::Fixed(end) => is_after(end).is_some_and(Ordering::is_le),
            VersionEvent::Last(end) => is_after(end).is_some_and(Ordering::is_lt),
            VersionEvent::Introduced(_) => false,
        };
        let begins_behind = |event: &VersionEvent| match event {
            VersionEvent::Introduced(start) => start != "0" && is_before(start).is_some_and(Ordering::is_le),
            VersionEvent::Fixed(_) | VersionEvent::Last(_) => true,
        };
        let is_apart = |range: &Vec<VersionEvent>| {
            let events = in_order(ecosystem, range).unwrap_or_default();
            let parts = events.split_inclusive(|event| !matches!(event, VersionEvent::Introduced(_)));
            let is_apart = |part: &[&VersionEvent]| {
                part.last().is_some_and(|last| ends_before(last))
                    || part.first().is_some_and(|first| begins_behind(first))
            };
            !events.is_empty() && parts.into_iter().all(is_apart)
        };
        let is_other = |version: &String| {
            is_after(version).is_some_and(Ordering::is_lt) || is_before(version).is_some_and(Ordering::is_le)
        };
        let is_bounded =
            !self.ranges.is_empty() && self.ranges.iter().all(is_apart) && self.versions.iter().all(is_other);
        if is_bounded { Affected::No } else { Affected::Unknown }
    }

    /// Whether one range begins no later than the least version that a requirement allows, and ends no sooner than the last.
    fn is_affected_throughout(&self, ecosystem: Ecosystem, requirement: &str) -> bool {
        // A package from a place of its own is none of the registry's versions.
        if requirement.contains([':', '/']) {
            return false;
        }
        let (least, below) = (least(ecosystem, requirement), below(ecosystem, requirement));
        let begins = |start: &str| {
            start == "0" || least.and_then(|least| compare(ecosystem, start, least)).is_some_and(Ordering::is_le)
        };
        let ends =
            |end: &str| below.as_deref().and_then(|below| compare(ecosystem, below, end)).is_some_and(Ordering::is_le);
        let is_throughout = |part: &[&VersionEvent]| match part {
            [VersionEvent::Introduced(start)] => begins(start),
            [VersionEvent::Introduced(start), VersionEvent::Fixed(end) | VersionEvent::Last(end)] => {
                begins(start) && ends(end)
            }
            _ => false,
        };
        self.ranges.iter().any(|range| {
            let events = in_order(ecosystem, range).unwrap_or_default();
            let is_end = |event: &&VersionEvent| !matches!(event, VersionEvent::Introduced(_));
            events.split_inclusive(is_end).any(is_throughout)
        })
    }
}

/// The most events of a range that are put in order.
const MOST_EVENTS: usize = 256;

/// The version of an event.
fn version_of(event: &VersionEvent) -> &str {
    let (VersionEvent::Introduced(at) | VersionEvent::Fixed(at) | VersionEvent::Last(at)) = event;
    at
}

/// The events of a range by their versions, as a text may have them in any order; `None` where two cannot be compared, or where
/// they are too many.
fn in_order(ecosystem: Ecosystem, range: &[VersionEvent]) -> Option<Vec<&VersionEvent>> {
    if range.len() > MOST_EVENTS {
        return None;
    }
    let mut events: Vec<&VersionEvent> = Vec::new();
    for event in range {
        let at = version_of(event);
        let is_first = at == "0" && matches!(event, VersionEvent::Introduced(_));
        let mut place = 0;
        for other in events.iter().map(|other| version_of(other)) {
            place += usize::from(!is_first && (other == "0" || compare(ecosystem, other, at)?.is_le()));
        }
        events.insert(place, event);
    }
    Some(events)
}

/// Whether a version is in a range; `None` where it cannot be compared.
fn within(ecosystem: Ecosystem, range: &[VersionEvent], version: &str) -> Option<bool> {
    let mut is_in = false;
    for event in in_order(ecosystem, range)? {
        let at = version_of(event);
        match event {
            VersionEvent::Introduced(_) if at == "0" => is_in = true,
            VersionEvent::Introduced(_) => is_in |= compare(ecosystem, version, at)?.is_ge(),
            VersionEvent::Fixed(_) => is_in &= compare(ecosystem, version, at)?.is_lt(),
            VersionEvent::Last(_) => is_in &= compare(ecosystem, version, at)?.is_le(),
        }
    }
    Some(is_in)
}
