//! Laws of every text: no panic, no place outside, no waste; and the schema has our keys.

#![allow(clippy::unwrap_used, clippy::panic)]

use proptest::prelude::*;
use serde_json::Value;

use super::shape::{self, Key, Shape};
use super::{ManifestError, parse, parse_query};
use crate::base::{Diagnostic, snippet};

thread_local! {
    static SCHEMA: jsonschema::Validator = {
        let schema = serde_json::from_str(include_str!("../../schemas/manifest.schema.json")).unwrap();
        jsonschema::validator_for(&schema).unwrap()
    };
}

const PARTS: &[&str] = &[
    "*",
    "!",
    "{",
    "}",
    "[",
    "]",
    "&a ",
    "\t",
    "\n",
    "\r\n",
    ": ",
    "- ",
    "\"",
    "'",
    "#",
    "|",
    ">",
    "é",
    "\u{85}",
    "(",
    ")",
    ",",
    "depth=2",
    "$workflow.x",
    "..",
    "\0",
    "\u{feff}",
    "---\n",
    "~",
    "? ",
    "日本",
    "\\",
    "=",
    "%",
    "@",
    "/",
    "7",
];

/// The texts to mutate: cases that together hold every key and every slip.
const CASES: &[&str] = &[
    include_str!("../../tests/cases/manifests/valid/adr-0030.yaml"),
    include_str!("../../tests/cases/manifests/valid/crlf.yaml"),
    include_str!("../../tests/cases/manifests/valid/everything.yaml"),
    include_str!("../../tests/cases/manifests/valid/flow.yaml"),
    include_str!("../../tests/cases/manifests/valid/literals.yaml"),
    include_str!("../../tests/cases/manifests/valid/quoted-globs.yaml"),
    include_str!("../../tests/cases/manifests/valid/strings.yaml"),
    include_str!("../../tests/cases/manifests/invalid/brace-glob.yaml"),
    include_str!("../../tests/cases/manifests/invalid/call-syntax.yaml"),
    include_str!("../../tests/cases/manifests/invalid/choices.yaml"),
    include_str!("../../tests/cases/manifests/invalid/kinds.yaml"),
    include_str!("../../tests/cases/manifests/invalid/options.yaml"),
    include_str!("../../tests/cases/manifests/invalid/quoted-call.yaml"),
    include_str!("../../tests/cases/manifests/invalid/several.yaml"),
];

fn in_bounds(text: &str, diagnostics: &[Diagnostic]) {
    for it in diagnostics {
        let spans = std::iter::once(&it.primary.span).chain(it.context.iter().map(|label| &label.span));
        for span in spans.chain(it.fix.iter().map(|fix| &fix.span)) {
            assert!(text.get(span.clone()).is_some(), "{span:?} of {} in {text:?}", it.code);
        }
    }
}

#[test]
fn a_bomb_is_refused_at_once() {
    let aliases = format!("a: &x [{}]\nb: [{}]\n", "1, ".repeat(5000), "*x, ".repeat(5000));
    let laughs: String = (1..9).map(|it| format!("l{it}: &l{it} [*l{0}, *l{0}]\n", it - 1)).collect();
    let deep = "[".repeat(60_000);
    let keys = "? ".repeat(30_000);
    let braces = "{a: ".repeat(15_000);
    let many = format!("must_read: {{globs: [{}]}}", "a,".repeat(30_000));
    let dashes = "- ".repeat(30_000);
    let huge = format!("description: {}", "x".repeat(1_000_000));
    let stars = "- *a\n".repeat(12_000);
    let cases = [
        (aliases, "CG004"),
        (format!("l0: &l0 [lol]\n{laughs}"), "CG004"),
        (deep, "CG003"),
        (keys, "CG003"),
        (braces, "CG003"),
        (many, "CG003"),
        (dashes, "CG003"),
        (huge, "CG003"),
        (stars, "CG005"),
    ];
    for (bomb, code) in cases {
        let Err(ManifestError::Invalid { source_text: text, diagnostics, .. }) = parse(bomb.as_bytes(), "bomb.yaml")
        else {
            panic!("{bomb:.40} is accepted");
        };
        in_bounds(&text, &diagnostics);
        assert!(diagnostics.iter().any(|it| it.code == code), "{:.40}: {diagnostics:?}", bomb);
        assert!(diagnostics.len() <= 100 && text.len() <= 64 * 1024);
    }
}

