//! One input is enough for every shipped class, none for the map; and what their queries follow.

use std::path::Path;

use cg_bundle::bundle::{Bundle, Item, Status};
use cg_bundle::input;
use cg_bundle::manifest;
use cg_bundle::pipeline::{Index, Task, TaskError, answer};
use cg_bundle::render::MARKDOWN;

use crate::manifests::{bundle_of, shop};
use crate::support::{Repository, answer_on};

fn bundle(index: &Index, text: &str, sets: &[&str]) -> Result<Bundle, TaskError> {
    let manifest = manifest::parse(text.as_bytes(), Path::new("given.yaml")).expect("a manifest");
    let given: Vec<_> = sets.iter().map(|set| input::set(set).expect("a value")).collect();
    let task = Task {
        manifest: &manifest,
        manifest_text: text,
        given: &given,
        promoted: &[],
        coverage: &std::sync::Arc::default(),
        environment: &[],
        format: &MARKDOWN,
    };
    answer(&task, index)
}

fn item<'b>(bundle: &'b Bundle, path: &str) -> &'b Item {
    let mut items = bundle.bands.iter().flat_map(|band| &band.items);
    items.find(|item| item.path == path).unwrap_or_else(|| panic!("{path} is not in the bundle"))
}

fn text(item: &Item) -> String {
    item.excerpts.iter().map(|excerpt| excerpt.text.as_str()).collect()
}

fn returned(bundle: &Bundle, query: &str) -> usize {
    bundle.queries.iter().find(|it| it.name == query).expect("a query").returned
}

#[test]
fn one_input_of_any_kind_is_enough_for_every_class() {
    let index = shop();
    let runs = [
        ("api-change", "change.symbols=total", "callsites"),
        ("api-change", "change.files=shop/prices.py", "callsites"),
        ("api-change", "change.description=Let total take the day of the rate", "found"),
        ("ask", "question.text=Where are rates fetched?", "found"),
        ("bug-fix", "trace.symbols=Order.cost", "called_by_frames"),
        ("bug-fix", "trace.symbols=Order.cost", "tests_on_frames"),
        ("bug-fix", "trace.files=shop/prices.py", "callers_of_frames"),
        ("bug-fix", "trace.text=ValueError in Order.cost: the rate is missing", "found"),
        ("change", "change.description=Let total take the day of the rate", "found"),
        ("change", "change.files=shop/prices.py", "found"),
        ("cve", "vulnerability.affected_module=requests", "direct_importers"),
        ("cve", "vulnerability.package=requests", "direct_importers"),
        ("cve", "vulnerability.affected_symbols=requests.get", "tests_for_importers"),
        ("feature", "feature.symbols=Order.cost", "building_blocks"),
        ("feature", "feature.symbols=Order.cost", "tests"),
        ("cve", "vulnerability.advisory=requests.get leaks headers on a redirect", "runners_up"),
        ("feature", "feature.files=shop/orders.py", "building_blocks"),
        ("feature", "feature.description=Let customers pay in several currencies", "found"),
        ("onboarding", "question.symbols=Order.cost", "called"),
        ("onboarding", "question.files=shop/prices.py", "sites"),
        ("onboarding", "question.text=Where are rates fetched?", "found"),
        ("pr-review", "diff.symbols=total", "tests_of_callsites"),
        ("pr-review", "diff.files=shop/prices.py", "broken_callsites"),
        ("pr-review", "diff.packages=requests", "consumers"),
        ("pr-review", "diff.patch=+    return total(rate)", "found"),
    ];
    for (class, set, query) in runs {
        let bundle = bundle_of(&index, class, &[set]);
        assert_ne!(bundle.status, Status::NoResults, "{class} with {set}");
        assert!(returned(&bundle, query) > 0, "{class} with {set}: `{query}` finds nothing");
    }
}

