//! The probe on real indexes, on texts that are hard to count, and on trees that are not those of the index.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use cg_bundle::base::{Digest, Position};
use cg_bundle::scip::{
    Absence, Cause, Confidence, Decoded, DocumentText, Evidence, Freshness, Probed, Reader, STAMP_SUFFIX, Stamp,
    Surroundings, TextMatch, Verdict, open, probe, stamp,
};
use proptest::prelude::*;
use protobuf::{Message, MessageField};
use scip::types::{Document, Index, Metadata, Occurrence, ToolInfo};

const FIXTURES: &str = "tests/fixtures/scip";
const INDEXES: [&str; 4] = ["ts-mini/index.scip", "py-mini/index.scip", "py-mini/index-ty.scip", "rs-mini/index.scip"];

type Tree = BTreeMap<String, Vec<u8>>;

/// An index, and the sources from which it was made.
fn fixture(index: &str) -> (Decoded, Tree) {
    let path = Path::new(FIXTURES).join(index);
    let root = path.parent().expect("a folder").to_owned();
    let decoded = open(&[("index.scip".to_owned(), path)]).expect("an index");
    let text = |path: &str| fs::read(root.join(path)).expect("a source");
    let tree = decoded.documents.iter().map(|it| (it.path.to_string(), text(&it.path))).collect();
    (decoded, tree)
}

fn look(decoded: &Decoded, tree: &Tree, stamps: &[Option<Stamp>]) -> Probed {
    let files: Vec<&str> = tree.keys().map(String::as_str).collect();
    let around = Surroundings { files: &files, stamps, notes: &[] };
    probe(decoded, &around, |it| {
        Some(DocumentText { text: tree.get(&*it.path)?.as_slice().into(), ..DocumentText::default() })
    })
}

/// The occurrences of a document: `(range, symbol, roles)`.
type Written<'w> = &'w [(&'w [i32], &'w str, i32)];

