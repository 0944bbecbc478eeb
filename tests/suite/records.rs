//! The JSON of a bundle and its schema agree, both ways.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use cg_bundle::base::{GapKind, Position};
use cg_bundle::budget::ceiling;
use cg_bundle::bundle::{
    ActionKind, Advice, BandRecord, BoundaryRecord, BudgetRecord, Bundle, ChainLink, ConsultedRecord, ContextRecord,
    DegradedKind, DegradedReason, Elided, Excerpt, FileCounts, FlowRecord, Gate, Guidance, HopRecord, IndexRecord,
    InputRecord, Item, LeftOut, Omission, QueryProvenance, QueryRecord, Reduction, ScipRecord, Shortfall,
    ShortfallKind, Sizing, Status, SuggestedAction, Truncation, Unsettled, Used, View, Why, WorkRecord,
};
use cg_bundle::flow::Dynamic;
use cg_bundle::input::set;
use cg_bundle::manifest::{Band, Budget, OnStale, Profile, load_with_text, parse};
use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, Task, answer, index};
use cg_bundle::plan::{Fallback, Refinement, Stage, StageReason};
use cg_bundle::primitive::{GraphExpand, SearchTrace};
use cg_bundle::render::MARKDOWN;
use cg_bundle::scip::{Cause, Confidence, DocumentHealth, Evidence, Freshness, Numbers, Share, SourceHealth, Verdict};
use cg_bundle::store::StorePlace;
use cg_bundle::work::{Clamp, Unit};
use serde_json::Value;

use crate::support::Repository;

fn schema() -> Value {
    serde_json::from_str(include_str!("../../schemas/bundle.schema.json")).expect("a schema")
}

/// What the schema says against a bundle; nothing where it is content.
fn faults(bundle: &Bundle) -> Vec<String> {
    let schema = schema();
    assert!(jsonschema::draft202012::meta::is_valid(&schema));
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let value = serde_json::to_value(bundle).expect("JSON");
    validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn answered(index: &Index, manifest: &str, sets: &[&str], promoted: &[String]) -> Bundle {
    let manifest_text = manifest;
    let manifest = parse(manifest.as_bytes(), "m.yaml").expect("a manifest");
    let given: Vec<_> = sets.iter().map(|text| set(text).expect("an input")).collect();
    let task = Task {
        manifest: &manifest,
        manifest_text,
        given: &given,
        promoted,
        coverage: &Arc::default(),
        environment: &[],
        format: &MARKDOWN,
    };
    answer(&task, index).expect("a bundle")
}

#[test]
fn bundles_of_the_shop_are_valid() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/shop");
    let request = IndexRequest {
        root: root.clone(),
        store: StorePlace::Nowhere,
        cas: None,
        verify: false,
        scip: ScipSelection::Found,
    };
    let index = index(&request, &|_, _, _| {}).expect("an index");
    for (name, sets) in [
        ("cve", &["vulnerability.module=requests", "vulnerability.note=CVE", "vulnerability.symbols=requests.get"][..]),
        ("cve", &["vulnerability.module=requests"]),
        ("family", &[]),
        ("tight", &[]),
    ] {
        let (_, manifest) = load_with_text(&root.join(format!(".cg/{name}.yaml"))).expect("a manifest");
        for promoted in [vec![], vec!["tests".to_owned()]] {
            if name == "cve" || promoted.is_empty() {
                let bundle = answered(&index, &manifest, sets, &promoted);
                assert_eq!(faults(&bundle), Vec::<String>::new(), "{name}");
            }
        }
    }
}

#[test]
fn bundles_of_odd_repositories_are_valid() {
    let manifest = "must_read:\n  repo_context_keys: [languages, gaps.summary]\n  globs: ['**']\nmay_read:\n  derived:\n    - { name: far, compute: 'import_graph.transitive_callers(\"a.py\", depth=9)', max_files: 1 }\n";
    let odd = ["", "--- a.py\n", "--- a.py\ndef (\n--- b.py\nimport a\nimport b.c\n--- c.py\nimport a\n--- .env\nx\n"];
    for text in odd {
        let (repository, _) = Repository::of(text);
        std::fs::write(repository.root().join("blob.bin"), b"a\0b").expect("a file");
        let bundle = answered(&repository.index(), manifest, &[], &[]);
        assert_eq!(faults(&bundle), Vec::<String>::new(), "{text}");
    }
}

fn gate() -> Gate {
    Gate {
        on_spine: false,
        sibling: true,
        named_unique: false,
        defines_family: false,
        collapses: true,
        because: "b".into(),
    }
}

fn flow() -> FlowRecord {
    let hop = HopRecord {
        caller: "a".into(),
        callee: "b".into(),
        through: Some("c".into()),
        at: "a:1:2".into(),
        evidence: cg_rules::Evidence::Resolved,
        begins: true,
    };
    let boundary =
        BoundaryRecord { what: Dynamic::Computed, within: "a".into(), text: "f()".into(), at: "a:1:2".into() };
    FlowRecord {
        is_trivial: false,
        is_alone: false,
        hops: vec![hop],
        more: 1,
        absent: Some("a".into()),
        boundaries: vec![boundary],
    }
}

