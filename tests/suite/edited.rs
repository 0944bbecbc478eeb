//! An edit links the files that it may reach, and what it leaves is a rebuild, byte for byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use cg_bundle::facts::NamedSections;
use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, index};
use cg_bundle::store::StorePlace;
use proptest::prelude::*;
use proptest::sample::Index as At;
use proptest::test_runner::RngSeed;
use tempfile::TempDir;

use crate::support::{Repository, cases, copy};

fn run(root: &Path, store: StorePlace) -> Index {
    let request = IndexRequest { root: root.to_owned(), store, cas: None, verify: false, scip: ScipSelection::Nothing };
    index(&request, &|_, _, _| {}).expect("an index")
}

/// The facts. What the next edit is linked on is kept for the facts that were related alone.
fn facts(index: &Index) -> NamedSections {
    index.facts.to_sections().into_iter().filter(|(name, _)| *name != "linked").collect()
}

/// The sections that are others after a rebuild.
fn others(root: &Path, index: &Index) -> Vec<&'static str> {
    let rebuilt = run(root, StorePlace::Nowhere);
    assert_eq!(index.state, rebuilt.state);
    let both = facts(index).into_iter().zip(facts(&rebuilt));
    both.filter(|(one, other)| one != other).map(|((name, _), _)| name).collect()
}

fn write(root: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
}

/// The steps of a walk: the file, its text, and how many files are linked; 0 where all is related anew.
pub fn walked(files: &[(&str, &str)], steps: &[(&str, &str, usize)]) {
    walked_to(files, |n_linked| n_linked == 0, steps);
}

/// The same, where manifests are edited: 0 where no file is linked.
pub fn walked_manifests(files: &[(&str, &str)], steps: &[(&str, &str, usize)]) {
    walked_to(files, |_| false, steps);
}

fn walked_to(files: &[(&str, &str)], relates: fn(usize) -> bool, steps: &[(&str, &str, usize)]) {
    let root = TempDir::new().expect("a folder");
    write(root.path(), files);
    assert!(run(root.path(), StorePlace::Root).related);
    for (path, text, n_linked) in steps {
        write(root.path(), &[(path, text)]);
        let index = run(root.path(), StorePlace::Root);
        assert_eq!((index.relinked, index.related), (*n_linked, relates(*n_linked)), "{path}: {text}");
        assert_eq!(others(root.path(), &index), [""; 0], "{path}: {text}");
        let again = run(root.path(), StorePlace::Root);
        assert!(!again.related && again.relinked == 0, "{path}: {text}");
        assert_eq!(others(root.path(), &again), [""; 0], "{path}: {text}");
    }
}

/// So many files that a few are no large part of them.
pub fn filler(ending: &str, text: &str) -> Vec<(String, String)> {
    (0..60).map(|at| (format!("filler/f{at}.{ending}"), text.replace("{at}", &at.to_string()))).collect()
}

#[test]
fn an_edit_of_a_body_links_the_file_alone() {
    let files = [
        ("a.py", "from b import g\n\n\nclass A:\n    def f(self):\n        return g()\n"),
        ("b.py", "def g():\n    pass\n"),
        ("c.py", "from a import A\n\n\ndef h(a: A):\n    return a.f()\n"),
    ];
    walked(
        &files,
        &[
            ("a.py", "from b import g\n\n\nclass A:\n    def f(self):\n        x = g()\n        return g()\n", 1),
            ("c.py", "from a import A\n\n\ndef h(a: A):\n    other = A()\n    other.f()\n    return a.f()\n", 2),
            // One that is edited back is as it was related.
            ("a.py", "from b import g\n\n\nclass A:\n    def f(self):\n        return g()\n", 1),
        ],
    );
}

