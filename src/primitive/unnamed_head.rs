//! The head of a dotted name that nothing here has: `Clientt` of `Clientt.send`.

use super::engine::Engine;
use super::module_match::{ModuleMatch, module, names_code};
use super::near::near_symbols;
use super::note::Note;

/// The letters between the parts of a name.
const BETWEEN: [char; 3] = ['.', ':', '#'];

/// The words by which a body names what it is called on: each may be of any type.
const RECEIVERS: [&str; 5] = ["self", "this", "Self", "cls", "super"];

/// The note for a text that names no symbol, with the names near it; of a dotted name the part that is wrong, of a path whether it is
/// one of a file.
pub fn unknown(engine: &Engine<'_>, text: &str) -> Note {
    let snapshot = engine.snapshot;
    if names_code(text) {
        let is_file = !engine.places(text).is_empty();
        let missing = (!is_file).then(|| engine.missing_files(&[text]).pop()).flatten();
        return missing.unwrap_or_else(|| Note::unknown(format!("`{text}` is a file, and names no symbol"), &[]));
    }
    let head = unnamed_head(engine, text);
    let near = head.map(|head| near_symbols(snapshot, head)).filter(|near| !near.is_empty());
    let near = near.unwrap_or_else(|| near_symbols(snapshot, text));
    let near: Vec<&str> = near.iter().map(String::as_str).collect();
    let wrong = head.map(|head| format!(": no definition, module or package is named `{head}`"));
    let wrong = tests_named(engine, text).or(wrong).unwrap_or_default();
    Note::unknown(format!("no symbol is named `{text}`{wrong}"), &near)
}

/// The place of a test of that name which is no definition: the last part of its name, or all of it.
fn tests_named(engine: &Engine<'_>, text: &str) -> Option<String> {
    let snapshot = engine.snapshot;
    let is_named = |name: &str| name == text || name.strip_suffix(text).is_some_and(|it| it.ends_with(" > "));
    let test = snapshot.tests.iter().find(|test| is_named(snapshot.names.get(test.name)))?;
    Some(format!("; a test of that name is at `{}:{}`", snapshot.path(test.file), test.at.line))
}

/// The part before the last of a dotted name, where nothing here has it.
fn unnamed_head<'t>(engine: &Engine<'_>, text: &'t str) -> Option<&'t str> {
    if text.contains(['/', '(', '@', ' ', '\\']) {
        return None;
    }
    let (before, _) = text.rsplit_once(BETWEEN)?;
    let before = before.trim_end_matches(BETWEEN);
    let head = before.rsplit(BETWEEN).next().filter(|head| !head.is_empty() && !RECEIVERS.contains(head))?;
    let is_named = has_name(engine, head) || module(engine, before) != ModuleMatch::default();
    (!is_named).then_some(head)
}

/// Whether a definition or a part of a path has a name.
fn has_name(engine: &Engine<'_>, name: &str) -> bool {
    let snapshot = engine.snapshot;
    let is_part = |part: &str| part == name || part.split_once('.').is_some_and(|(stem, _)| stem == name);
    let is_defined = |id: u32| !engine.definitions_named(id).is_empty();
    snapshot.names.find(name).is_some_and(is_defined) || snapshot.paths.iter().any(|path| path.split('/').any(is_part))
}
