//! The status of a bundle: `success` only where the answer is right and whole, and otherwise what is missing, with the
//! arguments that bring it (S4.13).

use std::process::Command;

use cg_bundle::bundle::{Bundle, ShortfallKind, Status, View};
use cg_bundle::render::markdown;

use crate::support::{Repository, answer_on};

/// A repository of three modules, one of which imports another.
pub const SHOP: &str = "--- shop/cart.py
class Cart:
    def total(self):
        return 1
--- shop/order.py
from shop.cart import Cart


def place():
    return Cart().total()
--- shop/views/order.py
from shop.order import place


def show():
    return place()
--- README.md
# Shop
";

fn answered(manifest: &str, sets: &[&str]) -> Bundle {
    let (repository, _) = Repository::of(SHOP);
    answer_on(&repository.index(), manifest, sets, &[])
}

fn kinds(bundle: &Bundle) -> Vec<ShortfallKind> {
    bundle.missing.iter().map(|it| it.kind).collect()
}

const IMPORTERS: &str = "must_read:
  globs: [README.md]
  derived: [{ name: users, compute: 'import_graph.transitive_callers(task.files)', max_files: 9 }]
";

#[test]
fn an_answer_that_is_whole_is_a_success() {
    let bundle = answered(IMPORTERS, &["task.files=shop/cart.py"]);
    assert_eq!((bundle.status, bundle.missing.len()), (Status::Success, 0));
    assert_eq!((bundle.counts.shown, bundle.counts.listed, bundle.counts.cut), (2, 0, 0));
}

#[test]
fn globs_alone_make_no_success() {
    let bundle = answered(IMPORTERS, &["task.files=shop/views/order.py"]);
    assert_eq!(bundle.status, Status::NoResults, "nothing imports it");
    assert!(bundle.bands[0].items.iter().any(|item| item.path == "README.md"));
    let globs = answered("must_read: { globs: [README.md] }\n", &[]);
    assert_eq!(globs.status, Status::Success, "a manifest of globs wants no more");
}

/// Files that a fallback brings in place of an empty answer are no answer to the query; for want of an input they are.
#[test]
fn a_fallback_in_place_of_an_empty_answer_is_no_success() {
    let manifest = "inputs: { task.symbols: { type: symbols, required: false }, task.files: { type: files } }
must_read:
  derived:
    - name: uses
      compute: scip.refs(task.symbols)
      fallback: import_graph.transitive_callers(task.files)
      max_files: 9
";
    let (repository, _) = Repository::of(SHOP);
    let index = repository.index();
    let files = "task.files=shop/cart.py";
    let bundle = answer_on(&index, manifest, &[files, "task.symbols=show"], &[]);
    assert_eq!((bundle.status, kinds(&bundle)), (Status::PartialSuccess, vec![ShortfallKind::Fallback]));
    let what = "`uses` found nothing, and its fallback answers: `import_graph.transitive_callers(task.files)`";
    assert_eq!((bundle.missing[0].what.as_str(), bundle.missing[0].query.as_str()), (what, "uses"));
    assert_eq!(markdown(&bundle).matches("transitive_callers").count(), 1, "said once");
    // A name that the first call does not know stays unknown.
    let unknown = answer_on(&index, manifest, &[files, "task.symbols=Crat"], &[]);
    assert_eq!(kinds(&unknown), [ShortfallKind::UnknownName, ShortfallKind::Fallback]);
    assert!(unknown.missing[0].what.contains("`Cart`"), "{}", unknown.missing[0].what);
    let without = answer_on(&index, manifest, &[files], &[]);
    assert_eq!(without.status, Status::Success, "{:?}", without.missing);
    let nothing = answer_on(&index, manifest, &["task.files=README.md", "task.symbols=show"], &[]);
    assert!(!kinds(&nothing).contains(&ShortfallKind::Fallback), "the fallback answers nothing");
}