#[test]
fn an_edit_of_what_others_see_links_those_that_write_it() {
    let filler = filler("py", "def own{at}():\n    return 1\n");
    let mut files: Vec<(&str, &str)> = filler.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    files.extend([
        ("a.py", "import os\n\n\nclass A:\n    def f(self):\n        pass\n"),
        ("b.py", "from a import A\n\n\ndef make():\n    return A()\n"),
        ("c.py", "from b import make\n\n\ndef use():\n    make().f()\n    make().g()\n"),
        ("d.py", "def g():\n    pass\n"),
    ]);
    walked(
        &files,
        &[
            // A name that nobody else writes.
            (
                "a.py",
                "import os\n\n\nclass A:\n    def f(self):\n        pass\n\n    def fresh(self):\n        pass\n",
                1,
            ),
            // `g` is written where it is called, and where another declares it.
            ("a.py", "import os\n\n\nclass A:\n    def f(self):\n        pass\n\n    def g(self):\n        pass\n", 3),
            ("a.py", "import os\n\n\nclass A:\n    def g(self):\n        pass\n", 3),
            // A type's name, and the names of what gives it.
            ("a.py", "import os\n\n\nclass B:\n    def g(self):\n        pass\n", 4),
            // An import is the file's own, but for who takes it from there.
            ("a.py", "import os\nimport d\n\n\nclass B:\n    def g(self):\n        pass\n", 4),
            ("a.py", "import os\nfrom d import *\n\n\nclass B:\n    def g(self):\n        pass\n", 0),
        ],
    );
}

#[test]
fn a_local_by_which_a_result_is_stated_is_followed() {
    let text = |last: &str| {
        format!(
            "class A:\n    def copy(self):\n        new = {last}\n        kept = new\n        return kept\n    def use(self):\n        pass\n"
        )
    };
    let (known, unknown) = (text("A()"), text("some()"));
    let files = [("a.py", known.as_str()), ("b.py", "from a import A\n\n\ndef run(a: A):\n    a.copy().use()\n")];
    walked(&files, &[("a.py", &unknown, 2)]);
}

#[test]
fn a_name_that_is_handed_on_as_another_is_followed() {
    let files = [
        ("a.ts", "export function first() {}\n"),
        ("barrel.ts", "export { first as renamed } from './a';\n"),
        ("app.ts", "import { renamed } from './barrel';\nexport function run() { renamed(); }\n"),
    ];
    walked(&files, &[("a.ts", "export function first() {}\nexport function first() {}\n", 3)]);
}

#[test]
fn a_use_links_those_that_go_through_it() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"own\"\nversion = \"0.1.0\"\n"),
        ("src/lib.rs", "mod a;\nmod b;\nmod c;\n"),
        ("src/a.rs", "pub fn f() {}\npub fn g() {}\n"),
        ("src/b.rs", "use crate::a::f;\n\npub fn h() {\n    f();\n}\n"),
        ("src/c.rs", "pub fn k() {\n    crate::b::f();\n}\n"),
    ];
    walked(
        &files,
        &[
            ("src/b.rs", "use crate::a::f;\nuse crate::a::g;\n\npub fn h() {\n    f();\n    g();\n}\n", 2),
            // `c` goes through the `use` that is gone.
            ("src/b.rs", "use crate::a::g;\n\npub fn h() {\n    g();\n}\n", 3),
            ("src/b.rs", "use crate::a::*;\n\npub fn h() {\n    g();\n}\n", 0),
        ],
    );
}

/// A type is enough to look its constructor up: who names neither the one nor the other is left alone.
#[test]
fn a_constructor_links_those_that_name_its_type() {
    let filler = filler("py", "def own{at}(it):\n    it.run()\n");
    let mut files: Vec<(&str, &str)> = filler.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    files.extend([
        ("a.py", "class A:\n    def __init__(self):\n        pass\n"),
        ("b.py", "from a import A\n\n\nclass B(A):\n    pass\n"),
        ("c.py", "from b import B\n\n\ndef make():\n    return B()\n"),
        ("d.py", "class D:\n    def __init__(self):\n        pass\n"),
    ]);
    walked(
        &files,
        &[("a.py", "class A:\n    pass\n", 3), ("a.py", "class A:\n    def __init__(self):\n        print(self)\n", 1)],
    );
}

/// PHP compares the names of functions and classes without the case of their letters.
#[test]
fn names_of_other_letters_are_followed_where_they_are_one() {
    let files = [
        ("a.php", "<?php\nfunction other() {}\n"),
        ("b.php", "<?php\nfunction run() { Helper(); }\n"),
        ("c.php", "<?php\nfunction stop() { other(); }\n"),
    ];
    walked(&files, &[("a.php", "<?php\nfunction other() {}\nfunction helper() {}\n", 2)]);
}

