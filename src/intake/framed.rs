//! Frames of traces to files and declarations. Frames of libraries name no file here, and are counted.

use std::cmp::Reverse;

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::absent_frame::{AbsentFrame, OwnPaths, absent};
use super::drifted::drifted;
use super::enclosing::{enclosing, has_name, is_code};
use super::resolved::Resolved;
use super::shape::ValueRole;
use crate::base::{counted, path};
use crate::facts::{Definition, Snapshot};
use crate::primitive::{CONSTRUCTOR, TraceFrame, in_library, located, packaged, titled};

/// The most frames that are resolved: recursion repeats itself.
const MOST: usize = 200;

/// The most files that a frame may be of.
const ALIKE: usize = 3;

/// Resolves frames to files with lines, and to the declarations around them.
pub fn framed(frames: &[TraceFrame], snapshot: &Snapshot, resolved: &mut Resolved) {
    let (mut n_elsewhere, mut n_titles) = (0, 0);
    let mut gone: Vec<AbsentFrame<'_>> = Vec::new();
    let (by_name, own) = (ByName::new(snapshot, frames), OwnPaths::new(snapshot));
    let (failed, mut drifts) = (failed_tests(frames, &by_name), Vec::new());
    for frame in frames.iter().take(MOST) {
        let mut files = frame.file.as_deref().map_or_else(Vec::new, |file| files(snapshot, file));
        if let (true, Some(module), Some(file)) = (files.is_empty(), &frame.module, &frame.file) {
            files = in_module(snapshot, module, path::name(file));
            resolved.notes.extend(ambiguous(snapshot, frame, &files));
            files.truncate(ALIKE);
        }
        let own_path = frame.file.as_deref().filter(|_| files.is_empty()).and_then(|file| own.of(file));
        files.extend(own_path.as_deref().and_then(|path| snapshot.file(path)));
        if let (true, Some(file), Some(function)) = (files.is_empty(), &frame.file, &frame.function) {
            files = below_package(snapshot, file, function);
        }
        // The place of a panic is given once without a function, and again by the frame of one.
        let is_same = |other: &&TraceFrame| other.function.is_some() && place(other) == place(frame);
        let of = if frame.function.is_none() { frames.iter().find(is_same).unwrap_or(frame) } else { frame };
        let files = of_function(snapshot, files, of);
        let title = frame.function.as_deref().filter(|title| frame.file.is_none() && title.contains(' '));
        let titled = title.map_or_else(Vec::new, |title| titled(snapshot, title));
        for (file, line) in &titled {
            let line = line.map_or(String::new(), |line| format!(":{line}"));
            resolved.add(ValueRole::Files, format!("{}{line}", snapshot.path(*file)));
        }
        if files.is_empty() && titled.is_empty() {
            match by_name.of(frame) {
                Some(def) => {
                    let row = snapshot.definition(def);
                    let file = row.map_or("", |row| snapshot.path(row.file));
                    let is_of = |line: &u32| row.is_some_and(|row| (row.start_line..=row.end_line).contains(line));
                    let line = frame.line.filter(is_of).map_or(String::new(), |line| format!(":{line}"));
                    resolved.add(ValueRole::Files, format!("{file}{line}"));
                    resolved.add(ValueRole::Symbols, spelled(snapshot, def));
                }
                // Runners print other lines with the marks of tests as well.
                None if title.is_some() => n_titles += 1,
                None => match own_path {
                    Some(path) => gone.push(AbsentFrame { path, frame }),
                    None => n_elsewhere += 1,
                },
            }
        }
        for file in files {
            let path = snapshot.path(file);
            let found = enclosing(snapshot, file, of, &failed);
            // A line of another version is none of the file here.
            let line = frame.line.filter(|_| found.drift.is_none()).map_or(String::new(), |line| format!(":{line}"));
            resolved.add(ValueRole::Files, format!("{path}{line}"));
            found.def.into_iter().for_each(|def| resolved.add(ValueRole::Symbols, called(snapshot, def)));
            drifts.extend(found.drift);
        }
    }
    resolved.unmatched.extend(drifted(&drifts));
    resolved.unmatched.extend(absent(snapshot, &gone));
    if n_elsewhere > 0 {
        let are = if n_elsewhere == 1 { "is" } else { "are" };
        let n_frames = frames.len().min(MOST) - n_titles;
        let text = format!("{n_elsewhere} of {} {are} of no file here", counted(n_frames, "frame"));
        // Some frames of a trace are those of libraries; a trace without any frame of the repository says nothing of it.
        let unmatched = if n_elsewhere == n_frames { &mut resolved.unmatched } else { &mut resolved.notes };
        unmatched.push(text);
    }
}

/// The path and the line of a frame.
fn place(frame: &TraceFrame) -> (Option<&str>, Option<u32>) {
    (frame.file.as_deref().map(|file| file.trim_start_matches("./")), frame.line)
}

