//! Paths as tasks bring them, resolved to files: from the root, a folder, a glob, with a line behind, quoted by a trace,
//! absolute on another machine, below the `a/` and `b/` of a diff.

use std::iter;

use cg_rules::{FileId, Id};

use crate::base::{PathGlobs, TextPart, path};
use crate::facts::Snapshot;
use crate::language::lists;

/// How many files one suffix may fit; a path that fits more is as good as unknown.
const MOST_ALIKE: usize = 3;

/// The most lines of a range that are named one by one.
const RANGE: u32 = 100;

/// A file, and the line that the text names in it.
pub type Located = (FileId, Option<u32>);

/// The files that a text names: a path, a folder or a glob from the root; else the files whose path shares the longest
/// end with it.
pub fn located(snapshot: &Snapshot, text: &str) -> Vec<Located> {
    located_by(snapshot, text, |name| matching(snapshot, |path| path::name(path) == name))
}

/// The same, where the files of a name are known.
pub(super) fn located_by(snapshot: &Snapshot, text: &str, named: impl Fn(&str) -> Vec<FileId>) -> Vec<Located> {
    let whole = files_named(snapshot, text);
    if !whole.is_empty() {
        return whole.into_iter().map(|file| (file, None)).collect();
    }
    let (path, line) = place(text);
    let mut files = files_named(snapshot, &path);
    if files.is_empty() {
        files = by_suffix(snapshot, &path, named);
    }
    files.into_iter().map(|file| (file, line)).collect()
}

/// The files of a path, of a directory, or of a glob.
pub fn files_named(snapshot: &Snapshot, text: &str) -> Vec<FileId> {
    let plain = text.trim_start_matches("./").trim_end_matches('/');
    // A path that goes up again is the one without that.
    let joined = if plain.contains("..") { path::join("", plain) } else { None };
    let plain = joined.as_deref().unwrap_or(plain);
    if let Some(file) = snapshot.file(plain) {
        return vec![file];
    }
    let below = format!("{plain}/");
    let in_directory =
        if matches!(plain, "" | ".") { matching(snapshot, |_| true) } else { beginning(snapshot, &below) };
    if !in_directory.is_empty() {
        return in_directory;
    }
    // A path without marks means itself alone.
    if !path::is_glob(plain) && !plain.contains('\\') {
        return Vec::new();
    }
    let glob = PathGlobs::new([plain]);
    glob.map_or_else(|_| Vec::new(), |glob| matching(snapshot, |path| glob.is_match(path)))
}

/// The files whose paths begin with a text, in order.
fn beginning(snapshot: &Snapshot, text: &str) -> Vec<FileId> {
    let first = snapshot.paths.rank(text).unwrap_or_else(|before| before);
    let numbered = (first..).map_while(|at| snapshot.file_row(FileId(at)).map(|_| FileId(at)));
    numbered.take_while(|file| snapshot.path(*file).starts_with(text)).collect()
}

/// The files whose path fits, in order.
pub fn matching(snapshot: &Snapshot, fits: impl Fn(&str) -> bool) -> Vec<FileId> {
    let numbered = snapshot.paths.iter().enumerate();
    numbered.filter(|(_, path)| fits(path)).map(|(at, _)| FileId::of(at)).collect()
}

/// Whether `a/b/c.py`, or `a/b/c/__init__.py`, is the module `b.c`.
pub(super) fn is_dotted(file: &str, name: &str) -> bool {
    let inside = file.rsplit_once('.').map_or(file, |(inside, _)| inside);
    let folder = inside.rsplit_once('/');
    // Most files fit neither way, and every file is compared.
    match (ends_dotted(inside, name), folder.filter(|(folder, _)| ends_dotted(folder, name))) {
        (false, None) => false,
        (fits, in_folder) => {
            if folder.is_some_and(|(_, stem)| stands_for_folder(stem)) {
                in_folder.is_some()
            } else {
                fits
            }
        }
    }
}

/// Whether files of a stem stand for their folder: `__init__`, `mod`.
pub(super) fn stands_for_folder(stem: &str) -> bool {
    lists(|it| it.folder_stems, stem)
}

/// Whether the last parts of a path are those of a dotted name; `::` counts as a dot.
fn ends_dotted(path: &str, name: &str) -> bool {
    let is_mark = |byte: u8| byte == b'/' || byte == b'.';
    let mut rest = path.as_bytes();
    let mut wanted = name.as_bytes();
    while let Some((last, head)) = wanted.split_last() {
        let is_colons = *last == b':' && head.ends_with(b":");
        let Some((own, before)) = rest.split_last() else { return false };
        let fits = if is_colons || *last == b'.' { is_mark(*own) } else { own == last && *last != b'/' };
        if !fits {
            return false;
        }
        wanted = if is_colons { head.strip_suffix(b":").unwrap_or(head) } else { head };
        rest = before;
    }
    rest.last().is_none_or(|byte| is_mark(*byte))
}

