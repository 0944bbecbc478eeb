//! `diff`: unified diffs, with the extended headers of git or without.

use std::borrow::Cow;
use std::ops::Range;

use diffy::Line;
use diffy::patch_set::{FileOperation, FilePatch, ParseOptions, PatchSet};

use crate::base::{Diagnostic, TextPart};
use crate::input::MAX_BYTES;
use crate::intake::shape::{Adapter, AdapterReader, Edit, Extract, Hunk, ValueRole, bounded, malformed};

/// The row of the table.
pub const DIFF: Adapter = Adapter {
    name: "diff",
    example: "diff:-",
    about: "a unified diff, such as `git diff` prints; or what git knows: diff:A..B, diff:A...B, diff:staged, diff:worktree",
    prefix: "diff",
    roles: &[
        (ValueRole::Files, "files"),
        (ValueRole::Deleted, "deleted"),
        (ValueRole::Added, "added"),
        (ValueRole::Symbols, "symbols"),
        (ValueRole::Removed, "removed"),
        (ValueRole::Packages, "packages"),
        (ValueRole::Text, "patch"),
    ],
    max_bytes: MAX_BYTES,
    reader: AdapterReader::Text(read),
};

/// The first letters of paths by which git marks the sides: `a/` and `b/`, or with `diff.mnemonicPrefix` the index, the
/// work tree, a commit and an object.
const SIDES: [&str; 6] = ["a/", "b/", "i/", "w/", "c/", "o/"];

fn read(text: &str) -> Result<Extract, Box<Diagnostic>> {
    const HELP: &str = "give the output of `git diff`, or of `diff -u`, whole";
    if let Some(at) = lines(text).find(|at| text.part(at.clone()).starts_with("@@@ ")) {
        let help = "write a diff with two sides, such as that of `git diff A B`";
        return Err(malformed("this is the combined diff of a merge", at, "three sides", help));
    }
    let starts = starts(text);
    if starts.is_empty() && !text.trim().is_empty() {
        let first = lines(text).find(|at| !at.is_empty()).unwrap_or(0..0);
        return Err(malformed("this is no unified diff", first, "no `diff --git`, no `---` and `+++`", HELP));
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mut edits = Vec::new();
    for (start, end) in starts.iter().zip(ends) {
        let one = slashed(text.part(*start..end));
        let one = &*one;
        let options = if one.starts_with(GIT) { ParseOptions::gitdiff() } else { ParseOptions::unidiff() };
        match PatchSet::parse(one, options).next() {
            Some(Ok(patch)) => edits.push(edit(&patch)),
            Some(Err(error)) => {
                let (at, why) = place(one, &error.to_string());
                let line = lines(one).take_while(|line| line.start <= at).last().unwrap_or(0..0);
                let line = start + line.start..start + line.end;
                return Err(malformed(format!("this part of the diff is not well formed: {why}"), line, "here", HELP));
            }
            None => {}
        }
    }
    let text = (!edits.is_empty()).then(|| bounded(text));
    Ok(Extract { edits, text, ..Extract::default() })
}

/// The header of each file in the output of git.
const GIT: &str = "diff --git ";

/// Where the parts of single files start. Lines of content begin with a sign or a space, so that none is a header of git.
fn starts(text: &str) -> Vec<usize> {
    let git: Vec<usize> = lines(text).map(|at| at.start).filter(|at| text.part(*at..).starts_with(GIT)).collect();
    if !git.is_empty() {
        return git;
    }
    let all: Vec<Range<usize>> = lines(text).collect();
    let begins = |at: usize, sign: &str| all.get(at).is_some_and(|line| text.part(line.clone()).starts_with(sign));
    let is_header = |at: &usize| begins(*at, "--- ") && begins(at + 1, "+++ ");
    (0..all.len()).filter(is_header).map(|at| all[at].start).collect()
}

/// The part of a file whose headers have `/` between folders, where they are written with a backslash and no quotes.
fn slashed(part: &str) -> Cow<'_, str> {
    const HEADERS: [&str; 5] = ["--- ", "+++ ", GIT, "rename from ", "rename to "];
    let headers = lines(part).take_while(|at| !part.part(at.clone()).starts_with("@@ "));
    let end = headers.last().map_or(0, |at| at.end);
    let (head, body) = (part.part(..end), part.part(end..));
    if !head.contains('\\') {
        return Cow::Borrowed(part);
    }
    let line = |line: &str| {
        let is_written = HEADERS.iter().any(|header| line.starts_with(header)) && !line.contains('"');
        if is_written { line.replace('\\', "/") } else { line.to_owned() }
    };
    Cow::Owned(head.split_inclusive('\n').map(line).collect::<String>() + body)
}

