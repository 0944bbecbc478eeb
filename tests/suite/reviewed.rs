//! Reviews of diffs: the changed lines that lie in no function, and the packages of a changed lockfile.

use std::process::Command;

use crate::support::Repository;

/// What a command prints for a diff of some files.
fn review(arguments: &[&str], files: &str, diff: &str) -> String {
    let (repository, _) = Repository::of(files);
    let patch = repository.root().join("the.patch");
    std::fs::write(&patch, diff).expect("a diff");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.arg("-C").arg(repository.root()).args(arguments).args(["--no-store", "-q", "--from"]);
    let run = command.arg(format!("diff:{}", patch.display())).output().expect("a run");
    String::from_utf8_lossy(&run.stdout).into_owned()
}

/// A stylesheet and a build file have no declarations, and a new function is not in the file yet.
#[test]
fn changed_lines_without_a_function_are_printed() {
    let rules: String = (1..=2000).map(|at| format!(".rule{at} {{\n  order: {at};\n}}\n\n")).collect();
    let tests: String = (1..=600).map(|at| format!("def test_{at}():\n    assert {at} > 0\n\n\n")).collect();
    let files = format!("--- static/common.css\n{rules}--- test_cart.py\n{tests}");
    let diff = "\
--- a/static/common.css
+++ b/static/common.css
@@ -237,3 +237,3 @@
 .rule60 {
-  order: 60;
+  order: 61;
 }
--- a/test_cart.py
+++ b/test_cart.py
@@ -2397,4 +2397,8 @@
 def test_600():
     assert 600 > 0
 
 
+def test_601():
+    assert 601 > 0
+
+
";
    let printed = review(&["pr-review"], &files, diff);
    let (_, sources) = printed.split_once("\n## ").unwrap_or_else(|| panic!("{printed}"));
    assert!(sources.contains(".rule60 {"), "{printed}");
    assert!(!sources.contains(".rule1 {"), "{printed}");
    assert!(sources.contains("assert 600 > 0"), "{printed}");
}

/// Whoever imports a package at another version can break; the sums of its versions are no words.
#[test]
fn importers_of_a_changed_package_are_reviewed() {
    let files = "\
--- go.mod
module example.org/shop

go 1.22

require example.com/minify v1.0.0
require example.com/parse v1.0.0 // indirect
--- go.sum
example.com/minify v1.0.0 h1:totals/zebra=
--- page/page.go
package page

import \"example.com/minify\"

func Page() string { return minify.String() }
--- zebra/zebra.go
package zebra

// totals of a zebra
func Zebra() {}
";
    let diff = "\
diff --git a/go.mod b/go.mod
--- a/go.mod
+++ b/go.mod
@@ -5,2 +5,2 @@
-require example.com/minify v1.0.0
-require example.com/parse v1.0.0 // indirect
+require example.com/minify v1.1.0
+require example.com/parse v1.1.0 // indirect
diff --git a/go.sum b/go.sum
--- a/go.sum
+++ b/go.sum
@@ -1 +1 @@
-example.com/minify v1.0.0 h1:totals/zebra=
+example.com/minify v1.1.0 h1:zebra/totals=
";
    let printed = review(&["pr-review"], files, diff);
    assert!(printed.contains("- page/page.go · should, full · package_importers"), "{printed}");
    assert!(printed.contains("import \"example.com/minify\""), "{printed}");
    // Nobody imports what the package brings along.
    assert!(printed.contains("\nsuccess · "), "{printed}");
    let found = review(&["query", "search.related(diff.files, diff.patch)"], files, diff);
    assert!(found.contains("holds `com`, `example`, `minify`"), "{found}");
    assert!(!found.contains("`zebra`") && !found.contains("`totals`"), "{found}");
}

/// The title of a review has the files, not the words with which a diff begins; of many their number.
#[test]
fn the_title_of_a_review_has_its_files() {
    let part = |name: &str| {
        format!("--- a/{name}\n+++ b/{name}\n@@ -1,2 +1,2 @@\n def {}():\n-    return 1\n+    return 2\n", &name[..1])
    };
    let files = |names: &[&str]| -> String {
        names.iter().map(|name| format!("--- {name}\ndef {}():\n    return 1\n", &name[..1])).collect()
    };
    let title = |names: &[&str]| {
        let diff: String = names.iter().map(|name| part(name)).collect();
        let printed = review(&["pr-review"], &files(names), &diff);
        printed.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(title(&["a.py", "b.py"]), "# pr-review: a.py, b.py; symbols = a, b");
    assert_eq!(title(&["a.py", "b.py", "c.py", "d.py"]), "# pr-review: 4 files; symbols = 4");
}

/// A folder below the repository has no history of its own: the text of the diff is the way.
#[test]
fn a_range_below_the_repository_says_what_works() {
    let (repository, _) = Repository::of("--- a.py\nx = 1\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.arg("-C").arg(repository.root()).args(["pr-review", "--no-store", "--from", "diff:HEAD~1..HEAD"]);
    let run = command.output().expect("a run");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(said.contains("`git diff HEAD~1..HEAD | cg-bundle … --from diff:-`"), "{said}");
}
