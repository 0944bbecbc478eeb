//! Edits to files and symbols: a symbol changed where a line of it did that belongs to no symbol inside it, before or
//! after. Of a diff that is a text alone, the side that is not in the repository is made from the other and the hunks.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::DefId;
use rustc_hash::FxHashSet;

use super::hunk_lines::{self, hunk_lines, ranged};
use super::resolved::{Resolved, ResolvedEdit};
use super::shape::{Edit, ValueRole};
use super::sides::Of::{After, Before};
use super::sides::{Side, lines_of, place, with};
use super::upgraded::upgraded;
use crate::base::{TextPart, path};
use crate::facts::Snapshot;
use crate::language::{self, LANGUAGES};
use crate::primitive::located;

/// Resolves edits to files and symbols.
pub fn changed(edits: &[Edit], snapshot: &Snapshot, read: &dyn Fn(&str) -> Option<Vec<u8>>, resolved: &mut Resolved) {
    let mut lost = Lost::default();
    for edit in edits {
        let new_path = edit.new_path.as_deref().map(|path| here(snapshot, path));
        let kept = still_there(snapshot, edit, read);
        if let Some(old_path) = edit.old_path.as_deref().filter(|_| edit.new_path != edit.old_path) {
            resolved.add(ValueRole::Deleted, kept.as_deref().unwrap_or(old_path));
        }
        match &new_path {
            Some(Some(path)) => {
                resolved.add(ValueRole::Files, path.clone());
                if edit.old_path.is_none() {
                    resolved.add(ValueRole::Added, path.clone());
                }
            }
            Some(None) if kept.is_none() => {
                let paths = if edit.old_path.is_none() { &mut lost.coming } else { &mut lost.paths };
                paths.extend(edit.new_path.clone());
            }
            _ => {}
        }
        let is_kept = kept.is_some();
        let is_edited = edit.old_path.is_some() && edit.new_path.is_some();
        let path = new_path.flatten().or(kept);
        let (mut sides, mut side_here) = (Changed::default(), None);
        if let Some((texts, is_after)) = texts(edit, path.as_deref(), is_kept, read, &mut lost) {
            sides = self::sides(edit, &texts, is_after, &|own| language(snapshot, path.as_deref(), own));
            side_here = path
                .as_deref()
                .and_then(read)
                .and_then(|it| hunk_lines::side_here(&texts, &String::from_utf8_lossy(&it)));
            let own = edit.new_path.as_deref().or(edit.old_path.as_deref()).unwrap_or_default();
            let packages = upgraded(own, &texts[0], &texts[1]);
            packages.into_iter().for_each(|name| resolved.add(ValueRole::Packages, name));
        }
        let named = |names: &BTreeSet<String>| names.iter().cloned().collect();
        resolved.edits.push(ResolvedEdit {
            old_path: edit.old_path.clone(),
            new_path: edit.new_path.clone(),
            hunks: edit.hunks.iter().map(place).collect(),
            before: named(&sides.before),
            after: named(&sides.after),
        });
        let here = path.map(|path| (read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()), path));
        let known = match &here {
            Some((Some(text), path)) => Side::of(language(snapshot, Some(path.as_str()), path), text),
            _ => None,
        };
        let names: FxHashSet<&str> = known.as_ref().map(Side::names).unwrap_or_default();
        let all: BTreeSet<&String> = sides.before.iter().chain(&sides.after).collect();
        if let (Some(of), Some((Some(text), path))) = (side_here.filter(|_| is_edited), &here) {
            let n_lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
            let ranges = hunk_lines(&edit.hunks, of, known.as_ref(), &all, n_lines);
            ranges.into_iter().for_each(|range| resolved.add(ValueRole::Files, ranged(path, range)));
        }
        // Whoever has a member of a type that goes has the type.
        let is_going = is_kept && edit.new_path.is_none();
        let has_around = |name: &str| known.as_ref().is_some_and(|side| side.is_inside_of_any(name));
        let all = all.into_iter().filter(|name| !is_going || !has_around(name));
        let is_whole = edit.old_path.is_none() || edit.new_path.is_none();
        for name in all {
            // Another file declares the same module or class: it is not gone, nor is it changed by what opens it once more.
            let own = here.as_ref().map(|(_, path)| path.as_str()).or(edit.old_path.as_deref());
            let is_kept_elsewhere = || sides.parts.contains(name) && is_declared_beside(snapshot, own, name);
            match &here {
                _ if (is_whole || !names.contains(name.as_str())) && is_kept_elsewhere() => {}
                Some((_, path)) if names.contains(name.as_str()) => {
                    let lines = known.as_ref().map(|side| sides.overloads(side, name)).unwrap_or_default();
                    if lines.is_empty() {
                        resolved.add(ValueRole::Symbols, format!("{path}:{name}"));
                    }
                    lines.into_iter().for_each(|line| resolved.add(ValueRole::Symbols, format!("{path}:{line}")));
                }
                _ if sides.is_after && !sides.kept.contains(name) => {
                    lost.names.insert(name.clone());
                    let path = here.as_ref().map(|(_, path)| path.clone()).or_else(|| edit.old_path.clone());
                    let path = path.filter(|_| sides.seen.contains(name));
                    lost.places.extend(path.map(|path| (path, name.clone())));
                }
                _ => {}
            }
        }
        lost.added.extend(sides.after.difference(&sides.before).map(|name| last(name)));
    }
    lost.is_all_coming = edits.len() == lost.coming.len();
    lost.report(edits.len(), snapshot, resolved);
}

