//! Laws of retrieval on random repositories and texts: what is found by words stays whatever comes behind, the same input has
//! the same answer, an index that was kept is that of a rebuild, and more never shows less.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use cg_bundle::manifest::parse_query;
use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, index};
use cg_bundle::primitive::{Answer, Argument, Engine, Stale, Thresholds};
use cg_bundle::render::markdown;
use cg_bundle::store::StorePlace;
use proptest::collection::vec;
use proptest::prelude::*;
use tempfile::TempDir;

use crate::git::{Git, State};
use crate::searches::{OPEN, SHUT, WORDS, index_at, modules, repository, source};
use crate::support::answer_on;

fn asked(index: &Index, call: &str, thresholds: Thresholds) -> Answer {
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::default());
    let engine = engine.searching(&index.searcher, thresholds);
    let parsed = parse_query(call).unwrap_or_else(|found| panic!("{call}: {found:?}"));
    engine.answer(&parsed.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]))
}

/// An answer as rows: each file with its hops, its lines, and the base facts behind it.
fn rows(index: &Index, call: &str, thresholds: Thresholds) -> Vec<(String, u32, Vec<u32>, Vec<String>)> {
    let engine = Engine::new(&index.facts);
    let answer = asked(index, call, thresholds);
    let row = |hit: &cg_bundle::primitive::Hit| {
        let links = answer.chain(&engine, hit.file);
        let links = links.iter().map(|it| format!("{} {} {} {}", it.from, it.relation, it.to, it.at.line));
        (index.facts.path(hit.file).to_owned(), hit.hops, hit.lines.clone(), links.collect())
    };
    answer.hits.iter().map(row).collect()
}

/// Words of the repositories, in several forms, and some that they have not.
fn text() -> impl Strategy<Value = String> {
    let word = (0..WORDS.len(), 0..5_usize).prop_map(|(word, form)| match form {
        0 => format!("{}_0", WORDS[word]),
        1 => format!("`{}_1`", WORDS[word]),
        2 => "the".to_owned(),
        3 => format!("m{word}.py:3"),
        _ => WORDS[word].to_owned(),
    });
    vec(word, 1..6).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// S2.5: where the search ends early, what it finds is the base of the search that does not, row by row, reason by
    /// reason. S2.17: whatever the expansion brings is behind that base, and holds nothing of it.
    #[test]
    fn the_base_is_a_prefix_of_every_answer(modules in modules(), text in text()) {
        let folder = repository(&modules);
        let index = index_at(&folder, StorePlace::Nowhere);
        let call = format!("search.cascade(\"{text}\")");
        let (cheap, usual, whole) =
            (rows(&index, &call, OPEN), rows(&index, &call, Thresholds::default()), rows(&index, &call, SHUT));
        let n_base = whole.iter().take_while(|row| row.1 == 0).count();
        for answer in [&cheap, &usual, &whole] {
            prop_assert!(answer.len() >= n_base && answer[..n_base] == whole[..n_base]);
            // The floor that shuts the gate cuts neighbours as well, so that each answer has its own.
            prop_assert!(answer[n_base..].iter().all(|row| row.1 == 1));
            let names: BTreeSet<&String> = answer.iter().map(|row| &row.0).collect();
            prop_assert_eq!(names.len(), answer.len(), "each file once");
        }
        let trace = asked(&index, &call, Thresholds::default()).trace.expect("a trace");
        prop_assert_eq!(trace.early_exit, trace.path == "cheap");
        // Of several files that have scores, the words may leave one.
        prop_assert!(!trace.early_exit || trace.gap >= trace.tau);
        prop_assert!(trace.early_exit || trace.gap < trace.tau || cheap.len() <= 1);
        prop_assert_eq!(trace.early_exit, trace.graph_expand.reason == Some("cheap-path"));
    }

    /// A text takes away neither a file that the files alone lead to, nor a line that the answer points to, nor from print.
    #[test]
    fn a_text_takes_nothing_away(modules in modules(), text in text(), file in 0..3_usize) {
        let folder = repository(&modules);
        let index = index_at(&folder, StorePlace::Nowhere);
        let without = rows(&index, &format!("search.related(m{file}.py)"), Thresholds::default());
        let with = rows(&index, &format!("search.related(m{file}.py, \"{text}\")"), Thresholds::default());
        let with: BTreeMap<&String, &Vec<u32>> = with.iter().map(|row| (&row.0, &row.2)).collect();
        for (path, _, lines, _) in &without {
            let found = with.get(path);
            prop_assert!(found.is_some_and(|it| lines.iter().all(|line| it.contains(line))), "{path}: {lines:?} {found:?}");
        }
        let manifest = "inputs: { q.text: { type: text, required: false }, q.files: { type: files } }\n\
            must_read: { derived: [{ name: near, compute: 'search.related(q.files, q.text)', max_files: 100 }] }";
        let printed = |sets: &[&str]| -> BTreeSet<(String, u32)> {
            let bundle = answer_on(&index, manifest, sets, &[]);
            let items = bundle.bands.into_iter().flat_map(|band| band.items);
            items.flat_map(|it| it.excerpts.into_iter().flat_map(move |part| {
                let path = it.path.clone();
                (part.first_line..=part.last_line).map(move |line| (path.clone(), line))
            })).collect()
        };
        let (files, words) = (format!("q.files=m{file}.py"), format!("q.text={text}"));
        // Around the lines that the answer points to there may be fewer, as more files have a claim to the room.
        let pointed = without.iter().flat_map(|row| row.2.iter().map(|line| (row.0.clone(), *line)));
        let (before, after) = (printed(&[&files]), printed(&[&files, &words]));
        let lost: Vec<_> = pointed.filter(|it| before.contains(it) && !after.contains(it)).collect();
        prop_assert!(lost.is_empty(), "{lost:?}");
    }

    /// A larger `max_files` shows all that a smaller one shows.
    #[test]
    fn a_larger_cap_is_a_superset(modules in modules(), text in text(), small in 1..6_usize, more in 1..6_usize) {
        let folder = repository(&modules);
        let index = index_at(&folder, StorePlace::Nowhere);
        for primitive in ["search.cascade(q.text)", "search.symbols(q.text)", "search.related(q.files, q.text)"] {
            let shown = |most: usize| -> Vec<String> {
                let manifest = format!(
                    "inputs: {{ q.text: {{ type: text }}, q.files: {{ type: files }} }}\n\
                    must_read: {{ derived: [{{ name: a, compute: '{primitive}', max_files: {most} }}] }}"
                );
                let bundle = answer_on(&index, &manifest, &[&format!("q.text={text}"), "q.files=m0.py"], &[]);
                bundle.bands.into_iter().flat_map(|band| band.items).map(|it| it.path).collect()
            };
            let (few, many) = (shown(small), shown(small + more));
            prop_assert!(few.iter().all(|path| many.contains(path)), "{primitive}: {few:?} {many:?}");
        }
    }
}

