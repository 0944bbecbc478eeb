//! Sources that were not read as code: an answer about a name says where they hold it.

use std::fmt::Write as _;

use cg_bundle::manifest::parse_query;
use cg_bundle::pipeline::Index;
use cg_bundle::primitive::{Argument, Engine, NoteKind, Stale};
use cg_bundle::work::Amounts;

use crate::support::Repository;

/// A file of more bytes than are read declares `target`, and calls `sold`; others import it and declare the other.
fn shop() -> Repository {
    let mut large = String::from("def target():\n    return sold()\n");
    while large.len() <= 2 * 1024 * 1024 {
        let _ = writeln!(large, "# {}", "-".repeat(120));
    }
    let text = format!(
        "--- a.py\n{large}--- b.py\nfrom a import target\ntarget()\n--- c.py\ndef sold():\n    return 1\n--- d.rb\nputs 1\n--- facts\n"
    );
    Repository::of(&text).0
}

fn notes(index: &Index, call: &str) -> Vec<(String, bool)> {
    let parsed = parse_query(call).expect("a call");
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::default()).with_index(index);
    let answer = engine.answer(&parsed.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]));
    let is_open = |kind: NoteKind| matches!(kind, NoteKind::Unresolved(_));
    answer.notes.into_iter().map(|note| (note.text, is_open(note.kind))).collect()
}

#[test]
fn what_is_not_read_is_named_where_it_holds_the_name() {
    let repository = shop();
    let index = repository.index();
    let said = notes(&index, "call_graph.callers(target)");
    let unread = "`target` is in 3 lines of 2 files of which no fact says its meaning: a.py:1 (too-large: not read), b.py:1,2 \
                  (imports one of them)";
    assert!(said.contains(&(unread.to_owned(), true)), "{said:?}");
    let said = notes(&index, "call_graph.callers(sold)");
    let unread = "`sold` is in 1 line of 1 file of which no fact says its meaning: a.py:2 (too-large: not read)";
    assert!(said.contains(&(unread.to_owned(), true)), "{said:?}");
}

#[test]
fn what_is_not_read_and_does_not_hold_the_name_is_not_named() {
    let repository = shop();
    let index = repository.index();
    for call in ["call_graph.callers(nothing)", "call_graph.callees(sold)"] {
        let said = notes(&index, call);
        assert!(said.iter().all(|(text, _)| !text.contains("not read")), "{said:?}");
    }
}

/// Of more files than may be read for a name that nothing declares, the one that is named after it comes first.
#[test]
fn the_file_of_a_name_is_read_before_others() {
    let mut text = String::new();
    for n in 0..9 {
        let _ = write!(text, "--- a{n}.py\ndef other_{n}():\n    return 1\n");
    }
    let repository = Repository::of(&format!("{text}--- z/binder_of.py\nmade = Binder(1)\n--- facts\n")).0;
    let index = repository.index();
    let limits = Amounts { files_read: 3, ..Amounts::UNBOUNDED };
    let engine = Engine::new(&index.facts).over(&index.tree, Stale::default()).with_index(&index).metered(limits);
    let parsed = parse_query("scip.refs(Binder)").expect("a call");
    let answer = engine.answer(&parsed.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]));
    let paths: Vec<&str> = answer.hits.iter().map(|hit| index.facts.path(hit.file)).collect();
    assert_eq!(paths, ["z/binder_of.py"], "{:?}", answer.notes);
}

/// More sources of the language than are searched: the others are said, and none of another language has their place.
#[test]
fn what_is_not_searched_is_said() {
    let filler = format!("# {}\n", "-".repeat(120)).repeat(17_500);
    let mut text = String::from("--- small.ts\nexport function shared() {}\n");
    for at in 10..31 {
        let _ = write!(text, "--- large{at}.py\ndef large_{at}(): pass\n{filler}");
    }
    let _ = write!(text, "--- zz.ts\nshared();\n{}--- facts\n", filler.replace('#', "//"));
    let repository = Repository::of(&text).0;
    let index = repository.index();
    let said = notes(&index, "call_graph.callers(large_30)");
    let holds =
        |said: &[(String, bool)], part: &str| said.iter().any(|(text, is_open)| *is_open && text.contains(part));
    assert!(holds(&said, "not searched for `large_30`: large30.py, zz.ts"), "{said:?}");
    let said = notes(&index, "call_graph.callers(large_10)");
    assert!(holds(&said, "large10.py:1 (too-large: not read); 2 files more not searched"), "{said:?}");
    let said = notes(&index, "call_graph.callers(shared)");
    assert!(holds(&said, "zz.ts:1 (too-large: not read)"), "{said:?}");
}