/// A function that comes is no reason to relate all; a text that is included is, as others may see its names through the file.
#[test]
fn an_include_that_comes_relates_all() {
    let files = [
        ("a.h", "int f(void);\n"),
        ("a.c", "#include \"a.h\"\nint f(void) { return 1; }\n"),
        ("b.c", "#include \"a.h\"\nint g(void) { return f(); }\n"),
        ("c.c", "int h(void) { return 3; }\n"),
    ];
    walked(
        &files,
        &[
            ("a.c", "#include \"a.h\"\nint f(void) { return k(); }\n", 1),
            ("c.c", "int h(void) { return 3; }\nint k(void) { return 4; }\n", 2),
            ("c.c", "#include \"a.h\"\nint h(void) { return 3; }\nint k(void) { return 4; }\n", 0),
        ],
    );
}

/// The files that a run reads as source, and the other texts: manifests, lockfiles, configurations.
fn sources(root: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let index = run(root, StorePlace::Nowhere);
    let rows = index.facts.files.iter().zip(index.facts.paths.iter());
    let (sources, others): (Vec<_>, Vec<_>) = rows.partition(|(row, _)| row.lines > 1);
    let paths = |rows: Vec<(_, &str)>| rows.into_iter().map(|(_, path)| root.join(path)).collect();
    let is_text = |path: &PathBuf| fs::read_to_string(path).is_ok_and(|text| !text.is_empty());
    let others: Vec<PathBuf> = paths(others);
    (paths(sources), others.into_iter().filter(is_text).collect())
}

fn words(text: &str) -> Vec<&str> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.split(|letter| !is_part(letter)).filter(|word| word.len() > 1 && !word.starts_with(char::is_numeric)).collect()
}

/// A text with one word in place of another, wherever it stands by itself.
fn renamed(text: &str, from: &str, to: &str) -> String {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let (before, behind) = (&rest[..at], &rest[at + from.len()..]);
        let is_word = !before.ends_with(is_part) && !behind.starts_with(is_part);
        out.push_str(before);
        out.push_str(if is_word { to } else { from });
        rest = behind;
    }
    out + rest
}

/// One edit of a repository.
#[derive(Clone, Debug)]
struct Edit {
    what: usize,
    file: At,
    other: At,
    line: At,
    to: At,
}

fn edit() -> impl Strategy<Value = Edit> {
    let what = prop_oneof![12 => 0..7usize, 1 => 7..11usize, 2 => 11..15usize];
    (what, any::<At>(), any::<At>(), any::<At>(), any::<At>()).prop_map(|(what, file, other, line, to)| Edit {
        what,
        file,
        other,
        line,
        to,
    })
}

