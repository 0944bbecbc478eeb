//! Compilers' indexes from end to end: what they say becomes facts, and what is stale is answered from the text and said.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cg_bundle::manifest::parse_query;
use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, index};
use cg_bundle::primitive::{Answer, Argument, Engine, Stale};
use cg_bundle::scip::Confidence;
use cg_bundle::store::StorePlace;
use cg_rules::Evidence;
use protobuf::Message;
use tempfile::TempDir;

/// A copy of a fixture, to be changed at will.
pub struct Project {
    pub folder: TempDir,
}

impl Project {
    pub fn of(fixture: &str) -> Self {
        let folder = TempDir::new().expect("a folder");
        copy(&Path::new("tests/fixtures/scip").join(fixture), folder.path());
        Self { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn edit(&self, name: &str, change: impl FnOnce(String) -> String) {
        let text = fs::read_to_string(self.path(name)).expect("a text");
        fs::write(self.path(name), change(text)).expect("written");
    }

    pub fn index_with(&self, store: StorePlace, scip: ScipSelection) -> Index {
        let request = IndexRequest { root: self.folder.path().to_owned(), store, cas: None, verify: false, scip };
        index(&request, &|_, _, _| {}).expect("an index")
    }

    pub fn index(&self) -> Index {
        self.index_with(StorePlace::Nowhere, ScipSelection::Found)
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a fixture") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)
        } else {
            fs::copy(entry.path(), target).map(|_| ()).expect("copied")
        }
    }
}

pub fn ask(index: &Index, query: &str) -> Answer {
    let call = parse_query(query).expect("a query");
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::Downgrade);
    engine.answer(&call.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]))
}

/// `path:line:column relation` of every site, sorted.
pub fn sites(index: &Index, query: &str) -> Vec<String> {
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::Downgrade);
    let answer = ask(index, query);
    let links = answer.hits.iter().flat_map(|hit| answer.chain(&engine, hit.file));
    let sites: BTreeSet<String> =
        links.map(|link| format!("{}:{} {}", index.facts.path(link.file), link.at, link.relation)).collect();
    sites.into_iter().collect()
}

pub fn confidence(index: &Index) -> Confidence {
    index.facts.health.as_ref().expect("health").confidence
}

/// S3.9 and S3.14: the sites of a member of an external package, renamed on import, are where the compiler saw it.
#[test]
fn sites_are_those_of_the_compiler() {
    let project = Project::of("ts-mini");
    let index = project.index();
    // The fixture was made without the types of Node, so that `node:path` leads nowhere: what is external may be missing.
    assert_eq!(confidence(&index), Confidence::Medium);
    // By hand, from the text of main.ts: the import of `template as tpl`, the call of `tpl`, and `_.template`.
    let wanted =
        ["src/main.ts:14:16 reads", "src/main.ts:1:13 imports", "src/main.ts:1:25 imports", "src/main.ts:6:18 calls"];
    assert_eq!(sites(&index, "scip.refs(lodash.template)"), wanted);
    // `Sq` is `Square`; the test constructs it too.
    let squares = sites(&index, "scip.refs(Square)");
    for site in ["src/main.ts:3:15 imports", "src/main.ts:8:24 constructs", "src/main.test.ts:4:49 constructs"] {
        assert!(squares.iter().any(|it| it == site), "{site} in {squares:#?}");
    }
    // A definition is told only on request.
    assert!(squares.iter().all(|site| !site.ends_with("defines")));
    assert!(sites(&index, "scip.refs(makePair, definitions=true)").contains(&"src/shapes.ts:16:17 defines".to_owned()));
    let project = Project::of("py-mini");
    let python = project.index();
    assert_eq!(confidence(&python), Confidence::High, "{:?}", python.facts.health);
    let answer = ask(&python, "scip.refs(Square)");
    assert_eq!(answer.downgraded, None);
    assert_eq!(answer.consulted.iter().map(|it| it.source.as_str()).collect::<Vec<_>>(), ["scip"]);
}

/// Every global reference that the crate's own reader sees in a fresh index is a fact at its very place.
#[test]
fn every_occurrence_is_a_fact() {
    for (fixture, name) in [("ts-mini", "index.scip"), ("py-mini", "index-ty.scip"), ("rs-mini", "index.scip")] {
        let project = Project::of(fixture);
        let path = project.path(name);
        let said = scip::types::Index::parse_from_bytes(&fs::read(&path).expect("an index")).expect("read");
        let index = project.index_with(StorePlace::Nowhere, ScipSelection::Files(vec![path]));
        let exact = index.facts.exact.get().expect("facts of the index");
        let known: BTreeSet<(String, String, u32, u32)> = exact
            .occurrences
            .iter()
            .map(|it| {
                let symbol = exact.symbols.get(it.symbol).to_owned();
                (symbol, index.facts.path(it.file).to_owned(), it.at.line, it.at.column)
            })
            .collect();
        for document in &said.documents {
            let text = fs::read_to_string(project.path(&document.relative_path)).expect("a file");
            for it in document.occurrences.iter().filter(|it| !it.symbol.starts_with("local ") && it.range.len() == 3) {
                let line = usize::try_from(it.range[0]).expect("a line");
                // What stands on lines of ASCII letters has the same column in every encoding.
                if text.lines().nth(line).is_some_and(str::is_ascii) {
                    let at = (it.range[0].cast_unsigned() + 1, it.range[1].cast_unsigned() + 1);
                    let row = (it.symbol.clone(), document.relative_path.clone(), at.0, at.1);
                    assert!(known.contains(&row), "{fixture}: {row:?}");
                }
            }
        }
    }
}

