//! Edits to files and symbols: a symbol changed where a line of it did that belongs to no symbol inside it, before or
//! after. The side that is not in the repository is made from the other and the hunks.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::resolved::Resolved;
use super::shape::{Edit, Hunk, ValueRole};
use crate::facts::Snapshot;
use crate::language::{self, Decl, DeclKind, Observation};
use crate::parse;
use crate::primitive::located;

/// Resolves edits to files and symbols.
pub fn changed(edits: &[Edit], snapshot: &Snapshot, read: &dyn Fn(&str) -> Option<Vec<u8>>, resolved: &mut Resolved) {
    let mut lost = Lost::default();
    for edit in edits {
        let new_path = edit.new_path.as_deref().map(|path| here(snapshot, path));
        if let Some(old_path) = edit.old_path.as_deref().filter(|_| edit.new_path != edit.old_path) {
            resolved.add(ValueRole::Deleted, old_path);
        }
        match &new_path {
            Some(Some(path)) => {
                resolved.add(ValueRole::Files, path.clone());
                if edit.old_path.is_none() {
                    resolved.add(ValueRole::Added, path.clone());
                }
            }
            Some(None) => lost.paths.push(edit.new_path.clone().unwrap_or_default()),
            None => {}
        }
        symbols(edit, new_path.flatten().as_deref(), read, &mut lost, resolved);
    }
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

/// Parts of a diff without a counterpart in the repository.
#[derive(Default)]
struct Lost {
    paths: Vec<String>,
    /// Files whose lines are neither those before nor those after.
    unlike: Vec<String>,
    /// Files as they were before the diff.
    before: usize,
    names: BTreeSet<String>,
}

impl Lost {
    fn report(self, n_edits: usize, snapshot: &Snapshot, resolved: &mut Resolved) {
        let list = |paths: &[String]| {
            let shown: Vec<String> = paths.iter().take(3).map(|path| format!("`{path}`")).collect();
            let more = paths.len().saturating_sub(3);
            shown.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
        };
        if !self.paths.is_empty() {
            resolved.notes.push(format!("not among the files here: {}", list(&self.paths)));
        }
        if !self.unlike.is_empty() {
            let paths = list(&self.unlike);
            resolved.notes.push(format!("neither as before nor as after the diff, so no symbols of them: {paths}"));
        }
        if self.before > 0 {
            resolved.notes.push(format!("{} of {n_edits} files are as before the diff", self.before));
        }
        let declared: FxHashSet<&str> = snapshot.definitions.iter().map(|row| snapshot.names.get(row.name)).collect();
        let gone = self.names.iter().map(|name| name.rsplit('.').next().unwrap_or(name));
        let gone: BTreeSet<&str> = gone.filter(|name| !declared.contains(name)).collect();
        gone.into_iter().for_each(|name| resolved.add(ValueRole::Removed, name));
    }
}

/// One side of an edit: its declarations, by lines.
struct Side {
    /// First line, last line, name; the outer before the inner.
    declared: Vec<(u32, u32, String)>,
}

impl Side {
    fn of(path: &str, text: &str) -> Option<Self> {
        let seen = parse::observe(language::of_path(path)?, text.as_bytes());
        let named = |decl: &Decl| !matches!(seen.declarations[decl.0 as usize].kind, DeclKind::File | DeclKind::Impl);
        let decls = (0u32..).zip(&seen.declarations).map(|(at, row)| (Decl(at), row)).filter(|(decl, _)| named(decl));
        let mut declared: Vec<(u32, u32, String)> =
            decls.map(|(decl, row)| (row.start_line, row.end_line, qualified(&seen, decl))).collect();
        declared.sort_by(|a, b| (a.0, b.1).cmp(&(b.0, a.1)));
        Some(Self { declared })
    }

    /// The innermost declarations around some lines, which are in order.
    fn around(&self, lines: &[u32]) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut rows = self.declared.iter().peekable();
        let mut open: Vec<&(u32, u32, String)> = Vec::new();
        for line in lines {
            while let Some(row) = rows.next_if(|row| row.0 <= *line) {
                while open.last().is_some_and(|last| last.1 < row.0) {
                    open.pop();
                }
                open.push(row);
            }
            let around = open.iter().rev().find(|row| row.1 >= *line);
            // Several may be declared by one statement.
            let same =
                around.into_iter().flat_map(|one| open.iter().filter(move |row| (row.0, row.1) == (one.0, one.1)));
            found.extend(same.map(|row| row.2.as_str()));
        }
        found
    }

    fn names(&self) -> FxHashSet<&str> {
        self.declared.iter().map(|row| row.2.as_str()).collect()
    }
}

