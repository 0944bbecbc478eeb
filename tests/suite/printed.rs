//! What a manifest asks for is printed as far as the budget lasts, and a larger budget never prints less.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use cg_bundle::bundle::{Bundle, Item, Reduction, Status, View};
use cg_bundle::pipeline::Index;
use proptest::prelude::*;

use crate::support::{Repository, answer_on};

/// A module of so many functions, each of seven lines, behind a long head of imports.
fn module(functions: usize) -> String {
    let mut text = "import os\nimport sys\n\n\n".to_owned();
    for at in 0..functions {
        let _ = writeln!(text, "def step_{at:03}(value):");
        (0..5).for_each(|line| {
            let _ = writeln!(text, "    value = value + {line} * {at}");
        });
        text.push_str("    return value\n\n\n");
    }
    text
}

/// A repository, which is gone with its value, and its index.
struct Case {
    _repository: Repository,
    index: Index,
}

fn indexed(text: &str) -> Case {
    let (repository, _) = Repository::of(text);
    Case { index: repository.index(), _repository: repository }
}

impl Case {
    fn answer(&self, manifest: &str, sets: &[&str], promoted: &[&str]) -> Bundle {
        answer_on(&self.index, manifest, sets, promoted)
    }
}

fn items(bundle: &Bundle) -> impl Iterator<Item = &Item> {
    bundle.bands.iter().flat_map(|band| &band.items)
}

fn item<'b>(bundle: &'b Bundle, path: &str) -> &'b Item {
    items(bundle).find(|item| item.path == path).unwrap_or_else(|| panic!("{path} is not there"))
}

fn text(item: &Item) -> String {
    item.excerpts.iter().map(|excerpt| excerpt.text.as_str()).collect()
}

/// The lines that a bundle prints, by path.
fn lines(bundle: &Bundle) -> BTreeMap<String, BTreeSet<u32>> {
    let of = |item: &Item| item.excerpts.iter().flat_map(|it| it.first_line..=it.last_line).collect();
    items(bundle).map(|item| (item.path.clone(), of(item))).collect()
}

/// A file that must be read is printed whole where the budget holds it, though it is more than a share of it (S1.19).
#[test]
fn what_must_be_read_is_whole_where_the_budget_holds_it() {
    let source = module(60);
    let case = indexed(&format!("--- big.py\n{source}"));
    for glob in ["big.py", "*.py"] {
        let manifest = format!("budget: {{ max_chars: 16000 }}\nmust_read: {{ globs: ['{glob}'] }}\n");
        let bundle = case.answer(&manifest, &[], &[]);
        let big = item(&bundle, "big.py");
        assert_eq!((big.view, big.reduced, bundle.status), (View::Full, None, Status::Success), "{glob}");
        assert_eq!(text(big), source);
    }
}

/// The ladder: whole, whole bodies beside all signatures, all signatures; each step down has its reason.
#[test]
fn a_file_that_does_not_fit_keeps_its_signatures_and_as_many_bodies_as_fit() {
    let case = indexed(&format!("--- big.py\n{}", module(60)));
    let of = |chars: u64| {
        case.answer(&format!("budget: {{ max_chars: {chars} }}\nmust_read: {{ globs: [big.py] }}\n"), &[], &[])
    };
    let signatures = |bundle: &Bundle| text(item(bundle, "big.py")).matches("def step_").count();
    let bodies = |bundle: &Bundle| text(item(bundle, "big.py")).matches("    return value").count();
    let half = of(9_000);
    assert_eq!((signatures(&half), half.status), (60, Status::PartialSuccess));
    let n_bodies = bodies(&half);
    assert!((10..60).contains(&n_bodies), "{n_bodies}");
    assert_eq!((item(&half, "big.py").asked, item(&half, "big.py").reduced), (View::Full, Some(Reduction::Budget)));
    assert!(half.budget.unused < 2_000, "{} of 9000 are unused", half.budget.unused);
    let little = of(5_500);
    assert_eq!(signatures(&little), 60);
    // A step down has a next step.
    assert!(little.guidance.iter().any(|step| step.why.contains("globs")), "{:?}", little.guidance);
}

/// A skeleton has the signatures of functions and members, and is no list of imports.
#[test]
fn a_skeleton_has_the_signatures_of_all_members() {
    let body = "        step()\n".repeat(4);
    let members: String =
        (0..40).map(|at| format!("    def part_{at:02}(self):\n{body}        return {at}\n\n")).collect();
    let manifest = "must_read: { derived: [{ name: it, compute: 'import_graph.dependencies(\"use.py\")', max_files: 3, render: skeleton }] }\n";
    let case =
        indexed(&format!("--- use.py\nimport base\n--- base.py\nimport os\nimport re\n\n\nclass Base:\n{members}"));
    let bundle = case.answer(manifest, &[], &[]);
    let shown = text(item(&bundle, "base.py"));
    assert_eq!(shown.matches("    def part_").count(), 40, "{shown}");
    assert!(shown.contains("class Base:") && !shown.contains("return 7"), "{shown}");
}

