//! Where members lead that are not called: no relation has these, and they are resolved where a query asks for them, with the types
//! that linking found.

use std::collections::BTreeSet;

use super::base::Base;
use super::reads::{EditBase, EditReads};
use super::unlinked::{Unlinked, unless_wanted};
use crate::facts::linked_types;
use crate::language::World;
use crate::resolve::{MemberTarget, NamePlace, Outside, Rounds, Scopes};

/// Where the members at some places lead, with the types that are kept of a state in which every file is as it is now.
pub fn members_on(
    world: &World<'_>,
    (on, reads): (&EditBase, &EditReads),
    places: &[NamePlace],
) -> Result<Vec<MemberTarget>, Unlinked> {
    let base = Base::new(world, (on, reads), &[], &[]).ok_or("the files are others")?;
    let mut scopes = Scopes::with(world, base.targets(world), on.absent(reads));
    places.iter().for_each(|place| world.want(place.file));
    unless_wanted(world)?;
    let same = |def| base.moved.moved(def);
    let declared = linked_types::declared(base.linked, world, &BTreeSet::new(), same);
    scopes.only(Vec::new(), declared.ok_or("a type is gone that others extend")?);
    let (hierarchy, _) = scopes.hierarchy(None, &mut Outside::default());
    let rounds = linked_types::rounds(base.linked, &hierarchy, same).ok_or("a type is gone that others have")?;
    let (types, _) = hierarchy.types(rounds);
    let found = types.members(places);
    types.note_looks(false);
    unless_wanted(world)?;
    Ok(found)
}

/// The same, where nothing is kept: all types are found again.
pub fn members(world: &World<'_>, places: &[NamePlace]) -> Vec<MemberTarget> {
    let (hierarchy, _) = Scopes::of(world).hierarchy(None, &mut Outside::default());
    hierarchy.types(Rounds::new()).0.members(places)
}
