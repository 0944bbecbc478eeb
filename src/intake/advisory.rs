//! Advisories in the OSV format: which versions of which packages, and which symbols of them, are affected.

use std::cmp::Ordering;

use serde_json::Value;

use super::form::json::{json, members, texts};
use super::form::osv::{HELP, entered};
use super::shape::{Extract, malformed};
use crate::base::Diagnostic;
use crate::package::name::key;
use crate::package::{Ecosystem, compare, exact, least};

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
    versions: Vec<String>,
    /// The ranges, each as its events in the order of the text.
    ranges: Vec<Vec<VersionEvent>>,
}

/// An end of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
enum VersionEvent {
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

/// Reads the advisories of a text: one, an array, or an answer of the API.
pub fn advisories(text: &str) -> Result<Vec<Advisory>, Box<Diagnostic>> {
    let json = json(text, HELP)?;
    let all: Vec<&Value> = match &json {
        Value::Array(all) => all.iter().collect(),
        Value::Object(map) if map.contains_key("vulns") => members(&json["vulns"]).collect(),
        one => vec![one],
    };
    let read: Vec<Advisory> = all.into_iter().map(advisory).collect();
    match read.iter().all(|advisory| advisory.affected.is_empty()) {
        true => Err(malformed("this advisory names no affected package", 0..0, "", HELP)),
        false => Ok(read),
    }
}

fn advisory(value: &Value) -> Advisory {
    let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    let mut affected: Vec<AffectedPackage> = Vec::new();
    for one in members(&value["affected"]).filter_map(package) {
        // One package may be listed once a range.
        match affected.iter_mut().find(|other| (other.ecosystem, &other.name) == (one.ecosystem, &one.name)) {
            Some(other) => other.join(one),
            None => affected.push(one),
        }
    }
    Advisory {
        id: text("id"),
        aliases: texts(&value["aliases"]).map(str::to_owned).collect(),
        summary: text("summary"),
        is_withdrawn: value["withdrawn"].is_string(),
        affected,
    }
}

fn package(value: &Value) -> Option<AffectedPackage> {
    let name = value["package"]["name"].as_str()?.to_owned();
    let mut extract = Extract::default();
    entered(value, &mut extract);
    let event = |event: &Value| {
        let named = |name: &str| event[name].as_str().map(str::to_owned);
        named("introduced")
            .map(VersionEvent::Introduced)
            .or_else(|| named("fixed").map(VersionEvent::Fixed))
            .or_else(|| named("last_affected").map(VersionEvent::Last))
    };
    // A range of commits says nothing of versions.
    let ranges = members(&value["ranges"]).filter(|range| range["type"].as_str() != Some("GIT"));
    Some(AffectedPackage {
        ecosystem: ecosystem(value["package"]["ecosystem"].as_str().unwrap_or_default()),
        name,
        modules: extract.modules,
        symbols: extract.symbols,
        versions: texts(&value["versions"]).map(str::to_owned).collect(),
        ranges: ranges.map(|range| members(&range["events"]).filter_map(event).collect()).collect(),
    })
}

/// The ecosystem by its name in OSV; behind a colon is a part of one.
fn ecosystem(name: &str) -> Option<Ecosystem> {
    Some(match name.split(':').next().unwrap_or(name) {
        "crates.io" => Ecosystem::Cargo,
        "Packagist" => Ecosystem::Composer,
        "RubyGems" => Ecosystem::Gem,
        "Go" => Ecosystem::Golang,
        "Maven" => Ecosystem::Maven,
        "npm" => Ecosystem::Npm,
        "NuGet" => Ecosystem::Nuget,
        "PyPI" => Ecosystem::Pypi,
        "SwiftURL" => Ecosystem::Swift,
        _ => return None,
    })
}

impl AffectedPackage {
    fn join(&mut self, other: Self) {
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
            let parts = events.iter().filter_map(|event| match event {
                VersionEvent::Introduced(version) if version == "0" => None,
                VersionEvent::Introduced(version) => Some(format!(">={version}")),
                VersionEvent::Fixed(version) => Some(format!("<{version}")),
                VersionEvent::Last(version) => Some(format!("<={version}")),
            });
            let said = parts.collect::<Vec<_>>().join(" ");
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
        match (found.contains(&Some(true)), found.contains(&None)) {
            (true, _) => Affected::Yes,
            (false, true) => Affected::Unknown,
            (false, false) if self.ranges.is_empty() && self.versions.is_empty() => Affected::Unknown,
            (false, false) => Affected::No,
        }
    }