/// Documents that a query only quotes are there whatever is requested.
#[test]
fn a_query_of_quoted_globs_finds_nothing() {
    let docs = "{ name: docs, compute: 'files.intersect(\"**/*.md\", [\"README*\"])', max_files: 9 }";
    let uses = "{ name: uses, compute: scip.refs(task.symbols), max_files: 9 }";
    let both = format!("must_read:\n  derived: [{uses}]\nshould_read:\n  derived: [{docs}]\n");
    assert_eq!(answered(&both, &["task.symbols=nowhere"]).status, Status::NoResults);
    let alone = answered(&format!("must_read:\n  derived: [{docs}]\n"), &[]);
    assert_eq!(alone.status, Status::Success, "{:?}", alone.missing);
}

/// A use of one symbol is no use of another: the sentence names those of which it is true. Where no other line has the name, nothing
/// is missing.
#[test]
fn symbols_without_a_use_are_named_one_by_one() {
    let refs = "must_read:
  derived: [{ name: uses, compute: 'scip.refs(task.symbols, definitions=true)', max_files: 9 }]
";
    assert!(answered(refs, &["task.symbols=show"]).missing.is_empty());
    let (repository, _) = Repository::of(&format!("{SHOP}--- notes.txt\nThey show it.\n"));
    let index = repository.index();
    let missing = |symbols: &str| answer_on(&index, refs, &[&format!("task.symbols={symbols}")], &[]).missing;
    let both = missing("place,show");
    let what: Vec<&str> = both.iter().map(|it| it.what.as_str()).collect();
    assert_eq!(what, ["`uses` found no use of `show`, only the declaration"]);
    assert!(missing("place").is_empty());
}

#[test]
fn a_name_that_means_nothing_is_missing_with_names_near_it() {
    let both = answered(IMPORTERS, &["task.files=shop/cart.py,shop/ordre.py"]);
    assert_eq!((both.status, kinds(&both)), (Status::PartialSuccess, vec![ShortfallKind::UnknownName]));
    assert_eq!(
        both.missing[0].what,
        "no file is named `shop/ordre.py`; near names are `shop/order.py`, `shop/views/order.py`"
    );
    let refs = "must_read:
  derived: [{ name: uses, compute: scip.refs(task.symbols), max_files: 9 }]
";
    let bundle = answered(refs, &["task.symbols=place,Cart.totl"]);
    assert_eq!(bundle.missing[0].kind, ShortfallKind::UnknownName);
    assert_eq!(bundle.missing[0].what, "no symbol is named `Cart.totl`; near names are `Cart.total`");
}

#[test]
fn a_path_is_resolved_by_its_longest_end() {
    for (text, path, line) in [
        ("shop/order.py:5", "shop/order.py", Some(5)),
        ("./shop/order.py:5:12", "shop/order.py", Some(5)),
        ("b/shop/order.py", "shop/order.py", None),
        ("/srv/venv/lib/python3/site-packages/shop/order.py", "shop/order.py", None),
        ("C:\\app\\shop\\views\\order.py:2", "shop/views/order.py", Some(2)),
        ("File \"/app/shop/order.py\", line 4, in place", "shop/order.py", Some(4)),
        ("views/order.py", "shop/views/order.py", None),
    ] {
        let keys = "must_read: { repo_context_keys: [task.files] }\ninputs: { task.files: { type: files } }\n";
        let bundle = answered(keys, &[&format!("task.files={text}")]);
        let items = &bundle.bands[0].items;
        assert_eq!(items.iter().map(|item| item.path.as_str()).collect::<Vec<_>>(), [path], "{text}");
        let shown = |line| items[0].excerpts.iter().any(|it| (it.first_line..=it.last_line).contains(&line));
        assert!(line.is_none_or(shown), "{text}: the line is printed");
    }
    let elsewhere = answered(IMPORTERS, &["task.files=/usr/lib/python3/other/order.py"]);
    assert!(kinds(&elsewhere).contains(&ShortfallKind::UnknownName), "a file name alone is no evidence");
}

