//! A manifest on top of another (issue 15): the flat text is the manifest, and every place is that of its author.

use std::fs;
use std::path::{Path, PathBuf};

use cg_bundle::base::Diagnostic;
use cg_bundle::manifest::{self, Manifest, ManifestError, SourceFindings};
use cg_bundle::render;

use crate::manifests::{RUNS, shop};
use crate::support::answer_on;

fn at(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/extends").join(inside)
}

fn loaded(text: &str) -> Manifest {
    manifest::parse(text.as_bytes(), "top.yaml").unwrap_or_else(|error| panic!("{error:?}"))
}

fn flat(manifest: &Manifest) -> &str {
    &manifest.over.as_ref().expect("a base").flat.text
}

/// The findings in the top, and those in the base.
fn wrong(top: &str, base: &str) -> (Vec<Diagnostic>, Option<SourceFindings>) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("base.yaml"), base).expect("a file");
    let path = folder.path().join("top.yaml");
    fs::write(&path, top).expect("a file");
    match manifest::load(&path) {
        Err(ManifestError::Invalid { diagnostics, base, .. }) => (diagnostics, base.map(|it| *it)),
        other => panic!("it should be invalid: {other:?}"),
    }
}

#[test]
fn the_flat_text_gives_the_same_bundle() {
    let index = shop();
    let sets = RUNS.iter().find(|(name, _)| *name == "bug-fix").expect("its inputs").1;
    let (manifest, text) = manifest::load_with_text(&at("tuned.yaml")).expect("a manifest");
    assert_eq!(manifest.warnings, []);
    assert_eq!(text, flat(&manifest));
    let again = loaded(&text);
    assert!(again.warnings.is_empty() && again.over.is_none(), "{:?}", again.warnings);
    let given: Vec<_> = sets.iter().map(|text| cg_bundle::input::set(text).expect("a value")).collect();
    let task = cg_bundle::pipeline::Task {
        manifest: &manifest,
        manifest_text: &text,
        given: &given,
        promoted: &[],
        coverage: &std::sync::Arc::default(),
        environment: &[],
        format: &render::MARKDOWN,
    };
    let over = cg_bundle::pipeline::answer(&task, &index).expect("a bundle");
    let alone = answer_on(&index, &text, sets, &[]);
    assert_eq!(render::markdown(&over), render::markdown(&alone));
    // A base is part of what the bundle is made from.
    assert_eq!(over.seal, alone.seal);
}

#[test]
fn the_keys_of_the_top_are_put_on_the_base() {
    let (manifest, _) = manifest::load_with_text(&at("tuned.yaml")).expect("a manifest");
    let of = |name: &str| manifest.queries().find(|(_, query)| query.name == name).expect("a query");
    assert_eq!((manifest.task_class.as_str(), manifest.budget.max_tokens), ("bug-fix", Some(20_000)));
    // Without `compute` the keys that are named change, and the others stay.
    let (_, frames) = of("frames");
    assert_eq!((frames.max_files, frames.call.text.as_str()), (4, "scip.refs(trace.symbols, definitions_only=true)"));
    // With `compute` the whole query is another: the `render` of the base is gone.
    let (_, importers) = of("importers_of_frames");
    assert_eq!((importers.max_files, importers.render, importers.call.depth), (5, None, Some(2)));
    let names: Vec<&str> = manifest.queries().map(|(_, query)| query.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "path_of_the_failure",
            "frames",
            "mentioned",
            "called_by_frames",
            "called_by_files",
            "tests_on_frames",
            "uses_of_frames",
            "found",
            "tests_of_found",
            "tests_by_file",
            "importers_of_frames",
            "beside",
            "runners_up",
            "callers_2",
            "callers_of_frames",
        ],
        "dropped, in place, moved to another band, appended"
    );
    let text = manifest.input("trace.text").expect("an input");
    assert_eq!((text.one_of, text.example.as_slice()), (true, &["ValueError: no rate".to_owned()][..]));
    // Each query is stated where its author wrote its name.
    let stated = |name: &str| manifest.stated(Path::new("top.yaml"), of(name).1);
    assert!(stated("beside").ends_with("extends/tuned.yaml:18"), "{}", stated("beside"));
    assert_eq!(stated("found"), "bug-fix:51");
}

#[test]
fn globs_are_added_once_and_may_exclude() {
    let base = "must_read:\n  globs: ['*.md', b]\n  repo_context_keys: [packages]\n";
    let top = "extends: base.yaml\nmust_read:\n  globs: ['!x.md', b, c]\n  exclude: [y]\nshould_read: { globs: [d] }\n";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("base.yaml"), base).expect("a file");
    fs::write(folder.path().join("top.yaml"), top).expect("a file");
    let manifest = manifest::load(&folder.path().join("top.yaml")).expect("a manifest");
    let [must, should, _] = &manifest.bands;
    assert_eq!((must.globs.join(" "), must.exclude.join(" ")), ("*.md b c".to_owned(), "x.md y".to_owned()));
    assert_eq!((must.repo_context_keys.len(), should.globs.join(" ")), (1, "d".to_owned()));
    assert_eq!(manifest.task_class, "top");
}

