//! Two states of a repository as a text of a task: the edits of the changed files, and the patch that a reader sees.

use std::fmt::Write;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

use super::shape::{Edit, Extract, Hunk, bounded};
use crate::history::{Comparison, FileChange};

/// The unchanged lines around a hunk of a patch.
const CONTEXT: u32 = 3;
/// The bytes in which a NUL says that a content is no text, as git has it.
const LOOKED_AT: usize = 8000;
/// The mark of the order of bytes.
const MARK: char = '\u{feff}';

/// The extract of a comparison.
pub fn compared(changes: &Comparison) -> Extract {
    let mut patch = String::new();
    let edits: Vec<Edit> = changes.files.iter().map(|change| edit(change, &mut patch)).collect();
    let text = (!patch.is_empty()).then(|| bounded(&patch));
    Extract { edits, text, ..Extract::default() }
}

/// The text of one side: empty where the file is not there; `None` where it is no text.
fn text(path: Option<&String>, bytes: Option<&Vec<u8>>) -> Option<String> {
    if path.is_none() {
        return Some(String::new());
    }
    let bytes = bytes?;
    let is_text = !bytes.iter().take(LOOKED_AT).any(|byte| *byte == 0);
    is_text.then(|| String::from_utf8_lossy(bytes).into_owned())
}

/// The edit of one file; its part of the patch is added.
fn edit(change: &FileChange, patch: &mut String) -> Edit {
    let (old_path, new_path) = (change.old_path.clone(), change.new_path.clone());
    head(change, patch);
    let old = text(old_path.as_ref(), change.old.as_ref());
    let new = text(new_path.as_ref(), change.new.as_ref());
    let (Some(old), Some(new)) = (old, new) else {
        patch.push_str("Binary files differ\n");
        return Edit { old_path, new_path, ..Edit::default() };
    };
    let (before, after) = (lines(&old), lines(&new));
    let mut input = InternedInput::default();
    input.update_before(before.iter().copied());
    input.update_after(after.iter().copied());
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    // Hunks that may slide stand where git would put them.
    diff.postprocess_lines(&input);
    let places: Vec<[Range<u32>; 2]> = diff.hunks().map(|hunk| [hunk.before, hunk.after]).collect();
    let whole = |lines: &[&str], at: &Range<u32>| -> Vec<(String, bool)> {
        let lines = lines.get(at.start as usize..at.end as usize).unwrap_or_default();
        lines.iter().map(|line| (line.trim_end_matches(['\n', '\r']).to_owned(), true)).collect()
    };
    let hunks = places.iter().map(|[old, new]| Hunk {
        old_start: old.start + 1,
        new_start: new.start + 1,
        old: whole(&before, old),
        new: whole(&after, new),
    });
    let hunks = hunks.collect();
    if !places.is_empty() {
        let side =
            |mark: &str, path: &Option<String>| path.as_ref().map_or("/dev/null".into(), |it| format!("{mark}/{it}"));
        let _ = write!(patch, "--- {}\n+++ {}\n", side("a", &old_path), side("b", &new_path));
        // A mark of the order of bytes is no text, unless it came or went.
        let is_both = old_path.is_some() && new_path.is_some();
        let is_text = is_both && old.starts_with(MARK) != new.starts_with(MARK);
        let [before, after] = [before, after].map(|lines| if is_text { lines } else { without_mark(lines) });
        body(&places, &before, &after, patch);
    }
    Edit { old_path, new_path, hunks, texts: Some([old, new]) }
}

/// Lines without the mark of the order of bytes before the first.
fn without_mark(mut lines: Vec<&str>) -> Vec<&str> {
    if let Some(first) = lines.first_mut() {
        *first = first.strip_prefix(MARK).unwrap_or(first);
    }
    lines
}

