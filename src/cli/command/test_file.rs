//! A file of tests of a manifest, in YAML: cases, and what the bundle of each must hold.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::base::{Diagnostic, Severity};
use crate::cli::fault::Fault;
use crate::input::FileError;
use crate::manifest::{MANIFEST, tree};

/// A file of tests, as `schemas/test.schema.json` describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestFile {
    /// The manifest: a path from the folder of this file, or a shipped class.
    pub manifest: String,
    /// The repository, from the folder of this file; that of `-C` without it.
    pub root: Option<PathBuf>,
    /// The cases.
    pub cases: Vec<TestCase>,
}

/// One case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestCase {
    /// Its name.
    pub name: String,
    /// Values of inputs.
    #[serde(default)]
    pub set: Map<String, Value>,
    /// Texts of the task, each as in `--from`.
    #[serde(default)]
    pub from: Vec<String>,
    /// Queries and files to load.
    #[serde(default)]
    pub promote: Vec<String>,
    /// The requirements.
    #[serde(default)]
    pub expect: Expectation,
}

/// The requirements of one case.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The files of `must_read`.
    pub must_read: Option<FileExpectation>,
    /// The files of `should_read`.
    pub should_read: Option<FileExpectation>,
    /// The files of `may_read`.
    pub may_read: Option<FileExpectation>,
    /// The files of all bands.
    pub bundle: Option<FileExpectation>,
    /// Files, each with a query that returns it.
    #[serde(default)]
    pub because: BTreeMap<String, String>,
    /// The status of the bundle.
    pub status: Option<String>,
}

/// The requirements on the files of a band.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileExpectation {
    /// Paths and globs that match a file.
    #[serde(default)]
    pub includes: Vec<String>,
    /// Paths and globs that match no file.
    #[serde(default)]
    pub excludes: Vec<String>,
    /// The most files.
    pub at_most: Option<usize>,
}

/// Reads a file of tests.
pub fn test_file(name: &str, text: &str) -> Result<TestFile, Fault> {
    let wrong = |diagnostics| {
        let (name, source_text) = (name.to_owned(), text.to_owned());
        Fault::InputFile(FileError { name, source_text, diagnostics })
    };
    let mut found = Vec::new();
    tree(text, MANIFEST, &mut found);
    found.retain(|it: &Diagnostic| it.severity == Severity::Error);
    if !found.is_empty() {
        return Err(wrong(found));
    }
    serde_yaml::from_str(text).map_err(|error| {
        let at = error.location().map_or(0, |place| place.index()).min(text.len());
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or(&why).to_owned();
        let title = format!("this is no file of tests: {why}");
        let help = "`cg-bundle schema test` describes a file of tests";
        wrong(vec![Diagnostic::error("CG046", title, at..at, "").help(help)])
    })
}
