//! Laws of the store: what is kept never changes an answer.

use std::fs;
use std::path::Path;

use cg_bundle::base::Digest;
use cg_bundle::facts::Snapshot;
use cg_bundle::language::{EXTRACTOR, Observation};
use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, index};
use cg_bundle::store::{Additions, Store, StorePlace, decode, encode};
use proptest::prelude::*;
use tempfile::TempDir;

/// Files that name each other, so that an edit of one changes what others lead to.
const PATHS: &[&str] = &["a.py", "b.py", "pkg/__init__.py", "pkg/c.py", "test_a.py", "pkg/notes.md"];
const CONTENTS: &[&str] = &[
    "",
    "from pkg import thing\nimport b\n\ndef f():\n    thing()\n    b.g()\n",
    "def g():\n    pass\n\ndef thing():\n    g()\n",
    "from .c import thing\n",
    "class A:\n    def m(self):\n        self.n()\n    def n(self):\n        pass\n",
    "import a\nfrom b import *\n\nclass B(a.A):\n    pass\n\ndef test_it():\n    B().m()\n",
    "def broken(:\n    x = = 1\n\ndef fine():\n    pass\n",
];

fn run(root: &Path, store: StorePlace) -> Index {
    let request = IndexRequest { root: root.to_owned(), store, cas: None, verify: false, scip: ScipSelection::Found };
    index(&request, &|_, _, _| {}).expect("an index")
}

fn rebuilt(root: &Path) -> Snapshot {
    run(root, StorePlace::Nowhere).facts
}

fn write(root: &Path, path: &str, content: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    fs::write(path, content).expect("a file");
}

#[test]
fn a_second_run_parses_nothing_and_relates_nothing() {
    let root = TempDir::new().expect("a folder");
    for (path, content) in PATHS.iter().zip(CONTENTS) {
        write(root.path(), path, content);
    }
    let first = run(root.path(), StorePlace::Root);
    assert!(first.n_parsed > 0 && first.related);
    let second = run(root.path(), StorePlace::Root);
    assert_eq!((second.n_parsed, second.related), (0, false));
    assert_eq!(second.facts, first.facts);
    assert_eq!(second.state, first.state);
}

/// A part of an observation is read when somebody looks at it: long after the row was found whole.
#[test]
fn a_part_that_is_no_observation_is_made_of_the_file_again() {
    let root = TempDir::new().expect("a folder");
    write(root.path(), "a.py", "from b import g\n\nclass A:\n    pass\n\nclass B(A):\n    pass\n\ng()\n");
    write(root.path(), "b.py", "def g():\n    pass\n");
    let folder = TempDir::new().expect("a folder");
    let place = StorePlace::At(folder.path().join("store.sqlite"));
    run(root.path(), place.clone());
    let content = Digest::of(&fs::read(root.path().join("a.py")).expect("a file"));
    let mut store = Store::open(&place, root.path()).expect("a store");
    let body = store.observation(&content, "python", EXTRACTOR).expect("a row");
    let observation: Observation = decode(&body).expect("an observation");
    let part = encode(&*observation.supertypes);
    let at = body.windows(part.len()).position(|bytes| bytes == part).expect("its supertypes");
    let mut wrong = body.clone();
    // The last byte is how a class states its supertype: there are not so many ways.
    wrong[at + part.len() - 1] = 99;
    assert!(decode::<Observation>(&wrong).is_some(), "nobody has looked");
    store.add(&Additions { observations: vec![(content, "python", wrong)], ..Additions::default() });
    drop(store);
    // A third file has all related anew.
    write(root.path(), "c.py", "x = 1\n");
    let index = run(root.path(), place.clone());
    assert_eq!(index.facts, rebuilt(root.path()));
    assert!(index.notes.iter().any(|note| note.contains("anew")), "{:?}", index.notes);
    let kept = Store::open(&place, root.path()).expect("a store").observation(&content, "python", EXTRACTOR);
    assert_eq!(kept, Some(body));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Incremental ≡ rebuild, after any sequence of edits, additions, removals and reverts.
    #[test]
    fn any_edits_leave_the_facts_of_a_rebuild(
        edits in proptest::collection::vec((0..PATHS.len(), proptest::option::of(0..CONTENTS.len())), 1..12)
    ) {
        let root = TempDir::new().expect("a folder");
        for (path, content) in edits {
            match content {
                Some(content) => write(root.path(), PATHS[path], CONTENTS[content]),
                None => { let _ = fs::remove_file(root.path().join(PATHS[path])); }
            }
            let kept = run(root.path(), StorePlace::Root);
            prop_assert_eq!(kept.facts, rebuilt(root.path()));
        }
    }
}

