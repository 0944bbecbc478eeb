//! `history.cochanged`, `changed` and the state: what a run says of a history, and what one that asks for none is spared.

use std::fs;
use std::path::Path;

use cg_bundle::facts::RELATIONS;
use cg_bundle::manifest::parse_query;
use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, index};
use cg_bundle::primitive::{Answer, Argument, Engine, Stale};
use cg_bundle::store::StorePlace;
use tempfile::TempDir;

use crate::git::{Git, State, state};
use crate::support::{answer_on, fact_rows};

const FILES: [&str; 6] =
    ["shop/cart.py", "shop/price.py", "shop/rare.py", "tests/test_cart.py", "notes.md", "hidden.py"];

/// The repository: `cart` changes with `price` in three of five commits, with its test in two, once with `rare` alone, and
/// once with everything.
fn repository(root: &Path) -> Git {
    let mut git = Git::new(root);
    let mut files: State = state(&FILES.map(|path| (path, "")));
    files.insert("deploy/.env".to_owned(), "KEY=1".to_owned());
    files.iter_mut().for_each(|(path, text)| *text = format!("# {path}\n"));
    git.commit(&files);
    for changed in [
        &FILES[..2],
        &FILES[..2],
        &[FILES[0], FILES[1], FILES[3], FILES[4], FILES[5]],
        &[FILES[0], FILES[2]],
        &["notes.md"],
    ] {
        for path in changed {
            let text = files.entry((*path).to_owned()).or_default();
            *text += "# more\n";
        }
        git.commit(&files);
    }
    files.iter().for_each(|(path, text)| git.write(path, text.as_bytes()));
    git.write(".ignore", b"hidden.py\n");
    git
}

fn indexed(root: &Path, store: StorePlace) -> Index {
    let request = IndexRequest { root: root.to_owned(), store, cas: None, verify: false, scip: ScipSelection::Nothing };
    index(&request, &|_, _, _| {}).expect("an index")
}

fn asked(index: &Index, call: &str) -> Answer {
    let parsed = parse_query(call).unwrap_or_else(|found| panic!("{call}: {found:?}"));
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::default());
    engine.answer(&parsed.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]))
}

/// The files of an answer with their reasons, then its notes.
fn lines(index: &Index, call: &str) -> Vec<String> {
    let engine = Engine::new(&index.facts);
    let answer = asked(index, call);
    let line = |link: cg_bundle::primitive::Link| format!("{} {} {}", link.from, link.relation, link.to);
    let hits = answer.hits.iter().flat_map(|hit| answer.chain(&engine, hit.file)).map(line);
    // The ids of commits differ with the objects that were made before.
    let hits = hits.map(|it| it.split(", last").next().unwrap_or_default().to_owned());
    hits.chain(answer.notes.iter().map(|note| format!("note: {}", note.text))).collect()
}

#[test]
fn files_that_the_same_commits_changed() {
    let folder = TempDir::new().expect("a folder");
    let git = repository(folder.path());
    let index = indexed(folder.path(), StorePlace::Nowhere);
    assert_eq!(
        lines(&index, "history.cochanged(shop/cart.py)"),
        [
            "shop/price.py changed together in 4 of 5 commits",
            "shop/rare.py changed together in 2 of 5 commits",
            "notes.md changed together in 2 of 5 commits",
            "tests/test_cart.py changed together in 2 of 5 commits",
        ]
    );
    // The last commit is that of the notes alone.
    assert!(lines(&index, "history.cochanged(shop/cart.py, commits=1)").is_empty());
    assert_eq!(
        lines(&index, "history.cochanged(shop/cart.py, commits=2)"),
        ["shop/rare.py changed together in 1 of 1 commit"]
    );
    let rows = fact_rows(&index.facts, "changed");
    assert_eq!(rows[0], [git.head.expect("a commit").to_string(), "notes.md".to_owned(), "history".to_owned()]);
    let files: Vec<&str> = rows.iter().map(|row| row[1].as_str()).collect();
    assert!(files.iter().all(|file| !file.contains(".env") && *file != "hidden.py"), "{files:?}");
    assert_eq!(files.len(), 1 + 2 + 4 + 2 + 2 + 5);
}

