//! How many sites there are, and what became of them.

use super::call::open::OpenCall;

/// How many sites there are of each kind, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Counts {
    /// Import sites that name something inside the repository.
    pub imports_internal: u32,
    /// Import sites that name an external package or the language's own library.
    pub imports_external: u32,
    /// Import sites that lead nowhere.
    pub imports_unresolved: u32,
    /// Call sites with an edge.
    pub calls_resolved: u32,
    /// Call sites that leave the repository.
    pub calls_external: u32,
    /// Call sites whose name has several candidates: no edge.
    pub calls_ambiguous: u32,
    /// Call sites of which nothing is known.
    pub calls_unknown: u32,
    /// Those, by reason, in the order of [`OpenCall::ALL`].
    pub open_calls: [u32; OpenCall::ALL.len()],
}

impl Counts {
    /// Counts a call of which nothing is known.
    pub(super) fn unknown(&mut self, reason: OpenCall) {
        self.calls_unknown += 1;
        self.open_calls[reason as usize] += 1;
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.imports_internal += other.imports_internal;
        self.imports_external += other.imports_external;
        self.imports_unresolved += other.imports_unresolved;
        self.calls_resolved += other.calls_resolved;
        self.calls_external += other.calls_external;
        self.calls_ambiguous += other.calls_ambiguous;
        self.calls_unknown += other.calls_unknown;
        self.open_calls.iter_mut().zip(other.open_calls).for_each(|(own, other)| *own += other);
    }
}

impl std::ops::SubAssign for Counts {
    fn sub_assign(&mut self, other: Self) {
        let less = |own: &mut u32, other: u32| *own = own.saturating_sub(other);
        less(&mut self.imports_internal, other.imports_internal);
        less(&mut self.imports_external, other.imports_external);
        less(&mut self.imports_unresolved, other.imports_unresolved);
        less(&mut self.calls_resolved, other.calls_resolved);
        less(&mut self.calls_external, other.calls_external);
        less(&mut self.calls_ambiguous, other.calls_ambiguous);
        less(&mut self.calls_unknown, other.calls_unknown);
        self.open_calls.iter_mut().zip(other.open_calls).for_each(|(own, other)| less(own, other));
    }
}
