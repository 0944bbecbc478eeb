//! Edits of a manifest's text at the places that its parser knows: the author's comments and layout stay.

use std::path::Path;

use crate::base::TextPart;
use crate::manifest::{self, Band, MANIFEST, Manifest, Node, tree};

/// One change of a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManifestEdit {
    /// Another cap.
    Cap(u32),
    /// Another band.
    Move(Band),
}

/// The text with a change of one query; or why it is to be made by hand. The result is parsed: it differs in that query
/// alone, and has no more warnings.
pub fn edited(text: &str, path: &Path, query: &str, edit: &ManifestEdit) -> Result<String, String> {
    let old = manifest::parse(text.as_bytes(), path).map_err(|_| "the manifest has errors".to_owned())?;
    let (band, item) = item(text, query)?;
    let new = match edit {
        ManifestEdit::Cap(cap) => with_cap(text, &item, *cap)?,
        ManifestEdit::Move(to) => moved(text, band, &item, *to)?,
    };
    let parsed = manifest::parse(new.as_bytes(), path).map_err(|_| match edit {
        ManifestEdit::Move(_) => "a query before or after it refers to its name".to_owned(),
        ManifestEdit::Cap(_) => "its text has a form that is not edited".to_owned(),
    })?;
    let is_same = rows(&parsed) == wanted(&old, query, edit) && parsed.warnings.len() <= old.warnings.len();
    if is_same { Ok(new) } else { Err("its text has a form that is not edited".to_owned()) }
}

/// The queries in order of their names: band, call and cap.
fn rows(manifest: &Manifest) -> Vec<(String, Band, String, u32)> {
    let row =
        |(band, query): (Band, &manifest::Query)| (query.name.clone(), band, query.call.text.clone(), query.max_files);
    let mut rows: Vec<_> = manifest.queries().map(row).collect();
    rows.sort();
    rows
}

fn wanted(old: &Manifest, name: &str, edit: &ManifestEdit) -> Vec<(String, Band, String, u32)> {
    let mut rows = rows(old);
    for row in rows.iter_mut().filter(|row| row.0 == name) {
        match edit {
            ManifestEdit::Cap(cap) => row.3 = *cap,
            ManifestEdit::Move(to) => row.1 = *to,
        }
    }
    rows
}

/// The band of a query and its entry.
fn item(text: &str, query: &str) -> Result<(Band, Node), String> {
    let root = tree(text, MANIFEST, &mut Vec::new());
    for band in Band::ALL {
        let derived = root.as_ref().and_then(|root| root.get(band.name())?.get("derived"));
        let found = derived
            .into_iter()
            .flat_map(Node::items)
            .find(|item| item.get("name").and_then(Node::scalar).is_some_and(|name| name.text == query));
        if let Some(found) = found {
            return Ok((*band, found.clone()));
        }
    }
    Err("it is not written in this file".to_owned())
}

fn with_cap(text: &str, item: &Node, cap: u32) -> Result<String, String> {
    let old = item.get("max_files").ok_or("its cap is not written")?;
    let mut new = text.to_owned();
    new.replace_range(old.span.clone(), &cap.to_string());
    Ok(new)
}

/// Whole lines, from the first byte to the one past the last.
#[derive(Clone, Copy)]
struct Lines {
    start: usize,
    end: usize,
}

/// The lines of an entry of a list, with the comments right above it.
fn block(text: &str, item: &Node) -> Result<Lines, String> {
    let mut start = line_start(text, item.span.start);
    if !text.part(start..).trim_start().starts_with("- ") {
        return Err("its entry does not begin a line with `-`".to_owned());
    }
    while start > 0 {
        let above = line_start(text, start - 1);
        if !text.part(above..start).trim_start().starts_with('#') {
            break;
        }
        start = above;
    }
    Ok(Lines { start, end: line_end(text, item.span.end) })
}

/// The column of the dash of an entry.
fn dash(text: &str, item: &Node) -> usize {
    let line = text.part(line_start(text, item.span.start)..);
    line.len() - line.trim_start_matches(' ').len()
}

