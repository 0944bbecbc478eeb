//! What a request wants is brought, or what keeps it away is said: names that are all of a text, queries that are opted into or
//! promoted, files without a line, more files than the ceiling has lines for.

use std::fmt::Write as _;
use std::process::Command;

use cg_bundle::bundle::{Bundle, ShortfallKind, Status, View};
use cg_bundle::plan::StageReason;

use crate::statuses::SHOP;
use crate::support::{Repository, answer_on};

const NAVIGATE: &str = include_str!("../../manifests/navigate.yaml");

fn answered(files: &str, manifest: &str, sets: &[&str], promoted: &[&str]) -> Bundle {
    answer_on(&Repository::of(files).0.index(), manifest, sets, promoted)
}

fn paths(bundle: &Bundle) -> Vec<&str> {
    bundle.bands.iter().flat_map(|band| &band.items).map(|item| item.path.as_str()).collect()
}

fn missing(bundle: &Bundle, kind: ShortfallKind) -> Vec<&str> {
    bundle.missing.iter().filter(|it| it.kind == kind).map(|it| it.what.as_str()).collect()
}

/// S4.15: the first stage finds what has the name, whatever its form, in any case of its letters, or as the name of a file.
#[test]
fn a_text_that_is_all_of_a_name_means_it() {
    for (text, path) in [("Cart", "shop/cart.py"), ("total", "shop/cart.py"), ("CART", "shop/cart.py")] {
        let bundle = answered(SHOP, NAVIGATE, &[&format!("find.text={text}")], &[]);
        assert_eq!(paths(&bundle).first(), Some(&path), "{text}: {:?}", bundle.missing);
    }
    let bundle = answered(SHOP, NAVIGATE, &["find.text=order"], &[]);
    let mut files = paths(&bundle);
    files.sort_unstable();
    assert_eq!(files, ["shop/order.py", "shop/views/order.py"]);
}

#[test]
fn a_type_that_a_text_names_is_shown_with_its_members() {
    let bundle = answered(SHOP, NAVIGATE, &["find.text=Cart"], &[]);
    let lines: Vec<u32> = bundle.bands[0].items[0].excerpts.iter().map(|it| it.last_line).collect();
    assert_eq!((bundle.status, lines), (Status::Success, vec![3]));
}

/// S4.15: a name that many things have brings the first of them, those at the top of a file before the members.
#[test]
fn a_name_that_many_things_have_brings_some_of_them() {
    let mut files = String::from("--- a.py\nclass A:\n    def same(self):\n        return 0\n");
    (0..6).for_each(|at| {
        let _ = writeln!(files, "--- f{at}.py\ndef same():\n    return {at}");
    });
    let bundle = answered(&files, NAVIGATE, &["find.text=same"], &[]);
    assert_eq!(paths(&bundle).len(), 7, "{:?}", bundle.missing);
    assert_ne!(bundle.status, Status::NoResults);
}

/// What only a test has is requested by its name, in whatever letters.
#[test]
fn a_name_that_only_tests_have_brings_them() {
    let files = format!(
        "{SHOP}--- tests/test_a.py\ndef helper():\n    return 1\n--- tests/test_b.py\ndef helper():\n    return 2\n"
    );
    for text in ["helper", "HELPER"] {
        let bundle = answered(&files, NAVIGATE, &[&format!("find.text={text}")], &[]);
        let mut found = paths(&bundle);
        found.sort_unstable();
        assert_eq!(found, ["tests/test_a.py", "tests/test_b.py"], "{text}: {:?}", bundle.missing);
    }
}

#[test]
fn a_name_of_the_focus_that_nothing_has_is_missing() {
    let must = "must_read: { globs: [shop/cart.py] }\n";
    let given = format!("inputs: {{ s: {{ type: symbols }} }}\nfocus: {{ symbols: s }}\n{must}");
    let stated = format!("focus: {{ symbols: ['Nope'] }}\n{must}");
    for (manifest, sets) in [(&given, &["s=Nope"][..]), (&stated, &[])] {
        let bundle = answered(SHOP, manifest, sets, &[]);
        let unknown = missing(&bundle, ShortfallKind::UnknownName);
        assert!(unknown.len() == 1 && unknown[0].contains("`Nope`"), "{manifest}: {unknown:?}");
    }
}

