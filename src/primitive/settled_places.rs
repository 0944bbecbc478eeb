//! Places in doubt that the facts and the text around the name settle: those that an answer lists already, and those whose path leads
//! out of the repository, as `http.Server` does beside a type `Server`.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::Link;
use super::engine::Engine;
use super::meant_places::{PlaceSet, is_named_again, sites_of};
use super::mention_group::{MentionSense, MentionVerdict, Mentioned, count_others, take_some};
use super::module_names::{ModuleNames, homes};
use super::named_texts::NamedTexts;
use super::standing::{LedBy, access, is_of_name, path_around};
use super::symbol_match::SymbolMatch;
use super::text_lines::TextLines;
use crate::base::Position;
use crate::facts::{MentionMeaning, NONE, PackageImport};

const OUTSIDE: MentionSense = MentionSense::Fact(MentionMeaning::Outside);
/// The most files that are read for one symbol, those with most places first; the places of the others stay in doubt.
const FILES: usize = 64;
/// The heads of paths that lead from the file itself.
const OWN_HEADS: [&str; 8] = ["Self", "crate", "parent", "self", "static", "super", "this", "global"];

/// Takes the settled places out of those in doubt, and gives those that lead out of the repository.
pub(super) fn settle(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    mentioned: &mut Vec<Mentioned>,
    listed: &[(FileId, Link)],
    texts: &mut NamedTexts,
) -> PlaceSet {
    let mut open: BTreeMap<(u32, FileId), u32> = BTreeMap::new();
    for row in mentioned.iter().filter(|row| row.verdict == MentionVerdict::Open || is_named_again(row)) {
        row.files.iter().for_each(|(file, count)| *open.entry((row.name, *file)).or_default() += count);
    }
    let mut open: Vec<(u32, FileId, u32)> = open.into_iter().map(|((name, file), count)| (name, file, count)).collect();
    open.sort_by_key(|(_, file, count)| (engine.is_aside(*file), std::cmp::Reverse(*count), *file));
    open.truncate(FILES);
    let files: FxHashSet<FileId> = open.iter().map(|(_, file, _)| *file).collect();
    let mut packages: FxHashMap<FileId, Vec<PackageImport>> = FxHashMap::default();
    for row in engine.snapshot.package_imports.iter().filter(|row| files.contains(&row.file)) {
        packages.entry(row.file).or_default().push(row);
    }
    let homes = homes(engine, &symbol.defs.iter().copied().collect());
    let mut outside = PlaceSet::new();
    for (name, file, _) in open {
        let Some(Some(sites)) = sites_of(engine, name, [file].into_iter(), texts, listed).pop() else { continue };
        let Some(lines) = texts.lines(file) else { continue };
        let imports = packages.get(&file).map_or(&[][..], Vec::as_slice);
        let modules = ModuleNames::of(engine, &homes, file, &lines);
        let paths = Paths { engine, texts, file, lines, imports };
        let leads_out = |(at, kind): &(Position, _)| {
            !modules.lead_to(&paths.lines, *at, *kind, |module| texts.declares(file, module))
                && paths.leads_out(engine.snapshot.names.get(name), *at)
        };
        let found: Vec<Position> = sites.unlisted.iter().filter(|site| leads_out(site)).map(|(at, _)| *at).collect();
        let n_known = count_in(mentioned, name, file, |row| is_meaning(row, MentionMeaning::Outside));
        let n_outside = u32::try_from(found.len()).unwrap_or(u32::MAX).saturating_sub(n_known);
        let mut taken = take_some(mentioned, (name, file), n_outside, is_behind);
        // What a file declares may be counted by its last name, whatever leads to it.
        taken += take_some(mentioned, (name, file), n_outside - taken, is_named_again);
        count_others(mentioned, (name, file), OUTSIDE, taken);
        outside.extend(found.into_iter().map(|at| (file, at)));
    }
    mentioned.retain(|row| !row.files.is_empty());
    mentioned.sort_by_key(|row| (row.name, row.verdict, row.meaning));
    outside
}

