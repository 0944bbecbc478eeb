//! The worst requests, small: `benches/worst.py` makes them large.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use cg_bundle::bundle::{Bundle, View};
use cg_bundle::facts::Over;
use cg_bundle::fleet::FleetBound;
use cg_bundle::pipeline::{Index, IndexError};

use crate::support::{Repository, answer_on};

const BARRELS: usize = 30;

/// A hub with many importers, a name with many definitions, barrels that export all of each other, and a long chain.
fn worst() -> Repository {
    let mut text =
        "--- src/hub.ts\nexport function hub() { return 1; }\nexport class Base { run() { return hub(); } }\n"
            .to_owned();
    for at in 0..BARRELS {
        let _ = writeln!(text, "--- src/barrels/b{at}.ts");
        for other in (0..BARRELS).filter(|other| *other != at) {
            let _ = writeln!(text, "export * from './b{other}';");
        }
        let _ = writeln!(text, "export const own{at} = {at};");
    }
    let _ = writeln!(text, "--- src/barrels/use.ts\nimport {{ own29 }} from './b0';\nexport const used = own29;");
    for at in 0..20 {
        let next = at + 1;
        let _ = writeln!(
            text,
            "--- src/chain{at}.ts\nimport {{ chain{next} }} from './chain{next}';\nexport const chain{at} = chain{next};"
        );
    }
    let _ = writeln!(text, "--- src/chain20.ts\nexport const chain20 = 1;");
    for at in 0..150 {
        let _ = writeln!(
            text,
            "--- src/leaf{at}.ts\nimport {{ hub, Base }} from './hub';\nexport class Part{at} extends Base {{ run() {{ return hub(); }} }}\n\
             export const leaf{at} = {at}; // a common word\nexport function same() {{ return {at}; }}"
        );
    }
    Repository::of(&text).0
}

/// The requests: the calls of each.
fn requests() -> Vec<(&'static str, Vec<String>)> {
    let own = |calls: &[&str]| calls.iter().map(|call| (*call).to_owned()).collect();
    let many = (0..200).map(|at| match at % 3 {
        0 => format!("text.matches(\"leaf{at}\")"),
        1 => format!("search.cascade(\"leaf{at} and a word\")"),
        _ => format!("import_graph.reverse_lookup(\"src/chain{}.ts\")", at % 20),
    });
    vec![
        ("a letter", own(&["search.cascade(\"x\")", "search.symbols(\"x\")"])),
        ("a name of many", own(&["scip.refs(\"same\", definitions=true)", "call_graph.callers(\"same\", depth=2)"])),
        ("a hub", own(&["import_graph.reverse_lookup(\"src/hub.ts\")", "scip.refs(\"hub\")"])),
        (
            "depths",
            own(&[
                "import_graph.transitive_callers(\"src/hub.ts\", depth=16)",
                "import_graph.dependencies(\"src/chain0.ts\", depth=16)",
                "call_graph.callers(\"hub\", depth=8)",
                "type_graph.subtypes(\"Base\", depth=4)",
            ]),
        ),
        ("barrels", own(&["import_graph.transitive_callers(\"src/barrels/b7.ts\", depth=16)", "scip.refs(\"own29\")"])),
        ("every file", own(&["text.matches(\"common word\")", "search.cascade(\"a common word of all files\")"])),
        ("many queries", many.collect()),
    ]
}

fn manifest(calls: &[String], budget: &str) -> String {
    let mut text = format!("budget: {budget}\nmust_read:\n  derived:\n");
    for (at, call) in calls.iter().enumerate() {
        let _ = writeln!(text, "    - {{ name: q{at}, compute: '{call}', max_files: 40 }}");
    }
    text
}

/// The lines that a bundle prints, by path.
fn printed(bundle: &Bundle) -> BTreeMap<String, BTreeSet<u32>> {
    let items = bundle.bands.iter().flat_map(|band| &band.items).filter(|item| item.view != View::Listed);
    items
        .map(|item| {
            let lines = item.excerpts.iter().flat_map(|it| it.first_line..=it.last_line).collect();
            (item.path.clone(), lines)
        })
        .collect()
}

fn answered(index: &Index, name: &str, calls: &[String], budget: &str) -> Bundle {
    let bundle = answer_on(index, &manifest(calls, budget), &[], &[]);
    let work = &bundle.budget.work;
    assert!(work.used.is_within(&work.limits), "{name} with {budget}: {work:?}");
    bundle
}

/// X10, S4.3, S4.28: no counter passes its limit whatever is requested; nothing fails; a profile with more work never loses
/// a file that must be read, and a larger budget of text neither a file nor a line.
#[test]
fn the_worst_requests_stay_within_their_limits() {
    let repository = worst();
    let index = repository.index();
    for (name, calls) in requests() {
        let few = "{ max_chars: 300000, work: { max_candidates: 3, max_files_read: 2, max_graph_nodes: 4 } }";
        let works = [few, "{ max_chars: 300000 }", "{ max_chars: 300000, work: { profile: deep } }"];
        let printed_by = works.map(|budget| printed(&answered(&index, name, &calls, budget)));
        for (small, large) in printed_by.iter().zip(&printed_by[1..]) {
            let lost: Vec<_> = small.keys().filter(|path| !large.contains_key(*path)).collect();
            assert!(lost.is_empty(), "{name}: {lost:?}");
        }
        let rooms = ["2000", "9000", "40000"].map(|chars| format!("{{ max_chars: {chars} }}"));
        let rooms = rooms.map(|budget| printed(&answered(&index, name, &calls, &budget)));
        for (small, large) in rooms.iter().zip(&rooms[1..]) {
            for (path, lines) in small {
                assert!(large.get(path).is_some_and(|more| lines.is_subset(more)), "{name}: {path} loses lines");
            }
        }
    }
}

/// More rows than there are numbers for is an error that names the relation and the bound.
#[test]
fn a_bound_of_numbers_is_an_error_that_says_so() {
    let over = Over { what: "imports", size: 1 << 32, most: u64::from(u32::MAX) - 1 };
    let said = IndexError::Over(over).to_string();
    assert_eq!(said, "imports has 4294967296 rows or bytes, and there is room for 4294967294");
    let bound = FleetBound { what: "texts".to_owned(), size: 1 << 32, most: u64::from(u32::MAX) };
    assert_eq!(bound.to_string(), "texts has 4294967296 bytes or rows; a fleet file has room for 4294967295");
}

#[test]
fn a_type_of_many_parts_keeps_its_overrides() {
    let mut text = "--- a.cs\npublic class Base { public virtual void Go() { } }\n".to_owned();
    for at in 0..300 {
        let _ = writeln!(text, "--- p{at}.cs\npublic partial class C {{ void M{at}() {{ }} }}");
    }
    text.push_str("--- z.cs\npublic partial class C : Base { public override void Go() { } }\n--- facts\n");
    let facts = Repository::of(&text).0.index().facts;
    let rows: Vec<(&str, &str)> =
        facts.overrides.iter().map(|row| (facts.name(row.sub), facts.name(row.sup))).collect();
    assert_eq!(rows, [("Go", "Go")]);
}