/// A change of the repository.
#[derive(Clone, Debug)]
enum Edit {
    Write(usize, (Vec<usize>, Vec<usize>)),
    Remove(usize),
    Rename(usize, usize),
    Commit,
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let module = (vec(0..WORDS.len(), 1..4), vec(0..8_usize, 0..3));
    let edit = prop_oneof![
        4 => (0..6_usize, module).prop_map(|(at, module)| Edit::Write(at, module)),
        1 => (0..6_usize).prop_map(Edit::Remove),
        1 => (0..6_usize, 6..9_usize).prop_map(|(from, to)| Edit::Rename(from, to)),
        3 => Just(Edit::Commit),
    ];
    vec(edit, 1..8)
}

const CALLS: [&str; 4] = [
    "search.cascade(\"the retry of an upload handler\")",
    "search.symbols(\"`retry_0` and tokn_1, parse cache\")",
    "search.related(m0.py, \"queue signal\")",
    "history.cochanged(m0.py)",
];

fn at(root: &Path, store: StorePlace) -> Index {
    let request = IndexRequest { root: root.to_owned(), store, cas: None, verify: true, scip: ScipSelection::Nothing };
    index(&request, &|_, _, _| {}).expect("an index")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// After any edits and commits, what was kept answers as a rebuild does.
    #[test]
    fn what_is_kept_is_a_rebuild(first in modules(), edits in edits()) {
        let folder = TempDir::new().expect("a folder");
        let (root, store) = (folder.path().join("root"), folder.path().join("store.sqlite"));
        let mut git = Git::new(&root);
        let mut files = State::new();
        for (at, module) in first.iter().enumerate() {
            files.insert(format!("m{at}.py"), source(at, module, 9));
        }
        files.iter().for_each(|(path, text)| git.write(path, text.as_bytes()));
        git.commit(&files);
        for edit in edits {
            match edit {
                Edit::Write(at, module) => {
                    let (path, text) = (format!("m{at}.py"), source(at, &module, 9));
                    git.write(&path, text.as_bytes());
                    files.insert(path, text);
                }
                Edit::Remove(at) => {
                    if files.len() > 1 && files.remove(&format!("m{at}.py")).is_some() {
                        fs::remove_file(root.join(format!("m{at}.py"))).expect("a file");
                    }
                }
                Edit::Rename(from, to) => {
                    if let Some(text) = files.remove(&format!("m{from}.py")) {
                        fs::rename(root.join(format!("m{from}.py")), root.join(format!("m{to}.py"))).expect("a file");
                        files.insert(format!("m{to}.py"), text);
                    }
                }
                Edit::Commit => {
                    git.commit(&files);
                }
            }
            let (kept, anew) = (at(&root, StorePlace::At(store.clone())), at(&root, StorePlace::Nowhere));
            for call in CALLS {
                prop_assert_eq!(rows(&kept, call, SHUT), rows(&anew, call, SHUT), "{}", call);
            }
        }
    }
}

const ASK: &str = "inputs: { q.text: { type: text } }\n\
    must_read: { derived: [{ name: mentioned, compute: search.symbols(q.text), max_files: 3 },\
    { name: found, compute: search.cascade(q.text), max_files: 4 }] }\n\
    may_read: { derived: [{ name: rest, compute: search.cascade(q.text), max_files: 20, render: listed }] }";

/// A hundred runs, on one to four threads, print the same bytes.
#[test]
fn a_hundred_runs_print_the_same() {
    let module = |at: usize| (vec![at % 10, (at * 7) % 10, (at * 3 + 1) % 10], vec![(at + 1) % 8, (at * 5) % 8]);
    let folder = repository(&(0..8).map(module).collect::<Vec<_>>());
    let run = || {
        let index = index_at(&folder, StorePlace::Nowhere);
        let text = "q.text=why does the upload handler parse tokn_0 twice, see `cache_1` at m3.py:4?";
        markdown(&answer_on(&index, ASK, &[text], &[]))
    };
    let first = run();
    assert!(first.contains("m3.py"), "{first}");
    for n_threads in 1..=4 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
        for _ in 0..25 {
            assert_eq!(pool.install(run), first, "on {n_threads} threads");
        }
    }
}