/// Takes those places out of the ones in doubt that an answer lists: no more can be in doubt than its text has beside them.
pub(super) fn settle_listed(
    engine: &Engine<'_>,
    mentioned: &mut Vec<Mentioned>,
    (listed, outside): (&[(FileId, Link)], &PlaceSet),
    texts: &mut NamedTexts,
) {
    let rows = mentioned.iter().filter(|row| is_behind(row));
    let open: BTreeSet<(u32, FileId)> =
        rows.flat_map(|row| row.files.keys().map(|file| (row.name, *file))).take(FILES).collect();
    for (name, file) in open {
        let Some(Some(sites)) = sites_of(engine, name, [file].into_iter(), texts, listed).pop() else { continue };
        let n_open = count_in(mentioned, name, file, |row| row.verdict == MentionVerdict::Open);
        let unlisted = sites.unlisted.iter().filter(|(at, _)| !outside.contains(&(file, *at)));
        let n_unlisted = u32::try_from(unlisted.count()).unwrap_or(u32::MAX);
        // Of the places that are listed, the facts count each import and each place that is surely meant.
        let n_sure = count_in(mentioned, name, file, |row| {
            row.verdict == MentionVerdict::Meant && row.meaning != MentionSense::Declares
                || is_meaning(row, MentionMeaning::Import)
        });
        let n_taken = n_open.saturating_sub(n_unlisted).min(sites.n_listed.saturating_sub(n_sure));
        take_some(mentioned, (name, file), n_taken, is_behind);
    }
    mentioned.retain(|row| !row.files.is_empty());
}

fn is_meaning(row: &Mentioned, meaning: MentionMeaning) -> bool {
    row.meaning == MentionSense::Fact(meaning)
}

/// How many mentions of some sort a file has.
fn count_in(mentioned: &[Mentioned], name: u32, file: FileId, is_counted: impl Fn(&Mentioned) -> bool) -> u32 {
    let rows = mentioned.iter().filter(|row| row.name == name && is_counted(row));
    rows.filter_map(|row| row.files.get(&file)).sum()
}

/// Whether mentions in doubt are members or parts of paths.
fn is_behind(row: &Mentioned) -> bool {
    let is_led = is_meaning(row, MentionMeaning::Member) || is_meaning(row, MentionMeaning::Path);
    row.verdict == MentionVerdict::Open && is_led
}

/// The paths of one file.
struct Paths<'a> {
    engine: &'a Engine<'a>,
    texts: &'a NamedTexts,
    file: FileId,
    lines: TextLines<'a>,
    imports: &'a [PackageImport],
}

impl Paths<'_> {
    /// Whether the path around the name at a place leads out of the repository.
    fn leads_out(&self, name: &str, at: Position) -> bool {
        let Some(led_by) = access(&self.lines, at) else { return false };
        let path = path_around(&self.lines, at);
        let names = &self.engine.snapshot.names;
        let last =
            |id: u32| if id == NONE { "" } else { names.get(id).rsplit(['.', '/', ':', '\\']).next().unwrap_or("") };
        if self.imports.iter().any(|row| path.contains(&row.at) && last(row.name) == name) {
            return true;
        }
        let line = self.lines.line(at.line);
        let before = line.get(path.start.column as usize - 1..at.column as usize - 1).unwrap_or(&[]);
        let mut parts = before.split(|byte| !is_of_name(*byte)).filter(|part| !part.is_empty());
        let Some(head) = parts.next().and_then(|part| std::str::from_utf8(part).ok()) else { return false };
        if OWN_HEADS.contains(&head) || self.texts.declares(self.file, head) {
            return false;
        }
        let is_bound = |row: &PackageImport| match row.name {
            NONE => last(row.module) == head,
            _ => last(row.name) == head,
        };
        // The names of namespaces that a `\\` joins are no definitions.
        let is_path = led_by == LedBy::Path && !before.contains(&b'\\');
        self.imports.iter().any(is_bound) || is_path && self.is_unknown(head)
    }

    /// Whether nothing in the repository has a name, no package of it either, and no import of the file gives it to something.
    fn is_unknown(&self, head: &str) -> bool {
        let snapshot = self.engine.snapshot;
        let mut packages =
            snapshot.manifests.iter().filter(|row| row.is_package).map(|row| snapshot.names.get(row.name));
        let is_declared = || snapshot.names.find(head).is_some_and(|id| !self.engine.definitions_named(id).is_empty());
        let is_given = || {
            let text = String::from_utf8_lossy(self.lines.bytes()).into_owned();
            [format!(" as {head}"), format!("namespace {head}"), format!("{head} =")].iter().any(|it| text.contains(it))
        };
        !packages.any(|name| name.replace('-', "_") == head) && !is_declared() && !is_given()
    }
}