#[test]
fn of_inputs_that_say_any_one_is_needed() {
    let index = shop();
    let text = "inputs: { a.files: { type: files, required: any }, a.symbols: { type: symbols, required: any } }\n\
                must_read: { derived: [{ name: x, compute: scip.refs(a.symbols), max_files: 5 }] }";
    let Err(TaskError::Inputs { diagnostics }) = bundle(&index, text, &[]) else { panic!("it runs without an input") };
    assert_eq!(diagnostics[0].code, "CG040");
    assert_eq!(diagnostics[0].title, "none of `a.files`, `a.symbols` has a value");
    assert!(bundle(&index, text, &["a.files=shop/prices.py"]).is_ok());
}

#[test]
fn without_a_question_onboarding_is_a_map() {
    let bundle = bundle_of(&shop(), "onboarding", &[]);
    let keys: Vec<&str> = bundle.bands.iter().flat_map(|band| &band.context).map(|it| it.key.as_str()).collect();
    assert_eq!(keys[..3], ["languages", "own_packages", "folders"]);
    // `base.py` is imported by the four kinds of payment.
    assert!(text(item(&bundle, "shop/payments/base.py")).contains("def pay("));
    assert!(returned(&bundle, "most_relied_on") > 2);
}

/// Folders by their lines, the largest divided; entry points by `main`, by name and place; packages with their files.
#[test]
fn the_map_has_packages_folders_and_entry_points() {
    let (repository, _) = Repository::of(
        "--- go.mod\nmodule example.com/tool\n--- cmd/tool/main.go\npackage main\n\nfunc main() {}\n\
         --- core/one.go\npackage core\n\nfunc One() {}\nfunc Two() {}\n\
         --- web/package.json\n{ \"name\": \"web\" }\n--- web/index.js\nexport const a = 1\n\
         --- web/other.js\nexport const b = 1\n--- web/other.test.js\ntest('b', () => {})\n",
    );
    let text = "must_read: { repo_context_keys: [own_packages, folders, entry_points], globs: [go.mod] }";
    let bundle = bundle(&repository.index(), text, &[]).expect("a bundle");
    let texts: Vec<&str> = bundle.bands[0].context.iter().map(|it| it.text.as_str()).collect();
    let wanted = [
        "example.com/tool: go.mod, 2 files\nweb: web/package.json, 2 files",
        "core/: 1 file, 4 lines\ncmd/tool/: 1 file, 3 lines\nweb/: 2 files, 2 lines",
        "web/index.js\ncmd/tool/main.go:3: main",
    ];
    assert_eq!(texts, wanted);
}

const TESTED: &str = "--- app/__init__.py
--- app/core.py
from app.parts import part


def run():
    return part()
--- app/parts.py
def part():
    return 1
--- app/faker.py
def fake():
    return 2
--- tests/test_core.py
from app.core import run
from app.faker import fake


def test_run():
    assert run() == fake()
";

/// What a test imports says how code is tried, and not what it is built from.
#[test]
fn the_imports_of_tests_are_no_building_blocks() {
    let (repository, _) = Repository::of(TESTED);
    let text = "inputs: { a.symbols: { type: symbols } }\n\
                must_read:\n  derived:\n    - { name: uses, compute: 'scip.refs(a.symbols, definitions=true)', max_files: 9 }\n    \
                - { name: blocks, compute: import_graph.dependencies(uses), max_files: 9 }\n    \
                - { name: stated, compute: import_graph.dependencies('tests/test_core.py'), max_files: 9 }";
    let bundle = bundle(&repository.index(), text, &["a.symbols=run"]).expect("a bundle");
    assert_eq!((returned(&bundle, "uses"), returned(&bundle, "blocks"), returned(&bundle, "stated")), (2, 1, 2));
}

