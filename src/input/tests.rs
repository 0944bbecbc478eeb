//! Tests of binding: values, routes and diagnostics.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;

use super::super::{file, set};
use super::*;
use crate::base::snippet;
use crate::manifest::parse;

const MANIFEST: &str = r#"inputs:
  change.files: { type: files, example: ["src/a b.ts"] }
  change.symbols: { type: symbols, required: false }
  change.note: { type: text, required: false }
must_read:
  repo_context_keys: [change.patch, change.note]
  derived:
    - { name: refs, compute: scip.refs(change.symbols), max_files: 5, fallback: import_graph.dependencies(change.files) }
    - { name: spine, compute: call_graph.spine(change.symbols), max_files: 5 }
    - { name: around, compute: import_graph.dependencies(change.files), max_files: 5 }
should_read:
  derived:
    - { name: both, compute: "test_inventory.tests_exercising([spine, around])", max_files: 5 }
    - { name: far, compute: import_graph.transitive_callers(spine), max_files: 5 }
"#;

fn manifest() -> Manifest {
    parse(MANIFEST.as_bytes(), "m.yaml").unwrap()
}

fn sets(texts: &[&str]) -> Vec<Given> {
    texts.iter().map(|text| set(text).unwrap()).collect()
}

fn said(given: &[Given]) -> String {
    snippet::render("m.yaml", MANIFEST, &bind(&manifest(), given).unwrap_err(), false)
}

#[test]
fn values_are_divided_and_spelled_one_way() {
    let given = sets(&[
        "change.files=./a.ts, b/../b.ts",
        "change.files=src/{a,b}.ts",
        "change.files=a.ts",
        "change.symbols=Map<K,V>.get,f(a, b)",
        "change.note=one, two",
    ]);
    let errors = bind(&manifest(), &given).unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:?}");
    let given = sets(&["change.files=./a.ts, b//c.ts,dir/", "change.files=src/{a,b}.ts", "change.files=a.ts"]);
    let bound = bind(&manifest(), &given).unwrap();
    assert_eq!(bound.values("change.files").unwrap(), ["a.ts", "b/c.ts", "dir/**", "src/{a,b}.ts"]);
    let given = sets(&["change.files=a", "change.symbols=Map<K,V>.get,f(a, b)", "change.note=one, two"]);
    let bound = bind(&manifest(), &given).unwrap();
    assert_eq!(bound.values("change.symbols").unwrap(), ["Map<K,V>.get", "f(a, b)"]);
    assert_eq!(bound.values("change.note").unwrap(), ["one, two"]);
    assert_eq!(bound.origins("change.note"), [Origin::Set]);
}

#[test]
fn queries_without_values_fall_back_or_are_skipped() {
    let bound = bind(&manifest(), &sets(&["change.files=a.ts"])).unwrap();
    assert_eq!(*bound.route("refs"), Route::Fallback { missing: "change.symbols".into() });
    assert_eq!(bound.route("spine").reason().unwrap(), "`change.symbols` has no value");
    assert_eq!(*bound.route("both"), Route::Compute);
    // What goes on from a query that was skipped lacks the same input.
    assert_eq!(*bound.route("far"), Route::Skip { missing: "change.symbols".into() });
    let empty = Given {
        name: "change.symbols".into(),
        values: vec![],
        origin: Origin::File("inputs.yaml".into()),
        gone: vec![],
        unmatched: vec![],
    };
    let bound = bind(&manifest(), &[empty, set("change.files=a.ts").unwrap()]).unwrap();
    assert_eq!(*bound.route("spine"), Route::Compute);
}

#[test]
fn a_default_stands_where_nothing_is_given_and_when_keeps_a_query_back() {
    let text = "inputs:\n  a.files: { type: files, default: [./a.ts] }\n  a.gone: { type: files, required: false }\n\
                must_read: { derived: [{ name: x, compute: import_graph.dependencies(a.files), max_files: 5, when: a.gone }] }";
    let manifest = parse(text.as_bytes(), "m.yaml").unwrap();
    let bound = bind(&manifest, &[]).unwrap();
    assert_eq!(
        (bound.values("a.files").unwrap(), bound.origins("a.files")),
        (&["a.ts".to_owned()][..], &[Origin::Default][..])
    );
    assert_eq!(*bound.route("x"), Route::Skip { missing: "a.gone".into() });
    let bound = bind(&manifest, &sets(&["a.files=b.ts", "a.gone=c.ts"])).unwrap();
    assert_eq!((bound.values("a.files").unwrap(), bound.route("x")), (&["b.ts".to_owned()][..], &Route::Compute));
    let empty =
        Given { name: "a.gone".into(), values: vec![], origin: Origin::From("diff"), gone: vec![], unmatched: vec![] };
    assert_eq!(*bind(&manifest, &[empty]).unwrap().route("x"), Route::Skip { missing: "a.gone".into() });
}

#[test]
fn a_comma_leads_to_no_other_input() {
    let found = bind(&manifest(), &sets(&["change.symbols=Cart,change.files=a.ts"])).unwrap_err();
    assert_eq!(found[0].code, "CG042");
    assert!(found[0].title.contains("it sets another input"), "{}", found[0].title);
    // A value may hold a `=`.
    assert!(bind(&manifest(), &sets(&["change.symbols=operator=,Cart.x=1", "change.files=a.ts"])).is_ok());
}

#[test]
fn values_may_be_a_list_of_json() {
    let values = |set: &str| {
        bind(&manifest(), &sets(&[set, "change.files=a.ts"])).unwrap().values("change.symbols").unwrap().to_vec()
    };
    assert_eq!(values("change.symbols=[\"Cart.add\", \"f(a, b)\"]"), ["Cart.add", "f(a, b)"]);
    // What is no such list is names, as ever.
    assert_eq!(values("change.symbols=[x],Cart"), ["[x]", "Cart"]);
}

