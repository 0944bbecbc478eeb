//! Tasks as they arrive: real samples of each form, and the values that they bring, read off the sources by hand.
//!
//! A case is one file. `=== task FORM` begins the text, `=== PATH` a file of the repository, `=== expected` the values, a
//! role and a value a line.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cg_bundle::facts::{Coverage, Snapshot};
use cg_bundle::intake::{ADAPTERS, ValueRole, adapter, resolve, source};

use crate::support::Repository;

fn role(role: ValueRole) -> &'static str {
    match role {
        ValueRole::Files => "files",
        ValueRole::Deleted => "deleted",
        ValueRole::Added => "added",
        ValueRole::Symbols => "symbols",
        ValueRole::Removed => "removed",
        ValueRole::Modules => "modules",
        ValueRole::Packages => "packages",
        ValueRole::Versions => "versions",
        ValueRole::Text => "text",
    }
}

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/intake");
    let mut cases: Vec<PathBuf> = fs::read_dir(folder).expect("cases").map(|it| it.expect("a case").path()).collect();
    cases.sort();
    cases
}

/// The form, its text, the files of the repository, and the values.
fn sections(text: &str) -> (String, String, String, Vec<String>) {
    let (mut form, mut task, mut files, mut expected) = (String::new(), String::new(), String::new(), String::new());
    for section in format!("\n{text}").split("\n=== ").skip(1) {
        let (head, body) = section.split_once('\n').expect("a head");
        let body = body.trim_end_matches('\n').to_owned() + "\n";
        let body = body.as_str();
        match head.split_once(' ') {
            Some(("task", name)) => (form, task) = (name.to_owned(), body.to_owned()),
            _ if head == "expected" => expected = body.to_owned(),
            _ => files += &format!("--- {head}\n{body}"),
        }
    }
    (form, task, files, expected.lines().map(str::to_owned).collect())
}

/// A line for each test and file: the lines that it executed, and where it is declared.
fn executed(coverage: &Coverage, facts: &Snapshot) -> Vec<String> {
    let mut rows: BTreeMap<(u32, &str), Vec<String>> = BTreeMap::new();
    for row in &coverage.rows {
        rows.entry((row.test, facts.path(row.file))).or_default().push(row.line.to_string());
    }
    let shown = |((test, file), lines): ((u32, &str), Vec<String>)| {
        let test = &coverage.tests[test as usize];
        let at = test.file.map_or("-", |file| facts.path(file));
        let line = test.line.map_or(String::new(), |line| format!(":{line}"));
        format!("executed {file}:{} by `{}` at {at}{line}", lines.join(","), test.name)
    };
    rows.into_iter().map(shown).collect()
}

