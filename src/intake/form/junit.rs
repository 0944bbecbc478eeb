//! `junit`: the failing tests of a report in the XML of JUnit, as many runners write it, each a little different.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::trace::ROLES;
use crate::base::Diagnostic;
use crate::input::MAX_BYTES;
use crate::intake::shape::{Adapter, AdapterReader, Extract, bounded, malformed};
use crate::primitive::{TraceFrame, frames};

/// The row of the table.
pub const JUNIT: Adapter = Adapter {
    name: "junit",
    example: "junit:report.xml",
    about: "the failing tests of a JUnit report",
    prefix: "trace",
    roles: ROLES,
    max_bytes: MAX_BYTES,
    reader: AdapterReader::Text(read),
};

const HELP: &str = "give a whole report: `<testsuites>` or `<testsuite>` with `<testcase>`";

/// One test, while it is read.
#[derive(Default)]
struct Test {
    class: String,
    name: String,
    file: Option<String>,
    line: Option<u32>,
    /// The message and the text of its failures; `None` where it has none.
    failure: Option<String>,
}

fn read(text: &str) -> Result<Extract, Box<Diagnostic>> {
    let mut reader = Reader::from_str(text);
    let mut tests: Vec<Test> = Vec::new();
    let mut n_cases = 0;
    let mut depth = 0;
    let mut in_failure = false;
    loop {
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => return Err(unread(&reader, text, &error.to_string())),
        };
        match event {
            Event::Eof if depth > 0 => return Err(unread(&reader, text, "it ends inside an element")),
            Event::Eof => break,
            Event::Start(tag) => {
                depth += 1;
                n_cases += usize::from(opened(&tag, &mut tests));
                in_failure |= is_failure(tag.local_name().as_ref());
            }
            Event::Empty(tag) => n_cases += usize::from(opened(&tag, &mut tests)),
            Event::End(tag) => {
                depth -= 1;
                in_failure &= !is_failure(tag.local_name().as_ref());
            }
            Event::Text(part) if in_failure => add(&mut tests, &part.decode().unwrap_or_default()),
            Event::CData(part) if in_failure => add(&mut tests, &part.decode().unwrap_or_default()),
            Event::GeneralRef(part) if in_failure => add(&mut tests, &entity(&part.decode().unwrap_or_default())),
            _ => {}
        }
    }
    if n_cases == 0 {
        return Err(malformed("this report has no `<testcase>`", 0..0, "", HELP));
    }
    tests.retain(|test| test.failure.is_some());
    Ok(failed(&tests))
}

fn unread(reader: &Reader<&[u8]>, text: &str, why: &str) -> Box<Diagnostic> {
    let at = usize::try_from(reader.error_position()).unwrap_or(0);
    let at = if at == 0 { text.len() } else { at.min(text.len()) };
    malformed(format!("this is no XML: {why}"), at..at, "here", HELP)
}

fn is_failure(name: &[u8]) -> bool {
    matches!(name, b"failure" | b"error")
}

/// Enters what a tag opens; whether it is a test.
fn opened(tag: &BytesStart<'_>, tests: &mut Vec<Test>) -> bool {
    let attribute = |name: &str| {
        let value = tag.try_get_attribute(name).ok()??;
        Some(value.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok()?.into_owned())
    };
    match tag.local_name().as_ref() {
        b"testcase" => {
            let words = |name: &str| attribute(name).unwrap_or_default();
            tests.push(Test {
                class: words("classname").max(words("class")),
                name: words("name"),
                file: attribute("file"),
                line: attribute("line").and_then(|line| line.parse().ok()),
                failure: None,
            });
            true
        }
        name if is_failure(name) => {
            let message = attribute("message").or_else(|| attribute("type")).unwrap_or_default();
            add(tests, &format!("{message}\n"));
            false
        }
        _ => false,
    }
}

/// Adds to the failure of the test that is read.
fn add(tests: &mut [Test], text: &str) {
    if let Some(test) = tests.last_mut() {
        test.failure.get_or_insert_default().push_str(text);
    }
}

/// A character by its name or number.
fn entity(name: &str) -> String {
    let number = |digits: &str| match digits.strip_prefix('x') {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    };
    match name {
        "lt" => "<".to_owned(),
        "gt" => ">".to_owned(),
        "amp" => "&".to_owned(),
        "quot" => "\"".to_owned(),
        "apos" => "'".to_owned(),
        name => name.strip_prefix('#').and_then(number).and_then(char::from_u32).map_or(String::new(), String::from),
    }
}

fn failed(tests: &[Test]) -> Extract {
    let mut extract = Extract::default();
    let mut parts = Vec::new();
    for test in tests {
        let failure = test.failure.as_deref().unwrap_or_default().trim();
        let name = [test.class.as_str(), &test.name].into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>();
        parts.push(format!("{}\n{failure}", name.join(" ")));
        extract.frames.extend(frames(failure));
        // Parameters stand behind the name of the test. They may follow a blank too, but names of some languages have blanks.
        let plain = test.name.split(['[', '(', '{']).next().unwrap_or_default().trim();
        let function = (!plain.is_empty()).then(|| format!("{}.{plain}", test.class));
        extract.frames.push(TraceFrame { file: test.file.clone(), line: test.line, function, module: None });
    }
    extract.text = (!parts.is_empty()).then(|| bounded(&parts.join("\n\n")));
    extract
}
