//! Texts that users write: manifests, queries, files of inputs.

use cg_bundle::base::{Diagnostic, snippet};
use cg_bundle::input;
use cg_bundle::manifest::{Manifest, ManifestError, parse, parse_query};
use cg_bundle::pipeline::{Index, Task, answer};
use cg_bundle::render;
use cg_bundle::render::MARKDOWN;

use super::super::files;
use super::super::{checkout, read_below};
use super::repository;

/// How many fixes are applied to one text.
const ROUNDS: usize = 20;

/// The manifests of the cases, and those that the program brings along.
pub fn first() -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = read_below("cases/manifests").into_iter().map(|(_, text)| text).collect();
    let own = std::fs::read_dir(checkout().join("manifests")).expect("the manifests");
    let mut own: Vec<_> = own.map(|entry| entry.expect("an entry").path()).collect();
    own.sort();
    all.extend(own.iter().map(|path| std::fs::read(path).expect("a manifest")));
    all
}

/// The diagnostics of a manifest are the same each time and inside its text; so are all fixes, after which it is read again.
pub fn run(bytes: &[u8]) {
    let mut bytes = bytes.to_vec();
    for _ in 0..ROUNDS {
        let (text, found) = said(&bytes);
        let Some(fix) = found.iter().find_map(|it| it.fix.clone()) else { break };
        let mut fixed = text;
        fixed.replace_range(fix.span, &fix.text);
        bytes = fixed.into_bytes();
    }
}

/// Reads a manifest: its text, and what is found in it.
fn said(bytes: &[u8]) -> (String, Vec<Diagnostic>) {
    let read = || match parse(bytes, "any.yaml") {
        Ok(manifest) => (manifest_text(bytes), manifest.warnings.clone(), format!("{manifest:?}")),
        Err(ManifestError::Invalid { source_text, diagnostics, .. }) => (source_text, diagnostics, String::new()),
        Err(error) => panic!("{error}"),
    };
    let (text, found, shown) = read();
    assert!((&text, &found, &shown) == (&read().0, &read().1, &read().2), "not the same twice");
    assert!(!shown.is_empty() || !found.is_empty(), "refused without a word");
    hold(&text, &found);
    (text, found)
}

fn manifest_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).into_owned()
}

/// Each finding is inside the text, can be rendered in each form, and is no bug of the program.
fn hold(text: &str, found: &[Diagnostic]) {
    for it in found {
        let spans = std::iter::once(&it.primary.span).chain(it.context.iter().map(|label| &label.span));
        for span in spans.chain(it.fix.iter().map(|fix| &fix.span)) {
            assert!(text.get(span.clone()).is_some(), "{span:?} of {} lies outside of the text", it.code);
        }
        assert!(it.code != "CG099", "{}", it.title);
        snippet::github("any.yaml", text, it);
        serde_json::to_string(&snippet::message("any.yaml", text, it)).expect("JSON");
    }
    snippet::render("any.yaml", text, found, false);
}