/// A fallback whose input has no value is not run in place of an empty answer.
#[test]
fn a_fallback_without_its_input_is_not_run() {
    let (repository, _) = Repository::of(TESTED);
    let text = "inputs: { a.symbols: { type: symbols }, a.files: { type: files, required: false } }\n\
                must_read: { derived: [{ name: x, compute: scip.refs(a.symbols), \
                fallback: call_graph.callers(a.files), max_files: 9 }] }";
    let bundle = bundle(&repository.index(), text, &["a.symbols=nothing"]).expect("a bundle");
    assert_eq!(bundle.queries[0].fallback, None);
}

#[test]
fn prose_is_shown_by_its_headings_and_its_first_paragraph() {
    let filler = "Filler of no interest to anybody at all.\n".repeat(60);
    let guide = format!("Guide\n=====\n\nThis guide tells how to start.\n\n{filler}\nSetup\n-----\n\n{filler}");
    let readme = format!(
        "# Name\n\n[![badge](x)](y)\n\nA tool for small shops.\n\n{filler}\n```\n# no heading\n```\n\nUse\n---\n\n{filler}"
    );
    let (repository, _) =
        Repository::of(&format!("--- README.md\n{readme}--- docs/guide.rst\n{guide}--- a.py\nx = 1\n"));
    let text_ = "should_read: { derived: [{ name: docs, compute: 'files.except([README.md, \"docs/*\"], \"*.py\")', \
                 max_files: 9, render: skeleton }] }"
        .replace("[README.md, ", "[\"README.md\", ");
    let bundle = bundle(&repository.index(), &text_, &[]).expect("a bundle");
    assert_eq!(text(item(&bundle, "README.md")), "# Name\nA tool for small shops.\nUse\n---\n");
    assert_eq!(text(item(&bundle, "docs/guide.rst")), "Guide\n=====\n\nThis guide tells how to start.\nSetup\n-----\n");
}

/// A plain path that names nothing, and a folder whose name is misspelled, are noted; other globs may be idle.
#[test]
fn a_glob_that_is_a_slip_is_noted() {
    let (repository, _) = Repository::of("--- requirements/base.txt\nx\n--- setup.py\n\n");
    let text = "should_read: { globs: [setupp.py, \"requirments/*.txt\", \"docs/**\", \"*.py\"] }";
    let bundle = bundle(&repository.index(), text, &[]).expect("a bundle");
    let wanted = [
        "no file matches `requirments/*.txt`; did you mean the folder `requirements`?",
        "no file matches `setupp.py`; did you mean `setup.py`?",
    ];
    assert_eq!(bundle.queries[0].notes, wanted);
}

/// A path that must be read and that no file has is missing; in another band it is noted.
#[test]
fn a_path_that_must_be_read_is_missing() {
    let (repository, _) = Repository::of("--- setup.py\nx = 1\n--- tool.py\ny = 2\n");
    let index = repository.index();
    let missing = |band: &str| {
        let text = format!("{band}: {{ globs: [setupp.py, tool.py] }}");
        bundle(&index, &text, &[]).expect("a bundle").missing.iter().map(|it| it.what.clone()).collect::<Vec<_>>()
    };
    assert_eq!(missing("must_read"), ["no file matches `setupp.py`; did you mean `setup.py`?"]);
    assert!(missing("should_read").is_empty());
}

/// Of more documents than an entry may have, those that name a symbol of the request come first.
#[test]
fn documents_that_name_a_symbol_come_first() {
    let pages: String = (0..9).map(|at| format!("--- docs/a{at}.md\nnothing\n")).collect();
    let (repository, _) = Repository::of(&format!(
        "{pages}--- docs/z.md\nsee `total` here\n--- docs/zz.md\nsubtotal\n--- a.py\ndef total(): pass\n"
    ));
    let text = "inputs: { a.symbols: { type: symbols } }\nfocus: { symbols: a.symbols }\n\
                should_read: { derived: [{ name: docs, compute: 'files.except(\"docs/*\", \"*.py\")', max_files: 2 }] }";
    let bundle = bundle(&repository.index(), text, &["a.symbols=a.py:total"]).expect("a bundle");
    let mut items = bundle.bands.iter().flat_map(|band| &band.items).map(|item| &*item.path);
    assert_eq!(items.find(|path| path.starts_with("docs/")), Some("docs/z.md"));
}

