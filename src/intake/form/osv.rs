//! `osv`: an advisory in the OSV format, alone or in the answer of the API.

use serde_json::Value;

use super::json::{json, members, texts};
use crate::base::Diagnostic;
use crate::input::MAX_BYTES;
use crate::intake::affected::{Advisory, AffectedPackage, VersionEvent};
use crate::intake::shape::{Adapter, AdapterReader, Extract, ValueRole, bounded, malformed};
use crate::package::Ecosystem;

/// The row of the table.
pub const OSV: Adapter = Adapter {
    name: "osv",
    example: "osv:GHSA-35jh-r3h4-6jhm.json",
    about: "an advisory in the OSV format",
    prefix: "vulnerability",
    roles: &[
        (ValueRole::Packages, "package"),
        (ValueRole::Modules, "affected_module"),
        (ValueRole::Symbols, "affected_symbols"),
        (ValueRole::Versions, "versions"),
        (ValueRole::Text, "advisory"),
    ],
    max_bytes: MAX_BYTES,
    reader: AdapterReader::Text(read),
};

/// The help for a text that is none.
const HELP: &str = "give an advisory as https://osv.dev has it: an `id`, and `affected` with a `package` each";

fn read(text: &str) -> Result<Extract, Box<Diagnostic>> {
    let json = json(text, HELP)?;
    let advisories = each(&json);
    let mut extract = Extract::default();
    let mut parts = Vec::new();
    for advisory in advisories {
        members(&advisory["affected"]).for_each(|affected| entered(affected, &mut extract));
        parts.push(described(advisory));
        extract.advisories.push(self::advisory(advisory));
    }
    if extract.packages.is_empty() {
        return Err(malformed("this advisory names no affected package", 0..0, "", HELP));
    }
    extract.text = Some(bounded(&parts.join("\n\n")));
    Ok(extract)
}

/// Enters the package, the modules and the symbols of an affected package.
fn entered(affected: &Value, extract: &mut Extract) {
    let Some(package) = affected["package"]["name"].as_str() else { return };
    let add = |values: &mut Vec<String>, value: String| {
        if !values.contains(&value) {
            values.push(value);
        }
    };
    add(&mut extract.packages, package.to_owned());
    let specific = &affected["ecosystem_specific"];
    let mut n_modules = 0;
    // Go names the packages of a module with their symbols.
    for import in members(&specific["imports"]) {
        let path = import["path"].as_str().unwrap_or(package);
        add(&mut extract.modules, path.to_owned());
        n_modules += 1;
        texts(&import["symbols"]).for_each(|symbol| add(&mut extract.symbols, format!("{path}.{symbol}")));
    }
    if n_modules == 0 {
        add(&mut extract.modules, package.to_owned());
    }
    // RustSec names paths; GitHub, functions with their modules.
    let functions = texts(&specific["affects"]["functions"])
        .chain(texts(&affected["database_specific"]["affects"]["functions"]))
        .chain(texts(&specific["affected_functions"]));
    functions.for_each(|function| add(&mut extract.symbols, function.to_owned()));
    if let Some(functions) = specific["affects"]["functions"].as_object() {
        functions.keys().for_each(|function| add(&mut extract.symbols, function.clone()));
    }
}

/// The advisory for a reader: its names, what is fixed where, and its words.
fn described(advisory: &Value) -> String {
    let mut names: Vec<&str> = advisory["id"].as_str().into_iter().collect();
    names.extend(texts(&advisory["aliases"]));
    let mut out = format!("{}: {}", names.join(", "), advisory["summary"].as_str().unwrap_or("")).trim_end().to_owned();
    for affected in members(&advisory["affected"]) {
        let package = affected["package"]["name"].as_str().unwrap_or("?");
        let events = members(&affected["ranges"]).flat_map(|range| members(&range["events"]));
        let fixed: Vec<&str> = events.filter_map(|event| event["fixed"].as_str()).collect();
        if !fixed.is_empty() {
            out += &format!("\n{package} is fixed in {}", fixed.join(", "));
        }
    }
    match advisory["details"].as_str().map(str::trim) {
        Some(details) if !details.is_empty() => format!("{out}\n\n{details}"),
        _ => out,
    }
}

