//! The facts after an edit: the files that it may reach are linked again, and all others keep their rows.
//!
//! The symbol table, supertypes and everything that is looked up by a name are made of all files, as ever. What takes most of
//! the time is resolving the names in bodies, and that depends on a file and on the names that it writes. So an edit is read
//! as the names whose meaning it may change (`interface`), these are followed through what is stated by them (`reach`), and
//! the types, imports, calls and tests of the files that write one are found again (`rows`), with the types that the other
//! files had in the rounds in which they had them. The result is a difference from the facts that were related (`patch`).

mod aligned;
mod base;
mod bound;
mod interface;
mod manifests;
mod members;
mod names;
mod patch;
mod reach;
mod reads;
mod rows;
mod unlinked;

use std::collections::BTreeSet;
use std::rc::Rc;

use cg_rules::FileId;

use super::depend;
use super::linked_types;
use super::links::Links;
use crate::base::Gap;
use crate::language::{SIGNATURE, World};
use crate::resolve::{Outside, Scopes};

pub use base::EditedFile;
pub use interface::RelinkRefusal;
pub use members::{members, members_on};
pub use patch::Patch;
pub use reads::{EditBase, EditReads, WantedFiles};
pub use unlinked::Unlinked;

use base::Base;
use interface::InterfaceEdit;
use reach::ReachedFiles;
use unlinked::unless_wanted;

/// The most files that are linked again: one in so many, and some.
const SHARE: usize = 2;
const SOME: usize = 16;

/// The symbol table, and the names and files that the edits reach. Where imports lead is kept but for those files.
fn reached<'w>(
    world: &'w World<'w>,
    base: &Base<'_>,
    differences: &[(FileId, InterfaceEdit)],
    (on, reads): (&EditBase, &EditReads),
) -> Result<(Scopes<'w>, ReachedFiles), Unlinked> {
    let most = on.n_files(reads) / SHARE + SOME;
    let mut index = Scopes::with(world, base.targets(world), on.absent(reads));
    // Other families see nothing of a name but that something has it.
    let listed = differences.iter().flat_map(|(_, it)| &it.listed).map(String::as_str);
    let other: BTreeSet<&str> = listed.filter(|name| !base.is_declared_beside(&index, name)).collect();
    let mut reached = reach::reached(&index, differences, &other, most)?;
    let families = index.absent_writers(other.iter().copied());
    let mut units = std::mem::take(&mut reached.units);
    index.note_looks(true);
    let leads = |file: &FileId| index.resolutions.get(file.0 as usize) == Some(&index.resolved_imports(*file));
    let is_led = reached.files.iter().all(leads);
    index.note_looks(false);
    units.extend(world.wanted());
    let is_whole = !is_led && units.is_empty() && !reads.is_whole();
    let wanted = WantedFiles { families, units, is_whole };
    if !wanted.is_empty() {
        return Err(Unlinked::Wants(wanted));
    }
    if !is_led {
        let absent = index.absent().clone();
        index = Scopes::with(world, Vec::new(), absent);
        reached = reach::reached(&index, differences, &other, most)?;
    }
    Ok((index, reached))
}

/// The difference that edits make to the facts of a base, whose sections `section` reads; and how many files were linked for
/// it. The observations at hand are those of the files that are read. `gaps` are those of the walk and of reading. The
/// `manifests` are the edited files that are manifests, lockfiles or configurations.
pub fn relink(
    world: &World<'_>,
    (on, reads): (&EditBase, &EditReads),
    gaps: &[Gap],
    (edited, manifests): (&[EditedFile], &[FileId]),
    section: &dyn Fn(&str) -> Option<Rc<Vec<u8>>>,
) -> Result<(Patch, usize), Unlinked> {
    let mut differences = Vec::new();
    for EditedFile { file, before } in edited {
        let conventions = &world.language(*file).ok_or("a file is of no language")?.conventions;
        let after = world.observations.get(file.0 as usize).and_then(Option::as_ref).ok_or("a file cannot be read")?;
        let path = world.paths.path(*file);
        if conventions.units.is_some_and(|rule| (rule.is_open)(path, before) != (rule.is_open)(path, after)) {
            return Err(Unlinked::Refused("all files see the names of a file that they did not see, or the other way"));
        }
        differences.push((*file, InterfaceEdit::between((before, after), path, conventions)?));
    }
    if manifests.iter().any(|file| on.linked.steering(*file) != linked_types::steering(world, *file)) {
        return Err(Unlinked::Refused("a configuration changed on which it depends where imports lead"));
    }
    let base = Base::new(world, (on, reads), edited, &differences).ok_or("the files are others")?;
    let (mut scopes, reached) = reached(world, &base, &differences, (on, reads))?;
    let mut files: BTreeSet<FileId> = reached.files.iter().copied().collect();
    files.extend(edited.iter().map(|it| it.file));
    let members: Vec<FileId> = differences.iter().filter(|(_, it)| it.members).map(|(file, _)| *file).collect();
    files.extend(base.looking(&members));
    files.iter().for_each(|file| world.want(*file));
    unless_wanted(world)?;
    let declared = linked_types::declared(base.linked, world, &files, |def| base.moved.moved(def));
    let declared = declared.ok_or("a type is gone that others extend")?;
    scopes.only(files.iter().copied().collect(), declared);
    let mut outside = Outside::default();
    let (hierarchy, extends) = scopes.hierarchy(None, &mut outside);
    let rounds = linked_types::rounds(base.linked, &hierarchy, |def| base.moved.moved(def));
    let rounds = rounds.ok_or("a type is gone that others have")?;
    let (types, rounds) = hierarchy.types(rounds);
    // Types implement interfaces that they do not name by what any file declares.
    let implements = |file: FileId| world.language(file).is_some_and(|it| it.conventions.implements_by_signatures);
    let had = |it: &EditedFile| implements(it.file) && it.before.names.iter().any(|name| name == SIGNATURE);
    let is_whole = types.has_structural() || edited.iter().any(had);
    let links = Links::of(&types, None, (&extends, is_whole), gaps, &mut outside);
    types.note_looks(false);
    unless_wanted(world)?;
    if !base.keeps(&types, &rounds, &reached.names) {
        return Err(Unlinked::Refused("a type changed, and its name was not followed"));
    }
    let manifests = (!manifests.is_empty()).then(|| depend::relate(world));
    let rows = rows::Rows { index: &types, base: &base, section, gaps, manifests };
    let Some(modules) = rows.modules() else {
        return Err(Unlinked::Wants(WantedFiles { is_whole: true, ..WantedFiles::default() }));
    };
    let patch = rows.patch(links, (&extends, is_whole), outside, modules);
    Ok((patch.ok_or("a table is gone")?, files.len()))
}
