//! Kinds of files that a text names by a word: style sheets, templates, documents, texts in other languages, what a service runs.
//! One of such a kind that holds the words of the text as well as the first source does is what is looked for.

use cg_rules::{FileId, Id};

use super::index::SearchIndex;
use super::round::{FoundFile, Round};
use super::text_kind::TextKind;
use crate::base::path;
use crate::facts::Snapshot;

/// The most files of the kinds that a text names which come before all sources.
const FIRST: usize = 3;
/// How many of the best documents and settings are looked at for them.
const LOOKED_AT: usize = 40;
/// The least share of the words that such a file holds, of the share that the first source does.
const AS_WELL: f64 = 0.8;

/// A kind of file.
struct FileKind {
    /// The words that name it.
    words: &'static [&'static str],
    /// The endings of its files.
    endings: &'static [&'static str],
    /// Parts of the names of the folders of its files; none where they may be anywhere.
    folders: &'static [&'static str],
}

const KINDS: [FileKind; 5] = [
    FileKind {
        words: &["css", "sass", "scss", "styles", "stylesheet", "stylesheets", "styling"],
        endings: &["css", "less", "sass", "scss"],
        folders: &[],
    },
    FileKind { words: &["template", "templates"], endings: &["html"], folders: &[] },
    FileKind {
        words: &["changelog", "docs", "documentation", "guide", "guides", "readme", "tutorial"],
        endings: &["adoc", "markdown", "md", "mdx", "rst"],
        folders: &[],
    },
    FileKind {
        words: &["i18n", "locale", "locales", "translation", "translations"],
        endings: &["json", "properties", "yaml", "yml"],
        folders: &["i18n", "lang", "locale", "translation"],
    },
    FileKind {
        words: &["ci", "workflow", "workflows"],
        endings: &["yaml", "yml"],
        folders: &[".github", ".gitlab", ".circleci", ".buildkite"],
    },
];

impl FileKind {
    fn is_named(&self, text: &str) -> bool {
        let mut words = text.split(|it: char| !it.is_alphanumeric()).map(str::to_lowercase);
        words.any(|word| self.words.contains(&word.as_str()))
    }

    fn has(&self, file: &str) -> bool {
        let folder = path::parent(file).to_lowercase();
        let is_there = self.folders.is_empty() || self.folders.iter().any(|part| folder.contains(part));
        is_there && self.endings.contains(&path::extension(file))
    }
}

/// The files of the kinds that a text names which come before all sources, the best first.
pub(super) fn of_named_kinds(snapshot: &Snapshot, index: &SearchIndex, round: &Round, text: &str) -> Vec<FoundFile> {
    let kinds: Vec<&FileKind> = KINDS.iter().filter(|kind| kind.is_named(text)).collect();
    if kinds.is_empty() {
        return Vec::new();
    }
    let share = |found: &FoundFile| found.chunks.iter().map(|it| round.share(it.chunk)).fold(0.0, f64::max);
    let least = round.found.first().map_or(0.0, share) * AS_WELL;
    let mut found = round.ranked(index, TextKind::Text, LOOKED_AT);
    let is_of_kind = |it: &FoundFile| {
        let file = snapshot.path(FileId::of(index.files[it.at] as usize));
        kinds.iter().any(|kind| kind.has(file))
    };
    found.retain(|it| is_of_kind(it) && share(it) >= least);
    found.truncate(FIRST);
    found
}
