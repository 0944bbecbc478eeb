//! Diffs that delete: whether they are applied or not, who has what goes is in the answer, and what has only its name is not.

use std::process::Command;

use serde_json::Value;

use crate::support::Repository;

/// A diff that deletes a file with some lines.
fn deletion(path: &str, text: &str) -> String {
    let lines: String = text.lines().map(|line| format!("-{line}\n")).collect();
    let n_lines = text.lines().count();
    format!(
        "diff --git a/{path} b/{path}\ndeleted file mode 100644\n--- a/{path}\n+++ /dev/null\n@@ -1,{n_lines} +0,0 @@\n{lines}"
    )
}

/// The review of a diff, and what is said beside it.
fn review(files: &str, diff: &str, more: &[&str]) -> (Value, String) {
    let (repository, _) = Repository::of(files);
    let patch = repository.root().join("change.diff");
    std::fs::write(&patch, diff).expect("a diff");
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/manifests/pr-review.yaml");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.arg("-C").arg(repository.root()).args(["--no-store", "--format", "json", manifest, "--from"]);
    let run = command.arg(format!("diff:{}", patch.display())).args(more).output().expect("a run");
    let bundle = serde_json::from_slice(&run.stdout).expect("a bundle");
    (bundle, String::from_utf8_lossy(&run.stderr).into_owned())
}

/// The answer of a query about a diff, and what is said beside it.
fn asked(files: &str, diff: &str, call: &str) -> (String, String) {
    let (repository, _) = Repository::of(files);
    let patch = repository.root().join("change.diff");
    std::fs::write(&patch, diff).expect("a diff");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.arg("-C").arg(repository.root()).args(["query", "--no-store", call, "--from"]);
    let run = command.arg(format!("diff:{}", patch.display())).output().expect("a run");
    [run.stdout, run.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).into()
}

/// The files of a bundle that a query brings, each with its band.
fn brought(bundle: &Value, query: &str) -> Vec<(String, String)> {
    let bands = bundle["bands"].as_array().expect("bands");
    let items = bands.iter().flat_map(|band| band["items"].as_array().expect("items"));
    let is_of = |item: &&Value| item["why"].as_array().is_some_and(|why| why.iter().any(|it| it["query"] == query));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut found: Vec<_> = items.filter(is_of).map(|item| (text(&item["path"]), text(&item["band"]))).collect();
    found.sort();
    found
}

/// The places that a query cites, in order.
fn places(bundle: &Value, query: &str) -> Vec<String> {
    let bands = bundle["bands"].as_array().expect("bands");
    let items = bands.iter().flat_map(|band| band["items"].as_array().expect("items"));
    let why = items.flat_map(|item| item["why"].as_array().expect("reasons")).filter(|why| why["query"] == query);
    let links = why.flat_map(|why| why["chain"].as_array().cloned().unwrap_or_default());
    let mut found: Vec<String> = links.filter_map(|link| link["at"].as_str().map(str::to_owned)).collect();
    found.sort();
    found.dedup();
    found
}

fn paths(found: &[(String, String)]) -> Vec<&str> {
    found.iter().map(|(path, _)| path.as_str()).collect()
}

const USERS: &str = "--- use.py
from gone import helper
def use():
    return helper(1)
--- other.py
def other():
    return 1
--- x.py
from other import other
def y():
    return other()
--- test_use.py
from use import use
def test_use():
    assert use() == 1
";

const GONE: &str = "def helper(x):\n    return x\n";

/// Another symbol changes beside it, and has a use.
fn two() -> String {
    let edit = "diff --git a/other.py b/other.py\n--- a/other.py\n+++ b/other.py\n@@ -1,2 +1,2 @@\n def other():\n-    return 1\n+    return 2\n";
    deletion("gone.py", GONE) + edit
}

#[test]
fn the_users_of_a_file_that_a_diff_will_delete_must_be_read() {
    let before = format!("{USERS}--- gone.py\n{GONE}");
    for diff in [deletion("gone.py", GONE), two()] {
        let (bundle, notes) = review(&before, &diff, &[]);
        assert_eq!(brought(&bundle, "broken_imports"), [("use.py".to_owned(), "must_read".to_owned())], "{notes}");
        assert_eq!(places(&bundle, "broken_imports"), ["use.py:1:18"]);
        assert!(paths(&brought(&bundle, "broken_callsites")).contains(&"use.py"), "{bundle:#}");
        assert!(!notes.contains("`gone.py` is there"), "{notes}");
        assert!(paths(&brought(&bundle, "tests_of_callsites")).contains(&"test_use.py"), "{notes}");
    }
}