/// What is stale is answered from the text inside the same query, and the answer says so.
#[test]
fn a_stale_document_is_answered_from_the_text() {
    let project = Project::of("ts-mini");
    project.edit("src/main.test.ts", |text| format!("// a line that moves all others\n{text}"));
    let index = project.index();
    assert_eq!(confidence(&index), Confidence::Medium);
    let health = index.facts.health.as_ref().expect("health");
    assert_eq!(health.not_fresh.iter().map(|it| it.path.as_str()).collect::<Vec<_>>(), ["src/main.test.ts"]);
    let found = sites(&index, "scip.refs(Square)");
    // The use has moved from line 4 to line 5: the text knows, the index does not.
    assert!(found.iter().any(|site| site.starts_with("src/main.test.ts:5:49 ")), "{found:#?}");
    assert!(!found.iter().any(|site| site.starts_with("src/main.test.ts:4:")), "{found:#?}");
    // The other document is still fresh, and still exact.
    assert!(found.contains(&"src/main.ts:8:24 constructs".to_owned()), "{found:#?}");
    let answer = ask(&index, "scip.refs(Square)");
    assert_eq!(answer.consulted.iter().map(|it| it.source.as_str()).collect::<Vec<_>>(), ["scip", "text"]);
    let why = answer.downgraded.unwrap_or_default();
    assert!(why.contains("index.scip") && why.contains("scip-typescript"), "{why}");
}

/// X6: an index that cannot be read to its end, or says nothing, answers for nothing.
#[test]
fn a_broken_index_answers_for_nothing() {
    let project = Project::of("ts-mini");
    let whole = fs::read(project.path("index.scip")).expect("an index");
    for (bytes, what) in
        [(&whole[..whole.len() - 1], "cut"), (&whole[..0], "empty"), (b"not an index".as_slice(), "text")]
    {
        fs::write(project.path("index.scip"), bytes).expect("written");
        let index = project.index();
        assert_ne!(confidence(&index), Confidence::High, "{what}");
        let answer = ask(&index, "scip.refs(makePair)");
        assert!(answer.downgraded.is_some(), "{what}");
        assert!(!answer.hits.is_empty(), "{what}: the text knows the call");
    }
}

/// Calls that an index confirms are told as a compiler's; what it does not know stays as it was.
#[test]
fn calls_become_a_compilers_where_the_index_confirms_them() {
    let with = Project::of("ts-mini").index();
    let without = Project::of("ts-mini").index_with(StorePlace::Nowhere, ScipSelection::Nothing);
    let calls = |index: &Index, floor: Evidence| -> BTreeSet<String> {
        let facts = &index.facts;
        let rows = facts.calls.iter().filter(|row| row.rule.evidence() >= floor);
        rows.map(|row| {
            format!("{} -> {} {}", facts.qualified_name(row.caller), facts.qualified_name(row.callee), row.at)
        })
        .collect()
    };
    let compiled = calls(&with, Evidence::Compiler);
    for call in ["render -> makePair 9:13", "render -> Square 8:24"] {
        assert!(compiled.iter().any(|it| it == call), "{call} in {compiled:#?}");
    }
    // `s.area()` is called on a `Shape`: the text says so, and the compiler too.
    assert!(compiled.iter().any(|it| it == "render -> Shape.area 9:24"), "{compiled:#?}");
    assert!(calls(&without, Evidence::Compiler).is_empty());
    let facts = &with.facts;
    let extends: Vec<(String, Evidence)> = facts
        .extends
        .iter()
        .map(|row| (facts.qualified_name(row.sub) + " " + &facts.qualified_name(row.sup), row.rule.evidence()))
        .collect();
    assert!(extends.contains(&("Square Base".to_owned(), Evidence::Compiler)), "{extends:?}");
    assert!(!extends.iter().any(|(row, _)| row == "Square Shape"), "what follows from other rows is none: {extends:?}");
    let overrides: Vec<String> = facts
        .overrides
        .iter()
        .map(|row| facts.qualified_name(row.sub) + " " + &facts.qualified_name(row.sup))
        .collect();
    assert!(overrides.contains(&"Square.area Base.area".to_owned()), "{overrides:?}");
}