/// The name of a declaration with those of the types and modules around it.
fn qualified(seen: &Observation, decl: Decl) -> String {
    let mut parts = Vec::new();
    let mut at = Some(decl);
    while let Some(row) = at.and_then(|at| seen.declarations.get(at.0 as usize)) {
        if row.kind == DeclKind::File {
            break;
        }
        parts.push(seen.names.get(row.name.0));
        if let Some(owner) = row.owner.filter(|_| row.kind != DeclKind::Impl) {
            parts.push(seen.names.get(owner.0));
            break;
        }
        at = row.container;
    }
    parts.retain(|part| !part.is_empty());
    parts.reverse();
    parts.join(".")
}

/// The symbols of one edit.
fn symbols(
    edit: &Edit,
    path: Option<&str>,
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
    lost: &mut Lost,
    resolved: &mut Resolved,
) {
    let Some(path) = path else {
        // The text of a deleted file is its one hunk.
        let old = edit.old_text.clone().unwrap_or_else(|| joined(edit.hunks.iter().flat_map(|hunk| &hunk.old)));
        let old_path = edit.old_path.as_deref().filter(|_| edit.new_path.is_none()).unwrap_or_default();
        let names = Side::of(old_path, &old).map(|side| side.declared).unwrap_or_default();
        return lost.names.extend(names.into_iter().map(|(_, _, name)| name));
    };
    let Some(text) = read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()) else { return };
    let lines: Vec<&str> = text.lines().collect();
    let (new_lines, old_lines) = (lines_of(&edit.hunks, After), lines_of(&edit.hunks, Before));
    let (own, across, text_across, is_after) = if let Some(old) = with(&lines, &edit.hunks, After) {
        (new_lines, old_lines, edit.old_text.clone().unwrap_or(old), true)
    } else if let Some(new) = with(&lines, &edit.hunks, Before) {
        lost.before += 1;
        (old_lines, new_lines, new, false)
    } else {
        return lost.unlike.push(path.to_owned());
    };
    let (Some(here), Some(there)) = (Side::of(path, &text), Side::of(path, &text_across)) else { return };
    let known = here.names();
    let across = there.around(&across);
    let both: BTreeSet<&str> =
        here.around(&own).into_iter().chain(across.iter().copied().filter(|name| known.contains(name))).collect();
    both.into_iter().for_each(|name| resolved.add(ValueRole::Symbols, format!("{path}:{name}")));
    if is_after {
        lost.names.extend(across.into_iter().filter(|name| !known.contains(name)).map(str::to_owned));
    }
}

/// A side of a hunk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Before,
    After,
}
use Of::{After, Before};

fn side(hunk: &Hunk, of: Of) -> (u32, &[(String, bool)]) {
    match of {
        Before => (hunk.old_start, &hunk.old),
        After => (hunk.new_start, &hunk.new),
    }
}

/// The numbers of the lines that are of this side alone; a blank one changes nothing.
fn lines_of(hunks: &[Hunk], of: Of) -> Vec<u32> {
    let numbers = |hunk: &Hunk| {
        let (start, lines) = side(hunk, of);
        let own = (start..).zip(lines).filter(|(_, (line, is_own))| *is_own && !line.trim().is_empty());
        own.map(|(number, _)| number).collect::<Vec<u32>>()
    };
    hunks.iter().flat_map(numbers).collect()
}

/// The text of the other side, where the lines are those of this one at every hunk.
fn with(lines: &[&str], hunks: &[Hunk], of: Of) -> Option<String> {
    let other = if of == After { Before } else { After };
    let mut text: Vec<&str> = Vec::with_capacity(lines.len());
    let mut at = 0;
    for hunk in hunks {
        let (start, own) = side(hunk, of);
        let start = start.saturating_sub(1) as usize;
        let end = start.checked_add(own.len())?;
        text.extend(lines.get(at..start)?);
        let fits = lines.get(start..end)?.iter().zip(own).all(|(line, (own, _))| line == own);
        if !fits {
            return None;
        }
        text.extend(side(hunk, other).1.iter().map(|(line, _)| line.as_str()));
        at = end;
    }
    text.extend(lines.get(at..)?);
    Some(text.join("\n"))
}

fn joined<'a>(lines: impl Iterator<Item = &'a (String, bool)>) -> String {
    lines.map(|(line, _)| line.as_str()).collect::<Vec<_>>().join("\n")
}