    /// Whether a dependency of which no version is locked is affected, by its requirement.
    pub fn is_affected_by(&self, requirement: &str) -> Affected {
        let Some(ecosystem) = self.ecosystem else { return Affected::Unknown };
        if let Some(version) = exact(ecosystem, requirement) {
            return self.is_affected(version);
        }
        // Every range ends below the least version that may be had.
        let Some(least) = least(ecosystem, requirement) else { return Affected::Unknown };
        let is_below = |range: &Vec<VersionEvent>| {
            range.last().is_some_and(|last| match last {
                VersionEvent::Fixed(end) => compare(ecosystem, end, least).is_some_and(Ordering::is_le),
                VersionEvent::Last(end) => compare(ecosystem, end, least).is_some_and(Ordering::is_lt),
                VersionEvent::Introduced(_) => false,
            })
        };
        let is_past = self.versions.iter().all(|it| compare(ecosystem, it, least).is_some_and(Ordering::is_lt));
        let is_bounded = !self.ranges.is_empty() && self.ranges.iter().all(is_below) && is_past;
        if is_bounded { Affected::No } else { Affected::Unknown }
    }
}

/// Whether a version is in a range; `None` where it cannot be compared.
fn within(ecosystem: Ecosystem, range: &[VersionEvent], version: &str) -> Option<bool> {
    let mut is_in = false;
    for event in range {
        match event {
            VersionEvent::Introduced(start) if start == "0" => is_in = true,
            VersionEvent::Introduced(start) => is_in |= compare(ecosystem, version, start)?.is_ge(),
            VersionEvent::Fixed(end) => is_in &= compare(ecosystem, version, end)?.is_lt(),
            VersionEvent::Last(end) => is_in &= compare(ecosystem, version, end)?.is_le(),
        }
    }
    Some(is_in)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const OSV: &str = r#"{"id": "X-1", "summary": "s", "affected": [
        {"package": {"ecosystem": "PyPI", "name": "Shelf"}, "versions": ["0.9b1"],
         "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "1.0"}, {"fixed": "1.5"}, {"introduced": "2.0"}, {"last_affected": "2.2"}]},
                    {"type": "GIT", "events": [{"introduced": "0"}]}],
         "ecosystem_specific": {"affected_functions": ["shelf.Store.put"]}}]}"#;

    #[test]
    fn a_version_is_in_a_range_or_listed() {
        let read = advisories(OSV).unwrap();
        let package = &read[0].affected[0];
        assert_eq!(package.url().unwrap(), "pkg:pypi/shelf");
        assert_eq!(package.symbols, ["shelf.Store.put"]);
        let affected = ["0.9b1", "1.0", "1.4.9", "2.0", "2.2"];
        assert!(affected.iter().all(|version| package.is_affected(version) == Affected::Yes));
        let others = ["0.9", "1.5", "1.9", "2.3", "1.0rc1"];
        assert!(others.iter().all(|version| package.is_affected(version) == Affected::No));
        assert_eq!(package.is_affected("latest"), Affected::Unknown);
        assert_eq!(package.said(), ">=1.0 <1.5 >=2.0 <=2.2");
    }

    #[test]
    fn a_requirement_may_rule_out_what_is_affected() {
        let read = advisories(OSV).unwrap();
        let by = |requirement: &str| read[0].affected[0].is_affected_by(requirement);
        assert_eq!(
            [by("==1.4"), by("==1.5"), by(">=2.3"), by(">=1"), by("")],
            [Affected::Yes, Affected::No, Affected::No, Affected::Unknown, Affected::Unknown]
        );
    }
}
