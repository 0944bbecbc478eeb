//! Answers to prose of which the search is unsure: the status says so, the text of a file is short, and the argument that is
//! printed brings facts.

use std::fmt::Write as _;

use cg_bundle::bundle::{Bundle, ShortfallKind, Status, View};

use crate::support::{Repository, answer_on};

const MANIFEST: &str = "
inputs: { bug.text: { type: text }, bug.symbols: { type: symbols, required: false }, bug.files: { type: files, required: false } }
focus: { symbols: bug.symbols, query: bug.text }
should_read:
  derived:
    - { name: found, compute: search.cascade(bug.text), max_files: 9 }
    - { name: frames, compute: 'scip.refs(bug.symbols, definitions_only=true)', max_files: 9 }
";

/// Files that all speak of timeouts as often, so that no search can tell which is meant.
fn timeouts() -> Repository {
    let mut text = String::new();
    for file in ["reader", "sender", "waiter", "watcher", "writer"] {
        let _ = writeln!(text, "--- net/{file}.py");
        for n in 0..120 {
            let _ = writeln!(
                text,
                "def {file}_{n}(socket):\n    # the timeout of a socket that hangs\n    return socket.{file}\n"
            );
        }
    }
    Repository::of(&format!("{text}--- facts\n")).0
}

fn answered(repository: &Repository, sets: &[&str]) -> Bundle {
    answer_on(&repository.index(), MANIFEST, sets, &[])
}

fn most_chars(bundle: &Bundle) -> u64 {
    let items = bundle.bands.iter().flat_map(|band| &band.items).filter(|item| item.view != View::Listed);
    items.map(|item| item.chars).max().expect("a file")
}

#[test]
fn a_search_that_is_unsure_is_no_success() {
    let repository = timeouts();
    let bundle = answered(&repository, &["bug.text=a socket hangs behind the timeout"]);
    assert_eq!(bundle.status, Status::PartialSuccess);
    assert_eq!(bundle.missing[0].kind, ShortfallKind::WeakText, "{:?}", bundle.missing);
    assert!(bundle.missing[0].what.contains("the search is unsure"), "{:?}", bundle.missing);
    // Each file has some 11,000 characters.
    assert!(most_chars(&bundle) < 9_500, "{}", most_chars(&bundle));
    let run = bundle.missing[0].run.as_deref().unwrap_or_default();
    let file = run.strip_prefix("--set ").unwrap_or_else(|| panic!("{run}"));
    assert!(file.starts_with("bug.files=net/"), "{run}");
    let bundle = answered(&repository, &["bug.text=a socket hangs behind the timeout", file]);
    assert!(bundle.missing.iter().all(|it| it.kind != ShortfallKind::WeakText), "{:?}", bundle.missing);
}

#[test]
fn the_names_of_the_text_are_the_argument() {
    let bundle = answered(&timeouts(), &["bug.text=a socket hangs behind the timeout of reader_7 and writer_3"]);
    let unsure = bundle.missing.iter().find(|it| it.kind == ShortfallKind::WeakText).expect("an unsure search");
    assert_eq!(unsure.run.as_deref(), Some("--set bug.symbols=reader_7,writer_3"));
}

#[test]
fn a_word_that_nothing_holds_is_counted_as_none() {
    let text = include_str!("../../manifests/navigate.yaml");
    let bundle = answer_on(&timeouts().index(), text, &["find.text=zzqx"], &[]);
    assert_eq!(bundle.status, Status::NoResults);
    let said = bundle.missing.iter().any(|it| it.what.contains("no word of the text is in any of them"));
    assert!(said && !bundle.missing.iter().any(|it| it.what.contains("0 words")), "{:?}", bundle.missing);
}
