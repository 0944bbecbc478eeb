//! Every shipped manifest, run on the fixture repository with inputs that make each of its queries run.
//!
//! `tests/golden/NAME.md` holds each bundle as Markdown; `UPDATE=1` writes them anew. The seal and the state of the index
//! depend on the version of the program, so they are zeros there. JSON is held by its schema, by laws, and by the fields
//! that `the_record_says_what_was_given` names.

use std::fs;
use std::path::{Path, PathBuf};

use cg_bundle::bundle::Bundle;
use cg_bundle::pipeline::{Index, ScipSelection};
use cg_bundle::render;

use crate::support::{answer_on, index_of};

/// Each manifest by its stem, with what is set. Every file of `manifests/` has a row.
pub const RUNS: &[(&str, &[&str])] = &[
    (
        "api-change",
        &[
            "change.symbols=Payment.pay,CardPayment.pay,total",
            "change.files=shop/prices.py,requests.py",
            "change.description=total takes the day of the rate",
        ],
    ),
    ("ask", &["question.text=How does Order.cost get its price, and where are rates fetched?"]),
    (
        "bug-fix",
        &[
            "trace.files=shop/orders.py,shop/prices.py",
            "trace.symbols=place,Order.cost,total",
            "trace.text=ValueError: invalid literal for int() with base 10",
        ],
    ),
    (
        "change",
        &[
            "change.description=Cache the rates that are fetched, so that total asks once a day",
            "change.files=shop/rates.py",
        ],
    ),
    (
        "cve",
        &[
            "vulnerability.affected_module=requests",
            "vulnerability.affected_symbols=requests.get",
            "vulnerability.package=requests",
            "vulnerability.advisory=CVE-2024-35195 of requests",
        ],
    ),
    (
        "feature",
        &[
            "feature.symbols=place,rate,CardPayment",
            "feature.files=shop/payments/card.py",
            "feature.description=Let customers pay in several currencies",
        ],
    ),
    ("navigate", &["find.text=how rates and total are fetched", "include.usages=true", "include.hotspots=true"]),
    (
        "onboarding",
        &[
            "question.text=How does an order get its price?",
            "question.symbols=place,rate,CashPayment",
            "question.modules=requests",
        ],
    ),
    (
        "pr-review",
        &[
            "diff.files=shop/prices.py,shop/payments/card.py,requests.py",
            "diff.symbols=total,CardPayment",
            "diff.removed=post",
            "diff.packages=requests",
            "diff.patch=--- a/shop/prices.py",
        ],
    ),
    (
        "understand",
        &[
            "goal.files=shop/prices.py,shop/orders.py",
            "goal.symbols=total",
            "include.calls=true",
            "include.dependencies=true",
            "include.hotspots=true",
        ],
    ),
];

/// The digest that stands where the version of the program would show.
const ZEROS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

fn at(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(inside)
}

/// The index of the fixture repository.
pub fn shop() -> Index {
    index_of(&at("tests/fixtures/shop"), ScipSelection::Found)
}

/// The bundle of a shipped manifest.
pub fn bundle_of(index: &Index, name: &str, sets: &[&str]) -> Bundle {
    let text = fs::read_to_string(at(&format!("manifests/{name}.yaml"))).expect("a manifest");
    answer_on(index, &text, sets, &[])
}

#[test]
fn the_table_names_every_manifest() {
    let mut shipped: Vec<String> = fs::read_dir(at("manifests"))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    shipped.sort();
    let named: Vec<String> = RUNS.iter().map(|(name, _)| format!("{name}.yaml")).collect();
    assert_eq!(shipped, named);
}

#[test]
fn every_manifest_gives_its_golden_bundle() {
    let index = shop();
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    let mut differ = Vec::new();
    for (name, sets) in RUNS {
        let mut bundle = bundle_of(&index, name, sets);
        ZEROS.clone_into(&mut bundle.seal);
        ZEROS.clone_into(&mut bundle.index.state);
        let given = render::markdown(&bundle);
        let path = at(&format!("tests/golden/{name}.md"));
        if update {
            fs::write(&path, given).expect("a golden file");
        } else if fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n") != given {
            differ.push(format!("{}\n{given}", path.display()));
        }
    }
    let n_differ = differ.len();
    assert!(
        differ.is_empty(),
        "{n_differ} bundles are not their golden ones; if they are right, UPDATE=1 keeps them\n{}",
        differ.join("\n")
    );
}