/// A bundle in which nothing is left out.
fn full() -> Bundle {
    let digest = "0".repeat(64);
    let link = ChainLink { relation: "imports", from: "a".into(), to: "b".into(), at: "a:1:2".into() };
    let why = Why { query: "q".into(), because: "b".into(), hops: 1, chain: vec![link], more: 1 };
    let item = Item {
        path: "a".into(),
        band: Band::MustRead,
        asked: View::Full,
        map_place: None,
        view: View::Skeleton,
        reduced: Some(Reduction::Budget),
        language: "text",
        lines: 1,
        chars: 1,
        tokens: 1,
        content: digest.clone(),
        why: vec![why],
        symbols: vec!["s".into()],
        more_symbols: 1,
        sizing: Some(Sizing { because: "b".into(), full_chars: 1, gate: Some(gate()) }),
        elided: vec![Elided { first_line: 2, last_line: 3, names: vec!["n".into()], more: 1 }],
        redacted: 1,
        excerpts: vec![Excerpt { first_line: 1, last_line: 1, text: "a\n".into() }],
    };
    let query = QueryRecord {
        max_files: Some(1),
        depth: Some(1),
        evidence_floor: Some(cg_rules::Evidence::Scoped),
        skipped: Some("s".into()),
        fallback: Some("f".into()),
        downgraded: Some("d".into()),
        chain: vec![ConsultedRecord { source: "scip".into(), why: "w".into(), files: 1 }],
        notes: vec!["n".into()],
        why: "w".into(),
        listed: 1,
        aside: 1,
        sufficient: 1,
        search: Some(SearchTrace {
            files: 1,
            chunks: 1,
            terms: 1,
            early_exit: true,
            doubt: Some(cg_bundle::primitive::Doubt::Close),
            gap: 0.5,
            tau: 0.25,
            tau_static: 0.25,
            tau_mode: "static",
            route: "prose",
            path: "cheap",
            hyde: true,
            graph_expand: GraphExpand { reason: Some("no-seeds"), ..GraphExpand::default() },
        }),
        provenance: QueryProvenance {
            adapter: "scip",
            adapter_confidence: Some(0.5),
            files_rejected_secret_shaped: 1,
            low_confidence: Some("l".into()),
        },
        truncated_at: Some(Truncation { unit: Unit::FilesRead, limit: 1, unseen: 1 }),
        ..QueryRecord::new("q".into(), Band::MayRead, "c".into())
    };
    let context = ContextRecord { key: "k".into(), text: "t".into(), untrusted: true, redacted: 1 };
    let band = |band| BandRecord { band, context: vec![context.clone()], items: vec![item.clone()] };
    let seed = Budget { profile: Some(Profile::Seed), max_tokens: Some(1), ..Budget::default() };
    let ceiling = ceiling(&seed, 1);
    Bundle {
        version: 1,
        seal: digest.clone(),
        status: Status::Success,
        degraded: true,
        reasons: vec![DegradedReason {
            kind: DegradedKind::OutputBudget,
            message: "m".into(),
            action: Some("a".into()),
        }],
        missing: vec![Shortfall {
            kind: ShortfallKind::Cut,
            query: "q".into(),
            count: 1,
            what: "w".into(),
            run: Some("--max-chars 2".into()),
        }],
        refinement: Refinement {
            stage: Stage::Graph,
            reason: StageReason::ExplicitOptIn,
            fallbacks: vec![Fallback {
                query: "q".into(),
                from: "f".into(),
                to: "t".into(),
                why: "w".into(),
                depth: 1,
            }],
        },
        counts: FileCounts { shown: 1, cut: 1, listed: 1, left_out: 1 },
        task_class: "t".into(),
        description: "d".into(),
        manifest: digest.clone(),
        inputs: vec![InputRecord { name: "i".into(), values: vec!["v".into()], from: vec!["--set".into()] }],
        index: IndexRecord { state: digest, files: 1, gaps: vec![("binary", 1)], scip: Some(scip()) },
        environment: vec![("NAME".into(), "value".into())],
        budget: BudgetRecord {
            ceiling,
            tokenizer: "t",
            used: Used { files: 1, chars: 1, tokens: 1 },
            unused: 1,
            work: WorkRecord {
                holding: vec![Unit::FilesRead],
                lowered: vec![Clamp { unit: Unit::FilesRead, stated: 2, held: 1 }],
                ..WorkRecord::default()
            },
            unsettled: Some(Unsettled::OverCeiling),
        },
        flow: Some(flow()),
        bands: vec![band(Band::MustRead), band(Band::ShouldRead), band(Band::MayRead)],
        queries: vec![query],
        summary: "s".into(),
        left_out: vec![LeftOut { path: "a".into(), query: "q".into(), reason: Omission::Budget, hops: 1 }],
        guidance: vec![Guidance { why: "w".into(), run: "r".into() }],
        advice: Advice {
            message: "m".into(),
            actions: vec![SuggestedAction {
                priority: 1,
                pillar: "bundle",
                action: ActionKind::Deepen,
                description: "d".into(),
                rationale: "r".into(),
                arguments: "a".into(),
                tool_call: Some("t".into()),
            }],
        },
        contains_unverified_content: true,
        redacted: 2,
    }
}

