//! Looks at files that an edit does not read: each is noted, so that the edit is linked again with what it needs.

use cg_rules::{DefId, FileId};

use super::keyed::Sym;
use super::table::SymbolTable;
use super::unit_names::{FREE, MEMBER, METHOD, METHODS, MODULE};
use crate::language::{NO_UNIT, UnreadFiles};

impl SymbolTable<'_> {
    /// Notes a look at a file.
    #[inline]
    pub(in crate::resolve) fn look(&self, file: FileId) {
        if let Some(unread) = self.unread {
            unread.look(file);
        }
    }

    /// Whether a file is not read.
    pub fn is_unread(&self, file: FileId) -> bool {
        self.unread.is_some_and(|unread| unread.holds(file))
    }

    /// The unit of a file that is not read.
    pub(in crate::resolve) fn unread_unit(&self, file: FileId) -> Option<u32> {
        self.unread.map(|unread| unread.unit(file)).filter(|unit| *unit != NO_UNIT)
    }

    /// Lets looks at files that are not read count, or not.
    pub fn note_looks(&self, is_noting: bool) {
        if let Some(unread) = self.unread {
            unread.note(is_noting);
        }
    }

    /// Does something of which no look counts.
    pub(in crate::resolve) fn without_looks<T>(&self, doing: impl FnOnce() -> T) -> T {
        let is_noting = self.unread.is_some_and(UnreadFiles::is_noting);
        self.note_looks(false);
        let done = doing();
        self.note_looks(is_noting);
        done
    }

    /// The definitions of that name in a scope: its members, and those that are declared elsewhere for it.
    #[inline]
    pub(in crate::resolve) fn held(&self, key: &(DefId, Sym)) -> Option<&[DefId]> {
        self.look_into(key.0, key.1);
        self.held.get(key)
    }

    /// The bindings of a name in a scope.
    #[inline]
    pub(in crate::resolve) fn locals(&self, key: &(DefId, Sym)) -> Option<&[u32]> {
        if self.unread.is_some() {
            self.file(key.0);
        }
        self.locals.get(key)
    }

    /// The type of a name in a scope, where it is known.
    pub(in crate::resolve) fn local_type(&self, key: (DefId, Sym)) -> Option<DefId> {
        self.look_into(key.0, key.1);
        self.local_types.get(&key).copied()
    }

    /// Notes a look for a member of a definition.
    #[inline]
    pub(in crate::resolve) fn look_into(&self, of: DefId, member: Sym) {
        if self.unread.is_some() {
            self.file(of);
            self.look_for_added(of, member);
        }
    }

    fn look_for_added(&self, of: DefId, member: Sym) {
        let (Some(unread), Some(units)) = (self.unread.filter(|it| it.is_noting()), self.added.get(&of)) else {
            return;
        };
        let declaring = self.absent.units(self.text(member)).filter(|(_, bits)| bits & (FREE | MEMBER) != 0);
        declaring.filter(|(unit, _)| units.contains(unit)).for_each(|(unit, _)| unread.want_unit(unit));
    }

    /// How many methods of a name files have that are not read. A single one is to be read, where it may be meant.
    pub(in crate::resolve) fn n_unread_methods(&self, sym: Sym, n_read: usize, are_meant: bool) -> usize {
        let Some(unread) = self.unread else { return 0 };
        let n = |bits: u8| usize::from(bits & METHOD != 0) + usize::from(bits & METHODS != 0);
        let all: Vec<(u32, u8)> = self.absent.units(self.text(sym)).filter(|(_, bits)| n(*bits) > 0).collect();
        let n_unread = all.iter().map(|(_, bits)| n(*bits)).sum();
        if are_meant && n_read + n_unread == 1 {
            all.iter().for_each(|(unit, _)| unread.want_unit(*unit));
        }
        n_unread
    }

    /// Whether a file that is not read declares a name, other than as a method where that does not count.
    pub(super) fn is_unread_name(&self, sym: Sym, beside_members: bool) -> bool {
        let wanted = if beside_members { FREE } else { FREE | MEMBER };
        self.unread.is_some() && self.absent.units(self.text(sym)).any(|(_, bits)| bits & wanted != 0)
    }

    /// Whether a file that is not read has a module of a name.
    pub(super) fn is_unread_module(&self, sym: Sym) -> bool {
        self.unread.is_some() && self.absent.units(self.text(sym)).any(|(_, bits)| bits & MODULE != 0)
    }
}