/// Among several files of one path, as packages beside each other have them, those in which the function of a frame is at its line,
/// else those that declare one of its name; all where none does.
fn of_function(snapshot: &Snapshot, files: Vec<FileId>, frame: &TraceFrame) -> Vec<FileId> {
    let Some(function) = frame.function.as_deref().filter(|_| files.len() > 1) else { return files };
    let declares = |file: FileId, is_there: bool| {
        let is_at_line =
            |row: &Definition| frame.line.is_some_and(|line| row.start_line <= line && line <= row.end_line);
        let has_name = |def: DefId| has_name(function, snapshot.name(def));
        let rows = snapshot.definitions_of(file).filter(|(def, row)| is_code(row.kind) && has_name(*def));
        rows.into_iter().any(|(_, row)| !is_there || is_at_line(&row))
    };
    let of =
        |is_there: bool| -> Vec<FileId> { files.iter().copied().filter(|file| declares(*file, is_there)).collect() };
    [of(true), of(false)].into_iter().find(|found| !found.is_empty()).unwrap_or(files)
}

/// The files that a path of another machine names.
pub(super) fn files(snapshot: &Snapshot, path: &str) -> Vec<FileId> {
    let slashed = path.replace('\\', "/");
    match in_library(&slashed) {
        // An installed copy of what is here has the same path behind the folder, or behind the name of its package.
        Some(inside) => {
            let installed = || packaged(snapshot, inside).find_map(|path| snapshot.file(&path));
            snapshot.file(inside).or_else(installed).into_iter().collect()
        }
        None => {
            let found = located(snapshot, &slashed).into_iter().map(|(file, _)| file);
            // `located` matches whole paths; a file at the root has a name alone.
            let at_root = || snapshot.file(path::name(&slashed));
            let found: Vec<FileId> = found.collect();
            if found.is_empty() { at_root().into_iter().collect() } else { found }
        }
    }
}

/// The files of a name below a folder that has the name of a module.
fn in_module(snapshot: &Snapshot, module: &str, name: &str) -> Vec<FileId> {
    let is_inside = |file: &str| path::name(file) == name && path::parent(file).split('/').any(|part| part == module);
    let paths = snapshot.paths.iter().zip((0u32..).map(FileId));
    paths.filter(|(file, _)| is_inside(file)).map(|(_, file)| file).collect()
}

/// The file of a name that declares a function, in a folder below the one that its package names, where it is the only one.
fn below_package(snapshot: &Snapshot, file: &str, function: &str) -> Vec<FileId> {
    let (folder, name) = (path::parent(file), path::name(file));
    let within = format!("/{folder}/");
    let is_below = |path: &str| path::name(path) == name && format!("/{}", path::parent(path)).contains(&within);
    let declares = |file: &FileId| {
        let mut rows = snapshot.definitions_of(*file).filter(|(_, row)| is_code(row.kind));
        rows.any(|(def, _)| has_name(function, snapshot.name(def)))
    };
    let paths = snapshot.paths.iter().zip((0u32..).map(FileId)).filter(|_| folder.contains('/'));
    let found: Vec<FileId> = paths.filter(|(path, _)| is_below(path)).map(|(_, file)| file).filter(declares).collect();
    if found.len() == 1 { found } else { Vec::new() }
}

/// The remark that a frame may be of any of several files.
fn ambiguous(snapshot: &Snapshot, frame: &TraceFrame, files: &[FileId]) -> Option<String> {
    let line = frame.line.map_or(String::new(), |line| format!(":{line}"));
    let written = frame.file.as_deref().unwrap_or_default();
    let shown: Vec<&str> = files.iter().take(ALIKE).map(|file| snapshot.path(*file)).collect();
    let (count, more) = (files.len(), if files.len() > ALIKE { ", …" } else { "" });
    (count > 1).then(|| format!("the frame `{written}{line}` may be of {count} files: {}{more}", shown.join(", ")))
}

/// A callable as an input names it. A field may have the name of a method: the one that runs is meant.
fn called(snapshot: &Snapshot, def: DefId) -> String {
    let name = spelled(snapshot, def);
    let Some(row) = snapshot.definition(def).filter(|row| row.kind.is_callable()) else { return name };
    let mut others = snapshot.definitions_of(row.file).filter(|(_, other)| is_code(other.kind));
    let shares = others.any(|(other, its)| !its.kind.is_callable() && spelled(snapshot, other) == name);
    if shares { format!("{name}()") } else { name }
}

/// The tests that frames name without a file.
fn failed_tests(frames: &[TraceFrame], by_name: &ByName<'_>) -> Vec<DefId> {
    let defs = frames.iter().take(MOST).filter_map(|frame| by_name.of(frame));
    defs.filter(|def| by_name.snapshot.is_test(*def)).collect()
}

/// A declaration by a name that no other has: with its file.
pub fn spelled(snapshot: &Snapshot, def: DefId) -> String {
    let file = snapshot.definition(def).map_or("", |row| snapshot.path(row.file));
    format!("{file}:{}", snapshot.qualified_name(def))
}