/// A part of the schema, or the one that it refers to.
fn part<'v>(schema: &'v Value, node: &'v Value) -> &'v Value {
    node["$ref"].as_str().map_or(node, |at| schema.pointer(at.trim_start_matches('#')).unwrap())
}

/// Asserts that a part of the schema has the keys of a table, and goes down. `own` is what it demands of a manifest without
/// a base in addition.
fn same_keys(schema: &Value, node: &Value, own: &Value, keys: &[Key]) {
    let (node, own) = (part(schema, node), part(schema, own));
    let stated: Vec<&str> = node["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    let mut stated = stated;
    let mut known: Vec<&str> = keys.iter().map(|key| key.name).collect();
    stated.sort_unstable();
    known.sort_unstable();
    assert_eq!(stated, known);
    let needed: Vec<&str> = keys.iter().filter(|key| key.needed.is_some()).map(|key| key.name).collect();
    let required = [node, own].into_iter().filter_map(|it| it["required"].as_array()).flatten();
    assert_eq!(required.map(|it| it.as_str().unwrap()).collect::<Vec<_>>(), needed);
    assert_eq!(node["additionalProperties"], false);
    for key in keys {
        let [value, own] = [node, own].map(|it| &it["properties"][key.name]);
        let inside = |name: &str| (&part(schema, value)[name], &part(schema, own)[name]);
        match &key.shape {
            Shape::Map(keys) => same_keys(schema, value, own, keys),
            Shape::Inputs(keys) => {
                let (value, own) = inside("additionalProperties");
                same_keys(schema, value, own, keys);
            }
            Shape::Queries(keys) => {
                let (value, own) = inside("items");
                same_keys(schema, value, own, keys);
            }
            Shape::Count { most, auto: false } => assert_eq!(value["maximum"], *most),
            Shape::Count { most, auto: true } => assert_eq!(value["anyOf"][1]["maximum"], *most),
            _ => assert!(value["description"].is_string(), "{} is not described", key.name),
        }
    }
}

#[test]
fn the_schema_has_the_keys_of_the_table() {
    let schema: Value = serde_json::from_str(include_str!("../../schemas/manifest.schema.json")).unwrap();
    same_keys(&schema, &schema, &schema["else"], shape::MANIFEST);
}

fn check_any(bytes: &[u8]) {
    let lossy = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).into_owned();
    match parse(bytes, "any.yaml") {
        Ok(manifest) => {
            in_bounds(&lossy, &manifest.warnings);
            let value: Value = serde_yaml::from_str(&lossy).unwrap();
            assert!(
                SCHEMA.with(|schema| schema.is_valid(&value)),
                "the schema rejects what the parser accepts:\n{lossy}"
            );
            assert!(manifest.queries().all(|(_, query)| lossy.get(query.call.span.clone()).is_some()));
        }
        Err(ManifestError::Invalid { source_text, diagnostics, .. }) => {
            assert!(!diagnostics.is_empty());
            in_bounds(&source_text, &diagnostics);
            snippet::render("any.yaml", &source_text, &diagnostics, false);
        }
        Err(error) => panic!("{error}"),
    }
}

fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let parts = prop::sample::select(PARTS);
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..4_usize, parts), 1..6);
    (prop::sample::select(CASES), edits).prop_map(|(case, edits)| {
        let mut bytes = case.as_bytes().to_vec();
        for (at, cut, part) in edits {
            let at = at.index(bytes.len() + 1);
            let end = (at + cut).min(bytes.len());
            bytes.splice(at..end, part.bytes());
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_any(&bytes);
    }

    #[test]
    fn mutated_manifests_never_panic(bytes in mutated()) {
        check_any(&bytes);
    }

    #[test]
    fn calls_never_panic(text in "[a-z(\\[\\]),.\"'= $@é-]{0,24}|scip\\.refs\\(.{0,16}") {
        match parse_query(&text) {
            Ok(call) => assert!(call.args.iter().all(|arg| text.get(arg.word().span.clone()).is_some())),
            Err(found) => in_bounds(&text, &found),
        }
    }
}