fn keys(value: &Value, out: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            out.insert(key.clone());
            keys(value, out);
        }),
        Value::Array(values) => values.iter().for_each(|value| keys(value, out)),
        _ => {}
    }
}

/// The names under every `properties` of the schema.
fn stated(value: &Value, out: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            if let (true, Value::Object(properties)) = (key == "properties", value) {
                out.extend(properties.keys().cloned());
            }
            stated(value, out);
        }),
        Value::Array(values) => values.iter().for_each(|value| stated(value, out)),
        _ => {}
    }
}

/// Indexes with every field set, one for each reason not to be fresh.
fn scip() -> ScipRecord {
    let word = String::from("w");
    let share = Share { part: 1, of: 2 };
    let numbers = Numbers { documents: 1, coverage: share, imports: share, ..Numbers::default() };
    let stale = [
        Cause::IndexerError { message: word.clone() },
        Cause::DigestMismatch { expected: word.clone(), actual: word.clone() },
        Cause::TextMismatch { stale: 1, missing: 1 },
        Cause::CoverageGap { files_indexed: 1, files_in_repo: 2 },
        Cause::CommitsBehind { n: 1, last_indexed: word.clone() },
    ];
    let fresh = Freshness::Fresh { indexed_at: Some(word.clone()) };
    let source = |freshness| SourceHealth {
        name: word.clone(),
        tool: word.clone(),
        version: word.clone(),
        is_stamped: true,
        numbers,
        freshness,
        confidence: Confidence::Medium,
        reasons: vec![word.clone()],
        notes: vec![word.clone()],
        refresh: word.clone(),
    };
    let verdict = Verdict::Stale { evidence: Evidence::End, at: Position { line: 1, column: 1 } };
    ScipRecord {
        confidence: Confidence::Medium,
        on_stale: OnStale::Downgrade,
        sources: stale.into_iter().map(Freshness::Stale).chain([fresh]).map(source).collect(),
        not_fresh: vec![DocumentHealth { path: "a.ts".into(), source: 0, verdict }],
        more_not_fresh: 1,
        unindexed: 1,
    }
}

#[test]
fn every_key_of_a_bundle_is_in_the_schema_and_the_reverse() {
    assert_eq!(faults(&full()), Vec::<String>::new());
    let (mut written, mut in_schema) = (BTreeSet::new(), BTreeSet::new());
    keys(&serde_json::to_value(full()).expect("JSON"), &mut written);
    stated(&schema(), &mut in_schema);
    assert_eq!(written, in_schema);
}

#[test]
fn the_schema_is_strict() {
    let schema = schema();
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let valid = serde_json::to_value(full()).expect("JSON");
    for pointer in [
        "",
        "/index",
        "/budget",
        "/budget/used",
        "/bands/0",
        "/bands/0/items/0",
        "/bands/0/items/0/why/0",
        "/queries/0",
        "/left_out/0",
        "/guidance",
        "/guidance/suggestedActions/0",
        "/degradedReasons/0",
        "/refinement/fallbacks/0",
    ] {
        let mut more = valid.clone();
        more.pointer_mut(pointer).and_then(Value::as_object_mut).expect("an object").insert("surplus".into(), 1.into());
        assert!(!validator.is_valid(&more), "{pointer} takes any key");
    }
}

#[test]
fn the_schema_lists_what_the_tables_list() {
    let schema = schema();
    let words = |pointer: &str| -> Vec<String> {
        let words = schema.pointer(pointer).and_then(Value::as_array).expect("words");
        words.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect()
    };
    let kinds: Vec<&str> = GapKind::ALL.iter().map(|it| it.name()).collect();
    assert_eq!(words("/$defs/gap_kind/enum"), kinds);
    let views: Vec<&str> = View::ALL.iter().map(|it| it.name()).collect();
    assert_eq!(words("/$defs/item/properties/view/enum"), views);
    let profiles: Vec<&str> = Profile::ALL.iter().map(|it| it.name()).collect();
    assert_eq!(words("/$defs/budget/properties/profile/enum"), profiles);
    let evidence: Vec<&str> = cg_rules::Evidence::ALL.iter().map(|it| it.name()).collect();
    assert_eq!(words("/$defs/evidence/enum"), evidence);
    let actions: Vec<&str> = ActionKind::ALL.iter().map(|it| it.name()).collect();
    assert_eq!(words("/$defs/suggested_action/properties/action/enum"), actions);
    let reasons: Vec<&str> = DegradedKind::ALL.iter().map(|it| it.name()).collect();
    assert_eq!(words("/$defs/degraded_reason/properties/type/enum"), reasons);
    let shortfalls: Vec<&str> = ShortfallKind::ALL.iter().map(|it| it.name()).collect();
    assert_eq!(words("/$defs/shortfall/properties/kind/enum"), shortfalls);
}
