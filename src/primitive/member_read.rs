//! The names that lines of a file read without calling them, as they are kept for a request.

use std::sync::{Arc, Mutex};

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashMap;

use crate::base::Position;

/// The reads of the lines of files, each found once.
pub(super) type KnownReads = Mutex<FxHashMap<FileLines, Arc<Vec<MemberRead>>>>;

/// Some lines of a file, the first and the last.
pub(super) type FileLines = (FileId, (u32, u32));

/// A name that is read, with the functions that it may run.
#[derive(Clone, Debug)]
pub struct MemberRead {
    /// The place of the name.
    pub at: Position,
    /// The name.
    pub name: String,
    /// The functions.
    pub defs: Vec<DefId>,
    /// Whether the types of values say that the name means them: else their name alone does.
    pub is_sure: bool,
}