/// S4.16: what is requested and cannot be run is no success.
#[test]
fn a_query_that_is_opted_into_says_what_it_needs() {
    let understand = include_str!("../../manifests/understand.yaml");
    let bundle = answered(SHOP, understand, &["goal.symbols=Cart", "include.dependencies=yes"], &[]);
    let needs = missing(&bundle, ShortfallKind::Unbound);
    assert_eq!(needs, ["`dependencies` is opted into by `include.dependencies`, and needs `goal.files`"]);
    assert_eq!(bundle.status, Status::PartialSuccess);
}

#[test]
fn a_file_without_a_line_is_shown_whole_by_its_name() {
    let files = format!("{SHOP}--- shop/__init__.py\n");
    let bundle = answered(&files, "must_read: { globs: ['shop/*.py'] }\n", &[], &[]);
    assert!(paths(&bundle).contains(&"shop/__init__.py"));
    assert_eq!((bundle.status, bundle.missing.len()), (Status::Success, 0));
}

/// S3.16: the files of a promoted query are loaded, whichever query names them first.
#[test]
fn what_is_promoted_is_loaded_though_a_higher_band_lists_it() {
    let manifest = "
must_read:
  derived: [{ name: users, compute: 'import_graph.reverse_lookup(task.module)', max_files: 9 }]
should_read:
  derived: [{ name: near, compute: 'import_graph.transitive_callers(users, depth=1)', max_files: 9, render: listed }]
may_read:
  derived: [{ name: far, compute: 'import_graph.transitive_callers(users, depth=3)', max_files: 9 }]
";
    let view = |promoted: &[&str]| {
        let bundle = answered(SHOP, manifest, &["task.module=shop.cart"], promoted);
        let items = bundle.bands.into_iter().flat_map(|band| band.items);
        items.filter(|item| item.path == "shop/views/order.py").map(|item| item.view).collect::<Vec<_>>()
    };
    assert_eq!(view(&[]), [View::Listed]);
    assert_ne!(view(&["far"]), [View::Listed]);
}

/// X1: the ceiling holds for the lines of lists as for sources; X9: each file that has no line is counted.
#[test]
fn a_set_of_more_files_than_the_ceiling_has_lines_for_is_counted() {
    let mut files = String::new();
    (0..400).for_each(|at| {
        let _ = writeln!(files, "--- a_folder/of_many/module_{at}.py\ndef of_{at}():\n    return {at}");
    });
    let manifest = "budget: { max_chars: 6000 }\nmust_read: { globs: ['**/*.py'] }\n";
    let bundle = answered(&files, manifest, &[], &[]);
    assert!(bundle.budget.used.chars <= 6000, "{}", bundle.budget.used.chars);
    assert_eq!(bundle.counts.shown + bundle.counts.listed + bundle.counts.left_out, 400);
    assert!(bundle.counts.shown > 0 && bundle.status == Status::PartialSuccess);
}

/// S4.13: what a limit kept back is no proof that there is nothing.
#[test]
fn a_search_that_a_limit_ends_is_a_partial_answer() {
    let limited = NAVIGATE.replace("max_tokens: 12000", "max_tokens: 12000, work: { max_bytes_read: 1 }");
    let bundle = answered(SHOP, &limited, &["find.text=total place of the order"], &[]);
    assert_eq!((bundle.status, bundle.refinement.reason), (Status::PartialSuccess, StageReason::BudgetExceeded));
    assert!(!bundle.missing.iter().any(|it| it.what.contains("no word of the text")), "{:?}", bundle.missing);
}

#[test]
fn a_glob_of_secrets_says_that_they_are_never_read() {
    let files = format!("{SHOP}--- .env\nTOKEN=1\n");
    let bundle = answered(&files, "must_read: { globs: [.env, README.md] }\n", &[], &[]);
    let notes: Vec<&str> = bundle.queries.iter().flat_map(|query| &query.notes).map(String::as_str).collect();
    assert_eq!(notes, ["`.env`: 1 path that it matches has the shape of a secret, and is never read"]);
}

