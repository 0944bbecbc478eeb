//! The limits of work: used within what is allowed, prefixes of the documented order, a way on in every bundle.

use std::fmt::Write;
use std::process::Command;

use cg_bundle::bundle::{Bundle, ShortfallKind, Status};
use cg_bundle::manifest::parse_query;
use cg_bundle::pipeline::Index;
use cg_bundle::plan::{Stage, StageReason};
use cg_bundle::primitive::{Argument, Engine, Hit, Stale, Thresholds};
use cg_bundle::work::{Account, Amounts, Unit};

use crate::support::{Repository, answer_on};

/// A hub that sixty files import, a chain behind each, a name with sixty definitions, a word in every file.
pub fn hub() -> Repository {
    let mut text = "--- src/hub.ts\nexport function hub() { return 1; }\nexport class Base { run() {} }\n".to_owned();
    for at in 0..60 {
        let _ = write!(
            text,
            "--- src/a{at:02}.ts\nimport {{ hub, Base }} from './hub';\nexport class PartOf{at} extends Base {{ run() {{ return hub(); }} }}\n\
             export function same() {{ return hub(); }} // common word\n\
             --- src/b{at:02}.ts\nimport {{ same }} from './a{at:02}';\nexport const value{at} = same(); // common word\n\
             --- test/a{at:02}.test.ts\nimport {{ same }} from '../src/a{at:02}';\ntest('same', () => {{ same(); }});\n"
        );
    }
    Repository::of(&text).0
}

/// A call of every kind of primitive that the limits end.
const CALLS: &[&str] = &[
    "call_graph.callees(same, depth=8)",
    "call_graph.callers(hub, depth=8)",
    "files.intersect(\"src/**\", \"**/*.ts\")",
    "import_graph.central()",
    "import_graph.dependencies(\"src/b*.ts\", depth=16)",
    "import_graph.reverse_lookup(\"src/hub.ts\")",
    "import_graph.transitive_callers(\"src/hub.ts\", depth=16)",
    "scip.refs(hub)",
    "scip.refs(same)",
    "search.cascade(\"common word\")",
    "search.related(\"src/hub.ts\", \"common word\")",
    "search.symbols(\"PartOf7 and PartOf8\")",
    "test_inventory.tests_exercising(\"src/hub.ts\", depth=6)",
    "text.matches(\"common word\")",
    "type_graph.subtypes(Base, depth=4)",
];

fn answered(index: &Index, call: &str, limits: Amounts) -> (Vec<Hit>, Account) {
    let call = parse_query(call).expect("a call");
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::default()).with_index(index);
    let engine = engine.searching(&index.searcher, Thresholds::default()).metered(limits);
    let answer = engine.answer(&call.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]));
    (answer.hits, answer.work)
}

/// X10, S4.3: whatever is requested and allowed, no counter passes its limit, and nothing fails.
#[test]
fn no_counter_passes_its_limit() {
    let repository = hub();
    let index = repository.index();
    for call in CALLS {
        for allowed in [0, 1, 5, 30, 1_000] {
            let limits = Amounts::of(|unit| if unit == Unit::BytesRead { allowed * 100 } else { allowed });
            let (_, work) = answered(&index, call, limits);
            assert!(work.used.is_within(&limits), "{call} at {allowed}: {work:?}");
        }
        let (hits, work) = answered(&index, call, Amounts::UNBOUNDED);
        assert!(!hits.is_empty() && work.ended_by().is_none(), "{call}: {work:?}");
    }
}

/// S4.25: within its limits an answer of a walk is a prefix of the whole one, and the rest is counted.
#[test]
fn what_a_limit_leaves_is_a_prefix_of_the_documented_order() {
    let repository = hub();
    let index = repository.index();
    let files = |hits: &[Hit]| hits.iter().map(|hit| hit.file).collect::<Vec<_>>();
    for call in CALLS.iter().filter(|call| !call.starts_with("search.") && !call.starts_with("scip.refs(same")) {
        let (all, _) = answered(&index, call, Amounts::UNBOUNDED);
        for allowed in [0, 1, 7, 30, 59, 61] {
            let (some, work) = answered(&index, call, Amounts { graph_nodes: allowed, ..Amounts::UNBOUNDED });
            assert!(all.len() as u64 <= allowed || work.ended_by().is_some() || call.starts_with("text."), "{call}");
            assert_eq!(files(&some), files(&all)[..some.len()], "{call} at {allowed}");
        }
    }
    // What is refused is what is missing: the whole rest, where it is all of one distance.
    let (all, _) = answered(&index, CALLS[5], Amounts::UNBOUNDED);
    let (some, work) = answered(&index, CALLS[5], Amounts { graph_nodes: 9, ..Amounts::UNBOUNDED });
    assert_eq!((some.len(), work.refused.graph_nodes), (9, all.len() as u64 - 9));
}

