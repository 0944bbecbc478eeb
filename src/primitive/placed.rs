//! From a name with the package, namespace or module around it to the definition there: `retrofit2.Retrofit.create`,
//! `caddyhttp.SetVar`, `Symfony\Component\Console\Application::find`.

use cg_rules::{DefId, FileId};

use super::engine::Engine;
use crate::base::path;
use crate::facts::Snapshot;
use crate::language::{DeclKind, without_brackets};

/// The most dots of a name whose heads are each tried as a module: no import has as many.
pub(super) const MOST_DOTS: usize = 32;
/// The characters between the parts of a name.
const SEPARATORS: [char; 5] = ['.', ':', '#', '/', '\\'];
/// Folders of sources in general, which are no part of a name.
const SOURCES: [&str; 6] = ["src", "main", "java", "kotlin", "scala", "include"];

/// The definitions whose whole own name ends a text, and whose place the parts before it name; and whether each part is one
/// of the place. A place is the folders and the stem of a file, and the name of the package that owns it; the part nearest to
/// the name has to be in it, or the very first. The longest names are meant, and of these those with the most parts of
/// their place named.
pub fn placed(engine: &Engine<'_>, text: &str) -> (Vec<DefId>, bool) {
    let snapshot = engine.snapshot;
    let text = without_brackets(text.trim_end_matches(['.', '#', '!']));
    let parts: Vec<&str> =
        text.split(SEPARATORS).map(|part| part.trim_start_matches('@')).filter(|part| !part.is_empty()).collect();
    let Some(last) = parts.last().filter(|_| (2..=MOST_DOTS).contains(&parts.len())) else { return (Vec::new(), true) };
    let Some(id) = snapshot.names.find(last) else { return (Vec::new(), true) };
    let types = types_among(engine, &parts);
    let mut best = (0, 0);
    let (mut found, mut is_whole) = (Vec::new(), true);
    for def in engine.definitions_named(id).iter().copied() {
        let row = snapshot.definition(def).filter(|row| !matches!(row.kind, DeclKind::File | DeclKind::Impl));
        let Some(row) = row else { continue };
        let Some(around) = before(&parts, &snapshot.qualified_name(def)) else { continue };
        let rank = (parts.len() - around.len(), n_named(snapshot, row.file, around, &types));
        if rank.1 == 0 || rank < best {
            continue;
        }
        if rank > best {
            (best, is_whole) = (rank, rank.1 == around.len());
            found.clear();
        }
        found.push(def);
    }
    (found, is_whole)
}

/// The parts before a qualified name that ends them.
fn before<'p, 't>(parts: &'p [&'t str], qualified: &str) -> Option<&'p [&'t str]> {
    let mut rest = parts;
    for part in qualified.rsplit('.') {
        let (last, head) = rest.split_last()?;
        if *last != part {
            return None;
        }
        rest = head;
    }
    (!rest.is_empty()).then_some(rest)
}

/// The parts that are names of types.
fn types_among<'t>(engine: &Engine<'_>, parts: &[&'t str]) -> Vec<&'t str> {
    let is_type = |def: &DefId| engine.snapshot.definition(*def).is_some_and(|row| row.kind.is_type());
    let id = |part: &str| engine.snapshot.names.find(part);
    let is_of_type = |part: &&str| id(part).is_some_and(|id| engine.definitions_named(id).iter().any(is_type));
    parts.iter().copied().filter(is_of_type).collect()
}

/// How many parts the place of a file has, none where neither the first nor the last is one of it.
fn n_named(snapshot: &Snapshot, file: FileId, parts: &[&str], types: &[&str]) -> usize {
    let name = snapshot.path(file);
    let inside = name.rsplit_once('.').map_or(name, |(inside, _)| inside);
    let packages = packages_of(snapshot, file);
    let is_of_package = |part: &str| {
        let is_package = |package: &String| {
            package.replace('-', "_") == part || package.split(['/', '@', '.', ':', '-']).any(|it| it == part)
        };
        packages.iter().any(is_package)
    };
    let is_named = |part: &&str| {
        let is_same = |folder: &str| folder == *part || folder.replace('-', "_") == **part;
        // The name of a type is no name of the package that has the same: `Thor.option` of the gem `thor`.
        let is_package = || !types.contains(part) && is_of_package(&part.to_lowercase());
        !SOURCES.contains(part) && inside.split('/').any(is_same) || is_package()
    };
    // Where the nearest part is a type, the name means a member of it.
    let is_below = || parts.first().is_some_and(is_named) && !parts.last().is_some_and(|part| types.contains(part));
    if parts.last().is_some_and(is_named) || is_below() {
        parts.iter().filter(|part| is_named(part)).count()
    } else {
        0
    }
}

/// The names, in small letters, of the packages that own a file: those of the manifests in the nearest folder around it.
fn packages_of(snapshot: &Snapshot, file: FileId) -> Vec<String> {
    let inside = snapshot.path(file);
    let mut found: (usize, Vec<String>) = (0, Vec::new());
    for row in snapshot.manifests.iter().filter(|row| row.is_package) {
        let folder = path::parent(snapshot.path(row.file));
        let is_around = folder.is_empty() || inside.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        if !is_around || folder.len() < found.0 {
            continue;
        }
        if folder.len() > found.0 {
            found = (folder.len(), Vec::new());
        }
        found.1.push(snapshot.names.get(row.name).to_lowercase());
    }
    found.1
}
