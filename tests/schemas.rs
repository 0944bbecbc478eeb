//! The schema that editors use, the parser, the cases and the documents say the same.

#![allow(clippy::unwrap_used, clippy::panic, clippy::string_slice)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cg_bundle::base::{Diagnostic, snippet};
use cg_bundle::input::{Given, Origin, Route, bind};
use cg_bundle::manifest::{self, Manifest, ManifestError};

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|it| it == ending)).collect();
    files.sort();
    files
}

fn schema() -> serde_json::Value {
    serde_json::from_str(include_str!("../schemas/manifest.schema.json")).unwrap()
}

fn validator() -> jsonschema::Validator {
    jsonschema::options().should_validate_formats(true).build(&schema()).unwrap()
}

/// Whether the schema accepts; a text that is no plain YAML the schema never sees, and so does not reject.
fn schema_accepts(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let value = std::str::from_utf8(bytes).ok().and_then(|text| serde_yaml::from_str::<serde_yaml::Value>(text).ok());
    let json = value.filter(|value| !tagged(value)).and_then(|value| serde_json::to_value(value).ok());
    json.is_none_or(|json| validator().is_valid(&json))
}

fn tagged(value: &serde_yaml::Value) -> bool {
    match value {
        serde_yaml::Value::Tagged(_) => true,
        serde_yaml::Value::Sequence(items) => items.iter().any(tagged),
        serde_yaml::Value::Mapping(map) => map.values().any(tagged),
        _ => false,
    }
}

fn wrong(bytes: &[u8], name: &str) -> (String, Vec<Diagnostic>) {
    match manifest::parse(bytes, name) {
        Err(ManifestError::Invalid { source_text, diagnostics, .. }) => (source_text, diagnostics),
        other => panic!("{name} should be invalid: {other:?}"),
    }
}

fn right(bytes: &[u8], name: &str) -> Manifest {
    match manifest::parse(bytes, name) {
        Ok(manifest) => manifest,
        Err(ManifestError::Invalid { source_text, diagnostics, .. }) => {
            panic!("{}", snippet::render(name, &source_text, &diagnostics, false))
        }
        Err(error) => panic!("{error}"),
    }
}

fn in_bounds(text: &str, diagnostics: &[Diagnostic]) {
    for it in diagnostics {
        let spans = std::iter::once(&it.primary.span).chain(it.context.iter().map(|label| &label.span));
        for span in spans.chain(it.fix.iter().map(|fix| &fix.span)) {
            assert!(text.get(span.clone()).is_some(), "{span:?} of {} in {text:?}", it.code);
        }
    }
}

#[test]
fn valid_cases_load_and_the_schema_agrees() {
    let cases = files("tests/cases/manifests/valid", "yaml");
    assert!(cases.len() >= 12);
    for path in cases {
        let bytes = fs::read(&path).unwrap();
        let manifest = right(&bytes, path.file_name().unwrap().to_str().unwrap());
        assert!(manifest.warnings.is_empty(), "{}: {:?}", path.display(), manifest.warnings);
        assert!(schema_accepts(&bytes), "the schema rejects {}", path.display());
    }
}

#[test]
fn invalid_cases_have_their_messages_and_the_schema_agrees() {
    let cases = files("tests/cases/manifests/invalid", "yaml");
    assert!(cases.len() >= 35);
    let mut wanted = Vec::new();
    for path in &cases {
        let bytes = fs::read(path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let stated = String::from_utf8_lossy(&bytes).lines().next().is_some_and(|line| line == "# schema: accepts");
        if schema_accepts(&bytes) != stated {
            wanted.push(format!("{name}: the schema {}", if stated { "rejects" } else { "accepts" }));
        }
        let (text, diagnostics) = wrong(&bytes, name);
        in_bounds(&text, &diagnostics);
        let message = snippet::render(name, &text, &diagnostics, false);
        let golden = path.with_extension("txt");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&golden, &message).unwrap();
        } else if fs::read_to_string(&golden).unwrap_or_default() != message {
            wanted.push(format!("{name}: the message changed to\n{message}"));
        }
    }
    assert!(wanted.is_empty(), "{}", wanted.join("\n"));
    assert_eq!(files("tests/cases/manifests/invalid", "txt").len(), cases.len(), "a message without its case");
}

