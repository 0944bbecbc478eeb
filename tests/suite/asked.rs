//! What somebody asks for is there, and what nobody asks for takes no place: small repositories, whole bundles.

use cg_bundle::bundle::{Bundle, Item, Status};
use cg_bundle::render::markdown;

use crate::support::{Repository, answer_on};

const FLOW: &str = "
inputs: { task.symbols: { type: symbols } }
focus: { symbols: task.symbols }
must_read: { EXCLUDE derived: [{ name: flow, compute: call_graph.spine(task.symbols), max_files: 9 }] }
";

fn bundle(repository: &str, manifest_text: &str, set: &str) -> Bundle {
    let (repository, _) = Repository::of(repository);
    let index = repository.index();
    answer_on(&index, manifest_text, &[set], &[])
}

fn items(bundle: &Bundle) -> Vec<&Item> {
    bundle.bands.iter().flat_map(|band| &band.items).collect()
}

fn text(item: &Item) -> String {
    item.excerpts.iter().map(|excerpt| excerpt.text.as_str()).collect()
}

/// A source that holds tests of its own is a source all the same: a path leads through it, and it is shown.
#[test]
fn a_source_with_tests_of_its_own_is_a_source() {
    let rust = "--- Cargo.toml
[package]
name = \"app\"
--- src/lib.rs
pub mod steps;
pub fn start() -> u32 {
    steps::middle()
}
--- src/steps.rs
pub fn middle() -> u32 {
    finish() + 1
}
pub fn finish() -> u32 {
    41
}
#[cfg(test)]
mod tests {
    #[test]
    fn it_ends() {
        assert_eq!(super::finish(), 41);
    }
}
";
    let bundle = bundle(rust, &FLOW.replace("EXCLUDE", ""), "task.symbols=start,finish");
    let printed = markdown(&bundle);
    assert!(printed.contains("start\n→ middle (src/lib.rs:3)\n→ finish (src/steps.rs:2)\n"), "{printed}");
    let steps = items(&bundle).into_iter().find(|item| item.path == "src/steps.rs").expect("the file of both steps");
    assert!(text(steps).contains("    41\n"), "{printed}");
}

/// What the author excludes stays out, named or not.
#[test]
fn what_is_excluded_is_not_brought_back_by_its_name() {
    let python = "--- app/__init__.py
--- app/one.py
def first():
    return 1
--- app/two.py
def second():
    return 2
";
    let paths = |exclude: &str| {
        let bundle = bundle(python, &FLOW.replace("EXCLUDE", exclude), "task.symbols=first,second");
        items(&bundle).iter().map(|item| item.path.clone()).collect::<Vec<_>>()
    };
    assert_eq!(paths(""), ["app/one.py", "app/two.py"]);
    assert_eq!(paths("exclude: ['app/two.py'],"), ["app/one.py"]);
}

/// A call from one overload to another connects no two names; and a chain that begins anew says so.
#[test]
fn overloads_of_one_name_are_no_flow() {
    let java = "--- app/Sums.java
package app;
class Sums {
    int sum(int a) { return sum(a, 0); }
    int sum(int a, int b) { return a + b; }
    int other(int a) { return a; }
}
";
    let printed = markdown(&bundle(java, &FLOW.replace("EXCLUDE", ""), "task.symbols=Sums.sum,Sums.other"));
    assert!(printed.contains("## flow\nno call path: "), "{printed}");
}

/// Tests take no place that a source could have.
#[test]
fn tests_take_no_place_of_a_source() {
    let python = "--- shop/__init__.py
--- shop/prices.py
def rate():
    return 1
--- a_test/test_a.py
from shop.prices import rate
def test_a():
    assert rate() == 1
--- a_test/test_b.py
from shop.prices import rate
def test_b():
    assert rate() == 1
--- shop/orders.py
from shop.prices import rate
def order():
    return rate()
";
    let callers = "
inputs: { change.files: { type: files } }
must_read:
  derived: [{ name: callers, compute: import_graph.transitive_callers(change.files), max_files: 1 }]
";
    let bundle = bundle(python, callers, "change.files=shop/prices.py");
    assert_eq!(items(&bundle).iter().map(|item| item.path.as_str()).collect::<Vec<_>>(), ["shop/orders.py"]);
}

/// Every name of a long list counts, also behind one that many overloads bear.
#[test]
fn no_name_is_lost_behind_others() {
    let functions: String = (0..30).map(|at| format!("def step_{at:02}():\n    return 'body {at}'\n\n\n")).collect();
    let python = format!("--- app/__init__.py\n--- app/steps.py\n{functions}");
    let names: Vec<String> = (0..30).map(|at| format!("step_{at:02}")).collect();
    let bundle = bundle(&python, &FLOW.replace("EXCLUDE", ""), &format!("task.symbols={}", names.join(",")));
    let shown = text(items(&bundle)[0]);
    assert!((0..30).all(|at| shown.contains(&format!("'body {at}'"))), "{shown}");
}

/// A text that is all a member of something is no file of Go where none has that name.
#[test]
fn a_member_may_end_as_a_file_does() {
    let files = "--- timer.py\nclass Timer:\n    def go(self):\n        return 1\n\n    def start(self):\n        return 2\n--- a.go\npackage a\n";
    let (repository, _) = Repository::of(files);
    let index = repository.index();
    let manifest = include_str!("../../manifests/navigate.yaml");
    for (text, is_file) in [("Timer.go", false), ("Timer.start", false), ("a.go", true)] {
        let bundle = answer_on(&index, manifest, &[&format!("find.text={text}")], &[]);
        let items = bundle.bands.iter().flat_map(|band| &band.items);
        let paths: Vec<&str> = items.map(|item| item.path.as_str()).collect();
        assert_eq!(paths.first(), Some(&if is_file { "a.go" } else { "timer.py" }), "{text}");
        assert_eq!(bundle.status, Status::Success, "{text}: {:?}", bundle.missing);
        assert!(is_file || paths.len() == 1, "{paths:?}");
    }
}
