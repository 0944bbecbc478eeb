//! Answers to prose of which the search is unsure: the status says so, the text of a file is short, and the argument that is
//! printed brings facts.

use std::fmt::Write as _;

use cg_bundle::bundle::{Bundle, ShortfallKind, Status, View};

use crate::support::{Repository, answer_on};

const MANIFEST: &str = "
inputs: { bug.text: { type: text }, bug.symbols: { type: symbols, required: false }, bug.files: { type: files, required: false } }
focus: { symbols: bug.symbols, query: bug.text }
should_read:
  derived:
    - { name: found, compute: search.cascade(bug.text), max_files: 9 }
    - { name: frames, compute: 'scip.refs(bug.symbols, definitions_only=true)', max_files: 9 }
";

/// Files that all speak of timeouts as often, so that no search can tell which is meant.
fn timeouts() -> Repository {
    let mut text = String::new();
    for file in ["reader", "sender", "waiter", "watcher", "writer"] {
        let _ = writeln!(text, "--- net/{file}.py");
        for n in 0..120 {
            let _ = writeln!(
                text,
                "def {file}_{n}(socket):\n    # the timeout of a socket that hangs\n    return socket.{file}\n"
            );
        }
    }
    Repository::of(&format!("{text}--- facts\n")).0
}

fn answered(repository: &Repository, sets: &[&str]) -> Bundle {
    answer_on(&repository.index(), MANIFEST, sets, &[])
}

fn most_chars(bundle: &Bundle) -> u64 {
    let items = bundle.bands.iter().flat_map(|band| &band.items).filter(|item| item.view != View::Listed);
    items.map(|item| item.chars).max().expect("a file")
}

/// The paths that an argument promotes; the room for them may stand behind.
fn promoted(run: &str) -> impl Iterator<Item = &str> {
    let parts = run.split("--promote ").filter_map(|it| it.split(" --").next()).map(str::trim);
    parts.filter(|it| !it.is_empty())
}

#[test]
fn a_search_that_is_unsure_is_no_success() {
    let repository = timeouts();
    let bundle = answered(&repository, &["bug.text=a socket hangs behind the timeout"]);
    assert_eq!(bundle.status, Status::PartialSuccess);
    assert_eq!(bundle.missing[0].kind, ShortfallKind::WeakText, "{:?}", bundle.missing);
    assert!(bundle.missing[0].what.contains("the search is unsure"), "{:?}", bundle.missing);
    // Each file has some 11,000 characters.
    assert!(most_chars(&bundle) < 9_500, "{}", most_chars(&bundle));
    let run = bundle.missing[0].run.as_deref().unwrap_or_default();
    // No name of the text is known: the first files are brought whole, and any other may be meant all the same.
    let paths: Vec<&str> = promoted(run).collect();
    assert!(paths.len() == 3 && paths.iter().all(|it| it.starts_with("net/")), "{run} {paths:?}");
    let text = ["bug.text=a socket hangs behind the timeout"];
    let more = answer_on(&repository.index(), MANIFEST, &text, &paths);
    let of = |bundle: &Bundle, path: &str| {
        let mut items = bundle.bands.iter().flat_map(|band| &band.items);
        items.find(|item| item.path == path).map_or(0, |item| item.chars)
    };
    assert!(of(&more, paths[0]) > of(&bundle, paths[0]), "{run}");
    assert!(paths.iter().all(|path| of(&more, path) >= of(&bundle, path)), "{run}");
    let weak = more.missing.iter().find(|it| it.kind == ShortfallKind::WeakText).expect("an unsure search");
    assert_eq!(weak.run, None);
}

#[test]
fn the_names_of_the_text_are_the_argument() {
    let bundle = answered(&timeouts(), &["bug.text=a socket hangs behind the timeout of reader_7 and writer_3"]);
    let unsure = bundle.missing.iter().find(|it| it.kind == ShortfallKind::WeakText).expect("an unsure search");
    assert_eq!(unsure.run.as_deref(), Some("--set bug.symbols=reader_7,writer_3"));
    assert!(!unsure.what.contains("candidates"), "{}", unsure.what);
}

#[test]
fn a_word_that_nothing_holds_is_counted_as_none() {
    let text = include_str!("../../manifests/navigate.yaml");
    let bundle = answer_on(&timeouts().index(), text, &["find.text=zzqx"], &[]);
    assert_eq!(bundle.status, Status::NoResults);
    let said = bundle.missing.iter().any(|it| it.what.contains("no word of the text is in any of them"));
    assert!(said && !bundle.missing.iter().any(|it| it.what.contains("0 words")), "{:?}", bundle.missing);
}

