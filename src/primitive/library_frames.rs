//! The frames of libraries in a trace: their functions are none of the repository, whatever its own are called.

use std::borrow::Cow;

use super::library::{beside_library, in_library, packaged};
use crate::facts::Snapshot;
use crate::language;

/// A text in which the frames of libraries are blanks, with the line of their function or of their source; no place of another part
/// changes. An installed copy of the repository itself is none.
pub fn without_library_frames<'t>(snapshot: &Snapshot, text: &'t str) -> Cow<'t, str> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut is_foreign = vec![false; lines.len()];
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| has_foreign_path(snapshot, line)) {
        is_foreign[at] = true;
        let (trimmed, depth) = (line.trim_start(), indent(line));
        if trimmed.starts_with("File \"") {
            // The line of source behind the frame.
            let sources = lines.iter().enumerate().skip(at + 1).take_while(|(_, next)| indent(next) > depth);
            sources.for_each(|(behind, _)| is_foreign[behind] = true);
        } else if let Some(before) = at.checked_sub(1).filter(|before| depth > 0 && is_function(lines[*before])) {
            is_foreign[before] = true;
        }
    }
    if !is_foreign.contains(&true) {
        return Cow::Borrowed(text);
    }
    let blank = |line: &str| line.bytes().map(|it| if it == b'\n' { '\n' } else { ' ' }).collect::<String>();
    let kept = lines
        .iter()
        .zip(is_foreign)
        .map(|(line, is_foreign)| if is_foreign { blank(line) } else { (*line).to_owned() });
    Cow::Owned(kept.collect())
}

/// Whether a line is that of a function whose path is on the next one: `net/http.(*conn).serve(0x1)`, `  3: core::panicking::panic`.
fn is_function(line: &str) -> bool {
    let trimmed = line.trim();
    let is_numbered =
        || trimmed.split_once(": ").is_some_and(|(number, _)| number.bytes().all(|it| it.is_ascii_digit()));
    // A message of an error may end with a bracket as well.
    let is_called = trimmed.rsplit_once('(').is_some_and(|(name, _)| !name.contains(char::is_whitespace));
    indent(line) == 0 && trimmed.ends_with(')') && is_called || is_numbered()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Whether a line has the path of a source of a library, with a number behind it.
fn has_foreign_path(snapshot: &Snapshot, line: &str) -> bool {
    let parts = line.split(|it: char| it.is_whitespace() || "\"'`(),".contains(it));
    let paths = parts.filter(|part| part.contains('/')).map(|part| part.trim_start_matches("file://"));
    let mut paths = paths.map(|part| part.split_once(':').map_or(part, |(path, _)| path));
    let has_number = line.bytes().any(|it| it.is_ascii_digit());
    has_number && paths.any(|path| language::of_path(path).is_some() && is_foreign(snapshot, path))
}

fn is_foreign(snapshot: &Snapshot, path: &str) -> bool {
    match in_library(path) {
        Some(inside) => {
            snapshot.file(inside).is_none() && !packaged(snapshot, inside).any(|path| snapshot.file(&path).is_some())
        }
        None => beside_library(path) && super::locate::located(snapshot, path).is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::without_library_frames;
    use crate::facts::Snapshot;

    #[test]
    fn frames_of_libraries_are_blanks() {
        let left = |text: &str| {
            let text = without_library_frames(&Snapshot::default(), text).into_owned();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        for (text, wanted) in [
            (
                "  File \"/srv/venv/lib/python3.12/site-packages/django/base.py\", line 55, in inner\n    response = get_response(request)\n  File \"/srv/shop/cart.py\", line 3, in total\n    tax()\n",
                "File \"/srv/shop/cart.py\", line 3, in total tax()",
            ),
            (
                "TypeError: x\n    at /app/node_modules/express/router.js:9:5\n    at total (/app/cart.js:3:7)\n",
                "TypeError: x at total (/app/cart.js:3:7)",
            ),
            (
                "net/http.(*conn).serve(0x1)\n\t/usr/local/go/src/net/http/server.go:1995 +0x1\nshop.Total(1)\n",
                "shop.Total(1)",
            ),
            (
                "  3: core::panicking::panic\n       at /rustc/9fc6/library/core/src/panicking.rs:76:14\n  4: shop::total\n",
                "4: shop::total",
            ),
            (
                "TypeError: Cannot read properties of undefined (reading 'total')\n    at /app/node_modules/express/router.js:9:5\n",
                "TypeError: Cannot read properties of undefined (reading 'total')",
            ),
            ("words in node_modules and a/b.py", "words in node_modules and a/b.py"),
        ] {
            assert_eq!(left(text), wanted, "{text}");
        }
    }
}
