//! An index beside the history: how many commits came after the one at which it was stamped (S3.U4).

use super::health::{Cause, Confidence, Freshness, Health};

/// The state of an index by the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Past {
    /// So many commits came after it, and changed files of its languages.
    Behind {
        /// How many.
        n: u32,
        /// The commit at which it was stamped.
        last_indexed: String,
    },
    /// The head, or the commit, cannot be found.
    Unresolved(String),
}

impl Health {
    /// Enters what the history says of the index of a name. It is found anew in every run, and it never makes an index
    /// surer: what its documents show comes first.
    pub fn enter_past(&mut self, name: &str, past: &Past) {
        for source in self.sources.iter_mut().filter(|source| source.name == name) {
            let (confidence, reason) = match past {
                Past::Behind { n, last_indexed } => {
                    if matches!(source.freshness, Freshness::Fresh { .. }) {
                        let last_indexed = last_indexed.clone();
                        source.freshness = Freshness::Stale(Cause::CommitsBehind { n: *n, last_indexed });
                    }
                    let short: String = last_indexed.chars().take(12).collect();
                    let commits = if *n == 1 { "1 commit" } else { "commits" };
                    let count = if *n == 1 { commits.to_owned() } else { format!("{n} {commits}") };
                    (Confidence::Medium, format!("{count} with files of its languages came after it ({short})"))
                }
                Past::Unresolved(why) => {
                    (Confidence::Low, format!("the commit of its stamp cannot be held against the head: {why}"))
                }
            };
            source.confidence = source.confidence.min(confidence);
            source.reasons.push(format!("{reason}; to refresh it: {}", source.refresh));
        }
        self.confidence = self.sources.iter().map(|source| source.confidence).min().unwrap_or(self.confidence);
    }
}
