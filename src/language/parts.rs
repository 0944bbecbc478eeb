//! How a language lets one thing be declared in several places.

use super::kind::DeclKind;

/// Whether declarations of one whole name in two files, by their paths, are one thing of which a build takes one.
pub type AreAlternatives = fn(&str, &str) -> bool;

/// The places in which a language lets one thing be declared.
pub struct Parts {
    /// The kinds of declarations that several files may declare together, each in a part of its own.
    pub open_kinds: &'static [DeclKind],
    /// The word in the header of a type that is declared so; empty without one.
    pub word: &'static str,
    /// Whether the body of a function may lie in another file than its declaration.
    pub has_bodies_elsewhere: bool,
    /// Which files declare what a build takes from one of them alone: `a_linux.go` and `a_windows.go`, a stub beside its module.
    pub alternatives: Option<AreAlternatives>,
}

impl Parts {
    /// A language in which each thing is declared once.
    pub const NONE: Self = Self { open_kinds: &[], word: "", has_bodies_elsewhere: false, alternatives: None };

    /// Whether a declaration of a kind, whose header states some word or not, may be one of several parts.
    pub fn takes(&self, kind: DeclKind, states: impl Fn(&str) -> bool) -> bool {
        self.open_kinds.contains(&kind) || kind.is_type() && !self.word.is_empty() && states(self.word)
    }
}
