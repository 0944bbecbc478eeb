//! `sarif`: findings of analysers in SARIF 2.1.

use serde_json::Value;

use super::json::{json, members};
use super::trace::ROLES;
use crate::base::Diagnostic;
use crate::input::MAX_BYTES;
use crate::intake::shape::{Adapter, AdapterReader, Extract, bounded, malformed};
use crate::primitive::TraceFrame;

/// The row of the table.
pub const SARIF: Adapter = Adapter {
    name: "sarif",
    example: "sarif:findings.sarif",
    about: "findings of an analyser in SARIF",
    prefix: "trace",
    roles: ROLES,
    max_bytes: MAX_BYTES,
    reader: AdapterReader::Text(read),
};

const HELP: &str = "give a file of SARIF 2.1: `runs` with `results`";

fn read(text: &str) -> Result<Extract, Box<Diagnostic>> {
    let json = json(text, HELP)?;
    if !json["runs"].is_array() {
        return Err(malformed("this JSON has no `runs`", 0..0, "", HELP));
    }
    let mut extract = Extract::default();
    let mut lines = Vec::new();
    let results = members(&json["runs"]).flat_map(|run| members(&run["results"]));
    for result in results.filter(|result| is_open(result)) {
        let frame = members(&result["locations"]).chain(members(&result["relatedLocations"])).filter_map(place);
        let frames: Vec<TraceFrame> = frame.collect();
        lines.push(line(result, frames.first()));
        extract.frames.extend(frames);
    }
    extract.text = (!lines.is_empty()).then(|| bounded(&lines.join("\n")));
    Ok(extract)
}

/// Whether a result is a finding that still holds.
fn is_open(result: &Value) -> bool {
    let is_finding = result["kind"].as_str().is_none_or(|kind| kind == "fail" || kind == "review" || kind == "open");
    is_finding && members(&result["suppressions"]).next().is_none() && result["baselineState"] != "absent"
}

fn place(location: &Value) -> Option<TraceFrame> {
    let physical = &location["physicalLocation"];
    let uri = physical["artifactLocation"]["uri"].as_str()?;
    let line = physical["region"]["startLine"].as_u64().and_then(|line| u32::try_from(line).ok());
    let path = uri.strip_prefix("file://").unwrap_or(uri);
    Some(TraceFrame { file: Some(decoded(path)), line, ..TraceFrame::default() })
}

fn line(result: &Value, frame: Option<&TraceFrame>) -> String {
    let rule = result["ruleId"].as_str().or_else(|| result["rule"]["id"].as_str()).unwrap_or("finding");
    let message = result["message"]["text"].as_str().or_else(|| result["message"]["markdown"].as_str()).unwrap_or("");
    let at = frame.and_then(|frame| frame.file.clone()).unwrap_or_default();
    let number = frame.and_then(|frame| frame.line).map_or(String::new(), |line| format!(":{line}"));
    format!("{at}{number} {rule}: {message}").trim().to_owned()
}

/// A path without the escapes of URIs.
fn decoded(path: &str) -> String {
    let mut out = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        match hex.filter(|_| *byte == b'%') {
            Some(value) => {
                out.push(value);
                rest = &after[2..];
            }
            None => {
                out.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
