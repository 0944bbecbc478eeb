//! Frames of the repository's own code whose file is not here: deleted, renamed, or of another version.

use std::cell::OnceCell;

use cg_rules::DefId;
use rustc_hash::FxHashSet;

use crate::base::path;
use crate::facts::{Definition, Snapshot};
use crate::primitive::TraceFrame;
use crate::primitive::{beside_library, in_library, packaged};

/// The most frames that are named.
const NAMED: usize = 5;
/// The most definitions of one name that are listed: the name of more says nothing of any.
const ALIKE: usize = 3;

/// Finds the paths that frames would have in the repository.
pub(super) struct OwnPaths<'s> {
    snapshot: &'s Snapshot,
    /// The folders with a file of an ending, by the path and the ending.
    folders: OnceCell<FxHashSet<(&'s str, &'s str)>>,
}

impl<'s> OwnPaths<'s> {
    pub(super) fn new(snapshot: &'s Snapshot) -> Self {
        Self { snapshot, folders: OnceCell::new() }
    }

    /// The path in the repository of a file that another machine has, if it is one of its packages or folders.
    pub(super) fn of(&self, file: &str) -> Option<String> {
        let slashed = file.replace('\\', "/");
        if let Some(inside) = in_library(&slashed) {
            return self.of_package(inside);
        }
        let parts: Vec<&str> = slashed.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect();
        let (name, folders) = parts.split_last()?;
        if folders.iter().any(|part| part.contains(':') && part.len() > 2) || beside_library(&slashed) {
            return None;
        }
        let ending = path::extension(name);
        let tails = (0..folders.len()).filter_map(|at| Some(folders.get(at..)?.join("/")));
        let whole = tails.into_iter().find(|tail| self.has(tail, ending));
        // A path that begins at a source root: that of a package with folders of its own.
        let is_absolute = slashed.starts_with('/') || slashed.get(1..2) == Some(":");
        let below = || self.ending_in(&folders.join("/"), ending).filter(|_| folders.len() > 1 && !is_absolute);
        whole.or_else(|| below().map(str::to_owned)).map(|folder| format!("{folder}/{name}"))
    }

    /// The path of a file of an installed package, if that is one of the repository.
    fn of_package(&self, inside: &str) -> Option<String> {
        let (folder, name, ending) = (path::parent(inside), path::name(inside), path::extension(inside));
        if self.has(folder, ending) {
            return Some(inside.to_owned());
        }
        let own = packaged(self.snapshot, inside).next()?;
        Some(self.ending_in(folder, ending).map_or(own, |folder| format!("{folder}/{name}")))
    }

    fn has(&self, folder: &str, ending: &str) -> bool {
        self.folders().contains(&(folder, ending))
    }

    /// The folder whose path ends in another, where it is the only one.
    fn ending_in(&self, folder: &str, ending: &str) -> Option<&'s str> {
        let tail = format!("/{folder}");
        let mut found = self.folders().iter().filter(|(known, its)| *its == ending && known.ends_with(&tail));
        found.next().filter(|_| found.next().is_none()).map(|(known, _)| *known)
    }

    fn folders(&self) -> &FxHashSet<(&'s str, &'s str)> {
        let entry = |file: &'s str| (path::parent(file), path::extension(file));
        self.folders.get_or_init(|| self.snapshot.paths.iter().map(entry).filter(|(it, _)| !it.is_empty()).collect())
    }
}

/// A frame of a file that is not here, by the path that it would have.
pub(super) struct AbsentFrame<'f> {
    pub(super) path: String,
    pub(super) frame: &'f TraceFrame,
}

/// A sentence for each frame: its place, and the definitions of the name of its function, where there are few.
pub(super) fn absent(snapshot: &Snapshot, frames: &[AbsentFrame<'_>]) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    for frame in frames {
        let sentence = sentence(snapshot, frame);
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    let n_more = sentences.len().saturating_sub(NAMED);
    sentences.truncate(NAMED);
    if n_more > 0 {
        sentences.push(format!("{n_more} more frames are of files that are not here"));
    }
    sentences
}

fn sentence(snapshot: &Snapshot, AbsentFrame { path, frame }: &AbsentFrame<'_>) -> String {
    let line = frame.line.map_or(String::new(), |line| format!(":{line}"));
    let Some(function) = frame.function.as_deref() else {
        return format!("the file of the frame `{path}{line}` is not here");
    };
    let head = format!("the file of the frame `{path}{line}`, in `{function}`, is not here");
    let name = function.rsplit(['.', ':', '#']).next().unwrap_or(function);
    let all = named(snapshot, name);
    let places = all.iter().filter_map(|def| {
        let row = snapshot.definition(*def)?;
        Some(format!("`{}` at {}:{}", snapshot.qualified_name(*def), snapshot.path(row.file), row.at.line))
    });
    match all.len() {
        0 => format!("{head}, and nothing here has the name `{name}`"),
        n if n > ALIKE => format!("{head}, and {n} functions here have the name `{name}`"),
        n => {
            let have = if n == 1 { "has" } else { "have" };
            format!("{head}; here {} {have} the name", places.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The callables of a name, those outside tests and examples where there are any.
fn named(snapshot: &Snapshot, name: &str) -> Vec<DefId> {
    let Some(id) = snapshot.names.find(name) else { return Vec::new() };
    let rows = (0u32..).map(DefId).zip(snapshot.definitions.iter());
    let is_aside = |row: &Definition| snapshot.file_row(row.file).is_some_and(|file| file.is_aside);
    let rows = rows.filter(|(_, row)| row.name == id && row.kind.is_callable());
    let (aside, own): (Vec<_>, Vec<_>) = rows.partition(|(_, row)| is_aside(row));
    let rows = if own.is_empty() { aside } else { own };
    rows.into_iter().map(|(def, _)| def).collect()
}