/// The map of a repository is what onboarding without a question is.
#[test]
fn without_a_question_onboarding_prints_the_map() {
    let bundle = bundle_of(&shop(), "onboarding", &[]);
    let central = bundle.queries.iter().find(|record| record.name == "most_relied_on").expect("a record");
    assert!(central.skipped.is_none() && central.returned > 3, "{central:?}");
}

#[test]
fn every_query_of_every_manifest_runs_and_keeps_its_books() {
    let schema = fs::read_to_string(at("schemas/bundle.schema.json")).expect("the schema");
    let schema = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let index = shop();
    for (name, sets) in RUNS {
        let bundle = bundle_of(&index, name, sets);
        let json = (render::format("json").expect("a format").render)(&bundle);
        let json = serde_json::from_str(&json).expect("JSON");
        let faults: Vec<_> = validator.iter_errors(&json).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{name}: {faults:?}");
        let text = fs::read_to_string(at(&format!("manifests/{name}.yaml"))).expect("a manifest");
        let written: serde_yaml::Value = serde_yaml::from_str(&text).expect("YAML");
        let mut n_queries = 0;
        for band in ["must_read", "should_read", "may_read"] {
            for query in written[band]["derived"].as_sequence().into_iter().flatten() {
                n_queries += 1;
                let wanted = query["name"].as_str().expect("a name");
                let record = bundle.queries.iter().find(|record| record.name == wanted && record.band.name() == band);
                let record = record.unwrap_or_else(|| panic!("{name}: no record of `{wanted}`"));
                let is_given = |input: &serde_yaml::Value| {
                    let input = input.as_str().expect("an input");
                    sets.iter().any(|set| set.split('=').next() == Some(input))
                };
                let given = query["unless"].as_sequence().and_then(|inputs| inputs.iter().find(|it| is_given(it)));
                if let Some(given) = given.and_then(serde_yaml::Value::as_str) {
                    assert_eq!(record.skipped.as_deref(), Some(format!("`{given}` is given").as_str()), "{name}");
                    continue;
                }
                assert!(record.skipped.is_none() && record.fallback.is_none(), "{name}: {record:?}");
                assert!(record.returned > 0, "{name}: `{wanted}` returns nothing, so its golden shows nothing");
            }
        }
        assert!(n_queries > 0 || bundle.queries.is_empty(), "{name} asks nothing");
        for query in &bundle.queries {
            let shown = query.included + query.listed + query.deduped + query.over_cap + query.deferred;
            assert_eq!(query.returned, shown, "{name}: {query:?}");
        }
        let n_items: usize = bundle.bands.iter().map(|band| band.items.len()).sum();
        assert_eq!(n_items, bundle.queries.iter().map(|query| query.included + query.listed).sum::<usize>(), "{name}");
    }
}

/// The fields that a program reads first, of one bundle, as the manifest, the inputs and the fixture have them.
#[test]
fn the_record_says_what_was_given() {
    let (name, sets) = RUNS.iter().find(|(name, _)| *name == "cve").expect("the row");
    let bundle = bundle_of(&shop(), name, sets);
    let json = (render::format("json").expect("a format").render)(&bundle);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let input = |name: &str| {
        let inputs = json["inputs"].as_array().expect("a list");
        inputs.iter().find(|input| input["name"] == name).cloned().unwrap_or_default()
    };
    assert_eq!((&json["version"], &json["task_class"]), (&1.into(), &"vulnerability-remediation".into()));
    let symbols = input("vulnerability.affected_symbols");
    assert_eq!(symbols, serde_json::json!({ "name": symbols["name"], "values": ["requests.get"], "from": ["--set"] }));
    let site = &json["bands"][0]["items"][0];
    assert_eq!((&site["path"], &site["band"]), (&"shop/rates.py".into(), &"must_read".into()));
    // `return requests.get(URL, ...)` stands on line 11 of the file.
    let link = &site["why"][0]["chain"][0];
    assert_eq!(
        (&link["relation"], &link["to"], &link["at"]),
        (&"uses_package".into(), &"requests.get".into(), &"shop/rates.py:11:25".into())
    );
    let shown: u64 =
        site["excerpts"].as_array().expect("a list").iter().map(|it| it["first_line"].as_u64().unwrap_or(0)).sum();
    assert!(shown > 0, "the excerpts have line numbers: {site}");
    let seal = json["seal"].as_str().expect("a text");
    assert!(seal.len() == 64 && seal.bytes().all(|byte| byte.is_ascii_hexdigit()), "{seal}");
}
