//! The words that a manifest chooses from.

/// How soon a file is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Band {
    /// Always loads.
    MustRead,
    /// Loads while the budget lasts.
    ShouldRead,
    /// Is listed, and loads when promoted.
    MayRead,
}

impl Band {
    /// Every one, in order.
    pub const ALL: &[Self] = &[Self::MustRead, Self::ShouldRead, Self::MayRead];

    /// The name that manifests and bundles show.
    pub fn name(self) -> &'static str {
        match self {
            Self::MustRead => "must_read",
            Self::ShouldRead => "should_read",
            Self::MayRead => "may_read",
        }
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

/// How much of a file is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum View {
    /// All of it.
    Full,
    /// The bodies that matter, signatures for the rest.
    Focused,
    /// Signatures.
    Skeleton,
    /// Its path, size and reason.
    Listed,
}

impl View {
    /// Every one, in order.
    pub const ALL: &[Self] = &[Self::Full, Self::Focused, Self::Skeleton, Self::Listed];

    /// The name that manifests and bundles show.
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Focused => "focused",
            Self::Skeleton => "skeleton",
            Self::Listed => "listed",
        }
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

/// What to do where the index is stale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OnStale {
    /// Answer from the text, and say so.
    #[default]
    Downgrade,
    /// Stop.
    Fail,
    /// Use it as it is.
    Use,
}

impl OnStale {
    /// Every one, in order.
    pub const ALL: &[Self] = &[Self::Downgrade, Self::Fail, Self::Use];

    /// The name that manifests and bundles show.
    pub fn name(self) -> &'static str {
        match self {
            Self::Downgrade => "downgrade",
            Self::Fail => "fail",
            Self::Use => "use",
        }
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

/// A preset of work and size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Profile {
    /// The least work.
    Safe,
    /// The default.
    Balanced,
    /// The most work.
    Deep,
    /// The tiers of the source documents.
    Seed,
    /// What fits into a tool's inline answer.
    Inline,
    /// By the size of the repository.
    Auto,
}

impl Profile {
    /// Every one, in order.
    pub const ALL: &[Self] = &[Self::Safe, Self::Balanced, Self::Deep, Self::Seed, Self::Inline, Self::Auto];

    /// The name that manifests and bundles show.
    pub fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Balanced => "balanced",
            Self::Deep => "deep",
            Self::Seed => "seed",
            Self::Inline => "inline",
            Self::Auto => "auto",
        }
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

/// The adapters that `from:` may name.
pub const ADAPTERS: &[&str] = &["osv", "diff", "trace", "junit", "sarif", "symbols", "go-test-json"];
