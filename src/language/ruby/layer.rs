//! Which files of a Ruby repository run together: the libraries and the application; and, with them, what lies in one
//! folder of tests, of examples, of fixtures.

use crate::base::{TextPart, path};

/// Folders whose files are loaded for themselves alone, and not by the library beside them.
const APART: &[&str] = &[
    "test",
    "tests",
    "spec",
    "specs",
    "features",
    "examples",
    "example",
    "samples",
    "sample",
    "fixtures",
    "benchmark",
    "benchmarks",
    "bench",
    "guides",
    "script",
    "scripts",
    "template",
    "templates",
    "tools",
    "vendor",
    "site",
    "docs",
];

/// The highest folder around a file that is separate from the library; the empty path for a file of the library.
pub fn of(file: &str) -> &str {
    let directory = path::parent(file);
    let mut end = 0;
    for part in directory.split('/') {
        // What a library calls `test` is a part of it.
        if matches!(part, "lib" | "app") {
            return "";
        }
        end += part.len();
        if APART.contains(&part) {
            return directory.part(..end);
        }
        end += 1;
    }
    ""
}

/// `*_spec.rb`, `*_test.rb`, `test_*.rb`, and what lies in a folder of tests that is not the library's own.
pub fn is_test(file: &str) -> bool {
    let stem = path::stem(file);
    let layer = of(file);
    let in_tests = matches!(path::name(layer), "test" | "tests" | "spec" | "specs" | "features");
    let is_named = stem.ends_with("_spec") || stem.ends_with("_test") || stem.starts_with("test_");
    in_tests || (is_named && !file.split('/').any(|part| matches!(part, "lib" | "app")))
}
