//! Searches by words: their laws on random repositories, and what a bundle says of them.

use std::fmt::Write;
use std::fs;
use std::sync::Arc;

use cg_bundle::manifest::parse_query;
use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, Task, answer, index};
use cg_bundle::primitive::{Argument, Engine, Stale, Thresholds};
use cg_bundle::render::MARKDOWN;
use cg_bundle::store::StorePlace;
use cg_bundle::{input, manifest};
use proptest::collection::vec;
use proptest::prelude::*;
use tempfile::TempDir;

use crate::support::{Repository, answer_on};

pub const WORDS: [&str; 10] =
    ["retry", "upload", "handler", "token", "parse", "cache", "queue", "signal", "budget", "widget"];

/// A gate that every lead passes.
pub const OPEN: Thresholds = Thresholds { tau_floor: 0.0, k_sigma: 1e-9 };
/// A gate that none passes.
pub const SHUT: Thresholds = Thresholds { tau_floor: 1e9, k_sigma: 1.0 };

/// Modules of functions named by words, each with the modules that it imports.
pub fn modules() -> impl Strategy<Value = Vec<(Vec<usize>, Vec<usize>)>> {
    vec((vec(0..WORDS.len(), 1..4), vec(0..8_usize, 0..3)), 3..8)
}

pub fn source(at: usize, (words, imports): &(Vec<usize>, Vec<usize>), n_modules: usize) -> String {
    let mut text = String::new();
    for import in imports.iter().filter(|import| **import < n_modules && **import != at) {
        let _ = writeln!(text, "import m{import}");
    }
    for (place, word) in words.iter().enumerate() {
        let _ =
            writeln!(text, "\n\ndef {}_{place}(value):\n    return {}(value)", WORDS[*word], WORDS[(word + 1) % 10]);
    }
    text
}

pub fn repository(modules: &[(Vec<usize>, Vec<usize>)]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (at, module) in modules.iter().enumerate() {
        fs::write(folder.path().join(format!("m{at}.py")), source(at, module, modules.len())).expect("a file");
    }
    folder
}

pub fn index_at(folder: &TempDir, store: StorePlace) -> Index {
    let root = folder.path().to_owned();
    let request = IndexRequest { root, store, cas: None, verify: true, scip: ScipSelection::Nothing };
    index(&request, &|_, _, _| {}).expect("an index")
}

/// The files of an answer with their lines.
fn found(index: &Index, call: &str, thresholds: Thresholds) -> Vec<(String, Vec<u32>)> {
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::default());
    let engine = engine.searching(&index.searcher, thresholds);
    let parsed = parse_query(call).expect("a call");
    let answer = engine.answer(&parsed.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]));
    answer.hits.into_iter().map(|hit| (index.facts.path(hit.file).to_owned(), hit.lines)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// S2.5, S2.17: what the words found is the same on both paths, and neighbours stand behind it.
    #[test]
    fn no_neighbour_displaces_what_the_words_found(modules in modules(), words in vec(0..WORDS.len(), 1..4)) {
        let folder = repository(&modules);
        let index = index_at(&folder, StorePlace::Nowhere);
        let text: Vec<&str> = words.iter().map(|word| WORDS[*word]).collect();
        let call = format!("search.cascade(\"{}\")", text.join(" "));
        let (cheap, escalated) = (found(&index, &call, OPEN), found(&index, &call, SHUT));
        prop_assert!(cheap.len() <= escalated.len());
        // A repository where two files lead alike has no cheap path.
        prop_assert_eq!(&escalated[..cheap.len()], &cheap[..]);
    }

    /// The order of threads, and whether postings were kept, changes nothing.
    #[test]
    fn an_index_of_kept_postings_is_that_of_new_ones(modules in modules(), edited in modules(), word in 0..WORDS.len()) {
        let call = format!("search.cascade({})", WORDS[word]);
        let folder = repository(&modules);
        let beside = TempDir::new().expect("a folder");
        let store = || StorePlace::At(beside.path().join("store.sqlite"));
        let first = found(&index_at(&folder, store()), &call, SHUT);
        for (at, module) in edited.iter().take(modules.len()).enumerate().step_by(2) {
            fs::write(folder.path().join(format!("m{at}.py")), source(at, module, modules.len())).expect("a file");
        }
        let again = found(&index_at(&folder, store()), &call, SHUT);
        prop_assert_eq!(&again, &found(&index_at(&folder, StorePlace::Nowhere), &call, SHUT));
        for (at, module) in modules.iter().enumerate() {
            fs::write(folder.path().join(format!("m{at}.py")), source(at, module, modules.len())).expect("a file");
        }
        prop_assert_eq!(&found(&index_at(&folder, store()), &call, SHUT), &first);
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        let alone = alone.install(|| found(&index_at(&folder, StorePlace::Nowhere), &call, SHUT));
        prop_assert_eq!(alone, first);
    }
}

