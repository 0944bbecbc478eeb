//! Paths that no file has: deleted, or the old side of a rename; and the imports that they break.

use std::sync::{Arc, PoisonError};

use cg_rules::FileId;

use super::answer::{Answer, ChainSource, Hit, Link};
use super::engine::Engine;
use super::locate::place;
use super::near::near_files;
use super::note::Note;
use super::shape::{Argument, Invocation};
use crate::base::{TextPart, counted, path};
use crate::facts::{AbsentImport, Import};
use crate::language;
use crate::walk::Refusal;

/// The imports that lead to absent paths, or why they cannot be read.
type Leads = Arc<Result<Vec<AbsentImport>, String>>;

/// `import_graph.broken`
pub fn broken(engine: &Engine<'_>, call: &Invocation) -> Answer {
    let mut notes = Vec::new();
    let mut gone = Vec::new();
    let mut leaving = Vec::new();
    for text in call.arguments.iter().filter_map(Argument::text) {
        let mut places = engine.places(text);
        let (path, _) = place(text);
        let path = engine.below_root(&path);
        if !path::is_glob(path) && is_below_root(engine, path) {
            // The end of a path that begins at the root is no other file's.
            places.retain(|(file, _)| engine.snapshot.path(*file).starts_with(path));
        }
        match places.as_slice() {
            [] => match engine.gone_path(text) {
                Some(path) if engine.left_out(&path).is_some() => notes.extend(engine.left_out(&path)),
                Some(path) => gone.push(path),
                None => notes.push(Note::unknown(format!("no file is named `{text}`"), &near(engine, text))),
            },
            // A task says of a file that is there that it goes.
            [(file, _)] if engine.is_gone(text) => leaving.push(*file),
            [(file, _)] => {
                let path = engine.snapshot.path(*file);
                notes.push(Note::settled(format!("`{path}` is there, so no import of it is broken")));
            }
            files => {
                let text = format!("`{text}` has {} files, which are there: no import of them is broken", files.len());
                notes.push(Note::settled(text));
            }
        }
    }
    let mut found = engine.broken_imports(gone);
    notes.extend(found.note.take());
    for (at, path) in found.gone.iter().enumerate() {
        if !found.sites.iter().any(|site| site.gone == at) {
            notes.push(silent(engine, path, found.n_taken(at)));
        }
    }
    let link = |site: &AbsentImport| Link {
        relation: "imports gone",
        from: engine.snapshot.path(site.file).to_owned(),
        to: found.gone[site.gone].clone(),
        file: site.file,
        at: site.at,
    };
    let mut sites: Vec<Link> = found.sites.iter().map(link).collect();
    sites.extend(left_without(engine, leaving, &mut notes));
    sites.sort_by_key(|link| (link.file, link.at));
    let by_file = sites.chunk_by(|one, other| one.file == other.file);
    let links: Vec<_> = by_file.map(|of| (of[0].file, of.to_vec())).collect();
    let mut order: Vec<_> = links.iter().collect();
    order.sort_by_key(|(file, links)| (engine.is_aside(*file), std::cmp::Reverse(links.len()), *file));
    let lines = |links: &[Link]| links.iter().map(|link| link.at.line).collect();
    let hits = order.iter().map(|(file, links)| Hit { file: *file, hops: 1, defs: Vec::new(), lines: lines(links) });
    Answer { hits: hits.collect(), source: ChainSource::Links(links.clone()), notes, ..Answer::default() }
}

/// Whether a path begins with a folder of the root.
fn is_below_root(engine: &Engine<'_>, text: &str) -> bool {
    let first = text.split_once('/').map(|(first, _)| format!("{first}/"));
    first.is_some_and(|first| engine.snapshot.paths.iter().any(|path| path.starts_with(&first)))
}

