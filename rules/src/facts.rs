//! The base relations that programs read, and how they reach them.

use std::hash::{Hash, Hasher};

use crate::csr::Csr;
use crate::id::{DefId, FileId, Id, NameId, OccurrenceId, PackageId, SymbolId};

/// How sure an edge is. The order is that of trust: a later variant is surer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Evidence {
    /// Unique by name in the repository, with an unknown receiver.
    Inferred,
    /// Unique by name in the same file or package.
    Scoped,
    /// An import or a lexical binding names exactly this definition.
    Resolved,
    /// A compiler's index says so, and the text agrees.
    Compiler,
}

impl Evidence {
    /// Every variant, least sure first.
    pub const ALL: [Self; 4] = [Self::Inferred, Self::Scoped, Self::Resolved, Self::Compiler];

    /// The name that manifests, facts and bundles show.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inferred => "inferred",
            Self::Scoped => "scoped",
            Self::Resolved => "resolved",
            Self::Compiler => "compiler",
        }
    }
}

/// The base relations (the EDB), each with the directions that programs ask for.
///
/// `calls` and `extends` hold what is at or above the evidence floor that the caller built them with.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// `imports(From, To)`: `From` names `To` in an import.
    pub imports: Csr<FileId, FileId>,
    /// `imports(From, To)`, read from `To`.
    pub importers: Csr<FileId, FileId>,
    /// `imports_package(From, Package)`, read from `Package`.
    pub package_importers: Csr<PackageId, FileId>,
    /// `depends(File, Package)`: the manifest `File` states that its package depends on `Package`; read from `Package`.
    pub dependents: Csr<PackageId, FileId>,
    /// `carries(File, Package)`: `depends(File, Package)`, and who depends on the manifest's package gets `Package` too.
    pub carries: Csr<FileId, PackageId>,
    /// `carries(File, Package)`, read from `Package`.
    pub carriers: Csr<PackageId, FileId>,
    /// `requires(From, To)`: in a lockfile, the package `From` needs the package `To`.
    pub requires: Csr<PackageId, PackageId>,
    /// `requires(From, To)`, read from `To`.
    pub requirers: Csr<PackageId, PackageId>,
    /// `provides(File, Package)`: the manifest `File` states that its package is named `Package`.
    pub provides: Csr<FileId, PackageId>,
    /// `provides(File, Package)`, read from `Package`.
    pub providers: Csr<PackageId, FileId>,
    /// `refers(From, To)`: `From` uses, without an import, a name that `To` declares; read from `From`.
    pub refers: Csr<FileId, FileId>,
    /// `refers(From, To)`, read from `To`.
    pub referrers: Csr<FileId, FileId>,
    /// `calls(Caller, Callee)`.
    pub callees: Csr<DefId, DefId>,
    /// `calls(Caller, Callee)`, read from `Callee`.
    pub callers: Csr<DefId, DefId>,
    /// `extends(Sub, Super)`: `Sub` extends or implements `Super`.
    pub supertypes: Csr<DefId, DefId>,
    /// `extends(Sub, Super)`, read from `Super`.
    pub implementers: Csr<DefId, DefId>,
    /// `member(Type, Def)`: the type declares the callable, here or in a block that adds to it.
    pub members: Csr<DefId, DefId>,
    /// `name(Def)`.
    pub name_of: Vec<NameId>,
    /// `needs(From, To)`: the text of `From` names `To`; read from `From`.
    pub needs: Csr<DefId, DefId>,
    /// `needs(From, To)`, read from `To`.
    pub needers: Csr<DefId, DefId>,
    /// `opens(Test, Def)`: the test file names `Def`, or the type whose member `Def` is; read from `Test`.
    pub opens: Csr<FileId, DefId>,
    /// `opens(Test, Def)`, read from `Def`.
    pub openers: Csr<DefId, FileId>,
    /// `occurrence(Symbol, Occurrence)`: a compiler's index has the symbol at that place; read from `Symbol`.
    pub occurrences: Csr<SymbolId, OccurrenceId>,
    /// `defines(Occurrence)`: the place is where its symbol is defined.
    pub is_definition: Vec<bool>,
    /// `stands_for(From, To)`: who asks for the references of `From` wants those of `To` too, as it overrides that.
    pub stands_for: Csr<SymbolId, SymbolId>,
    /// `stands_for(From, To)`, read from `To`.
    pub stand_ins: Csr<SymbolId, SymbolId>,
    /// `declares(File, Def)`.
    pub declares: Csr<FileId, DefId>,
    /// `declares(File, Def)`, read from `Def`: the file of each definition.
    pub file_of: Vec<FileId>,
    /// `test_file(File)`: the file is in the test inventory.
    pub is_test: Vec<bool>,
    /// `aside(File)`: a test, an example, a fixture, vendored or generated; never inside a spine.
    pub is_aside: Vec<bool>,
}

/// The facts as a column: copied, and equal and hashed by address, so that crepe may hold them in a one-tuple input.
#[derive(Debug)]
pub struct Edb<'a>(pub &'a Facts);

impl Clone for Edb<'_> {
    fn clone(&self) -> Self {
        *self
    }
}
impl Copy for Edb<'_> {}
impl PartialEq for Edb<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}
impl Eq for Edb<'_> {}
impl Hash for Edb<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).hash(state);
    }
}

