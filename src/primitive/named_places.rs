//! Places that name a constant, an attribute or a setting. The text alone says which tokens have the name; in the file that
//! declares it, and where it is imported, they mean it; elsewhere they may.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::answer::Link;
use super::engine::Engine;
use super::imported_names::ImportedNames;
use super::included;
use super::key_places::is_property;
use super::kin::{TestReach, family, language};
use super::member_places::{MemberPlaces, MemberSense};
use super::module_names::{ModuleNames, homes, is_at_the_top};
use super::named_texts::{NamedTexts, sources, written_name};
use super::note::Note;
use super::removed_beside::RemovedBeside;
use super::removed_places::removed_places;
use super::settled_members::OpenMembers;
use super::symbol_match::SymbolMatch;
use super::text_lines::TextLines;
use super::top_scopes::{TopScopes, binding_lines};
use super::variable_behind::{variable_behind, variable_files};
use crate::base::{Position, TextPart};
use crate::facts::{Definition, MentionMeaning, NONE, Snapshot};
use crate::language::{DeclKind, LANGUAGES};
use crate::parse::SiteKind;

/// The most places that are listed of those that only may be meant.
pub(super) const MOST: usize = 200;

/// The places of one symbol.
#[derive(Default)]
pub struct NamedPlaces {
    /// Where the text says so.
    pub sure: Vec<(FileId, Link)>,
    /// Where the text does not say what is meant.
    pub possible: Vec<(FileId, Link)>,
    /// The first of these, where they are too many to be listed and some files are nearer than others.
    pub nearest: Vec<(FileId, Link)>,
    /// The files of the places that mean a member of another type, one for each.
    pub others: Vec<FileId>,
    /// How many files that may hold more were not read.
    pub n_unread: usize,
}

impl NamedPlaces {
    /// The links to list, and a note for the places that are left out or only possible: those that write the name as it is
    /// requested, and those that have its last part alone.
    pub fn into_links(self, name: &str) -> (Vec<(FileId, Link)>, Vec<Note>) {
        let (possible, mut notes) = listed(self.possible, name);
        if !self.nearest.is_empty() {
            let file = name.split_once(':').map_or(name, |(file, _)| file);
            notes.push(
                format!("listed of these are {}, in files that import `{file}` or are beside it", self.nearest.len())
                    .into(),
            );
        }
        let possible = possible.into_iter().chain(self.nearest);
        (self.sure.into_iter().chain(possible).collect(), notes)
    }
}

/// The places that only may be meant, so far as they are listed, and the notes on all of them.
pub(super) fn listed(possible: Vec<(FileId, Link)>, name: &str) -> (Vec<(FileId, Link)>, Vec<Note>) {
    let (whole, part): (Vec<_>, Vec<_>) = possible.iter().partition(|(_, link)| link.to == name);
    let is_listed = possible.len() <= MOST;
    let notes = [whole, part].iter().filter_map(|links| counted(links, name, is_listed)).collect();
    (if is_listed { possible } else { Vec::new() }, notes)
}

/// The note on places of one name.
fn counted(links: &[&(FileId, Link)], name: &str, is_listed: bool) -> Option<Note> {
    let (_, first) = links.first()?;
    let files: FxHashSet<FileId> = links.iter().map(|(file, _)| *file).collect();
    let (n_places, n_files) = (links.len(), files.len());
    let (places, have) = if n_places == 1 { ("place", "has") } else { ("places", "have") };
    let file_s = if n_files == 1 { "file" } else { "files" };
    let alone = if first.to == name { "" } else { " behind something else" };
    let counted = format!("{n_places} more {places} in {n_files} {file_s} {have} the name `{}`{alone}", first.to);
    Some(match is_listed {
        true => {
            let text = format!("{counted}, bound by nothing that the text shows: listed as `may_name`");
            Note::possible(&first.to, n_places, text)
        }
        false => Note::unresolved(n_places, format!("{counted}: too many to list; name the file with it")),
    })
}

/// The note on files that may name a symbol and were not read.
pub fn unread(name: &str, n_unread: usize) -> Option<Note> {
    let text = || format!("{n_unread} more files were not read for the name `{name}`: `text.matches` reads them");
    (n_unread > 0).then(|| Note::unresolved(n_unread, text()))
}

/// Whether a symbol is found by its name: a constant, a variable, a field, or what nothing declares.
pub fn is_by_name(engine: &Engine<'_>, symbol: &SymbolMatch) -> bool {
    let is_value = |def: &DefId| engine.snapshot.definition(*def).is_some_and(|row| row.kind.is_value());
    symbol.external.is_empty() && symbol.defs.iter().all(is_value)
}