/// A warm run tells what a cold one did; a new index, or a changed file, is another state.
#[test]
fn warm_and_cold_are_the_same() {
    let project = Project::of("py-mini");
    let kept = TempDir::new().expect("a folder");
    let store = || StorePlace::At(kept.path().join("store.sqlite"));
    let cold = project.index_with(store(), ScipSelection::Found);
    let warm = project.index_with(store(), ScipSelection::Found);
    assert!(cold.related && !warm.related);
    assert!(cold.facts == warm.facts);
    let ty = project.index_with(store(), ScipSelection::Files(vec![project.path("index-ty.scip")]));
    assert!(ty.related && ty.state != cold.state);
    let both = vec![project.path("index.scip"), project.path("index-ty.scip")];
    let both = project.index_with(store(), ScipSelection::Files(both));
    assert_eq!(both.facts.health.as_ref().map(|health| health.sources.len()), Some(2));
    project.edit("pkg/shapes.py", |text| text + "\n");
    let changed = project.index_with(store(), ScipSelection::Found);
    assert!(changed.related && changed.state != cold.state);
}

/// An index that is fresh and whole is stamped by itself; from then on an edit that moves no name shows too.
#[test]
fn a_fresh_index_is_stamped() {
    let project = Project::of("py-mini");
    let kept = TempDir::new().expect("a folder");
    let store = || StorePlace::At(kept.path().join("store.sqlite"));
    // Files that were touched after the index was written may have been changed in ways that no text shows.
    let older = |path: &str, seconds| {
        let file = fs::File::options().write(true).open(project.path(path)).expect("a file");
        let time = std::time::SystemTime::now() - std::time::Duration::from_secs(seconds);
        file.set_modified(time).expect("a time");
    };
    older("index.scip", 7200);
    let _ = project.index_with(StorePlace::At(kept.path().join("first.sqlite")), ScipSelection::Found);
    assert!(!project.path("index.scip.stamp.json").exists());
    older("index.scip", 0);
    let cold = project.index_with(store(), ScipSelection::Found);
    assert!(project.path("index.scip.stamp.json").exists());
    let warm = project.index_with(store(), ScipSelection::Found);
    assert!(!warm.related && warm.state == cold.state, "the stamp is part of the first run");
    assert_eq!(confidence(&warm), Confidence::High);
    project.edit("pkg/shapes.py", |text| {
        text.replacen("\"\"\"", "\"\"\"  ", 1).replacen("return 0", "return 1", 1) + "# more"
    });
    let changed = project.index_with(store(), ScipSelection::Found);
    assert_ne!(confidence(&changed), Confidence::High);
    // Without a store nothing is kept, so nothing is written.
    let other = Project::of("py-mini");
    let _ = other.index();
    assert!(!other.path("index.scip.stamp.json").exists());
    // What is not fresh is not stamped.
    let stale = Project::of("py-mini");
    stale.edit("pkg/shapes.py", |text| format!("\n{text}"));
    let elsewhere = kept.path().join("other.sqlite");
    let _ = stale.index_with(StorePlace::At(elsewhere), ScipSelection::Found);
    assert!(!stale.path("index.scip.stamp.json").exists());
}

/// An index of a part of the repository, made in its folder, is found to lie there.
#[test]
fn an_index_may_lie_below_the_root() {
    let folder = TempDir::new().expect("a folder");
    copy(Path::new("tests/fixtures/scip/ts-mini"), &folder.path().join("packages/web"));
    let project = Project { folder };
    let scip = ScipSelection::Files(vec![project.path("packages/web/index.scip")]);
    let index = project.index_with(StorePlace::Nowhere, scip);
    let found = sites(&index, "scip.refs(lodash.template)");
    assert!(found.contains(&"packages/web/src/main.ts:6:18 calls".to_owned()), "{found:#?}");
    let health = index.facts.health.as_ref().expect("health");
    assert_eq!(health.sources[0].name, "packages/web/index.scip");
}

/// A site is held against the text once more before it is told: what changed meanwhile is left out, and said.
#[test]
fn a_site_that_changed_meanwhile_is_not_told() {
    let project = Project::of("ts-mini");
    let index = project.index();
    project.edit("src/main.test.ts", |text| format!("\n{text}"));
    let answer = ask(&index, "scip.refs(Square)");
    let paths: Vec<&str> = answer.hits.iter().map(|hit| index.facts.path(hit.file)).collect();
    assert_eq!(paths, ["src/main.ts"]);
    assert!(answer.notes.iter().any(|note| note.text.contains("2 sites changed")), "{:?}", answer.notes);
}

/// Names that an index does not know, or that mean several things, never give an empty success.
#[test]
fn unknown_and_ambiguous_names_are_told() {
    let project = Project::of("ts-mini");
    let index = project.index();
    let unknown = ask(&index, "scip.refs(lodash.templat)");
    assert!(unknown.hits.is_empty() && unknown.bare == ["lodash.templat"]);
    assert!(unknown.notes.iter().any(|note| note.text.contains("template")), "{:?}", unknown.notes);
    // `area` is declared by Shape, Base and Square: one method to who asks for any of them, as they override each other.
    let area = ask(&index, "scip.refs(area)");
    assert!(!area.hits.is_empty());
    let at = sites(&index, "scip.refs(src/main.ts:9:13)");
    assert_eq!(at, sites(&index, "scip.refs(makePair)"), "the place of a call names what is called");
}
