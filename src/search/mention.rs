//! Mentions: what a text names. A word is a name by its form (humps, underscores, a call, quotes) or because few chunks hold
//! it; no list of common words decides.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::index::SearchIndex;
use super::marked::{Marked, whole_word};
use super::query::is_name;
use super::quotation::quotations;
use super::template::templates;
use super::text_mention::{Certainty, NEAR_UNIQUE, TextMention};
use super::token;
use crate::base::path;
use crate::facts::NONE;
use crate::language::{self, DeclKind};
use crate::primitive::{
    Engine, FocusWord, Located, SHORTEST_NAME, TraceFrame, frames, imperatives, may_name_failure, plain_spelling,
    titled, words,
};
use crate::work::Unit;

/// The most words of a text that are looked up.
const WORDS: usize = 400;

/// The words of a text that may be names, as many as are looked up.
pub(super) fn wanted(text: &str) -> BTreeSet<FocusWord> {
    let verbs = imperatives(text);
    let is_name = |word: &FocusWord| !matches!(word, FocusWord::Plain { text, .. } if verbs.contains(text.as_str()));
    words(std::iter::once(text), false).into_iter().filter(is_name).take(WORDS).collect()
}

/// Everything that a text names, in the order of the words. The order in which the text has them does not matter.
pub(super) fn mentions(engine: &Engine<'_>, index: &SearchIndex, text: &str) -> Vec<TextMention> {
    let mut found = wanted(text);
    // `take?` is declared so, and then the text has no `take`.
    let marked = found.iter().map(FocusWord::text).filter(|name| name.ends_with(['?', '!']));
    let is_declared = |name: &String| index.names.defs(name.rsplit('.').next().unwrap_or(name)).len() > 0;
    let bare: BTreeSet<String> =
        marked.filter(is_declared).map(|name| name.trim_end_matches(['?', '!']).to_owned()).collect();
    found.retain(|word| !bare.contains(&word.text()));
    let namer = Namer { engine, index, marked: Marked::of(text) };
    if let Some(member) = namer.member(text.trim()) {
        return vec![member];
    }
    let mut mentions = namer.by_name(&found);
    mentions.extend(whole_word(text).and_then(|word| namer.alone(word)));
    mentions.extend(namer.short_names());
    mentions.extend(namer.paths(text, &found));
    mentions.extend(namer.beside(&found, &mentions));
    mentions.extend(quotations(engine, index, text));
    mentions.extend(templates(engine, index, text, &mentions));
    mentions.sort_by(|a, b| (a.certainty, &a.word).cmp(&(b.certainty, &b.word)));
    mentions.dedup_by(|a, b| a.word == b.word);
    // The surest come first, so that a limit takes the others away.
    let n_places = mentions.iter().map(|it| (it.defs.len() + it.files.len()) as u64);
    let n_kept = n_places.take_while(|n_places| engine.meter.take_whole(Unit::Candidates, *n_places)).count();
    mentions.truncate(n_kept);
    mentions
}

struct Namer<'e> {
    engine: &'e Engine<'e>,
    index: &'e SearchIndex,
    marked: Marked,
}

