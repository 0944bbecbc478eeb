//! What must be read is printed while there is room: overrides of what is named, and sites in tests.

use std::fmt::Write as _;

use cg_bundle::bundle::{Bundle, Item, Reduction, View};

use crate::support::{Repository, answer_on};

fn item<'b>(bundle: &'b Bundle, path: &str) -> &'b Item {
    let mut items = bundle.bands.iter().flat_map(|band| &band.items);
    items.find(|item| item.path == path).unwrap_or_else(|| panic!("{path} is not in the bundle"))
}

fn shows(item: &Item, line: usize) -> bool {
    item.excerpts.iter().any(|it| (it.first_line as usize..=it.last_line as usize).contains(&line))
}

const NODES: &str = "\
--- nodes/node.py
class Node:
    def head(self):
        raise NotImplementedError

    def tail(self):
        return ''
--- nodes/text.py
from nodes.node import Node


class Text(Node):
    def head(self):
        return 'text'
--- nodes/data.py
from nodes.node import Node


class Data(Node):
    def head(self):
        return super().head()
--- nodes/comment.py
from nodes.text import Text


class Comment(Text):
    def head(self):
        return 'comment'
--- other/page.py
class Page:
    def head(self):
        return 'page'
";

/// What overrides a named method bears its name and changes with it; a method of an unrelated type does not.
#[test]
fn overrides_of_a_named_method_are_printed() {
    let (repository, _) = Repository::of(NODES);
    let text = "inputs: { a.symbols: { type: symbols } }
must_read:
  derived:
    - { name: sites, compute: 'scip.refs(a.symbols, definitions=true)', max_files: 20 }
    - { name: overrides, compute: type_graph.overrides(a.symbols), max_files: 20 }
";
    for (symbol, others) in [
        ("Node.head", ["nodes/text.py", "nodes/data.py", "nodes/comment.py"]),
        ("Text.head", ["nodes/node.py", "nodes/comment.py", "nodes/comment.py"]),
    ] {
        let bundle = answer_on(&repository.index(), text, &[&format!("a.symbols={symbol}")], &[]);
        for path in others.iter().filter(|path| bundle.bands[0].items.iter().any(|it| it.path == **path)) {
            let item = item(&bundle, path);
            assert_ne!(item.view, View::Listed, "{symbol}: {path}");
            assert!(item.excerpts.iter().any(|it| it.text.contains("def head(self):")), "{symbol}: {path}");
        }
        assert!(bundle.missing.is_empty(), "{symbol}: {:?}", bundle.missing);
        assert!(!bundle.bands[0].items.iter().any(|item| item.path == "other/page.py"), "{symbol}");
    }
}

const N_USES: usize = 12;

/// A module, and a test that calls it once in each of many functions; the lines of the calls.
fn tested() -> (Repository, Vec<usize>) {
    let mut text = String::from(
        "--- shop/load.py\ndef load(name):\n    return name\n--- tests/test_load.py\nfrom shop.load import load\n",
    );
    let mut sites = Vec::new();
    for n in 0..N_USES {
        let _ = write!(text, "\n\ndef test_of_a_long_name_that_says_what_is_loaded_here_{n}():\n");
        let _ = writeln!(text, "    wanted = 'some text that takes room in the bundle, and is not cited {n}'");
        let _ = writeln!(text, "    assert load(wanted) == wanted  # the site, which is cited");
        sites.push(6 + n * 5);
    }
    (Repository::of(&text).0, sites)
}

#[test]
fn sites_that_must_be_read_are_printed_in_tests_as_well() {
    let (repository, sites) = tested();
    let text = "inputs: { a.symbols: { type: symbols } }
must_read:
  derived: [{ name: sites, compute: scip.refs(a.symbols), max_files: 20 }]
";
    let bundle = answer_on(&repository.index(), text, &["a.symbols=load"], &[]);
    let test = item(&bundle, "tests/test_load.py");
    for line in &sites {
        assert!(shows(test, *line), "{line} of {sites:?}");
    }
    assert_eq!((test.reduced, bundle.missing.len()), (None, 0), "{:?}", bundle.missing);
}

/// A test that only should be read is cut at its share, and says so.
#[test]
fn a_test_that_is_cut_at_its_share_is_reduced() {
    let (repository, sites) = tested();
    let text = "inputs: { a.symbols: { type: symbols } }
must_read:
  derived: [{ name: sites, compute: 'scip.refs(a.symbols, definitions=true)', max_files: 1 }]
should_read:
  derived: [{ name: tests, compute: test_inventory.tests_exercising(sites), max_files: 20 }]
";
    let bundle = answer_on(&repository.index(), text, &["a.symbols=load"], &[]);
    let test = item(&bundle, "tests/test_load.py");
    assert!(sites.iter().any(|line| !shows(test, *line)), "a share holds only some sites");
    assert_eq!(test.reduced, Some(Reduction::Share));
}

/// Every site of `must_read` is printed, also past the number that a reason cites and the characters that a test may take.
#[test]
fn all_sites_of_a_test_are_printed() {
    let mut text = String::from("--- shop/cart.py\nclass Cart:\n    def add(self, good):\n        return good\n");
    text += "--- tests/test_cart.py\nfrom shop.cart import Cart\n\n\n";
    for number in 0..40 {
        let _ = write!(
            text,
            "def test_that_good_number_{number}_is_added():\n    cart = Cart()\n    assert cart.add({number}) == {number}\n\n\n"
        );
    }
    let (repository, _) = Repository::of(&text);
    let manifest = "inputs: { a.symbols: { type: symbols } }
focus: { symbols: a.symbols }
must_read:
  derived:
    - { name: sites, compute: scip.refs(a.symbols), max_files: 20 }
";
    let bundle = answer_on(&repository.index(), manifest, &["a.symbols=Cart.add"], &[]);
    let item = item(&bundle, "tests/test_cart.py");
    let hidden: Vec<usize> = (0..40).map(|number| 6 + number * 5).filter(|line| !shows(item, *line)).collect();
    assert_eq!((hidden, item.reduced), (Vec::new(), None));
}

/// The test that failed is the block around its line, where it has no name of its own; each line that is named has one.
#[test]
fn the_blocks_around_named_lines_are_printed() {
    let mut tests = "class CartTest < Minitest::Test\n".to_owned();
    for at in 0..40 {
        write!(
            tests,
            "  it \"adds {at}\" do\n    cart = Cart.new\n    cart.add {at}\n    assert cart.full?\n  end\n\n"
        )
        .expect("text");
    }
    let (repository, _) =
        Repository::of(&format!("--- test/cart_test.rb\n{tests}end\n--- lib/cart.rb\nclass Cart\nend\n"));
    let text = "inputs: { a.files: { type: files } }
budget: { max_chars: 4000 }
must_read: { repo_context_keys: [a.files] }
";
    let sets = ["a.files=test/cart_test.rb:101,test/cart_test.rb:214"];
    let bundle = answer_on(&repository.index(), text, &sets, &[]);
    let own = item(&bundle, "test/cart_test.rb");
    for (line, is_shown) in [(97, false), (98, true), (102, true), (103, false), (212, true), (216, true), (218, false)]
    {
        assert_eq!(shows(own, line), is_shown, "{line}: {:?}", own.excerpts);
    }
}
