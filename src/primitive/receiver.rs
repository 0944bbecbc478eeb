//! The type of the value that leads to a member, where the text around states it: beside a parameter, a local or a field, or where
//! the value is made.

use std::cell::OnceCell;
use std::ops::{Range, RangeInclusive};

use cg_rules::{DefId, Evidence, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::around::{functions_around, types_around};
use super::engine::Engine;
use super::holder_names::HolderNames;
use super::kin::language;
use super::member_holders::users;
use super::named_texts::NamesOfText;
use super::standing::{access, is_of_name, qualifier, receiver_end};
use super::written_type::{beside, byte_before, is_literal, made, made_before, name_end, path_before, skipped, words};
use crate::base::Position;
use crate::facts::Definition;
use crate::language::{is_top_type, is_value_type};
use crate::parse::SiteKind;

/// The type of a receiver, as far as the text states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiverType {
    /// One that has the member.
    Holder,
    /// One that does not have it.
    Other,
    /// The text does not say.
    Unknown,
}

/// The types that have a member, by which receivers are judged.
pub struct Receivers<'e> {
    engine: &'e Engine<'e>,
    types: FxHashSet<DefId>,
    names: HolderNames<'e>,
    /// The files that name one of the types, and mean it; once they are needed.
    users: OnceCell<FxHashSet<FileId>>,
    /// The names of the types that declare another member of the name, and are not above.
    others: FxHashSet<&'e str>,
    /// Those types, by the paths that lead to them.
    others_by_path: OnceCell<HolderNames<'e>>,
    other_types: FxHashSet<DefId>,
    /// Whether a value of one of the types may be stated as one of an external type.
    is_below_external: bool,
    /// The names that each file imports from packages, and those of the modules, once they are needed.
    packages: OnceCell<FxHashMap<FileId, FxHashSet<&'e str>>>,
}

impl<'e> Receivers<'e> {
    /// Receivers of some types, beside others that declare a member of the same name.
    pub fn of(engine: &'e Engine<'e>, types: &FxHashSet<DefId>, others: &FxHashSet<DefId>) -> Self {
        let snapshot = engine.snapshot;
        let graph = engine.types(Evidence::Scoped);
        let mut above = types.clone();
        let mut open: Vec<DefId> = types.iter().copied().collect();
        while let Some(of) = open.pop() {
            open.extend(graph.supertypes.row(of).iter().copied().filter(|of| above.insert(*of)));
        }
        let above_names: FxHashSet<&str> = above.iter().map(|of| snapshot.name(*of)).collect();
        let other_names = others.iter().map(|of| snapshot.name(*of));
        Self {
            engine,
            types: types.clone(),
            others: other_names.filter(|name| !name.is_empty() && !above_names.contains(name)).collect(),
            names: HolderNames::of(engine, types),
            users: OnceCell::new(),
            others_by_path: OnceCell::new(),
            other_types: others.clone(),
            is_below_external: snapshot.package_extends.iter().any(|row| above.contains(&row.sub)),
            packages: OnceCell::new(),
        }
    }

    /// Whether a name is that of one of the types in a text.
    pub fn is_named(&self, text: &NamesOfText<'_>, name: &str) -> bool {
        self.names.has(text.file, &text.lines, name)
    }

    /// Whether a file names one of the types, and means it.
    pub fn is_user(&self, file: FileId) -> bool {
        self.users.get_or_init(|| users(self.engine, &self.types)).contains(&file)
    }

    /// Whether a value that is stated in a file may be of one of the types: the file names one, or a path that it imports leads there.
    pub fn is_seen(&self, file: FileId) -> bool {
        self.is_user(file) || self.names.are_imported(file)
    }