#[test]
fn every_sample_brings_its_values() {
    let mut wrong = Vec::new();
    for path in cases() {
        let (form, task, files, mut expected) = sections(&fs::read_to_string(&path).expect("a case"));
        let adapter = adapter(&form).unwrap_or_else(|| panic!("{form} of {}", path.display()));
        let extract = adapter.read(task.as_bytes()).unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
        let (repository, _) = Repository::of(&files);
        let index = repository.index();
        let resolved = resolve(&extract, &index.facts, &|path| index.tree.read(path).ok());
        let values = resolved.values.iter().filter(|(it, _)| **it != ValueRole::Text);
        let mut found: Vec<String> =
            values.flat_map(|(it, values)| values.iter().map(|value| format!("{} {value}", role(*it)))).collect();
        found.extend(executed(&resolved.coverage, &index.facts));
        found.extend(resolved.unmatched.iter().map(|text| format!("unmatched {text}")));
        found.extend(resolved.notes.iter().map(|note| format!("note {note}")));
        found.sort();
        expected.sort();
        if found != expected {
            wrong.push(format!("{}\nfound {found:#?}\nexpected {expected:#?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_form_has_a_sample() {
    let names: Vec<String> =
        cases().iter().map(|path| path.file_stem().expect("a value").to_string_lossy().into_owned()).collect();
    for adapter in ADAPTERS.iter().filter(|it| !matches!(it.name, "text" | "symbols")) {
        assert!(names.iter().any(|name| name.starts_with(adapter.name)), "{} has no sample", adapter.name);
    }
}

/// Every hint of a message names a form that exists, and every example can be typed.
#[test]
fn examples_can_be_typed() {
    for adapter in ADAPTERS {
        let source = source(adapter.example).unwrap_or_else(|error| panic!("{}: {error:?}", adapter.example));
        assert_eq!(source.adapter.name, adapter.name);
    }
    let error = source("difff:-").err().expect("no such form");
    assert_eq!((error.code, error.primary.text.as_str()), ("CG044", "did you mean `diff`?"));
}

#[test]
fn what_is_not_of_the_form_is_refused_with_its_place() {
    for (form, text, line, title) in [
        ("diff", "hello\n", 1, "this is no unified diff"),
        (
            "diff",
            "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n",
            4,
            "this part of the diff is not well formed",
        ),
        ("diff", "diff --cc x\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,2 @@@\n", 4, "this is the combined diff of a merge"),
        ("trace", "nothing here\n", 1, "no line of this names a place in code"),
        ("junit", "<testsuite>\n<testcase>\n</testsuite>\n", 3, "this is no XML"),
        ("junit", "<testsuite><testcase name='a'>", 1, "this is no XML"),
        ("junit", "<html></html>", 1, "this report has no `<testcase>`"),
        ("go-test-json", "{\"Action\":\"run\"}\n{\"Action\":}\n", 2, "this is no JSON"),
        ("go-test-json", "ok\n", 1, "no line of this is an event"),
        ("sarif", "{\"runs\": 3}", 1, "this JSON has no `runs`"),
        ("osv", "{\n  \"id\": \"x\",\n  ]", 3, "this is no JSON"),
        ("coverage", "{\"meta\": {}}", 1, "this JSON has no `files`"),
        ("coverage", "{\"files\": {\"a.py\": {\"executed_lines\": [\"x\"]}}}", 1, "this JSON is not of the form"),
        ("coverage", "SQLite format 3\0 and no more", 1, "this database cannot be read"),
        ("lcov", "TN:\nDA:1,1\n", 2, "a count of no file"),
        ("lcov", "SF:a.c\nDA:x,1\n", 2, "this is no count of a line"),
        ("lcov", "hello\n", 1, "this report has no `SF:`"),
        ("osv", "{\"id\": \"x\"}", 1, "this advisory names no affected package"),
    ] {
        let error = adapter(form).expect("a form").read(text.as_bytes()).expect_err(text);
        let at = 1 + text[..error.primary.span.start].matches('\n').count();
        assert!(error.title.starts_with(title) && error.help.is_some(), "{error:?}");
        assert_eq!((error.code, at), ("CG044", line), "{text}: {error:?}");
    }
}

/// A text from outside is bounded, and never more than its ends.
#[test]
fn a_long_text_keeps_its_ends() {
    let text = format!("first words\n{}\nlast words a.py:3", "x\n".repeat(50_000));
    let extract = adapter("trace").expect("a form").read(text.as_bytes()).expect("a trace");
    let kept = extract.text.expect("a text");
    assert!(kept.chars().count() < 20_100 && kept.starts_with("first words") && kept.ends_with("last words a.py:3"));
    assert!(kept.contains("characters are left out here"));
}

/// The file of coverage.py and its JSON say the same: the rows are those of a real file of the project in
/// `tests/fixtures/goods`, without branches and with them.
#[test]
fn a_database_says_what_the_json_says() {
    let schema = "CREATE TABLE file (id integer primary key, path text, unique (path));
        CREATE TABLE context (id integer primary key, context text, unique (context));
        CREATE TABLE line_bits (file_id integer, context_id integer, numbits blob, unique (file_id, context_id));
        CREATE TABLE arc (file_id integer, context_id integer, fromno integer, tono integer);
        INSERT INTO file VALUES (1, 'goods/plugins.py');
        INSERT INTO context VALUES (1, ''), (2, 'tests/test_plugins.py::TestLoad::test_by_name|run'),
            (3, 'tests/test_plugins.py::TestLoad::test_by_name|setup');";
    let lines = "INSERT INTO line_bits VALUES (1, 1, x'12'), (1, 2, x'20'), (1, 3, x'20');";
    let arcs = "INSERT INTO arc VALUES (1, 1, -1, 1), (1, 1, 1, 4), (1, 1, 4, -1), (1, 2, -4, 5), (1, 2, 5, -4);";
    let json = "{\"files\": {\"goods/plugins.py\": {\"executed_lines\": [1, 4, 5], \"contexts\": {\"1\": [\"\"],
        \"4\": [\"\"], \"5\": [\"tests/test_plugins.py::TestLoad::test_by_name|run\"]}}}}";
    let form = adapter("coverage").expect("a form");
    let wanted = form.read(json.as_bytes()).expect("a report").coverage;
    assert!(wanted.is_some());
    for rows in [lines, arcs] {
        let mut connection = rusqlite::Connection::open_in_memory().expect("a database");
        connection.execute_batch(&format!("{schema}{rows}")).expect("rows");
        let bytes = connection.serialize(rusqlite::MAIN_DB).expect("bytes");
        assert_eq!(form.read(&bytes).expect("a report").coverage, wanted, "{rows}");
    }
}

/// Forms are tried where a line may have one; a line without a digit may.
#[test]
fn a_line_without_a_digit_may_name_a_place() {
    let trace = adapter("trace").expect("the form");
    let named = |text: &str| trace.read(text.as_bytes()).is_ok_and(|extract| extract.frames.len() == 1);
    for text in [
        "[warn] src/cart.ts",
        "ERROR: test_total (tests.test_cart.CartTest.test_total)",
        "test cart::tests::total ... FAILED",
        "thread 'cart::tests::total' panicked at /rustc/x",
        "   at Shop.Cart.Total(String name)",
        "  ✕ has a total",
        "Test Case '-[ShopTests.CartTests testTotal]' failed",
        "shop.CartTest > total() FAILED",
    ] {
        assert!(named(text), "{text}");
    }
    assert!(!named("a total is wrong"));
}

/// One commit is no diff: the message says how two are written.
#[test]
fn one_commit_is_no_diff() {
    for (given, wanted) in [("HEAD~1", "diff:HEAD~1..HEAD"), ("main^", "diff:main^..HEAD"), ("HEAD", "diff:worktree")] {
        let error = source(&format!("diff:{given}")).err().expect("one commit");
        assert!(error.help.as_deref().is_some_and(|help| help.contains(wanted)), "{error:?}");
    }
    assert!(source("diff:a/b~1.patch").is_ok(), "a file");
}
