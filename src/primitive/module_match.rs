//! From the name of a module to what it means here: files of the repository, or external packages.

use cg_rules::{FileId, PackageId};

use super::engine::Engine;
use super::locate::{files_named, place};
use super::note::{Note, listed};
use super::outside;
use super::shape::{Argument, Invocation};
use crate::base::TextPart;
use crate::facts::Snapshot;
use crate::language::{self, DeclKind, LANGUAGES};

/// The meaning of a module name: files of the repository, or external packages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleMatch {
    /// Files.
    pub files: Vec<FileId>,
    /// The files of modules below them: those of `a.b` for `a`.
    pub below: Vec<FileId>,
    /// Names of external packages, sorted: ids of [`Engine::outside`].
    pub packages: Vec<PackageId>,
}

/// The modules of an argument. What names nothing is noted.
pub fn modules(engine: &Engine<'_>, call: &Invocation, notes: &mut Vec<Note>) -> ModuleMatch {
    let (mut found, mut unimported) = (ModuleMatch::default(), Vec::new());
    for argument in &call.arguments {
        match argument {
            Argument::Files(files) => found.files.extend_from_slice(files),
            Argument::Definitions(_) => {}
            Argument::Text(text) => {
                let named = module(engine, text);
                if named == ModuleMatch::default() {
                    if names_code(text) {
                        notes.extend(engine.missing_files(&[text]));
                        continue;
                    }
                    let own =
                        || Some(format!("{}, and nothing here imports it by that name", outside::own(engine, text)?));
                    if let Some(text) = own().or_else(|| outside::brought(engine, text)) {
                        notes.push(Note::settled(text));
                        continue;
                    }
                    if call.is_read {
                        unimported.push(text.as_str());
                        continue;
                    }
                    let known = outside::unknown(engine, text);
                    let known = known.unwrap_or_else(|| format!("nothing here imports or is a module named `{text}`"));
                    notes.push(Note::unknown(known, &[]));
                }
                found.files.extend(named.files);
                found.below.extend(named.below);
                found.packages.extend(named.packages);
            }
        }
    }
    notes.extend(listed("nothing here imports", &unimported).map(Note::settled));
    found.files.sort_unstable();
    found.files.dedup();
    found.below.sort_unstable();
    found.below.dedup();
    found.below.retain(|file| found.files.binary_search(file).is_err());
    found.packages.sort_unstable();
    found.packages.dedup();
    found
}

/// A module by its name: an external package, a module of one and what lies below it, a name that imports use, a path,
/// a dotted path.
pub fn module(engine: &Engine<'_>, text: &str) -> ModuleMatch {
    let snapshot = engine.snapshot;
    let packages = outside::named(engine, text);
    // `name@version` names a package with a version; a scope's `@` stands first.
    let text = text.strip_prefix("pkg:").and_then(|purl| purl.split_once('/')).map_or(text, |(_, name)| name);
    let name = match text.rfind('@') {
        Some(at) if at > 0 => text.part(..at),
        _ => text,
    };
    let name = outside::without_wildcard(name);
    let imported = snapshot.names.find(name).into_iter().flat_map(|name| snapshot.modules.headed([name]));
    let mut files: Vec<FileId> = imported.map(|row| row.file).collect();
    if files.is_empty() && packages.is_empty() {
        files = files_named(snapshot, name);
    }
    if files.is_empty() && packages.is_empty() {
        files = defining(engine, name);
    }
    if files.is_empty() && packages.is_empty() && !name.contains('/') {
        files = engine.ends().dotted(snapshot, name);
    }
    let below = beginning(snapshot, name).flat_map(|id| snapshot.modules.headed([id]));
    let below = below.filter(|row| outside::is_module_below(snapshot, row.name, row.file, name));
    let below = below.map(|row| row.file).collect();
    ModuleMatch { files, below, packages }
}

/// The files that define a module of that whole name, in languages in which it leads there without an import.
fn defining(engine: &Engine<'_>, name: &str) -> Vec<FileId> {
    let defs = engine.snapshot.names.find(name).into_iter().flat_map(|name| engine.definitions_named(name));
    let rows = defs.filter_map(|def| engine.snapshot.definition(*def));
    let modules = rows.filter(|row| row.kind.is_type() || row.kind == DeclKind::Module).filter(|row| {
        let language = engine.snapshot.file_row(row.file).and_then(|it| LANGUAGES.get(it.language as usize));
        language.is_some_and(|language| language.conventions.names_modules_whole)
    });
    modules.map(|row| row.file).collect()
}

/// The names that begin with a text, in order.
fn beginning<'s>(snapshot: &'s Snapshot, text: &'s str) -> impl Iterator<Item = u32> + 's {
    let first = snapshot.names.rank(text).unwrap_or_else(|before| before);
    let n_names = u32::try_from(snapshot.names.len()).unwrap_or(u32::MAX);
    (first..n_names).take_while(move |id| snapshot.names.get(*id).starts_with(text))
}

/// Whether a text is a path of code.
pub fn names_code(text: &str) -> bool {
    text.contains('/') && language::of_path(&place(text).0).is_some()
}
