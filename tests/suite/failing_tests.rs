//! What fails in a test is what it calls: the shipped `bug-fix` prints the bodies, however the test is given.

use std::fmt::Write as _;

use cg_bundle::bundle::{Bundle, Status};

use crate::support::{Repository, answer_on};

/// A source of many functions, and a test that is a function, one that is a block, and one that calls a long function.
fn shop() -> Repository {
    let (mut python, mut script) = (String::new(), String::new());
    for n in 0..120 {
        let _ = writeln!(python, "def f{n}(x):\n    y = x * {n}\n    return y - {n}\n\n");
        let _ = writeln!(script, "export function f{n}(x: number) {{\n  const y = x * {n}\n  return y - {n}\n}}\n");
    }
    let _ = writeln!(python, "def long(x):\n{}    return x", "    x += 1\n".repeat(50));
    Repository::of(&format!(
        "--- shop/prices.py\n{python}\
         --- tests/test_prices.py\nfrom shop.prices import f7, f90, long\n\n\ndef test_ninety():\n    assert f90(1) == 0\n\n\n\
         def test_long():\n    assert long(1) == f7(51)\n\
         --- src/prices.ts\n{script}\
         --- test/prices.test.ts\nimport {{ f7, f90 }} from '../src/prices'\n\ndescribe('prices', () => {{\n\
         \x20 it('ninety', () => {{\n    expect(f90(1)).toBe(0)\n  }})\n\n  it('seven', () => {{\n    expect(f7(1)).toBe(0)\n  }})\n}})\n\
         --- facts\n"
    ))
    .0
}

fn answered(sets: &[&str]) -> Bundle {
    answer_on(&shop().index(), include_str!("../../manifests/bug-fix.yaml"), sets, &[])
}

/// Whether a bundle prints the lines of a file.
fn prints(bundle: &Bundle, path: &str, (first, last): (u32, u32)) -> bool {
    let items = bundle.bands.iter().flat_map(|band| &band.items).filter(|item| item.path == path);
    items.flat_map(|item| &item.excerpts).any(|it| it.first_line <= first && last <= it.last_line)
}

#[test]
fn a_place_in_a_test_brings_what_it_calls_and_nothing_of_other_tests() {
    for (file, of, ninety, seven) in [
        ("trace.files=tests/test_prices.py:5", "shop/prices.py", (451, 453), (36, 38)),
        ("trace.files=test/prices.test.ts:5", "src/prices.ts", (451, 454), (36, 39)),
        ("trace.files=test/prices.test.ts:4", "src/prices.ts", (451, 454), (36, 39)),
    ] {
        let bundle = answered(&[file]);
        assert!(prints(&bundle, of, ninety), "{file}: {:?}", bundle.bands);
        assert!(!prints(&bundle, of, seven), "{file}: {:?}", bundle.bands);
        assert_eq!(bundle.status, Status::Success, "{:?}", bundle.missing);
    }
}

#[test]
fn a_test_that_is_named_brings_the_bodies_of_what_it_calls() {
    let bundle = answered(&["trace.symbols=test_ninety"]);
    assert!(prints(&bundle, "shop/prices.py", (451, 453)), "{:?}", bundle.bands);
    let bundle = answered(&["trace.symbols=test_long"]);
    assert!(prints(&bundle, "shop/prices.py", (601, 652)), "{:?}", bundle.bands);
    assert!(prints(&bundle, "shop/prices.py", (36, 38)), "{:?}", bundle.bands);
}

/// A short body is printed, although its line in the map costs as much.
#[test]
fn a_short_test_of_a_named_function_is_printed() {
    let bundle = answered(&["trace.symbols=f7"]);
    assert!(prints(&bundle, "tests/test_prices.py", (8, 9)), "{:?}", bundle.bands);
}

/// What a failing line calls may be where it goes wrong, be it in a folder of tests or in that of the example that it is a part of.
#[test]
fn what_a_test_calls_is_printed_wherever_it_is() {
    let (repository, _) = Repository::of(
        "--- shop/cart.py\ndef total(items):\n    return sum(items)\n\
         --- tests/support/factory.py\ndef make_cart(n):\n    return [\"3\"] * n\n\
         --- tests/test_cart.py\nfrom shop.cart import total\nfrom tests.support.factory import make_cart\n\n\
         def test_total():\n    assert total(make_cart(2)) == 6\n\
         --- examples/a/repo.py\ndef load():\n    return \"3\"\n\
         --- examples/a/app.py\nfrom repo import load\n\ndef sum_of():\n    return 1 + load()\n\
         --- examples/a/tests/test_app.py\nfrom app import sum_of\n\ndef test_sum_of():\n    assert sum_of() == 4\n\
         --- examples/b/tests/test_app.py\ndef test_other():\n    assert 1\n--- facts\n",
    );
    let index = repository.index();
    let manifest = include_str!("../../manifests/bug-fix.yaml");
    let bundle = answer_on(&index, manifest, &["trace.files=tests/test_cart.py:5"], &[]);
    assert!(prints(&bundle, "tests/support/factory.py", (1, 2)), "{:?}", bundle.bands);
    let bundle = answer_on(&index, manifest, &["trace.files=examples/a/tests/test_app.py:4"], &[]);
    assert!(prints(&bundle, "examples/a/app.py", (3, 4)), "{:?}", bundle.bands);
    let items = || bundle.bands.iter().flat_map(|band| &band.items);
    assert!(items().all(|item| !item.path.starts_with("examples/b/")), "{:?}", bundle.bands);
    let manifest = include_str!("../../manifests/api-change.yaml");
    let bundle = answer_on(&index, manifest, &["change.files=examples/a/repo.py"], &[]);
    assert!(prints(&bundle, "examples/a/app.py", (3, 4)), "{:?}", bundle.bands);
}

/// A description that names what changes is answered as its name is: with the places that use it.
#[test]
fn a_description_brings_the_places_that_use_what_it_names() {
    let (repository, _) = Repository::of(
        "--- shop/cart.py\ndef merge_carts(a, b):\n    return a + b\n--- shop/desk.py\nfrom shop.cart import merge_carts\n\n\
         def close(a, b):\n    return merge_carts(a, b)\n--- tests/test_cart.py\nfrom shop.cart import merge_carts\n\n\
         def test_merge():\n    assert merge_carts([1], [2]) == [1, 2]\n--- facts\n",
    );
    let manifest = include_str!("../../manifests/api-change.yaml");
    let set = "change.description=Rename `merge_carts` to joined";
    let bundle = answer_on(&repository.index(), manifest, &[set], &[]);
    for (file, lines) in [("shop/desk.py", (4, 4)), ("tests/test_cart.py", (4, 4)), ("shop/cart.py", (1, 2))] {
        assert!(prints(&bundle, file, lines), "{file}: {:?}", bundle.bands);
    }
}
