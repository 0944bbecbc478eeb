//! The two sides of an edit: the declarations around lines, and the text of one side from that of the other.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::shape::Hunk;
use crate::language::{Decl, DeclKind, Declaration, LANGUAGES, Observation};
use crate::parse;

/// From how many lines below its first a value is long.
const LONG_VALUE: u32 = 3;

/// One side of an edit: its declarations, by lines.
pub struct Side {
    /// The outer before the inner.
    declared: Vec<SideRow>,
}

/// A declaration of one side.
pub struct SideRow {
    /// Its name with those of the types and modules around it.
    pub name: String,
    /// The line of its name.
    pub line: u32,
    first: u32,
    last: u32,
    /// A module, or a namespace: what is added to it changes nothing of its own.
    is_module: bool,
    is_type: bool,
    /// Several files may declare it together: a module that is opened again, a class in parts.
    is_part: bool,
    /// A value of several lines, as tables and accessors are: the view of such a symbol does not show them all.
    is_long_value: bool,
    /// Whether it has a body, of a function that may share its name with others of other parameters.
    overload: Option<bool>,
}

impl Side {
    /// The declarations of a text in a language; `None` where that is not known.
    pub fn of(language: Option<usize>, text: &str) -> Option<Self> {
        let seen = parse::observe(language?, text.as_bytes());
        let conventions = LANGUAGES.get(language?).map(|it| &it.conventions);
        let lines: Vec<&str> = text.lines().collect();
        let is_part = |row: &Declaration| {
            let header = lines.get(row.start_line.saturating_sub(1) as usize..row.at.line as usize).unwrap_or_default();
            let states = |word: &str| header.iter().any(|line| line.split_whitespace().any(|it| it == word));
            conventions.is_some_and(|it| it.parts.takes(row.kind, states))
        };
        // A line of a function without a name belongs to what is around it.
        let has_name = |name: &str| !name.is_empty() && !name.starts_with('<');
        let named = |decl: &Decl| {
            let row = &seen.declarations[decl.0 as usize];
            !matches!(row.kind, DeclKind::File | DeclKind::Impl) && has_name(seen.names.get(row.name.0))
        };
        let decls = (0u32..).zip(&seen.declarations).map(|(at, row)| (Decl(at), row)).filter(|(decl, _)| named(decl));
        let declared = decls.map(|(decl, row)| SideRow {
            name: qualified(&seen, decl),
            line: row.at.line,
            first: row.start_line,
            last: row.end_line,
            is_module: row.kind == DeclKind::Module,
            is_type: row.kind.is_type(),
            is_part: is_part(row),
            is_long_value: !row.kind.is_callable() && row.end_line - row.start_line >= LONG_VALUE,
            overload: row.parameters.map(|_| row.body_line > 0),
        });
        let mut declared: Vec<SideRow> = declared.collect();
        declared.sort_by(|a, b| (a.first, b.last).cmp(&(b.first, a.last)));
        Some(Self { declared })
    }

    /// The innermost declarations around some lines, which are in order: each by its name and its place among those of the name. A
    /// module changes where its name does.
    pub fn around(&self, lines: &[u32]) -> BTreeSet<(&str, usize)> {
        let mut found = BTreeSet::new();
        let mut rows = self.numbered().peekable();
        let mut open: Vec<(&SideRow, usize)> = Vec::new();
        for line in lines {
            while let Some(row) = rows.next_if(|(row, _)| row.first <= *line) {
                while open.last().is_some_and(|(last, _)| last.last < row.0.first) {
                    open.pop();
                }
                open.push(row);
            }
            let around = open.iter().rev().find(|(row, _)| row.last >= *line);
            let around = around.filter(|(row, _)| !row.is_module || (row.first..=row.line).contains(line));
            // Several may be declared by one statement.
            let same = around.into_iter().flat_map(|(one, _)| {
                open.iter().filter(move |(row, _)| (row.first, row.last) == (one.first, one.last))
            });
            found.extend(same.map(|(row, at)| (row.name.as_str(), *at)));
        }
        found
    }

    /// The declarations, each with its place among those of its name.
    fn numbered(&self) -> impl Iterator<Item = (&SideRow, usize)> {
        let mut seen: FxHashMap<&str, usize> = FxHashMap::default();
        self.declared.iter().map(move |row| {
            let next = seen.entry(&row.name).or_default();
            *next += 1;
            (row, *next - 1)
        })
    }

