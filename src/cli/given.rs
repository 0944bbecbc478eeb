//! The inputs of a command line: files, then `--set`.

use super::args::InputOptions;
use super::fault::Fault;
use super::from;
use crate::base::Diagnostic;
use crate::input::{self, FileError, Given, Origin};
use crate::manifest::Manifest;

/// Everything that was given, in the order of the command line: files first, then `--set`.
pub fn given(options: &InputOptions, files: &mut Vec<(String, String)>) -> Result<Vec<Given>, Fault> {
    let mut given = Vec::new();
    let mut wrong = Vec::new();
    for name in &options.input {
        let text = match read(name) {
            Ok(text) => text,
            Err(fault @ Fault::InputFile(_)) => {
                wrong.push(fault);
                continue;
            }
            Err(fault) => return Err(fault),
        };
        match input::file(name, &text) {
            Ok(found) => {
                given.extend(found);
                files.push((name.clone(), text));
            }
            Err(error) => wrong.push(Fault::InputFile(error)),
        }
    }
    // A value of the command line stands in place of one from a file.
    let mut set = Vec::new();
    for text in &options.set {
        match input::set(text) {
            Ok(one) => set.push(one),
            Err(diagnostic) => {
                wrong.push(Fault::Inputs { path: "--set".into(), text: text.clone(), diagnostics: vec![*diagnostic] });
            }
        }
    }
    given.retain(|it: &Given| it.origin == Origin::Set || !set.iter().any(|one| one.name == it.name));
    given.extend(set);
    if wrong.is_empty() { Ok(given) } else { Err(Fault::All(wrong)) }
}

/// The findings in the inputs of files, at their places there and once for all manifests.
pub fn in_files(files: &[(String, String)], manifests: &[&Manifest], given: &[Given]) -> Vec<Fault> {
    let one = |(name, text): &(String, String)| {
        let of_file = |it: &&Given| matches!(&it.origin, Origin::File(file) if file == name);
        let given: Vec<Given> = given.iter().filter(of_file).cloned().collect();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let diagnostics = input::misfits(manifests, text, &given);
        (!diagnostics.is_empty()).then(|| {
            let (name, source_text) = (name.clone(), text.to_owned());
            Fault::InputFile(FileError { name, source_text, diagnostics })
        })
    };
    files.iter().filter_map(one).collect()
}

/// Reads a file of inputs.
pub fn read(name: &str) -> Result<String, Fault> {
    String::from_utf8(from::bytes(name)?).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let source_text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let end = source_text.get(good..).and_then(|rest| rest.chars().next()).map_or(good, |it| good + it.len_utf8());
        let diagnostic = Diagnostic::error("CG008", "the file is not UTF-8", good..end, "this byte has no meaning");
        let diagnostics = vec![diagnostic.help("save the file as UTF-8")];
        Fault::InputFile(FileError { name: name.to_owned(), source_text, diagnostics })
    })
}
