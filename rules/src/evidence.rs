//! The trust in an edge.

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