    fn others_by_path(&self) -> &HolderNames<'e> {
        self.others_by_path.get_or_init(|| HolderNames::of(self.engine, &self.other_types))
    }

    /// Whether a name is a type's own.
    pub fn is_own_name(&self, name: &str) -> bool {
        self.names.own().contains(name)
    }

    /// The type of the receiver at a place.
    pub fn at(&self, text: &NamesOfText<'_>, at: Position) -> ReceiverType {
        let lines = &text.lines;
        let (bytes, Some(end)) = (lines.bytes(), receiver_end(lines, at)) else { return ReceiverType::Unknown };
        let before = bytes.get(..end).unwrap_or(&[]);
        let Some(name) = qualifier(lines, at) else {
            if is_literal(bytes, end) && !self.names.own().iter().any(|name| is_value_type(name)) {
                return ReceiverType::Other;
            }
            return made_before(bytes, end).map_or(ReceiverType::Unknown, |of| self.of_type(text, of));
        };
        let sign = before[..end - name.len()].iter().rev().take_while(|byte| **byte == b'@').count();
        let start = end - name.len() - sign;
        let Some(name) = bytes.get(start..end).and_then(|name| std::str::from_utf8(name).ok()) else {
            return ReceiverType::Unknown;
        };
        let place = lines.place(start);
        match (access(lines, place), qualifier(lines, place)) {
            (Some(_), Some(of)) if name == "new" && std::str::from_utf8(of).is_ok_and(|of| self.is_named(text, of)) => {
                ReceiverType::Holder
            }
            (Some(_), Some(of)) if self.is_own_object(text.file, of) => self.of_own_field(text, place.line, name),
            (Some(_), Some(of)) => std::str::from_utf8(of).map_or(ReceiverType::Unknown, |of| {
                let start = receiver_end(lines, place).map(|end| lines.place(end - of.len()));
                match start.is_some_and(|start| access(lines, start).is_none()) {
                    true => self.of_part(text, of, place.line, name),
                    false => ReceiverType::Unknown,
                }
            }),
            (Some(_), None) => ReceiverType::Unknown,
            (None, _) if sign > 0 => self.decided(text, place.line, &text.bindings(name)),
            // The name of another type leads to its own member.
            (None, _) if self.others.contains(name) && !self.is_value(text, name) => ReceiverType::Other,
            (None, _) => self.of_name(text, place.line, name),
        }
    }

    /// Whether a file binds a name to anything but a type.
    fn is_value(&self, text: &NamesOfText<'_>, name: &str) -> bool {
        let is_type = |at: Position| {
            let mut rows = self.engine.snapshot.definitions_of(text.file).map(|(_, row)| row);
            rows.any(|row| row.at == at && row.kind.is_type())
        };
        text.bindings(name).into_iter().any(|(at, _)| !is_type(at))
    }

    /// The type of a value by its name alone.
    fn of_name(&self, text: &NamesOfText<'_>, line: u32, name: &str) -> ReceiverType {
        let bindings = text.bindings(name);
        let is_alone = |at: Position| access(&text.lines, at).is_none();
        let innermost = |line: u32| functions_around(self.engine, text.file, line).first().map(lines_of);
        for function in functions_around(self.engine, text.file, line) {
            let is_own = |(at, _): &&(Position, SiteKind)| {
                lines_of(&function).contains(&at.line)
                    && innermost(at.line) == Some(lines_of(&function))
                    && is_alone(*at)
            };
            let own: Vec<_> = bindings.iter().filter(is_own).copied().collect();
            if !own.is_empty() {
                return self.decided(text, line, &own);
            }
        }
        if language(self.engine.snapshot, text.file).is_some_and(|language| language.implicit_this) {
            let field = self.of_own_field(text, line, name);
            if field != ReceiverType::Unknown {
                return field;
            }
        }
        let is_top = |(at, _): &&(Position, SiteKind)| {
            let is_inside = || !types_around(self.engine, text.file, at.line).is_empty();
            is_alone(*at) && innermost(at.line).is_none() && !is_inside()
        };
        let top: Vec<_> = bindings.iter().filter(is_top).copied().collect();
        self.decided(text, line, &top)
    }

    /// The type of a field of the type around a line.
    fn of_own_field(&self, text: &NamesOfText<'_>, line: u32, name: &str) -> ReceiverType {
        let around = types_around(self.engine, text.file, line);
        let of = around.first().map(|of| self.engine.snapshot.name(*of));
        of.map_or(ReceiverType::Unknown, |of| self.of_field(text, of, line, name))
    }

    /// The type of a field of a value, or of a type, that a name alone leads to: `part` of `value.part`.
    fn of_part(&self, text: &NamesOfText<'_>, value: &str, line: u32, part: &str) -> ReceiverType {
        let snapshot = self.engine.snapshot;
        let of_type = self.of_field(text, value, line, part);
        if of_type != ReceiverType::Unknown {
            return of_type;
        }
        let fields = snapshot.definitions_of(text.file).map(|(_, row)| row);
        let named = fields.filter(|row| row.kind.is_value() && snapshot.names.get(row.name) == part);
        let holders: FxHashSet<DefId> = named.map(|row| DefId(row.container)).collect();
        let is_of = |of: &DefId| {
            let receivers = Self::of(self.engine, &FxHashSet::from_iter([*of]), &FxHashSet::default());
            receivers.of_name(text, line, value) == ReceiverType::Holder
        };
        let holder = holders.into_iter().find(is_of).map(|of| snapshot.name(of));
        holder.map_or(ReceiverType::Unknown, |of| self.of_field(text, of, line, part))
    }

    /// The type of a field that a type of the file declares, by its name.
    fn of_field(&self, text: &NamesOfText<'_>, of: &str, line: u32, name: &str) -> ReceiverType {
        let snapshot = self.engine.snapshot;
        let is_held =
            |row: &Definition| snapshot.name(DefId(row.container)) == of && snapshot.names.get(row.name) == name;
        let declared =
            snapshot.definitions_of(text.file).map(|(_, row)| row).filter(|row| row.kind.is_value() && is_held(row));
        let mut bindings: Vec<_> = declared.map(|row| (row.at, SiteKind::Define)).collect();
        if bindings.is_empty() {
            return ReceiverType::Unknown;
        }
        let is_own = |at: Position| qualifier(&text.lines, at).is_some_and(|of| self.is_own_object(text.file, of));
        let written = text.bindings(name).into_iter().filter(|(at, _)| is_own(*at));
        bindings
            .extend(written.filter(|(at, _)| bindings.iter().all(|(declared, _)| declared != at)).collect::<Vec<_>>());
        self.decided(text, line, &bindings)
    }

    /// The type that all bindings of a name state. One that states it beside a declaration holds for what is written there later.
    fn decided(&self, text: &NamesOfText<'_>, line: u32, bindings: &[(Position, SiteKind)]) -> ReceiverType {
        let found: Vec<_> = bindings.iter().map(|(at, kind)| (*kind, self.binding(text, line, *at))).collect();
        let is_stated = |(kind, (of, stated)): &(SiteKind, (ReceiverType, bool))| {
            *kind != SiteKind::Define || *stated && *of != ReceiverType::Unknown
        };
        let has_declaration = found.iter().any(|(kind, _)| *kind == SiteKind::Define);
        let is_settled = has_declaration && found.iter().all(is_stated);
        let mut types =
            found.iter().filter(|(kind, _)| !is_settled || *kind == SiteKind::Define).map(|(_, (of, _))| *of);
        let Some(first) = types.next() else { return ReceiverType::Unknown };
        if types.all(|of| of == first) { first } else { ReceiverType::Unknown }
    }

    /// The type that one binding of a name gives it, and whether it states that beside the name.
    fn binding(&self, text: &NamesOfText<'_>, line: u32, at: Position) -> (ReceiverType, bool) {
        let bytes = text.lines.bytes();
        let start = text.lines.offset(at);
        let sign = bytes.get(start..).unwrap_or(&[]).iter().take_while(|byte| **byte == b'@').count();
        let rest = bytes.get(start + sign..).unwrap_or(&[]);
        let end = start + sign + rest.iter().take_while(|byte| is_of_name(**byte)).count();
        let stated: Vec<_> = beside(bytes, start..end).into_iter().flatten().map(|of| self.of_type(text, of)).collect();
        for wanted in [ReceiverType::Holder, ReceiverType::Other] {
            if stated.contains(&wanted) {
                return (wanted, true);
            }
        }
        let head = bytes.get(..start).unwrap_or(&[]).trim_ascii_end();
        if let Some(head) = head.strip_suffix(b" as").or_else(|| head.strip_suffix(b"=>")) {
            let caught = path_before(bytes, head.trim_ascii_end().len(), 0);
            return (caught.map_or(ReceiverType::Unknown, |of| self.of_type(text, of)), true);
        }
        let value = match bytes.get(skipped(bytes, end)..).unwrap_or(&[]) {
            _ if head.ends_with(b",") && !is_in_brackets(text.lines.line(at.line), at) => None,
            [b':', b'=', ..] => Some(skipped(bytes, end) + 2),
            [b'=', next, ..] if !matches!(next, b'=' | b'>' | b'~') => Some(skipped(bytes, end) + 1),
            _ => None,
        };
        (value.map_or(ReceiverType::Unknown, |value| self.of_made(text, line, value)), false)
    }

    /// The type of the value that begins at an offset: one that is made there, or that a name alone leads to.
    pub fn of_value(&self, text: &NamesOfText<'_>, line: u32, from: usize) -> ReceiverType {
        let bytes = text.lines.bytes();
        let end = name_end(bytes, from);
        let is_alone = !matches!(bytes.get(end), Some(b'.' | b'(' | b'[' | b'?' | b'!' | b':' | b'-'));
        let name = bytes.get(from..end).and_then(|name| std::str::from_utf8(name).ok());
        let name = name.filter(|name| is_alone && !name.is_empty() && !self.is_own_object(text.file, name.as_bytes()));
        match self.of_made(text, line, from) {
            ReceiverType::Unknown => name.map_or(ReceiverType::Unknown, |name| self.of_name(text, line, name)),
            made => made,
        }
    }

    /// The type of the value that is made at an offset, or is the object at hand there.
    fn of_made(&self, text: &NamesOfText<'_>, line: u32, from: usize) -> ReceiverType {
        let bytes = text.lines.bytes();
        if let Some(of) = made(bytes, from) {
            return self.of_type(text, of);
        }
        let value = text.lines.line(text.lines.place(from).line);
        let value = value.rsplit(|byte| *byte == b'=').next().unwrap_or(&[]).trim_ascii();
        let is_own = self.is_own_object(text.file, value.strip_suffix(b";").unwrap_or(value));
        let around = || types_around(self.engine, text.file, line).first().is_some_and(|of| self.types.contains(of));
        if is_own && around() { ReceiverType::Holder } else { ReceiverType::Unknown }
    }

    fn is_own_object(&self, file: FileId, name: &[u8]) -> bool {
        let own = language(self.engine.snapshot, file).map_or(&[][..], |it| it.conventions.own_object);
        own.iter().any(|word| word.as_bytes() == name)
    }

    /// The type that a part of the text writes.
    pub fn of_type(&self, text: &NamesOfText<'_>, part: Range<usize>) -> ReceiverType {
        let bytes = text.lines.bytes();
        let words = words(bytes, part.clone());
        let before = |at: usize| byte_before(bytes, at, &part);
        let behind = |at: usize, word: &str| bytes.get(at + word.len()..part.end).unwrap_or(&[]).trim_ascii_start();
        let leads = |(at, word): &(usize, &str)| matches!(behind(*at, word), [b'.' | b'\\', ..] | [b':', b':', ..]);
        let is_bare = |(at, word): &(usize, &str)| {
            !leads(&(*at, *word)) && !matches!(before(*at), Some(b'.' | b':' | b'\\' | b'<' | b'[' | b'('))
        };
        let is_list = bytes.get(part.clone()).is_some_and(|part| part.ends_with(b"[]"));
        let last = words.iter().rfind(|word| !leads(word));
        let is_led = |names: &HolderNames<'_>, (at, word): &(usize, &str)| {
            let is_path = !leads(&(*at, *word)) && matches!(before(*at), Some(b'.' | b':' | b'\\'));
            let head = is_path.then(|| Self::head(bytes, &words, *at)).flatten();
            let is_own = head.is_some_and(|head| !self.is_external(text, word, Some(head)));
            is_own && names.are_led_to(text.file, &text.lines, text.lines.place(*at))
        };
        let is_of_others = |word: &(usize, &str)| {
            let others = self.others_by_path();
            others.has(text.file, &text.lines, word.1) && is_led(others, word)
        };
        if words.iter().any(|(_, word)| self.is_named(text, word)) {
            let named: Vec<_> = words.iter().filter(|word| self.is_named(text, word.1)).collect();
            let is_holder =
                named.iter().any(|word| is_bare(word) && self.is_user(text.file) || is_led(&self.names, word));
            let is_other = named.iter().any(|word| is_of_others(word));
            return match (is_holder && !is_list, is_other) {
                (true, false) => ReceiverType::Holder,
                (false, true) => ReceiverType::Other,
                _ => ReceiverType::Unknown,
            };
        }
        if last.is_some_and(|word| self.others.contains(word.1) && (is_bare(word) || is_of_others(word))) {
            return ReceiverType::Other;
        }
        let is_type = |(at, word): &(usize, &str)| {
            let kind = text.kind(text.lines.place(*at));
            matches!(kind, Some(SiteKind::Type | SiteKind::New)) || is_value_type(word)
        };
        let types: Vec<_> = words.iter().filter(|word| is_type(word) && !leads(word)).collect();
        // `var` and `dynamic` look like types where all others are written with a capital.
        let includes_text = language(self.engine.snapshot, text.file).is_some_and(|it| it.conventions.includes_text);
        let is_stated = |(at, word): &(usize, &str)| {
            let is_plain = word.starts_with(char::is_lowercase) && !matches!(before(*at), Some(b'.' | b':' | b'\\'));
            !is_plain || includes_text || is_value_type(word)
        };
        let is_foreign = |(at, word): &(usize, &str)| {
            let head =
                matches!(before(*at), Some(b'.' | b':' | b'\\')).then(|| Self::head(bytes, &words, *at)).flatten();
            self.is_external(text, word, head)
        };
        let is_external = !types.is_empty() && types.into_iter().all(|word| is_stated(word) && is_foreign(word));
        if is_external && !self.is_below_external { ReceiverType::Other } else { ReceiverType::Unknown }
    }

    /// The word that leads to the one at an offset.
    fn head<'t>(bytes: &[u8], words: &[(usize, &'t str)], at: usize) -> Option<&'t str> {
        let (start, word) = words.iter().rfind(|(start, _)| *start < at)?;
        let between = bytes.get(start + word.len()..at)?;
        between.iter().all(|byte| matches!(byte, b'.' | b':' | b'\\')).then_some(*word)
    }

    /// Whether a type is none of the repository: its name is nobody's here, or it is one of an imported package.
    fn is_external(&self, text: &NamesOfText<'_>, word: &str, head: Option<&str>) -> bool {
        let snapshot = self.engine.snapshot;
        if is_top_type(word) {
            return false;
        }
        let is_declared = |word: &str| {
            let name = snapshot.names.find(word);
            name.is_some_and(|name| !self.engine.definitions_named(name).is_empty())
        };
        let is_imported = |name: &str| self.packages().get(&text.file).is_some_and(|names| names.contains(name));
        match head {
            Some(head) => is_imported(head) || !is_declared(word) && !is_declared(head),
            None => {
                let is_own = |kind| match kind {
                    SiteKind::Import => !is_imported(word),
                    kind => matches!(kind, SiteKind::Define | SiteKind::Write),
                };
                !is_declared(word) && !text.places(word).any(|(_, kind)| is_own(kind))
            }
        }
    }

    fn packages(&self) -> &FxHashMap<FileId, FxHashSet<&'e str>> {
        self.packages.get_or_init(|| {
            let names = &self.engine.snapshot.names;
            let mut found: FxHashMap<FileId, FxHashSet<&str>> = FxHashMap::default();
            for row in self.engine.snapshot.package_imports.iter() {
                let last = names.get(row.module).rsplit(['/', '.', ':', '\\']).next();
                found.entry(row.file).or_default().extend(last.into_iter().chain([names.get(row.name)]));
            }
            found
        })
    }
}

/// Whether a bracket of a line is open at a place: there, a name is one of the parameters, and none of several targets.
fn is_in_brackets(line: &[u8], at: Position) -> bool {
    let head = line.get(..at.column as usize - 1).unwrap_or(&[]);
    let count = |bracket: u8| head.iter().filter(|byte| **byte == bracket).count();
    count(b'(') > count(b')')
}

fn lines_of(row: &Definition) -> RangeInclusive<u32> {
    row.start_line..=row.end_line
}