/// The imports that lead to files that a task deletes or renames, and to no other; each such file without one is noted.
fn left_without(engine: &Engine<'_>, mut leaving: Vec<FileId>, notes: &mut Vec<Note>) -> Vec<Link> {
    leaving.sort_unstable();
    leaving.dedup();
    let is_leaving = |file: FileId| leaving.binary_search(&file).is_ok();
    let path = |file: FileId| engine.snapshot.path(file).to_owned();
    let rows = engine.snapshot.imports.iter().filter(|row| is_leaving(row.to) && !is_leaving(row.from));
    // A package of which a file stays is there for those that import it.
    let stays = |row: &Import| {
        engine.snapshot.imports.headed([row.from.0]).any(|other| other.at == row.at && !is_leaving(other.to))
    };
    let rows: Vec<Import> = rows.filter(|row| !stays(row)).collect();
    for file in leaving.iter().filter(|file| !rows.iter().any(|row| row.to == **file)) {
        let path = path(*file);
        notes.push(Note::settled(format!("`{path}` is deleted or renamed, and no import leads there alone")));
    }
    let link =
        |row: Import| Link { relation: "imports", from: path(row.from), to: path(row.to), file: row.from, at: row.at };
    rows.into_iter().map(link).collect()
}

/// The remark on a path that breaks no import.
fn silent(engine: &Engine<'_>, path: &str, n_taken: usize) -> Note {
    let is_gone = engine.is_gone(path);
    if is_gone && n_taken == 0 {
        return Note::settled(format!("`{path}` was deleted or renamed, and no import leads there"));
    }
    let near = if is_gone { Vec::new() } else { near(engine, path) };
    if n_taken > 0 && near.is_empty() {
        let them =
            if n_taken == 1 { "the import of it finds".to_owned() } else { format!("{n_taken} imports of it find") };
        return format!("`{path}` is gone; {them} another file in its place").into();
    }
    let near = near.iter().map(|near| format!("`{near}`")).collect::<Vec<_>>().join(", ");
    let near = if near.is_empty() { near } else { format!("; near names are {near}") };
    if n_taken > 0 {
        let them = counted(n_taken, "import");
        return format!("no file is named `{path}`; {them} that would lead there have another file{near}").into();
    }
    format!("no file is named `{path}`, and no import leads there{near}").into()
}

fn near<'s>(engine: &Engine<'s>, text: &str) -> Vec<&'s str> {
    near_files(engine.snapshot, text)
}

/// The imports that some absent paths break.
#[derive(Default)]
struct Broken {
    /// The paths, sorted.
    gone: Vec<String>,
    /// The sites that break, in order.
    sites: Vec<AbsentImport>,
    /// The sites that find another file.
    taken: Vec<AbsentImport>,
    /// Why nothing can be read of them.
    note: Option<Note>,
}

impl Broken {
    fn n_taken(&self, gone: usize) -> usize {
        self.taken.iter().filter(|site| site.gone == gone).count()
    }
}

