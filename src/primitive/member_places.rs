//! Whether a place that has the name of a member means it: by what leads to the name there, and by the type that the text around
//! states for that.

use cg_rules::{DefId, Evidence, FileId};
use rustc_hash::FxHashSet;

use super::engine::Engine;
use super::kin::{family, language};
use super::standing::{LedBy, access, is_of_name, qualifier};
use super::symbol_match::SymbolMatch;
use super::text_lines::TextLines;
use crate::base::Position;
use crate::facts::{Definition, MentionMeaning, NONE};
use crate::language::{DeclKind, MemberScope};
use crate::parse::SiteKind;

/// The most lines of a function's head that are searched for the type of a parameter.
const HEAD: u32 = 12;

/// How surely a place means a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberSense {
    /// The text around states the type that holds it.
    Sure,
    /// A value of unknown type leads to it.
    Possible,
    /// A member of another type is meant.
    Other,
    /// A name that the file binds is meant: a parameter, a local, a type.
    Bound,
}

/// A symbol that is a member of types, and of no enumeration whose names are seen everywhere.
pub struct MemberPlaces<'e> {
    engine: &'e Engine<'e>,
    /// The types that have the member: those that declare it, and those below that declare no other of its name.
    types: FxHashSet<DefId>,
    /// The names of those.
    names: FxHashSet<&'e str>,
    /// The files that name one of the types, and mean it.
    users: FxHashSet<FileId>,
    /// The types that declare another member of the name.
    others: FxHashSet<DefId>,
    /// The files that import the member itself: there the name alone means it.
    importing: FxHashSet<FileId>,
    /// The files in which the name alone means something else.
    bound: FxHashSet<FileId>,
}

impl<'e> MemberPlaces<'e> {
    /// The symbol as a member; `None` where any of its definitions is none.
    pub fn of(engine: &'e Engine<'e>, symbol: &SymbolMatch) -> Option<Self> {
        let snapshot = engine.snapshot;
        let rows: Vec<Definition> = symbol.defs.iter().map(|def| snapshot.definition(*def)).collect::<Option<_>>()?;
        let holders: Option<Vec<Vec<DefId>>> = rows.iter().map(|row| holders(engine, row)).collect();
        let types = with_heirs(engine, &holders?.concat(), &rows);
        let name_ids: FxHashSet<u32> = rows.iter().map(|row| row.name).collect();
        let others = name_ids.iter().flat_map(|name| engine.definitions_named(*name));
        let others: Vec<Definition> =
            others.filter(|def| !symbol.defs.contains(def)).filter_map(|def| snapshot.definition(*def)).collect();
        let uses = snapshot.uses.iter().chain(snapshot.refers.iter()).filter(|row| types.contains(&row.def));
        let declaring = types.iter().filter_map(|of| engine.file(*of));
        let importing: FxHashSet<FileId> = symbol.defs.iter().flat_map(|def| engine.users(*def)).copied().collect();
        let mut bound = bound(engine, &rows, &name_ids);
        bound.retain(|file| !importing.contains(file));
        Some(Self {
            engine,
            users: uses.map(|row| row.from).chain(declaring).collect(),
            names: types.iter().map(|of| snapshot.name(*of)).collect(),
            types,
            importing,
            bound,
            others: others.iter().map(|row| DefId(row.container)).collect(),
        })
    }

    /// The files in which the name alone means something else, and a member of a value may be meant.
    pub fn bound(&self) -> &FxHashSet<FileId> {
        &self.bound
    }

    /// Whether a file names one of the types that have the member, or declares one.
    pub fn is_known(&self, file: FileId) -> bool {
        self.users.contains(&file)
    }