/// Sources of which one alone speaks of what is looked for, and the tests of each.
fn shop() -> Repository {
    let mut text = String::from(
        "--- shop/voucher.py
def redeem(voucher):
    # an expired voucher is refused
    return voucher.expired
--- tests/test_voucher.py
from shop.voucher import redeem


def test_redeem():
    assert redeem(None)
--- README.md
# Shop

Sells things.
",
    );
    for file in ["cart", "order", "price", "stock", "store", "town", "till", "user"] {
        let _ = writeln!(
            text,
            "--- shop/{file}.py\ndef {file}_of(one):\n    # the {file} of one thing that is sold\n    return one.{file}\n\
             --- tests/test_{file}.py\nfrom shop.{file} import {file}_of\n\n\ndef test_{file}():\n    assert {file}_of(None)"
        );
    }
    Repository::of(&format!("{text}--- facts\n")).0
}

fn shown(bundle: &Bundle) -> Vec<&str> {
    let items = bundle.bands.iter().flat_map(|band| &band.items).filter(|item| item.view != View::Listed);
    items.map(|item| item.path.as_str()).collect()
}

#[test]
fn a_sure_search_brings_the_tests_of_its_first_file() {
    let text = include_str!("../../manifests/bug-fix.yaml");
    let bundle = answer_on(
        &shop().index(),
        text,
        &["trace.text=an expired voucher of one thing that is sold is redeemed all the same"],
        &[],
    );
    assert_eq!(shown(&bundle)[0], "shop/voucher.py");
    let of_tests =
        bundle.bands.iter().flat_map(|band| &band.items).filter(|item| item.why[0].query == "tests_of_found");
    assert_eq!(of_tests.map(|item| &*item.path).collect::<Vec<_>>(), ["tests/test_voucher.py"], "{:?}", bundle.queries);
    // Words that are shared prove nothing; a name does.
    assert_eq!(bundle.status, Status::PartialSuccess, "{:?}", bundle.missing);
    let named = answer_on(
        &shop().index(),
        text,
        &["trace.text=an expired voucher of one thing that is sold passes `redeem` all the same"],
        &[],
    );
    assert_eq!((shown(&named)[0], named.status), ("shop/voucher.py", Status::Success), "{:?}", named.missing);
}

#[test]
fn an_unsure_search_says_that_no_tests_are_looked_for() {
    let text = include_str!("../../manifests/bug-fix.yaml");
    let bundle = answer_on(&shop().index(), text, &["trace.text=the thing that is sold is wrong"], &[]);
    let said = bundle.missing.iter().any(|it| it.what.contains("unsure of them, so `tests_of_found` is not run"));
    assert!(said, "{:?}", bundle.missing);
    assert!(shown(&bundle).iter().all(|path| !path.starts_with("tests/")), "{:?}", shown(&bundle));
    // A line of the map names those of its first files.
    let listed = bundle.bands.iter().flat_map(|band| &band.items).filter(|item| item.why[0].query == "tests_by_file");
    let listed: Vec<&str> = listed.map(|item| item.path.as_str()).collect();
    let of_first = shown(&bundle)[0].replace("shop/", "tests/test_");
    assert!(listed.contains(&of_first.as_str()), "{of_first} {listed:?}");
}

#[test]
fn a_sure_search_keeps_few_files() {
    let bundle = answered(&shop(), &["bug.text=an expired voucher is one thing that is sold"]);
    let found = bundle.queries.iter().find(|it| it.name == "found").expect("the search");
    assert!(found.search.as_ref().is_some_and(|it| it.early_exit), "{found:?}");
    assert!(found.returned >= 8 && found.included <= 6, "{found:?}");
    assert!(found.notes.iter().any(|it| it.contains("of a sure search the first files")), "{:?}", found.notes);
}

#[test]
fn beside_a_document_an_unsure_search_lists_its_files() {
    let text = include_str!("../../manifests/change.yaml");
    let words = "change.description=the thing that is sold";
    let bundle = answer_on(&shop().index(), text, &[words, "change.files=README.md"], &[]);
    assert_eq!(shown(&bundle), ["README.md"]);
    assert_eq!(bundle.status, Status::PartialSuccess);
    let said = bundle.missing.iter().find(|it| it.kind == ShortfallKind::WeakText).expect("an unsure search");
    assert!(said.what.contains("words alone led to its files, which are listed"), "{said:?}");
    assert_eq!(said.run.as_deref(), Some("--promote found"));
    let bundle = answer_on(&shop().index(), text, &[words, "change.files=README.md"], &["found"]);
    assert!(shown(&bundle).len() > 5, "{:?}", shown(&bundle));
    // Beside code its files are shown, and the head says that the search is unsure.
    let bundle = answer_on(&shop().index(), text, &[words, "change.files=shop/cart.py"], &[]);
    assert!(shown(&bundle).len() > 5, "{:?}", shown(&bundle));
    let said = bundle.missing.iter().any(|it| it.what.contains("of its files, and the search is unsure of them"));
    assert!(said, "{:?}", bundle.missing);
}