/// A band whose globs match nothing says so, but for one that is written for what a repository may have.
#[test]
fn globs_that_all_match_nothing_are_noted() {
    let (repository, _) = Repository::of("--- setup.py\n\n");
    let index = repository.index();
    let notes = |globs: &str| {
        let text = format!("should_read: {{ globs: [{globs}] }}");
        bundle(&index, &text, &[]).expect("a bundle").queries[0].notes.clone()
    };
    assert_eq!(notes("\"*.zzz\", \"docs/**\", \"!a.md\""), ["no file matches `*.zzz`, `docs/**`"]);
    assert!(notes("\"*.zzz\", \"*.py\"").is_empty());
    assert!(notes("\"*.{md,rst}\"").is_empty());
}

/// A symbol of an advisory is looked for in its module, and not among what the repository declares in another language.
#[test]
fn a_bare_symbol_is_one_of_the_affected_module() {
    let text = "--- pubspec.yaml
name: app
dependencies:
  equatable: ^2.0.0
--- lib/a.dart
import 'package:equatable/equatable.dart';
class A extends Equatable {}
--- web/t.ts
export enum T { Equatable }
--- web/u.ts
import { T } from './t';
export const x = T.Equatable;
--- facts
";
    let (repository, _) = Repository::of(text);
    let manifest = std::fs::read_to_string("manifests/cve.yaml").expect("a manifest");
    let sets = ["vulnerability.affected_module=equatable", "vulnerability.affected_symbols=Equatable"];
    let bundle = answer_on(&repository.index(), &manifest, &sets, &[]);
    let paths: Vec<&str> = bundle.bands.iter().flat_map(|band| &band.items).map(|item| item.path.as_str()).collect();
    assert!(paths.contains(&"lib/a.dart"), "{paths:?}");
    assert!(!paths.iter().any(|path| path.starts_with("web/")), "{paths:?}");
}

/// A name is the focus however its tools spell it: the number and the types of its arguments are no part of it.
#[test]
fn a_spelled_name_comes_first_as_the_plain_one_does() {
    let mut files = "--- lib/cart.ex\ndefmodule Shop.Cart do\n  def total(a, b), do: a + b\nend\n".to_owned();
    for at in 1..4 {
        files += &format!(
            "--- test/cart{at}_test.exs\ndefmodule Shop.Cart{at}Test do\n  use ExUnit.Case\n  alias Shop.Cart\n  \
             test \"a\" do\n    assert Cart.total(1, 2) == 3\n    assert Cart.total(1, 3) == 4\n  end\nend\n"
        );
    }
    let (repository, _) = Repository::of(&files);
    let index = repository.index();
    for name in ["Shop.Cart.total", "Shop.Cart.total/2", "Shop.Cart.total(_:)"] {
        let bundle =
            bundle(&index, include_str!("../../manifests/api-change.yaml"), &[&format!("change.symbols={name}")]);
        let first = bundle.expect("a bundle").bands[0].items[0].path.clone();
        assert_eq!(first, "lib/cart.ex", "{name}");
    }
}

/// A pattern is no path, and keeps its slashes in the map.
#[test]
fn a_pattern_is_printed_as_it_is_written() {
    let (repository, _) = Repository::of("--- a.py\n# TODO: more\nx = 1\n");
    let text = "must_read: { derived: [{ name: open, compute: text.matches(\"/TODO|FIXME/\"), max_files: 5 }] }\n";
    let bundle = answer_on(&repository.index(), text, &[], &[]);
    let printed = cg_bundle::render::markdown(&bundle);
    assert!(printed.contains("open: matches /TODO|FIXME/"), "{printed}");
}