/// The file of the repository that a path of a diff names: the diff may be that of a folder above.
fn here(snapshot: &Snapshot, path: &str) -> Option<String> {
    let file = snapshot.file(path).or_else(|| match located(snapshot, path).as_slice() {
        [(file, _)] => Some(*file),
        _ => None,
    })?;
    Some(snapshot.path(file).to_owned())
}

/// The file that an edit deletes or renames, where it is there as before: the diff is not applied yet.
fn still_there(snapshot: &Snapshot, edit: &Edit, read: &dyn Fn(&str) -> Option<Vec<u8>>) -> Option<String> {
    let old_path = edit.old_path.as_deref().filter(|_| edit.new_path != edit.old_path)?;
    if edit.new_path.as_deref().is_some_and(|path| here(snapshot, path).is_some()) {
        return None;
    }
    let path = here(snapshot, old_path)?;
    let bytes = read(&path)?;
    let text = String::from_utf8_lossy(&bytes);
    let is_as_before = match &edit.texts {
        Some([old, _]) => text == *old,
        None if edit.hunks.is_empty() => path == old_path,
        None => with(&text.lines().collect::<Vec<_>>(), &edit.hunks, Before).is_some(),
    };
    is_as_before.then_some(path)
}

/// Parts of a diff without a counterpart in the repository.
#[derive(Default)]
struct Lost {
    paths: Vec<String>,
    /// Files that the diff adds.
    coming: Vec<String>,
    /// The diff adds files, and does nothing else.
    is_all_coming: bool,
    /// Files whose lines are neither those before nor those after.
    unlike: Vec<String>,
    /// Files as they were before the diff.
    before: usize,
    /// Symbols that were and are no more.
    names: BTreeSet<String>,
    /// Those of them that other files can name, each with its file.
    places: BTreeSet<(String, String)>,
    /// The last parts of the names that were not and are.
    added: BTreeSet<String>,
}

