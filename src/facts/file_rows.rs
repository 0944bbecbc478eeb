//! The rows of files, and of the tests that they hold.

use std::borrow::Cow;

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::names::FileTests;
use super::relation::{FileRow, NONE};
use crate::base::{Gap, GapKind, TextPart, path};
use crate::language::{Observation, TestSite, World, lists};
use crate::resolve::{SymbolTable, TestCollector};

/// Folders whose files are no part of the product, whatever the language.
const ASIDE: &[&str] = &[
    "test",
    "tests",
    "__tests__",
    "__mocks__",
    "testdata",
    "fixtures",
    "__fixtures__",
    "examples",
    "example",
    "samples",
    "vendor",
    "third_party",
    "third-party",
    "benches",
    "benchmarks",
];

/// Those of them that a product may have as a package: `django.test`.
const PACKAGES: &[&str] = &["test", "example", "samples"];

/// Folders of which each folder is a package.
const WORKSPACES: &[&str] = &["crates", "packages", "pkgs"];

/// Those of them that hold examples, each in a folder of its own.
const EXAMPLES: &[&str] = &["Examples", "example", "examples", "samples"];

/// The same with a capital, so far as no product has such a folder; and those of what tests compare with.
const ASIDE_AS_WRITTEN: &[&str] = &["Tests", "Fixtures", "Examples", "Benchmarks", "__snapshots__", "__Snapshots__"];

/// The row of each linked file. `gaps` are those of the walk and of reading; `tests` those of the linked files.
pub fn file_rows(index: &SymbolTable<'_>, gaps: &[Gap], tests: &[FileTests]) -> Vec<(FileId, FileRow)> {
    let world = index.world;
    let said = gaps.iter().filter(|gap| gap.kind == GapKind::Generated).map(|gap| gap.path.as_str());
    let said: FxHashSet<&str> = said.collect();
    let with_tests = tests.iter().filter(|(_, found)| !found.is_empty()).map(|(file, _)| *file);
    let with_tests: FxHashSet<FileId> = with_tests.collect();
    let row = |file: FileId| {
        let (at, path) = (file.0 as usize, world.paths.path(file));
        let observation = world.observations[at].as_ref();
        let holds_tests = with_tests.contains(&file);
        // Where no text marks a test, who holds one is there for it.
        let named = without_packages(world, file);
        let by_path = is_test_path(world, file) || holds_tests && !marks_tests(world, file);
        let is_generated = said.contains(path) || observation.is_some_and(is_made) || is_minified_name(path);
        FileRow {
            language: world.languages[at].and_then(|language| u32::try_from(language).ok()).unwrap_or(NONE),
            lines: observation.map_or(0, |observation| observation.n_lines),
            is_test: (by_path && says_test(path)) || holds_tests || is_test_target(world, file),
            is_aside: by_path || is_generated || is_aside(purpose(world, file, &named)),
            is_generated,
            is_conditional: index.is_conditional(file),
            has_no_credential: observation.is_some_and(|observation| observation.has_no_credential),
        }
    };
    index.linked().into_iter().map(|file| (file, row(file))).collect()
}

/// The tests of each linked file, and the files whose classes were looked into for them.
pub fn test_rows(index: &SymbolTable<'_>) -> (Vec<FileTests>, Vec<(FileId, Vec<FileId>)>) {
    let (mut rows, mut all_looked) = (Vec::new(), Vec::new());
    let mut collector = TestCollector::new(index);
    for file in index.linked() {
        let Some(observation) = index.observation(file) else { continue };
        let found = match collector.tests(file) {
            Some(collected) => {
                all_looked.push((file, collected.looked));
                collected.found
            }
            None => {
                let tests = tests_of(index.world, file).iter();
                tests.map(|test| (observation.name(test.name).to_owned(), test.at)).collect()
            }
        };
        rows.push((file, found));
    }
    rows.retain(|(_, found)| !found.is_empty());
    all_looked.retain(|(_, looked)| !looked.is_empty());
    (rows, all_looked)
}

/// The folder of a file as far as its parts say what the file is for. Behind that they are names of the product: they spell its package
/// (`com/example/shop`), or are below a folder of libraries.
fn purpose<'p>(world: &World<'_>, file: FileId, path: &'p str) -> &'p str {
    let observation = world.observations[file.0 as usize].as_ref();
    let package = observation.and_then(|it| Some(it.name(it.package?))).unwrap_or("");
    let libraries = world.language(file).map_or(&[][..], |language| language.conventions.library_folders);
    let folder = without_package(path::parent(path), package);
    folder.part(..below(folder, libraries).unwrap_or(folder.len()))
}

