//! Cases of manifests and lockfiles, and what holds of every one of them: line ends do not matter, no part of a file
//! stops the reading, and the work grows with the size.

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use cg_bundle::facts::Snapshot;
use cg_bundle::package::{self, FORMATS};
use cg_bundle::primitive::{Answer, Argument, Engine, Invocation, primitive};
use cg_rules::{Id, PackageId, consumers};

use crate::languages::compare;
use crate::support::{Repository, cases};

fn check(edit: fn(&str) -> String) {
    let mut failures = String::new();
    for case in cases("cases/packages") {
        let text = edit(&fs::read_to_string(&case).expect("a case"));
        let (repository, wanted) = Repository::of(&text);
        let wrong = compare(&repository.index().facts, &wanted);
        if !wrong.is_empty() {
            failures.push_str(&format!("{}\n{wrong}", case.display()));
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn every_case_yields_its_facts() {
    check(str::to_owned);
}

#[test]
fn line_ends_do_not_matter() {
    check(|text| text.replace('\n', "\r\n"));
}

/// The files of all cases: their paths and texts.
fn files() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for case in cases("cases/packages") {
        let text = fs::read_to_string(case).expect("a case");
        for file in text.split("--- ").skip(1) {
            let (path, text) = file.split_once('\n').expect("a path");
            files.push((path.to_owned(), text.to_owned()));
        }
    }
    files
}

#[test]
fn every_format_has_a_case_and_a_path_has_one_format() {
    let files = files();
    for format in FORMATS.into_iter().flatten() {
        assert!(files.iter().any(|(path, _)| (format.is_manifest)(path)), "no case for {}", format.name);
    }
    for (path, _) in files {
        let formats = FORMATS.into_iter().flatten().filter(|format| (format.is_manifest)(&path)).count();
        assert!(formats <= 1, "{path} has several formats");
        assert_eq!(package::format(&path).is_some(), formats == 1, "the ending of {path} is not listed");
    }
    assert!(!package::is_manifest("src/package.rs") && !package::is_manifest("notes.txt"));
}

#[test]
fn no_part_of_a_file_stops_the_reading() {
    for (path, text) in files() {
        let Some(format) = package::format(&path) else { continue };
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            package::read(format, &path, &text[..end]);
            package::read(format, &path, &text[end..]);
        }
        for strange in ["\0", "é", "\u{feff}{", "((((", "{{{{", "\"\"\"", "<<<", "]]>", "@", "\\"] {
            package::read(format, &path, &format!("{strange}{text}{strange}"));
            package::read(format, &path, &strange.repeat(5000));
        }
    }
}

/// A lockfile of about a megabyte, one entry from each call.
fn large(head: &str, entry: impl Fn(usize) -> String, tail: &str) -> String {
    let mut text = head.to_owned();
    for number in 0.. {
        if text.len() > 1_000_000 {
            break;
        }
        let _ = writeln!(text, "{}", entry(number));
    }
    text + tail
}

#[test]
fn a_large_lockfile_is_read_in_linear_time() {
    let toml = |n: usize| format!("[[package]]\nname = \"p{n}\"\nversion = \"1.0.{n}\"");
    let json = |n: usize| format!("\"node_modules/p{n}\": {{ \"version\": \"1.0.{n}\" }},");
    let deps = |n: usize| format!("\"p{n}\": \"^1\",");
    let files = [
        ("Cargo.lock", large("", toml, "")),
        ("poetry.lock", large("", toml, "")),
        ("package-lock.json", large("{ \"packages\": {\n", json, "\"\": {} } }")),
        ("package.json", large("{ \"dependencies\": {\n", deps, "\"p\": \"1\" } }")),
        ("js/package.json", large("{ \"dependencies\": {\n", deps, "\"p\": \"1\" } }")),
        ("js/yarn.lock", large("", |n| format!("p{n}@^1:\n  version \"1.0.{n}\"\n"), "")),
        ("js2/pnpm-lock.yaml", large("lockfileVersion: 9\npackages:\n", |n| format!("  p{n}@1.0.{n}:\n    a: b"), "")),
        ("requirements.txt", large("", |n| format!("p{n}==1.0.{n}"), "")),
        ("go.mod", large("require (\n", |n| format!("\texample.com/p{n} v1.0.{n}"), ")")),
        ("build.gradle", large("dependencies {\n", |n| format!("  implementation('g:p{n}:1')"), "}")),
        ("pom.xml", large("<project>", |n| format!("<a>{n}<b/></a>"), "</project>")),
    ];
    let text: String = files.iter().map(|(path, text)| format!("--- {path}\n{text}\n")).collect();
    let (repository, _) = Repository::of(&text);
    let start = Instant::now();
    let facts = repository.index().facts;
    let took = start.elapsed();
    assert!(
        facts.depends.len() > 100_000 && facts.locks.len() > 50_000,
        "{} {}",
        facts.depends.len(),
        facts.locks.len()
    );
    assert!(facts.gaps.is_empty(), "{:?}", facts.gaps.first());
    // A second or two without optimisation; work that grows with the square would take hours.
    assert!(took < Duration::from_secs(60), "{took:?}");
}

/// The manifests that depend on a package as someone writes it, with their hops and chains.
fn consume(facts: &Snapshot, package: &str) -> Vec<String> {
    let relations = facts.package_graph();
    let asked = facts.dependency(package).into_iter();
    let seeds: Vec<PackageId> = asked
        .flat_map(|it| std::iter::once(it).chain(facts.locked(it).map(|(id, _)| id)).collect::<Vec<_>>())
        .collect();
    let answer = consumers(&relations, &seeds, u32::MAX);
    let name = |package: PackageId| match facts.locked_row(package) {
        Some(row) => facts.locked_url(&row),
        None => facts.packages.get(u32::try_from(package.index()).expect("an id")).to_owned(),
    };
    let chain = |file| {
        let steps = answer.chain(&relations, file).into_iter();
        steps.map(|step| format!(" > {}", name(step.package))).collect::<String>()
    };
    answer.hits().iter().map(|hit| format!("{} {}{}", hit.hops, facts.path(hit.file), chain(hit.file))).collect()
}

fn ask(text: &str) -> Invocation {
    Invocation {
        primitive: primitive("dep_graph.consumers").expect("a primitive"),
        arguments: vec![Argument::Text(text.to_owned())],
        others: Vec::new(),
        depth: None,
        commits: None,
        flags: Vec::new(),
        evidence: None,
        is_read: false,
    }
}

#[test]
fn consumers_are_found_by_any_spelling() {
    let text = r#"--- app/package.json
{ "name": "app", "dependencies": { "@x/ui": "*" } }
--- lib/package.json
{ "name": "lib", "dependencies": { "lodash": "^4" } }
--- py/pyproject.toml
[project]
name = "py"
dependencies = ["Flask_Login", "lodash"]
--- py/go.mod
module example.com/py
require golang.org/x/net v0.1.0
--- ui/package.json
{ "name": "@x/ui", "dependencies": { "lib": "*" }, "devDependencies": { "@x/ui": "*" } }
--- yarn.lock
left-pad@^1:
  version "1.3.0"
"#;
    let (repository, _) = Repository::of(text);
    let facts = repository.index().facts;
    let npm = [
        "1 lib/package.json > pkg:npm/lodash",
        "2 ui/package.json > pkg:npm/lib > pkg:npm/lodash",
        "3 app/package.json > pkg:npm/%40x/ui > pkg:npm/lib > pkg:npm/lodash",
    ];
    assert_eq!(consume(&facts, "pkg:npm/lodash@4.17.20"), npm);
    let both = ["1 lib/package.json > pkg:npm/lodash", "1 py/pyproject.toml > pkg:pypi/lodash"];
    assert_eq!(consume(&facts, "lodash@4.17.20")[..2], both);
    assert_eq!(consume(&facts, "flask-login==1.0"), ["1 py/pyproject.toml > pkg:pypi/flask-login"]);
    assert_eq!(consume(&facts, "golang.org/x/net/http2"), ["1 py/go.mod > pkg:golang/golang.org/x/net"]);
    assert_eq!(consume(&facts, "pkg:npm/%40x/ui"), ["1 app/package.json > pkg:npm/%40x/ui"]);
    assert!(consume(&facts, "pkg:pypi/lib").is_empty() && consume(&facts, "left-pad").is_empty());
    let engine = Engine::new(&facts);
    let answer = engine.answer(&ask("pkg:npm/lodash"));
    let ui = answer.hits.iter().find(|hit| facts.path(hit.file) == "ui/package.json").expect("a hit");
    let chain = answer.chain(&engine, ui.file);
    let shown: Vec<_> =
        chain.iter().map(|link| format!("{} {} {} {}", link.relation, link.from, link.to, link.at)).collect();
    assert_eq!(
        shown,
        ["depends ui/package.json pkg:npm/lib (*) 1:38", "depends lib/package.json pkg:npm/lodash (^4) 1:36"]
    );
    assert_eq!((ui.hops, &ui.lines[..]), (2, &[1][..]));
    let note = "no manifest states `left-pad`; yarn.lock:1 locks 1.3.0 for another one";
    assert_eq!(engine.answer(&ask("left-pad")).notes, [note.into()]);
    let both = "`lodash` names several packages, all of which are meant: pkg:npm/lodash, pkg:pypi/lodash";
    assert_eq!(engine.answer(&ask("lodash")).notes, [both.into()]);
}

/// A distribution is depended on by its name and imported by that of its module (`PyYAML`, `yaml`).
#[test]
fn a_distribution_is_found_by_the_module_that_it_brings() {
    let text = r#"--- pyproject.toml
[project]
name = "app"
dependencies = ["PyYAML>=6"]
--- app.py
import yaml
--- web/app.ts
import { pillow } from "PIL";
"#;
    let (repository, _) = Repository::of(text);
    let facts = repository.index().facts;
    let engine = Engine::new(&facts);
    let asked = |name: &str, package: &str| {
        let primitive = primitive(name).expect("a primitive");
        let hits = engine.answer(&Invocation { primitive, ..ask(package) }).hits;
        hits.iter().map(|hit| facts.path(hit.file).to_owned()).collect::<Vec<_>>()
    };
    let importers = |package: &str| asked("import_graph.reverse_lookup", package);
    assert_eq!(asked("dep_graph.consumers", "yaml"), ["pyproject.toml"]);
    assert_eq!(importers("PyYAML"), ["app.py"]);
    // No manifest names Pillow, so nothing that is called like its module is taken for it.
    assert!(importers("pillow").is_empty());
}

#[test]
fn consumers_reach_through_the_packages_of_a_lockfile() {
    let text = r#"--- app/package.json
{ "name": "app", "dependencies": { "ui": "*" } }
--- package-lock.json
{ "lockfileVersion": 3, "packages": {
  "ui": { "version": "0.0.0" },
  "node_modules/ui": { "resolved": "ui", "link": true },
  "node_modules/a": { "version": "1.0.0", "dependencies": { "b": "^2" } },
  "node_modules/b": { "version": "2.1.0", "peerDependencies": { "c": "*" } },
  "node_modules/c": { "version": "3.0.0" },
  "old/node_modules/b": { "version": "1.0.0" } } }
--- old/package.json
{ "name": "old", "dependencies": { "b": "^1" } }
--- tool/package.json
{ "name": "tool", "devDependencies": { "a": "^1" } }
--- ui/package.json
{ "name": "ui", "dependencies": { "a": "^1" } }
--- use/package.json
{ "name": "use", "dependencies": { "tool": "*" } }
"#;
    let (repository, _) = Repository::of(text);
    let facts = repository.index().facts;
    let through = [
        "3 tool/package.json > pkg:npm/a@1.0.0 > pkg:npm/b@2.1.0 > pkg:npm/c@3.0.0",
        "3 ui/package.json > pkg:npm/a@1.0.0 > pkg:npm/b@2.1.0 > pkg:npm/c@3.0.0",
        // What `tool` needs for development only, those who use it do not get.
        "4 app/package.json > pkg:npm/ui > pkg:npm/a@1.0.0 > pkg:npm/b@2.1.0 > pkg:npm/c@3.0.0",
    ];
    assert_eq!(consume(&facts, "c"), through);
    let engine = Engine::new(&facts);
    let answer = engine.answer(&ask("b@1"));
    let files = |answer: &Answer| answer.hits.iter().map(|hit| facts.path(hit.file).to_owned()).collect::<Vec<_>>();
    assert_eq!(files(&answer), ["old/package.json"]);
    assert_eq!(files(&engine.answer(&ask("b@2"))), ["tool/package.json", "ui/package.json", "app/package.json"]);
    let other = engine.answer(&ask("b@9"));
    assert_eq!(
        (other.hits.len(), &*other.notes[0].text),
        (4, "no lockfile has `b@9`; package-lock.json:5 locks 2.1.0")
    );
    let chain = engine.answer(&ask("c")).chain(&engine, facts.file("ui/package.json").expect("a file"));
    let shown: Vec<_> =
        chain.iter().map(|link| format!("{} {} {} {}", link.relation, link.from, link.to, link.at)).collect();
    let wanted = [
        "depends ui/package.json pkg:npm/a@1.0.0 1:35",
        "requires pkg:npm/a@1.0.0 pkg:npm/b@2.1.0 4:3",
        "requires pkg:npm/b@2.1.0 pkg:npm/c@3.0.0 5:3",
    ];
    assert_eq!(shown, wanted);
}
