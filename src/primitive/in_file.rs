//! Names behind the path of a file: `src/app.ts:Store.put`, `app.ts:12`.

use cg_rules::{DefId, FileId};

use super::called::called;
use super::engine::Engine;
use crate::facts::Snapshot;
use crate::language::{self, DeclKind, without_brackets};

/// The definitions of a name, or those around a line, in the files of a path or of the end of one.
pub(super) fn in_files(engine: &Engine<'_>, path: &str, rest: &str) -> Vec<DefId> {
    let files = match engine.snapshot.file(path.trim_start_matches("./")) {
        Some(file) => vec![file],
        None if language::of_path(path).is_some() => engine.places(path).into_iter().map(|(file, _)| file).collect(),
        None => Vec::new(),
    };
    files.into_iter().flat_map(|file| in_file(engine.snapshot, file, rest)).collect()
}

/// The definitions of a file with that name, or the innermost one around that line.
fn in_file(snapshot: &Snapshot, file: FileId, rest: &str) -> Vec<DefId> {
    let rows = snapshot.definitions_of(file).filter(|(_, row)| row.kind != DeclKind::File);
    if let Ok(line) = rest.split(':').next().unwrap_or("").parse::<u32>() {
        let around = rows.filter(|(_, row)| row.start_line <= line && line <= row.end_line);
        let around = around.filter(|(_, row)| row.kind != DeclKind::Attribute);
        return around.min_by_key(|(_, row)| row.end_line - row.start_line).map(|(def, _)| def).into_iter().collect();
    }
    let name = dots(without_brackets(rest));
    let fitting: Vec<(DefId, String)> = rows
        .map(|(def, _)| (def, dots(&snapshot.qualified_name(def))))
        .filter(|(_, qualified)| fits(qualified, &name))
        .collect();
    // The whole name means what has it, and not what has it as an end.
    let is_whole = fitting.iter().any(|(_, qualified)| *qualified == name);
    let meant = fitting.into_iter().filter(|(_, qualified)| !is_whole || *qualified == name).map(|(def, _)| def);
    called(snapshot, rest, meant.collect())
}

/// A name with dots between its parts: `A::b#c` is `A.b.c`. Behind a dot, and before all, the sign is that of a name: `A.#b`.
pub(super) fn dots(name: &str) -> String {
    let name = name.replace("::", ".");
    let is_of_name = |at: usize| name.get(..at).is_none_or(|before| before.is_empty() || before.ends_with('.'));
    let letters = name.char_indices();
    letters.map(|(at, letter)| if letter == '#' && !is_of_name(at) { '.' } else { letter }).collect()
}

/// Whether `name` is `qualified`, or its last parts.
pub(super) fn fits(qualified: &str, name: &str) -> bool {
    qualified == name || qualified.strip_suffix(name).is_some_and(|head| head.ends_with('.'))
}