/// The path and the line of `File "a/b.py", line 3`, `a/b.py:3:7`, `a/b.py:3-9`, `a/b.py(3)`.
pub(super) fn place(text: &str) -> (String, Option<u32>) {
    let text = text.trim();
    if let Some((path, rest)) = text.split_once('"').and_then(|(_, rest)| rest.split_once('"')) {
        return (slashed(path), rest.split("line ").nth(1).and_then(number));
    }
    // The colon of a drive leads no line.
    let drive = if text.as_bytes().get(1) == Some(&b':') { 2 } else { 0 };
    let rest = text.get(drive..).unwrap_or_default();
    // A path may hold brackets: `a (1).py:3`.
    let is_closed = |behind: &str| {
        let end = behind.split_once(')').map_or("", |(_, end)| end);
        end.is_empty() || end.starts_with([':', ' '])
    };
    let is_line = |(at, sign): &(usize, &str)| {
        let behind = rest.get(at + 1..).filter(|behind| number(behind).is_some());
        behind.is_some_and(|behind| *sign == ":" || is_closed(behind))
    };
    let end = rest.match_indices([':', '(']).find(is_line).map(|(at, _)| at);
    let (path, line) = match end {
        Some(at) => (text.part(..drive + at), rest.get(at + 1..).and_then(number)),
        None => (text, None),
    };
    (slashed(path), line)
}

/// The first and the last line that a text names: `a/b.py:3-9`, `a/b.py:3`.
pub(super) fn line_range(text: &str) -> Option<(u32, u32)> {
    let first = place(text).1?;
    let last = text.split_once(&format!(":{first}-")).and_then(|(_, rest)| number(rest));
    Some((first, last.unwrap_or(first).max(first)))
}

/// Whether a text names files by the end of their paths alone.
pub(super) fn is_end(snapshot: &Snapshot, text: &str) -> bool {
    files_named(snapshot, text).is_empty() && files_named(snapshot, &place(text).0).is_empty()
}

/// The files that a text names, each with every line of the range that the text may name.
pub(super) fn ranged(snapshot: &Snapshot, text: &str, named: &[Located]) -> Vec<Located> {
    let (first, last) = line_range(text).unwrap_or_default();
    let last = last.min(first.saturating_add(RANGE));
    let lines = |(file, line): &Located| -> Vec<Located> {
        let n_lines = snapshot.file_row(*file).map_or(0, |row| row.lines);
        let more = line.iter().copied().flat_map(move |line| line + 1..=last.min(n_lines));
        let file = *file;
        iter::once((file, *line)).chain(more.map(|line| (file, Some(line)))).collect()
    };
    named.iter().flat_map(lines).collect()
}

/// The number that a text begins with.
fn number(text: &str) -> Option<u32> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text.get(..digits)?.parse().ok().filter(|line| *line > 0)
}

fn slashed(path: &str) -> String {
    path.replace('\\', "/")
}

/// The files that share the longest end with a path: the path lies in another checkout, or names only the last folders.
fn by_suffix(snapshot: &Snapshot, text: &str, named: impl Fn(&str) -> Vec<FileId>) -> Vec<FileId> {
    let wanted: Vec<&str> = text.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect();
    let Some(name) = wanted.last() else { return Vec::new() };
    let folder = format!("{}/", path::parent(text));
    let is_here = folder.len() > 1 && !beginning(snapshot, &folder).is_empty();
    let mut best: (usize, Vec<FileId>) = (0, Vec::new());
    for file in named(name) {
        let known = snapshot.path(file);
        let n_known = known.split('/').count();
        let n_shared = wanted.iter().rev().zip(known.rsplit('/')).take_while(|(one, other)| *one == other).count();
        // Both must agree until one of them ends; a bare file name at the root is no evidence for a path from elsewhere,
        // and a path whose folder is here is from here.
        let is_elsewhere = || (n_known > 1 || wanted.len() <= 2) && !is_here;
        let is_end = n_shared == wanted.len() || n_shared == n_known && is_elsewhere();
        match n_shared.cmp(&best.0) {
            _ if !is_end => {}
            std::cmp::Ordering::Greater => best = (n_shared, vec![file]),
            std::cmp::Ordering::Equal => best.1.push(file),
            std::cmp::Ordering::Less => {}
        }
    }
    if best.1.len() > MOST_ALIKE { Vec::new() } else { best.1 }
}

#[cfg(test)]
mod tests {
    use super::{is_dotted, place};

    #[test]
    fn the_last_parts_of_a_path_are_a_dotted_name() {
        for name in ["c", "b.c", "a.b.c", "b::c"] {
            assert!(is_dotted("a/b/c.py", name) && is_dotted("a/b/c/__init__.py", name), "{name}");
        }
        for name in ["bc", "b/c", "x.a.b.c", "a.b", "__init__", "c.__init__"] {
            assert!(!is_dotted("a/b/c.py", name) && !is_dotted("a/b/c/__init__.py", name), "{name}");
        }
    }

    #[test]
    fn a_place_is_split_into_path_and_line() {
        for (text, path, line) in [
            ("celery/canvas.py:400", "celery/canvas.py", Some(400)),
            ("celery/canvas.py:400:12", "celery/canvas.py", Some(400)),
            ("celery/canvas.py:400-410", "celery/canvas.py", Some(400)),
            (
                "File \"/srv/site-packages/celery/canvas.py\", line 7, in run",
                "/srv/site-packages/celery/canvas.py",
                Some(7),
            ),
            ("C:\\work\\app.cs:12", "C:/work/app.cs", Some(12)),
            ("C:\\work\\app.cs", "C:/work/app.cs", None),
            ("app.cs(12,4)", "app.cs", Some(12)),
            ("src/a:b.py", "src/a:b.py", None),
            ("src/a (copy).py", "src/a (copy).py", None),
            ("src/a (1).py:3", "src/a (1).py", Some(3)),
            ("snap/test().txt:2-4", "snap/test().txt", Some(2)),
        ] {
            assert_eq!(place(text), (path.to_owned(), line), "{text}");
        }
    }
}