#[test]
fn a_damaged_store_is_made_anew_and_says_so() {
    let root = TempDir::new().expect("a folder");
    write(root.path(), "a.py", CONTENTS[1]);
    let whole = run(root.path(), StorePlace::Root).facts;
    let store = root.path().join(".cg-bundle/store.sqlite");
    for damage in
        [&b""[..], b"no database at all, and longer than a header of SQLite would be, which is 100 bytes long........"]
    {
        for ending in ["-wal", "-shm"] {
            let _ = fs::remove_file(root.path().join(format!(".cg-bundle/store.sqlite{ending}")));
        }
        fs::write(&store, damage).expect("a damaged store");
        let again = run(root.path(), StorePlace::Root);
        assert_eq!(again.facts, whole);
        assert_eq!(again.notes.is_empty(), damage.is_empty(), "{:?}", again.notes);
    }
}

#[test]
fn flipped_bytes_never_change_the_facts() {
    let root = TempDir::new().expect("a folder");
    for (path, content) in PATHS.iter().zip(CONTENTS) {
        write(root.path(), path, content);
    }
    let whole = run(root.path(), StorePlace::Root).facts;
    let store = root.path().join(".cg-bundle/store.sqlite");
    let bytes = fs::read(&store).expect("a store");
    for at in (100..bytes.len()).step_by(bytes.len() / 40) {
        let mut flipped = bytes.clone();
        flipped[at] ^= 0xff;
        fs::write(&store, flipped).expect("a damaged store");
        assert_eq!(run(root.path(), StorePlace::Root).facts, whole, "byte {at}");
    }
}

/// What is done to a store of this version, and how it might have come about.
const ODD: &[&str] = &[
    "PRAGMA user_version = 0",
    "PRAGMA user_version = 1",
    "PRAGMA user_version = 2",
    "PRAGMA user_version = 99",
    "PRAGMA user_version = -1",
    "DROP TABLE sites",
    "DROP TABLE observation",
    "DROP TABLE snapshot_order",
    "ALTER TABLE snapshot RENAME COLUMN body TO bodies",
    "ALTER TABLE stat_cache RENAME COLUMN seal TO seals",
    "ALTER TABLE observation ADD COLUMN more TEXT",
    "CREATE TABLE theirs (x)",
    "CREATE TRIGGER theirs AFTER INSERT ON observation BEGIN DELETE FROM snapshot; END",
    "PRAGMA application_id = 7",
];

/// A store that was made anew says so once; from then on it is a whole one.
fn assert_healed(root: &Path, place: &StorePlace, whole: &Snapshot, damage: &str) {
    let first = run(root, place.clone());
    assert!(first.facts == *whole, "{damage}");
    assert!(first.notes.len() <= 1, "{damage}: {:?}", first.notes);
    for _ in 0..2 {
        let again = run(root, place.clone());
        assert!(again.facts == *whole, "{damage}, a later run");
        assert_eq!(again.notes, Vec::<String>::new(), "{damage}");
    }
}

