//! The rule that leaves a path out of the tree.

use std::path::Path;

use super::door::FileKind;
use super::rules::{Ignored, MAX_BYTES, Seen};
use super::tree::{Tree, is_never};

/// Why a path that is there is not in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// A pattern of an ignore file matches it, or a folder above it.
    Rule {
        /// The path that the pattern matches.
        path: String,
        /// The ignore file.
        file: String,
        /// The line of the pattern, from 1.
        line: usize,
        /// The pattern.
        pattern: String,
    },
    /// It has, or lies in a folder that has, a name that is never read.
    Never(String),
    /// It is, or lies behind, a link to what is read in its own place.
    Link(String),
}

impl Tree {
    /// Walks down to a path, and says what leaves it out; `None` where nothing does, or where it is not there.
    pub fn hidden(&self, path: &str) -> Option<Hidden> {
        let mut ignored = Ignored::new(&self.root, &self.door);
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        let (mut above, mut by_index) = ("", None);
        for part in ends.filter_map(|end| path.get(..end)) {
            let folder = self.door.folder(Path::new(above)).ok()?;
            // The walk has reported what cannot be read.
            ignored.enter(Path::new(above), &folder, &mut Vec::new());
            let own = Path::new(part);
            let name = folder.names.iter().find(|it| own.file_name() == Some(&*it.name))?;
            if is_never(name) {
                return Some(Hidden::Never(part.to_owned()));
            }
            let is_folder = name.kind == FileKind::Folder;
            let rule = || self.rule(&ignored, part, is_folder);
            match ignored.seen(own, is_folder, by_index.is_some()) {
                Seen::Not => return rule().or(by_index),
                Seen::Tracked => by_index = rule().or(by_index),
                Seen::Whole if name.kind == FileKind::Link => return Some(Hidden::Link(part.to_owned())),
                Seen::Whole => by_index = None,
            }
            above = part;
        }
        None
    }

    fn rule(&self, ignored: &Ignored<'_>, path: &str, is_folder: bool) -> Option<Hidden> {
        let (file, pattern) = ignored.hides(Path::new(path), is_folder)?;
        let text = self.door.read(file, MAX_BYTES).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let is_pattern = |line: &str| line.trim_start_matches('\u{feff}').trim_end() == pattern.trim_end();
        // Of equal patterns the last decides.
        let line = text.lines().zip(1..).filter(|(line, _)| is_pattern(line)).last().map_or(0, |(_, line)| line);
        let (path, pattern) = (path.to_owned(), pattern.to_owned());
        Some(Hidden::Rule { path, file: file.to_string_lossy().into_owned(), line, pattern })
    }
}
