//! `osv`: an advisory in the OSV format, alone or in the answer of the API.

use serde_json::Value;

use super::json::{json, members, texts};
use crate::base::Diagnostic;
use crate::input::MAX_BYTES;
use crate::intake::shape::{Adapter, AdapterReader, Extract, ValueRole, bounded, malformed};

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
        (ValueRole::Text, "advisory"),
    ],
    max_bytes: MAX_BYTES,
    reader: AdapterReader::Text(read),
};

/// The help for a text that is none.
pub const HELP: &str = "give an advisory as https://osv.dev has it: an `id`, and `affected` with a `package` each";

fn read(text: &str) -> Result<Extract, Box<Diagnostic>> {
    let json = json(text, HELP)?;
    let advisories: Vec<&Value> = match &json {
        Value::Array(all) => all.iter().collect(),
        Value::Object(map) if map.contains_key("vulns") => members(&json["vulns"]).collect(),
        one => vec![one],
    };
    let mut extract = Extract::default();
    let mut parts = Vec::new();
    for advisory in advisories {
        members(&advisory["affected"]).for_each(|affected| entered(affected, &mut extract));
        parts.push(described(advisory));
    }
    if extract.packages.is_empty() {
        return Err(malformed("this advisory names no affected package", 0..0, "", HELP));
    }
    extract.text = Some(bounded(&parts.join("\n\n")));
    Ok(extract)
}

/// Enters the package, the modules and the symbols of an affected package.
pub fn entered(affected: &Value, extract: &mut Extract) {
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
