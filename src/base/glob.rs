//! Globs as gitignore users know them: `*` stays inside a directory, `**` crosses them.

use globset::{Glob, GlobBuilder, GlobSet};

/// Compiles a glob.
pub fn glob(text: &str) -> Result<Glob, globset::Error> {
    GlobBuilder::new(text).literal_separator(true).build()
}

/// Compiles a glob to what matches paths. One that nests too deep or is too large is an error, where `Glob::compile_matcher`
/// panics.
pub fn glob_matcher(text: &str) -> Result<GlobSet, globset::Error> {
    GlobSet::builder().add(glob(text)?).build()
}

#[cfg(test)]
mod tests {
    use super::{glob, glob_matcher};

    #[test]
    fn a_glob_that_cannot_be_compiled_is_an_error() {
        let nested = format!("{}x{}", "{a,".repeat(300), "}".repeat(300));
        assert!(glob(&nested).is_ok() && glob_matcher(&nested).is_err());
        let small = glob_matcher("src/**/*.rs").expect("a glob");
        assert!(small.is_match("src/a/b.rs") && !small.is_match("lib/b.rs"));
    }
}
