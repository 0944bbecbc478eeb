//! Cases of the languages: a small repository in one text, and the facts that it must yield.
//!
//! Every relation that a case names is compared whole: a fact that is missing fails, and so does one too many. A fact
//! may leave out its last columns. A line `relation.` alone says that the relation is empty.

use std::collections::BTreeSet;
use std::fs;

use cg_bundle::facts::{OpenCall, RELATIONS, Snapshot, datalog};
use cg_bundle::language::{LANGUAGES, Rule};
use cg_bundle::parse::Program;

use crate::support::{Repository, cases};

#[test]
fn every_case_yields_its_facts() {
    let mut failures = String::new();
    for case in cases("cases/languages") {
        let text = fs::read_to_string(&case).expect("a case");
        let (repository, wanted) = Repository::of(&text);
        let index = repository.index();
        let wrong = compare(&index.facts, &wanted);
        if !wrong.is_empty() {
            failures.push_str(&format!("{}\n{wrong}", case.display()));
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// The lines that differ: `-` for a fact that is missing, `+` for one too many.
pub fn compare(facts: &Snapshot, wanted: &str) -> String {
    let wanted: Vec<&str> =
        wanted.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let named: BTreeSet<&str> = wanted.iter().map(|line| line.split(['(', '.']).next().unwrap_or("")).collect();
    let mut wrong = String::new();
    for name in named {
        let relation = RELATIONS.iter().find(|relation| relation.name == name);
        let relation = relation.unwrap_or_else(|| panic!("no relation is named `{name}`"));
        let given: Vec<String> = relation.rows(facts).iter().map(|row| datalog(name, row)).collect();
        let lines = wanted.iter().filter(|line| line.starts_with(&format!("{name}(")));
        let fits = |line: &str, fact: &str| fact == line || fact.starts_with(&line.replace(").", ","));
        for line in lines.clone().filter(|line| !given.iter().any(|fact| fits(line, fact))) {
            wrong.push_str(&format!("  - {line}\n"));
        }
        for fact in given.iter().filter(|fact| !lines.clone().any(|line| fits(line, fact))) {
            wrong.push_str(&format!("  + {fact}\n"));
        }
    }
    wrong
}

/// Each rule decides an edge of some case, so that none is a word alone.
#[test]
fn every_rule_decides_an_edge() {
    let mut open: BTreeSet<&str> = Rule::all().map(Rule::name).collect();
    // Other tests hold indexes of compilers against the text; a constant that is not sure is a receiver alone.
    for other in [Rule::Compiler, Rule::OpenConstant] {
        open.remove(other.name());
    }
    for case in cases("cases/languages") {
        let text = fs::read_to_string(&case).expect("a case");
        let facts = Repository::of(&text).0.index().facts;
        let rules = facts.calls.iter().map(|row| row.rule).chain(facts.imports.iter().map(|row| row.rule));
        let types = facts.extends.iter().chain(facts.overrides.iter()).map(|row| row.rule);
        for rule in rules.chain(types) {
            open.remove(rule.name());
        }
    }
    assert!(open.is_empty(), "no case has an edge by {open:?}");
}

#[test]
fn every_language_compiles_its_queries_and_has_a_case() {
    let cases = cases("cases/languages");
    for language in LANGUAGES {
        if let Err(error) = Program::of(language) {
            panic!("{error}");
        }
        let has_case = cases.iter().any(|case| case.parent().is_some_and(|folder| folder.ends_with(language.family)));
        assert!(has_case, "no case for the family of `{}`", language.name);
    }
}

#[test]
fn a_body_without_a_mark_begins_where_its_header_ends() {
    let text = "--- a.rb\nclass A <\n    B\n  def f(a,\n        b)\n    a\n  end\nend\n";
    let index = Repository::of(text).0.index();
    let bodies: Vec<u32> = index.facts.definitions.iter().skip(1).map(|row| row.body_line).collect();
    assert_eq!(bodies, [2, 4]);
}

/// Names that lead to each other in a circle must end somewhere, and a call through them is counted by that.
#[cfg(feature = "rust")]
#[test]
fn a_look_up_that_leads_too_far_is_counted_as_cut() {
    let aliases: String = (1..=40).map(|at| format!("pub type A{at} = A{};\n", at - 1)).collect();
    let counted = |first: &str| {
        let types = "pub struct S;\nimpl S { pub fn len() {} }\n";
        let text = format!("--- src/lib.rs\n{types}pub type A0 = {first};\n{aliases}pub fn go() {{ A40::len() }}\n");
        let counts = Repository::of(&text).0.index().facts.counts;
        (counts.calls_resolved, counts.calls_unknown, counts.open_calls[OpenCall::Cut as usize])
    };
    assert_eq!(counted("S"), (1, 0, 0));
    assert_eq!(counted("A40"), (0, 1, 1));
}
