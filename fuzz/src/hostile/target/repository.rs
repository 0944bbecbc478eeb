//! Whole repositories: walked, indexed with a store and without, and answered.

use std::path::Path;

use cg_bundle::language::is_config;
use cg_bundle::manifest::parse;
use cg_bundle::package::is_manifest;
use cg_bundle::pipeline::{Index, IndexError, IndexRequest, ScipSelection, index};
use cg_bundle::store::StorePlace;

use super::super::files::{self, File};
use super::super::read_below;
use super::manifest::answered;
use super::sections;

/// Runs every query that needs no inputs.
const MANIFEST: &str = "version: 1
budget: { max_chars: 30000 }
must_read:
  repo_context_keys: [languages, packages]
  globs: [\"*\", \"**/a*\"]
  derived:
    - { name: direct, compute: 'import_graph.reverse_lookup(\"a\")', max_files: 5, render: skeleton }
    - { name: sites, compute: 'scip.refs([\"A\", \"f\", \"a.b\"], definitions=true)', max_files: 5, render: focused }
should_read:
  repo_context_keys: [test_inventory.summary, gaps.summary]
  globs: [\"src/**\", \"**/*.md\"]
  derived:
    - { name: path, compute: 'call_graph.spine([\"A\", \"f\"])', max_files: 5 }
    - { name: callers, compute: 'import_graph.transitive_callers(direct, depth=2)', max_files: 5, render: focused }
    - { name: tests, compute: 'test_inventory.tests_exercising([direct, callers])', max_files: 5 }
    - { name: alike, compute: 'type_graph.siblings(\"A\")', max_files: 5 }
    - { name: users, compute: 'dep_graph.consumers(\"a\")', max_files: 5 }
may_read:
  globs: [\"**/*\"]
  derived:
    - { name: below, compute: 'import_graph.dependencies([direct, tests], depth=3)', max_files: 50 }
";

/// Texts that steer what is walked and what is source, for repositories whose cases have none.
const STEERING: &[(&str, &str)] = &[
    (".gitignore", "build/\n*.log\n!keep.log\n/a\n**/b/**\n"),
    (".cgbundleignore", "vendor/\n[!a]*.md\n"),
    ("src/.ignore", "gen*\n"),
    (".gitattributes", "gen/** linguist-generated\n*.ts -text linguist-generated=true\n[attr]x y\n"),
    (".cargo/config.toml", "[build]\ntarget = 'a'\n"),
];

/// Whether a file steers how others are read.
pub fn steers(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with('.') || is_config(path) || is_manifest(path)
}

/// The repositories of all cases.
pub fn first() -> Vec<Vec<u8>> {
    let folders = ["cases/languages", "cases/repositories", "cases/flow", "cases/packages"];
    let cases = folders.into_iter().flat_map(read_below);
    let written = |text: &[u8]| files::split(text).into_iter().filter(|file| file.path != "facts").collect::<Vec<_>>();
    cases.map(|(_, text)| files::join(&written(&text))).collect()
}

/// The repositories of all cases, with files that steer how they are read.
pub fn configured() -> Vec<Vec<u8>> {
    let with = |text: Vec<u8>| {
        let mut all = files::split(&text);
        let file = |(path, text): &(&str, &str)| File { path: (*path).to_owned(), content: text.as_bytes().to_vec() };
        all.splice(0..0, STEERING.iter().map(file));
        files::join(&all)
    };
    first().into_iter().map(with).collect()
}

/// Indexes a folder.
pub fn indexed(root: &Path, store: StorePlace) -> Result<Index, IndexError> {
    index(
        &IndexRequest { root: root.to_owned(), store, cas: None, verify: false, scip: ScipSelection::Found },
        &|_, _, _| {},
    )
}

/// Facts and bundles are the same from nothing, with a store that is made, and from that store.
pub fn run(input: &[u8]) {
    let (folder, kept) = (files::folder(), files::folder());
    files::write(folder.path(), &files::split(input));
    let store = StorePlace::At(kept.path().join("store.sqlite"));
    let plain = indexed(folder.path(), StorePlace::Nowhere).expect("an index");
    let made = indexed(folder.path(), store.clone()).expect("an index");
    let found = indexed(folder.path(), store).expect("an index");
    assert!(sections(&plain) == sections(&made), "a store that is made changes the facts");
    assert!(plain.state == found.state && sections(&plain) == sections(&found), "a store changes the facts");
    assert!(!found.related && found.notes.is_empty(), "what was kept is not found: {:?}", found.notes);
    let manifest = parse(MANIFEST.as_bytes(), "task.yaml").expect("a manifest");
    let shown = answered(&manifest, MANIFEST, &plain);
    assert!(shown == answered(&manifest, MANIFEST, &found), "a store changes the bundle");
}
