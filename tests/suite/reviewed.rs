//! Reviews of diffs: the changed lines that lie in no function, and the packages of a changed lockfile.

use std::process::Command;

use crate::support::Repository;

/// The review of a diff of some files.
fn review(files: &str, diff: &str) -> String {
    let (repository, _) = Repository::of(files);
    let patch = repository.root().join("the.patch");
    std::fs::write(&patch, diff).expect("a diff");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.arg("-C").arg(repository.root()).args(["pr-review", "--no-store", "-q", "--from"]);
    let run = command.arg(format!("diff:{}", patch.display())).output().expect("a run");
    String::from_utf8_lossy(&run.stdout).into_owned()
}

/// A stylesheet and a build file have no declarations, and a new function is not in the file yet.
#[test]
fn changed_lines_without_a_function_are_printed() {
    let rules: String = (1..=80).map(|at| format!(".rule{at} {{\n  order: {at};\n}}\n\n")).collect();
    let tests: String = (1..=60).map(|at| format!("def test_{at}():\n    assert {at} > 0\n\n\n")).collect();
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
@@ -237,4 +237,8 @@
 def test_60():
     assert 60 > 0
 
 
+def test_61():
+    assert 61 > 0
+
+
";
    let printed = review(&files, diff);
    let (_, sources) = printed.split_once("\n## ").unwrap_or_else(|| panic!("{printed}"));
    assert!(sources.contains(".rule60 {"), "{printed}");
    assert!(!sources.contains(".rule1 {"), "{printed}");
    assert!(sources.contains("assert 60 > 0"), "{printed}");
}
