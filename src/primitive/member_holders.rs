//! The types that hold a member, and the files in which its name alone means something else.

use cg_rules::{DefId, Evidence, FileId};
use rustc_hash::FxHashSet;

use super::engine::Engine;
use super::included::files_by_include;
use super::kin::{family, language};
use crate::base::path;
use crate::facts::{Definition, MentionMeaning, NONE};
use crate::language::DeclKind;

/// The most files beside its own in which the members of a type are looked at.
const FILES_OF_MEMBERS: usize = 5;

impl Engine<'_> {
    /// The types that have a definition as their member, in its text or in a block of members; none where it is no member.
    pub fn types_with(&self, def: DefId) -> Vec<DefId> {
        self.snapshot.definition(def).and_then(|row| holders(self, &row)).unwrap_or_default()
    }

    /// The first files beside its own in which a type has members: by a receiver, a qualified name or a block of members. A file that
    /// declares another type of its name has those of that one.
    pub fn files_of_members(&self, of: DefId) -> Vec<FileId> {
        let Some(row) = self.snapshot.definition(of).filter(|row| row.kind.is_type()) else { return Vec::new() };
        let has_members = |file: &FileId| {
            let rows = || self.snapshot.definitions_of(*file).map(|(_, it)| it);
            rows().any(|it| it.owner == row.name) && !rows().any(|it| it.kind.is_type() && it.name == row.name)
        };
        let readers = self.users(of).iter().chain(self.imports().importers.row(row.file));
        let mut files: Vec<FileId> = readers.copied().filter(|file| *file != row.file).collect();
        files.sort_unstable();
        files.dedup();
        files.into_iter().filter(has_members).take(FILES_OF_MEMBERS).collect()
    }
}

/// The types that hold a definition; `None` where it is no member, or one that is seen by its name alone everywhere.
pub(super) fn holders(engine: &Engine<'_>, row: &Definition) -> Option<Vec<DefId>> {
    let snapshot = engine.snapshot;
    let around = DefId(row.container);
    if row.owner != NONE {
        return of_owner(engine, row);
    }
    let holder = snapshot.definition(around)?;
    let is_open = holder.kind == DeclKind::Enum && language(snapshot, row.file)?.conventions.includes_text;
    match holder.kind {
        DeclKind::Impl => of_block(engine, &holder),
        kind if kind.is_type() && !is_open => Some(vec![around]),
        // A variant that has fields.
        DeclKind::Field if variant_of(engine, around).is_some() => Some(vec![around]),
        _ => None,
    }
}

/// The enumeration of which a definition is a variant.
pub(super) fn variant_of(engine: &Engine<'_>, def: DefId) -> Option<DefId> {
    let of = DefId(engine.snapshot.definition(def).filter(|row| row.kind == DeclKind::Field)?.container);
    engine.snapshot.definition(of).filter(|row| row.kind == DeclKind::Enum).map(|_| of)
}

/// Some types, and those below them that declare no member of such a name themselves.
pub(super) fn with_heirs(engine: &Engine<'_>, types: &[DefId], rows: &[Definition]) -> FxHashSet<DefId> {
    let snapshot = engine.snapshot;
    let declaring = rows.iter().flat_map(|row| engine.definitions_named(row.name));
    let declaring = declaring.filter_map(|def| snapshot.definition(*def));
    let declaring: FxHashSet<DefId> = declaring.flat_map(|row| bearers(engine, &row)).collect();
    let below = cg_rules::subtypes(engine.types(Evidence::Scoped), types, u32::MAX);
    let heirs = below.iter().map(|it| it.def).filter(|of| !declaring.contains(of));
    types.iter().copied().chain(heirs).collect()
}

/// The files that name one of some types, and mean it.
pub(super) fn users(engine: &Engine<'_>, types: &FxHashSet<DefId>) -> FxHashSet<FileId> {
    let enums: Vec<DefId> = types.iter().filter_map(|of| variant_of(engine, *of)).collect();
    let using = types.iter().chain(&enums).flat_map(|of| engine.users(*of)).copied();
    let declaring = types.iter().filter_map(|of| engine.file(*of));
    let including = files_by_include(engine, types).into_values().flatten();
    using.chain(declaring).chain(including).collect()
}

/// The types around a type, the innermost first.
pub(super) fn outer_types<'e>(engine: &'e Engine<'e>, of: DefId) -> impl Iterator<Item = DefId> + 'e {
    let around = move |of: &DefId| Some(DefId(engine.snapshot.definition(*of)?.container));
    let is_type = |of: &DefId| engine.snapshot.definition(*of).is_some_and(|row| row.kind.is_type());
    std::iter::successors(around(&of), around).take_while(is_type)
}

/// The definition around another, and the types to which that belongs by a block or by its own statement.
pub(super) fn bearers(engine: &Engine<'_>, row: &Definition) -> Vec<DefId> {
    let around = DefId(row.container);
    let block = engine.snapshot.definition(around).filter(|around| around.kind == DeclKind::Impl);
    let types = block.map_or_else(|| of_owner(engine, row), |block| of_block(engine, &block));
    [vec![around], types.unwrap_or_default()].concat()
}

/// The types of its folder that a member names which is declared beside them: the receiver of a method.
fn of_owner(engine: &Engine<'_>, row: &Definition) -> Option<Vec<DefId>> {
    let snapshot = engine.snapshot;
    let folder = |of: &Definition| path::parent(snapshot.path(of.file));
    let is_kin = |of: &Definition| folder(of) == folder(row) && family(snapshot, of.file) == family(snapshot, row.file);
    let is_type = |def: &DefId| snapshot.definition(*def).is_some_and(|of| of.kind.is_type() && is_kin(&of));
    let named = Some(row.owner).filter(|owner| *owner != NONE).map(|owner| engine.definitions_named(owner))?;
    let types: Vec<DefId> = named.iter().copied().filter(is_type).collect();
    (!types.is_empty()).then_some(types)
}

/// The files of the same languages in which a name alone means something else, those that declare the member left out.
pub(super) fn bound(engine: &Engine<'_>, rows: &[Definition], names: &FxHashSet<u32>) -> FxHashSet<FileId> {
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