impl Lost {
    fn report(mut self, n_edits: usize, snapshot: &Snapshot, resolved: &mut Resolved) {
        let list = |paths: &[String]| {
            let shown: Vec<String> = paths.iter().take(3).map(|path| format!("`{path}`")).collect();
            let more = paths.len().saturating_sub(3);
            shown.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
        };
        // Where the other files are as before the diff, it is not applied, and brings these.
        if self.before > 0 || self.is_all_coming {
            let coming = list(&std::mem::take(&mut self.coming));
            let are =
                if coming.is_empty() { None } else { Some(format!("not here yet, as the diff adds it: {coming}")) };
            resolved.notes.extend(are);
        }
        self.paths.append(&mut self.coming);
        if !self.paths.is_empty() {
            resolved.unmatched.push(format!("not among the files here: {}", list(&self.paths)));
        }
        if !self.unlike.is_empty() {
            let paths = list(&self.unlike);
            resolved.unmatched.push(format!("neither as before nor as after the diff, so no symbols of them: {paths}"));
        }
        if self.before > 0 {
            resolved.notes.push(match (self.before, n_edits) {
                (_, 1) => "the file is as before the diff".to_owned(),
                (1, n) => format!("1 of {n} files is as before the diff"),
                (before, n) => format!("{before} of {n} files are as before the diff"),
            });
        }
        let declared: FxHashSet<&str> = snapshot.definitions.iter().map(|row| snapshot.names.get(row.name)).collect();
        let is_gone = |name: &str| self.names.contains(name) && !declared.contains(last(name).as_str());
        // Whoever has a member of a type that is gone has the type.
        let is_inside = |name: &str| name.match_indices('.').any(|(at, _)| is_gone(name.part(..at)));
        let gone = self.names.iter().filter(|name| is_gone(name) && !is_inside(name));
        let gone: BTreeSet<String> = gone.map(|name| last(name)).collect();
        gone.into_iter().for_each(|name| resolved.add(ValueRole::Removed, name));
        // Something else has the name: the file says which one is gone. What came elsewhere by the same diff has moved.
        let is_left = |name: &str| declared.contains(last(name).as_str()) && !self.added.contains(&last(name));
        let is_within = |path: &str, name: &str| {
            name.match_indices('.').any(|(at, _)| self.places.contains(&(path.to_owned(), name.part(..at).to_owned())))
        };
        let left = self.places.iter().filter(|(_, name)| is_left(name) && !is_inside(name));
        let left = left.filter(|(path, name)| !is_within(path, name) && !declares(snapshot, path, name));
        left.for_each(|(path, name)| resolved.add(ValueRole::Removed, format!("{path}:{name}")));
    }
}

/// Whether another file in the language of a file declares a name.
fn is_declared_beside(snapshot: &Snapshot, own: Option<&str>, name: &str) -> bool {
    let family = |language: Option<usize>| language.and_then(|it| LANGUAGES.get(it)).map(|it| it.family);
    let of_own = family(own.and_then(|own| language(snapshot, Some(own), own)));
    let rows = (0u32..).map(DefId).zip(snapshot.definitions.iter());
    let mut named = rows.filter(|(_, row)| snapshot.names.get(row.name) == last(name));
    named.any(|(def, row)| {
        let file = snapshot.file_row(row.file).map(|it| it.language as usize);
        own != Some(snapshot.path(row.file)) && family(file) == of_own && snapshot.qualified_name(def) == name
    })
}

/// Whether a file that is here declares a name.
fn declares(snapshot: &Snapshot, path: &str, name: &str) -> bool {
    let mut defs = snapshot.file(path).into_iter().flat_map(|file| snapshot.definitions_of(file));
    defs.any(|(def, _)| snapshot.qualified_name(def) == name)
}

/// The name itself, without those around it.
fn last(name: &str) -> String {
    name.rsplit('.').next().unwrap_or(name).to_owned()
}

/// The symbols whose lines changed.
#[derive(Default)]
struct Changed {
    before: BTreeSet<String>,
    after: BTreeSet<String>,
    /// The places of the changed ones among those of their names, on each side, and how many have the name there.
    places: [BTreeMap<String, (BTreeSet<usize>, usize)>; 2],
    /// Those of before that other files can name.
    seen: BTreeSet<String>,
    /// Those that several files may declare together.
    parts: BTreeSet<String>,
    /// All symbols after.
    kept: BTreeSet<String>,
    /// The repository is not as before the edit.
    is_after: bool,
}

