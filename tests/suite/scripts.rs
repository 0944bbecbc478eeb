//! Scripts without an ending are read in the language of the program that their first line names.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use cg_bundle::language::{LANGUAGES, of_script};
use cg_bundle::pipeline::{IndexRequest, ScipSelection, index};
use cg_bundle::store::StorePlace;
use tempfile::TempDir;

/// The language of a file in a run that keeps what it reads.
fn language(root: &Path, path: &str) -> Option<&'static str> {
    let (root, store) = (root.to_owned(), StorePlace::Root);
    let request = IndexRequest { root, store, cas: None, verify: false, scip: ScipSelection::Found };
    let index = index(&request, &|_, _, _| {}).expect("an index");
    let row = index.facts.file(path).and_then(|file| index.facts.file_row(file)).expect("a file");
    LANGUAGES.get(row.language as usize).map(|language| language.name)
}

#[test]
fn a_script_is_read_where_it_may_be_run_and_says_by_what() {
    let root = TempDir::new().expect("a folder");
    let write = |name: &str, text: &str, mode: u32| {
        let path = root.path().join(name);
        fs::write(&path, text).expect("a file");
        fs::set_permissions(&path, Permissions::from_mode(mode)).expect("a mode");
    };
    let text = "#!/usr/bin/env bash\nrun() { :; }\nrun\n";
    write("tool", text, 0o755);
    write("notes", text, 0o644);
    write("data", "run\n", 0o755);
    let known = |name| language(root.path(), name);
    assert_eq!([known("tool"), known("notes"), known("data")], [Some("bash"), None, None]);
    // Neither the mode nor the first line is taken for what it was.
    write("tool", text, 0o644);
    write("notes", text, 0o755);
    write("data", "#!/bin/sh\nrun\n", 0o755);
    assert_eq!([known("tool"), known("notes"), known("data")], [None, Some("bash"), Some("bash")]);
    write("data", "run\n", 0o755);
    assert_eq!(known("data"), None);
}

#[test]
fn a_first_line_names_a_program() {
    let name = |text: &str| of_script(text.as_bytes()).map(|at| LANGUAGES[at].name);
    for text in ["#!/usr/bin/python", "#!/usr/bin/env python3\r\nx", "#! /usr/bin/env -S A=1 python3.11 -u\n"] {
        assert_eq!(name(text), Some("python"), "{text}");
    }
    for text in ["", "#!", "#!/usr/bin/env", "#!/usr/bin/perl", "python", "#!/bin/pythonista"] {
        assert_eq!(name(text), None, "{text}");
    }
}
