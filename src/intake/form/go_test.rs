//! `go-test-json`: the events of `go test -json`, one a line.

use std::collections::BTreeMap;

use serde_json::Value;

use super::json::unread;
use super::trace::ROLES;
use crate::base::Diagnostic;
use crate::input::MAX_BYTES;
use crate::intake::shape::{Adapter, AdapterReader, Extract, bounded, malformed};
use crate::primitive::{TraceFrame, frames};

/// The row of the table.
pub const GO_TEST: Adapter = Adapter {
    name: "go-test-json",
    example: "go-test-json:-",
    about: "the output of `go test -json`",
    prefix: "trace",
    roles: ROLES,
    max_bytes: MAX_BYTES,
    reader: AdapterReader::Text(read),
};

const HELP: &str = "give the output of `go test -json ./...`, an object a line";

/// The output of one test, or of a package.
#[derive(Default)]
struct Run {
    output: String,
    has_failed: bool,
}

fn read(text: &str) -> Result<Extract, Box<Diagnostic>> {
    let mut runs: BTreeMap<(String, String), Run> = BTreeMap::new();
    let mut n_events = 0;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with('{')) {
        let event: Value = serde_json::from_str(line).map_err(|error| unread(text, number, &error, HELP))?;
        let word = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
        let (package, test) = (word("Package").max(word("ImportPath")), word("Test"));
        let run = runs.entry((package, test)).or_default();
        n_events += 1;
        match event["Action"].as_str() {
            Some("fail" | "build-fail") => run.has_failed = true,
            Some("output" | "build-output") => run.output += event["Output"].as_str().unwrap_or_default(),
            _ => {}
        }
    }
    if n_events == 0 && !text.trim().is_empty() {
        let end = text.find('\n').unwrap_or(text.len());
        return Err(malformed("no line of this is an event of `go test -json`", 0..end, "the first line", HELP));
    }
    Ok(failed(&runs))
}

fn failed(runs: &BTreeMap<(String, String), Run>) -> Extract {
    let mut extract = Extract::default();
    let mut parts = Vec::new();
    for ((package, test), run) in runs.iter().filter(|(_, run)| run.has_failed) {
        // A package fails with its tests; it speaks for itself where none of them did.
        let is_summary = test.is_empty() && runs.keys().any(|(of, one)| of == package && !one.is_empty());
        if is_summary && !run.output.contains("panic:") {
            continue;
        }
        parts.push(format!("{package} {test}\n{}", run.output.trim_end()));
        extract.frames.extend(frames(&run.output).into_iter().map(|frame| inside(package, frame)));
        if let Some(name) = test.split('/').next().filter(|name| !name.is_empty()) {
            extract.frames.push(TraceFrame {
                function: Some(format!("{}.{name}", package.replace('/', "."))),
                ..TraceFrame::default()
            });
        }
    }
    extract.text = (!parts.is_empty()).then(|| bounded(&parts.join("\n\n")));
    extract
}

/// A test names the files of its package without their folder.
fn inside(package: &str, frame: TraceFrame) -> TraceFrame {
    let is_bare = |file: &str| !file.contains('/');
    let file = frame.file.map(|file| if is_bare(&file) { format!("{package}/{file}") } else { file });
    TraceFrame { file, ..frame }
}
