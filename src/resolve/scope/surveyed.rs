//! The names that files of all families of languages declare, where each family is related on its own: a name that another family
//! declares is counted where it is mentioned, whatever it means there.

use std::sync::Arc;

use hashbrown::HashTable;

use super::keyed::text_hash;
use crate::base::Strings;
use crate::language::{DeclKind, Name, Observation};

/// A file declares the name, or offers it to others.
pub const DECLARED: u8 = 1;
/// A declaration has the name, or belongs to what has it.
pub const DEFINED: u8 = 2;

/// The distinct names that some files declare.
#[derive(Debug, Default)]
pub struct SurveyedNames {
    texts: Strings,
    /// For each [`DECLARED`] and [`DEFINED`].
    bits: Vec<u8>,
    /// The numbers of the texts, by the hashes of those.
    places: HashTable<u32>,
}

/// One family of several, each of which is related on its own.
#[derive(Clone, Debug)]
pub struct SurveyedFamily {
    /// The family that is read.
    pub family: &'static str,
    /// The names of all families.
    pub names: Arc<SurveyedNames>,
}

impl SurveyedNames {
    /// Enters the names of a file.
    pub fn enter(&mut self, observation: &Observation) {
        let mut bits = vec![0u8; observation.names.len()];
        let mut mark = |name: Name, bit: u8| {
            if let Some(bits) = bits.get_mut(name.0 as usize) {
                *bits |= bit;
            }
        };
        for row in &observation.declarations {
            let declares = row.kind != DeclKind::File;
            mark(row.name, DEFINED | if declares { DECLARED } else { 0 });
            row.owner.into_iter().for_each(|owner| mark(owner, DEFINED));
        }
        for site in &observation.imports {
            let is_other = |local: &Name| site.name.is_some_and(|name| name != *local);
            site.local.filter(is_other).into_iter().for_each(|local| mark(local, DECLARED));
        }
        observation.exports.iter().for_each(|export| mark(export.name, DECLARED));
        for (text, bits) in observation.names.iter().zip(bits).filter(|(_, bits)| *bits != 0) {
            let next = u32::try_from(self.bits.len()).unwrap_or(u32::MAX);
            let is_it = |at: &u32| self.texts.get(*at) == text;
            let at =
                *self.places.entry(text_hash(text), is_it, |at| text_hash(self.texts.get(*at))).or_insert(next).get();
            if at == next {
                self.texts.push(text);
                self.bits.push(0);
            }
            if let Some(so_far) = self.bits.get_mut(at as usize) {
                *so_far |= bits;
            }
        }
    }

    /// The rest that is known of a text: nothing for one that no file declares.
    pub fn bits(&self, text: &str) -> u8 {
        let at = self.places.find(text_hash(text), |at| self.texts.get(*at) == text);
        at.and_then(|at| self.bits.get(*at as usize)).copied().unwrap_or(0)
    }
}
