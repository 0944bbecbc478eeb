//! The definition that a frame is in: the function that it names, wherever that is in the file, else the one around its line.

use std::cmp::Reverse;

use cg_rules::{DefId, FileId};

use crate::facts::{Definition, Snapshot};
use crate::language::DeclKind;
use crate::primitive::TraceFrame;

/// The beginnings of names that compilers give to accessors, closures and members of their own.
const MADE: [&str; 12] =
    ["get", "set", "is", "add_", "remove_", "op_", "invoke", "component", "copy", "create", "Move", "operator"];

/// The definition of a frame in one file.
#[derive(Default)]
pub(super) struct Enclosing {
    pub(super) def: Option<DefId>,
    /// How the place of the frame contradicts its function.
    pub(super) drift: Option<Drift>,
}

/// A frame whose line lies outside its function, as lines of another version do.
pub(super) struct Drift {
    /// The path and the line.
    pub(super) place: String,
    /// The name of the function around that line; `None` where there is none.
    pub(super) lies_in: Option<String>,
    /// The function in its place.
    pub(super) instead: Instead,
}

/// The function that a frame means, whose line is another's.
pub(super) enum Instead {
    /// One of that name.
    Meant(Meant),
    /// None: the line is that of a test that did not fail.
    Passed,
    /// None: the type of this name is in the file, and has no function of the other.
    Gone(String, String),
}

/// A function by its name.
pub(super) struct Meant {
    /// The name with its types.
    pub(super) name: String,
    /// The line of the definition.
    pub(super) line: u32,
    /// The number of functions of the file that the frame names as well as this one.
    pub(super) count: usize,
}

/// Finds the definition of a frame. A function of that name is meant: of several the one that holds the line, else one whose type
/// the frame names too, else the nearest. `failed` are the tests that the trace names elsewhere.
pub(super) fn enclosing(snapshot: &Snapshot, file: FileId, frame: &TraceFrame, failed: &[DefId]) -> Enclosing {
    let mut rows: Vec<(DefId, Definition)> = snapshot
        .definitions_of(file)
        .filter(|(def, row)| is_code(row.kind) && !snapshot.name(*def).is_empty())
        .collect();
    rows.sort_by_key(|(_, row)| row.end_line - row.start_line);
    // In a test, a value on one line is what the line makes, and not the code that runs it.
    let is_aside = snapshot.file_row(file).is_some_and(|row| row.is_aside);
    let runs = |row: &Definition| !is_aside || !row.kind.is_value() || row.end_line > row.start_line;
    let around = rows.iter().find(|(_, row)| runs(row) && distance(row, frame.line) == Some(0));
    let function = frame.function.as_deref().unwrap_or_default();
    // A class that a compiler made for a function without a name has members of its own: `Task$start$1.invoke`.
    let is_of_type =
        |def: DefId, function: &str| !function.contains('$') || shared(&snapshot.qualified_name(def), function).0 > 1;
    let of_name = |function: &str| -> Vec<&(DefId, Definition)> {
        let named = rows.iter().filter(|(def, _)| has_name(function, snapshot.name(*def)));
        named.filter(|(def, _)| is_of_type(*def, function)).collect()
    };
    // Parameters of a test may stand behind its name.
    let shorter = function.split_once(' ').map_or(function, |(name, _)| name);
    let named = [function, shorter].into_iter().map(of_name).find(|it| !it.is_empty()).unwrap_or_default();
    let holding = named.iter().find(|(_, row)| distance(row, frame.line) == Some(0));
    let n_shared = |def: DefId| shared(&snapshot.qualified_name(def), function).0;
    // A line behind the end of the file is near to nothing.
    let n_lines = snapshot.file_row(file).map_or(0, |row| row.lines);
    let near = frame.line.filter(|line| *line <= n_lines);
    let rank = |(def, row): &&&(DefId, Definition)| {
        let n_more = shared(&snapshot.qualified_name(*def), function).1;
        (Reverse(n_shared(*def)), distance(row, near), n_more, row.start_line)
    };
    let drift = |instead: Instead| {
        // A value may hold functions of its own, and an object is made by the values of its fields as well.
        let line = frame.line.filter(|_| around.is_none_or(|(_, row)| row.kind.is_callable()))?;
        let lies_in = around.map(|(def, _)| snapshot.qualified_name(*def));
        Some(Drift { place: format!("{}:{line}", snapshot.path(file)), lies_in, instead })
    };
    let meant = |(def, row): &(DefId, Definition)| Meant {
        name: snapshot.qualified_name(*def),
        line: row.at.line,
        // The prototype of a function is no other one.
        count: named
            .iter()
            .filter(|(other, its)| n_shared(*other) == n_shared(*def) && (row.body_line == 0 || its.body_line > 0))
            .count(),
    };
    match (holding, named.iter().min_by_key(rank)) {
        (Some((def, _)), _) => Enclosing { def: Some(*def), drift: None },
        (None, Some(nearest)) if is_constructor(snapshot, nearest.0) => Enclosing { def: Some(nearest.0), drift: None },
        (None, Some(nearest)) => Enclosing { def: Some(nearest.0), drift: drift(Instead::Meant(meant(nearest))) },
        (None, None) => match around {
            // Of the tests of a file, those that failed are named; the line of another one is of another version.
            Some((def, _)) if function.is_empty() && passed(snapshot, *def, file, failed) => {
                Enclosing { def: None, drift: drift(Instead::Passed) }
            }
            Some((_, row)) if row.kind.is_callable() => match gone(snapshot, file, function) {
                Some((of, name)) => {
                    Enclosing { def: None, drift: drift(Instead::Gone(of.to_owned(), name.to_owned())) }
                }
                None => Enclosing { def: around.map(|(def, _)| *def), drift: None },
            },
            around => Enclosing { def: around.map(|(def, _)| *def), drift: None },
        },
    }
}

