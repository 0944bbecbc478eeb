//! An edit that only moves text costs no relating, and what it leaves is a rebuild, byte for byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use cg_bundle::facts::NamedSections;
use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, index};
use cg_bundle::store::StorePlace;
use proptest::prelude::*;
use tempfile::TempDir;

use crate::support::{Repository, cases};

fn run(root: &Path, store: StorePlace) -> Index {
    let request = IndexRequest { root: root.to_owned(), store, cas: None, verify: false, scip: ScipSelection::Nothing };
    index(&request, &|_, _, _| {}).expect("an index")
}

fn is_rebuilt(root: &Path, index: &Index) -> bool {
    let rebuilt = run(root, StorePlace::Nowhere);
    assert_eq!(index.state, rebuilt.state);
    // What the next edit is linked on is kept for the facts that were related alone.
    let facts = |index: &Index| {
        let sections = index.facts.to_sections().into_iter();
        sections.filter(|(name, _)| *name != "linked").collect::<NamedSections>()
    };
    facts(index) == facts(&rebuilt)
}

/// The files that a run reads as source.
fn read(index: &Index, root: &Path) -> Vec<PathBuf> {
    let rows = index.facts.files.iter().zip(index.facts.paths.iter());
    rows.filter(|(row, _)| row.lines > 1).map(|(_, path)| root.join(path)).collect()
}

/// A comment in the language of a file.
fn comment(path: &Path) -> &'static str {
    match path.extension().and_then(|it| it.to_str()).unwrap_or("") {
        "py" | "rb" | "sh" | "ex" | "exs" => "# moved",
        "lua" => "-- moved",
        _ => "// moved",
    }
}

#[test]
fn a_comment_at_the_end_and_an_empty_line_relate_nothing() {
    let root = TempDir::new().expect("a folder");
    fs::write(root.path().join("a.py"), "from b import g\n\n\nclass A:\n    def f(self):\n        g()\n")
        .expect("a file");
    fs::write(root.path().join("b.py"), "def g():\n    pass\n").expect("a file");
    assert!(run(root.path(), StorePlace::Root).related);
    let edits = [
        ("b.py", "# a\n\ndef g():\n    'text'\n    pass  # b\n# c\n", true),
        ("a.py", "from  b import g\nclass A:\n    def f(self):\n        g(  )\n", true),
        ("a.py", "from b import g\nclass A:\n    def f(self): g()\n", false),
        ("a.py", "from b import g\nclass A:\n    def f(self): g(); g()\n", false),
        ("b.py", "def h():\n    pass\n", false),
    ];
    for (path, text, is_moved) in edits {
        fs::write(root.path().join(path), text).expect("an edit");
        let index = run(root.path(), StorePlace::Root);
        assert_eq!((index.moved, index.related, index.relinked > 0), (is_moved, false, !is_moved), "{text}");
        assert!(is_rebuilt(root.path(), &index), "{text}");
        let again = run(root.path(), StorePlace::Root);
        assert!(!again.related && !again.moved && is_rebuilt(root.path(), &again), "{text}");
    }
    // Edit upon edit is one difference from the facts that were related, which stay as long as it does.
    for at in 0..8 {
        let text = format!("{}def h():\n    pass\n", "# more\n".repeat(at));
        fs::write(root.path().join("b.py"), text).expect("an edit");
        let index = run(root.path(), StorePlace::Root);
        assert_eq!((index.moved, index.related), (at > 0, false), "{at}");
        assert!(is_rebuilt(root.path(), &index), "{at}");
    }
    // A file that comes, or goes, is another tree.
    fs::write(root.path().join("c.py"), "").expect("a file");
    assert!(run(root.path(), StorePlace::Root).related);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

        fn lines_that_come_between_leave_the_facts_of_a_rebuild(
        case in any::<prop::sample::Index>(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4usize), 1..6)
    ) {
        let cases: Vec<PathBuf> = ["languages", "repositories"].iter().flat_map(|folder| cases(&format!("cases/{folder}"))).collect();
        let text = fs::read_to_string(case.get(&cases)).expect("a case");
        let (repository, _) = Repository::of(&text);
        let root = repository.root();
        let first = run(root, StorePlace::Root);
        let files = read(&first, root);
        prop_assume!(!files.is_empty());
        for (file, line, what) in edits {
            let path = file.get(&files);
            let Ok(text) = fs::read_to_string(path) else { continue };
            let mut lines: Vec<&str> = text.lines().collect();
            let at = line.index(lines.len() + 1);
            lines.insert(at, ["", comment(path), "        ", "x = 1"][what]);
            fs::write(path, lines.join("\n") + "\n").expect("an edit");
        }
        let index = run(root, StorePlace::Root);
        prop_assert!(is_rebuilt(root, &index), "{}", case.get(&cases).display());
        MOVED.fetch_add(usize::from(index.moved), Ordering::Relaxed);
    }
}

/// How many runs of the law moved facts.
static MOVED: AtomicUsize = AtomicUsize::new(0);

/// Whatever lines come between those of a case of any language: the facts are those of a rebuild.
#[test]
fn facts_that_moved_are_those_of_a_rebuild() {
    lines_that_come_between_leave_the_facts_of_a_rebuild();
    assert!(MOVED.load(Ordering::Relaxed) > 40, "{MOVED:?}");
}
