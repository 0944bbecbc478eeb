//! Sources of every language: what one says alone, and what several say together.

use cg_bundle::base::Position;
use cg_bundle::facts::{RELATIONS, SectionSource, Snapshot, relate};
use cg_bundle::language::{LANGUAGES, Observation, Paths, World, is_config, of_path, of_paths};
use cg_bundle::package::is_manifest;
use cg_bundle::parse::{observe, sites};
use rustc_hash::FxHashMap;

use super::super::files::{self, File};
use super::super::read_below;
use super::Extent;

/// The most files that are related.
const MOST: usize = 12;

/// Each file of the cases alone.
pub fn first() -> Vec<Vec<u8>> {
    let cases = [read_below("cases/sites"), read_below("cases/languages")].concat();
    let all = cases.iter().flat_map(|(_, text)| files::split(text));
    let sources = all.filter(|file| of_path(&file.path).is_some() && !file.content.is_empty());
    sources.map(|file| files::join(&[file])).collect()
}

/// The repositories of the cases.
pub fn repositories() -> Vec<Vec<u8>> {
    let cases = [read_below("cases/languages"), read_below("cases/repositories"), read_below("cases/flow")].concat();
    let written = |text: &[u8]| files::split(text).into_iter().filter(|file| file.path != "facts").collect::<Vec<_>>();
    cases.iter().map(|(_, text)| files::join(&written(text))).collect()
}

/// The observation of one source is the same each time, and inside its text.
pub fn run(input: &[u8]) {
    for file in files::split(input) {
        if let Some(language) = of_path(&file.path) {
            let seen = observe(language, &file.content);
            assert!(seen == observe(language, &file.content), "{}: not the same twice", file.path);
            lies_in(&seen, &file);
            names_lie_in(language, &file);
        }
    }
}

fn without_mark(content: &[u8]) -> &[u8] {
    content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content)
}

fn lies_in(seen: &Observation, file: &File) {
    let extent = Extent::of(without_mark(&file.content));
    let last = seen.n_lines.max(1);
    for row in &seen.declarations {
        let in_order = row.start_line <= row.at.line && row.at.line <= row.end_line && row.end_line <= last;
        assert!(in_order && row.body_line <= row.end_line, "{}: {row:?} of {last} lines", file.path);
    }
    let places: [Vec<Position>; 7] = [
        seen.declarations.iter().map(|row| row.at).collect(),
        seen.imports.iter().map(|row| row.at).collect(),
        seen.supertypes.iter().map(|row| row.at).collect(),
        seen.calls.iter().map(|row| row.at).collect(),
        seen.references.iter().map(|row| row.at).collect(),
        seen.tests.iter().map(|row| row.at).collect(),
        seen.gaps.iter().map(|row| row.at).collect(),
    ];
    for at in places.into_iter().flatten() {
        assert!(extent.holds(at), "{}: a place at {at} of {last} lines", file.path);
    }
}

fn names_lie_in(language: usize, file: &File) {
    let found = sites(language, &file.content);
    assert!(found == sites(language, &file.content), "{}: not the same names twice", file.path);
    let lines: Vec<&[u8]> = without_mark(&file.content).split(|byte| *byte == b'\n').collect();
    let mut end = (0, 0);
    for site in found.as_slice() {
        let (line, start) = (site.at.line as usize, site.at.column as usize - 1);
        assert!((line, start) >= end, "{}: two names overlap at {}", file.path, site.at);
        end = (line, start + site.length as usize);
        let is_inside = lines.get(line.wrapping_sub(1)).is_some_and(|line| end.1 <= line.len());
        assert!(site.length > 0 && is_inside, "{}: the name at {} is not in its line", file.path, site.at);
    }
}

/// The facts of several sources are the same each time, can be stored, and can be shown.
pub fn related(input: &[u8]) {
    let mut all: Vec<File> = files::split(input).into_iter().filter(|file| files::is_plain(&file.path)).collect();
    all.truncate(MOST);
    all.sort_by(|one, other| one.path.cmp(&other.path));
    all.dedup_by(|one, other| one.path == other.path);
    let languages = of_paths(all.iter().map(|file| file.path.as_str()));
    let observations: Vec<Option<Observation>> =
        all.iter().zip(&languages).map(|(file, language)| Some(observe((*language)?, &file.content))).collect();
    let paths = Paths::new(all.iter().map(|file| file.path.as_str().into()).collect());
    let steers = paths.iter().filter(|(_, path)| is_config(path) || is_manifest(path));
    let configs: FxHashMap<_, _> =
        steers.map(|(id, _)| (id, String::from_utf8_lossy(&all[id.0 as usize].content).into_owned())).collect();
    let world = World {
        paths: &paths,
        observations: &observations,
        table: LANGUAGES,
        languages: &languages,
        configs: &configs,
        unread: None,
    };
    let facts = relate(&world, Vec::new(), None);
    let kept = facts.to_sections();
    assert!(kept == relate(&world, Vec::new(), None).to_sections(), "not the same facts twice");
    let section = move |name: &str| kept.iter().find(|(known, _)| *known == name).map(|(_, bytes)| bytes.clone());
    let again = Snapshot::head(&section).expect("what was kept is read").defer(SectionSource::new(section, || None));
    for relation in RELATIONS.iter() {
        assert!(relation.rows(&facts) == relation.rows(&again), "`{}` is kept as it was", relation.name);
    }
}
