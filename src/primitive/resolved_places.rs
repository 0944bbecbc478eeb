//! Places of a name that are resolved one by one: where a file has a key, a local or another definition of the name, its mentions say
//! for the file as a whole no more what each place means.

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::Link;
use super::around::{functions_around, types_around};
use super::engine::Engine;
use super::key_places::is_key;
use super::kin::{family, language};
use super::meant_places::{PlaceSet, links, sites_of};
use super::member_places::MemberPlaces;
use super::mention_group::{MentionSense, MentionVerdict, Mentioned, count_others, take_some};
use super::module_names::is_at_the_top;
use super::named_texts::{NamedTexts, NamesOfText};
use super::settled_members::OpenMembers;
use super::standing::access;
use super::symbol_match::SymbolMatch;
use super::text_lines::TextLines;
use super::top_scopes::binding_lines;
use crate::base::{Position, path};
use crate::facts::MentionMeaning;
use crate::language::DeclKind;
use crate::parse::SiteKind;

/// The most files that are read for one symbol: its own, those that use it, those that import its files, and those beside them.
const FILES: usize = 64;
/// The most further files, which may name a symbol by the package that holds it.
const FAR_FILES: usize = 16;
/// The nearness of these.
const FAR: u32 = 4;

/// Lists the places that are left of the names of a symbol and surely mean it, and takes them out of what is only counted.
///
/// Gives them with the places that mean something else.
pub fn resolved_places(
    engine: &Engine<'_>,
    (symbol, defs): (&SymbolMatch, &[DefId]),
    mentioned: &mut Vec<Mentioned>,
    (listed, outside): (&[(FileId, Link)], &PlaceSet),
    texts: &mut NamedTexts,
) -> (Vec<(FileId, Link)>, PlaceSet) {
    let (mut found, mut others) = (Vec::new(), PlaceSet::new());
    if defs.is_empty() {
        return (found, others);
    }
    let mut names: Vec<u32> = mentioned.iter().map(|row| row.name).collect();
    names.sort_unstable();
    names.dedup();
    let snapshot = engine.snapshot;
    let is_led_to = defs.iter().filter_map(|def| snapshot.definition(*def)).all(|row| {
        let is_value = row.kind == DeclKind::Method || row.kind == DeclKind::Field;
        row.kind.is_type() || !is_value && is_at_the_top(engine, &row)
    });
    // A method that is added to a type from elsewhere is no member of any that is known.
    let is_method = |def: &DefId| snapshot.definition(*def).is_some_and(|row| row.kind == DeclKind::Method);
    let is_led_to = is_led_to || defs.iter().all(is_method) && MemberPlaces::of(engine, symbol).is_none();
    for name in names {
        let files = files(engine, defs, mentioned, (name, is_led_to));
        let mut open = OpenMembers::default();
        let sites = sites_of(engine, name, files.iter().copied(), texts, listed);
        let text_of_name = snapshot.names.get(name);
        for (file, sites) in files.iter().zip(sites) {
            let Some((sites, text)) = sites.zip(texts.of_file(*file)) else { continue };
            let hidden = hidden(engine, name, &text, &texts.defined(*file, text_of_name));
            let Some(language) = language(snapshot, *file) else { continue };
            let keys_are_members = language.keys_are_members;
            // Without brackets a name is a variable, where the grammar does not know what a function is.
            let has_values = language.conventions.head.is_none();
            for (at, kind) in sites.unlisted {
                let is_led = access(&text.lines, at).is_some();
                let is_name = kind == SiteKind::Shorthand || !is_key(&text.lines, at, keys_are_members);
                let is_bare = || {
                    has_values
                        && is_name
                        && !is_of_body(engine, (*file, at), name, defs)
                        && !hidden.iter().any(|(first, last)| (*first..=*last).contains(&at.line))
                };
                let may_mean = !matches!(kind, SiteKind::Write | SiteKind::Define | SiteKind::Import | SiteKind::Jsx);
                if may_mean && !outside.contains(&(*file, at)) && if is_led { is_led_to } else { is_bare() } {
                    open.add(&text, (at, kind), text_of_name);
                }
            }
        }
        let settled = open.settle(engine, defs);
        let mut n_others: FxHashMap<FileId, u32> = FxHashMap::default();
        for (file, at) in settled.others {
            *n_others.entry(file).or_default() += 1;
            others.insert((file, at));
        }
        for (file, n) in n_others {
            let n = take_some(mentioned, (name, file), n, |row| row.verdict == MentionVerdict::Open && is_fact(row));
            count_others(mentioned, (name, file), MentionSense::Fact(MentionMeaning::Used), n);
        }
        for (file, at, kind) in settled.sure {
            let mut take = |of| take_some(mentioned, (name, file), 1, |row| row.verdict == of && is_fact(row)) > 0;
            if !take(MentionVerdict::Open) && !take(MentionVerdict::Meant) {
                take(MentionVerdict::Other);
            }
            found.extend(links(engine, symbol, file, vec![(at, kind)]));
        }
    }
    mentioned.retain(|row| !row.files.is_empty());
    (found, others)
}

