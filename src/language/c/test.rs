//! Tests of C and C++: the macros of GoogleTest, Check, Criterion, Unity, Catch2, doctest and Boost, and names.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use crate::base::path;

/// The macros whose arguments name a test, and how many do.
const NAMED: &[(&str, usize)] = &[
    ("BOOST_AUTO_TEST_CASE", 1),
    ("START_TEST", 1),
    ("TEST", 2),
    ("TEST_F", 2),
    ("TEST_METHOD", 1),
    ("TEST_P", 2),
    ("TYPED_TEST", 2),
    ("TYPED_TEST_P", 2),
    ("Test", 2),
];

/// Whether the first name in a macro of GoogleTest is that of a class, whose members the test sees as its own.
pub fn states_fixture(macro_name: &str) -> bool {
    matches!(macro_name, "TEST_F" | "TEST_P" | "TYPED_TEST" | "TYPED_TEST_P")
}

/// Whether a runner can call a function: it takes nothing, or the state that cmocka gives.
pub fn is_runnable(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut at = node.field("declarator");
    while let Some(declarator) = at.filter(|it| it.kind() != "function_declarator") {
        at = declarator.field("declarator");
    }
    let list = at.and_then(|declarator| declarator.field("parameters"));
    let parameters = list.map_or("", |list| builder.text(list));
    let plain: String = parameters.chars().filter(|letter| !letter.is_whitespace()).collect();
    matches!(plain.as_str(), "()" | "(void)") || plain.starts_with("(void**")
}

/// Words in the names of macros that prepare, group or run tests.
const NO_TEST: &[&str] = &[
    "DATA", "DECLARE", "END", "FIXTURE", "GROUP", "LIST", "MAIN", "RUN", "RUNNER", "SETUP", "SUITE", "TEAR", "TEARDOWN",
];

/// The macros that have a title.
const TITLED: &[&str] = &["SCENARIO", "SCENARIO_METHOD", "TEST_CASE", "TEST_CASE_FIXTURE", "TEST_CASE_METHOD"];
/// The longest head of a test with a title, in bytes.
const LONGEST_HEAD: usize = 1000;

/// The macro before the block of a test with a title.
pub struct TestHead<'t> {
    /// The class whose members the test sees as its own.
    pub fixture: Option<&'t str>,
    /// The title, without its quotes.
    pub title: &'t str,
    /// How many lines before the block the macro begins.
    pub n_lines: u32,
    /// The column at which it does.
    pub column: u32,
}

