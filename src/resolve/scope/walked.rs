//! Keeps what the parts of a chain of calls led to, for as long as the look-up of the whole lasts: `a.b().c().d()` is looked at
//! once for each of its parts, and not once for each way in which a part can ask for those before it.

use std::cell::RefCell;

use cg_rules::DefId;
use rustc_hash::FxHashMap;

use super::target::Target;
use crate::language::ExprId;
use crate::resolve::cut::{note_cut, noting_cuts};
use crate::resolve::noted::{BoundName, note, noting};
use crate::resolve::refused::{note_refusal, noting_refusals};
use crate::resolve::types::alias::is_following;

/// A path, the definition that it is written in, the levels of elements that are taken of it, and whether it is called.
pub(super) type PathUse = (DefId, ExprId, usize, bool);

/// The receiver and the target of a path, and what was noted on the way.
struct Walked {
    answer: (Target, Target),
    met: Vec<BoundName>,
    is_refused: bool,
    /// The depth of the look-up, where a part of it was cut: one that is less deep may find more.
    cut_at: Option<u32>,
}

thread_local! {
    /// The paths of the look-up on this thread; none where it has no chain.
    static WALKED: RefCell<Option<FxHashMap<PathUse, Walked>>> = const { RefCell::new(None) };
}

/// Forgets all paths when the look-up of a chain ends, however it does.
struct Forgotten;

impl Drop for Forgotten {
    fn drop(&mut self) {
        WALKED.take();
    }
}

/// The answer for a path that was looked up already, with what was noted on the way.
pub(super) fn walked(path: PathUse, depth: u32) -> Option<(Target, Target)> {
    WALKED.with_borrow(|walked| {
        let known = walked.as_ref()?.get(&path).filter(|it| it.cut_at.is_none_or(|cut_at| cut_at <= depth))?;
        known.note();
        Some(known.answer.clone())
    })
}

/// The answer for a path of so many parts at a depth, looked up once inside the look-up of a chain around it.
pub(super) fn walked_once(
    path: PathUse,
    (n_parts, depth): (usize, u32),
    look: impl FnOnce() -> (Target, Target),
) -> (Target, Target) {
    if n_parts < 2 {
        return look();
    }
    if WALKED.with_borrow(|walked| walked.is_none()) {
        if n_parts < 3 {
            return look();
        }
        WALKED.set(Some(FxHashMap::default()));
        let _forgotten = Forgotten;
        return look();
    }
    if let Some(answer) = walked(path, depth) {
        return answer;
    }
    let (((answer, has_cuts), is_refused), met) = noting(|| noting_refusals(|| noting_cuts(look)));
    let found = Walked { answer: answer.clone(), met, is_refused, cut_at: has_cuts.then_some(depth) };
    found.note();
    // What is cut as an alias around leads back to itself may be found where none is followed.
    if !has_cuts || !is_following() {
        WALKED.with_borrow_mut(|walked| walked.as_mut().map(|walked| walked.insert(path, found)));
    }
    answer
}

impl Walked {
    /// Notes for the look-up around what was noted in this one.
    fn note(&self) {
        self.met.iter().copied().for_each(note);
        if self.is_refused {
            note_refusal();
        }
        if self.cut_at.is_some() {
            note_cut();
        }
    }
}