#[test]
fn the_tests_of_what_a_deleted_file_breaks_are_there() {
    let after = USERS.replace("return 1\n--- x", "return 2\n--- x");
    for diff in [deletion("gone.py", GONE), two()] {
        let (bundle, notes) = review(&after, &diff, &[]);
        assert_eq!(brought(&bundle, "broken_imports"), [("use.py".to_owned(), "must_read".to_owned())], "{notes}");
        assert!(paths(&brought(&bundle, "tests_of_callsites")).contains(&"test_use.py"), "{notes}");
        assert!(!notes.contains("no symbol is named `gone.py`"), "{notes}");
    }
}

/// A package of Go loses one of its files: who imports the package still finds it.
#[test]
fn a_package_that_keeps_a_file_is_there() {
    let files = "--- go.mod\nmodule a\n--- lib/a.go\npackage lib\n\nfunc A() int { return 1 }\n--- lib/b.go\npackage lib\n\nfunc B() int { return 1 }\n--- main.go\npackage main\n\nimport \"a/lib\"\n\nfunc main() { lib.A(); lib.B() }\n";
    let (bundle, notes) = review(files, &deletion("lib/a.go", "package lib\n\nfunc A() int { return 1 }\n"), &[]);
    assert_eq!(brought(&bundle, "broken_imports"), [], "{notes}");
    assert!(notes.contains("`lib/a.go` is deleted or renamed, and no import leads there alone"), "{notes}");
    assert_eq!(places(&bundle, "broken_callsites"), ["lib/a.go:3:6", "main.go:5:19"]);
}

#[test]
fn a_short_name_that_is_removed_is_looked_for() {
    let files = "--- go.mod\nmodule a\n--- lib/b.go\npackage lib\n\nfunc use() int { return cW(1) }\n";
    let (bundle, notes) = review(files, &deletion("lib/a.go", "package lib\n\nfunc cW(a int) int { return a }\n"), &[]);
    assert_eq!(places(&bundle, "places_of_removed"), ["lib/b.go:3:25"], "{notes}");
    assert!(!notes.contains("no place in code"), "{notes}");
}

