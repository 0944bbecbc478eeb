//! What may go wrong between indexes and texts: each is told, and hides nothing.

use std::collections::BTreeSet;
use std::fs;

use cg_bundle::pipeline::{Index, ScipSelection};
use cg_bundle::primitive::{Engine, Stale};
use cg_bundle::scip::Confidence;
use cg_bundle::store::StorePlace;
use tempfile::TempDir;

use crate::compiled::{Project, ask, confidence, sites};

/// Where the document that defines a symbol is stale, the text still knows what is meant by it.
#[test]
fn a_stale_definition_does_not_hide_uses() {
    let project = Project::of("ts-mini");
    project.edit("src/shapes.ts", |text| text + "// more\n");
    project.edit("src/main.test.ts", |text| format!("\n{text}"));
    let index = project.index();
    let health = index.facts.health.as_ref().expect("health");
    assert!(health.not_fresh.len() >= 2, "{:?}", health.not_fresh);
    for query in ["scip.refs(Square)", "scip.refs(ts-mini@*::src.shapes.Square)"] {
        let found = sites(&index, query);
        assert!(found.iter().any(|site| site.starts_with("src/main.test.ts:5:49 ")), "{query}: {found:#?}");
    }
}

/// Of two indexes a stale document of one is not heard because the other's is fresh; and what both say is said once.
#[test]
fn two_indexes_do_not_vouch_for_each_other() {
    let project = Project::of("py-mini");
    let both = || ScipSelection::Files(vec![project.path("index.scip"), project.path("index-ty.scip")]);
    let index = project.index_with(StorePlace::Nowhere, both());
    let twice = |index: &Index| {
        let engine = Engine::new(&index.facts).over(&index.tree, Stale::Downgrade);
        let answer = ask(index, "scip.refs(where)");
        let links: Vec<_> = answer.hits.iter().flat_map(|hit| answer.chain(&engine, hit.file)).collect();
        let places: BTreeSet<_> = links.iter().map(|link| (link.file, link.at)).collect();
        (links.len(), places.len())
    };
    let (links, places) = twice(&index);
    assert!(links == places && links > 0, "{links} links at {places} places");
}

/// A place names what stands there, in whatever index, and nothing else.
#[test]
fn a_place_without_a_symbol_means_nothing() {
    let project = Project::of("ts-mini");
    let index = project.index();
    let answer = ask(&index, "scip.refs(src/main.ts:9:3)");
    assert!(answer.hits.is_empty(), "`const` is no symbol");
    assert!(answer.notes.iter().any(|note| note.text.contains("no symbol at src/main.ts:9:3")), "{:?}", answer.notes);
    assert_eq!(sites(&index, "scip.refs(./src/main.ts:9:13)"), sites(&index, "scip.refs(makePair)"));
    let nowhere = ask(&index, "scip.refs(src/none.ts:1:1)");
    assert!(nowhere.notes.iter().any(|note| note.text.contains("no file `src/none.ts`")), "{:?}", nowhere.notes);
}

/// An index may take the repository's own package, as it is installed, for another: then the text is right, which sees
/// the sources. What is another in truth makes an edge of the text go.
#[test]
fn the_own_package_as_installed_is_not_another() {
    use protobuf::{Message, MessageField};
    use scip::types::{Document, Index, Metadata, Occurrence, ToolInfo};

    let folder = TempDir::new().expect("a folder");
    let app = "def run():\n    return 1\n";
    let test = "from shop.app import run\n\n\ndef test_run():\n    assert run() == 1\n";
    for (name, text) in [("src/shop/__init__.py", ""), ("src/shop/app.py", app), ("tests/test_app.py", test)] {
        fs::create_dir_all(folder.path().join(name).parent().expect("a parent")).expect("a folder");
        fs::write(folder.path().join(name), text).expect("written");
    }
    let project = Project { folder };
    let calls = |symbol: &str| {
        let at = |range: [i32; 3], symbol: &str, symbol_roles| Occurrence {
            range: range.to_vec(),
            symbol: symbol.to_owned(),
            symbol_roles,
            ..Occurrence::default()
        };
        let document =
            |path: &str, occurrences| Document { relative_path: path.to_owned(), occurrences, ..Document::default() };
        let tool = ToolInfo { name: "scip-python".to_owned(), version: "0.6.6".to_owned(), ..ToolInfo::default() };
        let index = Index {
            metadata: MessageField::some(Metadata { tool_info: MessageField::some(tool), ..Metadata::default() }),
            documents: vec![
                document("src/shop/__init__.py", vec![]),
                document(
                    "src/shop/app.py",
                    vec![at([0, 4, 7], "scip-python python my-shop 1 `src.shop.app`/run().", 1)],
                ),
                document(
                    "tests/test_app.py",
                    vec![
                        at([0, 21, 24], symbol, 0),
                        at([3, 4, 12], "scip-python python my-shop 1 `tests.test_app`/test_run().", 1),
                        at([4, 11, 14], symbol, 0),
                    ],
                ),
            ],
            ..Index::default()
        };
        fs::write(project.path("index.scip"), index.write_to_bytes().expect("an index")).expect("written");
        let index = project.index();
        let calls: Vec<String> = index.facts.calls.iter().map(|row| index.facts.qualified_name(row.callee)).collect();
        (confidence(&index), calls)
    };
    let own = vec!["run".to_owned()];
    assert_eq!(calls("scip-python python my-shop 1 `src.shop.app`/run()."), (Confidence::High, own.clone()));
    assert_eq!(calls("scip-python python My_Shop 2 `shop.app`/run().").1, own, "another spelling of the package");
    assert_eq!(calls("scip-python python shop 2 `shop.app`/run().").1, own, "the same module of another package");
    assert_eq!(calls("scip-python python other 2 `other.jobs`/run().").1, Vec::<String>::new());
}
