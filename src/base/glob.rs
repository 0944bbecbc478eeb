//! Globs as gitignore users know them: `*` stays inside a directory, `**` crosses them.

use globset::{Glob, GlobBuilder};

/// Compiles a glob.
pub fn glob(text: &str) -> Result<Glob, globset::Error> {
    GlobBuilder::new(text).literal_separator(true).build()
}