/// The path of a file without the folders that are packages in a package, and may be the product's as well as beside it.
fn without_packages<'w>(world: &World<'w>, file: FileId) -> Cow<'w, str> {
    let path = world.paths.path(file);
    let stems = world.language(file).map_or(&[][..], |language| language.conventions.folder_stems);
    if !path.split('/').any(|part| PACKAGES.contains(&part)) {
        return Cow::Borrowed(path);
    }
    let is_package = |folder: &str| {
        let is_file = |stem: &&str| world.paths.file(&format!("{folder}/{stem}.{}", path::extension(path))).is_some();
        !folder.is_empty() && stems.iter().any(is_file)
    };
    let (mut kept, mut end) = (Vec::new(), 0);
    for part in path.split('/') {
        let around = path.part(..end).trim_end_matches('/');
        end += part.len() + 1;
        let is_own = WORKSPACES.contains(&path::name(around)) || is_package(around) && is_package(path.part(..end - 1));
        let is_of_product = PACKAGES.contains(&part) && is_own;
        kept.extend((!is_of_product).then_some(part));
    }
    Cow::Owned(kept.join("/"))
}

/// A folder without the parts at its end that the end of a package has, where that is a path: one name may be any folder's.
fn without_package<'p>(folder: &'p str, package: &str) -> &'p str {
    if !package.contains('.') {
        return folder;
    }
    let parts = folder.rsplit('/').zip(package.rsplit('.'));
    let n_same: usize = parts.take_while(|(part, name)| part == name).map(|(part, _)| part.len() + 1).sum();
    folder.part(..folder.len().saturating_sub(n_same))
}

/// The length of a folder up to the first part of it that holds nothing but a library.
fn below(folder: &str, libraries: &[&str]) -> Option<usize> {
    let mut end = 0;
    folder.split('/').find_map(|part| {
        end += part.len() + 1;
        libraries.contains(&part).then_some(end - 1)
    })
}

/// Whether a tool wrote the content, as it says itself or as its lines show.
fn is_made(observation: &Observation) -> bool {
    observation.generated || observation.gaps.iter().any(|gap| gap.kind == GapKind::Minified)
}

/// Whether the name says that a tool shortened the text: `jquery.min.js`, also where a comment above it makes its lines short.
fn is_minified_name(file: &str) -> bool {
    let name = path::name(file);
    name.rsplit_once('.').is_some_and(|(stem, _)| stem.ends_with(".min"))
}

/// Whether the name itself speaks of tests. What merely lies among tests (models, fixtures) exercises nothing, unless it
/// holds tests.
fn says_test(file: &str) -> bool {
    let name = path::name(file).to_ascii_lowercase();
    !lists(|it| it.test_setup, &name) && ["test", "spec"].iter().any(|word| name.contains(word))
}

/// Whether a build runs the file as a test of its own, whatever it holds: Cargo does so with `tests/*.rs`.
fn is_test_target(world: &World<'_>, file: FileId) -> bool {
    let is_rust = world.language(file).is_some_and(|language| language.name == "rust");
    let folder = path::parent(world.paths.path(file));
    let manifest = match path::parent(folder) {
        "" => "Cargo.toml".to_owned(),
        package => format!("{package}/Cargo.toml"),
    };
    is_rust && path::name(folder) == "tests" && world.paths.file(&manifest).is_some()
}

fn is_test_path(world: &World<'_>, file: FileId) -> bool {
    world.language(file).is_some_and(|language| (language.is_test)(&without_packages(world, file)))
}

fn marks_tests(world: &World<'_>, file: FileId) -> bool {
    world.language(file).is_some_and(|language| language.marks_tests)
}

/// The tests that the text of a file itself shows. Where a name alone makes a test, it does so in a test's file.
fn tests_of<'w>(world: &World<'w>, file: FileId) -> &'w [TestSite] {
    let Some(observation) = &world.observations[file.0 as usize] else { return &[] };
    let is_of_tests = marks_tests(world, file) || is_test_path(world, file) || is_of_tests_if_any(world, file);
    if is_of_tests { &observation.tests } else { &[] }
}

