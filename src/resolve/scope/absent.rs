//! The families of languages whose files are not read, as no edit reaches them: names do not lead from one family to another, and
//! the rest that others need to know of a family is kept.

use serde::{Deserialize, Serialize};

use crate::base::Strings;

/// The names that the files of a family of languages write.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FamilyNames {
    /// The family.
    pub family: String,
    /// The names, in byte order.
    written: Strings,
    /// For each name [`DECLARED`] and [`DEFINED`].
    bits: Vec<u8>,
    /// The names by which files import the repository's own modules, with the numbers of the files that they lead to; in order.
    pub modules: Vec<(String, u32)>,
}

/// A file declares the name, or offers it to others.
const DECLARED: u8 = 1;
/// A declaration has the name, or belongs to what has it.
const DEFINED: u8 = 2;

/// The families that are not read.
#[derive(Clone, Debug, Default)]
pub struct AbsentFamilies {
    /// How many definitions each file has that is not read, by file.
    pub definitions: Vec<u32>,
    /// The families.
    pub families: Vec<FamilyNames>,
}

/// A name that a file of a family writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FamilyName<'t> {
    /// Its text.
    pub text: &'t str,
    /// Whether a file declares it, or offers it to others.
    pub is_declared: bool,
    /// Whether a declaration has it, or belongs to what has it.
    pub is_defined: bool,
}

impl FamilyNames {
    /// The distinct names of a family, in any order, and its modules, in order.
    pub fn of(family: &str, mut names: Vec<FamilyName<'_>>, modules: Vec<(String, u32)>) -> Self {
        names.sort_unstable();
        let (mut written, mut bits) = (Strings::default(), Vec::with_capacity(names.len()));
        for name in names {
            written.push(name.text);
            bits.push((u8::from(name.is_declared) * DECLARED) | (u8::from(name.is_defined) * DEFINED));
        }
        Self { family: family.to_owned(), written, bits, modules }
    }

    /// Whether a declaration of a file has a name, or belongs to what has it.
    pub fn defines(&self, text: &str) -> bool {
        self.has(text, DEFINED)
    }

    /// Whether a file writes a name.
    pub fn writes(&self, text: &str) -> bool {
        self.written.find(text).is_some()
    }

    fn has(&self, text: &str, bit: u8) -> bool {
        let bits = self.written.find(text).and_then(|at| self.bits.get(at as usize));
        bits.is_some_and(|bits| bits & bit != 0)
    }
}

impl AbsentFamilies {
    /// Whether a family is not read.
    pub fn holds(&self, family: &str) -> bool {
        self.families.iter().any(|it| it.family == family)
    }

    /// Whether a file that is not read declares a name.
    pub fn declares(&self, text: &str) -> bool {
        self.families.iter().any(|family| family.has(text, DECLARED))
    }
}
