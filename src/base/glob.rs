//! Globs as gitignore users know them: `*` stays inside a directory, `**` crosses them.

use globset::{Glob, GlobBuilder, GlobSet};

/// Compiles a glob.
pub fn glob(text: &str) -> Result<Glob, globset::Error> {
    GlobBuilder::new(text).literal_separator(true).build()
}

/// Why a text is no glob that can be compiled. A short one that can be read is neither too deep nor too large.
pub fn glob_error(text: &str) -> Option<globset::Error> {
    const SHORT: usize = 100;
    match text.len() {
        0..=SHORT => glob(text).err(),
        _ => glob_matcher(text).err(),
    }
}

/// Compiles a glob to what matches paths. One that nests too deep or is too large is an error, where `Glob::compile_matcher`
/// panics.
pub fn glob_matcher(text: &str) -> Result<GlobSet, globset::Error> {
    GlobSet::builder().add(glob(text)?).build()
}

#[cfg(test)]
mod tests {
    use super::{glob, glob_error, glob_matcher};

    #[test]
    fn a_glob_that_cannot_be_compiled_is_an_error() {
        let nested = format!("{}x{}", "{a,".repeat(300), "}".repeat(300));
        assert!(glob(&nested).is_ok() && glob_matcher(&nested).is_err());
        assert!(glob_error(&nested).is_some());
        let deepest = "{".repeat(50) + &"}".repeat(50);
        assert!(glob_error(&deepest).is_none() && glob_matcher(&deepest).is_ok());
        let small = glob_matcher("src/**/*.rs").expect("a glob");
        assert!(small.is_match("src/a/b.rs") && !small.is_match("lib/b.rs"));
    }
}
