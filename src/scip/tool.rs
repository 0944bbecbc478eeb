//! Indexers: how each counts lines and columns, what its indexes show, and the command that writes one anew.

use super::decoded::{Document, Encoding};
use super::position::Breaks;

/// The known properties of an indexer. An unknown property has the value that proves least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// The name, as its indexes give it.
    pub name: &'static str,
    /// Where its lines end.
    pub breaks: Breaks,
    /// The unit of its columns in a document that does not state one.
    pub encoding: Encoding,
    /// Whether a byte order mark counts as a column of the first line.
    pub counts_mark: bool,
    /// Whether the column of a file's end is exact, and not its line alone.
    pub has_end_column: bool,
    /// Whether every name at the margin of a file has an occurrence.
    pub covers_margin: bool,
    /// Whether it leaves out single files of folders that it reads, as features and targets choose.
    pub picks_files: bool,
    /// Whether it marks operators, and the blanks beside them, with the functions that they call.
    pub marks_operators: bool,
    /// Whether its way of naming was held against real indexes. Of another only plain contradictions count.
    pub is_measured: bool,
    /// The command that writes the index anew.
    pub refresh: &'static str,
}

/// An indexer of which nothing is known.
const UNKNOWN: Tool = Tool {
    name: "",
    breaks: Breaks::Newline,
    encoding: Encoding::Unstated,
    counts_mark: false,
    has_end_column: false,
    covers_margin: false,
    picks_files: true,
    marks_operators: false,
    is_measured: false,
    refresh: "run the indexer that wrote it",
};

/// The indexers that are known.
const TOOLS: [Tool; 12] = [
    Tool {
        name: "scip-typescript",
        breaks: Breaks::Unicode,
        encoding: Encoding::Utf16,
        has_end_column: true,
        covers_margin: true,
        picks_files: false,
        is_measured: true,
        refresh: "npx @sourcegraph/scip-typescript index",
        ..UNKNOWN
    },
    Tool {
        name: "scip-python",
        breaks: Breaks::Return,
        encoding: Encoding::Utf16,
        counts_mark: true,
        covers_margin: true,
        picks_files: false,
        is_measured: true,
        refresh: "npx @sourcegraph/scip-python index",
        ..UNKNOWN
    },
    Tool {
        name: "ty-scip",
        breaks: Breaks::Return,
        encoding: Encoding::Utf8,
        counts_mark: true,
        picks_files: false,
        is_measured: true,
        refresh: "ty-scip index .",
        ..UNKNOWN
    },
    Tool {
        name: "rust-analyzer",
        encoding: Encoding::Utf8,
        marks_operators: true,
        is_measured: true,
        refresh: "rust-analyzer scip .",
        ..UNKNOWN
    },
    Tool { name: "scip-go", encoding: Encoding::Utf8, refresh: "scip-go", ..UNKNOWN },
    Tool { name: "scip-java", encoding: Encoding::Utf16, refresh: "scip-java index", ..UNKNOWN },
    Tool {
        name: "scip-clang",
        encoding: Encoding::Utf8,
        refresh: "scip-clang --compdb-path=compile_commands.json",
        ..UNKNOWN
    },
    Tool { name: "scip-ruby", encoding: Encoding::Utf8, refresh: "scip-ruby", ..UNKNOWN },
    Tool { name: "scip-dotnet", encoding: Encoding::Utf16, refresh: "scip-dotnet index", ..UNKNOWN },
    Tool { name: "scip_dart", encoding: Encoding::Utf16, refresh: "dart pub global run scip_dart ./", ..UNKNOWN },
    Tool { name: "scip-dart", encoding: Encoding::Utf16, refresh: "dart pub global run scip_dart ./", ..UNKNOWN },
    Tool { name: "scip-php", encoding: Encoding::Unstated, refresh: "vendor/bin/scip-php", ..UNKNOWN },
];

impl Tool {
    /// Whether the names of a text prove anything for a document: where its end is known they do not, and need not be
    /// parsed.
    pub fn asks_names(&self, document: &Document) -> bool {
        self.covers_margin && document.eof.is_none()
    }
}

/// The known properties of the indexer of that name.
pub fn tool(name: &str) -> &'static Tool {
    TOOLS.iter().find(|tool| tool.name == name).unwrap_or(&UNKNOWN)
}