const TEXT: &str = "--- app/cache.py
from app.store import load


def get_key(name):
    \"\"\"The entry of a name, with the token ghp_0123456789abcdefghijABCDEFGHIJ012345.\"\"\"
    return load(name)
--- app/store.py
def load(name):
    return open(name)
--- app/mail.py
def send(address):
    return address
--- tests/test_cache.py
from app.cache import get_key


def test_get_key():
    assert get_key('entry')
--- docs/cache.md
# Entries

The key of an entry is its name.
--- .env
ENTRY_PASSWORD = 'hunter22'
--- facts
";

const ASK: &str = "inputs: { q.text: { type: text } }\n\
    must_read: { derived: [{ name: found, compute: search.cascade(q.text), max_files: 1 }] }\n\
    may_read: { derived: [{ name: rest, compute: search.cascade(q.text), max_files: 20, render: listed }] }";

#[test]
fn sources_come_before_documents_and_tests() {
    let repository = Repository::of(TEXT).0;
    let index = repository.index();
    let files = found(&index, "search.cascade(\"get the key of an entry\")", Thresholds::default());
    let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    let place = |path: &str| paths.iter().position(|it| *it == path);
    assert_eq!(place("app/cache.py"), Some(0), "{paths:?}");
    assert!(place("docs/cache.md") < place("tests/test_cache.py") && place("docs/cache.md").is_some(), "{paths:?}");
    assert_eq!(files[0].1, [4, 5, 6], "the function, and no import");
}

#[test]
fn credentials_and_secret_files_are_not_indexed() {
    let repository = Repository::of(TEXT).0;
    let index = repository.index();
    for text in ["ghp_0123456789abcdefghijABCDEFGHIJ012345", "hunter22"] {
        assert!(found(&index, &format!("search.cascade({text})"), Thresholds::default()).is_empty(), "{text}");
    }
}

/// The manifests that a repository keeps are about tasks, and no answer to one.
#[test]
fn kept_manifests_are_not_found() {
    let manifest = "description: The key of an entry is looked up by its name.\n";
    let text =
        TEXT.replace("--- facts", &format!("--- .cg/keys.yaml\n{manifest}--- conf/keys.yaml\n{manifest}--- facts"));
    let repository = Repository::of(&text).0;
    let index = repository.index();
    let files = found(&index, "search.cascade(\"the key of an entry is looked up\")", Thresholds::default());
    let has = |path: &str| files.iter().any(|(it, _)| it == path);
    assert!(has("conf/keys.yaml") && !has(".cg/keys.yaml"), "{files:?}");
}

#[test]
fn a_bundle_says_what_was_searched_and_lists_the_runners_up() {
    let repository = Repository::of(TEXT).0;
    let index = repository.index();
    let bundle = answer_on(&index, ASK, &["q.text=get the key of an entry"], &[]);
    let trace = bundle.queries[0].search.as_ref().expect("a trace");
    assert_eq!((trace.files, trace.path == "cheap"), (5, trace.early_exit));
    let shown: Vec<(&str, bool)> =
        bundle.bands.iter().flat_map(|band| &band.items).map(|it| (it.path.as_str(), it.excerpts.is_empty())).collect();
    assert_eq!(shown[..2], [("app/cache.py", false), ("docs/cache.md", true)]);
    let text = cg_bundle::render::markdown(&bundle);
    let head = text.split("## map").next().unwrap_or_default();
    // How it was searched is in the JSON; that it is unsure is said once.
    assert!(bundle.queries[0].notes[0].starts_with("searched 5 files"), "{:?}", bundle.queries[0].notes);
    assert!(!head.contains("searched"), "{head}");
    assert_eq!(head.contains("the search is unsure"), !trace.early_exit, "{head}");
    let nothing = answer_on(&index, ASK, &["q.text=zebra"], &[]);
    assert_eq!(nothing.status.name(), "no_results");
    assert!(cg_bundle::render::markdown(&nothing).contains("no word of the text is in any of them"));
}