impl Namer<'_> {
    /// The words that few definitions, or few modules, have as their name.
    fn by_name(&self, words: &BTreeSet<FocusWord>) -> Vec<TextMention> {
        let texts: Vec<String> = words.iter().map(FocusWord::text).collect();
        let (mut bears, mut few, mut modules) = (Vec::new(), Vec::new(), Vec::new());
        for (at, (word, text)) in (0_u32..).zip(words.iter().zip(&texts)) {
            let is_prose = matches!(word, FocusWord::Plain { .. }) && !has_form(&self.marked, text);
            let is_proper = self.marked.is_proper(text);
            if is_prose && !is_proper && !is_rare(self.index, text) {
                continue;
            }
            let mut defs = apart(self.engine, self.bearers(word));
            if is_prose && text.chars().all(char::is_alphabetic) {
                // Data has everyday names, and a word with a capital is more often a type.
                defs.retain(|def| {
                    self.kind(*def).is_some_and(|it| if is_proper { it.is_type() } else { !it.is_value() })
                });
            }
            if defs.is_empty() {
                modules.extend(self.certain(text, Vec::new(), self.files(word)));
            }
            few.extend((n_things(self.engine, &defs) <= NEAR_UNIQUE).then_some(at));
            bears.extend(defs.into_iter().map(|def| (at, def)));
        }
        let mut named: BTreeMap<u32, Vec<DefId>> = BTreeMap::new();
        for (word, def) in cg_rules::mentions(&bears, &few) {
            named.entry(word).or_default().push(def);
        }
        let named = named.into_iter().filter_map(|(at, defs)| {
            let word = self.held_part(&texts[at as usize], &defs);
            self.certain(word, defs, Vec::new())
        });
        named.chain(modules).collect()
    }

    /// The words written as code that many things have as their name, as members of the types that the text names, or of those that have
    /// a member which it names: `reset()` beside `AtomicPosition`.
    fn beside(&self, words: &BTreeSet<FocusWord>, mentions: &[TextMention]) -> Vec<TextMention> {
        let snapshot = self.engine.snapshot;
        let sure = mentions.iter().filter(|it| it.certainty <= Certainty::NearUnique).flat_map(|it| &it.defs);
        let is_type = |def: &DefId| snapshot.definition(*def).is_some_and(|row| row.kind.is_type());
        let with_types = |def: &DefId| self.engine.types_with(*def).into_iter().chain(Some(*def));
        let types: FxHashSet<DefId> = sure.flat_map(with_types).filter(is_type).collect();
        if types.is_empty() {
            return Vec::new();
        }
        let is_open = |text: &str| has_form(&self.marked, text) && !mentions.iter().any(|it| it.word == text);
        let open = words.iter().filter_map(|word| match word {
            FocusWord::Plain { text, .. } => Some(text).filter(|text| is_open(text)),
            _ => None,
        });
        let members = open.filter_map(|text| {
            let is_member = |def: &DefId| self.engine.types_with(*def).iter().any(|of| types.contains(of));
            let defs: Vec<DefId> = self.index.names.defs(text).filter(is_member).collect();
            self.certain(text, apart(self.engine, defs), Vec::new())
        });
        members.collect()
    }

    /// The members of a text that is all one name with what is around it, and no path: `Timer.go`, `Cart::total`, `Cart.total/2`.
    /// However many have it, whoever gives nothing else means one of them.
    fn member(&self, text: &str) -> Option<TextMention> {
        let plain = plain_spelling(text).unwrap_or_else(|| text.to_owned());
        let is_joined = plain.contains(['.', '#']) || plain.contains("::");
        let is_one = is_joined && !plain.contains(|it: char| it.is_whitespace() || matches!(it, '/' | '`' | ','));
        if !is_one || !self.engine.places(text).is_empty() {
            return None;
        }
        let defs = self.engine.definitions_of(&[text.to_owned()]);
        let few = self.certain(text, apart(self.engine, defs.clone()), Vec::new());
        few.or_else(|| self.shared(text, defs, Vec::new()))
    }

    /// The names of one or two letters that are written as code: those of a single definition of a whole file, as `Q` or `re`. Shorter
    /// than any word that is looked up, and than most that are indexed, nothing else would find them.
    fn short_names(&self) -> Vec<TextMention> {
        let is_short = |word: &&String| word.chars().count() < SHORTEST_NAME;
        let mut short: Vec<&String> = self.marked.code().filter(is_short).collect();
        short.sort_unstable();
        let named = short.into_iter().take(WORDS).filter_map(|word| {
            let defs = apart(self.engine, self.index.names.defs(word).collect());
            let [def] = defs[..] else { return None };
            let row =
                self.engine.snapshot.definition(def).filter(|row| row.kind.is_callable() || row.kind.is_type())?;
            let around = self.engine.snapshot.definition(DefId(row.container));
            let is_of_file = around.is_none_or(|around| around.kind == DeclKind::File);
            is_of_file.then(|| self.certain(word, defs, Vec::new())).flatten()
        });
        named.collect()
    }

    /// The things that have a name which is all of the text, however many, or have it in other letters: whoever gives nothing else
    /// means one of them. Declared at the top of a file come first, those that stand aside last.
    fn alone(&self, word: &str) -> Option<TextMention> {
        let snapshot = self.engine.snapshot;
        let mut defs: Vec<DefId> = self.index.names.defs(word).collect();
        if (1..=NEAR_UNIQUE).contains(&n_things(self.engine, &apart(self.engine, defs.clone()))) {
            return None;
        }
        if defs.is_empty() {
            defs = self.index.names.defs_in_any_case(word).collect();
        }
        let is_source = |file: &FileId| snapshot.file_row(*file).is_some_and(|row| row.language != NONE);
        let mut modules = if defs.is_empty() { self.engine.modules_of(word) } else { Vec::new() };
        if modules.iter().any(is_source) {
            modules.retain(is_source);
        }
        self.shared(word, defs, modules)
    }

    /// A mention of all that has a name.
    fn shared(&self, word: &str, mut defs: Vec<DefId>, modules: Vec<FileId>) -> Option<TextMention> {
        let snapshot = self.engine.snapshot;
        let order = |def: &DefId| {
            let row = snapshot.definition(*def);
            let is_inner = row.and_then(|row| snapshot.definition(DefId(row.container)));
            let is_aside = row.is_some_and(|row| self.engine.is_aside(row.file));
            (is_aside, is_inner.is_some_and(|around| around.kind != DeclKind::File), *def)
        };
        defs.sort_by_cached_key(order);
        // What a limit leaves is a prefix, and the rest is counted.
        let n_left = usize::try_from(self.engine.meter.left(Unit::Candidates)).unwrap_or(usize::MAX);
        self.engine.meter.refuse(Unit::Candidates, defs.len().saturating_sub(n_left) as u64);
        defs.truncate(n_left);
        let files: Vec<Located> = modules.into_iter().map(|file| (file, None)).collect();
        let n_places = defs.len() + files.len();
        let certainty = if n_places == 1 { Certainty::Exact } else { Certainty::Shared };
        (n_places > 0).then(|| TextMention { word: word.to_owned(), certainty, defs, files })
    }

    /// The definitions that a word has the name of.
    fn bearers(&self, word: &FocusWord) -> Vec<DefId> {
        match word {
            FocusWord::Plain { text, .. } => self.index.names.defs(text).collect(),
            FocusWord::Qualified(text) => {
                let last = text.rsplit('.').next().unwrap_or(text);
                let is_known = [last, text].iter().any(|name| self.index.names.defs(name).len() > 0);
                let found = if is_known { self.engine.definitions_of(std::slice::from_ref(text)) } else { Vec::new() };
                if found.is_empty() { self.nearest_owner(text) } else { found }
            }
            FocusWord::Anchor { place, .. } if is_number(place) => Vec::new(),
            FocusWord::Anchor { path, place } => {
                let files = self.engine.places(path);
                let texts = files.iter().map(|(file, _)| format!("{}:{place}", self.engine.snapshot.path(*file)));
                self.engine.definitions_of(&texts.collect::<Vec<_>>())
            }
        }
    }

    /// The meaning of a qualified name that nothing has: that of its last two parts, where modules are before these; else the type before
    /// its last part, of which a member may be new.
    fn nearest_owner(&self, text: &str) -> Vec<DefId> {
        let parts: Vec<&str> = text.split('.').collect();
        let [.., owner, member] = parts.as_slice() else { return Vec::new() };
        let of_end = if parts.len() > 2 && self.index.names.defs(member).len() > 0 {
            self.engine.definitions_of(&[format!("{owner}.{member}")])
        } else {
            Vec::new()
        };
        if !of_end.is_empty() || !owner.starts_with(char::is_uppercase) {
            return of_end;
        }
        let is_type = |def: &DefId| self.kind(*def).is_some_and(DeclKind::is_type);
        self.index.names.defs(owner).filter(is_type).collect()
    }

    /// The files that are a module of that name, or have the line of a place.
    fn files(&self, word: &FocusWord) -> Vec<Located> {
        match word {
            FocusWord::Plain { .. } => Vec::new(),
            FocusWord::Qualified(text) => {
                let is_known = text.rsplit('.').next().is_some_and(|last| self.index.names.is_module(last));
                let files = if is_known { self.engine.modules_of(text) } else { Vec::new() };
                files.into_iter().map(|file| (file, None)).collect()
            }
            FocusWord::Anchor { place, .. } if !is_number(place) => Vec::new(),
            FocusWord::Anchor { .. } => self.engine.places(&word.text()),
        }
    }

    fn kind(&self, def: DefId) -> Option<DeclKind> {
        self.engine.snapshot.definition(def).map(|row| row.kind)
    }

    /// A mention of few things; of a word that has not the form of a name it is never exact, nor of data where it is called.
    fn certain(&self, word: &str, mut defs: Vec<DefId>, files: Vec<Located>) -> Option<TextMention> {
        let is_data = |def: &DefId| self.kind(*def).is_some_and(DeclKind::is_value);
        let is_called = self.marked.is_called(word);
        if is_called && !defs.iter().all(is_data) {
            defs.retain(|def| !is_data(def));
        }
        let n_places = n_things(self.engine, &defs) + files.len();
        let is_formed = has_form(&self.marked, word) || !files.is_empty() || word.contains([':', '.']);
        let is_formed = is_formed && !(is_called && defs.iter().any(is_data));
        let certainty = if n_places == 1 && is_formed { Certainty::Exact } else { Certainty::NearUnique };
        let is_few = (1..=NEAR_UNIQUE).contains(&n_places);
        is_few.then(|| TextMention { word: word.to_owned(), certainty, defs, files })
    }

    /// The part of a name that definitions have: where they are the owner of a member that is new, that is not named here.
    fn held_part<'t>(&self, text: &'t str, defs: &[DefId]) -> &'t str {
        let is_place = text.contains(['/', ':']);
        let Some((owner, member)) = text.rsplit_once('.').filter(|_| !is_place) else { return text };
        let is_of = |name: &str, wanted: &str| name == wanted || name.ends_with(&format!(".{wanted}"));
        let has_member = |def: &DefId| is_of(self.engine.snapshot.name(*def), member);
        if defs.iter().any(has_member) { text } else { owner }
    }

    /// Whether a part of a text may be a path: by its ending, or as a file at the root has the name, which begins like none of a word.
    fn may_be_path(&self, part: &str) -> bool {
        let is_marked = part.starts_with(|it: char| it.is_uppercase() || it == '.');
        let has_ending = !path::extension(part).is_empty();
        part.len() > 3 && (has_ending || is_marked && self.engine.snapshot.file(part).is_some())
    }

    /// The files that a text names by their paths, as they are written in prose, a trace, or a report.
    fn paths(&self, text: &str, words: &BTreeSet<FocusWord>) -> Vec<TextMention> {
        let places = words.iter().filter(|word| matches!(word, FocusWord::Anchor { .. }));
        let places: Vec<String> = places.map(FocusWord::text).collect();
        let is_place = |part: &&str| places.iter().any(|place| part.starts_with(place.as_str()));
        let is_break = |letter: char| letter.is_whitespace() || "\"'`()<>,;".contains(letter);
        let parts = text.split(is_break).map(|part| part.trim_end_matches(['.', ':']));
        let parts = parts.filter(|part| self.may_be_path(part));
        // A glob in a text is data, and no request.
        let parts: BTreeSet<&str> = parts.filter(|part| !path::is_glob(part)).collect();
        let frames = traced(text);
        let titles = frames.iter().filter(|frame| frame.file.is_none()).filter_map(|frame| frame.function.as_deref());
        let titled: Vec<TextMention> =
            titles.filter_map(|title| self.certain(title, Vec::new(), titled(self.engine.snapshot, title))).collect();
        let placed = frames
            .iter()
            .filter_map(|frame| Some(format!("{}:{}", frame.file.as_deref()?.replace('\\', "/"), frame.line?)));
        let traced: BTreeSet<String> = placed.filter(|place| !places.contains(place)).collect();
        let named = parts.into_iter().filter(|part| !is_place(part)).chain(traced.iter().map(String::as_str));
        let named = named.take(WORDS).filter_map(|part| self.certain(part, Vec::new(), self.engine.places(part)));
        named.chain(titled).collect()
    }
}