impl Edit {
    fn apply(&self, root: &Path) -> std::io::Result<()> {
        let (sources, others) = sources(root);
        // The last edits are those of manifests.
        let (files, what) = match self.what.checked_sub(11) {
            Some(what) => (others, [0, 1, 4, 5][what]),
            None => (sources, self.what),
        };
        if files.is_empty() {
            return Ok(());
        }
        let path = self.file.get(&files);
        let text = fs::read_to_string(path)?;
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let same: Vec<&PathBuf> = files.iter().filter(|it| it.extension() == path.extension()).collect();
        let other = fs::read_to_string(self.other.get(&same))?;
        if lines.is_empty() {
            return Ok(());
        }
        let (line, to) = (self.line.index(lines.len()), self.to.index(lines.len()));
        // Names of other files too, of whatever language.
        let strange = if self.to.index(3) == 0 { fs::read_to_string(self.other.get(&files))? } else { String::new() };
        let words: Vec<&str> = words(&text).into_iter().chain(words(&strange)).collect();
        match what {
            0 => lines.insert(to, lines[line].clone()),
            1 => drop(lines.remove(line)),
            2 => {
                let moved = lines.remove(line);
                lines.insert(to.min(lines.len()), moved);
            }
            // Several lines of another file: a function, maybe.
            3 => {
                let others: Vec<&str> = other.lines().collect();
                let from = self.line.index(others.len().max(1)).min(others.len());
                let taken = others[from..].iter().take(4).map(|it| (*it).to_owned());
                lines.splice(to..to, taken.collect::<Vec<_>>());
            }
            4 if !words.is_empty() => {
                let (from, into) = (*self.other.get(&words), *self.to.get(&words));
                lines[line] = renamed(&lines[line], from, into);
            }
            5 if !words.is_empty() => {
                let word = *self.other.get(&words);
                lines = renamed(&text, word, &format!("{word}2")).lines().map(str::to_owned).collect();
            }
            6 if !words.is_empty() => {
                let word = *self.other.get(&words);
                for file in &files {
                    let text = fs::read_to_string(file)?;
                    fs::write(file, renamed(&text, word, &format!("new_{word}")))?;
                }
                return Ok(());
            }
            7 => {
                let name = format!("more{}", path.file_name().and_then(|it| it.to_str()).unwrap_or("x"));
                fs::write(path.with_file_name(name), &text)?;
            }
            8 if files.len() > 1 => return fs::remove_file(path),
            9 => {
                let name = format!("moved_{}", path.file_name().and_then(|it| it.to_str()).unwrap_or("x"));
                return fs::rename(path, path.with_file_name(name));
            }
            // The configuration is another text, of the same meaning or of none.
            10 => {
                let configs = ["package.json", "go.mod", "Cargo.toml", "pyproject.toml", "tsconfig.json"];
                for config in configs.iter().map(|it| root.join(it)).filter(|it| it.is_file()) {
                    let text = fs::read_to_string(&config)?;
                    fs::write(config, text + "\n")?;
                }
            }
            _ => {}
        }
        fs::write(path, lines.join("\n") + "\n")
    }
}

/// How many runs of the law linked files again.
static LINKED: AtomicUsize = AtomicUsize::new(0);

proptest! {
    #![proptest_config(config())]

    fn edits_leave_the_facts_of_a_rebuild(
        case in any::<At>(),
        beside in proptest::option::of(any::<At>()),
        units in proptest::collection::vec(any::<At>(), 0..4),
        edits in proptest::collection::vec(edit(), 1..6),
    ) {
        let cases: Vec<PathBuf> = ["languages", "repositories"].iter().flat_map(|folder| cases(&format!("cases/{folder}"))).collect();
        let text = fs::read_to_string(case.get(&cases)).expect("a case");
        let (repository, _) = Repository::of(&text);
        let root = repository.root();
        // Languages of other families: an edit in one need not read the others.
        if let Some(beside) = &beside {
            let text = fs::read_to_string(beside.get(&cases)).expect("a case");
            fs::create_dir(root.join("beside")).expect("a folder");
            copy(Repository::of(&text).0.root(), &root.join("beside"));
        }
        // Manifests that make units of folders: an edit in one need not read the others.
        let folders: Vec<PathBuf> = sources(root).0.iter().filter_map(|path| Some(path.parent()?.to_owned())).collect();
        for folder in units.iter().filter(|_| !folders.is_empty()).map(|at| at.get(&folders)) {
            for (name, text) in [("package.json", "{}\n"), ("setup.cfg", "[metadata]\n")] {
                let path = folder.join(name);
                if !path.exists() {
                    fs::write(path, text).expect("a file");
                }
            }
        }
        run(root, StorePlace::Root);
        for edit in &edits {
            edit.apply(root).expect("an edit");
            let index = run(root, StorePlace::Root);
            let others = others(root, &index);
            let beside = beside.as_ref().map(|beside| beside.get(&cases).display().to_string());
            prop_assert!(others.is_empty(), "{} {:?}: {:?} {:?}", case.get(&cases).display(), beside, others, edit);
            LINKED.fetch_add(usize::from(index.relinked > 0), Ordering::Relaxed);
        }
    }
}

/// The same edits in every run of the tests, as a failure has to be of what was changed; `PROPTEST_CASES=4000` draws others.
fn config() -> ProptestConfig {
    match std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()) {
        Some(cases) => ProptestConfig::with_cases(cases),
        None => ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(120) },
    }
}

/// Whatever is edited in a case of any language: the facts are those of a rebuild.
#[test]
fn facts_after_edits_are_those_of_a_rebuild() {
    edits_leave_the_facts_of_a_rebuild();
    assert!(LINKED.load(Ordering::Relaxed) > 60, "{LINKED:?}");
}