/// Leaves out the places that mean another definition of the name: one that a path leads to there, or that the file declares or uses.
pub fn without_others(
    engine: &Engine<'_>,
    (symbol, defs): (&SymbolMatch, &[DefId]),
    found: Vec<(FileId, Link)>,
    texts: &NamedTexts,
) -> Vec<(FileId, Link)> {
    let snapshot = engine.snapshot;
    let names: FxHashSet<u32> = defs.iter().filter_map(|def| snapshot.definition(*def)).map(|row| row.name).collect();
    let families: FxHashSet<_> =
        defs.iter().filter_map(|def| engine.file(*def)).map(|it| family(snapshot, it)).collect();
    let is_other = |def: &DefId| {
        let row = snapshot.definition(*def).filter(|row| !matches!(row.kind, DeclKind::File | DeclKind::Impl));
        !defs.contains(def) && row.is_some_and(|row| families.contains(&family(snapshot, row.file)))
    };
    let named = names.iter().flat_map(|name| engine.definitions_named(*name)).copied();
    let others: Vec<DefId> = named.filter(is_other).collect();
    let using = others.iter().flat_map(|def| engine.users(*def).iter().copied().chain(engine.file(*def)));
    let using: FxHashSet<FileId> = using.collect();
    if found.is_empty() || others.is_empty() {
        return found;
    }
    let mut open = OpenMembers::default();
    for (file, link) in &found {
        let Some(text) = texts.of_file(*file) else { continue };
        let name = symbol.text.rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or("");
        let is_of_name = name_at(&text, link.at) == Some(name.as_bytes());
        let is_led = access(&text.lines, link.at).is_some();
        let is_bare =
            || using.contains(file) && names.iter().all(|name| !is_of_body(engine, (*file, link.at), *name, &[]));
        // A pattern that takes a value apart declares a local of the name, and reads the member.
        let is_taken = text.kind(link.at) == Some(SiteKind::Define);
        if is_of_name && !is_taken && (is_led || is_bare()) {
            open.add(&text, (link.at, SiteKind::Read), name);
        }
    }
    let settled = open.settle(engine, defs);
    let left_out: FxHashSet<(FileId, Position)> = settled.others.into_iter().collect();
    found.into_iter().filter(|(file, link)| !left_out.contains(&(*file, link.at))).collect()
}

/// Whether a place is right in the body of a type that has a member of the name, other than some definitions: the order of the
/// lines there says what is meant.
fn is_of_body(engine: &Engine<'_>, (file, at): (FileId, Position), name: u32, defs: &[DefId]) -> bool {
    let function = functions_around(engine, file, at.line).into_iter().next();
    let around = types_around(engine, file, at.line).into_iter().next();
    let Some((of, row)) = around.and_then(|of| Some((of, engine.snapshot.definition(of)?))) else { return false };
    let is_outer = function.is_none_or(|function| function.start_line < row.start_line);
    let is_member =
        |def: &DefId| !defs.contains(def) && engine.snapshot.definition(*def).is_some_and(|it| it.container == of.0);
    is_outer && engine.definitions_named(name).iter().any(is_member)
}

