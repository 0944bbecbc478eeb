//! The text of a bundle that is neither source nor map: it says nothing twice, and nothing that a reader cannot act on.

use cg_bundle::bundle::{Bundle, Item, View};
use cg_bundle::pipeline::Index;
use cg_bundle::render::markdown;

use crate::support::{Repository, answer_on};

const REVIEW: &str = "
inputs: { diff.files: { type: files, required: any }, diff.symbols: { type: symbols, required: any } }
focus: { symbols: diff.symbols }
must_read:
  repo_context_keys: [diff.files]
  derived:
    - { name: broken, compute: import_graph.broken(diff.files), max_files: 9 }
    - { name: uses, compute: scip.refs(diff.symbols), fallback: call_graph.callers(diff.files), max_files: 9 }
should_read:
  derived:
    - { name: tests, compute: test_inventory.tests_exercising(diff.files), max_files: 9 }
    - { name: kin, compute: type_graph.siblings(diff.symbols), max_files: 9 }
    - { name: used, compute: import_graph.dependencies(diff.files), max_files: 9 }
";

const PRICES: &str = "--- shop/prices.py
from shop.rates import RATES


def rate(name):
    return RATES[name]


def total(items):
    found = [rate(item) for item in items]
    found.sort()
    return sum(found)
--- shop/rates.py
RATES = {}
--- tests/test_prices.py
import shop.prices


def test_it():
    assert shop.prices.total([]) == 0
--- tests/test_shop.py
import shop.prices


def test_it():
    assert shop.prices
";

fn answered(text: &str, manifest: &str, sets: &[&str]) -> Bundle {
    let (repository, _) = Repository::of(text);
    let index: Index = repository.index();
    answer_on(&index, manifest, sets, &[])
}

fn items(bundle: &Bundle) -> impl Iterator<Item = &Item> {
    bundle.bands.iter().flat_map(|band| &band.items)
}

fn item<'b>(bundle: &'b Bundle, path: &str) -> &'b Item {
    items(bundle).find(|item| item.path == path).unwrap_or_else(|| panic!("{path} is not there"))
}

/// What was not given, and what there is nothing to say of, is no line; the JSON has it.
#[test]
fn what_nobody_acts_on_is_no_line() {
    let bundle = answered(PRICES, REVIEW, &["diff.files=shop/prices.py"]);
    let printed = markdown(&bundle);
    let notes = |name: &str| bundle.queries.iter().find(|query| query.name == name).expect("a query");
    assert_eq!(notes("broken").notes, ["`shop/prices.py` is there, so no import of it is broken"]);
    assert!(notes("uses").fallback.as_ref().is_some_and(|why| why.contains("has no value")));
    assert!(notes("kin").skipped.is_some());
    for line in ["is there, so", "its fallback", "not run"] {
        assert!(!printed.contains(line), "{line}: {printed}");
    }
    assert!(printed.contains("`--set diff.symbols=VALUE`"), "{printed}");
    // A path that is gone is news.
    let gone = answered(PRICES, REVIEW, &["diff.files=shop/no.py,shop/prices.py"]);
    assert!(markdown(&gone).contains("shop/no.py"), "{}", markdown(&gone));
}

/// Of the tests that no answer points into, the one that bears the name of the file has text; an import of a file that is
/// only listed is no line worth printing.
#[test]
fn the_test_of_a_named_file_has_text() {
    let bundle = answered(PRICES, REVIEW, &["diff.files=shop/prices.py", "diff.symbols=shop/prices.py:rate"]);
    let (own, other) = (item(&bundle, "tests/test_prices.py"), item(&bundle, "tests/test_shop.py"));
    assert_ne!(own.view, View::Listed);
    assert_eq!(other.view, View::Listed);
    let used = item(&bundle, "shop/rates.py");
    assert_eq!(used.view, View::Listed);
    assert!(used.why[0].chain[0].at.starts_with("shop/prices.py:1:"), "{:?}", used.why);
    let given = item(&bundle, "shop/prices.py");
    assert!(given.excerpts.iter().all(|excerpt| !excerpt.text.contains("import")), "{:?}", given.excerpts);
}
