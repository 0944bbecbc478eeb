//! A bundle as text, and the cost of each of its parts. Does not know facts, ids or the disk.
//!
//! A format is a row of [`FORMATS`]: a function that writes a bundle, and the [`Layout`] that a budget is held to.

mod json;
mod markdown;
mod paths;

pub use markdown::{Markdown, heading, markdown, title};

use crate::bundle::{Bundle, Layout};

/// A form of output. A row of [`FORMATS`].
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name that `--format` takes.
    pub name: &'static str,
    /// The ending of its files, without the dot.
    pub extension: &'static str,
    /// One line for the help.
    pub summary: &'static str,
    /// Writes a bundle.
    pub render: fn(&Bundle) -> String,
    /// The costs that a budget counts.
    ///
    /// JSON and paths are written from the bundle that Markdown prints, so its layout is theirs: a bundle has the same
    /// files, numbers and seal in each, and a program that passes the excerpts on keeps the reader's budget.
    pub layout: &'static dyn Layout,
}

/// Markdown, the default.
pub const MARKDOWN: Format = Format {
    name: "markdown",
    extension: "md",
    summary: "for reading, by people and agents",
    render: markdown,
    layout: &Markdown,
};

/// Every format, in the order of the names.
pub const FORMATS: &[Format] = &[
    Format {
        name: "json",
        extension: "json",
        summary: "everything, for machines",
        render: json::json,
        layout: &Markdown,
    },
    MARKDOWN,
    Format {
        name: "paths",
        extension: "txt",
        summary: "one path a line: the files that are shown",
        render: paths::paths,
        layout: &Markdown,
    },
];

/// The format of a name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