#[test]
fn a_cap_and_a_budget_are_missing_with_the_arguments_that_raise_them() {
    let capped = IMPORTERS.replace("transitive_callers(task.files)", "transitive_callers(task.files, depth=4)");
    let capped = answered(&capped.replace("max_files: 9", "max_files: 1"), &["task.files=shop/cart.py"]);
    assert_eq!(kinds(&capped), [ShortfallKind::OverCap]);
    assert_eq!(capped.missing[0].run.as_deref(), Some("--max-files users=2"));
    assert!(!capped.degraded, "the author's own cap is no bound of the budget");
    let tight = format!("budget: {{ max_chars: 300 }}\n{IMPORTERS}");
    let tight = answered(&tight, &["task.files=shop/cart.py"]);
    assert!(tight.degraded && kinds(&tight).contains(&ShortfallKind::Cut), "{:?}", tight.missing);
    let run = tight.missing[0].run.as_deref().unwrap_or_default();
    assert!(run.starts_with("--max-chars "), "{run}");
    let listed = tight.bands.iter().flat_map(|band| &band.items).filter(|item| item.view == View::Listed).count();
    assert_eq!(tight.counts.listed, listed);
}

#[test]
fn a_gate_makes_the_exit_code_1() {
    let (repository, _) = Repository::of(SHOP);
    let manifest = repository.root().join("m.yaml");
    std::fs::write(&manifest, IMPORTERS).expect("a manifest");
    let code = |files: &str, gate: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.arg("-C").arg(repository.root()).arg("--no-store").arg(&manifest);
        command.arg("--set").arg(format!("task.files={files}"));
        if !gate.is_empty() {
            command.arg("--fail-on").arg(gate);
        }
        let run = command.output().expect("a run");
        assert!(!run.stdout.is_empty(), "the bundle is delivered all the same");
        (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
    };
    let all = "partial,no-results,unknown-name,stale,over-budget";
    assert_eq!(code("shop/cart.py", all).0, Some(0));
    for (files, gate) in [
        ("shop/cart.py,nothing.py", "unknown-name"),
        ("shop/cart.py,nothing.py", "partial"),
        ("shop/views/order.py", "no-results"),
        ("shop/views/order.py", "partial"),
    ] {
        assert_eq!(code(files, "").0, Some(0));
        let (code, said) = code(files, gate);
        assert_eq!(code, Some(1), "{files} {gate}");
        assert!(said.contains(&format!("error: `--fail-on {gate}`: ")), "{said}");
    }
    assert_eq!(code("shop/cart.py,nothing.py", "stale,over-budget,no-results").0, Some(0));
}

/// Places in code that may belong to an answer are counted; comments, strings and what is bound to something else are not.
#[test]
fn places_that_no_fact_binds_are_part_of_the_answer() {
    let (repository, _) = Repository::of(
        "--- cart.py
class Cart:
    def total(self):
        return 1
--- known.py
from cart import Cart


def known():
    return Cart().total()
--- open.py
# total of a comment
def open_place(cart, other):
    text = \"total\"
    return cart.total() + other.total
--- local.py
def local():
    total = 3
    return total
--- own.py
def total():
    return 2


def own():
    return total()
--- other.js
export function f(cart) { return cart.total() }
",
    );
    let index = repository.index();
    let refs = "must_read: { derived: [{ name: uses, compute: scip.refs(task.symbols), max_files: 9 }] }\n";
    let bundle = answer_on(&index, refs, &["task.symbols=Cart.total"], &[]);
    assert_eq!(bundle.status, Status::PartialSuccess);
    assert_eq!(kinds(&bundle), [ShortfallKind::Unresolved]);
    assert_eq!(
        (bundle.missing[0].count, bundle.missing[0].what.as_str()),
        (2, "`total` stands in code at 2 more places that no fact binds: open.py:4")
    );
    let whole = answer_on(&index, refs, &["task.symbols=Cart"], &[]);
    assert_eq!(whole.status, Status::Success, "every place of `Cart` is bound");
    // The call among these places is said once, whichever query comes first.
    let uses = "{ name: uses, compute: scip.refs(task.symbols), max_files: 9 }";
    let callers = "{ name: callers, compute: call_graph.callers(task.symbols), max_files: 9 }";
    for both in [format!("{uses}, {callers}"), format!("{callers}, {uses}")] {
        let bundle =
            answer_on(&index, &format!("must_read: {{ derived: [{both}] }}\n"), &["task.symbols=Cart.total"], &[]);
        assert_eq!(bundle.missing.iter().map(|it| it.count).collect::<Vec<_>>(), [2], "{:?}", bundle.missing);
        assert_eq!(markdown(&bundle).matches("stands in code").count(), 1);
        let notes = bundle.queries.iter().flat_map(|query| &query.notes).filter(|it| it.contains("stands in code"));
        assert_eq!(notes.count(), 2, "the JSON has both");
    }
}