/// The places that have the name of a symbol, its declarations and imports left out.
pub fn named_places(engine: &Engine<'_>, symbol: &SymbolMatch, texts: &mut NamedTexts) -> NamedPlaces {
    let mut places = NamedPlaces::default();
    let Some(name) = engine.tree.and_then(|_| written_name(engine, symbol)) else { return places };
    if symbol.defs.is_empty() {
        let (files, n_unread) = texts.with_absent(engine);
        places.n_unread = n_unread;
        let with_name = texts.with_name(files, name);
        texts.parse(engine, with_name.iter().copied());
        let beside = RemovedBeside::of(engine, symbol);
        for (file, _) in with_name {
            let found: Vec<Position> = match (&beside, symbol.is_removed) {
                (Some(beside), _) => beside.places(texts, file, name),
                (None, true) => removed_places(engine, texts, file, name),
                (None, false) => texts.named(file, name).into_iter().map(|(at, _)| at).collect(),
            };
            let Some(lines) = texts.lines(file) else { continue };
            places.possible.extend(found.into_iter().map(|at| {
                let (file, found) = link(engine, file, "may_name", symbol, at);
                let is_whole = is_written(&lines, at, &symbol.text, name);
                (file, if is_whole { found } else { Link { to: name.to_owned(), ..found } })
            }));
        }
        // What is looked for in a package stands alone where that is imported, and nowhere else.
        if let Some(importing) = importers_of_head(engine, &symbol.text, name) {
            places.possible.retain(|(file, link)| link.to == symbol.text || importing.contains(file));
        }
        if let Some(beside) = beside.filter(|_| places.possible.len() > MOST) {
            let near = places.possible.iter().filter(|(file, _)| beside.is_near(*file));
            places.nearest = near.take(MOST).cloned().collect();
        }
        return places;
    }
    let snapshot = engine.snapshot;
    let own: FxHashSet<FileId> = symbol.defs.iter().filter_map(|def| engine.file(*def)).collect();
    let importing = snapshot.uses.iter().chain(snapshot.refers.iter()).filter(|row| symbol.defs.contains(&row.def));
    let mut importing: FxHashSet<FileId> = importing.map(|row| row.from).collect();
    let names = ImportedNames::of(engine, symbol, texts);
    importing.retain(|file| !names.is_renamed(*file));
    importing.extend(including(engine, symbol));
    let members = MemberPlaces::of(engine, symbol);
    let mut others = candidates(engine, symbol);
    others.extend(members.iter().flat_map(MemberPlaces::bound));
    others.extend(members.iter().flat_map(|it| variable_files(engine, it)));
    let mut wanted: Vec<(FileId, u32, bool)> = sources(engine)
        .map(|(file, language)| (file, language, own.contains(&file) || importing.contains(&file)))
        .filter(|(file, _, is_sure)| *is_sure || others.contains(file))
        .collect();
    wanted.sort_by_key(|(file, _, is_sure)| (!is_sure, *file));
    texts.read(engine, members.iter().flat_map(|it| variable_files(engine, it)).collect(), &[], |_| true);
    places.n_unread = texts.read(engine, wanted.iter().map(|(file, ..)| *file).collect(), &[name], |_| true);
    wanted.sort_unstable();
    let files = wanted.iter().map(|(file, language, _)| (*file, *language)).collect();
    let with_name = texts.with_name(files, name);
    texts.parse(engine, with_name.iter().copied());
    wanted.retain(|(file, ..)| with_name.binary_search_by_key(file, |(file, _)| *file).is_ok());
    // A module leads to a member by the type that has it.
    let homes = match &members {
        Some(members) => homes(engine, &members.types().iter().copied().collect()),
        None => homes(engine, &symbol.defs.iter().copied().collect()),
    };
    let is_at_top =
        symbol.defs.iter().filter_map(|def| snapshot.definition(*def)).all(|row| is_at_the_top(engine, &row));
    let keyed = keyed(engine, symbol);
    let variable = members.as_ref().and_then(|_| variable_behind(engine, symbol, texts));
    let mut open = OpenMembers::default();
    for (file, _, is_sure) in wanted {
        if let Some((members, variable)) = members.as_ref().zip(variable.as_deref()) {
            let sites = texts
                .named(file, variable)
                .into_iter()
                .filter(|(at, _)| members.is_inside(file, at.line) == Some(true));
            places.sure.extend(sites.map(|(at, kind)| link(engine, file, relation(kind), symbol, at)));
        }
        let rows = snapshot.definitions_of(file).map(|(_, row)| row);
        let rows = rows.filter(|row| snapshot.names.get(row.name) == name);
        let declared: Vec<Position> = rows.map(|row| row.at).collect();
        let text = texts.lines(file).filter(|_| !own.contains(&file));
        let modules = text.map(|text| (ModuleNames::of(engine, &homes, file, &text), text));
        let is_behind = |at, kind| {
            let is_hidden = |module: &str| texts.declares(file, module);
            modules.as_ref().is_some_and(|(modules, text)| modules.lead_to(text, at, kind, is_hidden))
        };
        let defines = texts.defined(file, name);
        let keys_are_members = language(snapshot, file).is_some_and(|it| it.keys_are_members);
        let is_bound = |at: &Position| !texts.lines(file).is_some_and(|text| is_property(&text, *at, keys_are_members));
        let bound: Vec<Position> = defines.iter().copied().filter(is_bound).collect();
        let binding = binding_lines(engine, file, &declared, &bound);
        let is_member_alone = |at, kind| !own.contains(&file) && !is_behind(at, kind);
        let scopes = TopScopes { snapshot, texts, file, binding, is_at_top, has_keys: keyed.contains(&file) };
        let by_member = members.as_ref().zip(texts.of_file(file));
        let mut sites = texts.named(file, name);
        // A pattern declares a local of the name of the member that it reads.
        if let Some((members, text)) = &by_member {
            let taken = defines.iter().map(|at| (*at, SiteKind::Define));
            sites.extend(taken.filter(|site| members.taken(text, *site).is_some()));
        }
        for (at, kind) in sites.into_iter().filter(|(at, _)| !declared.contains(at)) {
            let meaning = by_member.as_ref().map(|(it, text)| match it.meaning(text, (at, kind), &defines) {
                MemberSense::Possible
                    if it.holder_before(&text.lines, at).is_some_and(|at| is_behind(at, SiteKind::Read)) =>
                {
                    MemberSense::Sure
                }
                meaning => meaning,
            });
            let is_sure = match meaning {
                Some(MemberSense::Bound) => continue,
                Some(MemberSense::Other) => {
                    places.others.push(file);
                    continue;
                }
                Some(meaning) => meaning == MemberSense::Sure,
                None if !is_sure => is_behind(at, kind),
                None => match texts.lines(file).map_or(MemberSense::Sure, |text| scopes.meaning(&text, at)) {
                    MemberSense::Bound => continue,
                    // What the file imports by its name is no member of a value.
                    meaning => match scopes.of_value(at).filter(|_| is_member_alone(at, kind)) {
                        Some(MemberSense::Other) => {
                            places.others.push(file);
                            continue;
                        }
                        of_value => of_value.unwrap_or(meaning) == MemberSense::Sure,
                    },
                },
            };
            if is_sure {
                places.sure.push(link(engine, file, relation(kind), symbol, at));
            } else if let Some(text) = texts.of_file(file) {
                open.add(&text, (at, kind), name);
            }
        }
    }
    let settled = open.settle(engine, &symbol.defs);
    let links = |found: Vec<(FileId, Position, SiteKind)>, is_sure: bool| {
        let relation = move |kind| if is_sure { relation(kind) } else { "may_name" };
        found.into_iter().map(move |(file, at, kind)| link(engine, file, relation(kind), symbol, at))
    };
    places.sure.extend(links(settled.sure, true));
    places.possible.extend(links(settled.possible, false));
    places.others.extend(settled.others.into_iter().map(|(file, _)| file));
    places
}

