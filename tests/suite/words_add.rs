//! What a request adds changes nothing else: words beside files that are given, the order of names, a use in the line of another
//! declaration; and a budget that is advised is what is needed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use cg_bundle::bundle::{Bundle, Status};

use crate::support::{Repository, answer_on};

const MANIFEST: &str = "
inputs: { bug.files: { type: files, required: any }, bug.symbols: { type: symbols, required: any }, bug.text: { type: text, required: any } }
budget: { max_tokens: 40000 }
focus: { symbols: bug.symbols, query: bug.text }
must_read: { repo_context_keys: [bug.files] }
should_read:
  derived:
    - { name: tests, compute: test_inventory.tests_exercising(bug.files), max_files: 6 }
    - { name: uses, compute: scip.refs(bug.symbols), max_files: 6 }
    - { name: found, compute: search.cascade(bug.text), max_files: 20 }
    - { name: used, compute: 'import_graph.dependencies(bug.files, depth=1)', max_files: 25 }
";

/// A store of so many functions, what it imports, its tests, and files that speak of other things.
fn store(n_functions: usize) -> Repository {
    let mut text = String::from("--- shop/store.py\nfrom shop.clock import now, Clock\n");
    for n in 0..n_functions {
        let _ = writeln!(text, "# Keeps the item {n}, as long as nothing says that it is to go from the shelf.");
        let _ = writeln!(text, "def keep_{n}(item):\n    value = now() + {n}\n    return item.late(value)\n");
    }
    text += "--- shop/clock.py\nclass Clock:\n    def tick(self):\n        return 1\n\ndef now():\n    return Clock().tick()\n";
    text += "--- tests/test_store.py\nfrom shop.store import keep_1\n\ndef test_keep():\n    assert keep_1(2)\n";
    for n in 0..9 {
        let _ = writeln!(
            text,
            "--- net/part{n}.py\nclass Part{n}:\n    def caching_{n}(self, results):\n        # support state\n        return results.state_{n}\n"
        );
    }
    Repository::of(&(text + "--- facts\n")).0
}

/// The lines that are printed, by path.
fn printed(bundle: &Bundle) -> BTreeMap<String, BTreeSet<u32>> {
    let items = bundle.bands.iter().flat_map(|band| &band.items);
    let lines = items.map(|item| {
        let lines = item.excerpts.iter().flat_map(|it| it.first_line..=it.last_line);
        (item.path.clone(), lines.collect())
    });
    lines.collect()
}

#[test]
fn words_take_nothing_away_beside_a_file_that_is_given() {
    // One that is shown whole, and one of which the outline is.
    for n_functions in [12, 160] {
        let repository = store(n_functions);
        let index = repository.index();
        let alone = answer_on(&index, MANIFEST, &["bug.files=shop/store.py"], &[]);
        let texts = ["support caching state of results", "keep_3 is late", "the clock must tick"];
        for text in texts {
            let sets = ["bug.files=shop/store.py", &format!("bug.text={text}")];
            let both = answer_on(&index, MANIFEST, &sets, &[]);
            assert!(both.missing.iter().all(|it| !it.what.contains("for want of room")), "{:?}", both.missing);
            let (with_words, alone) = (printed(&both), printed(&alone));
            assert!(alone["shop/store.py"].len() > 40 && !alone["tests/test_store.py"].is_empty(), "{alone:?}");
            for (path, lines) in alone {
                let shown = with_words.get(&path).unwrap_or_else(|| panic!("{path} is gone by {text:?}"));
                assert!(lines.is_subset(shown), "{path} by {text:?}: {lines:?} and not {shown:?}");
            }
        }
    }
}

#[test]
fn the_order_of_names_changes_no_note() {
    let text = "--- cart.py\nclass Cart:\n    def add(self, it):\n        return it\n    def drop(self, it):\n        return it\n
--- use.py\ndef go(a, b):\n    a.drop(1)\n    a.add(1)\n    b.add(2)\n--- facts\n";
    let (repository, _) = Repository::of(text);
    let index = repository.index();
    let notes = |names: &str| {
        let bundle = answer_on(&index, MANIFEST, &[&format!("bug.symbols={names}")], &[]);
        let missing: Vec<String> = bundle.missing.iter().map(|it| it.what.clone()).collect();
        (bundle.queries.iter().map(|query| query.notes.clone()).collect::<Vec<_>>(), missing)
    };
    let (one, other) = (notes("Cart.add,Cart.drop"), notes("Cart.drop,Cart.add"));
    assert!(!one.1.is_empty(), "{one:?}");
    assert_eq!(one, other);
}

#[test]
fn a_use_in_the_line_of_another_declaration_is_printed() {
    let mut text = String::from("--- spider.py\nclass Spider:\n    def crawl(self):\n        return 1\n");
    text += "--- lib/use.py\nfrom spider import Spider\n\n\n";
    for n in 0..20 {
        let _ = writeln!(text, "def test_other_{n}():\n    value = {n}\n    assert value\n\n");
    }
    text += "class Uses:\n    spider_class = Spider\n\n    def name(self):\n        assert self.name\n--- facts\n";
    let (repository, _) = Repository::of(&text);
    let index = repository.index();
    let bundle = answer_on(&index, MANIFEST, &["bug.symbols=Spider"], &[]);
    let shown = printed(&bundle);
    assert!(shown["lib/use.py"].contains(&105), "{shown:?}");
}

#[test]
fn the_budget_that_is_advised_is_what_is_needed() {
    let manifest = "must_read: { globs: [shop/store.py] }\n";
    let repository = store(300);
    let index = repository.index();
    let budget = |chars: u64| format!("budget: {{ max_chars: {chars} }}\n{manifest}");
    let cut = answer_on(&index, &budget(9_000), &[], &[]);
    let runs = cut.missing.iter().filter_map(|it| it.run.as_deref());
    let advised = runs.filter_map(|run| run.strip_prefix("--max-chars ")?.parse::<u64>().ok()).next();
    let advised = advised.expect("advice");
    let whole = answer_on(&index, &budget(advised), &[], &[]);
    assert_eq!(whole.status, Status::Success);
    assert!(advised < whole.budget.used.chars * 11 / 10, "{advised} of {}", whole.budget.used.chars);
}

/// A file that only adds to the answer, and whose first lines are longer than its share, has no text in any room.
#[test]
fn a_share_is_no_want_of_room() {
    let long = "x".repeat(9_000);
    let mut text = String::from("--- spider.py\nclass Spider:\n    def crawl(self):\n        return 1\n");
    for n in 0..90 {
        let _ = writeln!(
            text,
            "--- tests/some_folder/test_of_the_spider_{n}.py\nfrom spider import Spider\n\ndef test_{n}():\n    assert Spider().crawl() == \"{long}\"\n"
        );
    }
    let (repository, _) = Repository::of(&(text + "--- facts\n"));
    let index = repository.index();
    let manifest = MANIFEST.replace("max_files: 6", "max_files: 90").replace("max_tokens: 40000", "max_chars: 900000");
    let bundle = answer_on(&index, &manifest, &["bug.symbols=Spider", "bug.files=spider.py"], &[]);
    assert!(bundle.missing.iter().all(|it| !it.what.contains("for want of room")), "{:?}", bundle.missing);
}