    /// The meaning of a place that has the name of the member. The file declares
    /// something of its name at `declared`.
    pub fn meaning(
        &self,
        file: FileId,
        text: &TextLines<'_>,
        (at, kind): (Position, SiteKind),
        declared: &[Position],
    ) -> MemberSense {
        if kind == SiteKind::Type {
            return MemberSense::Bound;
        }
        let is_known = self.users.contains(&file);
        let own = language(self.engine.snapshot, file).map_or(&[][..], |it| it.conventions.own_object);
        let is_object = |name: &[u8]| own.iter().any(|word| word.as_bytes() == name);
        // Nothing may have the name in the repository but the member: a value of a type from outside may have it as well.
        let open = MemberSense::Possible;
        match (access(text, at), qualifier(text, at)) {
            (Some(_), Some(name)) if is_object(name) => match self.is_inside(file, at.line) {
                Some(true) => MemberSense::Sure,
                Some(false) => MemberSense::Other,
                None => open,
            },
            (Some(led), Some(name)) => {
                let name = std::str::from_utf8(name).unwrap_or_default();
                let is_type = self.names.contains(name);
                let is_typed = || self.has_type(file, text, at, name);
                match led {
                    _ if is_known && (is_type || is_typed()) => MemberSense::Sure,
                    LedBy::Path if !is_type => MemberSense::Possible,
                    _ => open,
                }
            }
            (Some(_), None) => open,
            (None, _) if self.bound.contains(&file) => MemberSense::Bound,
            (None, _) => self.bare(file, (at, kind), declared, open),
        }
    }

    /// The meaning of a name that nothing leads to.
    fn bare(
        &self,
        file: FileId,
        (at, kind): (Position, SiteKind),
        declared: &[Position],
        open: MemberSense,
    ) -> MemberSense {
        let Some(language) = language(self.engine.snapshot, file) else { return open };
        let is_inside = self.is_inside(file, at.line) == Some(true);
        let function = self.function_around(file, at.line);
        let is_local =
            |place: &Position| function.is_some_and(|row| (row.start_line..=row.end_line).contains(&place.line));
        match language.member_scope {
            // A key of a literal, or an argument by name.
            _ if kind == SiteKind::Write && !declared.iter().any(is_local) => open,
            _ if declared.iter().any(is_local) => MemberSense::Bound,
            _ if self.importing.contains(&file) => MemberSense::Sure,
            MemberScope::Everywhere if is_inside => MemberSense::Sure,
            MemberScope::Everywhere if self.type_around(file, at.line).is_some_and(|of| self.others.contains(&of)) => {
                MemberSense::Other
            }
            MemberScope::Everywhere => open,
            MemberScope::Body if is_inside && function.is_none() => MemberSense::Sure,
            MemberScope::Body | MemberScope::Nowhere => MemberSense::Bound,
        }
    }

    /// Whether the innermost type around a line is one that has the member; `None` where there is none.
    fn is_inside(&self, file: FileId, line: u32) -> Option<bool> {
        let def = self.type_around(file, line)?;
        let is_block = self.engine.snapshot.definition(def).is_some_and(|row| row.kind == DeclKind::Impl);
        let is_named = || self.users.contains(&file) && self.names.contains(self.engine.snapshot.name(def));
        Some(self.types.contains(&def) || is_block && is_named())
    }

    /// The innermost type, or block of members, around a line.
    fn type_around(&self, file: FileId, line: u32) -> Option<DefId> {
        let is_around = |row: &Definition| (row.start_line..=row.end_line).contains(&line);
        let rows = self.engine.snapshot.definitions_of(file);
        let around = rows.filter(|(_, row)| (row.kind.is_type() || row.kind == DeclKind::Impl) && is_around(row));
        around.min_by_key(|(_, row)| row.end_line - row.start_line).map(|(def, _)| def)
    }

    fn function_around(&self, file: FileId, line: u32) -> Option<Definition> {
        let rows = self.engine.snapshot.definitions_of(file).map(|(_, row)| row);
        let around = rows.filter(|row| row.kind.is_callable() && (row.start_line..=row.end_line).contains(&line));
        around.min_by_key(|row| row.end_line - row.start_line)
    }

    /// Whether the head of the function around a place gives a parameter of a name one of the types: `c *Context`, `c: &Context`.
    fn has_type(&self, file: FileId, text: &TextLines<'_>, at: Position, name: &str) -> bool {
        let Some(function) = self.function_around(file, at.line) else { return false };
        let last = function.body_line.max(function.start_line).min(function.start_line + HEAD).min(at.line);
        let mut head: Vec<u8> = Vec::new();
        (function.start_line..=last).for_each(|line| head.extend_from_slice(text.line(line)));
        let head = String::from_utf8_lossy(&head);
        let parts = head.split(['(', ')', ',', '{', '|', '=']);
        parts.into_iter().any(|part| is_typed(part, name, &self.names))
    }
}

