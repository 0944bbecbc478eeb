//! Laws of bundles, over a small repository and manifests with random caps and budgets.

use std::collections::BTreeSet;

use cg_bundle::bundle::{Bundle, View};
use proptest::prelude::*;

use crate::support::{Repository, answer_on};

/// A library, a family of four, their users and tests.
pub const REPOSITORY: &str = include_str!("../cases/repositories/python.txt");

fn bundle(manifest_text: &str, sets: &[&str], promoted: &[&str]) -> Bundle {
    let (repository, _) = Repository::of(REPOSITORY);
    let index = repository.index();
    answer_on(&index, manifest_text, sets, promoted)
}

/// A manifest with a cap for each of its four queries.
pub fn manifest_text(caps: [u32; 4], max_chars: u64, depth: u32) -> String {
    format!(
        "budget: {{ max_chars: {max_chars} }}
must_read:
  globs: [\"README*\"]
  derived:
    - {{ name: direct, compute: 'import_graph.reverse_lookup(\"shapes\")', max_files: {} }}
should_read:
  derived:
    - {{ name: callers, compute: 'import_graph.transitive_callers(direct, depth={depth})', max_files: {} }}
    - {{ name: tests, compute: 'test_inventory.tests_exercising([direct, callers])', max_files: {} }}
may_read:
  derived:
    - {{ name: below, compute: 'import_graph.dependencies([direct, tests], depth=3)', max_files: {} }}
",
        caps[0], caps[1], caps[2], caps[3]
    )
}

fn shown(bundle: &Bundle) -> Vec<&str> {
    bundle.bands.iter().flat_map(|band| &band.items).map(|item| item.path.as_str()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_bundle_keeps_its_books(caps in [1u32..6, 1u32..6, 1u32..6, 1u32..6], max_chars in 200u64..20_000, depth in 1u32..4) {
        let bundle = bundle(&manifest_text(caps, max_chars, depth), &[], &[]);
        // Returned = included + listed + deduped + over_cap + deferred, for every query.
        for query in &bundle.queries {
            prop_assert_eq!(query.returned, query.included + query.listed + query.deduped + query.over_cap + query.deferred, "{:?}", query);
            prop_assert!(query.max_files.is_none_or(|cap| query.returned - query.over_cap <= cap as usize));
        }
        // No file twice, and what is left out is counted.
        let paths = shown(&bundle);
        prop_assert_eq!(paths.len(), paths.iter().collect::<BTreeSet<_>>().len());
        let left: usize = bundle.queries.iter().map(|query| query.over_cap + query.deferred).sum();
        prop_assert_eq!(left, bundle.left_out.len());
        prop_assert_eq!(paths.len(), bundle.queries.iter().map(|query| query.included + query.listed).sum::<usize>());
        // Only what must be read may pass the ceiling, and then it is listed.
        let must = bundle.bands[0].items.iter().map(|item| item.chars).sum::<u64>();
        let items: u64 = bundle.bands.iter().flat_map(|band| &band.items).map(|item| item.chars).sum();
        prop_assert!(items <= max_chars.max(must));
        if must > max_chars {
            // Each is a line of a list then, or so small that it costs no more.
            prop_assert!(bundle.bands[0].items.iter().all(|item| item.view == View::Listed || item.chars < 300));
        }
    }

    /// X1: the ceiling holds for all that is printed, unless what must be read is too much even as a list.
    #[test]
    fn what_is_printed_stays_below_the_ceiling(caps in [1u32..6, 1u32..6, 1u32..6, 1u32..6], max_chars in 4_000u64..20_000) {
        let bundle = bundle(&manifest_text(caps, max_chars, 2), &[], &[]);
        let printed = cg_bundle::render::markdown(&bundle).chars().count() as u64;
        prop_assert!(printed <= max_chars, "{printed} of {max_chars}");
        // And what is said to be used is what is printed.
        prop_assert_eq!(printed, bundle.budget.used.chars);
        prop_assert_eq!(bundle.budget.unused, max_chars - printed);
    }

    /// X3: a larger budget shows no fewer of what should be read.
    #[test]
    fn a_larger_budget_shows_no_less(caps in [2u32..6, 2u32..6, 2u32..6, 2u32..6], max_chars in 200u64..9_000, more in 0u64..9_000) {
        let small = bundle(&manifest_text(caps, max_chars, 2), &[], &[]);
        let large = bundle(&manifest_text(caps, max_chars + more, 2), &[], &[]);
        for band in 0..2 {
            let of = |bundle: &Bundle| -> BTreeSet<String> { bundle.bands[band].items.iter().map(|item| item.path.clone()).collect() };
            prop_assert!(of(&small).is_subset(&of(&large)), "band {band}");
        }
    }
}

#[test]
fn what_may_be_read_is_listed_until_it_is_promoted() {
    let text = manifest_text([5, 5, 5, 5], 20_000, 1);
    let listed = bundle(&text, &[], &[]);
    assert!(!listed.bands[2].items.is_empty() && listed.bands[2].items.iter().all(|item| item.view == View::Listed));
    let promoted = bundle(&text, &[], &["below"]);
    assert!(promoted.bands[2].items.iter().all(|item| item.view != View::Listed), "{:?}", promoted.bands[2].items);
}

#[test]
fn the_excerpt_of_the_decision_record_runs_as_written() {
    // S3.14; and S3.9 as long as no index is loaded: the answer comes from the text, and says so.
    let text = include_str!("../cases/manifests/valid/adr-0030.yaml");
    let sets = ["vulnerability.affected_symbols=tabulate.tabulate", "vulnerability.affected_module=tabulate"];
    let bundle = bundle(text, &sets, &[]);
    let names: Vec<&str> = bundle.queries.iter().map(|query| query.name.as_str()).collect();
    let wanted =
        ["affected_callsites", "direct_importers", "tests_for_importers", "one_hop_callers", "deep_transitive_callers"];
    assert_eq!(names, wanted);
    let caps: Vec<Option<u32>> = bundle.queries.iter().map(|query| query.max_files).collect();
    assert_eq!(caps, [30, 50, 100, 100, 200].map(Some));
    assert!(bundle.degraded && bundle.queries[0].downgraded.is_some());
    let must: Vec<&str> = bundle.bands[0].items.iter().map(|item| item.path.as_str()).collect();
    assert_eq!(must, ["shapes/report.py"], "the one file that imports tabulate");
    assert!(bundle.summary.starts_with("affected_callsites returned 1 file, all included; "), "{}", bundle.summary);
}

#[test]
fn two_runs_and_one_thread_give_the_same_bytes() {
    let text = manifest_text([3, 3, 3, 3], 6_000, 2);
    let (repository, _) = Repository::of(REPOSITORY);
    let render = || {
        let bundle = answer_on(&repository.index(), &text, &[], &[]);
        cg_bundle::render::FORMATS.iter().map(|format| (format.render)(&bundle)).collect::<String>()
    };
    let many = render();
    assert_eq!(many, render());
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool").install(render);
    assert_eq!(many, one);
}

#[test]
fn a_query_sees_the_earlier_ones_of_its_own_band_and_exclusion_frees_places() {
    let text = "must_read:
  exclude: [\"shapes/__main__.py\"]
  derived:
    - { name: base, compute: 'import_graph.reverse_lookup(\"shapes/base.py\")', max_files: 9 }
    - { name: above, compute: import_graph.transitive_callers(base), max_files: 3 }
";
    let bundle = bundle(text, &[], &[]);
    // base.py is imported by circle, square, triangle, report and the package; those by the tests, the tool and main.
    assert_eq!(bundle.queries[0].included, 5, "{:?}", bundle.queries);
    let above = &bundle.queries[1];
    assert_eq!((above.returned, above.over_cap, above.excluded), (3, 0, 1), "{above:?}");
    // The tests are no answer to a query for sources (S0.19).
    assert_eq!((above.included, above.deferred, above.aside), (1, 2, 2), "{above:?}");
}
