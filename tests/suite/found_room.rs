//! Words that lead to files: how much of the first is shown, what is no answer, what is not searched, and what is not known of
//! a file that a parser read in part.

use std::fmt::Write as _;

use cg_bundle::bundle::{Bundle, Item, Status, View};
use cg_bundle::primitive::Doubt;

use crate::support::{Repository, answer_on};

const MANIFEST: &str = "
inputs: { bug.text: { type: text } }
budget: { max_tokens: 40000 }
focus: { query: bug.text }
should_read:
  derived:
    - { name: found, compute: search.cascade(bug.text), max_files: 20 }
";

/// A file with so many functions that speak of leases, beside others that name them once, and many that add something.
fn leases(n_functions: usize) -> String {
    let mut text = String::from("--- net/lease.py\n");
    for n in 0..n_functions {
        let _ = writeln!(
            text,
            "# Evicts a lease {n}.\ndef evict_lease_{n}(lease):\n    value = {n}\n    return lease - value\n"
        );
    }
    for n in 0..6 {
        let _ = writeln!(text, "--- net/user{n}.py\ndef use{n}(lease):\n    return lease.go{n}()");
    }
    for n in 0..24 {
        let _ = writeln!(
            text,
            "--- app/part{n}.py\ndef part{n}(parts):\n    # add one\n    parts.add({n})\n    return parts.size{n}"
        );
    }
    text + "--- facts\n"
}

fn answered(text: &str, said: &str) -> Bundle {
    answer_on(&Repository::of(text).0.index(), MANIFEST, &[said], &[])
}

fn items(bundle: &Bundle) -> impl Iterator<Item = &Item> {
    bundle.bands.iter().flat_map(|band| &band.items)
}

const SAID: &str = "bug.text=Add a test that evict lease evicts a lease of the pool";

#[test]
fn the_first_file_of_a_sure_search_is_whole_where_it_is_small() {
    let bundle = answered(&leases(60), SAID);
    assert!(bundle.queries[0].search.as_ref().is_some_and(|search| search.early_exit), "{:?}", bundle.queries[0]);
    let first = items(&bundle).find(|item| item.path == "net/lease.py").expect("the file");
    assert_eq!((first.view, first.reduced, first.excerpts.len()), (View::Full, None, 1));
}

/// What a text names is looked for in all of a file that is no longer than some six hundred lines.
#[test]
fn the_first_file_is_whole_up_to_more_lines_where_something_in_it_is_named() {
    let view = |said: &str| {
        let bundle = answered(&leases(110), said);
        let first = items(&bundle).find(|item| item.path == "net/lease.py").expect("the file");
        first.asked
    };
    assert_eq!(view(SAID), View::Clusters);
    assert_eq!(view("bug.text=Add a test that `evict_lease_7` evicts a lease of the pool"), View::Full);
}

#[test]
fn one_file_takes_no_more_than_its_share_of_what_words_found() {
    let bundle = answered(&leases(600), SAID);
    let first = items(&bundle).find(|item| item.path == "net/lease.py").expect("the file");
    assert!(first.sizing.as_ref().is_some_and(|sizing| sizing.full_chars > 60_000), "{:?}", first.sizing);
    assert!((15_000..26_000).contains(&first.chars), "{}", first.chars);
}

#[test]
fn a_file_that_holds_nothing_but_the_verb_of_a_request_is_no_answer() {
    let bundle = answered(&leases(6), SAID);
    let paths: Vec<&str> = items(&bundle).map(|item| item.path.as_str()).collect();
    assert!(paths.contains(&"net/lease.py") && paths.contains(&"net/user0.py"), "{paths:?}");
    assert!(paths.iter().all(|path| !path.starts_with("app/")), "{paths:?}");
    let alone = answered(&leases(6), "bug.text=Add one");
    assert!(items(&alone).any(|item| item.path.starts_with("app/")), "there is nothing else to go by");
}

#[test]
fn what_is_not_searched_is_said_and_templates_are_searched() {
    let others: String = (0..4).map(|n| format!("--- art/scene{n}.storyboard\n<a lease=\"{n}\"/>\n")).collect();
    let page = "--- web/index.html.eex\n<p>the lease of the pool evicts the tenant</p>\n";
    let text = leases(6).replace("--- facts\n", &format!("{page}{others}--- facts\n"));
    let bundle = answered(&text, "bug.text=the tenant of a lease");
    assert!(items(&bundle).any(|item| item.path == "web/index.html.eex"));
    let notes = bundle.queries[0].notes.join("; ");
    assert!(notes.contains("were not searched: 4 `.storyboard`"), "{notes}");
    assert!(!notes.contains(".eex"), "{notes}");
}

/// Of a header, only what is for the preprocessor is behind the place: nothing of the request.
#[test]
fn a_place_with_no_code_behind_it_is_a_success() {
    let header = "--- a.h\nint ok(void);\n)) #\n#endif\n\n/*\nnotes\n*/\n#endif\n--- b.c\n#include \"a.h\"\nint use(void) { return ok(); }\n";
    let (repository, _) = Repository::of(header);
    let manifest = "must_read:\n  derived: [{ name: uses, compute: 'import_graph.dependencies(task.files)', render: skeleton, max_files: 9 }]\n";
    let bundle = answer_on(&repository.index(), manifest, &["task.files=b.c"], &[]);
    assert_eq!((bundle.status, bundle.missing.len()), (Status::Success, 0), "{:?}", bundle.missing);
}

/// A search by words may be sure of a file that is not meant: of a short text it has little, or the next one is as good.
#[test]
fn a_sure_search_with_few_of_the_words_is_doubted() {
    let doubt = |bundle: &Bundle| {
        let search = bundle.queries[0].search.clone().expect("a search");
        assert!(search.early_exit, "{search:?}");
        search.doubt
    };
    let few = answered(&leases(60), "bug.text=Rotate the sprocket and the gizmo of a lease");
    assert_eq!((doubt(&few), few.status), (Some(Doubt::FewWords), Status::PartialSuccess));
    assert!(few.missing.iter().any(|it| it.what.contains("few of the words")), "{:?}", few.missing);
    let most = answered(&leases(60), "bug.text=A lease that is evicted has no value");
    assert_eq!((doubt(&most), most.status), (Some(Doubt::Unnamed), Status::PartialSuccess));
    assert!(
        most.missing.iter().any(|it| it.what.contains("the text names nothing in the first")),
        "{:?}",
        most.missing
    );
    let named = answered(&leases(60), "bug.text=Rotate the sprocket and the gizmo of evict_lease_7");
    assert_eq!(named.queries[0].search.as_ref().and_then(|it| it.doubt), None);
}
