//! The order of `tests_exercising`: changed tests, tests by the name of a file, the rest by distance, names without a chain.

use cg_bundle::primitive::{Argument, Engine, Invocation, primitive};

use crate::support::Repository;

fn asked(text: &str, files: &[&str]) -> (Vec<String>, Vec<String>) {
    let index = Repository::of(text).0.index();
    let engine = Engine::new(&index.facts);
    let row = primitive("test_inventory.tests_exercising").expect("a primitive");
    let arguments = files.iter().map(|file| Argument::Text((*file).to_owned())).collect();
    let answer = engine.answer(&Invocation { arguments, ..Invocation::of(row, Argument::Files(Vec::new())) });
    let paths = answer.hits.iter().map(|hit| index.facts.path(hit.file).to_owned()).collect();
    let links = answer.hits.iter().filter_map(|hit| answer.chain(&engine, hit.file).into_iter().next());
    (paths, links.map(|link| format!("{} {} {}", link.relation, link.from, link.to)).collect())
}

const FAR: &str = "\
--- pkg/query.py
def ask(): pass
--- pkg/one.py
from pkg.query import ask
def one(): ask()
--- pkg/two.py
from pkg.one import one
def two(): one()
--- pkg/three.py
from pkg.two import two
def three(): two()
--- pkg/four.py
from pkg.three import three
def four(): three()
--- tests/test_any.py
from pkg.query import ask
def test_any(): ask()
--- tests/test_far.py
from pkg.four import four
def test_far(): four()
--- tests/test_query.py
from pkg.two import two
def test_query(): two()
--- tests/test_four.py
def test_nothing(): assert True
--- tests/test_helpers.py
from pkg.query import ask
def helper(): ask()
";

#[test]
fn a_name_goes_before_hops_and_a_helper_is_not_first() {
    let (paths, _) = asked(FAR, &["pkg/query.py"]);
    // Three are enough: the one that is five hops away is not looked for.
    assert_eq!(paths, ["tests/test_query.py", "tests/test_any.py", "tests/test_helpers.py"]);
    let (paths, _) = asked(FAR, &["pkg/query.py", "tests/test_helpers.py"]);
    assert_eq!(paths.last().map(String::as_str), Some("tests/test_helpers.py"));
    assert_eq!(paths[0], "tests/test_query.py");
}

#[test]
fn a_test_with_the_name_alone_is_last_and_says_so() {
    let (paths, links) = asked(FAR, &["pkg/four.py"]);
    assert_eq!(paths, ["tests/test_far.py", "tests/test_four.py"]);
    assert_eq!(links[1], "has_name_of tests/test_four.py pkg/four.py");
}

#[test]
fn cargo_runs_what_lies_in_its_folder_of_tests() {
    let text = "\
--- Cargo.toml
[package]
name = \"a\"
--- src/lib.rs
pub fn f() {}
--- tests/made.rs
cases! { a::f() }
fn main() { a::f(); }
--- tests/common/mod.rs
pub fn g() {}
";
    assert_eq!(asked(text, &["src/lib.rs"]).0, ["tests/made.rs"]);
}
