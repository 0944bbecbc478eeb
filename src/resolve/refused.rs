//! Whether a look-up found functions of a name of which none takes the arguments: the name may mean one of them all the same.

use std::cell::Cell;

thread_local! {
    /// Whether the arguments refused every function of a name in a look-up on this thread.
    static IS_REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// Notes that no function of a name takes the arguments.
pub fn note_refusal() {
    IS_REFUSED.set(true);
}

/// The answer of a look-up, and whether the arguments refused every function of a name on the way.
pub fn noting_refusals<T>(look: impl FnOnce() -> T) -> (T, bool) {
    let around = IS_REFUSED.replace(false);
    let answer = look();
    (answer, IS_REFUSED.replace(around))
}