/// The advisories of a text: one, an array, or an answer of the API.
fn each(json: &Value) -> Vec<&Value> {
    match json {
        Value::Array(all) => all.iter().collect(),
        Value::Object(map) if map.contains_key("vulns") => members(&json["vulns"]).collect(),
        one => vec![one],
    }
}

/// Reads the advisories of a text: one, an array, or an answer of the API.
pub fn advisories(text: &str) -> Result<Vec<Advisory>, Box<Diagnostic>> {
    let json = json(text, HELP)?;
    let read: Vec<Advisory> = each(&json).into_iter().map(advisory).collect();
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
            // `*` limits nothing.
            .or_else(|| named("limit").filter(|limit| limit != "*").map(VersionEvent::Fixed))
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
        "Hex" => Ecosystem::Hex,
        "Maven" => Ecosystem::Maven,
        "npm" => Ecosystem::Npm,
        "NuGet" => Ecosystem::Nuget,
        "Pub" => Ecosystem::Pub,
        "PyPI" => Ecosystem::Pypi,
        "SwiftURL" => Ecosystem::Swift,
        _ => return None,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::intake::affected::Affected;

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
        assert_eq!(package.said(), ">=1.0 <1.5 or >=2.0 <=2.2");
    }

    #[test]
    fn a_requirement_may_rule_out_what_is_affected_or_allow_nothing_else() {
        use Affected::{Unknown, Yes};
        let read = advisories(OSV).unwrap();
        let by = |requirement: &str| read[0].affected[0].is_affected_by(requirement);
        assert_eq!(
            [by("==1.4"), by("==1.5"), by(">=2.3"), by(">=1"), by("")],
            [Affected::Yes, Affected::No, Affected::No, Affected::Unknown, Affected::Unknown]
        );
        // Between two ranges, and the first version of one.
        assert_eq!(
            [by(">=1.5,<2"), by(">=1.5,<2.1"), by("~=1.4")],
            [Affected::No, Affected::Unknown, Affected::Unknown]
        );
        // Within one.
        assert_eq!(
            [
                by("==1.4.*"),
                by("~=1.4.2"),
                by(">=1.0,<1.5"),
                by("<1.5"),
                by("==1.*"),
                by(">=2.0,<2.2"),
                by(">=2.0,<2.3")
            ],
            [Yes, Yes, Yes, Unknown, Unknown, Yes, Unknown]
        );
    }

    /// Each alternative of a requirement decides for itself.
    #[test]
    fn alternatives_are_affected_where_all_are() {
        const PSR7: &str = r#"{"id": "X-2", "affected": [{"package": {"ecosystem": "Packagist", "name": "acme/psr7"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "2.0.0"}, {"fixed": "2.4.5"}]}]}]}"#;
        let read = advisories(PSR7).unwrap();
        let by = |requirement: &str| read[0].affected[0].is_affected_by(requirement);
        assert_eq!(
            [by("^1.9.1 || ^2.5.1"), by("^1.9.1|^2.5.1"), by("^1.9.1"), by("2.4.4 || 2.4.3"), by("2.4.3 || ^2.5.1")],
            [Affected::No, Affected::No, Affected::No, Affected::Yes, Affected::Unknown]
        );
        assert_eq!([by("^1.9.1 || ^2.4.4"), by("^1.9.1 || *")], [Affected::Unknown; 2]);
    }

    #[test]
    fn a_range_without_an_end_affects_what_is_behind_its_start() {
        const OPEN: &str = r#"{"id": "X-3", "affected": [{"package": {"ecosystem": "npm", "name": "a"},
            "ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}, {"fixed": "1.0.0"}, {"introduced": "2.0.0"}]}]}]}"#;
        let read = advisories(OPEN).unwrap();
        let by = |requirement: &str| read[0].affected[0].is_affected_by(requirement);
        assert_eq!(
            [by("^1.2.0"), by(">=1.2.0"), by("^2.1.0"), by(">=2.1"), by("^0.4 || ^2.0.0"), by("^0.4 || *")],
            [Affected::No, Affected::Unknown, Affected::Yes, Affected::Yes, Affected::Yes, Affected::Unknown]
        );
        assert_eq!([by("^0.4.1"), by("github:x/a"), by("0.x")], [Affected::Yes, Affected::Unknown, Affected::Yes]);
    }
}
