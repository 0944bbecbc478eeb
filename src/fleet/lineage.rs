//! The types of one export that are below some others: they are found from above, and the others are not read.

use std::collections::BTreeSet;

use cg_rules::DefId;

use super::paged::{Paged, ReadError};
use super::rows::ReadRows;
use super::runs::Runs;
use crate::base::Row;
use crate::facts::{Definition, Extends, ExtendsPackage, NONE};

/// The rows of types.
pub struct Lineage<'p> {
    definitions: Runs<'p, 11>,
    /// A name, and the position of a definition that has it.
    named: Runs<'p, 2>,
    /// `extends(Sub, Super, …)`, as Super, Sub, ….
    below: Runs<'p, 6>,
    /// `extends_package(Sub, Package, …)`, as Package, Sub, ….
    outer: Runs<'p, 7>,
}

impl<'p> Lineage<'p> {
    /// The rows that stand at the places of two sections: of types, and of supertypes.
    pub fn open(paged: &'p Paged, [types, supertypes]: [u64; 2]) -> Result<Self, ReadError> {
        let definitions = Runs::open(paged, types)?;
        let named = Runs::open(paged, definitions.end())?;
        let below = Runs::open(paged, named.end())?;
        Ok(Self { definitions, named, below, outer: Runs::open(paged, supertypes)? })
    }

    /// All rows.
    pub fn all(&mut self, rows: &mut ReadRows) -> Result<(), ReadError> {
        rows.definitions = self.definitions.all()?.into_iter().map(Definition::unpack).collect();
        rows.extends = self.below.all()?.into_iter().map(extends).collect();
        rows.package_extends.extend(self.outer.all()?.into_iter().map(extends_package));
        Ok(())
    }

    /// `extends_package` of a package.
    pub fn of_package(&mut self, package: u32) -> Result<Vec<ExtendsPackage>, ReadError> {
        Ok(self.outer.headed(package)?.into_iter().map(|(_, row)| extends_package(row)).collect())
    }

    /// The definitions that have a name.
    pub fn named(&mut self, name: u32) -> Result<Vec<DefId>, ReadError> {
        Ok(self.named.headed(name)?.into_iter().map(|(_, [_, at])| DefId(at)).collect())
    }

    /// Enters the types that extend some of packages or have some names, those below them, and what holds all of these,
    /// numbered anew in their order.
    pub fn enter(
        &mut self,
        mut outer: Vec<ExtendsPackage>,
        named: &[DefId],
        rows: &mut ReadRows,
    ) -> Result<(), ReadError> {
        let mut open: Vec<u32> = outer.iter().map(|row| row.sub.0).collect();
        // A member stands for the type that holds it.
        let mut seeds = BTreeSet::new();
        self.hold(named.iter().map(|def| def.0), &mut seeds)?;
        open.extend(seeds);
        let (mut below, mut links) = (BTreeSet::new(), Vec::new());
        while let Some(sup) = open.pop() {
            if below.insert(sup) {
                let subs: Vec<Extends> = self.below.headed(sup)?.into_iter().map(|(_, row)| extends(row)).collect();
                open.extend(subs.iter().map(|row| row.sub.0));
                links.extend(subs);
            }
        }
        let mut held = BTreeSet::new();
        self.hold(below.into_iter(), &mut held)?;
        let held: Vec<u32> = held.into_iter().collect();
        let place = |def: u32| held.binary_search(&def).ok().and_then(|at| u32::try_from(at).ok()).unwrap_or(NONE);
        for def in &held {
            let row = Definition::unpack(self.definitions.row(*def)?);
            rows.definitions.push(Definition { container: place(row.container), ..row });
        }
        links.iter_mut().for_each(|row| (row.sub, row.sup) = (DefId(place(row.sub.0)), DefId(place(row.sup.0))));
        rows.extends = links;
        outer.iter_mut().for_each(|row| row.sub = DefId(place(row.sub.0)));
        rows.package_extends.extend(outer);
        Ok(())
    }

    /// Enters definitions, and what holds them.
    fn hold(&mut self, defs: impl Iterator<Item = u32>, held: &mut BTreeSet<u32>) -> Result<(), ReadError> {
        for mut def in defs {
            while def != NONE && held.insert(def) {
                def = Definition::unpack(self.definitions.row(def)?).container;
            }
        }
        Ok(())
    }
}

fn extends([sup, sub, rest @ ..]: [u32; 6]) -> Extends {
    let [file, line, column, rule] = rest;
    Extends::unpack([sub, sup, file, line, column, rule])
}

fn extends_package([package, sub, rest @ ..]: [u32; 7]) -> ExtendsPackage {
    let [file, module, name, line, column] = rest;
    ExtendsPackage::unpack([sub, package, file, module, name, line, column])
}