/// The rows that programs walk. Each is named after the end that it yields; `tests/laws` holds the table
/// that reads `for &from in g.importers(to)` as `imports(From, To)`.
impl<'a> Edb<'a> {
    /// `imports(From, To)`, read from `From`.
    #[inline]
    pub fn imports(self, from: FileId) -> &'a [FileId] {
        self.0.imports.row(from)
    }

    /// `imports(From, To)`, read from `To`.
    #[inline]
    pub fn importers(self, to: FileId) -> &'a [FileId] {
        self.0.importers.row(to)
    }

    /// `imports_package(From, Package)`, read from `Package`.
    #[inline]
    pub fn package_importers(self, package: PackageId) -> &'a [FileId] {
        self.0.package_importers.row(package)
    }

    /// `depends(File, Package)`, read from `Package`.
    #[inline]
    pub fn dependents(self, package: PackageId) -> &'a [FileId] {
        self.0.dependents.row(package)
    }

    /// `carries(File, Package)`, read from `Package`.
    #[inline]
    pub fn carriers(self, package: PackageId) -> &'a [FileId] {
        self.0.carriers.row(package)
    }

    /// `requires(From, To)`, read from `To`.
    #[inline]
    pub fn requirers(self, to: PackageId) -> &'a [PackageId] {
        self.0.requirers.row(to)
    }

    /// `provides(File, Package)`, read from `File`.
    #[inline]
    pub fn provides(self, file: FileId) -> &'a [PackageId] {
        self.0.provides.row(file)
    }

    /// `provides(File, Package)`, read from `Package`.
    #[inline]
    pub fn providers(self, package: PackageId) -> &'a [FileId] {
        self.0.providers.row(package)
    }

    /// `refers(From, To)`, read from `From`.
    #[inline]
    pub fn refers(self, from: FileId) -> &'a [FileId] {
        self.0.refers.row(from)
    }

    /// `refers(From, To)`, read from `To`.
    #[inline]
    pub fn referrers(self, to: FileId) -> &'a [FileId] {
        self.0.referrers.row(to)
    }

    /// `calls(From, To)`, read from `From`.
    #[inline]
    pub fn callees(self, from: DefId) -> &'a [DefId] {
        self.0.callees.row(from)
    }

    /// `calls(From, To)`, read from `To`.
    #[inline]
    pub fn callers(self, to: DefId) -> &'a [DefId] {
        self.0.callers.row(to)
    }

    /// `extends(Def, Supertype)`, read from `Def`.
    #[inline]
    pub fn supertypes(self, def: DefId) -> &'a [DefId] {
        self.0.supertypes.row(def)
    }

    /// `extends(Def, Supertype)`, read from `Supertype`.
    #[inline]
    pub fn implementers(self, supertype: DefId) -> &'a [DefId] {
        self.0.implementers.row(supertype)
    }

    /// `member(Type, Def)`, read from `Type`.
    #[inline]
    pub fn members(self, of: DefId) -> &'a [DefId] {
        self.0.members.row(of)
    }

    /// `name(Def)`; of one that is not listed, a name that no definition bears.
    #[inline]
    pub fn name(self, def: DefId) -> NameId {
        self.0.name_of.get(def.index()).copied().unwrap_or(NameId(u32::MAX))
    }

    /// `needs(From, To)`, read from `To`.
    #[inline]
    pub fn needers(self, to: DefId) -> &'a [DefId] {
        self.0.needers.row(to)
    }

    /// `opens(Test, Def)`, read from `Def`.
    #[inline]
    pub fn openers(self, def: DefId) -> &'a [FileId] {
        self.0.openers.row(def)
    }

    /// `occurrence(Symbol, Occurrence)`, read from `Symbol`.
    #[inline]
    pub fn occurrences(self, symbol: SymbolId) -> &'a [OccurrenceId] {
        self.0.occurrences.row(symbol)
    }

    /// `stands_for(From, To)`, read from `From`.
    #[inline]
    pub fn stands_for(self, from: SymbolId) -> &'a [SymbolId] {
        self.0.stands_for.row(from)
    }

    /// `stands_for(From, To)`, read from `To`.
    #[inline]
    pub fn stand_ins(self, to: SymbolId) -> &'a [SymbolId] {
        self.0.stand_ins.row(to)
    }

    /// `defines(Occurrence)`: the place is where its symbol is defined.
    #[inline]
    pub fn defines(self, occurrence: OccurrenceId) -> bool {
        self.0.is_definition.get(occurrence.index()).is_some_and(|&it| it)
    }

    /// `declares(File, Def)`, read from `File`.
    #[inline]
    pub fn declares(self, file: FileId) -> &'a [DefId] {
        self.0.declares.row(file)
    }

    /// `test_file(File)`: the file is in the test inventory.
    #[inline]
    pub fn is_test(self, file: FileId) -> bool {
        self.0.is_test.get(file.index()).is_some_and(|&it| it)
    }

    /// `aside(Def)`: the definition stands in a file that is aside. A source that holds tests of its own is none.
    #[inline]
    pub fn is_aside(self, def: DefId) -> bool {
        let file = self.0.file_of.get(def.index());
        file.is_some_and(|&file| self.0.is_aside.get(file.index()).is_some_and(|&it| it))
    }
}
