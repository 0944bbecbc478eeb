//! Whether a place that has the name of a member means it: by what leads to the name there, and by the type that the text around
//! states for that.

use std::ops::Range;

use cg_rules::{DefId, Evidence, FileId};
use rustc_hash::FxHashSet;

use super::around::{functions_around, types_around};
use super::engine::Engine;
use super::kin::{is_constructor, is_sealed, language};
use super::member_holders::{bearers, bound, holders, outer_types, with_heirs};
use super::named_texts::NamesOfText;
use super::receiver::{ReceiverType, Receivers};
use super::standing::{access, qualifier, receiver_end};
use super::symbol_match::SymbolMatch;
use super::text_lines::TextLines;
use super::written_before::is_written_before;
use super::written_type::{Maker, Taken, maker, name_end, skipped, taken, words};
use crate::base::Position;
use crate::facts::Definition;
use crate::language::{DeclKind, MemberScope};
use crate::parse::SiteKind;

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
    /// Its definitions.
    symbol: Vec<DefId>,
    /// The types that have the member: those that declare it, and those below that declare no other of its name.
    types: FxHashSet<DefId>,
    receivers: Receivers<'e>,
    /// The types that declare another member of the name.
    others: FxHashSet<DefId>,
    /// The files that import the member itself: there the name alone means it.
    importing: FxHashSet<FileId>,
    /// The files in which the name alone means something else.
    bound: FxHashSet<FileId>,
    /// Only the text inside of the types can write the name.
    is_sealed: bool,
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
        let others = others.filter(|def| !symbol.defs.contains(def)).filter_map(|def| snapshot.definition(*def));
        let others: FxHashSet<DefId> = others.flat_map(|row| bearers(engine, &row)).collect();
        let importing: FxHashSet<FileId> = symbol.defs.iter().flat_map(|def| engine.users(*def)).copied().collect();
        let mut bound = bound(engine, &rows, &name_ids);
        bound.retain(|file| !importing.contains(file));
        Some(Self {
            engine,
            symbol: symbol.defs.clone(),
            receivers: Receivers::of(engine, &types, &others),
            types,
            importing,
            bound,
            others,
            is_sealed: rows.iter().all(|row| is_sealed(snapshot, row)),
        })
    }

    /// The files in which the name alone means something else, and a member of a value may be meant.
    pub fn bound(&self) -> &FxHashSet<FileId> {
        &self.bound
    }

    /// The types that have the member.
    pub fn types(&self) -> &FxHashSet<DefId> {
        &self.types
    }

    /// The place of the name of such a type that leads to the name at a place: `Type.name`.
    pub fn holder_before(&self, lines: &TextLines<'_>, at: Position) -> Option<Position> {
        let name = qualifier(lines, at)?;
        let is_holder = std::str::from_utf8(name).is_ok_and(|name| self.receivers.is_own_name(name));
        Some(lines.place(receiver_end(lines, at)? - name.len())).filter(|_| is_holder)
    }

    /// Whether a file names one of the types that have the member, or declares one.
    pub fn is_known(&self, file: FileId) -> bool {
        self.receivers.is_user(file)
    }

    /// The meaning of a place that has the name of the member. `declared` are the places at which the file declares something of
    /// its name.
    pub fn meaning(
        &self,
        text: &NamesOfText<'_>,
        (at, kind): (Position, SiteKind),
        declared: &[Position],
    ) -> MemberSense {
        if kind == SiteKind::Type {
            return MemberSense::Bound;
        }
        let file = text.file;
        if self.is_sealed {
            return self.of_enclosing(file, at.line).unwrap_or(MemberSense::Other);
        }
        let own = language(self.engine.snapshot, file).map_or(&[][..], |it| it.conventions.own_object);
        let is_object = |name: &[u8]| own.iter().any(|word| word.as_bytes() == name);
        if access(&text.lines, at).is_none() {
            return match self.bound.contains(&file) {
                true if kind == SiteKind::Shorthand => self.key(text, (at, kind)).unwrap_or(MemberSense::Bound),
                true => MemberSense::Bound,
                false => {
                    let named = self.taken(text, (at, kind)).or_else(|| self.key(text, (at, kind)));
                    named.unwrap_or_else(|| self.bare(text, at, declared))
                }
            };
        }
        let name = qualifier(&text.lines, at);
        if let Some(of) = self.around_object(text, at).filter(|_| name.is_some_and(is_object)) {
            return if of { MemberSense::Sure } else { MemberSense::Possible };
        }
        if name.is_some_and(is_object) {
            return match self.is_inside(file, at.line) {
                Some(true) => MemberSense::Sure,
                Some(false) => MemberSense::Other,
                None => MemberSense::Possible,
            };
        }
        let is_known = self.receivers.is_user(file);
        if name.and_then(|name| std::str::from_utf8(name).ok()).is_some_and(|name| self.receivers.is_named(text, name))
        {
            let is_meant = is_known || self.is_led_by_outer(text, at);
            return if is_meant { MemberSense::Sure } else { MemberSense::Possible };
        }
        let of = match self.member_key(text, at) {
            Some(made) => made,
            None => self.receivers.at(text, at),
        };
        match of {
            ReceiverType::Holder if self.receivers.is_seen(file) => MemberSense::Sure,
            ReceiverType::Other => MemberSense::Other,
            ReceiverType::Holder | ReceiverType::Unknown => MemberSense::Possible,
        }
    }

    /// Whether the type that leads to the object at hand has the member: `Outer.this.name`; `None` where nothing leads to it.
    fn around_object(&self, text: &NamesOfText<'_>, at: Position) -> Option<bool> {
        let lines = &text.lines;
        let object = lines.place(receiver_end(lines, at)? - qualifier(lines, at)?.len());
        access(lines, object)?;
        let of = qualifier(lines, object).and_then(|of| std::str::from_utf8(of).ok());
        Some(of.is_some_and(|of| self.receivers.is_named(text, of)))
    }

    /// Whether the types around one that has the member lead to its name, from one that the file uses: `Outer.Inner.name`.
    fn is_led_by_outer(&self, text: &NamesOfText<'_>, at: Position) -> bool {
        let lines = &text.lines;
        let before = |at: Position| Some(lines.place(receiver_end(lines, at)? - qualifier(lines, at)?.len()));
        let snapshot = self.engine.snapshot;
        let is_led = |of: &DefId| {
            let Some(mut place) = before(at) else { return false };
            if qualifier(lines, at) != Some(snapshot.name(*of).as_bytes()) {
                return false;
            }
            for outer in outer_types(self.engine, *of) {
                if qualifier(lines, place) != Some(snapshot.name(outer).as_bytes()) {
                    return false;
                }
                if self.engine.users(outer).contains(&text.file) {
                    return true;
                }
                let Some(next) = before(place) else { return false };
                place = next;
            }
            false
        };
        self.types.iter().any(is_led)
    }

    /// The type that is made where a key begins with a dot: `T a = { .name = 1 }`.
    fn member_key(&self, text: &NamesOfText<'_>, at: Position) -> Option<ReceiverType> {
        let bytes = text.lines.bytes();
        let end = receiver_end(&text.lines, at)?;
        let is_key = matches!(bytes.get(..end)?.last(), Some(b'{' | b','));
        is_key.then(|| self.made_around(text, at).map_or(ReceiverType::Unknown, |(_, of)| of))
    }

    /// The meaning of a key of a literal, or of an argument by its name; `None` where the name at a place is neither.
    fn key(&self, text: &NamesOfText<'_>, (at, kind): (Position, SiteKind)) -> Option<MemberSense> {
        let bytes = text.lines.bytes();
        let behind = bytes.get(skipped(bytes, name_end(bytes, text.lines.offset(at)))..)?;
        let maker = || self.maker(text, at);
        // `new T { name = 1 }`, and the element of an annotation: `@T(name = 1)`.
        let leads = |it: &[u8]| it.ends_with(b"@") || it.trim_ascii_end().ends_with(b"new");
        let is_new = |of: &Range<usize>| bytes.get(..of.start).is_some_and(leads);
        let is_shorthand = kind == SiteKind::Shorthand;
        let is_field = match behind {
            _ if is_shorthand => true,
            [b':', next, ..] => !matches!(next, b':' | b'=') && kind == SiteKind::Write,
            [b'=', next, ..] if !matches!(next, b'=' | b'>' | b'~') => maker()?.types.iter().any(is_new),
            _ => return None,
        };
        let (bracket, of) = self.made_around(text, at)?;
        match of {
            ReceiverType::Holder
                if self.receivers.is_seen(text.file) && (bracket == b'{' || !self.has_constructor()) =>
            {
                Some(MemberSense::Sure)
            }
            ReceiverType::Holder => Some(MemberSense::Possible),
            _ if bracket == b'(' && self.is_argument(text, at) => Some(MemberSense::Other),
            _ if !is_field || bracket != b'{' => None,
            ReceiverType::Other => Some(MemberSense::Other),
            ReceiverType::Unknown if is_shorthand => None,
            ReceiverType::Unknown => Some(MemberSense::Possible),
        }
    }

    /// The bracket around a place in its function, and the type of the value that is made in it.
    fn made_around(&self, text: &NamesOfText<'_>, at: Position) -> Option<(u8, ReceiverType)> {
        let bytes = text.lines.bytes();
        let Maker { bracket, types, .. } = self.maker(text, at)?;
        let own = language(self.engine.snapshot, text.file).map_or(&[][..], |it| it.conventions.own_object);
        let is_own = |of: &Range<usize>| {
            let word = bytes.get(of.clone()).unwrap_or(&[]);
            own.iter().any(|it| it.as_bytes() == word) && self.is_inside(text.file, at.line) == Some(true)
        };
        if types.iter().any(is_own) {
            return Some((bracket, ReceiverType::Holder));
        }
        Some((bracket, self.of_any(text, types)))
    }

    /// The bracket around a place in its function, and what is made in it.
    fn maker(&self, text: &NamesOfText<'_>, at: Position) -> Option<Maker> {
        maker(text.lines.bytes(), text.lines.offset(at), self.function_start(text, at))
    }

    /// Whether a name is that of an argument of a call that leads somewhere: what is called has the parameter.
    fn is_argument(&self, text: &NamesOfText<'_>, at: Position) -> bool {
        let (bytes, snapshot) = (text.lines.bytes(), self.engine.snapshot);
        let sign = language(snapshot, text.file).and_then(|it| it.conventions.argument_sign);
        let start = text.lines.offset(at);
        let before = bytes.get(..start).and_then(|it| it.trim_ascii_end().last());
        let behind = bytes.get(skipped(bytes, name_end(bytes, start)));
        let called = self.maker(text, at).and_then(|it| words(bytes, it.types.last()?.clone()).last().map(|it| it.0));
        let Some(called) =
            called.filter(|_| sign.is_some() && behind.copied() == sign && matches!(before, Some(b'(' | b',')))
        else {
            return false;
        };
        let place = text.lines.place(called);
        let is_around = |row: &Definition| (row.start_line..=row.end_line).contains(&place.line);
        let callers =
            snapshot.definitions_of(text.file).filter(|(_, row)| is_around(row) || row.kind == DeclKind::File);
        let mut calls = callers.flat_map(|(def, _)| snapshot.calls.headed([def.0]));
        calls.any(|row| row.at == place && row.rule.evidence() >= Evidence::Scoped)
    }

    /// The type that one of some parts of a text writes.
    fn of_any(&self, text: &NamesOfText<'_>, types: Vec<Range<usize>>) -> ReceiverType {
        let found: Vec<ReceiverType> = types.into_iter().map(|of| self.receivers.of_type(text, of)).collect();
        let wanted = [ReceiverType::Holder, ReceiverType::Other].into_iter().find(|of| found.contains(of));
        wanted.unwrap_or(ReceiverType::Unknown)
    }

    /// Where the function around a place begins.
    fn function_start(&self, text: &NamesOfText<'_>, at: Position) -> usize {
        let function = functions_around(self.engine, text.file, at.line).into_iter().next();
        function.map_or(0, |row| text.lines.offset(Position { line: row.start_line, column: 1 }))
    }

    /// The meaning of a name in a pattern that takes a value apart: `{ name } = value`; `None` where it is in none.
    pub fn taken(&self, text: &NamesOfText<'_>, (at, kind): (Position, SiteKind)) -> Option<MemberSense> {
        let bytes = text.lines.bytes();
        let start = text.lines.offset(at);
        let end = name_end(bytes, start);
        let is_key = bytes.get(skipped(bytes, end)) == Some(&b':');
        let is_declared = kind == SiteKind::Define || kind == SiteKind::Write && !is_key;
        let of = match taken(bytes, start..end, self.function_start(text, at), is_declared)? {
            Taken::Of(types) => self.of_any(text, types),
            Taken::From(value) => self.receivers.of_value(text, at.line, value),
        };
        Some(match of {
            ReceiverType::Holder if self.receivers.is_seen(text.file) => MemberSense::Sure,
            ReceiverType::Other => MemberSense::Other,
            ReceiverType::Holder | ReceiverType::Unknown => MemberSense::Possible,
        })
    }

    /// Whether one of the types declares a constructor, so that arguments by name are those of its parameters.
    fn has_constructor(&self) -> bool {
        let snapshot = self.engine.snapshot;
        let files: FxHashSet<FileId> = self.types.iter().filter_map(|of| self.engine.file(*of)).collect();
        let mut rows = files.into_iter().flat_map(|file| snapshot.definitions_of(file)).map(|(_, row)| row);
        rows.any(|row| self.types.contains(&DefId(row.container)) && is_constructor(snapshot, &row))
    }

    /// The meaning of a name that nothing leads to.
    fn bare(&self, text: &NamesOfText<'_>, at: Position, declared: &[Position]) -> MemberSense {
        let file = text.file;
        let open = MemberSense::Possible;
        let Some(language) = language(self.engine.snapshot, file) else { return open };
        let is_inside = self.is_inside(file, at.line) == Some(true);
        let function = functions_around(self.engine, file, at.line).into_iter().next();
        let runs_later = || function.is_some_and(|row| at.line >= row.body_line && self.is_in_type(&row, at.line));
        // The member itself may be declared on the line of the function.
        let is_member = |place: &Position| {
            let mut rows = self.symbol.iter().filter_map(|def| self.engine.snapshot.definition(*def));
            rows.any(|row| row.file == file && row.at == *place)
        };
        let is_local = |place: &Position| {
            function.is_some_and(|row| (row.start_line..=row.end_line).contains(&place.line)) && !is_member(place)
        };
        match language.member_scope {
            _ if declared.iter().any(is_local) => MemberSense::Bound,
            MemberScope::Everywhere
                if !language.implicit_this && is_written_before((self.engine, &self.symbol), text, at) =>
            {
                MemberSense::Bound
            }
            _ if self.importing.contains(&file) => MemberSense::Sure,
            MemberScope::Everywhere if is_inside => MemberSense::Sure,
            // A class inside of another sees the members of both.
            MemberScope::Everywhere if language.implicit_this => self.of_enclosing(file, at.line).unwrap_or(open),
            MemberScope::Everywhere
                if types_around(self.engine, file, at.line).first().is_some_and(|of| self.others.contains(of)) =>
            {
                MemberSense::Other
            }
            MemberScope::Everywhere => open,
            MemberScope::Body if is_inside && function.is_none() => MemberSense::Sure,
            MemberScope::Evaluated if is_inside && !runs_later() && self.is_bound_before(file, at.line) => {
                MemberSense::Sure
            }
            MemberScope::Body | MemberScope::Evaluated | MemberScope::Nowhere => MemberSense::Bound,
        }
    }

    /// Whether the body of the type around one of its lines has bound the member before: `run = wrapped(run)` reads another.
    fn is_bound_before(&self, file: FileId, line: u32) -> bool {
        let of = types_around(self.engine, file, line).into_iter().next();
        let is_here = |row: &Definition| row.file == file && Some(DefId(row.container)) == of;
        let mut here = self.symbol.iter().filter_map(|def| self.engine.snapshot.definition(*def)).filter(is_here);
        here.any(|row| row.end_line < line)
    }

    /// Whether a function lies in the innermost type around one of its lines.
    fn is_in_type(&self, function: &Definition, line: u32) -> bool {
        let of = types_around(self.engine, function.file, line).into_iter().next();
        let of = of.and_then(|of| self.engine.snapshot.definition(of));
        of.is_some_and(|of| of.start_line <= function.start_line)
    }

    /// The meaning of a bare name by the types around a line: the innermost that has such a member.
    fn of_enclosing(&self, file: FileId, line: u32) -> Option<MemberSense> {
        types_around(self.engine, file, line).into_iter().find_map(|of| {
            let is_other = self.others.contains(&of).then_some(MemberSense::Other);
            self.types.contains(&of).then_some(MemberSense::Sure).or(is_other)
        })
    }

    /// Whether the innermost type around a line is one that has the member; `None` where there is none.
    pub fn is_inside(&self, file: FileId, line: u32) -> Option<bool> {
        let def = types_around(self.engine, file, line).into_iter().next()?;
        let is_block = self.engine.snapshot.definition(def).is_some_and(|row| row.kind == DeclKind::Impl);
        let is_named = || self.receivers.is_user(file) && self.receivers.is_own_name(self.engine.snapshot.name(def));
        Some(self.types.contains(&def) || is_block && is_named())
    }
}