/// S4.25: a search of contents reads sources first, and counts every file that it does not read.
#[test]
fn a_scan_reads_sources_first_and_counts_the_rest() {
    let repository = hub();
    let index = repository.index();
    let (hits, work) = answered(&index, "text.matches(\"same\")", Amounts { files_read: 50, ..Amounts::UNBOUNDED });
    assert_eq!((work.used.files_read, work.refused.files_read), (50, 181 - 50));
    let paths: Vec<&str> = hits.iter().map(|hit| index.facts.path(hit.file)).collect();
    assert!(paths.iter().all(|path| path.starts_with("src/a")) && paths.len() == 50, "{paths:?}");
}

/// A search of contents for a name reads the files first whose code has it, as facts say.
#[test]
fn a_scan_reads_those_first_that_have_the_name() {
    let repository = hub();
    let index = repository.index();
    let (hits, work) =
        answered(&index, "text.matches(\"const value57 =\")", Amounts { files_read: 3, ..Amounts::UNBOUNDED });
    let paths: Vec<&str> = hits.iter().map(|hit| index.facts.path(hit.file)).collect();
    assert_eq!((paths, work.refused.files_read), (vec!["src/b57.ts"], 178));
}

/// A name with more definitions than candidates means the first of them, sources before others.
#[test]
fn a_name_of_many_definitions_is_held_to_its_candidates() {
    let repository = hub();
    let index = repository.index();
    let (hits, work) = answered(&index, "scip.refs(same)", Amounts { candidates: 3, ..Amounts::UNBOUNDED });
    assert_eq!((work.used.candidates, work.refused.candidates), (3, 57));
    let used = hits.iter().any(|hit| index.facts.path(hit.file) == "src/b02.ts");
    let other = hits.iter().any(|hit| index.facts.path(hit.file) == "src/b03.ts");
    assert!(used && !other);
}

const TIGHT: &str = "budget: { work: { max_graph_nodes: 5, max_files_read: 9 } }\nmust_read:\n  derived:\n    - { name: importers, compute: import_graph.reverse_lookup(\"src/hub.ts\"), max_files: 50 }\nshould_read:\n  derived:\n    - { name: lines, compute: text.matches(\"common word\"), max_files: 50 }\n    - { name: few, compute: import_graph.reverse_lookup(\"src/hub.ts\"), max_files: 3 }\n";

fn short<'b>(bundle: &'b Bundle, query: &str) -> Vec<&'b str> {
    let of_work = bundle.missing.iter().filter(|it| it.kind == ShortfallKind::Work && it.query == query);
    of_work.map(|it| it.run.as_deref().unwrap_or("")).collect()
}

/// S4.5, S4.13, S4.18, S4.28: a tight limit is a partial answer with its numbers and a way on, and no error.
#[test]
fn a_tight_limit_is_a_partial_answer() {
    let repository = hub();
    let index = repository.index();
    let bundle = answer_on(&index, TIGHT, &[], &[]);
    assert_eq!((bundle.status, bundle.degraded), (Status::PartialSuccess, true));
    let work = &bundle.budget.work;
    assert!(work.used.is_within(&work.limits), "{work:?}");
    let [importers, lines, few] = &bundle.queries[..] else { panic!("three queries") };
    let unseen = |at: usize| bundle.queries[at].truncated_at.map(|it| (it.unit, it.limit, it.unseen));
    assert_eq!((importers.returned, unseen(0)), (5, Some((Unit::GraphNodes, 5, 55))));
    assert_eq!((lines.returned, unseen(1)), (9, Some((Unit::FilesRead, 9, 172))));
    assert_eq!(short(&bundle, "importers"), ["--max-graph-nodes 60"]);
    // Three files are all that the query may have: nothing is missing for want of nodes.
    assert_eq!((few.returned, short(&bundle, "few").len()), (5, 0));
    assert!(bundle.guidance.iter().any(|step| step.run.contains("--max-graph-nodes 60")));
}