/// What applying every fix leads to. A fix may not make things worse.
#[test]
fn mends_mend() {
    for path in files("tests/cases/manifests/invalid", "yaml") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let (text, before) = wrong(&fs::read(&path).unwrap(), name);
        for one in before.iter().filter(|it| it.fix.is_some()) {
            let fix = one.fix.as_ref().unwrap();
            let mut fixed = text.clone();
            fixed.replace_range(fix.span.clone(), &fix.text);
            let after = match manifest::parse(fixed.as_bytes(), name) {
                Err(ManifestError::Invalid { diagnostics, .. }) => diagnostics,
                _ => Vec::new(),
            };
            let same = |it: &&Diagnostic| it.code == one.code && it.title == one.title;
            let count = |all: &[Diagnostic]| all.iter().filter(same).count();
            assert!(count(&after) < count(&before), "{name}: the fix of {one:?} does not fix:\n{fixed}");
        }
    }
}

#[test]
fn shipped_manifests_load_without_a_remark() {
    let shipped = files("manifests", "yaml");
    assert!(shipped.len() >= 6);
    for path in shipped {
        let manifest = manifest::load(&path).unwrap_or_else(|error| {
            let ManifestError::Invalid { source_text, diagnostics, .. } = error else { panic!("{error}") };
            panic!("{}", snippet::render(&path.to_string_lossy(), &source_text, &diagnostics, false))
        });
        assert!(manifest.warnings.is_empty(), "{}: {:?}", path.display(), manifest.warnings);
        assert!(manifest.queries().all(|(_, query)| !query.why.is_empty()), "{}", path.display());
        assert!(manifest.inputs.iter().all(|input| input.declared && !input.example.is_empty()), "{}", path.display());
        assert!(schema_accepts(&fs::read(&path).unwrap()), "the schema rejects {}", path.display());
    }
}

#[test]
fn shipped_manifests_bind_their_examples_and_onboarding_needs_nothing() {
    for path in files("manifests", "yaml") {
        let manifest = manifest::load(&path).unwrap();
        let examples: Vec<Given> = manifest
            .inputs
            .iter()
            .map(|input| Given {
                name: input.name.clone(),
                values: input.example.clone(),
                origin: Origin::Set,
                gone: Vec::new(),
                unmatched: Vec::new(),
            })
            .collect();
        let bound = bind(&manifest, &examples).unwrap();
        assert!(manifest.queries().all(|(_, query)| *bound.route(&query.name) == Route::Compute), "{}", path.display());
        let required = manifest.inputs.iter().filter(|input| input.required).count();
        assert_eq!(bind(&manifest, &[]).is_ok(), path.ends_with("onboarding.yaml"), "{}", path.display());
        assert!(required <= 1, "{} asks for {required} inputs", path.display());
    }
}