#[test]
fn a_history_is_kept_and_what_is_new_is_added() {
    let folder = TempDir::new().expect("a folder");
    let (root, store) = (folder.path().join("root"), StorePlace::At(folder.path().join("store.sqlite")));
    let mut git = repository(&root);
    let call = "history.cochanged(shop/cart.py)";
    let first = lines(&indexed(&root, store.clone()), call);
    // No object is needed for what is known.
    fs::rename(root.join(".git/objects"), root.join(".git/away")).expect("a folder");
    assert_eq!(lines(&indexed(&root, store.clone()), call), first);
    assert_ne!(lines(&indexed(&root, StorePlace::Nowhere), call), first);
    fs::rename(root.join(".git/away"), root.join(".git/objects")).expect("a folder");
    git.commit(&state(&[("shop/cart.py", "new"), ("shop/rare.py", "new")]));
    let second = lines(&indexed(&root, store), call);
    assert_eq!(second, lines(&indexed(&root, StorePlace::Nowhere), call));
    assert_ne!(second, first);
}

#[test]
fn a_run_without_a_question_of_history_does_not_depend_on_it() {
    let folder = TempDir::new().expect("a folder");
    let mut git = repository(folder.path());
    let plain = "version: 1\nmust_read: { derived: [{ name: a, compute: 'import_graph.central()', max_files: 3 }] }\n";
    let asking = plain.replace("import_graph.central()", "history.cochanged(\"shop/cart.py\")");
    let state_of = |text: &str| answer_on(&indexed(folder.path(), StorePlace::Nowhere), text, &[], &[]).index.state;
    let (before, asked) = (state_of(plain), state_of(&asking));
    assert_ne!(before, asked);
    git.commit(&state(&[("shop/cart.py", "new")]));
    assert_eq!(state_of(plain), before);
    assert_ne!(state_of(&asking), asked);
}

#[test]
fn a_list_of_relations_reads_no_history() {
    let folder = TempDir::new().expect("a folder");
    repository(folder.path());
    let facts = indexed(folder.path(), StorePlace::Nowhere).facts;
    let uncounted = RELATIONS.iter().filter(|it| it.count(&facts).is_none()).map(|it| it.name);
    assert_eq!(uncounted.collect::<Vec<_>>(), ["changed", "executed"]);
    assert!(facts.changes.digest().is_none(), "the history was read");
    assert!(!fact_rows(&facts, "changed").is_empty() && facts.changes.digest().is_some());
}

#[test]
fn no_history_is_said() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("a.py"), "A = 1\n").expect("a file");
    let index = indexed(folder.path(), StorePlace::Nowhere);
    assert_eq!(lines(&index, "history.cochanged(a.py)"), ["note: no history is read: this folder has no `.git`"]);
    assert!(fact_rows(&index.facts, "changed").is_empty());
    let mut git = Git::new(folder.path());
    let old = git.commit(&state(&[("a.py", "A = 0\n"), ("b.py", "")]));
    let id = git.commit_on(&[old], &state(&[("a.py", "A = 1\n"), ("b.py", "")]));
    git.write(".git/shallow", format!("{id}\n").as_bytes());
    let index = indexed(folder.path(), StorePlace::Nowhere);
    assert_eq!(
        lines(&index, "history.cochanged(a.py)"),
        ["note: the clone is shallow: its history ends after 1 commit"]
    );
}

#[test]
fn the_number_of_commits_has_bounds() {
    let wrong = |call: &str| parse_query(call).expect_err("a diagnostic")[0].title.clone();
    assert_eq!(wrong("history.cochanged(a.py, commits=0)"), "`commits` is a whole number from 1 to 20000, not `0`");
    assert!(wrong("history.cochanged(a.py, commits=many)").contains("not `many`"));
    assert!(wrong("import_graph.dependencies(a.py, commits=5)").contains("unknown option `commits`"));
}
