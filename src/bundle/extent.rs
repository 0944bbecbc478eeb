//! How much of a file is shown.

use crate::base::words;

words! {
    /// How much of a file is shown, the largest first.
    pub enum View {
        /// All of it.
        Full = "full",
        /// The ranges that answers point to.
        Clusters = "clusters",
        /// The bodies that matter, signatures for the rest.
        Focused = "focused",
        /// Signatures.
        Skeleton = "skeleton",
        /// Its path, size and reason.
        Listed = "listed",
    }
}