/// The lines of a text, each with its end.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// The header of a file, as git writes it.
fn head(change: &FileChange, patch: &mut String) {
    let (old, new) = (change.old_path.as_deref(), change.new_path.as_deref());
    let (Some(from), Some(to)) = (old.or(new), new.or(old)) else { return };
    let _ = writeln!(patch, "diff --git a/{from} b/{to}");
    match (old, new) {
        (None, _) => patch.push_str("new file mode 100644\n"),
        (_, None) => patch.push_str("deleted file mode 100644\n"),
        (Some(old), Some(new)) if old != new => {
            let _ = write!(patch, "rename from {old}\nrename to {new}\n");
        }
        _ => {}
    }
}

/// The hunks, those that are near each other as one.
fn body(places: &[[Range<u32>; 2]], before: &[&str], after: &[&str], patch: &mut String) {
    let n_before = u32::try_from(before.len()).unwrap_or(u32::MAX);
    for group in places.chunk_by(|one, next| next[0].start.saturating_sub(one[0].end) <= 2 * CONTEXT) {
        let (Some([first, first_new]), Some([last, last_new])) = (group.first(), group.last()) else { continue };
        let n_head = first.start.min(CONTEXT);
        let n_tail = (n_before - last.end.min(n_before)).min(CONTEXT);
        let old = first.start - n_head..last.end + n_tail;
        let new = first_new.start.saturating_sub(n_head)..last_new.end + n_tail;
        // An empty side is numbered by the line before it.
        let range = |at: &Range<u32>| format!("{},{}", at.start + u32::from(!at.is_empty()), at.len());
        let _ = writeln!(patch, "@@ -{} +{} @@", range(&old), range(&new));
        let mut at = old.start;
        for [removed, added] in group {
            lines_of(' ', before, at..removed.start, patch);
            lines_of('-', before, removed.clone(), patch);
            lines_of('+', after, added.clone(), patch);
            at = removed.end;
        }
        lines_of(' ', before, at..old.end, patch);
    }
}

fn lines_of(sign: char, lines: &[&str], at: Range<u32>, patch: &mut String) {
    for line in lines.get(at.start as usize..at.end as usize).unwrap_or_default() {
        patch.push(sign);
        patch.push_str(line);
        if !line.ends_with('\n') {
            patch.push_str("\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mark of the order of bytes would be a sign that a reader cannot see.
    #[test]
    fn a_patch_has_no_mark_of_the_order_of_bytes() {
        let old = "\u{feff}using System;\nclass A {}\n".as_bytes().to_vec();
        let old_path = Some("a.cs".to_owned());
        let change = FileChange { old_path, new_path: None, old: Some(old), new: None };
        let mut patch = String::new();
        let edit = edit(&change, &mut patch);
        assert!(patch.ends_with("@@ -1,2 +0,0 @@\n-using System;\n-class A {}\n"), "{patch}");
        assert_eq!(edit.texts.map(|texts| texts[0].starts_with('\u{feff}')), Some(true));
    }

    #[test]
    fn a_mark_that_comes_or_goes_is_in_the_patch() {
        let patch = |old: &str, new: &str| {
            let path = || Some("a.cs".to_owned());
            let [old, new] = [old, new].map(|text| Some(text.as_bytes().to_vec()));
            let mut patch = String::new();
            edit(&FileChange { old_path: path(), new_path: path(), old, new }, &mut patch);
            patch
        };
        let went = patch("\u{feff}class A {}\n", "class A {}\n");
        assert!(went.ends_with("@@ -1,1 +1,1 @@\n-\u{feff}class A {}\n+class A {}\n"), "{went}");
        let kept = patch("\u{feff}class A {}\n", "\u{feff}class B {}\n");
        assert!(kept.ends_with("@@ -1,1 +1,1 @@\n-class A {}\n+class B {}\n"), "{kept}");
        let inside = patch("a\n\u{feff}b\n", "a\n\u{feff}c\n");
        assert!(inside.ends_with("-\u{feff}b\n+\u{feff}c\n"), "{inside}");
    }
}
