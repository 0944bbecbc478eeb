//! The cases of `tests/cases/answers`: a small repository, calls of primitives, and what each answers.
//!
//! `? CALL` starts one. Then stand its files in order, `path  hops  definitions`, each with its base facts below it, and
//! its notes as `note: …`.

use std::fs;

use cg_bundle::manifest::parse_query;
use cg_bundle::pipeline::Index;
use cg_bundle::primitive::{Argument, Engine, MentionSense, MentionVerdict, Mentioned, Stale, Thresholds};

use crate::support::{Repository, cases};

#[test]
fn each_call_answers_as_its_case_says() {
    let mut wrong = Vec::new();
    for case in cases("cases/answers") {
        let (repository, wanted) = Repository::of(&fs::read_to_string(&case).expect("a case"));
        let index = repository.index();
        let calls = wanted.split("? ").skip(1).filter_map(|block| block.split_once('\n'));
        let mut n_calls = 0;
        for (call, wanted) in calls {
            n_calls += 1;
            let answer = answered(&index, call);
            if answer.trim_end() != wanted.trim_end() {
                wrong.push(format!("{call} in {}\n{answer}\nwanted\n{wanted}", case.display()));
            }
        }
        assert!(n_calls > 0, "{} asks nothing", case.display());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The body of a macro is a text that no tree separates: its names have places all the same, and none is only counted.
#[test]
fn names_in_the_body_of_a_macro_have_places() {
    let text = "--- list.c\n#define TABLE { first, first }\nint first(int at) { return at; }\nint (*chosen)(int) = first;\n--- facts\n";
    let (repository, _) = Repository::of(text);
    let index = repository.index();
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::default());
    let parsed = parse_query("scip.refs(first)").expect("a call");
    let answer = engine.answer(&parsed.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]));
    let lines: Vec<u32> = answer.hits.iter().flat_map(|hit| hit.lines.clone()).collect();
    let named_again = |row: &&Mentioned| row.verdict == MentionVerdict::Meant && row.meaning != MentionSense::Declares;
    let n_counted: usize = answer.mentioned.iter().filter(named_again).map(Mentioned::count).sum();
    assert_eq!((lines, n_counted), (vec![1, 3], 0), "{:?}", answer.mentioned);
}

fn answered(index: &Index, call: &str) -> String {
    let parsed = parse_query(call).unwrap_or_else(|found| panic!("{call}: {found:?}"));
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::default()).with_index(index);
    let engine = engine.searching(&index.searcher, Thresholds::default());
    let answer = engine.answer(&parsed.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]));
    let mut out: String = answer.notes.iter().map(|note| format!("note: {}\n", note.text)).collect();
    for hit in &answer.hits {
        let defs: Vec<String> = hit.defs.iter().map(|def| index.facts.qualified_name(*def)).collect();
        out += format!("{}  {}  {}", index.facts.path(hit.file), hit.hops, defs.join(", ")).trim_end();
        out += "\n";
        for link in answer.chain(&engine, hit.file) {
            out += &format!("  {}:{} {} {}\n", index.facts.path(link.file), link.at, link.relation, link.to);
        }
    }
    out
}