/// A place that uses an affected module is one to change wherever it is: in a test helper, in a constant of Ruby, which
/// needs no import where it stands.
#[test]
fn every_use_of_an_affected_module_is_printed() {
    let filler = "  # nothing\n".repeat(60);
    let serve = format!(
        "require \"webrick\"\nmodule Serve\n  def self.start(level)\n    WEBrick::HTTPServer.new(level)\n  end\n{filler}  \
         def self.log(level)\n    @log = WEBrick::Log.new($stdout, level)\n  end\n{filler}  def self.types(file)\n    \
         WEBrick::HTTPUtils.load_mime_types(file)\n  end\n{filler}end\n"
    );
    let helper = "module Helper\n  def self.serve\n    WEBrick::HTTPServer.new\n  end\nend\n";
    // A test of what uses it is a place as well, where it uses it itself.
    let test = "require \"minitest/autorun\"\nrequire_relative \"../lib/serve\"\nclass TestServe < Minitest::Test\n  def \
                test_start\n    Serve.start(WEBrick::Log.new)\n  end\nend\n";
    let files = format!(
        "--- Gemfile\ngem \"webrick\"\n--- lib/serve.rb\n{serve}--- test/helper.rb\n{helper}--- test/test_serve.rb\n{test}"
    );
    let (repository, _) = Repository::of(&files);
    let manifest = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/manifests/cve.yaml")).expect("cve");
    let bundle = answer_on(&repository.index(), &manifest, &["vulnerability.affected_module=webrick"], &[]);
    for (path, text) in [("lib/serve.rb", &*serve), ("test/helper.rb", helper), ("test/test_serve.rb", test)] {
        let item = bundle.bands.iter().flat_map(|band| &band.items).find(|item| item.path == path);
        let item = item.unwrap_or_else(|| panic!("{path} is not named"));
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| line.contains("WEBrick::")) {
            let is_printed = item.excerpts.iter().any(|it| it.first_line <= number && number <= it.last_line);
            assert!(is_printed, "{path}:{number}: {line}");
        }
    }
}

/// An import of everything says nothing of what is used of it.
#[test]
fn a_namespace_that_is_imported_whole_is_told() {
    let files = "--- app/Startup.cs
using Newtonsoft.Json.Linq;
namespace App { class Startup { object F() { return new JObject(); } } }
--- app/Use.java
import com.fasterxml.jackson.databind.*;
class Use { ObjectMapper mapper; }
--- app/Named.java
import com.acme.named.Thing;
class Named { Thing thing; }
--- lib/packer.rb
require 'zlib'
class Packer
  def pack(text)
    ::Zlib::Deflate.deflate(text)
  end
end
";
    let (repository, _) = Repository::of(files);
    let index = repository.index();
    let missing = |module: &str| {
        let manifest = format!(
            "must_read: {{ derived: [{{ name: users, compute: 'import_graph.reverse_lookup(\"{module}\")', max_files: 9 }}] }}"
        );
        let bundle = answer_on(&index, &manifest, &[], &[]);
        assert_eq!(bundle.counts.shown, 1, "{module}");
        kinds(&bundle)
    };
    assert_eq!(missing("Newtonsoft.Json.Linq"), [ShortfallKind::Unresolved]);
    assert_eq!(missing("com.fasterxml.jackson.databind"), [ShortfallKind::Unresolved]);
    assert_eq!(missing("com.acme.named"), []);
    assert_eq!(missing("zlib"), [ShortfallKind::Unresolved]);
}