impl Engine<'_> {
    /// A text as a path from the root that a file could have: without `./`, the `a/` and `b/` of a diff, the root itself,
    /// and a line behind.
    fn gone_path(&self, text: &str) -> Option<String> {
        // A path without an ending is one where the task says so: `docs/_redirects`.
        let is_said = self.is_gone(text) && (text.contains('/') || text.starts_with('.'));
        let (text, _) = place(text);
        let text = self.below_root(&text);
        let is_path = !path::is_glob(text) && !text.contains('\n') && !text.starts_with('/');
        let path = path::join("", text).filter(|path| is_path && (is_said || !path::extension(path).is_empty()))?;
        let has = |folder: &str| self.snapshot.paths.iter().any(|known| known.starts_with(folder));
        let side = ["a/", "b/"].into_iter().find(|side| path.starts_with(side) && !has(side));
        Some(side.map_or(path.as_str(), |side| path.part(side.len()..)).to_owned())
    }

    /// Whether the task says of a path that its file is gone.
    pub(super) fn is_gone_path(&self, text: &str) -> bool {
        self.is_gone(text) && self.gone_path(text).is_some()
    }

    /// A path without that of the root before it.
    pub(super) fn below_root<'t>(&self, text: &'t str) -> &'t str {
        let root = self.tree.filter(|_| text.starts_with('/')).map(|tree| format!("{}/", tree.root.display()));
        root.and_then(|root| text.strip_prefix(&root)).unwrap_or(text)
    }

    /// The note for a file of code that is on the disk, and that the walk leaves out.
    fn left_out(&self, path: &str) -> Option<Note> {
        let tree = self.tree.filter(|_| language::of_path(path).is_some())?;
        let is_there = matches!(tree.read_within(path, 0), Ok(_) | Err(Refusal::TooLarge { .. }));
        let of_git = self.snapshot.gaps.iter().find(|gap| gap.path == ".git" || gap.path == ".git/index");
        let why = of_git.map_or(String::new(), |gap| format!(" (`{}`: {})", gap.path, gap.detail));
        let text = format!("`{path}` is there, and is not read: an ignore file or its folder leaves it out{why}");
        is_there.then(|| Note::unknown(text, &[]))
    }

    /// The imports that some absent paths break.
    fn broken_imports(&self, mut gone: Vec<String>) -> Broken {
        gone.sort_unstable();
        gone.dedup();
        if gone.is_empty() {
            return Broken::default();
        }
        match &*self.leads(&gone) {
            Ok(leads) => {
                let (taken, _): (Vec<AbsentImport>, Vec<_>) = leads.iter().cloned().partition(|site| site.is_taken);
                let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
                let sites = leads.iter().enumerate().map(|(at, it)| (number(at), number(it.gone), it.is_taken));
                let paths: Vec<u32> = (0..gone.len()).map(number).collect();
                let broken = cg_rules::broken(&sites.collect::<Vec<_>>(), &paths);
                let sites = broken.into_iter().filter_map(|at| leads.get(at as usize).cloned()).collect();
                Broken { gone, sites, taken, note: None }
            }
            Err(why) => {
                let text = format!("the imports of paths that are gone could not be read: {why}");
                Broken { gone, note: Some(Note::unresolved(1, text)), ..Broken::default() }
            }
        }
    }

    /// The imports that lead to some paths, read once.
    fn leads(&self, gone: &[String]) -> Leads {
        let mut known = self.gone().lock().unwrap_or_else(PoisonError::into_inner);
        let read = || match self.absences {
            Some(absences) => absences.imports_of(gone),
            None => Err("the observations are not at hand".to_owned()),
        };
        known.entry(gone.to_vec()).or_insert_with(|| Arc::new(read())).clone()
    }

    /// The notes for texts that name no file: a path by which imports break is gone, any other is unknown.
    pub(super) fn missing_files(&self, texts: &[&str]) -> Vec<Note> {
        let paths: Vec<Option<String>> = texts.iter().map(|text| self.gone_path(text)).collect();
        let left_out = |path: &Option<String>| path.as_ref().and_then(|path| self.left_out(path));
        let is_gone = |path: &&String| self.absences.is_some() && self.left_out(path).is_none();
        let with_absences = paths.iter().flatten().filter(is_gone);
        let broken = self.broken_imports(with_absences.cloned().collect());
        let note = |(text, path): (&&str, &Option<String>)| {
            if let Some(note) = left_out(path) {
                return note;
            }
            let at = path.as_ref().and_then(|path| broken.gone.binary_search(path).ok());
            let sites = || broken.sites.iter().filter(|site| Some(site.gone) == at);
            let mut files: Vec<_> = sites().map(|site| site.file).collect();
            files.dedup();
            match (sites().count(), files.len()) {
                (0, _) if self.is_gone(text) => {
                    Note::settled(format!("`{text}` was deleted or renamed, and no import leads there"))
                }
                (0, _) => Note::unknown(format!("no file is named `{text}`"), &near(self, text)),
                (1, _) => Note::unresolved(1, format!("`{text}` is gone: 1 import breaks")),
                (n, 1) => Note::unresolved(n, format!("`{text}` is gone: {n} imports break, in 1 file")),
                (n, m) => Note::unresolved(n, format!("`{text}` is gone: {n} imports break, in {m} files")),
            }
        };
        texts.iter().zip(&paths).map(note).collect()
    }
}