/// Whether a file is a test's where it holds tests: by the folders above it, or by its own name.
fn is_of_tests_if_any(world: &World<'_>, file: FileId) -> bool {
    let Some(conventions) = world.language(file).map(|language| &language.conventions) else { return false };
    let path = world.paths.path(file);
    path::parent(path).split('/').any(|part| conventions.test_folders.contains(&part))
        || conventions.test_stems.contains(&path::stem(path))
}

/// Whether a folder is such a one or below it; one that a build passes over begins with `_`.
fn is_aside(folder: &str) -> bool {
    let is_it = |part: &str| {
        ASIDE.contains(&part) || ASIDE_AS_WRITTEN.contains(&part) || ASIDE.contains(&part.trim_start_matches('_'))
    };
    folder.split('/').any(is_it) || is_snapshot(folder)
}

/// The folder of the example that a file is a part of: `examples/shop` of `examples/shop/lib/cart.py`.
pub fn example_of(file: &str) -> Option<&str> {
    let folder = path::parent(file);
    let mut end = 0;
    for part in folder.split('/') {
        let start = end + usize::from(end > 0);
        end = start + part.len();
        if EXAMPLES.contains(&part) {
            let next = folder.get(end + 1..).and_then(|rest| rest.split('/').next()).filter(|next| !next.is_empty());
            return folder.get(..next.map_or(end, |next| end + 1 + next.len()));
        }
    }
    None
}

/// Whether a folder of snapshots is in one of tests: elsewhere a product may be about snapshots.
fn is_snapshot(folder: &str) -> bool {
    let mut parts = folder.split('/');
    let of_tests = parts.by_ref().any(|part| ["test", "tests", "spec", "specs"].iter().any(|end| ends_in(part, end)));
    of_tests && parts.any(|part| part.eq_ignore_ascii_case("snapshots"))
}

/// Whether a name ends in a word: `UnitTests`, `shop.tests`, `e2e-spec`.
fn ends_in(name: &str, word: &str) -> bool {
    let before = name.len().checked_sub(word.len());
    let Some((head, end)) = before.and_then(|at| name.split_at_checked(at)) else { return false };
    let is_word = head.is_empty()
        || end.starts_with(char::is_uppercase)
        || head.ends_with(|letter: char| !letter.is_alphanumeric());
    is_word && end.eq_ignore_ascii_case(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_is_the_folder_below_that_of_all() {
        assert_eq!(example_of("a/examples/shop/lib/cart.py"), Some("a/examples/shop"));
        assert_eq!(example_of("examples/cart.py"), Some("examples"));
        assert_eq!(example_of("src/example.py"), None);
    }

    #[test]
    fn a_folder_beside_the_product_may_begin_with_an_underscore() {
        let aside =
            ["_examples/todos/main.go", "__tests__/a.ts", "a/examples/b.go", "_tests/a.py", "Tests/a/Base.bash"];
        assert!(aside.iter().all(|file| is_aside(path::parent(file))));
        let own = ["_internal/a.go", "examples.go", "my_examples/a.go", "__init__.py"];
        assert!(own.iter().all(|file| !is_aside(path::parent(file))));
    }

    #[test]
    fn folders_that_spell_a_package_are_no_places() {
        let folder = "app/src/main/java/com/example/shop";
        assert_eq!(without_package(folder, "com.example.shop"), "app/src/main/java");
        assert_eq!(without_package("src/test/java/com/shop", "com.shop"), "src/test/java");
        // Kotlin may leave the beginning out; the package of Go is the name of a folder.
        assert_eq!(without_package("src/main/kotlin/test/verify", "org.koin.test.verify"), "src/main/kotlin");
        assert_eq!(without_package("pkg/test", "test"), "pkg/test");
        assert_eq!(below("pkg/lib/rack/test", &["lib"]), Some("pkg/lib".len()));
        assert_eq!(below("pkg/test", &["lib"]), None);
    }

    #[test]
    fn snapshots_of_tests_are_beside_the_product() {
        let aside =
            ["a/__snapshots__/b.js", "Shop.UnitTests/Snapshots/Page.verified.cs", "e2e-spec/cart/snapshots/page.ts"];
        assert!(aside.iter().all(|file| is_aside(path::parent(file))));
        let own = ["src/snapshots/restore.rs", "Latest/Snapshots/a.cs", "snapshots/spec.go", "contest/snapshots/a.go"];
        assert!(own.iter().all(|file| !is_aside(path::parent(file))));
    }
}