/// The functions that frames without a file name, by their last part: all in one pass over the declarations.
struct ByName<'f> {
    snapshot: &'f Snapshot,
    declared: FxHashMap<&'f str, Vec<DefId>>,
    /// The types of which frames without a file name the constructor.
    made: FxHashMap<&'f str, Vec<DefId>>,
}

impl<'f> ByName<'f> {
    fn new(snapshot: &'f Snapshot, frames: &'f [TraceFrame]) -> Self {
        let wanted: FxHashSet<&str> =
            frames.iter().filter_map(|frame| frame.function.as_deref()).flat_map(wanted_names).collect();
        let functions = frames.iter().filter_map(|frame| frame.function.as_deref());
        let types: FxHashSet<&str> = functions.filter_map(made_type).collect();
        let mut declared: FxHashMap<&str, Vec<DefId>> = FxHashMap::default();
        let mut made: FxHashMap<&str, Vec<DefId>> = FxHashMap::default();
        for (def, row) in (0u32..).map(DefId).zip(snapshot.definitions.iter()).filter(|_| !wanted.is_empty()) {
            // A test that a macro declares has the name of its suite before its own.
            let name = last_part(snapshot.names.get(row.name));
            if is_code(row.kind) && wanted.contains(name) {
                declared.entry(name).or_default().push(def);
            } else if row.kind.is_type() && types.contains(name) {
                made.entry(name).or_default().push(def);
            }
        }
        Self { snapshot, declared, made }
    }

    /// The function that a frame without a file names. Parameters of a test may stand behind its name.
    fn of(&self, frame: &TraceFrame) -> Option<DefId> {
        let function = frame.function.as_deref().filter(|_| frame.file.is_none())?;
        let property = || without_accessor(function).and_then(|name| self.find(&name));
        let whole = || self.find(function).or_else(|| self.find(function.split_once(' ')?.0));
        whole().or_else(property).or_else(|| self.made_by(function))
    }

    /// The one type that a frame names as made, where it states no constructor: the values of its fields are what runs.
    fn made_by(&self, function: &str) -> Option<DefId> {
        let [only] = self.made.get(made_type(function)?)?.as_slice() else { return None };
        Some(*only)
    }

    /// The one function that shares the longest end of its name with that of a frame: its folders, its file, its types,
    /// itself; two parts at the least, but of a test that alone has the name.
    fn find(&self, function: &str) -> Option<DefId> {
        let wanted: Vec<&str> = function.split(['.', '/']).filter(|part| !part.is_empty()).collect();
        let all = self.declared.get(wanted.last()?)?;
        let mut scored: Vec<(usize, DefId)> = all.iter().map(|def| (self.shared(*def, &wanted), *def)).collect();
        scored.sort_by_key(|(score, def)| (Reverse(*score), *def));
        let is_test = |def: DefId| wanted.len() == 1 && self.snapshot.is_test(def);
        let (best, def) = *scored.first().filter(|(score, def)| *score > 1 || is_test(*def))?;
        // Overloads of one type are one function.
        let around = |def: DefId| self.snapshot.definition(def).map(|row| (row.file, row.container, row.owner));
        let mut rivals = scored.iter().skip(1).take_while(|(score, _)| *score == best);
        let is_alone = rivals.all(|(_, other)| around(*other) == around(def));
        is_alone.then_some(def)
    }

    fn shared(&self, def: DefId, wanted: &[&str]) -> usize {
        let qualified = self.snapshot.qualified_name(def);
        let file = self.snapshot.definition(def).map_or("", |row| self.snapshot.path(row.file));
        let (folder, stem) = (path::parent(file), path::stem(file));
        let mut parts: Vec<&str> = folder.split('/').collect();
        // The file of a class has its name.
        if !qualified.starts_with(&format!("{stem}.")) && path::extension(file) != "go" {
            parts.push(stem);
        }
        parts.extend(qualified.split('.'));
        parts.iter().rev().zip(wanted.iter().rev()).take_while(|(one, other)| one == other).count()
    }
}

/// The name of the type whose constructor a function is.
fn made_type(function: &str) -> Option<&str> {
    Some(last_part(function.strip_suffix(CONSTRUCTOR)?.strip_suffix('.')?))
}

/// The last part of the name of a function.
fn last_part(function: &str) -> &str {
    function.rsplit(['.', ':', '#']).next().unwrap_or(function)
}

/// The last part of the name of a function, that without the parameters behind a blank, and the property that it reads or sets.
fn wanted_names(function: &str) -> impl Iterator<Item = &str> {
    let last = last_part(function);
    [Some(last), last.split_once(' ').map(|(name, _)| name), accessed(last)].into_iter().flatten()
}

/// The property that an accessor of .NET reads or sets: `get_Total`.
fn accessed(name: &str) -> Option<&str> {
    ["get_", "set_", "add_", "remove_"].iter().find_map(|word| name.strip_prefix(word)).filter(|name| !name.is_empty())
}

/// The name of a property with what is around it, by that of its accessor.
fn without_accessor(function: &str) -> Option<String> {
    let last = last_part(function);
    let head = function.strip_suffix(last)?;
    accessed(last).map(|name| format!("{head}{name}"))
}