fn is_fact(row: &Mentioned) -> bool {
    matches!(row.meaning, MentionSense::Fact(_))
}

fn name_at<'t>(text: &NamesOfText<'t>, at: Position) -> Option<&'t [u8]> {
    let rest = text.lines.bytes().get(text.lines.offset(at)..)?;
    let length =
        rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_' || **byte >= 0x80).count();
    rest.get(..length)
}

/// The files with mentions of a name that may mean some definitions: those that declare, use or import them, and those beside them.
fn files(engine: &Engine<'_>, defs: &[DefId], mentioned: &[Mentioned], (name, is_led_to): (u32, bool)) -> Vec<FileId> {
    let snapshot = engine.snapshot;
    let own: FxHashSet<FileId> = defs.iter().filter_map(|def| engine.file(*def)).collect();
    let using: FxHashSet<FileId> = defs.iter().flat_map(|def| engine.users(*def)).copied().collect();
    let importing: FxHashSet<FileId> =
        own.iter().flat_map(|file| engine.imports().importers.row(*file)).copied().collect();
    let folders: FxHashSet<&str> = own.iter().map(|file| path::parent(snapshot.path(*file))).collect();
    let nearness = |file: &FileId| match file {
        file if own.contains(file) => 0,
        file if using.contains(file) => 1,
        file if importing.contains(file) => 2,
        file if folders.contains(path::parent(snapshot.path(*file))) => 3,
        _ => FAR,
    };
    let rows = mentioned.iter().filter(|row| row.name == name && is_left(row));
    let mut files: Vec<FileId> = rows.flat_map(|row| row.files.keys().copied()).collect();
    files.sort_by_key(|file| (nearness(file), engine.is_aside(*file), *file));
    files.dedup();
    let n_near = files.partition_point(|file| nearness(file) < FAR);
    let n_beyond = n_near.saturating_sub(FILES);
    files.drain(n_near - n_beyond..n_near);
    files.truncate(n_near.min(FILES) + if is_led_to { FAR_FILES } else { 0 });
    files
}

/// Whether mentions may hide places that mean a definition.
fn is_left(row: &Mentioned) -> bool {
    let is_import = row.meaning == MentionSense::Fact(MentionMeaning::Import);
    is_fact(row) && !is_import
}

/// The lines in which a file gives a name to something else: the functions that bind it, and of what binds it outside of functions, the
/// lines that are deeper than its own.
fn hidden(engine: &Engine<'_>, name: u32, text: &NamesOfText<'_>, defined: &[Position]) -> Vec<(u32, u32)> {
    let rows = engine.snapshot.definitions_of(text.file).map(|(_, row)| row);
    let declared: Vec<Position> = rows.filter(|row| row.name == name).map(|row| row.at).collect();
    let mut hidden = binding_lines(engine, text.file, &declared, defined);
    let is_in_function = |at: &Position| hidden.iter().any(|(first, last)| (*first..=*last).contains(&at.line));
    let outer: Vec<Position> =
        defined.iter().copied().filter(|at| !declared.contains(at) && !is_in_function(at)).collect();
    let n_lines = engine.snapshot.file_row(text.file).map_or(0, |row| row.lines);
    hidden.extend(outer.into_iter().map(|at| (at.line, block_end(&text.lines, at.line, n_lines))));
    hidden
}

/// The last line of the block that a line begins, by how far the lines are from the margin.
fn block_end(lines: &TextLines<'_>, line: u32, n_lines: u32) -> u32 {
    let depth = |line: u32| {
        let text = lines.line(line);
        (!text.trim_ascii().is_empty()).then(|| text.len() - text.trim_ascii_start().len())
    };
    let own = depth(line).unwrap_or(0);
    (line + 1..=n_lines).take_while(|line| depth(*line).is_none_or(|it| it > own)).last().unwrap_or(line)
}