/// S0.23: the author's glob stands, though something in the file is named.
#[test]
fn a_short_file_that_must_be_read_is_whole_though_something_in_it_is_named() {
    let manifest = "inputs: { s: { type: symbols } }\nfocus: { symbols: s }\nmust_read: { globs: [shop/order.py] }\n";
    let bundle = answered(SHOP, manifest, &["s=place"], &[]);
    assert_eq!((bundle.bands[0].items[0].view, bundle.status), (View::Full, Status::Success));
}

/// S3.24: without its queries a manifest is its globs.
#[test]
fn without_queries_the_globs_are_left() {
    let (repository, _) = Repository::of(SHOP);
    let manifest = repository.root().join("m.yaml");
    let text = "
must_read:
  globs: [README.md]
  derived: [{ name: users, compute: 'import_graph.transitive_callers(task.files)', max_files: 9 }]
focus: { symbols: users }
";
    std::fs::write(&manifest, text).expect("a manifest");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.arg("-C").arg(repository.root()).arg(&manifest).args(["--no-store", "--no-derived", "--format", "json"]);
    let run = command.output().expect("a run");
    let bundle: serde_json::Value = serde_json::from_slice(&run.stdout).expect("a bundle");
    let items: Vec<&str> =
        bundle["bands"][0]["items"].as_array().expect("items").iter().filter_map(|it| it["path"].as_str()).collect();
    assert_eq!((items, bundle["status"].as_str()), (vec!["README.md"], Some("success")));
}

/// S3.12: a depth beyond the ceiling is clamped, however large, and the manifest is told.
#[test]
fn any_depth_beyond_the_ceiling_is_clamped() {
    for depth in [17, 99, 100_000] {
        let text = format!(
            "must_read: {{ derived: [{{ name: a, compute: 'import_graph.dependencies(\"shop/order.py\", depth={depth})', max_files: 9 }}] }}\n"
        );
        let bundle = answered(SHOP, &text, &[], &[]);
        assert_eq!(paths(&bundle), ["shop/cart.py"], "{depth}");
    }
}

#[test]
fn a_word_that_is_neither_on_nor_off_and_a_room_of_nothing_are_errors() {
    let (repository, _) = Repository::of(SHOP);
    let run = |arguments: &[&str], adaptive: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.arg("-C").arg(repository.root()).args(["onboarding", "--no-store"]).args(arguments);
        let run = command.env("CG_ADAPTIVE", adaptive).output().expect("a run");
        (run.status.success(), String::from_utf8_lossy(&run.stderr).into_owned())
    };
    assert!(run(&[], "true").0 && run(&[], "0").0);
    let (is_done, said) = run(&[], "maybe");
    assert!(!is_done && said.contains("`CG_ADAPTIVE=maybe` turns nothing on or off"), "{said}");
    let (is_done, said) = run(&["--max-chars", "0"], "1");
    assert!(!is_done && said.contains("`--max-chars 0` leaves no room for anything"), "{said}");
}

/// A place that no fact binds is missing where no line of the answer has it, and not where it is printed.
#[test]
fn unbound_places_that_are_printed_are_not_missing() {
    let files = "--- lib.rb\nmodule Lib\n  def emit(x); x; end\nend\nclass App\n  include Lib\nend\n--- app_spec.rb\nrequire_relative 'lib'\ndescribe Lib do\n  extend Forwardable\n  subject { App.new }\n  def_delegators :subject, :emit\n  it \"works\" do\n    emit(1)\n    make { emit(2) }\n  end\nend\n";
    let manifest = "
inputs: { a.symbols: { type: symbols, required: any } }
must_read:
  GLOBS
  derived: [{ name: sites, compute: call_graph.callers(a.symbols), max_files: 20 }]
";
    let set = &["a.symbols=Lib.emit"];
    let open = answered(files, &manifest.replace("GLOBS", "globs: [lib.rb]"), set, &[]);
    let unbound = ["`emit` stands in code at 2 more places that no fact binds: app_spec.rb (2)"];
    assert_eq!(missing(&open, ShortfallKind::Unresolved), unbound);
    let whole = answered(files, &manifest.replace("GLOBS", "globs: ['*.rb']"), set, &[]);
    assert_eq!((missing(&whole, ShortfallKind::Unresolved).len(), whole.status), (0, Status::Success));
}
