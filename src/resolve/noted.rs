//! Notes which local names a look-up met whose types are not known yet: it can only end otherwise once one of them is.

use std::cell::RefCell;

use cg_rules::DefId;

use crate::resolve::scope::keyed::Sym;

/// A local name or a field: the scope that binds it, and the name.
pub type BoundName = (DefId, Sym);

thread_local! {
    /// The names that the look-up on this thread has met; none where nothing is noted.
    static MET: RefCell<Option<Vec<BoundName>>> = const { RefCell::new(None) };
}

/// The answer of a look-up, and the names of unknown type that it met, each once, in order.
pub fn noting<T>(look: impl FnOnce() -> T) -> (T, Vec<BoundName>) {
    let around = MET.replace(Some(Vec::new()));
    let answer = look();
    let mut met = MET.replace(around).unwrap_or_default();
    met.sort_unstable();
    met.dedup();
    (answer, met)
}

/// Notes a name of unknown type.
pub fn note(place: BoundName) {
    MET.with_borrow_mut(|met| met.as_mut().map(|met| met.push(place)));
}