#[test]
fn a_threshold_that_is_set_is_recorded_where_something_is_searched() {
    let repository = Repository::of(TEXT).0;
    let index = repository.index();
    let environment = [("SKYGREP_CASCADE_TAU_FLOOR".to_owned(), "1000".to_owned())];
    let run = |text: &str| {
        let manifest = manifest::parse(text.as_bytes(), std::path::Path::new("m.yaml")).expect("a manifest");
        let given = [input::set("q.text=load address").expect("a value")];
        let task = Task {
            manifest: &manifest,
            manifest_text: text,
            given: &given,
            promoted: &[],
            coverage: &Arc::default(),
            environment: &environment,
            format: &MARKDOWN,
        };
        answer(&task, &index).expect("a bundle")
    };
    let searched = run(ASK);
    assert_eq!(searched.environment, environment);
    assert_eq!(searched.queries[0].search.as_ref().map(|it| (it.early_exit, it.tau)), Some((false, 1000.0)));
    let none = "inputs: { q.text: { type: symbols } }\n\
        must_read: { derived: [{ name: x, compute: scip.refs(q.text), max_files: 5 }] }";
    assert!(run(none).environment.is_empty());
}

/// S2.7: the words of a hypothetical answer are searched for where the text alone leads nowhere for sure.
#[test]
fn a_hypothetical_answer_is_searched_for_too() {
    let repository = Repository::of(TEXT).0;
    let index = repository.index();
    let text = format!("focus: {{ hyde: 'send(address)' }}\n{ASK}").replace("max_files: 1 ", "max_files: 5 ");
    let bundle = answer_on(&index, &text, &["q.text=where are names"], &[]);
    let trace = bundle.queries[0].search.as_ref().expect("a trace");
    assert!(trace.hyde != trace.early_exit, "{trace:?}");
    if trace.hyde {
        let paths: Vec<&str> = bundle.bands.iter().flat_map(|band| &band.items).map(|it| it.path.as_str()).collect();
        assert!(paths.contains(&"app/mail.py"), "{paths:?}");
    }
}

/// The answer of `search.symbols` is an argument of queries over symbols.
#[test]
fn what_a_text_names_is_asked_for() {
    let repository = Repository::of(TEXT).0;
    let index = repository.index();
    let text = "inputs: { q.text: { type: text } }\n\
        must_read: { derived: [{ name: mentioned, compute: search.symbols(q.text), max_files: 5 },\
        { name: uses, compute: scip.refs(mentioned), max_files: 5 }] }";
    let bundle = answer_on(&index, text, &["q.text=what calls load() in the end?"], &[]);
    let returned: Vec<usize> = bundle.queries.iter().map(|query| query.returned).collect();
    assert_eq!(returned, [1, 1], "app/store.py names it, app/cache.py uses it");
}

/// A place in a trace is a file with a line; a text in quotes, or with wild cards, is no request.
#[test]
fn a_trace_names_a_line() {
    let repository = Repository::of(TEXT).0;
    let index = repository.index();
    let named = |text: &str| -> Vec<(String, Vec<u32>)> {
        let engine = Engine::new(&index.facts).over(&index.tree, Stale::default());
        let engine = engine.searching(&index.searcher, Thresholds::default());
        let parsed = parse_query("search.symbols(x)").expect("a call");
        let answer = engine.answer(&parsed.invocation(|_| vec![Argument::Text(text.to_owned())]));
        answer.hits.into_iter().map(|hit| (index.facts.path(hit.file).to_owned(), hit.lines)).collect()
    };
    let trace = "Traceback:\n  File \"/srv/www/app/store.py\", line 2, in load\nFileNotFoundError";
    assert_eq!(named(trace), [("app/store.py".to_owned(), vec![2])]);
    assert!(named("app/*.py and **/store.py and [a-z]").is_empty());
}

