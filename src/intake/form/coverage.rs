//! `coverage`: the file `.coverage` of coverage.py, or its JSON, with the tests that executed each line where it has contexts.
//! The JSON names them once a line, so that of a large suite has gigabytes; the file is a hundred times smaller.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};

use super::coverage_data::database;
use super::json::unread;
use crate::base::Diagnostic;
use crate::intake::report::{CoverageReport, CoveredFile, MAX_REPORT, TestNames, test_of};
use crate::intake::shape::{Adapter, AdapterReader, Extract, malformed};

/// The row of the table.
pub const COVERAGE: Adapter = Adapter {
    name: "coverage",
    example: "coverage:.coverage",
    about: "what tests executed: the file .coverage of coverage.py, or its JSON",
    prefix: "coverage",
    roles: &[],
    max_bytes: MAX_REPORT,
    reader: AdapterReader::TextOrDatabase(read, database),
};

const HELP: &str = "give what `coverage json --show-contexts` writes: `files` with `executed_lines`";

#[derive(Deserialize)]
struct Report {
    files: Option<Files>,
}

/// The files, each reduced as it is read: the contexts of a large suite take many times the room of what they say.
struct Files(CoverageReport);

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    executed_lines: Vec<u32>,
    #[serde(default)]
    contexts: BTreeMap<u32, Vec<String>>,
}

impl<'de> Deserialize<'de> for Files {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Files;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a map of files")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Files, A::Error> {
                let mut names = TestNames::default();
                let mut files = Vec::new();
                while let Some((path, file)) = map.next_entry::<String, File>()? {
                    let mut executed = Vec::new();
                    for line in &file.executed_lines {
                        let contexts = file.contexts.get(line).map_or(&[][..], Vec::as_slice);
                        let tests = contexts.iter().map(|context| names.id(test_of(context)));
                        executed.extend(tests.map(|test| (*line, test)));
                        if contexts.is_empty() {
                            executed.push((*line, names.id("")));
                        }
                    }
                    files.push(CoveredFile { path, executed });
                }
                Ok(Files(CoverageReport { tests: names.finish(), files }))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

fn read(text: &str) -> Result<Extract, Box<Diagnostic>> {
    let plain = text.trim_start_matches('\u{feff}');
    let report: Report = serde_json::from_str(plain).map_err(|error| unread(text, 0, &error, HELP))?;
    let Some(Files(report)) = report.files else {
        return Err(malformed("this JSON has no `files`", 0..0, "", HELP));
    };
    Ok(Extract { coverage: Some(report), ..Extract::default() })
}