/// The type and the name of a function that a frame names, where the file has the type: nothing of it has the name, which a
/// programmer wrote. Compilers give names with marks to what has none, and words of their own to what a property does.
fn gone<'f>(snapshot: &Snapshot, file: FileId, function: &'f str) -> Option<(&'f str, &'f str)> {
    let (types, name) = function.rsplit_once('.')?;
    let of = types.rsplit('.').next()?;
    let is_written = |part: &str| part.chars().all(|it| it.is_alphanumeric() || it == '_');
    let is_made = MADE.iter().any(|mark| name.starts_with(mark));
    let mut rows = snapshot.definitions_of(file);
    let has_type = rows.any(|(def, row)| row.kind.is_type() && snapshot.name(def) == of);
    (has_type && is_written(name) && !is_made && name != of).then_some((of, name))
}

/// Whether a definition is a test that did not fail, in a file of which others did.
fn passed(snapshot: &Snapshot, def: DefId, file: FileId, failed: &[DefId]) -> bool {
    let is_here = |it: &DefId| snapshot.definition(*it).is_some_and(|row| row.file == file);
    snapshot.is_test(def) && !failed.contains(&def) && failed.iter().any(is_here)
}

/// Whether a function has the name of its type.
fn is_constructor(snapshot: &Snapshot, def: DefId) -> bool {
    let qualified = snapshot.qualified_name(def);
    let mut parts = qualified.rsplit('.');
    parts.next() == parts.next()
}

/// The lines between a definition and a line; 0 inside it, `None` without a line.
fn distance(row: &Definition, line: Option<u32>) -> Option<u32> {
    let line = line?;
    Some(row.start_line.saturating_sub(line).max(line.saturating_sub(row.end_line)))
}

/// Whether the function of a frame ends with a name, as a part of its own: names may have marks and blanks themselves.
pub(super) fn has_name(function: &str, name: &str) -> bool {
    let before = function.strip_suffix(name);
    before.is_some_and(|before| before.is_empty() || before.ends_with(['.', ':', '#']))
}

/// How many parts of a qualified name, from the last, the function of a frame has as well, and how many it has not.
fn shared(qualified: &str, function: &str) -> (usize, usize) {
    let parts = |text: &'_ str| -> Vec<String> { text.rsplit(['.', '/', ':', '#']).map(str::to_owned).collect() };
    let (qualified, function) = (parts(qualified), parts(function));
    let n_shared = qualified.iter().zip(&function).take_while(|(one, other)| one == other).count();
    (n_shared, qualified.len() - n_shared)
}

/// Whether a frame may be in a declaration of a kind, as a function or as the value that a function is.
pub(super) fn is_code(kind: DeclKind) -> bool {
    matches!(kind, DeclKind::Function | DeclKind::Method | DeclKind::Macro | DeclKind::Variable | DeclKind::Field)
}
