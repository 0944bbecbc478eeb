//! The depth at which a look-up is cut: names that lead to names without end, as in `a = b; b = a`, must end somewhere, and a
//! call that stays unknown for it is counted by that reason.

use std::cell::Cell;

/// How many re-exports, supertypes or types of types are followed, one inside another.
pub const MAX_RESOLUTION_DEPTH: u32 = 12;

thread_local! {
    /// Whether a look-up on this thread was cut.
    static IS_CUT: Cell<bool> = const { Cell::new(false) };
}

/// Whether a look-up at a depth goes no further; this is noted.
pub fn is_cut(depth: u32) -> bool {
    let is_deep = depth > MAX_RESOLUTION_DEPTH;
    if is_deep {
        note_cut();
    }
    is_deep
}

/// Notes that a look-up goes no further, as it leads back to where it came from.
pub fn note_cut() {
    IS_CUT.set(true);
}

/// The answer of a look-up, and whether a part of it was cut.
pub fn noting_cuts<T>(look: impl FnOnce() -> T) -> (T, bool) {
    let around = IS_CUT.replace(false);
    let answer = look();
    (answer, IS_CUT.replace(around))
}
