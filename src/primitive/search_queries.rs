//! `search.cascade`, `search.related` and `search.symbols`: calls as requests to the layer that searches.

use super::answer::Answer;
use super::engine::Engine;
use super::naming;
use super::retrieval::{Retrieved, SearchRequest};
use super::shape::{Argument, Invocation};

impl Engine<'_> {
    /// Answers a call by retrieval.
    pub(super) fn retrieve(&self, call: &Invocation, what: Retrieved) -> Answer {
        let mut notes = Vec::new();
        let request = match what {
            Retrieved::Related => SearchRequest {
                files: naming::files(self, call, &mut notes),
                text: joined(&call.others),
                ..SearchRequest::default()
            },
            Retrieved::Cascade | Retrieved::Symbols => SearchRequest {
                text: joined(&call.arguments),
                hypothesis: joined(&call.others),
                ..SearchRequest::default()
            },
        };
        match self.retrieval {
            Some(retrieval) => {
                let answer = retrieval.answer(self, &request, what);
                notes.extend(answer.notes.iter().cloned());
                Answer { notes, ..answer }
            }
            None => {
                notes.push("the texts of the files are not at hand, so nothing was searched".into());
                Answer { notes, ..Answer::default() }
            }
        }
    }
}

/// The texts of an argument, as one.
fn joined(arguments: &[Argument]) -> String {
    let texts = arguments.iter().filter_map(|argument| match argument {
        Argument::Text(text) => Some(text.as_str()),
        Argument::Files(_) | Argument::Definitions(_) => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}