#[test]
fn a_missing_value_is_shown_where_it_is_used() {
    let expected = "\
error[CG040]: input `change.files` has no value
  --> m.yaml:10:62
   |
 2 |   change.files: { type: files, example: [\"src/a b.ts\"] }
   |   ------------ declared here as `files`
...
10 |     - { name: around, compute: import_graph.dependencies(change.files), max_files: 5 }
   |                                                          ^^^^^^^^^^^^ needed here
   |
   = help: pass --set change.files=VALUE, --input FILE, or --from FORM:FILE, for example --set change.files='src/a b.ts'

";
    assert_eq!(said(&[]), expected.replace("10:62", "10:58"));
}

#[test]
fn wrong_names_and_values_are_told_together() {
    let said = said(&sets(&["change.file=a", "change.files=/etc/passwd,../x,C:\\x,,.", "zzz.y=1"]));
    for part in [
        "did you mean `change.files`?",
        "`../x` is no path",
        "it is empty",
        "it is the root itself",
        "this manifest has no input `zzz.y` (--set)",
        "its inputs are `change.files`, `change.symbols`, `change.note`, `change.patch`",
    ] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
    assert_eq!(set("change.files").unwrap_err().code, "CG043");
    assert_eq!(set("a b=c").unwrap_err().code, "CG043");
}

#[test]
fn files_of_inputs_are_flattened() {
    let yaml = "change:\n  files: [a.ts, 'b,c.ts']\n  symbols:\n$workflow.x: 7\nchange.note: |\n  two\n  lines\n";
    let given = file("task.yaml", yaml).unwrap();
    let flat: Vec<(&str, Vec<&str>)> =
        given.iter().map(|it| (it.name.as_str(), it.values.iter().map(String::as_str).collect())).collect();
    assert_eq!(
        flat,
        [("change.files", vec!["a.ts", "b,c.ts"]), ("workflow.x", vec!["7"]), ("change.note", vec!["two\nlines\n"])]
    );
    let json = r#"{"change": {"files": ["a\/b.ts"], "note": "\ud83d\ude00", "n": 1.5, "none": null}}"#;
    let given = file("-", json).unwrap();
    let mut values: Vec<&str> = given.iter().flat_map(|it| &it.values).map(String::as_str).collect();
    values.sort_unstable();
    assert_eq!(values, ["1.5", "a/b.ts", "\u{1f600}"]);
    assert_eq!(file("-", "{\"$workflow\": {\"x\": true}}").unwrap()[0].name, "workflow.x");
    assert_eq!(file("empty.yaml", "# none\n").unwrap(), []);
    for (text, code) in [
        ("- a\n", "CG011"),
        ("a: [[b]]\n", "CG012"),
        ("{\"a\": [{}]}", "CG012"),
        ("a: &x 1\n", "CG004"),
        ("a b: 1\n", "CG043"),
        ("a: 1\na: 2\n", "CG007"),
        ("a: [\n", "CG001"),
    ] {
        let error = file("bad.yaml", text).unwrap_err();
        assert_eq!(error.diagnostics[0].code, code, "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn files_of_inputs_never_panic(text in "[a-c.$:\\[\\]{},\"'&*!#|> \\n\\t\u{e9}-]{0,40}") {
        if let Err(error) = file("any.yaml", &text) {
            for it in &error.diagnostics {
                assert!(error.source_text.get(it.primary.span.clone()).is_some(), "{it:?} in {text:?}");
            }
        }
    }
}

/// All mistakes at once, but no more than are read: a key that is given twice quotes both places.
#[test]
fn of_many_mistakes_the_first_are_shown() {
    let text = "a: 1\n".repeat(500);
    let found = file("many.yaml", &text).unwrap_err().diagnostics;
    assert_eq!(found.len(), 100);
    assert!(found.iter().all(|it| it.code == "CG007"));
    let places: Vec<usize> = found.iter().map(|it| it.primary.span.start / 5).collect();
    assert_eq!(places, (1..=100).collect::<Vec<_>>());
    let last = found.last().and_then(|it| it.help.clone()).unwrap();
    assert!(last.ends_with("; 399 more of this text are not shown"), "{last}");
    let many: String = (0..500).map(|at| format!("k{at}: 1\n")).collect();
    let given = file("many.yaml", &many).unwrap();
    assert_eq!((given.len(), bind(&manifest(), &given).unwrap_err().len()), (500, 100));
}

#[test]
fn paths_of_other_checkouts_and_lines_of_traces_are_values() {
    let trace = "File \"/srv/site-packages/shop/cart.py\", line 7, in total";
    for text in ["/srv/app/src/cart.ts:12", "C:\\app\\cart.cs", trace] {
        let given = [set(&format!("change.files={text}")).unwrap()];
        let manifest = manifest();
        let bound = bind(&manifest, &given).unwrap();
        assert_eq!(bound.values("change.files").unwrap(), [text]);
    }
}

#[test]
fn an_overlong_name_is_not_repeated_whole() {
    let name = "x".repeat(9_000);
    let title = |text: String| set(&text).unwrap_err().title;
    assert!(title(name.clone()).len() < 300, "no `=`");
    assert!(title(format!("{name}!=1")).len() < 300, "no name");
    let unknown = bind(&manifest(), &sets(&[&format!("{name}=1")])).unwrap_err();
    assert!(unknown.iter().all(|it| it.title.len() < 300), "not declared");
}