/// A diff says of what it deletes that it is gone: that is no name that means nothing. Who still has a removed name is told.
#[test]
fn a_deleted_file_is_no_unknown_name() {
    let files = "--- app/cart.py
def total(cart):
    return cart.discounted()
--- app/order.py
def order():
    return 1
";
    let diff = |body: &str| {
        format!(
            "diff --git a/app/dead.py b/app/dead.py\ndeleted file mode 100644\n--- a/app/dead.py\n+++ /dev/null\n\
             @@ -1,2 +0,0 @@\n-def {body}(cart):\n-    return 1\n"
        )
    };
    let (repository, _) = Repository::of(files);
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/manifests/pr-review.yaml");
    let review_with = |body: &str, more: &[&str]| {
        let patch = repository.root().join("change.diff");
        std::fs::write(&patch, diff(body)).expect("a diff");
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.arg("-C").arg(repository.root()).args(["--no-store", "--format", "json", manifest, "--from"]);
        let run = command.arg(format!("diff:{}", patch.display())).args(more).output().expect("a run");
        let bundle: serde_json::Value = serde_json::from_slice(&run.stdout).expect("a bundle");
        (bundle, String::from_utf8_lossy(&run.stderr).into_owned())
    };
    let review = |body: &str| review_with(body, &[]);
    let whats = |bundle: &serde_json::Value| bundle["missing"].as_array().map_or(String::new(), |it| format!("{it:?}"));
    let (bundle, notes) = review("forgotten");
    assert!(notes.contains("`app/dead.py` was deleted or renamed, and no import leads there"), "{notes}");
    assert!(notes.contains("`forgotten` was removed, and no place in code has the name"), "{notes}");
    assert!(!whats(&bundle).contains("unknown_name"), "{}", whats(&bundle));
    // The index of words has no such word, so that no file is left to read.
    let (_, notes) = review_with("forgotten", &["--max-files-read", "1"]);
    assert!(notes.contains("`forgotten` was removed, and no place in code has the name"), "{notes}");
    let (bundle, _) = review("discounted");
    assert!(whats(&bundle).contains("unresolved"), "{}", whats(&bundle));
    let printed = bundle["bands"].to_string();
    assert!(printed.contains("app/cart.py") && printed.contains("places_of_removed"), "{printed}");
}

/// Behind a broken place nothing is declared: an outline that ends there is not whole.
#[test]
fn a_file_that_ends_at_a_broken_place_is_no_success() {
    let broken = "--- a.py\nclass A:\n    def ok(self):\n        return 1\n\n    def bad(self:\n        return (\n\nclass B(A):\n    def after(self):\n        return self.ok()\n\n\ndef use():\n    return B().after()\n--- b.py\nimport a\n";
    let (repository, _) = Repository::of(broken);
    let manifest = "must_read:\n  derived: [{ name: uses, compute: 'import_graph.dependencies(task.files)', render: skeleton, max_files: 9 }]\n";
    let bundle = answer_on(&repository.index(), manifest, &["task.files=b.py"], &[]);
    assert_eq!((bundle.status, kinds(&bundle)), (Status::PartialSuccess, vec![ShortfallKind::Broken]));
    assert_eq!(bundle.missing[0].what, "nothing is known behind `a.py:5`, which the parser could not read");
}

/// A broken place before the last declaration hides nothing, and none behind it.
#[test]
fn a_file_is_cut_short_at_the_place_behind_its_last_declaration() {
    let rest: String = (0..40).map(|n| format!("    )))) ((({n} ]]] def def class :\n")).collect();
    let text = "def start():\n    return 1\n\nx = = 3\n\ndef mid():\n    return start()\n\ndef broken(:\n";
    let (repository, _) = Repository::of(&format!("--- a.py\n{text}{rest}--- b.py\nimport a\n"));
    let manifest = "must_read:\n  derived: [{ name: uses, compute: 'import_graph.dependencies(task.files)', render: skeleton, max_files: 9 }]\n";
    let bundle = answer_on(&repository.index(), manifest, &["task.files=b.py"], &[]);
    assert_eq!((bundle.status, kinds(&bundle)), (Status::PartialSuccess, vec![ShortfallKind::Broken]));
    assert_eq!(bundle.missing[0].what, "nothing is known behind `a.py:9`, which the parser could not read");
}
