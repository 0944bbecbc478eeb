//! The words that a manifest chooses from.

use crate::base::words;

words! {
    /// How soon a file is wanted.
    pub enum Band {
        /// Always loads.
        MustRead = "must_read",
        /// Loads while the budget lasts.
        ShouldRead = "should_read",
        /// Is listed, and loads when promoted.
        MayRead = "may_read",
    }
}

words! {
    /// How much of a file is shown.
    pub enum Render {
        /// All of it.
        Full = "full",
        /// The bodies that matter, signatures for the rest.
        Focused = "focused",
        /// Signatures.
        Skeleton = "skeleton",
        /// Its path, size and reason.
        Listed = "listed",
    }
}

words! {
    /// The policy for a stale index.
    #[derive(Default)]
    pub enum OnStale {
        /// Answer from the text, and say so.
        #[default]
        Downgrade = "downgrade",
        /// Stop.
        Fail = "fail",
        /// Use it as it is.
        Use = "use",
    }
}

words! {
    /// A preset of work and size.
    pub enum Profile {
        /// The least work.
        Safe = "safe",
        /// The default.
        Balanced = "balanced",
        /// The most work.
        Deep = "deep",
        /// The tiers of the source documents.
        Seed = "seed",
        /// The size of a tool's inline answer.
        Inline = "inline",
        /// By the size of the repository.
        Auto = "auto",
    }
}