    /// The names of the functions and the short declarations around a line; a type is not changed as a whole by a line of it.
    pub fn functions_at(&self, line: u32) -> impl Iterator<Item = &str> {
        let rows = self.declared.iter().filter(move |row| (row.first..=row.last).contains(&line));
        rows.filter(|row| !row.is_module && !row.is_type && !row.is_long_value).map(|row| row.name.as_str())
    }

    /// The names that several files may declare together.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.declared.iter().filter(|row| row.is_part).map(|row| row.name.as_str())
    }

    /// All names.
    pub fn names(&self) -> FxHashSet<&str> {
        self.declared.iter().map(|row| row.name.as_str()).collect()
    }

    /// Whether a name is that of a member, or of what is declared in a function: its declaration is inside of another, which is no module.
    pub fn is_inside_of_any(&self, name: &str) -> bool {
        let outer = self.declared.iter().filter(|row| !row.is_module);
        outer.into_iter().any(|row| name.strip_prefix(row.name.as_str()).is_some_and(|rest| rest.starts_with('.')))
    }

    /// Whether other files can name a declaration: it is at the top, or a member of a type; no local.
    pub fn is_seen_outside(&self, name: &str) -> bool {
        let mut outer = self.declared.iter().filter(|row| !row.is_module && !row.is_type);
        let is_inside = |row: &SideRow| name.strip_prefix(row.name.as_str()).is_some_and(|rest| rest.starts_with('.'));
        !outer.any(is_inside)
    }

    /// The functions of a name that differ by their parameters, in order; none where some have a body and others none, as
    /// signatures beside the one that they are of have it.
    pub fn overloads(&self, name: &str) -> Vec<&SideRow> {
        let all: Vec<&SideRow> = self.declared.iter().filter(|row| row.name == name).collect();
        let first = all.first().and_then(|row| row.overload);
        let is_alike = first.is_some() && all.iter().all(|row| row.overload == first);
        if is_alike { all } else { Vec::new() }
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

/// A side of a hunk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// The lines before.
    Before,
    /// The lines after.
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
pub fn lines_of(hunks: &[Hunk], of: Of) -> Vec<u32> {
    let numbers = |hunk: &Hunk| {
        let (start, lines) = side(hunk, of);
        let own = (start..).zip(lines).filter(|(_, (line, is_own))| *is_own && !line.trim().is_empty());
        own.map(|(number, _)| number).collect::<Vec<u32>>()
    };
    hunks.iter().flat_map(numbers).collect()
}

/// A place of a hunk at which the sides differ.
pub struct ChangedRun {
    /// The number of the first line of this side, or of the one behind the place where it has none.
    pub at: u32,
    /// The lines that are of this side alone, blank ones left out; empty where the other side alone has any.
    pub lines: Vec<u32>,
}

/// The places at which the sides of a hunk differ by more than blank lines, by the lines of one side.
pub fn changed_runs(hunk: &Hunk, of: Of) -> Vec<ChangedRun> {
    let (mut at, own) = side(hunk, of);
    let (_, other) = side(hunk, if of == After { Before } else { After });
    let (mut own, mut other) = (own.iter().peekable(), other.iter().peekable());
    let mut runs = Vec::new();
    loop {
        let mut run = ChangedRun { at, lines: Vec::new() };
        while let Some((line, _)) = own.next_if(|(_, is_own)| *is_own) {
            run.lines.extend((!line.trim().is_empty()).then_some(at));
            at = at.saturating_add(1);
        }
        let mut is_changed = !run.lines.is_empty();
        while let Some((line, _)) = other.next_if(|(_, is_own)| *is_own) {
            is_changed |= !line.trim().is_empty();
        }
        runs.extend(is_changed.then_some(run));
        if own.next().is_none() || other.next().is_none() {
            return runs;
        }
        at = at.saturating_add(1);
    }
}

/// The places that a hunk changes: a first line and a number of lines on each side, unchanged lines around them left out.
pub fn place(hunk: &Hunk) -> [u32; 4] {
    let is_same = |line: &&(String, bool)| !line.1;
    let n_head = hunk.old.iter().take_while(is_same).count().min(hunk.new.iter().take_while(is_same).count());
    let rest = |lines: &[(String, bool)]| lines.iter().skip(n_head).rev().skip_while(is_same).count();
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let (old, new, n_head) = (number(rest(&hunk.old)), number(rest(&hunk.new)), number(n_head));
    [hunk.old_start.saturating_add(n_head), old, hunk.new_start.saturating_add(n_head), new]
}

/// The text of the other side, where the lines are those of this one at every hunk.
pub fn with(lines: &[&str], hunks: &[Hunk], of: Of) -> Option<String> {
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
