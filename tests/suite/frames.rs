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
    assert!(printed.contains("- not given: symbols\n"), "{printed}");
    // A path that is gone is news.
    let gone = answered(PRICES, REVIEW, &["diff.files=shop/no.py,shop/prices.py"]);
    assert!(markdown(&gone).contains("shop/no.py"), "{}", markdown(&gone));
}

/// However many lists could be loaded, an input without a value is named, in every format.
#[test]
fn an_input_without_a_value_is_named() {
    let manifest = "inputs: { task.files: { type: files }, task.more: { type: files, required: false } }
must_read: { derived: [{ name: users, compute: import_graph.transitive_callers(task.files), max_files: 9 }] }
should_read: { derived: [{ name: others, compute: import_graph.dependencies(task.more), max_files: 9 }] }
may_read:
  derived:
    - { name: one, compute: 'files.intersect(\"shop/rates.py\", \"**\")', max_files: 9 }
    - { name: two, compute: 'files.intersect(\"tests/test_prices.py\", \"**\")', max_files: 9 }
    - { name: three, compute: 'files.intersect(\"tests/test_shop.py\", \"**\")', max_files: 9 }
";
    let bundle = answered(PRICES, manifest, &["task.files=shop/rates.py"]);
    let printed = markdown(&bundle);
    assert!(printed.contains("- not given: more\n"), "{printed}");
    // The map says what loads the first of its lists, at its place.
    assert!(printed.contains("- shop/rates.py"), "{printed}");
    assert!(printed.contains(" · may · `--promote two`") || printed.contains(" · may · `--promote one`"), "{printed}");
    assert!(!printed.contains("## notes"), "{printed}");
    assert!(bundle.guidance.iter().any(|step| step.run == "--set task.more=VALUE"), "{:?}", bundle.guidance);
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

/// The map counts at its end what is left out.
#[test]
fn the_map_ends_with_what_is_left_out() {
    let manifest =
        REVIEW.replace("tests_exercising(diff.files), max_files: 9", "tests_exercising(diff.files), max_files: 1");
    let bundle = answered(PRICES, &manifest, &["diff.files=shop/prices.py"]);
    let text = markdown(&bundle);
    let map = text.split("## map\n").nth(1).and_then(|rest| rest.split("\n#").next()).expect("a map");
    assert!(map.ends_with("- left out: past `max_files` tests 1; not given: symbols"), "{map}");
    assert_eq!(text.matches("left out:").count(), 1, "{text}");
}

/// No mark is between two lines of an outline, as the numbers say that there is text between, and none hides three lines or fewer.
#[test]
fn marks_are_only_where_they_say_something() {
    let body = |n: usize| "    x = 1\n".repeat(n);
    let text = format!(
        "--- shop/prices.py\ndef a():\n{}def b():\n{}def price():\n    y = 0\n    return y\n--- shop/u.py\nfrom shop.prices import price\n\n\ndef use():\n{}    return price()\n",
        body(6),
        body(6),
        body(3)
    );
    let bundle = answered(&text, REVIEW, &["diff.files=shop/prices.py", "diff.symbols=shop/prices.py:price"]);
    let text = markdown(&bundle);
    assert!(text.contains("1\tdef a():\n8\tdef b():\n15\tdef price():\n"), "{text}");
    assert!(
        text.contains("4\tdef use():\n5\t    x = 1\n6\t    x = 1\n7\t    x = 1\n8\t    return price()\n"),
        "{text}"
    );
}

/// Where what follows could be read as what a single line opens, there is a mark; behind the last line the map says whether all
/// of the file is there.
#[test]
fn a_mark_is_where_lines_would_run_together() {
    let text = format!(
        "--- shop/till.py\nclass Till:\n{}    def price(self):\n        y = 0\n        return y\n\n{}",
        "    x = 1\n".repeat(6),
        "    z = 1\n".repeat(6)
    );
    let bundle = answered(&text, REVIEW, &["diff.files=shop/till.py", "diff.symbols=shop/till.py:Till.price"]);
    let text = markdown(&bundle);
    assert!(text.contains("1\tclass Till:\n⋯\n8\t    def price(self):\n"), "{text}");
    assert!(text.contains("10\t        return y\n```\n"), "{text}");
    assert!(text.contains("- shop/till.py · must · "), "{text}");
}

/// S0.15: of a named type that is too long to be shown whole, all signatures are shown, and the longest bodies that have room.
#[test]
fn a_long_named_type_shows_its_longest_members() {
    let line = "        self.value = self.other(self.value, 'one', 'two', 'three', 'four')\n";
    let method = |at: usize, n: usize| format!("    def m{at}(self):\n{}\n", line.repeat(n));
    let methods: String = (0..30).map(|at| method(at, if at == 17 { 20 } else { 6 })).collect();
    let text = format!("--- shop/big.py\nclass Big:\n{methods}");
    let bundle = answered(&text, REVIEW, &["diff.files=shop/big.py", "diff.symbols=Big"]);
    let shown = item(&bundle, "shop/big.py");
    let printed: String = shown.excerpts.iter().map(|excerpt| excerpt.text.as_str()).collect();
    assert_eq!(printed.matches("    def m").count(), 30, "{printed}");
    assert!(printed.contains(&method(17, 20).trim_end().to_owned()), "{printed}");
    let n_lines = printed.matches(line).count();
    assert!((20..=64).contains(&n_lines), "{n_lines} lines of bodies");
}

/// Beside a member that is named, its type and the members near it are in the outline, as many as have room, before other types.
#[test]
fn the_outline_is_that_of_what_is_near() {
    let line = "        return self.of(value) + self.other(value) + self.value\n";
    let class = |name: &str| {
        let method = |at: usize| format!("    def {name}_{at}(self, value, other):\n{}", line.repeat(5));
        format!("class {}:\n{}", name.to_uppercase(), (0..40).map(method).collect::<String>())
    };
    let text = format!("--- shop/big.py\n{}{}{}", class("a"), class("b"), class("c"));
    let bundle = answered(&text, REVIEW, &["diff.files=shop/big.py", "diff.symbols=shop/big.py:B.b_20"]);
    let shown = item(&bundle, "shop/big.py");
    let printed: String = shown.excerpts.iter().map(|excerpt| excerpt.text.as_str()).collect();
    for near in ["class B:", "def b_19(", "def b_20(", "def b_21("] {
        assert!(printed.contains(near), "{near}: {printed}");
    }
    assert!(!printed.contains("def a_") && !printed.contains("def c_") && !printed.contains("def b_0("), "{printed}");
    let n_outlined = printed.matches("    def b_").count();
    assert!((10..=24).contains(&n_outlined), "{n_outlined} signatures");
}

/// The title says what is given without the paths that the map has, and of a symbol with its path no path beside it.
#[test]
fn what_is_given_is_said_once() {
    let bundle = answered(PRICES, REVIEW, &["diff.files=shop/prices.py", "diff.symbols=shop/prices.py:total"]);
    let printed = markdown(&bundle);
    assert!(printed.lines().next().is_some_and(|title| title.ends_with(": total")), "{printed}");
    assert!(printed.contains("- shop/prices.py · must"), "{printed}");
    let both = answered(PRICES, REVIEW, &["diff.files=shop/rates.py", "diff.symbols=shop/prices.py:total"]);
    let title = markdown(&both).lines().next().expect("a title").to_owned();
    assert!(title.ends_with(": rates.py; symbols = total"), "{title}");
    // What is on no line of the map keeps its path.
    let gone = answered(PRICES, REVIEW, &["diff.files=shop/no.py,shop/prices.py"]);
    let title = markdown(&gone).lines().next().expect("a title").to_owned();
    assert!(title.ends_with(": shop/no.py, prices.py"), "{title}");
    // No bound holds: the characters and the ceiling are in the JSON.
    let status = printed.lines().nth(1).expect("a status");
    assert!(!status.contains(" of ") && !status.contains(" chars"), "{status}");
}

/// Of the uses in a file that need not be read the first ones say how, and the map says that there are more.
#[test]
fn a_few_uses_say_how() {
    let long = "    found.append(rate(name, 'a long argument', 'and another one'))\n";
    let function = |at: usize| {
        format!(
            "def use_{at}(name, found):\n{}{}{}\n\n",
            "    name.strip()\n".repeat(5),
            long,
            "    found.sort()\n".repeat(5)
        )
    };
    let functions: String = (0..30).map(function).collect();
    let text = format!("{PRICES}--- shop/users.py\nfrom shop.prices import rate\n\n\n{functions}");
    let manifest = REVIEW.replace(
        "    - { name: tests,",
        "    - { name: users, compute: scip.refs(diff.symbols), max_files: 9 }\n    - { name: tests,",
    );
    let manifest = manifest.replace("    - { name: uses, compute: scip.refs(diff.symbols), fallback: call_graph.callers(diff.files), max_files: 9 }\n", "");
    let bundle = answered(&text, &manifest, &["diff.files=shop/prices.py", "diff.symbols=shop/prices.py:rate"]);
    let users = item(&bundle, "shop/users.py");
    let n_chars: usize = users.excerpts.iter().map(|excerpt| excerpt.text.len()).sum();
    assert!((200..=1_000).contains(&n_chars), "{n_chars} characters");
    assert!(markdown(&bundle).contains("- shop/users.py · should, cut: share · "), "{}", markdown(&bundle));
}