/// S4.6, S4.27: the arguments that a bundle prints bring what was not looked at, and no file goes.
#[test]
fn the_printed_arguments_bring_the_rest() {
    let repository = hub();
    let manifest = repository.root().join("tight.yaml");
    std::fs::write(&manifest, TIGHT).expect("a manifest");
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.arg(&manifest).args(["--format", "json", "--no-store", "-q", "-C"]).arg(repository.root()).args(more);
        let output = command.output().expect("a run");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("JSON")
    };
    let missing = |bundle: &serde_json::Value| {
        let all = bundle["missing"].as_array().cloned().unwrap_or_default();
        all.into_iter().filter(|it| it["kind"] == "work").collect::<Vec<_>>()
    };
    let tight = run(&[]);
    assert_eq!(missing(&tight).len(), 2, "{}", tight["missing"]);
    for short in missing(&tight) {
        let arguments: Vec<&str> = short["run"].as_str().expect("arguments").split(' ').collect();
        let more = run(&arguments);
        assert!(missing(&more).iter().all(|it| it["query"] != short["query"]), "{short} with {arguments:?}");
        let files = |bundle: &serde_json::Value| {
            let items = bundle["bands"].as_array().expect("bands")[0]["items"].as_array().expect("items").clone();
            items.iter().map(|item| item["path"].as_str().expect("a path").to_owned()).collect::<Vec<_>>()
        };
        let kept = files(&more);
        assert!(files(&tight).iter().all(|path| kept.contains(path)), "must_read loses a file by {arguments:?}");
    }
}

/// S4.21: the environment is above a configuration file and below the flags; what is above the profile is lowered, with a
/// note; what is no number is refused.
#[test]
fn knobs_rise_from_the_manifest_to_the_flags() {
    let repository = hub();
    let manifest = repository.root().join("tight.yaml");
    std::fs::write(&manifest, TIGHT).expect("a manifest");
    let config = repository.root().join("limits.yaml");
    std::fs::write(&config, "max_graph_nodes: 11\nmax_files_read: 12\n").expect("a configuration");
    let run = |set: &[(&str, &str)], more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.arg(&manifest).args(["--format", "json", "--no-store", "-C"]).arg(repository.root()).args(more);
        command.envs(set.iter().copied()).output().expect("a run")
    };
    let limits = |set: &[(&str, &str)], more: &[&str]| {
        let output = run(set, more);
        let bundle: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let truncated = |at: usize| bundle["queries"][at]["truncated_at"]["limit"].as_u64();
        (truncated(0), truncated(1), bundle["budget"]["work"]["profile"].as_str().unwrap_or("").to_owned())
    };
    let config = config.to_str().expect("a path");
    let safe = "safe".to_owned();
    assert_eq!(limits(&[], &[]), (Some(5), Some(9), safe.clone()));
    assert_eq!(limits(&[("CG_CONFIG", config)], &[]), (Some(11), Some(12), safe.clone()));
    let set = [("CG_CONFIG", config), ("SMART_CONTEXT_MAX_FILES_READ", "13")];
    assert_eq!(limits(&set, &[]), (Some(11), Some(13), safe.clone()));
    assert_eq!(limits(&set, &["--max-files-read", "14"]), (Some(11), Some(14), safe));
    assert_eq!(limits(&[("CG_SAFE_MODE", "false")], &[]).2, "balanced");
    assert_eq!(limits(&[("CG_SAFE_MODE", "false")], &["--budget-profile", "deep"]).2, "deep");
    let noted = run(&[("CG_MAX_GRAPH_NODES", "9000")], &[]);
    assert!(String::from_utf8_lossy(&noted.stderr).contains("`max_graph_nodes` 9000 is held to 800"));
    assert_eq!(run(&[("CG_MAX_FILES_READ", "many")], &[]).status.code(), Some(4));
}