/// A signature of many lines is whole in a skeleton, and a long body is read by the functions inside of it.
#[test]
fn a_skeleton_has_long_signatures_and_the_functions_of_long_bodies() {
    let parameters: String = (0..16).map(|at| format!("    part_{at:02},\n")).collect();
    let inner = |name: &str| format!("    def {name}(value):\n        return value\n\n");
    let body: String = (0..100).map(|at| format!("    step({at})\n")).collect();
    let base = format!(
        "import os\n\n\ndef made(\n{parameters}):\n{body}{}{}    return reset\n\n\ndef brief():\n{}    return kept\n",
        inner("reset"),
        inner("patch"),
        inner("kept"),
    );
    let manifest = "must_read: { derived: [{ name: it, compute: 'import_graph.dependencies(\"use.py\")', max_files: 3, render: skeleton }] }\n";
    let case = indexed(&format!("--- use.py\nimport base\n--- base.py\n{base}"));
    let bundle = case.answer(manifest, &[], &[]);
    let shown = text(item(&bundle, "base.py"));
    for wanted in ["part_15,", "def reset(value):", "def patch(value):", "def brief():"] {
        assert!(shown.contains(wanted), "{wanted}: {shown}");
    }
    assert!(!shown.contains("step(7)") && !shown.contains("def kept"), "{shown}");
}

/// `render: full` is obeyed, also where the profile bounds the characters of a file.
#[test]
fn the_view_that_the_author_names_is_obeyed() {
    let case = indexed(&format!("--- use.py\nimport big\n--- big.py\n{}", module(60)));
    let manifest = "budget: { profile: seed }
must_read: { derived: [{ name: it, compute: 'import_graph.dependencies(\"use.py\")', max_files: 3, render: full }] }\n";
    let bundle = case.answer(manifest, &[], &[]);
    assert_eq!(item(&bundle, "big.py").view, View::Full);
}

/// A bound on files holds in every band, and the file past it says so.
#[test]
fn the_number_of_files_binds_in_every_band() {
    let case = indexed("--- a.py\na = 1\n--- b.py\nb = 1\n--- c.py\nc = 1\n--- d.py\nd = 1\n");
    let manifest =
        "budget: { max_files: 2 }\nmust_read: { globs: [a.py, b.py, c.py] }\nshould_read: { globs: [d.py] }\n";
    let bundle = case.answer(manifest, &[], &[]);
    let views: Vec<(&str, View, Option<Reduction>)> =
        items(&bundle).map(|item| (item.path.as_str(), item.view, item.reduced)).collect();
    let past = Some(Reduction::MaxFiles);
    assert_eq!(
        views,
        [
            ("a.py", View::Full, None),
            ("b.py", View::Full, None),
            ("c.py", View::Listed, past),
            ("d.py", View::Listed, past)
        ]
    );
    assert_eq!(bundle.status, Status::PartialSuccess);
    assert!(bundle.guidance.iter().any(|step| step.run.contains("max-files")), "{:?}", bundle.guidance);
}

/// One query of many files leaves the other its share.
#[test]
fn no_query_starves_another() {
    let mut files = "--- core.py\ndef core():\n    return 1\n".to_owned();
    for at in 0..20 {
        let _ = write!(
            files,
            "--- one_{at:02}.py\nfrom core import core\n\n\n{}",
            module(6).replace("import os\nimport sys\n", "")
        );
        let _ = write!(
            files,
            "--- two_{at:02}.py\nimport one_{at:02}\n\n\n{}",
            module(6).replace("import os\nimport sys\n", "")
        );
    }
    let manifest = "budget: { profile: safe, max_chars: 14000 }
should_read:
  derived:
    - { name: one, compute: 'import_graph.reverse_lookup(\"core.py\")', max_files: 30, render: full }
    - { name: two, compute: import_graph.reverse_lookup(one), max_files: 30, render: full }
";
    let bundle = indexed(&files).answer(manifest, &[], &[]);
    let shown = |prefix: &str| {
        let of = items(&bundle).filter(|item| item.path.starts_with(prefix));
        of.map(|item| text(item).len()).sum::<usize>()
    };
    let (one, two) = (shown("one_"), shown("two_"));
    assert!(one > 1_500 && two * 2 > one, "{one} {two}");
}

/// What a query of `may_read`, or a file, holds is loaded when it is promoted, whatever the bands before it want.
#[test]
fn what_is_promoted_is_loaded() {
    let mut files = "--- core.py\ndef core():\n    return 1\n".to_owned();
    for at in 0..9 {
        let _ = write!(
            files,
            "--- one_{at}.py\nfrom core import core\n\n\n{}",
            module(9).replace("import os\nimport sys\n", "")
        );
        let _ =
            write!(files, "--- two_{at}.py\nimport one_{at}\n\n\n{}", module(9).replace("import os\nimport sys\n", ""));
    }
    let manifest = "budget: { profile: safe, max_chars: 9000 }
should_read: { derived: [{ name: one, compute: 'import_graph.reverse_lookup(\"core.py\")', max_files: 30, render: full }] }
may_read: { derived: [{ name: two, compute: import_graph.reverse_lookup(one), max_files: 30, render: listed }] }
";
    let case = indexed(&files);
    let loaded = |promoted: &[&str]| {
        let bundle = case.answer(manifest, &[], promoted);
        items(&bundle).filter(|it| it.path.starts_with("two_") && it.view != View::Listed).count()
    };
    assert_eq!(loaded(&[]), 0);
    assert!(loaded(&["two"]) >= 7, "{}", loaded(&["two"]));
    let bundle = case.answer(manifest, &[], &["two_3.py"]);
    assert_eq!(item(&bundle, "two_3.py").view, View::Full);
}

