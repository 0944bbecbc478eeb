//! Files that hold code of a language among other text, as templates and components do, and of which nothing is read but the words:
//! where they write the name of a symbol, or import a file or a package, no fact says so.

use cg_rules::{FileId, Id};
use memchr::memmem;

use super::engine::Engine;
use super::named_texts::last_name;
use super::naming::symbol;
use super::note::Note;
use super::shape::{ArgType, Argument, Invocation};
use super::unread_texts::OF_USERS;
use crate::base::{counted, is_word_part, path};
use crate::facts::NONE;
use crate::language::LANGUAGES;

/// The most bytes of one file that is read.
const FILE_BYTES: u64 = 1024 * 1024;
/// How many files a note lists, and how many lines of each.
const SHOWN: usize = 5;
const LINES: usize = 3;
/// The queries whose answers are files that import what they name.
const OF_IMPORTERS: [&str; 4] =
    ["dep_graph.consumers", "import_graph.broken", "import_graph.reverse_lookup", "import_graph.transitive_callers"];
/// Words of which a line that imports has one, in any language.
const IMPORTING: [&str; 9] = ["alias", "cimport", "from", "import", "include", "load", "require", "use", "using"];

/// The way in which a text is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// As a name anywhere.
    Name,
    /// As a package, or a module of it, that a line imports.
    Package,
    /// As the last part of a path that a line imports.
    File,
}

/// A text that is looked for, in files of which languages.
struct Search<'c> {
    /// The text of the call.
    shown: &'c str,
    text: String,
    wanted: Wanted,
    /// The family of languages whose code may mean it; any, where nothing declares it.
    family: Option<&'static str>,
}

/// The notes on what such files hold of the names, files and packages of a call, one for each of these.
pub(super) fn note_foreign(engine: &Engine<'_>, call: &Invocation) -> Vec<Note> {
    let texts = call.arguments.iter().filter_map(Argument::text);
    let searches: Vec<Search<'_>> = match engine.tree {
        Some(_) => texts.filter_map(|text| search(engine, call, text)).collect(),
        None => Vec::new(),
    };
    if searches.is_empty() {
        return Vec::new();
    }
    let is_of = |search: &Search<'_>, families: &[&str]| match search.family {
        Some(family) => families.contains(&family),
        None => !families.is_empty(),
    };
    let all = (0..engine.snapshot.paths.len()).map(FileId::of);
    let mut files: Vec<FileId> = all
        .filter(|file| {
            let families = families(engine, *file);
            searches.iter().any(|search| is_of(search, &families))
        })
        .collect();
    engine.narrow_to(&mut files, searches.iter().map(|search| search.text.as_str()));
    let mut found: Vec<Vec<(FileId, Vec<u32>)>> = searches.iter().map(|_| Vec::new()).collect();
    let mut unread: Vec<FileId> = Vec::new();
    for file in files.into_iter().filter(|file| engine.admits(*file)) {
        let Some(text) = engine.tree.and_then(|tree| engine.text(tree, file, FILE_BYTES).ok()) else {
            unread.push(file);
            continue;
        };
        let families = families(engine, file);
        for (search, found) in searches.iter().zip(&mut found).filter(|(search, _)| is_of(search, &families)) {
            let lines = lines(&text, search);
            if !lines.is_empty() {
                found.push((file, lines));
            }
        }
    }
    let notes = searches.iter().zip(&found).filter_map(|(search, found)| note(engine, search, found));
    notes.chain(note_unread(engine, &unread)).collect()
}

/// The note on files that could not be searched.
fn note_unread(engine: &Engine<'_>, unread: &[FileId]) -> Option<Note> {
    let shown: Vec<&str> = unread.iter().take(SHOWN).map(|file| engine.snapshot.path(*file)).collect();
    let more = if unread.len() > SHOWN { ", …" } else { "" };
    let text =
        || format!("not read, as it is larger than {} MiB or gone: {}{more}", FILE_BYTES >> 20, shown.join(", "));
    (!unread.is_empty()).then(|| Note::unresolved(unread.len(), text()))
}

