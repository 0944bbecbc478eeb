//! The markup of prose.

use crate::base::path;

/// The markup of a file of prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    /// No prose.
    None,
    /// Headings open with `#`, or stand on a line of `=` or `-`.
    Markdown,
    /// Headings stand on a line of punctuation as long as they are.
    Rst,
}

impl Markup {
    /// The markup of a file, by its ending.
    pub fn of(file: &str) -> Self {
        match path::extension(file) {
            "md" | "markdown" | "mdx" => Self::Markdown,
            "rst" => Self::Rst,
            _ => Self::None,
        }
    }
}
