//! Repositories made from one text: `--- path` starts a file, `--- facts` ends them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cg_bundle::bundle::Bundle;
use cg_bundle::facts::{RELATIONS, Snapshot, datalog};
use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, Task, answer, index};
use cg_bundle::render::MARKDOWN;
use cg_bundle::store::StorePlace;
use cg_bundle::{input, manifest};
use tempfile::TempDir;

/// A repository on disk that is removed with its value.
pub struct Repository {
    directory: TempDir,
}

impl Repository {
    /// Writes the files of a text. What follows a line `--- facts` is returned as it is.
    pub fn of(text: &str) -> (Self, String) {
        let directory = TempDir::new().expect("a temporary directory");
        let mut rest = String::new();
        let mut file: Option<(PathBuf, String)> = None;
        let mut in_facts = false;
        for line in text.split_inclusive('\n') {
            if let Some(name) = line.trim_end().strip_prefix("--- ") {
                flush(directory.path(), file.take());
                in_facts = name == "facts";
                if !in_facts {
                    file = Some((PathBuf::from(name), String::new()));
                }
            } else if in_facts {
                rest.push_str(line);
            } else if let Some((_, content)) = &mut file {
                content.push_str(line);
            }
        }
        flush(directory.path(), file);
        (Self { directory }, rest)
    }

    /// Its facts, without a store.
    pub fn index(&self) -> Index {
        index_of(self.root(), ScipSelection::Found)
    }

    /// Its root.
    pub fn root(&self) -> &Path {
        self.directory.path()
    }
}

/// The index of a folder, without a store.
pub fn index_of(root: &Path, scip: ScipSelection) -> Index {
    let request = IndexRequest { root: root.to_owned(), store: StorePlace::Nowhere, cas: None, verify: false, scip };
    index(&request, &|_, _, _| {}).expect("an index")
}

/// Answers the text of a manifest over an index, with what is set and promoted, as Markdown costs it.
pub fn answer_on(index: &Index, text: &str, sets: &[&str], promoted: &[&str]) -> Bundle {
    let manifest = manifest::parse(text.as_bytes(), Path::new("m.yaml")).unwrap_or_else(|error| panic!("{error:?}"));
    let given: Vec<_> = sets.iter().map(|set| input::set(set).expect("a value")).collect();
    let promoted: Vec<String> = promoted.iter().map(|name| (*name).to_owned()).collect();
    let task = Task {
        manifest: &manifest,
        manifest_text: text,
        given: &given,
        promoted: &promoted,
        coverage: &Arc::default(),
        environment: &[],
        format: &MARKDOWN,
    };
    answer(&task, index).unwrap_or_else(|error| panic!("{error:?}"))
}

fn flush(root: &Path, file: Option<(PathBuf, String)>) {
    if let Some((path, content)) = file {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, content).expect("a file");
    }
}

/// The files below a folder of `tests/`, sorted.
pub fn cases(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder)];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).unwrap_or_else(|_| panic!("no folder {}", directory.display())) {
            let path = entry.expect("an entry").path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// Copies what is in one folder into another.
pub fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&target).expect("a folder");
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// The fields of a fact, without quotes.
fn fields(fact: &str) -> Vec<String> {
    let inside = fact.split_once('(').map_or("", |(_, rest)| rest).trim_end_matches(").");
    inside.split(", ").map(|field| field.trim_matches('"').to_owned()).collect()
}

/// The rows of a relation, each as its fields without quotes.
pub fn fact_rows(facts: &Snapshot, name: &str) -> Vec<Vec<String>> {
    let relation = RELATIONS.iter().find(|relation| relation.name == name).expect("a relation");
    relation.rows(facts).iter().map(|row| fields(&datalog(name, row))).collect()
}