/// The head of a test with a title that ends before a block.
pub fn head_of_block<'t>(node: Node<'_>, builder: &Builder<'t>) -> Option<TestHead<'t>> {
    let before = builder.source().get(..node.start_byte())?;
    let near = &before[before.len().saturating_sub(LONGEST_HEAD)..];
    let head = near.trim_ascii_end().strip_suffix(b")")?;
    let (mut depth, mut is_text) = (1, false);
    let open = (0..head.len()).rev().find(|at| {
        match head[*at] {
            b'"' if *at == 0 || head[*at - 1] != b'\\' => is_text = !is_text,
            b')' if !is_text => depth += 1,
            b'(' if !is_text => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let name = head[..open].trim_ascii_end();
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let first = name.iter().rposition(|byte| !word(byte)).map_or(0, |at| at + 1);
    let macro_name = std::str::from_utf8(&name[first..]).ok().filter(|name| TITLED.contains(name))?;
    let arguments = std::str::from_utf8(&head[open + 1..]).ok()?;
    let (fixture, rest) = arguments.split_once('"')?;
    let title = rest.split('"').next().filter(|title| !title.is_empty())?;
    let fixture = fixture.trim().strip_suffix(',').map(str::trim_end).filter(|_| macro_name.contains('_'));
    let n_lines = near[first..].iter().filter(|byte| **byte == b'\n').count();
    let column = near[..first].iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
    let [n_lines, column] = [n_lines, column].map(|n| u32::try_from(n).unwrap_or(0));
    Some(TestHead { fixture, title, n_lines, column })
}

/// `test_x.c`, `x_test.c`, `x_unittest.cc`, and what lies in a folder of tests.
pub fn is_test(file: &str) -> bool {
    let (stem, folder) = (path::stem(file), path::parent(file));
    let mut parts = folder.split('/');
    // What others include is none, whatever it is about.
    if parts.clone().any(|part| part == "include") {
        return parts.take_while(|part| *part != "include").any(|part| matches!(part, "test" | "tests"));
    }
    ["_test", "-test", "_tests", "_unittest", "Test", "Tests"].iter().any(|ending| stem.ends_with(ending))
        || ["test_", "test-"].iter().any(|start| stem.starts_with(start))
        || parts.any(|part| matches!(part, "test" | "tests" | "unittest" | "unittests"))
}

/// `TEST(Suite, Name) {…}` where it looks like a function without a type.
pub fn of_definition(node: Node<'_>, name: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    // With one argument it looks like a name in brackets behind a type.
    let of = node
        .field("type")
        .filter(|_| node.field("declarator").is_some_and(|it| it.kind() == "parenthesized_declarator"));
    if let Some(of) = of.map(|of| builder.text(of)) {
        return n_names(of).or_else(|| of_project(of)).map(|_| builder.text(name).to_owned());
    }
    let n_names = n_names(builder.text(name)).or_else(|| of_project(builder.text(name)));
    let n_names = n_names.filter(|_| node.field("type").is_none())?;
    named(builder.parent(name)?.field("parameters")?, n_names, builder)
}

/// The same where it looks like a call, and `TEST_CASE("title", "[tags]") {…}`; and the program of a file of no other tests.
pub fn read_test(node: Node<'_>, builder: &mut Builder<'_>) {
    if node.kind() == "function_definition" {
        return read_program(node, builder);
    }
    let callee = node.field("function").map_or("", |node| builder.text(node));
    let Some(arguments) = node.field("arguments") else { return };
    if let Some(test) = n_names(callee).and_then(|n_names| named(arguments, n_names, builder)) {
        builder.test(&test, start(node));
    } else if TITLED.contains(&callee) {
        let mut cursor = arguments.walk();
        let title = arguments.named_children(&mut cursor).find(|argument| argument.kind() == "string_literal");
        if let Some(title) = title.map(|title| builder.text(title).trim_matches('"').to_owned()) {
            builder.test(&title, start(node));
        }
    }
}

/// `int main(…)`, which is a test where the path of the file says so.
fn read_program(node: Node<'_>, builder: &mut Builder<'_>) {
    let name = node.field("declarator").and_then(|declarator| declarator.field("declarator"));
    let is_program = name.is_some_and(|name| builder.text(name) == "main");
    if is_program && builder.observation().tests.is_empty() {
        builder.test("main", start(node));
    }
}

/// How many arguments may name a test in a macro of the project's own, such as `TEST_IMPL(name) {…}`: the word alone says it.
fn of_project(name: &str) -> Option<usize> {
    let is_upper = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    let mut words = name.split('_');
    let is_test = words.clone().any(|word| word == "TEST" || word == "TESTCASE" || word == "CTEST" || word == "UTEST");
    (is_upper && is_test && !words.any(|word| NO_TEST.contains(&word))).then_some(2)
}

fn n_names(callee: &str) -> Option<usize> {
    NAMED.iter().find(|(name, _)| *name == callee).map(|(_, n_names)| *n_names)
}

/// The names in the brackets of a macro, joined by dots.
fn named(arguments: Node<'_>, n_names: usize, builder: &Builder<'_>) -> Option<String> {
    let mut cursor = arguments.walk();
    let names: Vec<&str> = arguments.named_children(&mut cursor).map(|name| builder.text(name)).collect();
    let are_names = names.iter().all(|name| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_'));
    (!names.is_empty() && names.len() <= n_names && are_names).then(|| names.join("."))
}