/// S4.7: a clock is a guard that is said, and no answer depends on it.
#[test]
fn the_guard_of_cpu_time_changes_no_answer() {
    let repository = hub();
    let manifest = repository.root().join("tight.yaml");
    std::fs::write(&manifest, TIGHT).expect("a manifest");
    let run = |set: &[(&str, &str)], more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.arg(&manifest).args(["--format", "json", "--no-store", "-C"]).arg(repository.root()).args(more);
        command.envs(set.iter().copied()).output().expect("a run")
    };
    let plain = run(&[], &[]);
    let is_said = |output: &std::process::Output| String::from_utf8_lossy(&output.stderr).contains(" ms of CPU, and ");
    for (set, more, wanted) in [
        (&[][..], &["--max-cpu-ms", "0"][..], true),
        (&[("SMART_CONTEXT_MAX_CPU_MS", "0")], &[], true),
        (&[("CG_MAX_CPU_MS", "0")], &["--max-cpu-ms", "600000"], false),
    ] {
        let guarded = run(set, more);
        assert_eq!((guarded.status.code(), is_said(&guarded)), (Some(0), wanted), "{set:?} {more:?}");
        assert_eq!(guarded.stdout, plain.stdout);
    }
    let told = run(&[], &["--max-cpu-ms", "600000", "--message-format", "json"]);
    assert!(String::from_utf8_lossy(&told.stderr).contains(r#""event":"cpu","took_ms":"#));
    assert_eq!(run(&[("CG_MAX_CPU_MS", "much")], &[]).status.code(), Some(4));
}

/// S4.29: the limits of the safe profile leave the answers of an ordinary repository alone.
#[test]
fn the_safe_profile_changes_no_ordinary_answer() {
    let repository = hub();
    let index = repository.index();
    let of = |profile: &str| {
        let is_plain = |call: &&&str| !call.starts_with("text.") && !call.contains("(same") && !call.contains("(hub");
        let calls = CALLS.iter().filter(is_plain).filter(|call| !call.contains("(Base")).zip(0..);
        let queries: String =
            calls.map(|(call, at)| format!("    - {{ name: q{at}, compute: '{}', max_files: 40 }}\n", call)).collect();
        let text = format!(
            "budget: {{ work: {{ profile: {profile} }}, max_chars: 200000 }}\nshould_read:\n  derived:\n{queries}"
        );
        let bundle = answer_on(&index, &text, &[], &[]);
        (bundle.bands, bundle.missing)
    };
    assert_eq!(of("safe"), of("deep"));
}

fn stages(index: &Index, sets: &[&str]) -> (Bundle, Vec<bool>) {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/manifests/navigate.yaml")).expect("a class");
    let bundle = answer_on(index, &text, sets, &[]);
    let ran = bundle.queries.iter().map(|query| query.skipped.is_none()).collect();
    (bundle, ran)
}

/// S4.9 to S4.12, S4.15: a sure name ends the search; a text that names nothing goes on to contents; a short word does not.
#[test]
fn a_stage_follows_only_where_the_one_before_is_not_sure() {
    let repository = hub();
    let index = repository.index();
    let outcome = |sets: &[&str]| {
        let (bundle, ran) = stages(&index, sets);
        (bundle.refinement.stage, bundle.refinement.reason, ran, bundle.degraded)
    };
    let sure = outcome(&["find.text=PartOf7"]);
    assert_eq!(sure, (Stage::Symbol, StageReason::HighConfidence, vec![true, false, false, false], false));
    let unsure = outcome(&["find.text=a common word"]);
    assert_eq!((unsure.0, unsure.1, &unsure.2[..2]), (Stage::Content, StageReason::LowConfidence, &[true, true][..]));
    let weak = outcome(&["find.text=x"]);
    assert_eq!(weak, (Stage::Symbol, StageReason::WeakQuery, vec![true, false, false, false], false));
    let usages = outcome(&["find.text=PartOf7", "include.usages=true"]);
    assert_eq!((usages.0, &usages.2[..]), (Stage::Graph, &[true, false, true, false][..]));
}

/// A short word that few files hold says enough by itself, as it does to `grep`; one of many files does not.
#[test]
fn a_short_word_that_few_files_hold_is_looked_for() {
    let many: String = (0..30).map(|at| format!("--- src/p{at}.py\ndef part_{at}():\n    return shared\n")).collect();
    let repository = Repository::of(&format!("{many}--- src/base.jq\ndef other: .;\ndef ltrimx: .;\n--- facts\n")).0;
    let index = repository.index();
    let outcome = |text: &str| {
        let (bundle, _) = stages(&index, &[text]);
        let shown = bundle.bands.iter().flat_map(|band| &band.items).map(|item| item.path.clone());
        (bundle.refinement.stage, shown.collect::<Vec<_>>())
    };
    assert_eq!(outcome("find.text=ltrimx"), (Stage::Content, vec!["src/base.jq".to_owned()]));
    assert_eq!(outcome("find.text=shared").0, Stage::Symbol);
}

/// S4.28: a weak text with heavy work opted into causes none of it.
#[test]
fn a_weak_text_causes_no_heavy_work() {
    let repository = hub();
    let index = repository.index();
    let (bundle, _) = stages(&index, &["find.text=x", "include.hotspots=true", "include.usages=true"]);
    assert_eq!((bundle.status, bundle.budget.work.used.graph_nodes), (Status::NoResults, 0));
    assert!(bundle.budget.work.limits.graph_nodes > 0);
}

/// S4.16: the outline is always there; calls and imports are opted into.
#[test]
fn understanding_begins_with_the_outline() {
    let repository = hub();
    let index = repository.index();
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/manifests/understand.yaml")).expect("a class");
    let of = |sets: &[&str]| {
        let bundle = answer_on(&index, &text, sets, &[]);
        let ran = bundle.queries.iter().filter(|query| query.skipped.is_none() && query.name != "focus");
        (bundle.refinement.stage, ran.map(|query| query.name.clone()).collect::<Vec<_>>())
    };
    assert_eq!(of(&["goal.files=src/a07.ts"]), (Stage::Filename, vec!["outline".to_owned()]));
    let (stage, ran) = of(&["goal.files=src/a07.ts", "include.dependencies=true"]);
    assert_eq!((stage, ran), (Stage::Graph, vec!["outline".to_owned(), "dependencies".to_owned()]));
}