/// The lines of a text, their ends left out.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches(['\n', '\r']).len()
    })
}

/// The place and the reason of an error in the part of one file: both are in its words alone, and the place counts from
/// behind the headers.
fn place(part: &str, error: &str) -> (usize, String) {
    let why = error.rsplit(": ").next().unwrap_or(error).to_owned();
    let number = error.rsplit_once("at byte ").and_then(|(_, rest)| rest.split(':').next()?.parse::<usize>().ok());
    let hunks = lines(part).find(|at| part.part(at.clone()).starts_with("--- ")).map_or(0, |at| at.start);
    (hunks + number.unwrap_or(0), why)
}

fn edit(patch: &FilePatch<'_, str>) -> Edit {
    let (old_path, new_path) = match patch.operation() {
        FileOperation::Delete(path) => (Some(stripped(path)), None),
        FileOperation::Create(path) => (None, Some(stripped(path))),
        FileOperation::Modify { original, modified } => {
            let (old, new) = of_one_file(&stripped(original), &stripped(modified));
            (Some(old), Some(new))
        }
        FileOperation::Rename { from, to } => (Some(from.to_string()), Some(to.to_string())),
        FileOperation::Copy { to, .. } => (None, Some(to.to_string())),
    };
    let hunks = patch.patch().as_text().map_or_else(Vec::new, |text| text.hunks().iter().map(hunk).collect());
    Edit { old_path, new_path, hunks, texts: None }
}

/// A path without the mark of its side. `diff -u` adds a tab and a time.
fn stripped(path: &str) -> String {
    let path = path.split('\t').next().unwrap_or(path);
    let path = path.strip_prefix("./").unwrap_or(path);
    SIDES.iter().find_map(|side| path.strip_prefix(side)).unwrap_or(path).to_owned()
}

/// The paths of the two sides below the folders that were compared, as `diff -r OLD NEW` writes these before them; of a file beside
/// its copy, `cart.py.orig`, that of the file.
fn of_one_file(old: &str, new: &str) -> (String, String) {
    const COPIES: [&str; 4] = [".orig", ".old", ".bak", "~"];
    if COPIES.iter().any(|end| old.strip_suffix(end) == Some(new)) {
        return (new.to_owned(), new.to_owned());
    }
    let tails = || old.match_indices('/').map(|(at, _)| old.part(at + 1..));
    let is_below = |tail: &&str| new.strip_suffix(*tail).is_some_and(|folder| folder.ends_with('/'));
    match tails().find(is_below).filter(|_| old != new) {
        Some(tail) => (tail.to_owned(), tail.to_owned()),
        None => (old.to_owned(), new.to_owned()),
    }
}

fn hunk(hunk: &diffy::Hunk<'_, str>) -> Hunk {
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let (old, new) = (hunk.old_range(), hunk.new_range());
    // An empty side is numbered by the line before it.
    let start = |range: diffy::HunkRange| number(range.start() + usize::from(range.is_empty()));
    let mut read = Hunk { old_start: start(old), new_start: start(new), ..Hunk::default() };
    for line in hunk.lines() {
        match line {
            Line::Context(text) => {
                read.old.push((ended(text), false));
                read.new.push((ended(text), false));
            }
            Line::Delete(text) => read.old.push((ended(text), true)),
            Line::Insert(text) => read.new.push((ended(text), true)),
        }
    }
    read
}

fn ended(line: &str) -> String {
    line.trim_end_matches(['\n', '\r']).to_owned()
}
