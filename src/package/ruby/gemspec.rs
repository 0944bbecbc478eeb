//! `*.gemspec`: `s.name = "x"`, `s.add_dependency "y", "~> 1.0"`.

use super::super::reader::ManifestReader;
use super::super::shape::DependencyKind;
use super::statement;
use crate::base::{TextPart, path};

const CALLS: [(&str, DependencyKind); 3] = [
    (".add_dependency", DependencyKind::Normal),
    (".add_runtime_dependency", DependencyKind::Normal),
    (".add_development_dependency", DependencyKind::Dev),
];

/// Reads the name, which by convention is that of the file, and the dependencies.
pub fn read(reader: &mut ManifestReader<'_>) {
    reader.name(Some(path::stem(reader.path)));
    for (offset, line) in reader.lines() {
        let code = statement::code(line);
        if let Some((before, value)) = code.split_once('=')
            && before.trim_end().ends_with(".name")
            && let [(name, _)] = statement::read(value).strings[..]
        {
            reader.name(Some(name));
        }
        for (call, kind) in CALLS {
            let Some(at) = code.find(call).map(|at| at + call.len()) else { continue };
            let arguments = code.part(at..);
            if !arguments.starts_with([' ', '(']) {
                continue;
            }
            match statement::read(arguments).strings.split_first() {
                Some(((name, start), versions)) => {
                    let versions: Vec<&str> = versions.iter().map(|(version, _)| *version).collect();
                    reader.depend(name, &versions.join(", "), kind, offset + at + start);
                }
                None => reader.flaw(offset + at, "the name of a gem is computed by a program"),
            }
        }
    }
}