/// The files in which arguments, or members of what is made, have the name of a symbol.
fn keyed(engine: &Engine<'_>, symbol: &SymbolMatch) -> FxHashSet<FileId> {
    let names = symbol.defs.iter().filter_map(|def| engine.snapshot.definition(*def)).map(|row| row.name);
    let names: FxHashSet<u32> = names.collect();
    let rows = names.into_iter().flat_map(|name| engine.snapshot.mentions.headed([name]));
    rows.filter(|row| row.meaning == MentionMeaning::Key).map(|row| row.file).collect()
}

/// The files that import the packages which the part of a text before its last name means; `None` where it means none.
fn importers_of_head(engine: &Engine<'_>, text: &str, name: &str) -> Option<FxHashSet<FileId>> {
    let is_mark = |it: char| !it.is_alphanumeric() && it != '_';
    let head = text.strip_suffix(name)?.trim_end_matches(is_mark);
    let heads = std::iter::successors(Some(head), |head| {
        let at = head.rfind(is_mark)?;
        Some(head.part(..at).trim_end_matches(is_mark))
    });
    let heads = heads.take_while(|head| !head.is_empty());
    let mut packages = heads.map(|head| engine.outside_names(head));
    let packages = packages.find(|packages| !packages.is_empty()).unwrap_or_default();
    let rows = engine.snapshot.package_imports.iter().filter(|row| packages.contains(&row.package));
    (!packages.is_empty()).then(|| rows.map(|row| row.file).collect())
}