#[test]
fn an_input_goes_with_the_queries_that_used_it() {
    let base = "inputs:\n  a.files: { type: files }\n  b.files: { type: files }\nmust_read:\n  derived:\n    - { name: a, compute: import_graph.dependencies(a.files), max_files: 2 }\n    - { name: b, compute: import_graph.dependencies(b.files), max_files: 2 }\n";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("base.yaml"), base).expect("a file");
    fs::write(folder.path().join("top.yaml"), "extends: base.yaml\nmust_read: { drop: [a] }\n").expect("a file");
    let manifest = manifest::load(&folder.path().join("top.yaml")).expect("a manifest");
    assert!(manifest.input("a.files").is_none() && manifest.input("b.files").is_some());
    assert!(loaded(flat(&manifest)).warnings.is_empty());
}

#[test]
fn a_finding_is_in_the_text_that_it_comes_from() {
    let base = "# the base\nmust_read:\n  derived:\n    - name: a\n      compute: import_graph.dependencys(x.files)\n      max_files: 2\n";
    let top =
        "extends: base.yaml\nmust_read:\n  derived:\n    - { name: b, compute: scip.refs(nothing), max_files: 3 }\n";
    let (found, below) = wrong(top, base);
    let part = |text: &str, it: &Diagnostic| text[it.primary.span.clone()].to_owned();
    assert_eq!(found.iter().map(|it| (it.code, part(top, it))).collect::<Vec<_>>(), [("CG032", "nothing".to_owned())]);
    let below = below.expect("the base");
    let of_base: Vec<_> = below.diagnostics.iter().map(|it| (it.code, part(base, it))).collect();
    assert_eq!(of_base, [("CG031", "import_graph.dependencys".to_owned())]);
    let fix = below.diagnostics[0].fix.as_ref().expect("a fix");
    assert_eq!(&base[fix.span.clone()], "import_graph.dependencys");
    assert!(below.path.ends_with("base.yaml"));
    // A base with a slip of its own is shown by itself.
    let (found, below) = wrong(top, "must_read: [\n");
    assert!(found.is_empty() && below.is_some_and(|it| it.diagnostics[0].code == "CG001"));
    // The place of a remark in the other text is named by its line.
    let twice = "extends: base.yaml\ninputs: { a: { type: files } }\n";
    let (found, below) = wrong(twice, &base.replace("dependencys", "dependencies"));
    let all: Vec<Diagnostic> = found.into_iter().chain(below.into_iter().flat_map(|it| it.diagnostics)).collect();
    let help = all.iter().find(|it| it.code == "CG026").and_then(|it| it.help.clone()).expect("a name of both");
    assert!(help.contains("an input in ") && help.contains("top.yaml:2"), "{help}");
}

#[test]
fn one_level_and_no_other_files() {
    let (found, _) = wrong("extends: base.yaml\n", "extends: bug-fix\n");
    assert_eq!(found[0].code, "CG015");
    assert!(found[0].help.as_ref().is_some_and(|help| help.contains("lint --show")), "{:?}", found[0].help);
    for name in ["/etc/hosts.yaml", "../passwd", "./id_rsa", "none.yaml", "bugfix", "''", "7"] {
        let (found, _) = wrong(&format!("extends: {name}\n"), "");
        assert!(matches!(found[0].code, "CG014" | "CG012"), "{name}: {found:?}");
        assert!(!found[0].primary.span.is_empty(), "{name}");
    }
    // What a query of the base lacks because of the top is no fault of the base.
    let base = fs::read_to_string(at("base.yaml")).expect("the base");
    let (found, below) = wrong("extends: base.yaml\nmust_read: { drop: [callers] }\n", &base);
    let below = below.expect("findings").diagnostics;
    assert!(found.is_empty() && below[0].fix.is_none(), "{below:?}");
    assert!(below[0].help.as_ref().is_some_and(|help| help.contains("top.yaml drops it")), "{below:?}");
    // The base by its own path extends itself.
    let (found, _) = wrong("extends: top.yaml\n", "");
    assert_eq!(found[0].code, "CG015");
}

#[cfg(unix)]
#[test]
fn a_base_behind_a_link_is_a_manifest_too() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("notes.txt"), "private\n").expect("a file");
    std::os::unix::fs::symlink(folder.path().join("notes.txt"), folder.path().join("base.yaml")).expect("a link");
    fs::write(folder.path().join("top.yaml"), "extends: base.yaml\n").expect("a file");
    let error = manifest::load(&folder.path().join("top.yaml")).expect_err("no manifest");
    assert!(!format!("{error:?}").contains("private"), "{error:?}");
}

/// A base that is not there hides nothing else that is wrong.
#[test]
fn a_wrong_base_hides_no_other_error() {
    let top = "version: 2\nextends: bug-fixx\nmust_read:\n  globs: \"*.md\"\n  derived:\n    - { name: frames, max_files: 0 }\n";
    let (found, _) = wrong(top, "version: 1\n");
    let codes: Vec<&str> = found.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["CG016", "CG014", "CG012", "CG022"]);
    let (found, _) = wrong("version: 1\nextends: bug-fixx\nmay_read: { drop: [runners_up] }\n", "version: 1\n");
    assert_eq!(found.iter().map(|it| it.code).collect::<Vec<_>>(), ["CG014"]);
}