/// An index of some documents: paths, and their occurrences.
fn index(tool: &str, documents: &[(&str, Written<'_>)]) -> Decoded {
    let occurrence = |(range, symbol, roles): &(&[i32], &str, i32)| Occurrence {
        range: range.to_vec(),
        symbol: (*symbol).to_owned(),
        symbol_roles: *roles,
        ..Occurrence::default()
    };
    let document = |(path, rows): &(&str, Written<'_>)| Document {
        relative_path: (*path).to_owned(),
        occurrences: rows.iter().map(occurrence).collect(),
        ..Document::default()
    };
    let tool = ToolInfo { name: tool.to_owned(), version: "1".to_owned(), ..ToolInfo::default() };
    let index = Index {
        metadata: MessageField::some(Metadata { tool_info: MessageField::some(tool), ..Metadata::default() }),
        documents: documents.iter().map(document).collect(),
        ..Index::default()
    };
    let bytes = index.write_to_bytes().expect("an index");
    let mut reader = Reader::default();
    reader.read("index.scip", &mut Cursor::new(bytes));
    reader.finish()
}

fn tree(files: &[(&str, &str)]) -> Tree {
    files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
}

fn only(probed: &Probed) -> Verdict {
    assert_eq!(probed.verdicts.len(), 1);
    probed.verdicts[0]
}

#[test]
fn real_indexes_of_their_own_sources_are_fresh() {
    for name in INDEXES {
        let (decoded, tree) = fixture(name);
        let probed = look(&decoded, &tree, &[]);
        assert!(probed.verdicts.iter().all(|it| *it == Verdict::Fresh), "{name}: {:?}", probed.health.not_fresh);
        assert!(probed.sites.iter().all(|site| site.fits), "{name}");
        assert_eq!(probed.sites.len(), decoded.occurrences.len(), "{name}");
        assert_eq!(probed.health.confidence, Confidence::High, "{name}: {:?}", probed.health.sources);
        assert!(probed.health.sources[0].reasons.is_empty(), "{name}");
        assert!(matches!(probed.health.sources[0].freshness, Freshness::Fresh { indexed_at: None }), "{name}");
    }
}

/// Sites of `ts-mini`, read off its source by eye.
#[test]
fn sites_say_where_and_how_they_agree() {
    let (decoded, tree) = fixture("ts-mini/index.scip");
    let probed = look(&decoded, &tree, &[]);
    let main = decoded.documents.iter().find(|it| &*it.path == "src/main.ts").expect("main.ts");
    let at = |line, column, symbol: &str| {
        let own = (main.first..main.end).map(|at| (at as usize, decoded.occurrences[at as usize]));
        let mut own = own.filter(|(_, it)| decoded.symbol(it.symbol).ends_with(symbol));
        let found = own.find(|(at, _)| probed.sites[*at].start == Position { line, column });
        let (at, _) = found.unwrap_or_else(|| unreachable!("nothing at {line}:{column}"));
        (probed.sites[at].length, probed.sites[at].agreement)
    };
    assert_eq!(at(1, 13, "LoDashStatic#template()."), (8, TextMatch::Exact), "import {{ template as tpl }}");
    assert_eq!(at(1, 25, "LoDashStatic#template()."), (3, TextMatch::Alias), "import {{ template as tpl }}");
    assert_eq!(at(6, 18, "LoDashStatic#template()."), (3, TextMatch::Alias), "tpl(…)");
    assert_eq!(at(8, 24, "Square#`<constructor>`()."), (2, TextMatch::Alias), "new Sq(2)");
    assert_eq!(at(10, 10, "`\"string-key\"0`:"), (12, TextMatch::Exact), "lookup[\"string-key\"]");
}

#[test]
fn a_name_that_another_file_exports_is_an_alias() {
    let (decoded, tree) = fixture("ts-mini/index.scip");
    let probed = look(&decoded, &tree, &[]);
    let test = decoded.documents.iter().position(|it| &*it.path == "src/main.test.ts").expect("a document");
    let first = decoded.documents[test].first as usize;
    // `import { renderAlias } from "./main"`, where main.ts says `export { render as renderAlias }`.
    assert_eq!(probed.sites[first + 1].start, Position { line: 1, column: 10 });
    assert_eq!(probed.sites[first + 1].agreement, TextMatch::Alias);
}

#[test]
fn the_mark_that_starts_a_text_counts_where_the_indexer_counts_it() {
    let text = "\u{feff}rocket = 1; after = rocket\n";
    let at = |first: i32| {
        let columns = [[0, first, first + 6], [0, first + 12, first + 17]];
        [columns[0].to_vec(), columns[1].to_vec()]
    };
    // As these indexers write it, seen by running each on such a file.
    for (tool, first) in [("scip-python", 1), ("ty-scip", 3), ("scip-typescript", 0)] {
        let [rocket, after] = at(first);
        let rows: [(&[i32], &str, i32); 2] = [(&rocket, "s m p v a/rocket.", 1), (&after, "s m p v a/after.", 1)];
        let decoded = index(tool, &[("a.py", &rows)]);
        let probed = look(&decoded, &tree(&[("a.py", text)]), &[]);
        assert_eq!(only(&probed), Verdict::Fresh, "{tool}");
        assert_eq!(probed.sites[0].start, Position { line: 1, column: 1 }, "{tool}: as a parse counts");
    }
}

#[test]
fn lines_end_where_the_indexer_ends_them() {
    let text = "a = '\u{2028}'\rb = 1\r\nc = '🚀'; d = 2\n";
    let python: [(&[i32], &str, i32); 4] = [
        (&[0, 0, 1], "s m p v a.", 1),
        (&[1, 0, 1], "s m p v b.", 1),
        (&[2, 0, 1], "s m p v c.", 1),
        (&[2, 10, 11], "s m p v d.", 1),
    ];
    let probed = look(&index("scip-python", &[("a.py", &python)]), &tree(&[("a.py", text)]), &[]);
    assert_eq!(only(&probed), Verdict::Fresh);
    // By `\n` alone the second is on the first line, behind `a = '…'` of nine bytes and a return.
    assert_eq!(probed.sites[1].start, Position { line: 1, column: 11 });
    assert_eq!(probed.sites[3].start, Position { line: 2, column: 13 });
    let script: [(&[i32], &str, i32); 2] = [(&[2, 0, 1], "s m p v b.", 1), (&[3, 10, 11], "s m p v d.", 1)];
    assert_eq!(
        only(&look(&index("scip-typescript", &[("a.ts", &script)]), &tree(&[("a.ts", text)]), &[])),
        Verdict::Fresh
    );
}

#[test]
fn columns_of_an_unknown_indexer_are_proven_on_the_text() {
    let text = "x = '🚀é'; after = 1\n";
    for (encoding, start) in [("UTF-8", 14), ("UTF-16", 11), ("UTF-32", 10)] {
        let range = [0, start, start + 5];
        let rows: [(&[i32], &str, i32); 1] = [(&range, "s m p v after.", 1)];
        let probed = look(&index("some-indexer", &[("a.py", &rows)]), &tree(&[("a.py", text)]), &[]);
        assert_eq!(only(&probed), Verdict::Fresh, "{encoding}");
    }
}

/// Three ways in which ty-scip marks what is no name, seen on Django: a key that it shortens, an assignment over several
/// lines that it marks by its first letter, and the module that a dotted import binds.
#[test]
fn ranges_that_an_indexer_cuts_are_no_evidence() {
    let text = "d = {\n  \"a long key\": 1}\nname.x[\n  1] = 2\nimport tblib.pickling\n";
    let rows: [(&[i32], &str, i32); 5] = [
        (&[0, 0, 1], "s m p v d.", 1),
        (&[1, 2, 8], "local 1", 1),
        (&[2, 0, 1], "local 2", 1),
        (&[2, 0, 4], "s m p v name.", 0),
        (&[4, 7, 21], "s m p v tblib.", 1),
    ];
    let probed = look(&index("ty-scip", &[("a.py", &rows)]), &tree(&[("a.py", text)]), &[]);
    assert_eq!(only(&probed), Verdict::Fresh);
    let fits: Vec<bool> = probed.sites.iter().map(|site| site.fits).collect();
    assert_eq!(fits, [true, false, false, true, true], "what is cut is not shown");
    let alone = [rows[0], rows[2]];
    let probed = look(&index("ty-scip", &[("a.py", &alone)]), &tree(&[("a.py", text)]), &[]);
    assert!(matches!(only(&probed), Verdict::Stale { evidence: Evidence::SplitName, .. }), "no longer one, so no cut");
}

#[test]
fn a_deleted_file_is_missing_and_an_empty_one_is_stale() {
    let (decoded, mut tree) = fixture("ts-mini/index.scip");
    tree.remove("src/main.test.ts");
    tree.insert("src/shapes.ts".to_owned(), Vec::new());
    let probed = look(&decoded, &tree, &[]);
    assert_eq!(probed.verdicts[0], Verdict::Missing);
    assert!(
        matches!(probed.verdicts[2], Verdict::Stale { evidence: Evidence::OutOfBounds, .. }),
        "{:?}",
        probed.verdicts
    );
    let source = &probed.health.sources[0];
    assert_eq!(source.freshness, Freshness::Stale(Cause::TextMismatch { stale: 1, missing: 1 }));
    assert_eq!(source.confidence, Confidence::Low, "one of three is fresh");
    assert!(source.reasons.iter().any(|it| it.starts_with("1 of 3 documents have no file: src/main.test.ts")));
    assert!(source.reasons.iter().all(|it| it.ends_with("npx @sourcegraph/scip-typescript index")));
}

#[test]
fn an_empty_index_is_low() {
    let probed = look(&index("scip-python", &[]), &tree(&[("a.py", "x = 1\n")]), &[]);
    assert_eq!(probed.health.confidence, Confidence::Low);
    assert!(probed.health.sources[0].reasons[0].contains("holds 0 documents"));
    let none = look(&Decoded::default(), &Tree::new(), &[]);
    assert_eq!(none.health.confidence, Confidence::Low);
}

#[test]
fn an_index_that_leaves_files_out_is_never_high() {
    let (decoded, mut tree) = fixture("py-mini/index.scip");
    for at in 0..3 {
        tree.insert(format!("other/m{at}.py"), b"x = 1\n".to_vec());
    }
    let probed = look(&decoded, &tree, &[]);
    assert_eq!(probed.health.confidence, Confidence::Medium, "4 of 7");
    assert!(probed.health.sources[0].reasons[0].starts_with("4 of 7 files are in the index (57 %)"));
    assert!(probed.health.unindexed.iter().all(|it| it.absence == Absence::Excluded));
    for at in 3..6 {
        tree.insert(format!("other/m{at}.py"), b"x = 1\n".to_vec());
    }
    assert_eq!(look(&decoded, &tree, &[]).health.confidence, Confidence::Low, "4 of 10");
}

#[test]
fn a_reference_to_a_stale_file_is_asked_for_its_name() {
    let used: [(&[i32], &str, i32); 1] = [(&[0, 9, 13], "s m p v `a.ts`/Icon#", 0)];
    let defined: [(&[i32], &str, i32); 1] = [(&[0, 13, 17], "s m p v `a.ts`/Icon#", 1)];
    let decoded = index("scip-typescript", &[("a.ts", &defined), ("b.ts", &used)]);
    let fresh = tree(&[("a.ts", "export class Icon {}\n"), ("b.ts", "import { Icon } from './a';\n")]);
    assert_eq!(look(&decoded, &fresh, &[]).verdicts, [Verdict::Fresh; 2]);
    let renamed = tree(&[("a.ts", "export class Tool {}\n"), ("b.ts", "import { Tool } from './a';\n")]);
    let at = Position { line: 1, column: 10 };
    assert_eq!(look(&decoded, &renamed, &[]).verdicts[1], Verdict::Stale { evidence: Evidence::Reference, at });
    let other = tree(&[("a.ts", "export class Icon {}\n"), ("b.ts", "import { Tool } from './a';\n")]);
    assert_eq!(look(&decoded, &other, &[]).verdicts[1], Verdict::Fresh, "a name alone proves nothing");
}

/// A stamp of a tree, as the index and its sources give it.
fn stamped(decoded: &Decoded, tree: &Tree) -> Stamp {
    let probed = look(decoded, tree, &[]);
    let content = |path: &str| tree.get(path).map(|text| (Digest::of(text), text.len() as u64));
    stamp(decoded, 0, &probed.verdicts, &probed.health, content).expect("a source")
}

#[test]
fn with_a_stamp_any_change_is_seen_and_new_files_are_known() {
    let (decoded, mut files) = fixture("py-mini/index.scip");
    files.insert("pkg/excluded.py".to_owned(), b"x = 1\n".to_vec());
    let stamp = stamped(&decoded, &files);
    let again = Stamp::read(&stamp.write(), decoded.sources[0].digest).expect("a stamp");
    assert_eq!(again, stamp);
    assert_eq!(stamp.documents.len(), 4);
    assert_eq!(stamp.unindexed, ["pkg/excluded.py"]);
    let stamps = [Some(stamp)];
    let probed = look(&decoded, &files, &stamps);
    assert_eq!(probed.health.confidence, Confidence::Medium, "4 of 5 files");
    files.remove("pkg/excluded.py");
    assert_eq!(look(&decoded, &files, &stamps).health.confidence, Confidence::High);
    for path in ["pkg/__init__.py", "pkg/main.py", "pkg/shapes.py", "tests/test_main.py"] {
        let mut changed = files.clone();
        changed.get_mut(path).expect("a file").extend(b"# no name moves\n");
        let probed = look(&decoded, &changed, &stamps);
        let stale: Vec<&str> = probed.health.not_fresh.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(stale, [path]);
        assert!(matches!(probed.health.not_fresh[0].verdict, Verdict::Stale { evidence: Evidence::Content, .. }));
        assert!(matches!(probed.health.sources[0].freshness, Freshness::Stale(Cause::DigestMismatch { .. })));
        assert_eq!(probed.health.confidence, Confidence::Medium);
    }
    files.insert("new/deep.py".to_owned(), b"x = 1\n".to_vec());
    let probed = look(&decoded, &files, &stamps);
    assert_eq!(probed.health.unindexed[0].absence, Absence::New);
    assert_eq!(probed.health.confidence, Confidence::Medium);
}

#[test]
fn a_stamp_of_another_index_or_a_broken_one_is_none() {
    let (decoded, tree) = fixture("rs-mini/index.scip");
    let written = stamped(&decoded, &tree).write();
    let own = decoded.sources[0].digest;
    assert!(Stamp::read(&written, own).is_ok());
    assert!(Stamp::read(&written, Digest::of(b"another")).is_err_and(|note| note.contains("another index")));
    for broken in ["", "{}", &written[..written.len() / 2], &written.replace("\"version\": 1", "\"version\": 2")] {
        assert!(Stamp::read(broken, own).is_err());
    }
    assert_eq!(format!("index.scip{STAMP_SUFFIX}"), "index.scip.stamp.json");
}

/// What is stale by its text is not stamped: a stamp that comes too late makes nothing fresh.
#[test]
fn a_stamp_that_comes_too_late_proves_nothing() {
    let (decoded, mut tree) = fixture("ts-mini/index.scip");
    tree.get_mut("src/main.ts").expect("a file").splice(0..0, *b"// added\n");
    let stamp = stamped(&decoded, &tree);
    assert!(!stamp.documents.contains_key("src/main.ts"));
    assert!(matches!(look(&decoded, &tree, &[Some(stamp)]).verdicts[1], Verdict::Stale { .. }));
}

#[test]
fn health_is_the_same_from_what_is_stored() {
    let (decoded, mut tree) = fixture("ts-mini/index.scip");
    tree.remove("src/main.ts");
    let health = look(&decoded, &tree, &[]).health;
    let text = serde_json::to_string(&health).expect("JSON");
    assert_eq!(serde_json::from_str::<cg_bundle::scip::Health>(&text).expect("a health"), health);
}

proptest! {
    /// X6: whatever becomes of the files, an index is never highly trusted while a document of it is not fresh.
    #[test]
    fn no_stale_index_is_high(
        which in 0..4usize,
        cuts in prop::collection::vec((0..6usize, 0..400usize, 0..30usize, "[a-z \n]{0,12}"), 0..4),
        deleted in prop::collection::vec(0..6usize, 0..2),
    ) {
        let (decoded, mut tree) = fixture(INDEXES[which]);
        let paths: Vec<String> = tree.keys().cloned().collect();
        for (file, at, length, text) in cuts {
            let content = tree.get_mut(&paths[file % paths.len()]).expect("a file");
            let at = at.min(content.len());
            let end = (at + length).min(content.len());
            content.splice(at..end, text.into_bytes());
        }
        for file in deleted {
            tree.remove(&paths[file % paths.len()]);
        }
        let stamp = stamped(&decoded, &fixture(INDEXES[which]).1);
        for stamps in [vec![], vec![Some(stamp)]] {
            let probed = look(&decoded, &tree, &stamps);
            let is_fresh = probed.verdicts.iter().all(|it| *it == Verdict::Fresh);
            prop_assert!(is_fresh || probed.health.confidence < Confidence::High);
            prop_assert_eq!(probed.health.confidence == Confidence::High, probed.health.sources[0].reasons.is_empty());
            let same = tree == fixture(INDEXES[which]).1;
            prop_assert!(stamps.is_empty() || same || probed.health.confidence < Confidence::High, "stamped: exact");
            for (site, occurrence) in probed.sites.iter().zip(&decoded.occurrences) {
                prop_assert!(site.fits || !same || occurrence.symbol == 0);
            }
        }
    }
}