/// A line of a text that the source has as it is names the place, without quotes and behind the name of an error.
#[test]
fn a_message_names_the_place_that_writes_it() {
    let text = "--- app/store.py\ndef load(name):\n    raise KeyError(f\"No cart found for type {name}\")\n\
                --- app/cart.py\ndef cart_type(found):\n    # what type of cart is found\n    return found\n\
                --- app/type.py\nclass CartType:\n    found = 1\n--- facts\n";
    let repository = Repository::of(text).0;
    let index = repository.index();
    for message in ["No cart found for type", "KeyError: No cart found for type", "it fails: No cart found for type"] {
        let found = found(&index, &format!("search.symbols({})", serde_json::json!(message)), SHUT);
        assert_eq!(found.first().map(|(path, _)| path.as_str()), Some("app/store.py"), "{message}: {found:?}");
    }
    assert!(found(&index, "search.symbols(\"what type is found\")", SHUT).is_empty());
}

/// Files of the same content have one place, and the others are named with it; empty files differ by their paths.
#[test]
fn files_of_the_same_content_have_one_place() {
    let folder = TempDir::new().expect("a folder");
    let text = "export function highlight(token) {\n    return token.trim()\n}\n";
    for part in ["core", "mock", "wire"] {
        fs::create_dir_all(folder.path().join(format!("site/{part}"))).expect("a folder");
        fs::write(folder.path().join(format!("site/{part}/script.js")), text).expect("a file");
        fs::write(folder.path().join(format!("site/{part}/highlight.js")), "").expect("a file");
    }
    fs::write(folder.path().join("main.js"), "export function paint(token) {\n    return token\n}\n").expect("a file");
    let index = index_at(&folder, StorePlace::Nowhere);
    let found = found(&index, "search.cascade(\"highlight a token\")", SHUT);
    let named = |name: &str| found.iter().filter(|(path, _)| path.ends_with(name)).count();
    assert_eq!((named("script.js"), named("highlight.js"), named("main.js")), (1, 3, 1), "{found:?}");
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::default());
    let engine = engine.searching(&index.searcher, SHUT);
    let parsed = parse_query("search.cascade(\"highlight a token\")").expect("a call");
    let answer = engine.answer(&parsed.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]));
    let wanted = "`site/core/script.js` has the same text as `site/mock/script.js`, `site/wire/script.js`";
    assert!(answer.notes.iter().any(|note| note.text == wanted), "{:?}", answer.notes);
}

/// A name of one or two letters counts where it is written as code and one definition of a file bears it.
#[test]
fn a_short_name_in_code_is_a_name() {
    let text = "--- db/tree.py
class Q:
    def x(self):
        return self
--- db/math.py
def re(value):
    return value


def ab(value):
    return value
--- db/other.py
def ab(value):
    return value
--- facts
";
    let repository = Repository::of(text).0;
    let index = repository.index();
    let named = |text: &str| -> Vec<String> {
        found(&index, &format!("search.symbols(\"{text}\")"), SHUT).into_iter().map(|it| it.0).collect()
    };
    assert_eq!(named("`Q` objects fail"), ["db/tree.py"]);
    assert_eq!(named("what does re(z) give"), ["db/math.py"]);
    // A word of prose; a method; a name of two files.
    assert!(["Q and A", "x(1) fails", "ab(1) fails"].iter().all(|text| named(text).is_empty()));
}

/// A whole name is found as a declaration: parts of it bring nothing.
#[test]
fn the_parts_of_a_declared_name_bring_no_file() {
    let text = "--- shop/binds.go
package shop

type Cart struct{}

func BindPFlag(key string) error { return cart.BindPFlag(key) }

func (c *Cart) BindPFlag(key string) error { return nil }
--- shop/flags.go
package shop

// A flag, which others bind.
type Flag struct{}

func bind(flag Flag) Flag { return flag }
--- .github/workflows/ci.yaml
flag: bind
--- facts
";
    let repository = Repository::of(text).0;
    let index = repository.index();
    let paths: Vec<String> =
        found(&index, "search.cascade(BindPFlag)", OPEN).into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths, ["shop/binds.go"]);
    let manifest = include_str!("../../manifests/navigate.yaml");
    let bundle = answer_on(&index, manifest, &["find.text=BindPFlag"], &[]);
    let paths: Vec<&str> = bundle.bands.iter().flat_map(|band| &band.items).map(|item| &*item.path).collect();
    assert_eq!(paths, ["shop/binds.go"], "{:?}", bundle.missing);
    // What nothing declares is found by its parts.
    let paths = found(&index, "search.cascade(bindFlag)", OPEN);
    assert!(paths.iter().any(|(path, _)| path == "shop/flags.go"), "{paths:?}");
}