/// Whether the last part of a name is behind the part before it, or is all there is.
fn is_written(lines: &TextLines<'_>, at: Position, text: &str, name: &str) -> bool {
    let heads = text.strip_suffix(name).unwrap_or("").trim_end_matches(|it: char| !it.is_alphanumeric() && it != '_');
    let Some(head) = heads.rsplit(|it: char| !it.is_alphanumeric() && it != '_').next().filter(|it| !it.is_empty())
    else {
        return true;
    };
    let before = lines.line(at.line).get(..at.column as usize - 1).unwrap_or(&[]);
    let before = before.trim_ascii_end();
    let end = before.iter().rposition(|byte| !b".:#?!->&".contains(byte)).map_or(0, |at| at + 1);
    let (before, between) = before.split_at(end);
    let rest = before.trim_ascii_end().strip_suffix(head.as_bytes());
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    !between.is_empty() && rest.is_some_and(|rest| !rest.last().is_some_and(is_word))
}

/// The files that have all names of the files that declare a symbol, as their includes lead there; none where a name of something
/// else may be meant.
fn including(engine: &Engine<'_>, symbol: &SymbolMatch) -> FxHashSet<FileId> {
    let snapshot = engine.snapshot;
    let own: FxHashSet<DefId> = symbol.defs.iter().copied().collect();
    let (mut found, mut names) = (FxHashSet::default(), FxHashSet::default());
    for row in symbol.defs.iter().filter_map(|def| snapshot.definition(*def)) {
        let language = snapshot.file_row(row.file).and_then(|file| LANGUAGES.get(file.language as usize));
        let around = snapshot.definition(DefId(row.container)).map_or(DeclKind::File, |around| around.kind);
        let is_global = row.owner == NONE && matches!(around, DeclKind::File | DeclKind::Enum);
        let is_included = language.is_some_and(|language| language.conventions.includes_text);
        let is_only = || engine.definitions_named(row.name).iter().all(|def| own.contains(def));
        if !is_global || !is_included || names.insert(row.name) && !is_only() {
            return FxHashSet::default();
        }
        found.extend(included::including(engine, row.file));
    }
    found
}

/// The fact that a place names a symbol.
pub(super) fn link(
    engine: &Engine<'_>,
    file: FileId,
    relation: &'static str,
    symbol: &SymbolMatch,
    at: Position,
) -> (FileId, Link) {
    let (from, to) = (engine.snapshot.path(file).to_owned(), symbol.text.clone());
    (file, Link { relation, from, to, file, at })
}

/// The files in which the name of a declared symbol stays unbound, where they can see it.
fn candidates(engine: &Engine<'_>, symbol: &SymbolMatch) -> FxHashSet<FileId> {
    let snapshot = engine.snapshot;
    let rows = symbol.defs.iter().filter_map(|def| snapshot.definition(*def));
    let names = rows.filter(|row| !is_sealed(snapshot, row)).map(|row| row.name);
    let families: FxHashSet<Option<&str>> =
        symbol.defs.iter().filter_map(|def| engine.file(*def)).map(|file| family(snapshot, file)).collect();
    let rows = names.flat_map(|name| snapshot.mentions.headed([name])).filter(|row| row.meaning.is_open());
    let files = rows.map(|row| row.file).filter(|file| families.contains(&family(snapshot, *file)));
    let declaring: Vec<FileId> = symbol.defs.iter().filter_map(|def| engine.file(*def)).collect();
    let reach = TestReach::new(snapshot);
    files.filter(|file| declaring.iter().any(|of| reach.holds(*of, *file))).collect()
}

/// Whether no other file sees a variable.
fn is_sealed(snapshot: &Snapshot, row: &Definition) -> bool {
    let language = snapshot.file_row(row.file).and_then(|file| LANGUAGES.get(file.language as usize));
    let seals = language.is_some_and(|language| language.conventions.seals_variables);
    let is_module = || {
        let imports = snapshot.imports.headed([row.file.0]).next().is_some();
        imports || snapshot.definitions_of(row.file).any(|(_, other)| other.exported)
    };
    seals && row.kind == DeclKind::Variable && !row.exported && is_module()
}

/// The relation of a place to what it names, by its kind of use.
pub(super) fn relation(kind: SiteKind) -> &'static str {
    match kind {
        SiteKind::Call | SiteKind::New | SiteKind::Jsx => "calls",
        SiteKind::Write => "writes",
        _ => "reads",
    }
}