#[test]
fn odd_versions_and_schemas_heal_once() {
    let root = TempDir::new().expect("a folder");
    for (path, content) in PATHS.iter().zip(CONTENTS) {
        write(root.path(), path, content);
    }
    let elsewhere = TempDir::new().expect("another folder");
    let own = elsewhere.path().join("own.sqlite");
    let places = [(StorePlace::Root, root.path().join(".cg-bundle/store.sqlite")), (StorePlace::At(own.clone()), own)];
    for (place, path) in places {
        // Nobody can tell a store without its mark from a stranger's database.
        for odd in ODD.iter().filter(|odd| place == StorePlace::Root || !odd.contains("application_id")) {
            let whole = run(root.path(), place.clone()).facts;
            let database = rusqlite::Connection::open(&path).expect("a store");
            database.execute_batch(odd).expect("an odd store");
            drop(database);
            assert_healed(root.path(), &place, &whole, odd);
            let kept = run(root.path(), place.clone());
            assert_eq!((kept.n_parsed, kept.related), (0, false), "{odd}: what was learned is kept");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Whatever becomes of a page, the answers are right, and runs that write make the store whole again.
    #[test]
    fn damaged_pages_heal_once(
        at in 0.0..1.0f64,
        start in prop_oneof![Just(0usize), 0..16384usize],
        length in prop_oneof![Just(1usize), 2..200usize, Just(16384)],
        fill in prop_oneof![Just(None), proptest::option::of(any::<u8>())],
        edits in any::<bool>(),
    ) {
        let root = TempDir::new().expect("a folder");
        for (path, content) in PATHS.iter().zip(CONTENTS) {
            write(root.path(), path, content);
        }
        run(root.path(), StorePlace::Root);
        let path = root.path().join(".cg-bundle/store.sqlite");
        let mut bytes = fs::read(&path).expect("a store");
        let first = (at * (bytes.len() / 16384) as f64) as usize * 16384 + start;
        let end = bytes.len().min(first + length);
        for (at, byte) in bytes[first..end].iter_mut().enumerate() {
            *byte = fill.unwrap_or((at * 131 + 89) as u8);
        }
        fs::write(&path, bytes).expect("a damaged store");
        let what = format!("bytes {first}..{end}");
        if edits {
            write(root.path(), "a.py", CONTENTS[2]);
        }
        assert_healed(root.path(), &StorePlace::Root, &rebuilt(root.path()), &what);
        write(root.path(), "b.py", CONTENTS[4]);
        assert_healed(root.path(), &StorePlace::Root, &rebuilt(root.path()), &what);
        write(root.path(), "b.py", CONTENTS[1]);
        assert_healed(root.path(), &StorePlace::Root, &rebuilt(root.path()), &what);
    }
}

/// A key that a damaged index hides is no miss like others, which a run would fill and a later one find broken.
#[test]
fn a_damaged_index_heals_in_the_run_that_meets_it() {
    let damages =
        [(287, 172, None, false), (295, 172, Some(54), false), (323, 60, Some(0), true), (355, 115, Some(0), true)];
    for (before_end, length, fill, edits) in damages {
        let root = TempDir::new().expect("a folder");
        for (path, content) in PATHS.iter().zip(CONTENTS) {
            write(root.path(), path, content);
        }
        run(root.path(), StorePlace::Root);
        let path = root.path().join(".cg-bundle/store.sqlite");
        let database = rusqlite::Connection::open(&path).expect("a database");
        let query = "SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'snapshot' AND type = 'index'";
        let page: i64 = database.query_row(query, [], |row| row.get(0)).expect("an index");
        drop(database);
        let mut bytes = fs::read(&path).expect("a store");
        // The first keys are at the end of the page.
        let first = page as usize * 16384 - before_end - length;
        for (at, byte) in bytes[first..first + length].iter_mut().enumerate() {
            *byte = fill.unwrap_or((at * 131 + 89) as u8);
        }
        fs::write(&path, bytes).expect("a damaged store");
        if edits {
            write(root.path(), "a.py", CONTENTS[2]);
        }
        let what = format!("{length} bytes of {fill:?}");
        for content in [CONTENTS[2], CONTENTS[4], CONTENTS[1]] {
            assert_healed(root.path(), &StorePlace::Root, &rebuilt(root.path()), &what);
            write(root.path(), "b.py", content);
        }
    }
}

#[test]
fn a_config_of_any_size_is_digested_or_not_read() {
    let root = TempDir::new().expect("a folder");
    let config = |to: &str| {
        let padding = " ".repeat(2_200_000);
        format!("{{\"compilerOptions\": {{\"paths\": {{\"lib/*\": [\"./{to}/*\"]}}}}}}{padding}\n")
    };
    write(root.path(), "aa/x.ts", "export function f() {}\n");
    write(root.path(), "bb/x.ts", "export function f() {}\n");
    write(root.path(), "main.ts", "import { f } from 'lib/x';\nf();\n");
    for to in ["aa", "bb"] {
        write(root.path(), "tsconfig.json", &config(to));
        let kept = run(root.path(), StorePlace::Root).facts;
        assert!(kept == rebuilt(root.path()), "{to}");
        assert!(kept.gaps.iter().any(|gap| gap.path == "tsconfig.json" && gap.kind.name() == "too-large"));
    }
}

#[test]
fn a_foreign_database_is_refused_where_the_user_named_it() {
    let root = TempDir::new().expect("a folder");
    write(root.path(), "a.py", CONTENTS[1]);
    let foreign = root.path().join("other.sqlite");
    let database = rusqlite::Connection::open(&foreign).expect("a database");
    database.execute_batch("CREATE TABLE theirs (x)").expect("a table");
    drop(database);
    let request = IndexRequest {
        root: root.path().to_owned(),
        store: StorePlace::At(foreign.clone()),
        cas: None,
        verify: false,
        scip: ScipSelection::Found,
    };
    let error = index(&request, &|_, _, _| {}).err().expect("a refusal");
    assert!(error.to_string().contains("no store of this program"), "{error}");
    let tables: i64 = rusqlite::Connection::open(&foreign)
        .and_then(|database| database.query_row("SELECT count(*) FROM theirs", [], |row| row.get(0)))
        .expect("their table");
    assert_eq!(tables, 0);
}

#[test]
fn the_walk_leaves_out_what_it_must() {
    let root = TempDir::new().expect("a folder");
    let outside = TempDir::new().expect("another folder");
    write(outside.path(), "secret.py", "x = 1\n");
    for path in
        [".gitignore", "build/gen.py", ".env", "keep.py", "node_modules/m/index.py", "skip.py", ".cgbundleignore"]
    {
        let content = match path {
            ".gitignore" => "build/\n",
            ".cgbundleignore" => "skip.py\n",
            _ => "x = 1\n",
        };
        write(root.path(), path, content);
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path().join("secret.py"), root.path().join("link.py")).expect("a link");
    let index = run(root.path(), StorePlace::Root);
    let paths: Vec<&str> = index.tree.files.iter().map(|entry| &*entry.path).collect();
    assert_eq!(paths, [".cgbundleignore", ".gitignore", "keep.py"]);
    assert_eq!(index.tree.n_secret, 1);
    #[cfg(unix)]
    assert!(index.facts.gaps.iter().any(|gap| gap.path == "link.py" && gap.kind.name() == "link"));
}

#[test]
fn generated_files_are_gaps_and_stand_aside() {
    let root = TempDir::new().expect("a folder");
    write(root.path(), ".gitattributes", "api/*.py linguist-generated=true\n");
    write(root.path(), "api/client.py", "def call():\n    pass\n");
    write(root.path(), "marked.py", "# Code generated by a tool. DO NOT EDIT.\nx = 1\n");
    // The words of generators of C# and Dart; text in code says nothing.
    write(root.path(), "Shop.cs", "// <auto-generated />\nclass Shop {}\n");
    write(root.path(), "shop.g.dart", "// GENERATED CODE - DO NOT MODIFY BY HAND\nfinal a = 1;\n");
    write(root.path(), "writer.py", "head = 'generated, do not modify'\n");
    write(root.path(), "static/query.min.js", "/* a comment */\nfunction q(a){return a}\n");
    write(root.path(), "static/app.js", &format!("function a(){{{}}}\n", "b();".repeat(400)));
    write(root.path(), "own.py", "from api.client import call\n");
    let facts = run(root.path(), StorePlace::Root).facts;
    let generated: Vec<&str> =
        facts.gaps.iter().filter(|gap| gap.kind.name() == "generated").map(|gap| gap.path.as_str()).collect();
    assert_eq!(generated, ["Shop.cs", "api/client.py", "marked.py", "shop.g.dart"]);
    let written = ["Shop.cs", "api/client.py", "marked.py", "shop.g.dart", "static/query.min.js", "static/app.js"]
        .map(|path| (path, true));
    for (path, wanted) in written.into_iter().chain([("own.py", false), ("writer.py", false)]) {
        let row = facts.file(path).and_then(|file| facts.file_row(file)).expect("a row");
        assert_eq!((row.is_generated, row.is_aside), (wanted, wanted), "{path}");
    }
    // What they declare is known all the same.
    assert_eq!(facts.imports.len(), 1);
    // A line that is taken back changes the facts of the next run.
    write(root.path(), ".gitattributes", "");
    let again = run(root.path(), StorePlace::Root).facts;
    assert!(again.gaps.iter().all(|gap| gap.path != "api/client.py"));
}
