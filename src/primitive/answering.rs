//! A call and its answer: the arguments that are names, the bounds, the work.

use super::answer::Answer;
use super::engine::Engine;
use super::foreign_texts::note_foreign;
use super::note::Note;
use super::shape::{Invocation, Run};
use super::unread_texts::note_unread;
use crate::work::Unit;

impl Engine<'_> {
    /// Answers a call. Where the limits of its work end it, the hits are the first of the documented order, and the
    /// account says how many more there are.
    pub fn answer(&self, call: &Invocation) -> Answer {
        let (depth, note) = call.primitive.depth().map(|bounds| call.bounded(bounds)).unzip();
        let floor = call.primitive.floor().map(|floor| call.evidence.unwrap_or(floor));
        let (call, unnamed) = call.of_names();
        let call = call.as_ref();
        let mut answer = match call.primitive.run {
            Run::Plain(run) | Run::Whole(run) | Run::Pair(_, run) => run(self, call),
            Run::Found(what) => self.retrieve(call, what),
            Run::Past(bounds, run) => run(self, call, call.commits.unwrap_or(bounds.default).min(bounds.ceiling)),
            Run::Deep(bounds, run) => run(self, call, depth.unwrap_or(bounds.default)),
            Run::Floored(lowest, run) => run(self, call, floor.unwrap_or(lowest)),
            Run::DeepFloored(bounds, lowest, run) => {
                run(self, call, depth.unwrap_or(bounds.default), floor.unwrap_or(lowest))
            }
        };
        answer.notes.extend(note_unread(self, call));
        answer.notes.extend(note_foreign(self, call));
        answer.notes.splice(..0, note.flatten().map(Note::from).into_iter().chain(unnamed));
        if call.primitive.unit == Unit::GraphNodes {
            self.meter.take_of(Unit::GraphNodes, &mut answer.hits);
        }
        Answer { floor, depth, work: self.meter.account(), ..answer }
    }
}
