//! The names that the files of each family of languages declare. A call of any other name leaves the repository.

use super::keyed::Sym;
use crate::language::{DeclKind, LANGUAGES};

/// For each name, by its number, a bit a family, twice: in the upper half where it is declared as a member of something.
#[derive(Debug, Default)]
pub struct DeclaredNames(Vec<u64>);

/// Families are counted as languages are, of which there are fewer than this.
const HALF: u32 = 32;
const _: () = assert!(LANGUAGES.len() < HALF as usize);
/// The bit of a name that an attribute has: no call is of one.
const ATTRIBUTE: u64 = 1 << (HALF - 1);

impl DeclaredNames {
    /// None of so many names.
    pub fn of(n_names: usize) -> Self {
        Self(vec![0; n_names])
    }

    /// Enters a declaration of a family.
    pub fn enter(&mut self, sym: Sym, family: usize, kind: DeclKind) {
        // A variant may be brought into scope by its name alone, and a field may be called as such.
        let is_member = kind == DeclKind::Method;
        self.enter_bit(sym, family, is_member);
    }

    /// Enters the name of an attribute, which no family holds.
    pub fn enter_attribute(&mut self, sym: Sym) {
        if let Some(bits) = self.0.get_mut(sym.0 as usize) {
            *bits |= ATTRIBUTE;
        }
    }

    /// Enters a name that a file gives to others beside its declarations: `export { a as b }`, `use a as b`.
    pub fn enter_alias(&mut self, sym: Sym, family: usize) {
        self.enter_bit(sym, family, false);
    }

    fn enter_bit(&mut self, sym: Sym, family: usize, is_member: bool) {
        let half = if is_member { HALF } else { 0 };
        if let Some(bits) = self.0.get_mut(sym.0 as usize) {
            *bits |= 1u64.checked_shl(u32::try_from(family).unwrap_or(0) + half).unwrap_or(0);
        }
    }

    /// Whether anything declares the name, in any language.
    pub fn contains(&self, sym: Sym) -> bool {
        self.bits(sym) != 0
    }

    /// Whether a file of the family declares the name, or gives it to an attribute, which is of no family.
    pub fn is_of(&self, sym: Sym, family: usize) -> bool {
        self.holds(sym, family, false) || self.bits(sym) & ATTRIBUTE != 0
    }

    fn bits(&self, sym: Sym) -> u64 {
        self.0.get(sym.0 as usize).copied().unwrap_or(0)
    }

    /// Whether a file of the family declares the name; with `beside_members`, other than as a method.
    pub fn holds(&self, sym: Sym, family: usize, beside_members: bool) -> bool {
        let bits = self.bits(sym);
        let bits = bits & !ATTRIBUTE;
        let bits = if beside_members { bits } else { bits | bits >> HALF };
        u32::try_from(family).is_ok_and(|family| bits.checked_shr(family).unwrap_or(0) & 1 == 1)
    }
}