/// The answer of a command over a folder.
fn printed(repository: &Repository, arguments: &[&str]) -> String {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.arg("-C").arg(repository.root()).args(arguments).args(["--no-store", "-q"]);
    String::from_utf8_lossy(&command.output().expect("a run").stdout).into_owned()
}

/// A word that means nothing may be one of a source that was not read, and an answer about another says nothing of it.
#[test]
fn sources_that_are_not_read_are_named_where_nothing_is_found() {
    let repository = shop();
    let unread = "1 source is not read: `a.py` (";
    for arguments in [
        ["navigate", "--set", "find.text=f5"],
        ["navigate", "--set", "find.text=elsewhere"],
        ["api-change", "--set", "change.symbols=f5"],
        ["understand", "--set", "goal.files=gone.py"],
    ] {
        let text = printed(&repository, &arguments);
        assert!(text.contains(unread), "{text}");
    }
    let text = printed(&repository, &["navigate", "--set", "find.text=sold"]);
    assert!(!text.contains(unread), "{text}");
}

/// A file without text is no whole answer, though it is the one that is named.
#[test]
fn a_file_that_cannot_be_printed_is_said() {
    let (repository, _) = Repository::of("--- a.py\ndef total():\n    return 1\n--- bin.py\n\0\0\n");
    for arguments in [["understand", "--set", "goal.files=bin.py"], ["navigate", "--set", "find.text=bin.py"]] {
        let text = printed(&repository, &arguments);
        assert!(text.contains("partial success"), "{text}");
        assert!(text.contains("nothing is printed of `bin.py` (it is binary)"), "{text}");
    }
}

/// Components and templates hold code, and only their words are read: the answer about users says where they name what it is about.
#[test]
fn what_holds_code_among_text_is_named_where_it_names_or_imports() {
    let text = "--- src/api.ts\nimport axios from 'axios';\nexport function useOrders() { return axios.get('/'); }\n--- src/App.vue\n\
                <script setup>\nimport axios from 'axios'\nimport { useOrders } from './api'\nconst all = useOrders()\n</script>\n\
                --- src/Other.vue\n<p>axios, useOrders2 and api</p>\nimport x from 'axios-mock'\n--- fast/_parser.pyx\n\
                from multidict import istr\n--- fast/a.py\nfrom multidict import istr\n--- facts\n";
    let (repository, _) = Repository::of(text);
    let index = repository.index();
    let said = |call: &str| notes(&index, call).into_iter().filter(|(_, is_open)| *is_open).map(|(text, _)| text);
    let expected = [
        (
            "import_graph.reverse_lookup(axios)",
            "1 file imports `axios` by its text, of which nothing is read but the words: src/App.vue:2",
        ),
        (
            "import_graph.reverse_lookup(src/api.ts)",
            "1 file imports `src/api.ts` by its text, of which nothing is read but the words: src/App.vue:3",
        ),
        (
            "import_graph.reverse_lookup(multidict)",
            "1 file imports `multidict` by its text, of which nothing is read but the words: fast/_parser.pyx:1",
        ),
        (
            "scip.refs(useOrders)",
            "`useOrders` is in 2 lines of 1 file, of which nothing is read but the words: src/App.vue:3,4",
        ),
    ];
    for (call, note) in expected {
        assert_eq!(said(call).collect::<Vec<_>>(), [note], "{call}");
    }
    assert_eq!(said("call_graph.callees(useOrders)").count(), 0, "it is not about users");
}
