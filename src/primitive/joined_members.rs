//! Members that a type joins by what it inherits: a method of one supertype gives what an interface beside it demands, and neither
//! knows of the other.

use cg_rules::{DefId, Evidence};
use rustc_hash::FxHashSet;

use super::engine::Engine;
use super::inherited::type_of;
use super::twins::reached;
use crate::facts::Definition;
use crate::language::DeclKind;

/// The most definitions of one name, and the most types below one, that are looked through.
const MOST: usize = 512;

/// The side of a pair that is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// The member with the body.
    Body,
    /// The member that is demanded.
    Demand,
}

impl Engine<'_> {
    /// The members that one overrides: as its type states it, and of interfaces that a type below joins with its own.
    pub fn overridden_by(&self, def: DefId, floor: Evidence) -> Vec<DefId> {
        let stated = self.members(floor).overridden.row(def).iter().copied();
        stated.chain(self.joined(def, Known::Body, floor)).collect()
    }

    /// The members that override one: as their types state it, and those that a type below its own inherits beside it.
    pub fn overriders_of(&self, def: DefId, floor: Evidence) -> Vec<DefId> {
        let stated = self.members(floor).overriders.row(def).iter().copied();
        stated.chain(self.joined(def, Known::Demand, floor)).collect()
    }

    fn joined(&self, def: DefId, known: Known, floor: Evidence) -> Vec<DefId> {
        let Some(own) = self.snapshot.definition(def).filter(|row| row.kind == DeclKind::Method) else {
            return Vec::new();
        };
        let is_side = |def: DefId, row: &Definition, side: Known| match side {
            Known::Body => row.body_line > 0 && !self.is_demanded(def, row),
            Known::Demand => self.is_demanded(def, row),
        };
        let named = self.definitions_named(own.name);
        if !is_side(def, &own, known) || named.len() < 2 || named.len() > MOST {
            return Vec::new();
        }
        let other_side = if known == Known::Body { Known::Demand } else { Known::Body };
        let types = self.types(floor);
        let holder = |def: DefId| Some(type_of(self, def)).filter(|of| *of != def);
        let Some(of) = holder(def) else { return Vec::new() };
        let holders: FxHashSet<DefId> = named.iter().filter_map(|def| holder(*def)).collect();
        let below = reached(&types.implementers, vec![of], MOST);
        let is_free = |of: &DefId| below.contains(of) && !holders.contains(of);
        let mut found = Vec::new();
        for other in named.iter().copied().filter(|it| *it != def) {
            let Some(row) = self.snapshot.definition(other).filter(|row| row.kind == DeclKind::Method) else {
                continue;
            };
            let Some(beside) = holder(other).filter(|it| *it != of && !below.contains(it)) else { continue };
            let joins = || {
                let others = reached(&types.implementers, vec![beside], MOST);
                !others.contains(&of) && others.iter().any(is_free)
            };
            if is_side(other, &row, other_side) && joins() {
                found.push(other);
            }
        }
        found
    }

    /// Whether a member is demanded of who has its type: it has no body, or is one of an interface.
    fn is_demanded(&self, def: DefId, row: &Definition) -> bool {
        let of = self.snapshot.definition(type_of(self, def));
        row.body_line == 0 || of.is_some_and(|of| of.kind == DeclKind::Interface)
    }
}
