//! The names by which the code of a file uses a module that it imports, as the text of the import has them.

use memchr::memmem;

use super::standing::{is_of_name, path_around};
use super::text_lines::TextLines;
use crate::base::{Position, TextPart};

/// The names by which code may use a module that it imports under its own: in Go a version at the end is none, so that
/// `gopkg.in/yaml.v3` is `yaml`, and `example.com/log/v2` is `log`.
pub fn package_names(module: &str) -> impl Iterator<Item = &str> {
    let last = |path: &str| path.rfind(['.', '/', ':', '\\']).map_or(0, |at| at + 1);
    let end = module.part(last(module)..);
    let is_version =
        end.strip_prefix('v').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|it| it.is_ascii_digit()));
    let before = module.part(..last(module).saturating_sub(1));
    let before = is_version.then(|| before.part(last(before)..));
    std::iter::once(end).chain(before)
}

/// The names of the module that the import at a place names, in quotes or as a path; none where the import takes names from it.
pub fn local_names(text: &TextLines<'_>, at: Position) -> Vec<Vec<u8>> {
    let (head, rest) = text.line(at.line).split_at_checked(at.column as usize - 1).unwrap_or_default();
    let path = match rest {
        // `import { a } from "b"`, `require("b")`
        [b'"' | b'\'' | b'`', ..] if memmem::find(head, b"from").is_some() || head.contains(&b'(') => {
            return Vec::new();
        }
        [quote @ (b'"' | b'\'' | b'`'), inside @ ..] => inside.split(|byte| byte == quote).next().unwrap_or(&[]),
        _ => {
            let (line, around) = (text.line(at.line), path_around(text, at));
            line.get(at.column as usize - 1..around.end.column as usize - 1).unwrap_or(&[])
        }
    };
    let path = std::str::from_utf8(path).unwrap_or("");
    package_names(path).filter(|name| !name.is_empty()).map(|name| name.as_bytes().to_vec()).collect()
}

/// The other name that an import at a place gives to a module: `b` of `import a.b as b`, `import b "a"`, `import * as b from "a"`.
pub fn renamed<'t>(text: &TextLines<'t>, at: Position) -> Option<&'t [u8]> {
    let (line, around) = (text.line(at.line), path_around(text, at));
    let (head, rest) = (line.get(..around.start.column as usize - 1)?, line.get(around.end.column as usize - 1..)?);
    let words = |part: &'t [u8]| part.split(|byte| !is_of_name(*byte)).filter(|word| !word.is_empty());
    // `import 'a.dart' as b`: behind the text in quotes.
    let rest = match rest {
        [quote @ (b'"' | b'\''), inside @ ..] => {
            inside.iter().position(|byte| byte == quote).map_or(rest, |end| &inside[end + 1..])
        }
        _ => rest,
    };
    let mut after = words(rest);
    if after.next() == Some(b"as") {
        return after.next();
    }
    let is_quoted = line.get(at.column as usize - 1).is_some_and(|byte| matches!(byte, b'"' | b'\'' | b'`'));
    // A default import is a value of the module.
    let is_whole = head.contains(&b'*') || !words(head).any(|word| word == b"from");
    words(head).rfind(|word| !matches!(*word, b"import" | b"from")).filter(|_| is_quoted && is_whole)
}