/// The frames of a text, of which a line has a path and a number, or the mark of a failure: prose has neither, and needs no form.
fn traced(text: &str) -> Vec<TraceFrame> {
    let is_break = |letter: char| !letter.is_alphanumeric() && !"_-./\\".contains(letter);
    let has_path = |line: &str| line.split(is_break).any(|part| language::of_path(part.trim_matches('.')).is_some());
    let is_placed = |line: &str| line.bytes().any(|it| it.is_ascii_digit()) && has_path(line);
    if may_name_failure(text) || text.lines().any(is_placed) { frames(text) } else { Vec::new() }
}

/// How many things some definitions of a name are: overloads, which one type or file declares side by side, are one.
fn n_things(engine: &Engine<'_>, defs: &[DefId]) -> usize {
    defs.iter().filter_map(|def| thing(engine, *def)).collect::<FxHashSet<_>>().len()
}

/// The thing that a definition is a part of, by its file, what is around it, and what it is of itself.
fn thing(engine: &Engine<'_>, def: DefId) -> Option<(FileId, u32, u32, DefId)> {
    let row = engine.snapshot.definition(def)?;
    let own = if row.kind.is_callable() { DefId(0) } else { def };
    Some((row.file, row.container, row.owner, own))
}

fn is_number(place: &str) -> bool {
    place.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word has the form of a name, or is written as code.
pub(super) fn has_form(marked: &Marked, text: &str) -> bool {
    is_name(text) || marked.is_code(text) || text.ends_with(['?', '!'])
}

/// Whether so few chunks hold a word that it sets them apart: no more than the square root of their number.
pub(super) fn is_rare(index: &SearchIndex, word: &str) -> bool {
    let spreads = token::terms(word).into_keys().filter_map(|term| index.term(&term));
    let least = spreads.map(|term| u64::from(index.spread(term))).min().unwrap_or(0);
    least * least <= index.n_chunks() as u64
}

/// The definitions outside tests, examples and vendored code; those inside only where there are no others. Of more than a
/// name may have, the first: what so many have is no name of anything.
pub(super) fn apart(engine: &Engine<'_>, mut defs: Vec<DefId>) -> Vec<DefId> {
    let snapshot = engine.snapshot;
    let is_aside = |def: DefId| {
        let row = snapshot.definition(def).and_then(|row| snapshot.file_row(row.file));
        row.is_some_and(|row| row.is_aside)
    };
    defs.sort_unstable();
    defs.dedup();
    let (mut own, mut aside, mut things) = (Vec::new(), Vec::new(), FxHashSet::default());
    for def in defs {
        if is_aside(def) {
            aside.push(def);
            continue;
        }
        own.push(def);
        things.extend(thing(engine, def));
        if things.len() > NEAR_UNIQUE {
            break;
        }
    }
    if own.is_empty() { aside } else { own }
}
