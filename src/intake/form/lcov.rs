//! `lcov`: a trace file of LCOV, as the tools of many languages write it. A record names a test by `TN`, or none.

use std::collections::BTreeMap;

use crate::base::Diagnostic;
use crate::intake::report::{CoverageReport, CoveredFile, MAX_REPORT, TestNames};
use crate::intake::shape::{Adapter, AdapterReader, Extract, malformed};

/// The row of the table.
pub const LCOV: Adapter = Adapter {
    name: "lcov",
    example: "lcov:lcov.info",
    about: "what tests executed, as a trace file of LCOV",
    prefix: "coverage",
    roles: &[],
    max_bytes: MAX_REPORT,
    reader: AdapterReader::Text(read),
};

const HELP: &str = "give a trace file of LCOV: `SF:` with a path, `DA:` with a line and a count, `end_of_record`";

fn read(text: &str) -> Result<Extract, Box<Diagnostic>> {
    let mut names = TestNames::default();
    let mut files: BTreeMap<&str, CoveredFile> = BTreeMap::new();
    let (mut test, mut path) = ("", None);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let span = at..at + line.trim_end().len();
        at += line.len();
        let line = line.trim_start_matches('\u{feff}').trim_end();
        match line.split_once(':') {
            Some(("TN", name)) => test = name,
            Some(("SF", name)) => {
                path = Some(name);
                files.entry(name).or_insert_with(|| CoveredFile { path: name.to_owned(), executed: Vec::new() });
            }
            Some(("DA", counts)) => {
                let Some(file) = path.and_then(|path| files.get_mut(path)) else {
                    return Err(malformed("a count of no file", span, "no `SF:` before it", HELP));
                };
                let Some((line, is_executed)) = counted(counts) else {
                    return Err(malformed("this is no count of a line", span, "not `DA:LINE,COUNT`", HELP));
                };
                if is_executed {
                    file.executed.push((line, names.id(test)));
                }
            }
            None if line == "end_of_record" => path = None,
            _ => {}
        }
    }
    if files.is_empty() {
        return Err(malformed("this report has no `SF:`", 0..0, "", HELP));
    }
    let report = CoverageReport { tests: names.finish(), files: files.into_values().collect() };
    Ok(Extract { coverage: Some(report), ..Extract::default() })
}

/// A line, and whether it was executed: `12,3` with a checksum or without. Some tools write counts with signs or parts.
fn counted(text: &str) -> Option<(u32, bool)> {
    let mut parts = text.split(',');
    let line = parts.next()?.trim().parse().ok().filter(|line| *line > 0)?;
    let count: f64 = parts.next()?.trim().parse().ok()?;
    Some((line, count > 0.0))
}
