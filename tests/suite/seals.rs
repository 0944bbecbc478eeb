//! The seal depends on what a bundle is made from, and on nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cg_bundle::bundle::Bundle;
use cg_bundle::pipeline::ScipSelection;
use cg_bundle::render::{FORMATS, format};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::support::{answer_on, copy, index_of};

const MANIFEST: &str = "version: 1
budget: { max_chars: 9000 }
must_read:
  derived:
    - { name: importers, compute: 'import_graph.reverse_lookup(\"requests\")', max_files: 4 }
    - { name: uses, compute: 'scip.refs(\"total\", definitions=true)', max_files: 9 }
should_read:
  derived:
    - { name: tests, compute: 'test_inventory.tests_exercising(uses)', max_files: 9 }
may_read:
  derived:
    - { name: around, compute: 'import_graph.transitive_callers(uses, depth=2)', max_files: 1, render: listed }
";

fn shop() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/shop"), folder.path());
    folder
}

fn bundle(root: &Path) -> Bundle {
    answer_on(&index_of(root, ScipSelection::Found), MANIFEST, &[], &[])
}

/// A bundle with the limits of work that another has.
fn with_limits_of(mut bundle: Bundle, other: &Bundle) -> Bundle {
    bundle.budget.work.limits = other.budget.work.limits;
    bundle
}

/// S3.U11, and the determinism of bundles: an unrelated file changes no byte of any format, but for the limits
/// of work in the JSON.
#[test]
fn an_unrelated_file_changes_no_byte() {
    let folder = shop();
    let before = bundle(folder.path());
    let files = [
        ("notes.md", "# Notes\n"),
        ("lonely/island.py", "def stray():\n    return 1\n"),
        ("broken.py", "def (:\n"),
        ("other.ts", "export const y = 1;\nimport './gone';\n"),
        (".env", "TOKEN=1\n"),
    ];
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let after = bundle(folder.path());
    assert_eq!(before.seal, after.seal);
    assert_ne!(before.budget.work.limits, after.budget.work.limits, "S4.8: they follow from the number of files");
    let before = with_limits_of(before, &after);
    for format in FORMATS {
        assert_eq!((format.render)(&before), (format.render)(&after), "{}", format.name);
    }
}

/// A change of any file that the bundle speaks of is another seal, even where none of its text is shown.
#[test]
fn a_used_file_changes_the_seal() {
    let folder = shop();
    let before = bundle(folder.path());
    let items = before.bands.iter().flat_map(|band| &band.items).map(|item| item.path.clone());
    let used: BTreeSet<String> = items.chain(before.left_out.iter().map(|it| it.path.clone())).collect();
    assert!(used.len() > 2 && used.len() == before.index.files, "{used:?} of {}", before.index.files);
    for path in used.iter().filter(|path| path.ends_with(".py")) {
        let place = folder.path().join(path);
        let text = fs::read_to_string(&place).expect("a source");
        fs::write(&place, format!("{text}\n# a remark\n")).expect("a source");
        let after = bundle(folder.path());
        assert_ne!((&before.seal, &before.index.state), (&after.seal, &after.index.state), "{path}");
        fs::write(&place, text).expect("a source");
    }
    assert_eq!(bundle(folder.path()).seal, before.seal, "the determinism of the seal");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Whatever unrelated files there are, in whatever folders: the same seal, and the same JSON but for the limits.
    #[test]
    fn unrelated_files_of_any_sort_change_nothing(
        files in prop::collection::vec(("[a-z]{1,6}", 0usize..4, "[ -~\n]{0,80}"), 1..6),
    ) {
        let folder = shop();
        let json = format("json").expect("JSON").render;
        let before = bundle(folder.path());
        for (at, (name, form, text)) in files.iter().enumerate() {
            // Text of a Python file could import what the bundle is about, so that it is a comment there.
            let (ending, text) = match form {
                0 => ("txt", text.clone()),
                1 => ("py", text.lines().map(|line| format!("# {line}\n")).collect()),
                2 => ("bin", format!("\0{text}")),
                _ => ("css", text.clone()),
            };
            fs::create_dir_all(folder.path().join("apart")).expect("a folder");
            fs::write(folder.path().join(format!("apart/{name}{at}.{ending}")), text).expect("a file");
        }
        let after = bundle(folder.path());
        prop_assert_eq!(&after.seal, &before.seal);
        prop_assert_eq!(json(&after), json(&with_limits_of(before, &after)));
    }
}