/// Words that stand in the schema under a path.
fn words(pointer: &str) -> Vec<String> {
    let schema = schema();
    let words = schema.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}")).as_array().unwrap();
    words.iter().map(|word| word.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_schema_lists_what_the_tables_list() {
    use cg_bundle::primitive::{ArgType, PRIMITIVES};
    use manifest::{CONTEXT_KEYS, OnStale, Profile, Render};
    let names = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<String>>();
    assert_eq!(words("/$defs/input/properties/type/enum"), names(ArgType::ALL.iter().map(|it| it.name()).collect()));
    assert_eq!(words("/$defs/query/properties/render/enum"), names(Render::ALL.iter().map(|it| it.name()).collect()));
    let evidence = cg_rules::Evidence::ALL.iter().map(|it| it.name()).collect();
    assert_eq!(words("/$defs/query/properties/evidence/enum"), names(evidence));
    let profiles = Profile::ALL.iter().map(|it| it.name()).collect();
    assert_eq!(words("/properties/budget/properties/profile/enum"), names(profiles));
    let profiles = cg_bundle::work::WorkProfile::ALL.iter().map(|it| it.name()).collect();
    assert_eq!(words("/properties/budget/properties/work/properties/profile/enum"), names(profiles));
    let on_stale = OnStale::ALL.iter().map(|it| it.name()).collect();
    assert_eq!(words("/properties/index/properties/on_stale/enum"), names(on_stale));
    let pattern = schema()["$defs"]["call"]["pattern"].as_str().unwrap().replace('\\', "");
    // Before them stands the one call that needs no argument.
    let primitives = pattern.split_once("|(").unwrap().1.split_once(')').unwrap().0.split('|');
    assert_eq!(primitives.collect::<Vec<_>>(), PRIMITIVES.iter().map(|it| it.name).collect::<Vec<_>>());
    let keys = schema()["$defs"]["band"]["properties"]["repo_context_keys"]["description"].as_str().unwrap().to_owned();
    assert!(CONTEXT_KEYS.iter().all(|key| keys.contains(&format!("`{key}`"))));
}

fn codes(text: &str, before: &str, after: &str) -> BTreeSet<String> {
    let parts = text.match_indices("CG").filter_map(|(at, _)| Some((at, text.get(at..at + 5)?)));
    let codes = parts.filter(|(_, code)| code[2..].bytes().all(|byte| byte.is_ascii_digit()));
    codes
        .filter(|(at, _)| text[..*at].ends_with(before) && text[at + 5..].starts_with(after))
        .map(|(_, code)| code.to_owned())
        .collect()
}

fn sources(folder: &Path, out: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|it| it == "rs") {
            out.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_code_is_documented_and_every_documented_code_exists() {
    let mut source = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut source);
    let documented = codes(include_str!("../docs/diagnostics.md"), "| `", "` |");
    assert_eq!(codes(&source, "\"", "\""), documented);
}

/// The findings of a manifest.
fn findings(text: &str) -> Vec<String> {
    let found = match manifest::parse(text.as_bytes(), "m.yaml") {
        Ok(manifest) => manifest.warnings,
        Err(ManifestError::Invalid { diagnostics, .. }) => diagnostics,
        Err(error) => panic!("{error}"),
    };
    found.iter().map(|it| it.code.to_owned()).collect()
}

#[test]
fn every_code_has_a_section_whose_examples_are_so() {
    let text = include_str!("../docs/diagnostics.md");
    let mut wrong = Vec::new();
    let mut explained = BTreeSet::new();
    for section in text.split("\n### ").skip(1) {
        let (code, body) = section.split_once('\n').unwrap();
        explained.insert(code.to_owned());
        let examples: Vec<&str> = body.split("```yaml\n").skip(1).filter_map(|it| it.split("```").next()).collect();
        match examples[..] {
            [] => {}
            [bad, good] => {
                let (bad, good) = (findings(bad), findings(good));
                if bad != [code] || !good.is_empty() {
                    wrong.push(format!("{code}: {bad:?}, then {good:?}"));
                }
            }
            _ => wrong.push(format!("{code}: not two examples")),
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert_eq!(explained, codes(text, "| `", "` |"));
}

#[test]
fn the_adr_example_is_understood_as_it_stands() {
    let manifest = right(include_bytes!("cases/manifests/valid/adr-0030.yaml"), "vulnerability-remediation.yaml");
    assert_eq!(manifest.task_class, "vulnerability-remediation");
    let caps: Vec<u32> = manifest.queries().map(|(_, query)| query.max_files).collect();
    assert_eq!(caps, [30, 50, 100, 100, 200]);
    let inputs: Vec<(&str, &str, bool)> =
        manifest.inputs.iter().map(|it| (it.name.as_str(), it.arg_type.name(), it.required)).collect();
    assert_eq!(
        inputs,
        [("vulnerability.affected_symbols", "symbols", true), ("vulnerability.affected_module", "module", true)]
    );
    let depths: Vec<Option<u32>> = manifest.queries().map(|(_, query)| query.call.depth).collect();
    assert_eq!(depths, [None, None, None, Some(1), Some(3)]);
}

#[test]
fn what_is_probably_not_meant_is_a_warning() {
    let text = "inputs:\n  a.files: { type: files }\n  b.text: { type: text }\nmust_read:\n  repo_context_keys: [b.texts]\n  derived:\n    - { name: x, compute: 'import_graph.dependencies([a.files, a.file])', max_files: 5 }\n";
    let manifest = right(text.as_bytes(), "w.yaml");
    let codes: Vec<&str> = manifest.warnings.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["CG050", "CG051", "CG051"], "{}", snippet::render("w.yaml", text, &manifest.warnings, false));
}

#[test]
fn messages_for_programs() {
    let (text, found) = wrong(b"must_read:\n  globs: [\"/a%,b\"]\n", "x:y.yaml");
    assert_eq!(
        snippet::github("x:y,z.yaml", &text, &found[0]),
        "::error file=x%3Ay%2Cz.yaml,line=2,endLine=2,col=12,title=CG024::`/a%25,b` is absolute%0Aglobs start at the root already"
    );
    let json = serde_json::to_value(snippet::message("m.yaml", &text, &found[0])).unwrap();
    assert_eq!(json["primary"]["line"], 2);
    assert_eq!(json["fix"]["text"], "a%,b");
    assert!(snippet::render("m.yaml", &text, &found, true).contains('\u{1b}'));
}
