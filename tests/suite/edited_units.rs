//! An edit of a package reads the other packages that names lead to, and leaves what a rebuild would.

use crate::edited::walked;

const A: &str = "[package]\nname = \"a\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
const B: &str =
    "[package]\nname = \"b\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\na = { path = \"../a\" }\n";
const C: &str =
    "[package]\nname = \"c\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\nb = { path = \"../b\" }\n";
const OTHER: &str = "[package]\nname = \"other\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";

/// Three packages, of which each needs the one before it, and one by itself.
fn packages<'t>(b: &'t str, c: &'t str, other: &'t str) -> Vec<(&'t str, &'t str)> {
    vec![
        ("a/Cargo.toml", A),
        ("a/src/lib.rs", "pub mod deep;\npub struct Made;\n\nimpl Made {\n    pub fn own(&self) {}\n}\n"),
        (
            "a/src/deep.rs",
            "pub struct Deep;\n\nimpl Deep {\n    pub fn dive(&self) {}\n}\n\npub fn deep() -> Deep {\n    Deep\n}\n",
        ),
        ("b/Cargo.toml", B),
        ("b/src/lib.rs", b),
        ("c/Cargo.toml", C),
        ("c/src/lib.rs", c),
        ("other/Cargo.toml", OTHER),
        ("other/src/lib.rs", other),
    ]
}

#[test]
fn a_call_leads_through_packages_that_are_handed_on() {
    let files =
        packages("pub use a::deep;\npub use a::*;\n", "use b::deep::deep;\n\npub fn run() {\n    deep();\n}\n", "");
    let run = |body: &str| format!("use b::deep::deep;\n\npub fn run() {{\n    {body}\n}}\n");
    let (far, glob) = (run("deep().dive();"), "use b::Made;\n\npub fn run(it: Made) {\n    it.own();\n}\n");
    // `deep` and `Made` are written in both files of `a`, and `deep` in `b`.
    walked(&files, &[("c/src/lib.rs", &far, 1), ("c/src/lib.rs", glob, 4)]);
}

#[test]
fn members_that_another_package_gives_a_type_are_seen() {
    let b =
        "use a::Made;\n\npub trait More {\n    fn more(&self);\n}\n\nimpl More for Made {\n    fn more(&self) {}\n}\n";
    let files = packages(b, "pub fn run() {}\n", "pub fn alone() {}\n");
    let text =
        "pub mod deep;\npub struct Made;\n\nimpl Made {\n    pub fn own(&self) {\n        self.more();\n    }\n}\n";
    walked(&files, &[("a/src/lib.rs", text, 1)]);
}

#[test]
fn a_method_by_its_name_alone_is_that_of_any_package() {
    let files = packages(
        "pub fn f() {}\n",
        "pub fn run() {}\n",
        "pub struct Alone;\n\nimpl Alone {\n    pub fn sole(&self) {}\n}\n",
    );
    let call = |name: &str| format!("pub fn run() {{\n    make().{name}();\n}}\n");
    let (sole, several) =
        (call("sole"), "pub fn f() {}\n\npub struct Two;\n\nimpl Two {\n    pub fn sole(&self) {}\n}\n");
    walked(&files, &[("c/src/lib.rs", &sole, 1), ("b/src/lib.rs", several, 3), ("c/src/lib.rs", &call("none"), 3)]);
}

#[test]
fn a_name_that_comes_is_seen_by_the_packages_that_write_it() {
    let files = packages("pub fn f() {\n    fresh();\n}\n", "pub fn run() {}\n", "pub fn alone() {\n    fresh();\n}\n");
    walked(&files, &[("c/src/lib.rs", "pub fn run() {}\n\npub fn fresh() {}\n", 3)]);
}

#[test]
fn a_file_of_another_package_that_an_item_declares_is_read() {
    let files = packages(
        "#[path = \"../../other/src/inner.rs\"]\nmod inner;\n\npub fn f() {\n    inner::deed();\n}\n",
        "pub fn run() {}\n",
        "",
    );
    let mut files = files;
    files.push(("other/src/inner.rs", "pub fn deed() {}\n\npub fn act() {\n    super::f();\n}\n"));
    let text = "pub fn deed() {}\n\npub fn act() {\n    super::f();\n    super::f();\n}\n";
    walked(&files, &[("other/src/inner.rs", text, 1)]);
}

#[test]
fn the_path_of_a_use_leads_to_a_crate_before_what_comes_wholesale() {
    let run = |body: &str| format!("use b::*;\nuse b::deep::deep;\n\npub fn run() {{\n    {body}\n}}\n");
    let (before, after) = (run("deep();"), run("deep().dive();"));
    let files = packages("pub use a::deep;\npub mod b {}\n", &before, "");
    walked(&files, &[("c/src/lib.rs", &after, 1)]);
}

/// A path in the code binds no name, and leads nobody through the file.
#[test]
fn a_path_that_comes_links_the_file_alone() {
    let text = |body: &str| format!("use b::*;\n\npub fn run() {{\n    {body}\n}}\n");
    let (none, both, one) = (text(""), text("std::cmp::max(1, 2);\n    b::f();"), text("b::f();"));
    let files = packages("pub fn f() {}\n", &none, "pub fn alone() {}\n");
    walked(&files, &[("c/src/lib.rs", &both, 1), ("c/src/lib.rs", &one, 1)]);
}