/// Files of inputs that use all their forms.
pub fn inputs() -> Vec<Vec<u8>> {
    let texts = [
        "change:\n  files: [src/app.ts, a.py]\n  text: |\n    a\n    b\nquestion.text: why\n",
        "{ \"change\": { \"files\": [\"a.py\", \"b \\u00e9\"], \"n\": [1, true, null] }, \"a.b\": \"\\ud83d\\ude00\" }",
        "$workflow.files: a\n$repo.name: 'it''s'\nsymbols: [Cart.total, \"a::b\"]\nmodule: ./x\npackage: pkg:npm/%40x/ui@1\n",
        "change.files=src/app.ts,a.py",
        "- a\n",
    ];
    texts.into_iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// The values of inputs are the same each time, or are refused at a place in their text; then they are bound.
pub fn input(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match (input::file("any.yaml", &text), input::file("any.yaml", &text)) {
        (Ok(given), Ok(again)) => {
            assert_eq!(given, again);
            let own = EVERY_TYPE.as_bytes();
            if let Err(found) = input::bind(&parse(own, "own.yaml").expect("a manifest"), &given) {
                hold(EVERY_TYPE, &found);
            }
        }
        (Err(error), Err(_)) => hold(&error.source_text, &error.diagnostics),
        _ => panic!("read once, and refused once"),
    }
    match input::set(&text) {
        Ok(given) => drop(input::bind(&parse(EVERY_TYPE.as_bytes(), "own.yaml").expect("a manifest"), &[given])),
        Err(found) => hold(&text, std::slice::from_ref(&found)),
    }
}

/// A manifest with an input of each type.
const EVERY_TYPE: &str = "version: 1
inputs:
  change.files: { type: files, required: false }
  question.text: { type: text, required: false }
  symbols: { type: symbols, required: false }
  module: { type: module, required: false }
  package: { type: package, required: false }
must_read:
  derived:
    - { name: a, compute: import_graph.dependencies(change.files), max_files: 2 }
    - { name: b, compute: scip.refs(symbols), max_files: 2 }
    - { name: c, compute: import_graph.reverse_lookup(module), max_files: 2 }
    - { name: d, compute: dep_graph.consumers(package), max_files: 2 }
  repo_context_keys: [question.text]
";

/// A query of each primitive.
pub fn queries() -> Vec<Vec<u8>> {
    let texts = [
        "call_graph.spine([\"Circle.area\", \"main\"], depth=4)",
        "dep_graph.consumers(\"pkg:pypi/flask@1\")",
        "import_graph.dependencies(\"src/**/*.py\", depth=3)",
        "import_graph.reverse_lookup(\"shapes\")",
        "import_graph.transitive_callers([a.py, \"b.py\"])",
        "scip.refs(Shape, definitions=true, evidence=scoped)",
        "test_inventory.tests_exercising(\"**\")",
        "type_graph.siblings(Circle)",
    ];
    texts.into_iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// A query is read or refused at a place in its text; what is read is answered.
pub fn query(bytes: &[u8]) {
    thread_local! {
        static SMALL: (tempfile::TempDir, Index) = {
            let text = read_below("cases/repositories").remove(0).1;
            let folder = files::folder();
            files::write(folder.path(), &files::split(&text));
            let index = repository::indexed(folder.path(), cg_bundle::store::StorePlace::Nowhere).expect("an index");
            (folder, index)
        };
    }
    let text = String::from_utf8_lossy(bytes);
    match parse_query(&text) {
        Err(found) => hold(&text, &found),
        Ok(call) => {
            assert!(call.args.iter().all(|arg| text.get(arg.word().span.clone()).is_some()), "a word outside");
            let quoted = serde_json::to_string(&text).expect("JSON");
            let manifest = format!("must_read:\n  derived:\n    - {{ name: a, compute: {quoted}, max_files: 5 }}\n");
            if let Ok(read) = parse(manifest.as_bytes(), "query.yaml") {
                SMALL.with(|(_, index)| answered(&read, &manifest, index));
            }
        }
    }
}

/// Answers a manifest that needs no input, twice, in each format.
pub fn answered(manifest: &Manifest, text: &str, index: &Index) -> Vec<String> {
    let task = Task {
        manifest,
        manifest_text: text,
        given: &[],
        promoted: &[],
        coverage: &std::sync::Arc::default(),
        environment: &[],
        format: &MARKDOWN,
    };
    let Ok(bundle) = answer(&task, index) else { return Vec::new() };
    let shown: Vec<String> = render::FORMATS.iter().map(|format| (format.render)(&bundle)).collect();
    let again = answer(&task, index).expect("answered before");
    assert!(bundle == again, "not the same bundle twice");
    let json = render::format("json").expect("a format");
    serde_json::from_str::<serde_json::Value>(&(json.render)(&bundle)).expect("JSON");
    shown
}
