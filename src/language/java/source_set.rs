//! Source sets of a build on the JVM: which files are tests by their place.

use crate::base::path;

/// The folder of a source set: what follows `src` in `app/src/jvmTest/kotlin`.
pub fn source_set(file: &str) -> Option<&str> {
    let mut parts = path::parent(file).split('/');
    parts.by_ref().find(|part| *part == "src")?;
    parts.next()
}

/// Whether a source set holds the product: `main`, `commonMain`.
fn is_of_product(set: &str) -> bool {
    set == "main" || set.ends_with("Main")
}

/// Whether a file lies in a source set of tests.
pub fn in_tests(file: &str) -> bool {
    let is_test = |part: &str| part.contains("test") || part.contains("Test");
    match source_set(file) {
        Some(set) if is_of_product(set) => false,
        Some(set) if is_test(set) => true,
        _ => path::parent(file).split('/').any(|part| matches!(part, "test" | "tests" | "androidTest")),
    }
}

/// Whether a path is in a source set of tests, or named like a test where no source set says that it is none: `TypeSpec` in
/// `src/main` specifies a type.
pub fn is_test(file: &str) -> bool {
    let stem = path::stem(file);
    let is_of_main = source_set(file).is_some_and(is_of_product);
    in_tests(file)
        || !is_of_main && ["Test", "Tests", "IT", "Spec"].iter().any(|ending| stem.ends_with(ending) && stem != *ending)
}