#[test]
fn a_name_of_the_text_that_nothing_has_is_said() {
    let bundle = answered(&shop(), &["bug.text=an expired voucher fails in Voucherr.redeem_all and `no_such_fn`"]);
    assert_eq!(bundle.status, Status::PartialSuccess);
    assert_eq!(bundle.missing[0].kind, ShortfallKind::UnknownName, "{:?}", bundle.missing);
    assert_eq!(bundle.missing[0].what, "`bug.text`: nothing here is named `Voucherr.redeem_all`, `no_such_fn`");
    let bundle = answered(&shop(), &["bug.text=an expired voucher fails in `redeem` of cart_of() in README.md"]);
    assert!(bundle.missing.iter().all(|it| it.kind != ShortfallKind::UnknownName), "{:?}", bundle.missing);
}

#[test]
fn words_add_few_passages_to_a_file_that_facts_lead_to() {
    let manifest = "
inputs: { bug.text: { type: text }, bug.symbols: { type: symbols } }
must_read: { derived: [{ name: frames, compute: scip.refs(bug.symbols), max_files: 9 }] }
should_read: { derived: [{ name: found, compute: search.cascade(bug.text), max_files: 9 }] }
";
    let sets = ["bug.text=the timeout of a socket that hangs", "bug.symbols=reader_7"];
    let bundle = answer_on(&timeouts().index(), manifest, &sets, &[]);
    let items = bundle.bands.iter().flat_map(|band| &band.items);
    let item = items.clone().find(|item| item.path == "net/reader.py").expect("the file of the symbol");
    assert!(item.excerpts.iter().any(|it| it.text.contains("def reader_7(")), "{item:?}");
    // The file has some 11,000 characters, and the words in all its parts.
    assert!(item.chars < 5_000, "{}", item.chars);
}

