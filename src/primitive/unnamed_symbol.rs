//! A text that names no symbol here, for whoever runs no query with it.

use super::engine::Engine;
use super::naming::symbol;
use super::note::Note;
use super::unnamed_head::unknown;

impl Engine<'_> {
    /// The note for a text that names no symbol, with the names near it; `None` where it names one, or the task says that it is gone.
    pub fn unnamed_symbol(&self, text: &str) -> Option<Note> {
        let meant = symbol(self, text);
        let is_named = !meant.defs.is_empty() || !meant.external.is_empty() || meant.is_removed;
        (!is_named).then(|| meant.note.unwrap_or_else(|| unknown(self, text)))
    }
}
