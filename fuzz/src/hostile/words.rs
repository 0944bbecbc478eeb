//! Words by which texts break: every token of each grammar, what configs and manifests are made of, brackets.

use std::sync::OnceLock;

use cg_bundle::language::{LANGUAGES, of_path};

use super::chance::Chance;

/// Brackets and other pairs.
pub const BRACKETS: &[(&str, &str)] = &[
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("<", ">"),
    ("f(", ")"),
    ("a[", "]"),
    ("A<", ">"),
    ("x: A<", ">"),
    ("\"${", "}\""),
    ("`${", "}`"),
    ("\"#{", "}\""),
    ("$(", ")"),
    ("/*", "*/"),
    ("if (a) {", "}"),
    ("if a then ", " end "),
    ("do ", " end "),
    ("class A {", "}"),
    ("class A < B\n", "end\n"),
    ("module A\n", "end\n"),
    ("def f\n", "end\n"),
    ("fn f() {", "}"),
    ("func f() {", "}"),
    ("fun f() {", "}"),
    ("function f() {", "}"),
    ("mod a {", "}"),
    ("namespace a {", "}"),
    ("m!(", ")"),
    ("x => {", "}"),
    ("lambda x: ", ""),
    ("<a>", "</a>"),
    ("<a b={", "}/>"),
    ("not ", ""),
    ("- ", ""),
    ("a: ", ""),
    ("try {", "} catch (e) {}"),
    ("switch (a) { case 1: ", "}"),
    ("{ \"a\": ", "}"),
    ("a = { b = ", "}"),
    ("import a.", ""),
];

/// Texts that any grammar may stumble over.
const COMMON: &str = include_str!("../../words/source.txt");

/// The words of configs and manifests.
const CONFIG: &str = include_str!("../../words/config.txt");

/// The path of a text that a user writes: a manifest, a query, inputs.
pub const TASK: &str = "task";

/// The words of manifests, queries and inputs.
const WRITTEN: &str = include_str!("../../words/task.txt");

/// The words of each language, in the order of [`LANGUAGES`], then those of configs, then those of tasks.
fn table() -> &'static [Vec<String>] {
    static WORDS: OnceLock<Vec<Vec<String>>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let languages = LANGUAGES.iter().map(|language| {
            let mut words = tokens(&(language.grammar)());
            words.extend(listed(COMMON));
            words
        });
        languages.chain([listed(CONFIG), listed(WRITTEN)]).collect()
    })
}

/// The words of a list, one a line, with the escapes of line ends.
fn listed(words: &str) -> Vec<String> {
    let plain = |word: &str| word.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t").replace("\\\\", "\\");
    words.lines().map(plain).collect()
}

/// The tokens that a grammar knows by their text.
fn tokens(grammar: &tree_sitter::Language) -> Vec<String> {
    let kinds = (0..grammar.node_kind_count()).filter_map(|id| u16::try_from(id).ok());
    let kinds = kinds.filter(|id| !grammar.node_kind_is_named(*id) && grammar.node_kind_is_visible(*id));
    let words = kinds.filter_map(|id| grammar.node_kind_for_id(id));
    words.map(|word| if word.ends_with(char::is_alphanumeric) { format!("{word} ") } else { word.to_owned() }).collect()
}

/// The words of a path.
pub fn of(path: &str) -> &'static [String] {
    let config = LANGUAGES.len() + usize::from(path == TASK);
    &table()[of_path(path).unwrap_or(config)]
}

/// The extension of a path, or its name.
pub fn ending(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit('.').next().unwrap_or(name)
}

/// Another path like the given one.
pub fn path(path: &str, chance: &mut Chance) -> String {
    const PARTS: &[&str] = &[
        "a",
        "src",
        "test",
        "index",
        "mod",
        "__init__",
        "main",
        "lib",
        "é",
        "`",
        "a b",
        "#",
        "..a",
        "node_modules",
        "vendor",
        "-",
    ];
    let part = chance.one_of(PARTS).copied().unwrap_or("a");
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or(name);
    match chance.below(5) {
        0 => format!("{part}/{path}"),
        1 => name.to_owned(),
        2 => format!("{folder}/{part}/{name}").trim_start_matches('/').to_owned(),
        3 => path.replacen(stem, part, 1),
        _ => format!("{folder}/{}", name.replacen(stem, part, 1)).trim_start_matches('/').to_owned(),
    }
}