/// What a file of Rust offers does not decide which sort of file it is.
#[test]
fn a_first_function_of_a_file_links_those_that_write_its_name() {
    let files = packages("pub fn f() {}\n", "struct Own;\n", "pub fn alone() {}\n");
    walked(&files, &[("c/src/lib.rs", "struct Own;\n\npub fn fresh() {}\n", 1)]);
}

/// Three distributions of Python, of which each needs the one before it, and one by itself.
fn distributions<'t>(b: &'t str, c: &'t str, other: &'t str) -> Vec<(&'t str, &'t str)> {
    vec![
        ("a/pyproject.toml", "[project]\nname = \"a\"\n"),
        ("a/a/__init__.py", "from .deep import *\n"),
        ("a/a/deep.py", "class Deep:\n    def dive(self):\n        pass\n\n\ndef deep() -> Deep:\n    return Deep()\n"),
        ("b/setup.py", ""),
        ("b/b/__init__.py", b),
        ("c/c/__init__.py", ""),
        ("c/c/run.py", c),
        ("other/setup.cfg", ""),
        ("other/other/__init__.py", other),
    ]
}

#[test]
fn names_lead_through_distributions_of_python() {
    let run = |body: &str| format!("from b import deep\n\n\ndef run():\n    {body}\n");
    let files = distributions("from a import *\n", "from b import deep\n", "def alone():\n    fresh()\n");
    let (made, sole) = (run("deep().dive()"), run("made().alone()"));
    let fresh = "from b import deep\n\n\ndef fresh():\n    pass\n";
    walked(&files, &[("c/c/run.py", &made, 1), ("c/c/run.py", &sole, 1), ("c/c/run.py", fresh, 2)]);
}

#[test]
fn a_fixture_above_other_distributions_is_seen() {
    let mut files = distributions("", "", "");
    files.extend([
        ("setup.cfg", ""),
        ("conftest.py", "import pytest\n\n\n@pytest.fixture\ndef given():\n    return 1\n"),
        ("c/setup.cfg", ""),
        ("c/tests/test_run.py", "def test_it():\n    pass\n"),
    ]);
    walked(&files, &[("c/tests/test_run.py", "def test_it(given):\n    pass\n", 1)]);
}

/// Three packages of npm, of which one needs another, and one declares for all.
fn modules<'t>(b: &'t str, globals: &'t str) -> Vec<(&'t str, &'t str)> {
    vec![
        ("a/package.json", "{\"name\": \"a\", \"main\": \"index.ts\"}"),
        ("a/index.ts", "export * from './deep';\n"),
        ("a/deep.ts", "export class Deep {\n  dive() {}\n}\nexport function deep() {\n  return new Deep();\n}\n"),
        ("b/package.json", "{\"name\": \"b\"}"),
        ("b/index.ts", b),
        ("types/package.json", "{\"name\": \"types\"}"),
        ("types/globals.d.ts", globals),
        ("types/other.ts", "export const other = 1;\n"),
    ]
}

#[test]
fn names_lead_through_packages_of_npm() {
    let run = |body: &str| format!("import {{ deep }} from 'a';\nexport function run(it: Seen) {{\n  {body}\n}}\n");
    let (none, far, seen) = (run(""), run("deep().dive();"), run("it.look();"));
    let files = modules(&none, "interface Seen {\n  look(): void;\n}\n");
    walked(&files, &[("b/index.ts", &far, 1), ("b/index.ts", &seen, 1)]);
}

/// A script of declarations that comes to export is a module: all is related anew.
#[test]
fn a_file_that_all_see_is_of_no_unit() {
    let globals = "interface Seen {\n  look(): void;\n}\n";
    let b = "export function run(it: Seen) {\n  it.look();\n}\n";
    let files = modules(b, globals);
    let more = "interface Seen {\n  look(): void;\n  peek(): void;\n}\n";
    let module = "export interface Seen {\n  look(): void;\n}\n";
    let call = "export function run(it: Seen) {\n  it.look();\n  it.look();\n}\n";
    let other = "interface Seen {\n  look(): void;\n  other(): void;\n}\n";
    let steps = [
        ("types/globals.d.ts", more, 1),
        ("types/globals.d.ts", module, 0),
        ("types/globals.d.ts", other, 0),
        ("b/index.ts", call, 1),
    ];
    walked(&files, &steps);
}

/// A folder `test` is the product's where it is a package inside of a package, and stands aside where it is none.
#[test]
fn a_package_that_comes_changes_the_place_of_its_files() {
    let files = [
        ("shop/__init__.py", ""),
        ("shop/test/client.py", "class Client:\n    pass\n"),
        ("shop/views.py", "from shop.test.client import Client\n\n\ndef view():\n    return Client()\n"),
    ];
    walked(&files, &[("shop/test/__init__.py", "", 0)]);
}