/// A module is written by its whole name, and whoever has a function of it has that.
#[test]
fn a_module_that_is_removed_is_found_by_the_end_of_its_name() {
    let files = "--- lib/conn.ex
defmodule Plug.Conn do
  def fetch(cookie), do: Plug.Conn.Cookies.decode(cookie)
end
--- lib/query.ex
defmodule Plug.Query do
  def decode(it), do: it
  def encode(it), do: decode(it)
end
--- test/cookies_test.exs
defmodule Plug.Conn.CookiesTest do
  use ExUnit.Case
  import Plug.Conn.Cookies

  test \"decodes\" do
    assert decode(\"a\") == 1
  end
end
";
    let gone = "defmodule Plug.Conn.Cookies do\n  def decode(it), do: it\n  def trim(it), do: it\nend\n";
    let (bundle, notes) = review(files, &deletion("lib/plug/conn/cookies.ex", gone), &[]);
    assert_eq!(places(&bundle, "places_of_removed"), ["lib/conn.ex:2:36", "test/cookies_test.exs:3:20"], "{notes}");
    let removed = bundle["inputs"].as_array().expect("inputs").iter().find(|it| it["name"] == "diff.removed");
    assert_eq!(removed.expect("an input")["values"], serde_json::json!(["Cookies"]));
}

/// A local, the name of an argument, and what a package has are something else; the members of a type that is gone come with it.
#[test]
fn what_only_has_the_name_of_something_removed_is_no_place_of_it() {
    let files = "--- app/auth.py
import sys
from scheme import fields
def parse(header):
    scheme, _, fields = header.partition(' ')
    return scheme, fields
def show(out):
    print('a', file=sys.stderr)
    return out.scheme
--- app/kept.py
class Kept:
    def __init__(self, file):
        self.data = file
--- app/make.py
from app.kept import Kept
def make():
    return Kept(file=1)
def value(it):
    return it.value
";
    let gone = "def scheme():\n    return 1\ndef file():\n    return 2\nclass Field:\n    def __init__(self):\n        self.value = 1\n";
    let (bundle, notes) = review(files, &deletion("app/gone.py", gone), &[]);
    assert_eq!(places(&bundle, "places_of_removed"), ["app/auth.py:8:16", "app/make.py:3:17"], "{notes}");
    assert!(!notes.contains("`value`"), "{notes}");
}

/// A parameter of a type of functions, or of a function without a name that no other holds, is a local of its place alone.
#[test]
fn a_parameter_outside_of_functions_hides_no_use() {
    let files = "--- go.mod
module a
--- b.go
package a

type F func(total int) int

func Show() int { return total() }
--- c.go
package a

func Local(total int) int { return total }
";
    let gone = "package a\n\nfunc total() int { return 1 }\n";
    let (bundle, notes) = review(files, &deletion("cart.go", gone), &[]);
    assert_eq!(places(&bundle, "places_of_removed"), ["b.go:5:26"], "{notes}");
    let files = "--- a.py
sort = sorted([], key=lambda total: total + 1)
from cart import total
def show(): return total(1)
";
    let (bundle, notes) = review(files, &deletion("cart.py", "def total(x): return x\n"), &[]);
    assert_eq!(places(&bundle, "places_of_removed"), ["a.py:3:20"], "{notes}");
}

/// An empty file is as before as well, though its deletion has no line.
#[test]
fn an_empty_file_that_a_diff_will_delete_is_as_before() {
    let files = format!("--- gone.py\n{GONE}--- empty.py\n--- use.py\nimport empty\n");
    let empty = "diff --git a/empty.py b/empty.py\ndeleted file mode 100644\nindex e69de29..0000000\n";
    let (bundle, notes) = review(&files, &(deletion("gone.py", GONE) + empty), &[]);
    assert!(format!("{bundle}{notes}").contains("2 of 2 files are as before the diff"), "{notes}");
}

/// Where not all files may be read, those near the deleted one are the first.
#[test]
fn files_near_a_deleted_one_are_read_first() {
    let far: String = (0..40).map(|n| format!("--- a/far{n}.py\nx{n} = {n}\n")).collect();
    let files = format!("{far}--- z/java/shop/OrderTest.java\npackage shop;\nclass OrderTest {{ Order order; }}\n");
    let gone = "package shop;\nclass Order {}\n";
    let (bundle, notes) = review(&files, &deletion("y/java/shop/Order.java", gone), &["--max-files-read", "12"]);
    assert_eq!(places(&bundle, "places_of_removed"), ["z/java/shop/OrderTest.java:2:19"], "{notes}");
}

/// Another type has the name of a member that goes: a place that no fact binds may mean the one that is gone.
#[test]
fn a_member_that_is_removed_is_looked_for_beside_another_of_its_name() {
    let files = "--- click/testing.py
class Runner:
    def run_it(self, one):
        return one
--- click/core.py
class Context:
    def invoke(self, one):
        return one


def main():
    Context().invoke(1)
--- tests/test_a.py
from click.testing import Runner


def test_a(runner):
    assert runner.invoke(1)
";
    let diff = "diff --git a/click/testing.py b/click/testing.py
--- a/click/testing.py
+++ b/click/testing.py
@@ -1,3 +1,3 @@
 class Runner:
-    def invoke(self, one):
+    def run_it(self, one):
         return one
";
    let (bundle, notes) = review(files, diff, &[]);
    assert_eq!(places(&bundle, "places_of_removed"), ["tests/test_a.py:5:19"], "{notes}");
    assert!(notes.contains("1 more place in 1 file has the name `invoke` behind something else"), "{notes}");
    assert_eq!(bundle["status"], "partial_success", "{notes}");
}

/// A function that goes from one module, and stays in another.
#[test]
fn a_function_that_is_removed_is_looked_for_where_its_module_is_imported() {
    let files = "--- lib/utils.py
def kept():
    return 1
--- lib/other.py
def is_buf():
    return 1
--- a.py
from lib.utils import is_buf

is_buf()
--- b.py
from lib.other import is_buf

is_buf()
";
    let diff = "diff --git a/lib/utils.py b/lib/utils.py
--- a/lib/utils.py
+++ b/lib/utils.py
@@ -1,5 +1,2 @@
-def is_buf():
-    return 2
-
 def kept():
     return 1
";
    let (bundle, notes) = review(files, diff, &[]);
    assert_eq!(places(&bundle, "places_of_removed"), ["a.py:1:23", "a.py:3:1"], "{notes}");
    let (found, notes) = asked(files, diff, "scip.refs(diff.removed)");
    assert!(found.contains("a.py:3:1") && !found.contains("b.py") && !notes.contains("no symbol"), "{found}{notes}");
}

/// What the same diff brings elsewhere has moved: nothing of it is gone.
#[test]
fn a_member_that_moves_is_not_gone() {
    let files = "--- a.py
class A:
    def kept(self):
        return 1
--- b.py
class B:
    def run(self):
        return 1
--- c.py
def use(it):
    return it.run()
";
    let diff = "diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -1,5 +1,3 @@
 class A:
-    def run(self):
-        return 1
     def kept(self):
         return 1
diff --git a/b.py b/b.py
--- a/b.py
+++ b/b.py
@@ -1,1 +1,3 @@
 class B:
+    def run(self):
+        return 1
";
    let (bundle, notes) = review(files, diff, &[]);
    assert_eq!(places(&bundle, "places_of_removed"), Vec::<String>::new(), "{notes}");
}