impl Changed {
    /// The lines of those overloads of a name that changed, in the file as it is; none where all did, or it is not known which.
    fn overloads(&self, here: &Side, name: &str) -> Vec<u32> {
        let all = here.overloads(name);
        if all.len() < 2 {
            return Vec::new();
        }
        let mut changed: BTreeSet<usize> = BTreeSet::new();
        for (places, n_of_name) in self.places.iter().filter_map(|side| side.get(name)) {
            if *n_of_name != all.len() {
                return Vec::new();
            }
            changed.extend(places);
        }
        if changed.len() == all.len() { Vec::new() } else { changed.iter().map(|at| all[*at].line).collect() }
    }
}

/// The texts of both sides of one edit, and whether the repository is not as before it. The file at the path may be one that
/// the edit deletes or renames, and `is_kept`.
fn texts(
    edit: &Edit,
    path: Option<&str>,
    is_kept: bool,
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
    lost: &mut Lost,
) -> Option<([String; 2], bool)> {
    let here = || Some(String::from_utf8_lossy(&read(path?)?).into_owned());
    if edit.hunks.is_empty() {
        // An empty file that is to go is there.
        lost.before += usize::from(is_kept);
        return None;
    }
    if let Some(texts) = &edit.texts {
        let here = here();
        lost.before += usize::from(here.as_ref() == Some(&texts[0]) && edit.old_path.is_some());
        return Some((texts.clone(), true));
    }
    if edit.new_path.is_none() && !is_kept {
        // The text of a deleted file is its one hunk.
        return Some(([joined(edit.hunks.iter().flat_map(|hunk| &hunk.old)), String::new()], true));
    }
    let text = here()?;
    let lines: Vec<&str> = text.lines().collect();
    if let Some(old) = with(&lines, &edit.hunks, After).filter(|_| !is_kept) {
        return Some(([old, text], true));
    }
    if let Some(new) = with(&lines, &edit.hunks, Before) {
        lost.before += 1;
        return Some(([text, new], false));
    }
    lost.unlike.extend(path.map(str::to_owned));
    None
}

/// The language of one side of an edit: that which the file has in the repository, as headers of C may be of C++, unless the
/// edit gives it another ending.
fn language(snapshot: &Snapshot, here: Option<&str>, own: &str) -> Option<usize> {
    let file = here.filter(|here| path::extension(here) == path::extension(own)).and_then(|here| snapshot.file(here));
    let known = file.and_then(|file| snapshot.file_row(file)).map(|row| row.language as usize);
    known.filter(|known| *known < LANGUAGES.len()).or_else(|| language::of_path(own))
}

/// The symbols of one edit, by the texts of both sides.
fn sides(edit: &Edit, texts: &[String; 2], is_after: bool, language: &dyn Fn(&str) -> Option<usize>) -> Changed {
    let before = edit.old_path.as_deref().and_then(|path| Side::of(language(path), &texts[0]));
    let after = edit.new_path.as_deref().and_then(|path| Side::of(language(path), &texts[1]));
    let around = |side: &Option<Side>, lines: &[u32]| {
        let mut places: BTreeMap<String, (BTreeSet<usize>, usize)> = BTreeMap::new();
        for (name, at) in side.iter().flat_map(|side| side.around(lines)) {
            places.entry(name.to_owned()).or_default().0.insert(at);
        }
        for (name, (_, n_of_name)) in &mut places {
            *n_of_name = side.as_ref().map_or(0, |side| side.overloads(name).len());
        }
        places
    };
    let places = [around(&before, &lines_of(&edit.hunks, Before)), around(&after, &lines_of(&edit.hunks, After))];
    let [old, new] = &places;
    Changed {
        seen: old.keys().filter(|name| before.iter().any(|side| side.is_seen_outside(name))).cloned().collect(),
        before: old.keys().cloned().collect(),
        after: new.keys().cloned().collect(),
        parts: before.iter().chain(&after).flat_map(Side::parts).map(str::to_owned).collect(),
        kept: after.iter().flat_map(Side::names).map(str::to_owned).collect(),
        is_after,
        places,
    }
}

fn joined<'a>(lines: impl Iterator<Item = &'a (String, bool)>) -> String {
    lines.map(|(line, _)| line.as_str()).collect::<Vec<_>>().join("\n")
}
