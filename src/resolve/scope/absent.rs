//! The files that an edit does not read: of families that no name leads to, and of units of a family. The rest that others need to
//! know of them is kept.

use std::collections::BTreeSet;
use std::sync::Arc;

use cg_rules::FileId;
use serde::{Deserialize, Serialize};

use super::surveyed::SurveyedFamily;
use super::unit_names::{self, ATTRIBUTE, FREE, MEMBER, UnitNames};
use crate::base::Strings;

/// The names that the files of a family of languages write.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FamilyNames {
    /// The family.
    pub family: String,
    /// The names, in byte order.
    written: Strings,
    /// For each name [`DECLARED`], [`DEFINED`] and [`LED`].
    bits: Vec<u8>,
    /// The names by which files import the repository's own modules, with the numbers of the files that they lead to; in order.
    modules: Vec<(String, u32)>,
    /// The units that write each name, where the family has any.
    units: UnitNames,
}

/// A file declares the name, or offers it to others.
const DECLARED: u8 = 1;
/// A declaration has the name, or belongs to what has it.
const DEFINED: u8 = 2;
/// Files write the name in paths alone.
const LED: u8 = 4;

/// The files that are not read.
#[derive(Clone, Debug, Default)]
pub struct AbsentFiles {
    /// How many definitions each file has that is not read, by file.
    pub definitions: Vec<u32>,
    /// The families of which no file is read.
    pub families: Vec<Arc<FamilyNames>>,
    /// The families of which some units are read.
    pub partly: Vec<Arc<FamilyNames>>,
    /// The units that are.
    pub read: BTreeSet<u32>,
    /// The family that is read, where each of several is related on its own.
    pub surveyed: Option<SurveyedFamily>,
}

/// A name that a file of a family writes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FamilyName<'t> {
    /// Its text.
    pub text: &'t str,
    /// Whether a file declares it, or offers it to others.
    pub is_declared: bool,
    /// Whether a declaration has it, or belongs to what has it.
    pub is_defined: bool,
    /// Whether it is written in paths alone.
    pub is_led: bool,
    /// The units that write it.
    pub units: Vec<(u32, u8)>,
}

impl FamilyNames {
    /// The distinct names of a family, in any order, and its modules, in order.
    pub fn of(family: &str, mut names: Vec<FamilyName<'_>>, modules: Vec<(String, u32)>, has_units: bool) -> Self {
        names.sort_unstable_by_key(|name| name.text);
        let (mut written, mut bits) = (Strings::default(), Vec::with_capacity(names.len()));
        let mut units = UnitNames::default();
        for name in names {
            written.push(name.text);
            let marks = [(name.is_declared, DECLARED), (name.is_defined, DEFINED), (name.is_led, LED)];
            bits.push(marks.into_iter().map(|(is, bit)| u8::from(is) * bit).sum());
            if has_units {
                units.push(name.units.into_iter());
            }
        }
        Self { family: family.to_owned(), written, bits, modules, units }
    }

    /// The names by which files import modules, with the files that they lead to.
    pub fn modules(&self) -> impl Iterator<Item = (&str, FileId)> {
        self.modules.iter().map(|(name, file)| (name.as_str(), FileId(*file)))
    }

    /// Whether it has units.
    pub fn has_units(&self) -> bool {
        !self.units.is_empty()
    }

    /// Whether a declaration of a file has a name, or belongs to what has it.
    pub fn defines(&self, text: &str) -> bool {
        self.has(text, DEFINED)
    }

    /// Whether a file declares a name, or offers it to others.
    pub fn declares(&self, text: &str) -> bool {
        self.has(text, DECLARED)
    }

    /// Whether a file writes a name.
    pub fn writes(&self, text: &str) -> bool {
        self.written.find(text).is_some() && !self.has(text, LED)
    }

    fn has(&self, text: &str, bit: u8) -> bool {
        let bits = self.written.find(text).and_then(|at| self.bits.get(at as usize));
        bits.is_some_and(|bits| bits & bit != 0)
    }
}

impl AbsentFiles {
    /// Whether a family is not read.
    pub fn holds(&self, family: &str) -> bool {
        self.families.iter().any(|it| it.family == family)
            || self.surveyed.as_ref().is_some_and(|it| it.family != family)
    }

    /// Whether a file that is not read declares a name.
    pub fn declares(&self, text: &str) -> bool {
        self.families.iter().any(|family| family.declares(text))
            || self.units(text).any(|(_, bits)| bits & (FREE | MEMBER | ATTRIBUTE) != 0)
    }

    /// Whether a definition of a file that is not read has a name.
    pub fn defines(&self, text: &str) -> bool {
        self.families.iter().any(|family| family.defines(text))
            || self.units(text).any(|(_, bits)| bits & unit_names::DEFINED != 0)
    }

    /// The units that are not read and write a name, of families of which others are read; each with its bits.
    pub fn units(&self, text: &str) -> impl Iterator<Item = (u32, u8)> {
        self.partly.iter().flat_map(|family| self.units_in(family, text))
    }

    /// The units of one family that are not read and write a name, each with its bits.
    pub fn units_of(&self, family: &str, text: &str) -> impl Iterator<Item = (u32, u8)> {
        let own = self.partly.iter().filter(move |it| it.family == family);
        own.flat_map(move |family| self.units_in(family, text))
    }

    fn units_in<'a>(&'a self, family: &'a FamilyNames, text: &str) -> impl Iterator<Item = (u32, u8)> + 'a {
        let units = family.written.find(text).into_iter().flat_map(|at| family.units.of(at));
        units.filter(|(unit, _)| !self.read.contains(unit))
    }
}