/// The types that hold a definition; `None` where it is no member, or one that is seen by its name alone everywhere.
fn holders(engine: &Engine<'_>, row: &Definition) -> Option<Vec<DefId>> {
    let snapshot = engine.snapshot;
    let around = DefId(row.container);
    let holder = snapshot.definition(around).filter(|_| row.owner == NONE)?;
    let is_open = holder.kind == DeclKind::Enum && language(snapshot, row.file)?.conventions.includes_text;
    match holder.kind {
        DeclKind::Impl => of_block(engine, &holder),
        kind if kind.is_type() && !is_open => Some(vec![around]),
        _ => None,
    }
}

/// Some types, and those below them that declare no member of such a name themselves.
fn with_heirs(engine: &Engine<'_>, types: &[DefId], rows: &[Definition]) -> FxHashSet<DefId> {
    let snapshot = engine.snapshot;
    let bearers = rows.iter().flat_map(|row| engine.definitions_named(row.name));
    let declaring: FxHashSet<u32> =
        bearers.filter_map(|def| snapshot.definition(*def)).map(|row| row.container).collect();
    let below = cg_rules::subtypes(engine.types(Evidence::Scoped), types, u32::MAX);
    let heirs = below.iter().map(|it| it.def).filter(|of| !declaring.contains(&of.0));
    types.iter().copied().chain(heirs).collect()
}

/// The files of the same languages in which a name alone means something else, those that declare the member left out.
fn bound(engine: &Engine<'_>, rows: &[Definition], names: &FxHashSet<u32>) -> FxHashSet<FileId> {
    let snapshot = engine.snapshot;
    let families: FxHashSet<Option<&str>> = rows.iter().map(|row| family(snapshot, row.file)).collect();
    let means_other = |meaning| matches!(meaning, MentionMeaning::Own | MentionMeaning::Used);
    let mentions = names.iter().flat_map(|name| snapshot.mentions.headed([*name]));
    let files = mentions.filter(|row| means_other(row.meaning)).map(|row| row.file);
    let is_own = |file: &FileId| rows.iter().any(|row| row.file == *file);
    files.filter(|file| !is_own(file) && families.contains(&family(snapshot, *file))).collect()
}

/// The types of its file to which a block gives members.
fn of_block(engine: &Engine<'_>, block: &Definition) -> Option<Vec<DefId>> {
    let row = |def: &DefId| engine.snapshot.definition(*def);
    let is_type = |def: &DefId| row(def).is_some_and(|row| row.kind.is_type() && row.file == block.file);
    let types: Vec<DefId> = engine.definitions_named(block.name).iter().copied().filter(is_type).collect();
    (!types.is_empty()).then_some(types)
}

/// Whether a part of a head has a name, and beside it a type by its own name alone.
fn is_typed(part: &str, name: &str, types: &FxHashSet<&str>) -> bool {
    let is_letter = |letter: char| u8::try_from(letter).is_ok_and(is_of_name) || letter.is_alphanumeric();
    let words: Vec<&str> = part.split(|letter| !is_letter(letter)).filter(|word| !word.is_empty()).collect();
    let is_bare = |word: &str| {
        let before = part.find(word).and_then(|at| part.get(..at)).unwrap_or_default().trim_end();
        !before.ends_with(['.', ':', '\\', '<', '[']) || before.ends_with(": ") || is_annotation(before, name)
    };
    words.contains(&name) && words.iter().any(|word| *word != name && types.contains(word) && is_bare(word))
}

/// Whether a text ends in a name and the colon behind it.
fn is_annotation(before: &str, name: &str) -> bool {
    let head = before.strip_suffix(':').filter(|head| !head.ends_with(':')).map(str::trim_end);
    head.is_some_and(|head| head.ends_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_has_the_type_beside_it() {
        let types = FxHashSet::from_iter(["Context"]);
        for part in
            ["c *Context", "c: Context", "c: &mut Context", "Context c", "const Context& c", "c: Context | None"]
        {
            assert!(is_typed(part, "c", &types), "{part}");
        }
        for part in ["ctx context.Context", "d: Context", "c: List<Context>", "c: a::Context", "Context", "c"] {
            assert!(!is_typed(part, if part.starts_with("ctx") { "ctx" } else { "c" }, &types), "{part}");
        }
    }
}