fn moved(text: &str, from: Band, item: &Node, to: Band) -> Result<String, String> {
    let root = tree(text, MANIFEST, &mut Vec::new()).ok_or("the manifest has errors")?;
    let lines = block(text, item)?;
    let own = root.entry(from.name()).ok_or("its band is not written")?;
    let derived = own.value.entry("derived").ok_or("its band is not written")?;
    let gone = match (derived.value.items().len(), own.value.entries().len()) {
        (1, 1) => Lines { start: line_start(text, own.key_span.start), end: lines.end },
        (1, _) => Lines { start: line_start(text, derived.key_span.start), end: lines.end },
        _ => lines,
    };
    let column = dash(text, item);
    let (at, head, new_column) = match root.entry(to.name()) {
        None => (text.len(), format!("\n{}:\n  derived:\n", to.name()), 4),
        Some(band) if text.part(band.value.span.start..).starts_with('{') || band.value.is_null() => {
            return Err(format!("`{}` is written in braces, or empty", to.name()));
        }
        Some(band) => match band.value.get("derived").map(Node::items) {
            None => {
                let first = band.value.entries().first().ok_or("its new band is empty")?;
                let indent = first.key_span.start - line_start(text, first.key_span.start);
                (line_end(text, band.value.span.end), format!("{}derived:\n", " ".repeat(indent)), indent + 2)
            }
            Some(items) => {
                let (Some(first), Some(last)) = (items.first(), items.last()) else {
                    return Err(format!("`derived` of `{}` is empty", to.name()));
                };
                // Later queries refer to earlier ones: down, it comes first; up, it comes last.
                let (first_at, last_at) = (block(text, first)?.start, block(text, last)?.end);
                (if to > from { first_at } else { last_at }, String::new(), dash(text, first))
            }
        },
    };
    let mut body = indented(text.part(lines.start..lines.end), column, new_column);
    if !body.ends_with('\n') {
        body.push('\n');
    }
    let is_open = at > 0 && !text.part(..at).ends_with('\n');
    let added = format!("{}{head}{body}", if is_open { "\n" } else { "" });
    let mut new = text.to_owned();
    if at >= gone.end {
        new.insert_str(at, &added);
        new.replace_range(gone.start..gone.end, "");
    } else {
        new.replace_range(gone.start..gone.end, "");
        new.insert_str(at, &added);
    }
    Ok(new)
}

/// Lines moved from one column to another.
fn indented(lines: &str, from: usize, to: usize) -> String {
    let shifted = |line: &str| {
        if line.trim().is_empty() {
            return line.to_owned();
        }
        let blanks = line.len() - line.trim_start_matches(' ').len();
        format!("{}{}", " ".repeat((blanks + to).saturating_sub(from)), line.trim_start_matches(' '))
    };
    lines.split_inclusive('\n').map(shifted).collect()
}

fn line_start(text: &str, at: usize) -> usize {
    text.part(..at).rfind('\n').map_or(0, |end| end + 1)
}

/// The byte past the end of a line.
fn line_end(text: &str, at: usize) -> usize {
    text.part(at..).find('\n').map_or(text.len(), |end| at + end + 1)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const TEXT: &str = "\
version: 1
inputs: { a.files: { type: files } }
must_read:
  derived:
    - name: one # the first
      compute: import_graph.dependencies(a.files)
      max_files: 9
      why: x
    # Two lines
    # above it.
    - name: two
      compute: call_graph.callers(a.files)
      max_files: 7 # seven
      why: y
should_read:
  derived:
  - name: three
    compute: call_graph.callees(one)
    max_files: 8
    why: z
";

    fn of(query: &str, edit: ManifestEdit) -> Result<String, String> {
        edited(TEXT, Path::new("a.yaml"), query, &edit)
    }

    #[test]
    fn a_cap_is_edited_where_it_is_written() {
        assert_eq!(of("two", ManifestEdit::Cap(14)).unwrap(), TEXT.replace("max_files: 7 #", "max_files: 14 #"));
        assert_eq!(of("one", ManifestEdit::Cap(3)).unwrap(), TEXT.replace("max_files: 9", "max_files: 3"));
    }

    #[test]
    fn a_query_moves_with_its_comments() {
        let two = "    # Two lines\n    # above it.\n    - name: two\n      compute: call_graph.callers(a.files)\n      max_files: 7 # seven\n      why: y\n";
        let lower = two.replace("\n  ", "\n").replacen("  ", "", 1);
        let new =
            TEXT.replace(two, "").replace("derived:\n  - name: three", &format!("derived:\n{lower}  - name: three"));
        assert_eq!(of("two", ManifestEdit::Move(Band::ShouldRead)).unwrap(), new);
        let last = "should_read:\n  derived:\n  - name: three\n    compute: call_graph.callees(one)\n    max_files: 8\n    why: z\n";
        let up = "    - name: three\n      compute: call_graph.callees(one)\n      max_files: 8\n      why: z\n";
        let new = TEXT.replace(last, "") + up;
        assert_eq!(of("three", ManifestEdit::Move(Band::MustRead)).unwrap(), new);
        let new = TEXT.replace(last, "") + "\nmay_read:\n  derived:\n" + up;
        assert_eq!(of("three", ManifestEdit::Move(Band::MayRead)).unwrap(), new);
    }

    #[test]
    fn what_cannot_be_edited_is_said() {
        assert!(of("one", ManifestEdit::Move(Band::MayRead)).unwrap_err().contains("refers to its name"));
        assert!(of("four", ManifestEdit::Cap(1)).unwrap_err().contains("not written"));
        let flow = "version: 1\nmust_read: { derived: [{ name: one, compute: search.cascade(\"x\"), max_files: 4, why: x }] }\n";
        let cap = edited(flow, Path::new("a.yaml"), "one", &ManifestEdit::Cap(2)).unwrap();
        assert_eq!(cap, flow.replace("max_files: 4", "max_files: 2"));
        assert!(edited(flow, Path::new("a.yaml"), "one", &ManifestEdit::Move(Band::MayRead)).is_err());
    }
}
