//! Code that is cut off, damaged or nested past all measure is observed all the same: no panic, and within bounds.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cg_bundle::base::GapKind;
use cg_bundle::language::{LANGUAGES, Observation, of_path};
use cg_bundle::parse::observe;

/// Cases that hold much of their languages' syntax.
const CASES: &[&str] = &[
    "go/types.txt",
    "jvm/java_calls.txt",
    "jvm/kotlin_calls.txt",
    "python/calls.txt",
    "rust/macros.txt",
    "typescript/jsx.txt",
];
/// How many bytes one prefix is longer than the one before it.
const STEP: usize = 7;
/// How many times one byte of a file is changed.
const N_MUTATIONS: usize = 50;
/// How deep brackets are nested.
const DEPTH: usize = 100_000;
/// How many links a chain has, and how deep calls and declarations are nested.
const LENGTH: usize = 4_000;
/// What no observation may take, even on a slow machine that does other work. The usual is a hundredth of it.
const LONGEST: Duration = Duration::from_secs(60);

/// The files of a case that are code, each with its language.
fn files(case: &str) -> Vec<(String, usize, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/languages").join(case);
    let text = fs::read_to_string(path).expect("a case");
    let sections = text.split("--- ").filter_map(|section| section.split_once('\n'));
    let files = sections.filter_map(|(name, content)| Some((name.to_owned(), of_path(name)?, content.to_owned())));
    files.collect()
}

/// Observes, and holds what comes out to the bounds of the content.
fn check(language: usize, content: &[u8], what: &str) -> Observation {
    let start = Instant::now();
    let seen = observe(language, content);
    assert!(start.elapsed() < LONGEST, "{what} took {:?}", start.elapsed());
    for row in &seen.declarations {
        let inside =
            row.start_line <= row.at.line && row.at.line <= row.end_line && row.end_line <= seen.n_lines.max(1);
        assert!(inside, "{what}: {row:?} of {} lines", seen.n_lines);
    }
    for gap in &seen.gaps {
        assert!(gap.at.line <= seen.n_lines.max(1), "{what}: {gap:?} of {} lines", seen.n_lines);
    }
    seen
}

fn reached_the_limit(seen: &Observation) -> bool {
    seen.gaps.iter().any(|gap| gap.kind == GapKind::WorkLimit)
}

#[test]
fn every_prefix_is_observed() {
    for case in CASES {
        let files = files(case);
        assert!(!files.is_empty(), "{case} holds no code");
        for (name, language, content) in files {
            for end in (0..content.len()).step_by(STEP) {
                let what = format!("{case}: the first {end} bytes of {name}");
                let seen = check(language, &content.as_bytes()[..end], &what);
                assert!(!reached_the_limit(&seen), "{what}");
            }
        }
    }
}

#[test]
fn every_damaged_file_is_observed() {
    // A congruential generator: the same damage in every run.
    let mut state = 1u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % below
    };
    const SIGNS: &[u8] = b"(){}[]<>\"'`\\/*#@:;,.!?=&|-+$\n\t \r\0\x80\xff\xc3";
    for case in CASES {
        for (name, language, content) in files(case).into_iter().filter(|(_, _, content)| !content.is_empty()) {
            for _ in 0..N_MUTATIONS {
                let mut damaged = content.clone().into_bytes();
                let (at, byte) = (next(damaged.len()), SIGNS[next(SIGNS.len())]);
                damaged[at] = byte;
                let what = format!("{case}: {name} with {byte:#04x} at {at}");
                let seen = check(language, &damaged, &what);
                assert!(!reached_the_limit(&seen), "{what}");
            }
        }
    }
}

/// Some statement where the language has one.
fn framed(language: &str, inner: &str) -> String {
    match language {
        "go" => format!("package p\n\nfunc f() {{\n{inner}\n}}\n"),
        "java" => format!("class A {{\n void f() {{\n{inner};\n }}\n}}\n"),
        "kotlin" => format!("fun f() {{\n{inner}\n}}\n"),
        "rust" => format!("fn f() {{\n{inner};\n}}\n"),
        "python" => format!("({inner})\n"),
        _ => inner.to_owned(),
    }
}

#[test]
fn deep_nesting_ends() {
    for (at, language) in LANGUAGES.iter().enumerate() {
        let nested = |open: &str, close: &str, depth: usize| {
            let what = format!("{}: many `{open}`", language.name);
            // A bracket to a line, so that the file does not count as minified; never closed, and closed.
            let opened = format!("{open}\n").repeat(depth);
            let closed = format!("{opened}1\n{}", format!("{close}\n").repeat(depth));
            for content in [open.repeat(depth), opened, framed(language.name, &closed)] {
                check(at, content.as_bytes(), &what);
            }
        };
        for (open, close) in [("(", ")"), ("[", "]"), ("{", "}")] {
            nested(open, close, DEPTH);
        }
        // What is asked about at each level is not as deep, as it costs more.
        for (open, close) in [("f(", ")"), ("m!(", ")"), ("x -> {", "}"), ("fn f() {", "}"), ("class A {", "}")] {
            nested(open, close, LENGTH);
        }
    }
}

#[test]
fn long_chains_end() {
    for (at, language) in LANGUAGES.iter().enumerate() {
        for link in [".f()\n", ".f\n", " +\n1", "[0]\n", "(0)\n", "?.f(x)\n"] {
            let what = format!("{}: many `{}`", language.name, link.trim_end());
            check(at, framed(language.name, &format!("x{}", link.repeat(LENGTH))).as_bytes(), &what);
        }
    }
}

#[test]
fn text_that_is_not_utf_8_keeps_its_places() {
    let mut seen_languages = std::collections::BTreeSet::new();
    for path in super::support::cases("cases/languages") {
        let case = path.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/languages"));
        for (name, language, content) in files(&case.expect("a case").to_string_lossy()) {
            seen_languages.insert(language);
            let marked = |byte: u8| {
                let mut text = content.clone().into_bytes();
                // In comments, strings and names alike: every letter of a few.
                (0..text.len()).filter(|at| at % 61 == 60).for_each(|at| {
                    if text[at].is_ascii_alphabetic() {
                        text[at] = byte;
                    }
                });
                text
            };
            let foreign = observe(language, &marked(0xfc));
            let places = |seen: &Observation| seen.declarations.iter().map(|row| row.at).collect::<Vec<_>>();
            // As if the byte were the control character that stands for it.
            assert_eq!(places(&foreign), places(&observe(language, &marked(0x1a))), "{name}");
        }
    }
    assert_eq!(seen_languages.len(), LANGUAGES.len(), "some language has no case");
}
