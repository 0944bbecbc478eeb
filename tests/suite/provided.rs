//! The source of each answer and its confidence, the calls in place of others, and the most of one file.

use std::fs;
use std::process::{Command, Stdio};

use cg_bundle::bundle::{Bundle, DegradedKind, QueryRecord, Reduction, ShortfallKind, Status};
use serde_json::Value;

use crate::support::{Repository, answer_on};
use crate::works::hub;

fn query<'b>(bundle: &'b Bundle, name: &str) -> &'b QueryRecord {
    bundle.queries.iter().find(|query| query.name == name).unwrap_or_else(|| panic!("no `{name}`"))
}

const DOUBTED: &str = "must_read:
  derived:
    - { name: replaced, compute: search.symbols(\"PartOf\"), fallback: text.matches(\"PartOf7 \"), max_files: 5 }
    - { name: kept, compute: search.symbols(\"PartOf\"), fallback: text.matches(\"nowhere at all\"), max_files: 5 }
    - { name: low, compute: search.symbols(\"PartOf\"), max_files: 5 }
    - { name: sure, compute: 'scip.refs(\"PartOf7\", definitions=true)', fallback: text.matches(\"PartOf7\"), max_files: 5 }
";

/// S3.U5, S3.U6, S3.U9: below 0.7 a declared fallback is run and said; where none is declared, or none is surer, the
/// answer is marked. A sure answer asks for none.
#[test]
fn an_answer_that_is_not_sure_gives_way_to_its_fallback() {
    let (repository, _) = Repository::of(
        "--- src/part.ts\nexport class PartOf7 {}\n--- src/use.ts\nimport { PartOf7 } from './part';\nexport const one = new PartOf7 ();\n",
    );
    let bundle = answer_on(&repository.index(), DOUBTED, &[], &[]);
    let replaced = query(&bundle, "replaced");
    assert_eq!(replaced.compute, "text.matches(\"PartOf7 \")");
    assert!(replaced.fallback.as_ref().is_some_and(|why| why.contains("confidence 0.6")), "{replaced:#?}");
    assert_eq!((replaced.provenance.adapter, replaced.provenance.adapter_confidence), ("facts", Some(1.0)));
    for (name, why) in [("kept", "is no surer"), ("low", "no fallback is declared")] {
        let query = query(&bundle, name);
        assert_eq!((query.compute.as_str(), query.provenance.adapter), ("search.symbols(\"PartOf\")", "names"));
        assert!(query.provenance.low_confidence.as_ref().is_some_and(|text| text.contains(why)), "{query:#?}");
    }
    assert!(query(&bundle, "sure").provenance.low_confidence.is_none());
    let chain: Vec<_> = bundle.refinement.fallbacks.iter().map(|it| (it.query.as_str(), it.depth)).collect();
    assert_eq!(chain, [("replaced", 1), ("kept", 1)]);
    assert!(bundle.reasons.iter().any(|it| it.kind == DegradedKind::FallbackUsed && it.message.contains("replaced")));
}

const ENDED: &str = "budget: { work: { max_files_read: 3 } }
must_read: { derived: [{ name: lines, compute: text.matches(\"/value59 =/\"), max_files: 5 }] }
";

/// S4.6, S4.24: a search of contents that a limit ends with nothing is one of names in the same request. It is said, and
/// the limit stays a shortfall.
#[test]
fn a_search_that_is_ended_with_nothing_looks_for_names() {
    let repository = hub();
    let bundle = answer_on(&repository.index(), ENDED, &[], &[]);
    let lines = query(&bundle, "lines");
    assert_eq!((lines.compute.as_str(), lines.returned), ("search.symbols(\"/value59 =/\")", 1));
    assert!(lines.truncated_at.is_some_and(|it| it.limit == 3));
    assert_eq!((bundle.status, bundle.degraded), (Status::PartialSuccess, true));
    assert!(bundle.missing.iter().any(|it| it.kind == ShortfallKind::Work && it.query == "lines"));
    let whole = answer_on(&repository.index(), &ENDED.replace("max_files_read: 3", "profile: deep"), &[], &[]);
    assert_eq!((whole.status, query(&whole, "lines").returned), (Status::Success, 1));
    assert!(whole.refinement.fallbacks.is_empty());
}

/// S3.U6: a call in place of another is said before the query has an answer.
#[test]
fn a_call_in_place_of_another_is_said_first() {
    let repository = hub();
    fs::write(repository.root().join("ended.yaml"), ENDED).expect("a manifest");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.current_dir(repository.root()).args(["ended.yaml", "--no-store", "--message-format", "json"]);
    let output = command.stdin(Stdio::null()).output().expect("the program");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let events: Vec<Value> = said.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let place = |name: &str| events.iter().position(|event| event["event"] == name).expect("an event");
    assert!(place("fallback") < place("downgrade"), "{said}");
    let event = &events[place("fallback")];
    assert_eq!((&event["query"], &event["depth"]), (&Value::from("lines"), &Value::from(1)));
}

/// S3.U9: requested paths that look like secrets are counted, and never named.
#[test]
fn requested_secrets_are_counted() {
    let (repository, _) = Repository::of("--- config/app.py\nx = 1\n--- config/.env\nTOKEN=1\n--- lib/.env\nTOKEN=2\n");
    let manifest = "inputs: { files: { type: files, required: false } }
must_read:
  globs: ['config/*', 'config/.*']
  repo_context_keys: [files]
";
    let bundle = answer_on(&repository.index(), manifest, &["files=lib/.env"], &[]);
    let counts: Vec<usize> = bundle.queries.iter().map(|it| it.provenance.files_rejected_secret_shaped).collect();
    assert_eq!(counts.iter().sum::<usize>(), 2, "{:#?}", bundle.queries);
    let named = serde_json::to_string(&bundle.bands).expect("JSON");
    assert!(!named.contains(".env"), "{named}");
}

/// `per_file_max_tokens` holds for every file, also for one that the author names; a larger one shows no less.
#[test]
fn the_most_tokens_of_a_file_hold_for_every_file() {
    let body: String = (0..200).map(|at| format!("def step_{at}(value):\n    return value * {at}\n\n\n")).collect();
    let (repository, _) = Repository::of(&format!("--- long.py\n{body}--- short.py\nx = 1\n"));
    let index = repository.index();
    let bundle = |most: &str| {
        let manifest = format!("budget: {{ max_chars: 90000{most} }}\nmust_read: {{ globs: ['*.py'] }}\n");
        answer_on(&index, &manifest, &[], &[])
    };
    let item = |bundle: &Bundle| bundle.bands[0].items.iter().find(|item| item.path == "long.py").cloned().expect("it");
    let (all, some, few) = (bundle(""), bundle(", per_file_max_tokens: 1500"), bundle(", per_file_max_tokens: 300"));
    assert_eq!((all.status, item(&all).reduced), (Status::Success, None));
    for (bundle, most) in [(&some, 1_500), (&few, 300)] {
        let item = item(bundle);
        assert_eq!((bundle.status, item.reduced), (Status::PartialSuccess, Some(Reduction::PerFile)));
        assert!(item.tokens <= most, "{} of {most}", item.tokens);
        let cut = bundle.missing.iter().find(|it| it.kind == ShortfallKind::Cut).expect("a shortfall");
        assert!(cut.what.contains("`per_file_max_tokens`") && cut.run.is_none(), "{cut:?}");
    }
    assert!(item(&few).tokens <= item(&some).tokens && item(&some).tokens < item(&all).tokens);
}
