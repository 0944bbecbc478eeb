//! The two sides of an edit: the declarations around lines, and the text of one side from that of the other.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::shape::Hunk;
use crate::language::{self, Decl, DeclKind, Observation};
use crate::parse;

/// One side of an edit: its declarations, by lines.
pub struct Side {
    /// First line, last line, name; the outer before the inner.
    declared: Vec<(u32, u32, String)>,
}

impl Side {
    /// The declarations of a text; `None` where its language is not known.
    pub fn of(path: &str, text: &str) -> Option<Self> {
        let seen = parse::observe(language::of_path(path)?, text.as_bytes());
        // A line of a function without a name belongs to what is around it.
        let has_name = |name: &str| !name.is_empty() && !name.starts_with('<');
        let named = |decl: &Decl| {
            let row = &seen.declarations[decl.0 as usize];
            !matches!(row.kind, DeclKind::File | DeclKind::Impl) && has_name(seen.names.get(row.name.0))
        };
        let decls = (0u32..).zip(&seen.declarations).map(|(at, row)| (Decl(at), row)).filter(|(decl, _)| named(decl));
        let mut declared: Vec<(u32, u32, String)> =
            decls.map(|(decl, row)| (row.start_line, row.end_line, qualified(&seen, decl))).collect();
        declared.sort_by(|a, b| (a.0, b.1).cmp(&(b.0, a.1)));
        Some(Self { declared })
    }

    /// The innermost declarations around some lines, which are in order.
    pub fn around(&self, lines: &[u32]) -> BTreeSet<&str> {
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

    /// All names.
    pub fn names(&self) -> FxHashSet<&str> {
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
