//! The languages of files, by the names that syntax highlighters know.

use crate::base::path;
use crate::language::Language;

/// The language of a file, by the name that syntax highlighters know.
pub fn language_name(language: Option<&Language>, file: &str) -> &'static str {
    if let Some(language) = language {
        return language.fence;
    }
    match path::extension(file) {
        "md" | "markdown" | "mdx" => "markdown",
        "json" => "json",
        "yaml" | "yml" => "yaml",
        "toml" => "toml",
        "xml" => "xml",
        "html" => "html",
        "css" => "css",
        "sh" | "bash" => "bash",
        "sql" => "sql",
        _ => "text",
    }
}