/// The families of the languages whose code is in a file of which only the words are read.
fn families(engine: &Engine<'_>, file: FileId) -> Vec<&'static str> {
    if engine.snapshot.file_row(file).is_some_and(|row| row.language != NONE) {
        return Vec::new();
    }
    let ending = path::extension(engine.snapshot.path(file));
    LANGUAGES.iter().filter(|it| it.conventions.hosts.contains(&ending)).map(|it| it.family).collect()
}

/// The search for an argument of a call; `None` where the answer is not about users of it.
fn search<'c>(engine: &Engine<'_>, call: &Invocation, shown: &'c str) -> Option<Search<'c>> {
    if OF_IMPORTERS.contains(&call.primitive.name) {
        return match engine.snapshot.file(shown) {
            Some(file) => {
                let stem = path::stem(shown);
                let folders = |it: &crate::language::Language| it.conventions.folder_stems.contains(&stem);
                let language = super::kin::language(engine.snapshot, file)?;
                let text = if folders(language) { path::name(path::parent(shown)) } else { stem };
                let (text, family) = (text.to_owned(), Some(language.family));
                (!text.is_empty()).then_some(Search { shown, text, wanted: Wanted::File, family })
            }
            None if call.primitive.takes.first() == Some(&ArgType::Files) || shown.contains(['*', ' ']) => None,
            None => Some(Search { shown, text: shown.to_owned(), wanted: Wanted::Package, family: None }),
        };
    }
    let symbol = OF_USERS.contains(&call.primitive.name).then(|| symbol(engine, shown))?;
    // The end of a path, and a line, are no names.
    if symbol.defs.is_empty() && !engine.places(shown).is_empty() {
        return None;
    }
    let name = last_name(&symbol).filter(|_| symbol.external.is_empty())?;
    let of_def = symbol.defs.first().and_then(|def| engine.file(*def));
    let family = of_def.and_then(|file| super::kin::family(engine.snapshot, file));
    Some(Search { shown, text: name.to_owned(), wanted: Wanted::Name, family })
}

/// The lines of a text that hold what is looked for, from 1.
fn lines(text: &[u8], search: &Search<'_>) -> Vec<u32> {
    let finder = memmem::Finder::new(search.text.as_bytes());
    if finder.find(text).is_none() || text.contains(&0) {
        return Vec::new();
    }
    let holds = |line: &[u8]| {
        let mut places = finder.find_iter(line).map(|at| (line.get(..at), line.get(at + search.text.len()..)));
        places.any(|(before, after)| {
            is_meant(search.wanted, before.and_then(<[u8]>::last), after.and_then(<[u8]>::first))
        })
    };
    let numbered = (1..).zip(text.split(|byte| *byte == b'\n'));
    let found = numbered.filter(|(_, line)| holds(line) && (search.wanted == Wanted::Name || imports(line)));
    found.map(|(number, _)| number).collect()
}

/// Whether the bytes around a text let it be what is looked for.
fn is_meant(wanted: Wanted, before: Option<&u8>, after: Option<&u8>) -> bool {
    match wanted {
        Wanted::Name => !is_word_part(before) && !is_word_part(after),
        // A package is not the end of another's path, nor the start of another's name.
        Wanted::Package => {
            !is_word_part(before)
                && !is_word_part(after)
                && !before.is_some_and(|byte| b"/.-@".contains(byte))
                && after != Some(&b'-')
        }
        Wanted::File => {
            before.is_none_or(|byte| b"/. ".contains(byte)) && after.is_none_or(|byte| b"\"'`. ;>\r".contains(byte))
        }
    }
}

/// Whether a line has a word that imports.
fn imports(line: &[u8]) -> bool {
    let mut words = line.split(|byte| !byte.is_ascii_alphanumeric());
    words.any(|word| IMPORTING.iter().any(|it| it.as_bytes() == word))
}

/// The note on the files that hold what is looked for.
fn note(engine: &Engine<'_>, search: &Search<'_>, found: &[(FileId, Vec<u32>)]) -> Option<Note> {
    if found.is_empty() {
        return None;
    }
    let place = |(file, lines): &(FileId, Vec<u32>)| {
        let shown: Vec<String> = lines.iter().take(LINES).map(u32::to_string).collect();
        let more = lines.len().saturating_sub(LINES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}:{}{more}", engine.snapshot.path(*file), shown.join(","))
    };
    let places: Vec<String> = found.iter().take(SHOWN).map(place).collect();
    let more = if found.len() > SHOWN { ", …" } else { "" };
    let n_places = found.iter().map(|(_, lines)| lines.len()).sum();
    let (files, shown) = (counted(found.len(), "file"), search.shown);
    let what = match search.wanted {
        Wanted::Name => format!("`{}` is in {} of {files}", search.text, counted(n_places, "line")),
        Wanted::Package | Wanted::File if found.len() == 1 => format!("{files} imports `{shown}` by its text"),
        Wanted::Package | Wanted::File => format!("{files} import `{shown}` by their text"),
    };
    let text = format!("{what}, of which nothing is read but the words: {}{more}", places.join(", "));
    Some(Note::unresolved(n_places, text))
}
