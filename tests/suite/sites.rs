//! The names in a text: cases by hand, and the laws that hold for any text.

use std::fmt::Write;
use std::fs;

use cg_bundle::base::Position;
use cg_bundle::language::{LANGUAGES, of_path};
use cg_bundle::parse::{Sites, sites};
use proptest::prelude::*;

use crate::support::cases;

/// A case: the name of the file, its text, and for each of its lines with names the line's number and these.
fn read(case: &str) -> (&str, &str, &str) {
    let rest = case.strip_prefix("--- ").expect("a file");
    let (name, rest) = rest.split_once('\n').expect("a text");
    let (text, wanted) = rest.split_once("--- sites\n").expect("sites");
    (name, text, wanted)
}

/// The names of a text as a case writes them.
fn shown(language: usize, text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut shown = String::new();
    let mut line = 0;
    for site in sites(language, text.as_bytes()).as_slice() {
        if site.at.line != line {
            line = site.at.line;
            let _ = write!(shown, "{}{line}", if shown.is_empty() { "" } else { "\n" });
        }
        let start = site.at.column as usize - 1;
        let name = &lines[line as usize - 1][start..start + site.length as usize];
        let _ = write!(shown, " {name}:{}", site.kind.name());
    }
    shown
}

#[test]
fn every_name_of_a_case_is_found_and_is_what_it_is() {
    let mut failures = String::new();
    for case in cases("cases/sites") {
        let content = fs::read_to_string(&case).expect("a case");
        let (name, text, wanted) = read(&content);
        let given = shown(of_path(name).expect("a language"), text);
        let is = |list: &str, line: &&str| list.lines().any(|it| it == *line);
        for line in wanted.lines().filter(|line| !is(&given, line)) {
            let _ = writeln!(failures, "{}\n  - {line}", case.display());
        }
        for line in given.lines().filter(|line| !is(wanted, line)) {
            let _ = writeln!(failures, "{}\n  + {line}", case.display());
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn a_range_means_the_name_that_it_starts_with_or_holds() {
    let python = of_path("a.py").expect("a language");
    let sites = sites(python, b"from .models import User\nx = 1\n");
    let column = |line, column, length| sites.within(Position { line, column }, length).map(|site| site.at.column);
    assert_eq!(column(1, 6, 7), Some(7), "`.models`");
    assert_eq!(column(1, 7, 6), Some(7), "`models`");
    assert_eq!(column(1, 6, 1), None, "`.`");
    assert_eq!(column(1, 25, 9), None, "a name of the next line");
}

#[test]
fn every_language_has_a_case() {
    let names: Vec<String> = cases("cases/sites")
        .iter()
        .map(|case| fs::read_to_string(case).expect("a case").lines().next().unwrap_or_default().to_owned())
        .collect();
    for (at, language) in LANGUAGES.iter().enumerate() {
        let has = names.iter().any(|name| of_path(name.trim_start_matches("--- ")) == Some(at));
        assert!(has, "no case for `{}`", language.name);
    }
}

/// Each name lies on one line of the text, after the one before; `at` finds it; what is kept is what was there.
fn hold(text: &[u8], sites: &Sites) {
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let mut end = (0, 0);
    for site in sites.as_slice() {
        let (line, start) = (site.at.line as usize, site.at.column as usize - 1);
        assert!((line, start) >= end, "two names overlap at {}", site.at);
        end = (line, start + site.length as usize);
        assert!(site.length > 0 && end.1 <= lines[line - 1].len(), "the name at {} is not in its line", site.at);
        assert_eq!(sites.at(site.at), Some(site));
    }
    let kept = postcard::to_stdvec(sites).expect("bytes");
    assert_eq!(&postcard::from_bytes::<Sites>(&kept).expect("sites"), sites);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn broken_source_gives_names_in_order(
        case in 0..1000usize,
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..30usize, ".{0,6}"), 0..6),
    ) {
        let all = cases("cases/sites");
        let content = fs::read_to_string(&all[case % all.len()]).expect("a case");
        let (name, text, _) = read(&content);
        let mut text = text.as_bytes().to_vec();
        for (at, cut, put) in edits {
            let at = at.index(text.len() + 1);
            let end = (at + cut).min(text.len());
            text.splice(at..end, put.bytes());
        }
        hold(&text, &sites(of_path(name).expect("a language"), &text));
    }

    #[test]
    fn kept_bytes_that_were_damaged_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = postcard::from_bytes::<Sites>(&bytes);
    }
}