#[test]
fn a_name_in_a_sentence_is_no_answer_to_it() {
    let (repository, text) = (shop(), include_str!("../../manifests/navigate.yaml"));
    let index = repository.index();
    let shown = |asked: &str| {
        let bundle = answer_on(&index, text, &[&format!("find.text={asked}")], &[]);
        shown(&bundle).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(shown("where is cart_of called"), ["shop/cart.py"]);
    let sentence = shown("where is an expired voucher of cart_of refused");
    assert!(
        ["shop/cart.py", "shop/voucher.py"].iter().all(|it| sentence.iter().any(|path| path == it)),
        "{sentence:?}"
    );
}

/// What lies between the members of an interface that words found is not what the text is about.
#[test]
fn the_members_of_an_interface_lead_nowhere_in_particular() {
    let mut text = String::from(
        "--- shop/seek.py
from shop.api import Api


def seek(api: Api):
    return api.m_1()
--- shop/api.py
from shop import seek


class Api:
    def stream(self):
        # a coupon that is streamed
        return seek.seek(self)
",
    );
    for n in 0..20 {
        let _ = writeln!(text, "\n    def m_{n}(self):\n        # the coupon of a part\n        return {n}");
    }
    let repository = Repository::of(&format!("{text}--- facts\n")).0;
    let bundle = answered(&repository, &["bug.text=the coupon of a part"]);
    let mut items = bundle.bands.iter().flat_map(|band| &band.items);
    assert!(shown(&bundle).contains(&"shop/api.py"));
    assert!(items.all(|item| item.why.iter().all(|why| why.query != "focus")), "{:?}", shown(&bundle));
}

/// Sources that all speak of a border as often. The first by rank is last by name.
fn borders() -> Repository {
    let mut text = String::new();
    for file in ["buffer", "cell", "frame", "grid", "table"] {
        let _ = writeln!(
            text,
            "--- ui/{file}.py\nclass {0}:\n    def draw(self, size):\n        # the border of a {file} is drawn\n        return size\n\n    \
             def border_{file}(self):\n        # the top border of a row\n        return self.draw(1)\n--- tests/test_{file}.py\nfrom \
             ui.{file} import {0}\n\n\ndef test_{file}():\n    assert {0}().draw(1)",
            file.to_uppercase()
        );
    }
    Repository::of(&format!("{text}--- facts\n")).0
}

#[test]
fn the_argument_of_an_unsure_search_adds_and_takes_nothing_away() {
    let text = include_str!("../../manifests/bug-fix.yaml");
    let repository = borders();
    let index = repository.index();
    let told = "trace.text=the top border of the row of a table is wrong, as is the border of a cell";
    let bundle = answer_on(&index, text, &[told], &[]);
    let unsure = bundle.missing.iter().find(|it| it.kind == ShortfallKind::WeakText).expect("an unsure search");
    // Each of its files is short, and shown whole: there is nothing to add.
    assert_eq!(unsure.run, None, "{unsure:?}");
    let bundle = answer_on(&timeouts().index(), text, &["trace.text=a socket hangs behind the timeout"], &[]);
    let unsure = bundle.missing.iter().find(|it| it.kind == ShortfallKind::WeakText).expect("an unsure search");
    let run = unsure.run.as_deref().expect("an argument");
    let paths: Vec<&str> = promoted(run).collect();
    let more = answer_on(&timeouts().index(), text, &["trace.text=a socket hangs behind the timeout"], &paths);
    assert!(shown(&bundle).iter().all(|path| shown(&more).contains(path)), "{:?}", shown(&more));
    assert!(most_chars(&bundle) < 9_500 && most_chars(&more) > 9_500, "{}", most_chars(&more));
    assert_eq!(more.status, Status::PartialSuccess);
}

/// A module of which many tests call something, and one alone what the text names.
#[test]
fn the_test_of_the_function_that_a_text_names_comes_first() {
    let mut text = String::from(
        "--- shop/voucher.py\ndef redeem(voucher):\n    # an expired voucher is refused\n    return voucher.expired\n",
    );
    for n in 0..12 {
        let _ = writeln!(text, "\n\ndef other_{n}(one):\n    return one");
    }
    for n in 0..6 {
        let _ = writeln!(
            text,
            "--- tests/test_a{n}.py\nfrom shop.voucher import other_1, other_2, other_3\n\n\ndef test_a():\n    assert other_1(other_2(other_3(1)))\n\n\ndef \
             test_b():\n    assert other_1(1)"
        );
    }
    text += "--- tests/test_z.py\nfrom shop.voucher import redeem\n\n\ndef test_redeem():\n    assert redeem(None)\n";
    for file in ["cart", "order", "price", "stock", "store", "town", "till", "user"] {
        let _ = writeln!(
            text,
            "--- shop/{file}.py\ndef {file}_of(one):\n    # the {file} of one thing that is sold\n    return one.{file}"
        );
    }
    let repository = Repository::of(&format!("{text}--- facts\n")).0;
    let manifest = include_str!("../../manifests/bug-fix.yaml");
    let bundle = answer_on(
        &repository.index(),
        manifest,
        &["trace.text=redeem() takes an expired voucher of one thing that is sold"],
        &[],
    );
    let items = bundle.bands.iter().flat_map(|band| &band.items);
    let tests: Vec<&str> = items.filter(|it| it.why[0].query == "tests_of_found").map(|it| &*it.path).collect();
    assert!(tests.contains(&"tests/test_z.py"), "{tests:?} {:?}", bundle.missing);
    // The map begins with a source.
    let first = bundle.bands.iter().flat_map(|band| &band.items).find(|item| item.map_place == Some(0));
    assert_eq!(first.map(|item| &*item.path), Some("shop/voucher.py"));
}

/// Of a large file that a named function calls, the callee is shown, and few of the passages that hold the words.
#[test]
fn beside_a_name_that_is_given_words_bring_few_passages() {
    let mut text =
        String::from("--- shop/format.py\ndef render(price):\n    # the price that is rendered\n    return price\n");
    for n in 0..300 {
        let _ = writeln!(
            text,
            "\n\ndef render_{n}(price):\n    # the price of a shop is rendered with its width and its fill\n    return render(price, {n})"
        );
    }
    text += "--- shop/cart.py\nfrom shop.format import render\n\n\ndef total(price):\n    return render(price)\n--- facts\n";
    let repository = Repository::of(&text).0;
    let manifest = include_str!("../../manifests/bug-fix.yaml");
    let sets = ["trace.symbols=total", "trace.text=total fails: render gives the price another width and fill"];
    let bundle = answer_on(&repository.index(), manifest, &sets, &[]);
    let items = || bundle.bands.iter().flat_map(|band| &band.items);
    let large = items().find(|it| it.path == "shop/format.py").expect("the callee");
    assert!(large.excerpts.iter().any(|it| it.text.contains("def render(price)")), "{:?}", large.excerpts);
    assert!(large.chars < 4_000, "{} of {:?}", large.chars, large.sizing);
}
