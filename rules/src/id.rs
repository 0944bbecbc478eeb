//! Dense ids: a constant of a relation is a `u32` of its own type.

/// A dense id, fit for a row of a [`crate::Csr`].
pub trait Id: Copy + Ord + std::hash::Hash + 'static {
    /// The id as an index.
    fn index(self) -> usize;
    /// The id of an index. An index past `u32::MAX` is a bug of the caller; it saturates.
    fn of(index: usize) -> Self;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl Id for $name {
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
            #[inline]
            fn of(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }
        }
    )*};
}

ids! {
    /// A file of the repository; ids follow the byte order of the paths.
    FileId,
    /// A declaration; ids follow the order of files, then of positions.
    DefId,
    /// A package or external module, as imports or as manifests name it; ids follow the byte order of the names.
    PackageId,
    /// A name as the code writes it, the same in every file.
    NameId,
    /// A symbol of a compiler's index; ids follow the byte order of the symbols.
    SymbolId,
    /// A commit; ids follow the history from the newest back.
    CommitId,
    /// A call: its place in the relation.
    CallId,
    /// A place where a symbol of an index occurs; ids follow the order of files, then of positions.
    OccurrenceId,
}