const FAMILY: &str = include_str!("../cases/repositories/python.txt");

const MANIFEST: &str = "
budget: { profile: PROFILE, max_chars: CHARS }
inputs: { names: { type: symbols, required: false } }
focus: { symbols: names }
must_read:
  globs: ['README*']
  derived: [{ name: direct, compute: 'import_graph.reverse_lookup(\"shapes\")', max_files: 3 }]
should_read:
  derived:
    - { name: callers, compute: 'import_graph.transitive_callers(direct, depth=2)', max_files: 6 }
    - { name: tests, compute: 'test_inventory.tests_exercising([direct, callers])', max_files: 5 }
may_read: { derived: [{ name: below, compute: 'import_graph.dependencies([direct, tests], depth=3)', max_files: 9 }] }
";

/// `focus.symbols` takes inputs, names of queries, and names of the code in quotes.
#[test]
fn a_focus_is_drawn_around_literals_and_queries() {
    let case = indexed(&format!(
        "--- big.py\n{}--- use.py\nfrom big import step_007\n\n\ndef run():\n    return step_007(1)\n",
        module(60)
    ));
    let manifest = "budget: { max_chars: 9000 }
inputs: { names: { type: symbols, required: false } }
focus: { symbols: FOCUS }
must_read: { derived: [{ name: uses, compute: 'scip.refs(\"step_007\", definitions=true)', max_files: 5 }] }
";
    for focus in ["[\"step_030\", names]", "[\"step_030\", uses]", "\"step_030\""] {
        let bundle = case.answer(&manifest.replace("FOCUS", focus), &[], &[]);
        let shown = text(item(&bundle, "big.py"));
        assert!(shown.contains("value = value + 0 * 30"), "{focus}: {shown}");
        assert!(!shown.contains("value = value + 0 * 31"), "{focus}: {shown}");
    }
}

const WORDS: [&str; 12] = [
    "Circle",
    "area",
    "report",
    "Shape",
    "state",
    "support",
    "caching",
    "total_area",
    "Square.area",
    "shapes/base.py:3",
    "render",
    "nothing",
];

/// A sentence of words, some of which are names.
fn sentence(words: &[usize]) -> String {
    words.iter().map(|at| WORDS[*at % WORDS.len()]).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Names from free text add files and lines, and take none away.
    #[test]
    fn free_text_only_adds(words in proptest::collection::vec(0usize..12, 1..6), names in 0usize..3, is_safe in any::<bool>()) {
        let case = indexed(FAMILY);
        let profile = if is_safe { "deep" } else { "auto" };
        let manifest = MANIFEST.replace("PROFILE", profile).replace("CHARS", "90000");
        let manifest = manifest.replace("inputs: {", "inputs: { task.text: { type: text, required: false },");
        let manifest = manifest.replace("symbols: names }", "symbols: names, query: task.text }");
        let set = ["", "names=Shape,area", "names=total_area,Circle,report"][names];
        let mut sets: Vec<&str> = if set.is_empty() { Vec::new() } else { vec![set] };
        let without = lines(&case.answer(&manifest, &sets, &[]));
        let text = format!("task.text=How does the {} work", sentence(&words));
        sets.push(&text);
        let with = lines(&case.answer(&manifest, &sets, &[]));
        for (path, lines) in &without {
            let grown = with.get(path);
            prop_assert!(grown.is_some_and(|grown| lines.is_subset(grown)), "{text} {path}: {lines:?} {grown:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// X3: as the budget grows, the files and the text of each only grow.
    #[test]
    fn text_grows_with_the_budget(
        profile in 0usize..3, chars in 600u64..9_000, more in 0u64..6_000, names in 0usize..3, is_promoted in any::<bool>(),
    ) {
        let case = indexed(FAMILY);
        let set = ["", "names=Shape,area", "names=total_area,Circle,report"][names];
        let sets: Vec<&str> = if set.is_empty() { Vec::new() } else { vec![set] };
        let promoted: &[&str] = if is_promoted { &["below"] } else { &[] };
        let of = |chars: u64| {
            let manifest = MANIFEST.replace("PROFILE", ["auto", "safe", "deep"][profile]).replace("CHARS", &chars.to_string());
            lines(&case.answer(&manifest, &sets, promoted))
        };
        let (small, large) = (of(chars), of(chars + more));
        for (path, lines) in &small {
            let grown = large.get(path);
            prop_assert!(grown.is_some_and(|grown| lines.is_subset(grown)), "{path}: {lines:?} {grown:?}");
        }
    }
}
