//! A bundle is filled by the costs that its format states, and says so where they lie.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cg_bundle::bundle::{Bundle, ContextRecord, Frame, Item, ItemHead, Layout, Unsettled, View};
use cg_bundle::manifest;
use cg_bundle::pipeline::{Index, Task, answer};
use cg_bundle::render::{self, FORMATS, Format, MARKDOWN, Markdown, markdown};
use proptest::prelude::*;

use crate::support::Repository;

/// A module, eight users of thirty lines each, and a user of those.
fn modules() -> (Repository, Index) {
    let user = |at: u32| {
        let lines: String = (0..30).map(|line| format!("    step({line}, core.work({at}))\n")).collect();
        format!("--- user{at}.py\nimport core\n\n\ndef use{at}():\n{lines}\n")
    };
    let users: String = (0..8).map(user).collect();
    let text = format!("--- core.py\ndef work(at):\n    return at\n{users}--- top.py\nimport user1\nuser1.use1()\n");
    let (repository, _) = Repository::of(&text);
    let index = repository.index();
    (repository, index)
}

fn answered(index: &Index, format: &Format, max_chars: u64) -> Bundle {
    let text = format!(
        "budget: {{ max_chars: {max_chars} }}
must_read: {{ globs: [core.py] }}
should_read:
  derived: [{{ name: users, compute: 'import_graph.reverse_lookup(\"core\")', max_files: 9 }}]
may_read:
  derived: [{{ name: above, compute: import_graph.transitive_callers(users), max_files: 9 }}]
"
    );
    let manifest = manifest::parse(text.as_bytes(), Path::new("layout.yaml")).expect("a manifest");
    let task = Task {
        manifest: &manifest,
        manifest_text: &text,
        given: &[],
        promoted: &[],
        coverage: &Arc::default(),
        environment: &[],
        format,
    };
    answer(&task, index).expect("a bundle")
}

/// A layout whose costs are Markdown's but for those that a test changes.
#[derive(Debug)]
struct Changed {
    /// The cost of a part, from that of Markdown.
    part: fn(u64) -> u64,
    /// The length of the whole, from that of Markdown and how often it was measured.
    whole: fn(u64, u64) -> u64,
    measured: AtomicU64,
}

impl Changed {
    const fn new(part: fn(u64) -> u64, whole: fn(u64, u64) -> u64) -> Self {
        Self { part, whole, measured: AtomicU64::new(0) }
    }
}

impl Layout for Changed {
    fn overhead(&self, frame: &Frame<'_>) -> u64 {
        (self.part)(Markdown.overhead(frame))
    }
    fn context(&self, context: &ContextRecord) -> u64 {
        (self.part)(Markdown.context(context))
    }
    fn entry(&self, head: &ItemHead<'_>) -> u64 {
        (self.part)(Markdown.entry(head))
    }
    fn item(&self, head: &ItemHead<'_>) -> u64 {
        (self.part)(Markdown.item(head))
    }
    fn mapped_item(&self, path: &str) -> u64 {
        (self.part)(Markdown.mapped_item(path))
    }
    fn line(&self, number: u32, text: &str) -> u64 {
        (self.part)(Markdown.line(number, text))
    }
    fn elision(&self) -> u64 {
        (self.part)(Markdown.elision())
    }
    fn printed(&self, bundle: &Bundle) -> u64 {
        (self.whole)(Markdown.printed(bundle), self.measured.fetch_add(1, Ordering::Relaxed))
    }
}

static CHEAP: Changed = Changed::new(|_| 0, |chars, _| chars);
static RESTLESS: Changed = Changed::new(|cost| cost, |chars, measured| chars + measured);
static DOUBLE: Changed = Changed::new(|cost| cost * 2, |chars, _| chars * 2);

/// A layout that promises every part for nothing never gets below the ceiling, and the bundle says so in all formats.
#[test]
fn a_bundle_that_stays_above_its_ceiling_says_so() {
    let (_repository, index) = modules();
    let bundle = answered(&index, &Format { layout: &CHEAP, ..MARKDOWN }, 200);
    let printed = markdown(&bundle);
    assert!(bundle.budget.used.chars > 200, "{printed}");
    assert_eq!(bundle.budget.used.chars, printed.chars().count() as u64, "the numbers hold all the same");
    assert_eq!(bundle.budget.unsettled, Some(Unsettled::OverCeiling));
    assert!(printed.contains("- budget: the text stays longer than the ceiling allows\n"), "{printed}");
    let json = (render::format("json").expect("a format").render)(&bundle);
    assert!(json.contains("\"unsettled\": \"over_ceiling\""), "{json}");
}

/// A length that differs each time it is measured can be written down by no bundle.
#[test]
fn a_bundle_whose_numbers_do_not_agree_says_so() {
    let (_repository, index) = modules();
    let bundle = answered(&index, &Format { layout: &RESTLESS, ..MARKDOWN }, 20_000);
    assert_eq!(bundle.budget.unsettled, Some(Unsettled::Unmeasured));
    assert!(markdown(&bundle).contains("- budget: the number of characters is not that of the text"));
}

/// The costs of the format decide how much is shown, and its length is what is written down.
#[test]
fn the_format_says_what_a_part_costs() {
    let (_repository, index) = modules();
    let plain = answered(&index, &MARKDOWN, 6_000);
    let double = answered(&index, &Format { layout: &DOUBLE, ..MARKDOWN }, 6_000);
    let shown = |bundle: &Bundle| items(bundle).filter(|item| item.view != View::Listed).map(lines).sum::<u32>();
    assert!(shown(&double) < shown(&plain), "{} of {}", shown(&double), shown(&plain));
    assert_eq!(double.budget.used.chars, 2 * markdown(&double).chars().count() as u64);
    assert_eq!((plain.budget.unsettled, double.budget.unsettled), (None, None));
}

/// A bundle is the same in every format: its files, its numbers, its seal.
#[test]
fn every_format_is_of_the_same_bundle() {
    let (_repository, index) = modules();
    let wanted = answered(&index, &MARKDOWN, 6_000);
    for format in FORMATS {
        assert_eq!(answered(&index, format, 6_000), wanted, "{}", format.name);
    }
}

fn items(bundle: &Bundle) -> impl Iterator<Item = &Item> {
    bundle.bands.iter().flat_map(|band| &band.items)
}

fn lines(item: &Item) -> u32 {
    item.excerpts.iter().map(|excerpt| excerpt.last_line + 1 - excerpt.first_line).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// A file never takes more room than it is charged for, nor is it charged for much more than it takes.
    #[test]
    fn a_file_costs_what_it_takes(max_chars in 3_000u64..16_000) {
        /// The heading of a band that is left without files.
        const BAND: u64 = 20;
        /// What is foreseen at its longest: the view, the remark, the names behind a path, the words of the gate.
        const SLACK: u64 = 115;
        let (_repository, index) = modules();
        let bundle = answered(&index, &MARKDOWN, max_chars);
        let chars = |bundle: &Bundle| markdown(bundle).chars().count() as u64;
        let whole = chars(&bundle);
        for (band, at) in bundle.bands.iter().enumerate().flat_map(|(band, it)| (0..it.items.len()).map(move |at| (band, at))) {
            let mut without = bundle.clone();
            let item = without.bands[band].items.remove(at);
            let taken = whole - chars(&without);
            prop_assert!(taken <= item.chars + BAND, "{}: {taken} for {}", item.path, item.chars);
            prop_assert!(item.chars <= taken + SLACK, "{}: {taken} for {}", item.path, item.chars);
        }
    }
}
