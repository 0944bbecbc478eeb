//! Where calls and bodies tie files together.

use cg_rules::{Evidence, FileId};
use rustc_hash::FxHashMap;

use crate::base::Position;
use crate::facts::Snapshot;

/// For files without an import, the first place that ties each to another: a call, else a declaration with its body.
#[derive(Default)]
pub struct TiedPlaces {
    /// The source that relies on a file, and the place in there.
    pub into: FxHashMap<FileId, (FileId, Position)>,
    /// The file that a source relies on, and the place in the source.
    pub out: FxHashMap<FileId, (FileId, Position)>,
}

impl TiedPlaces {
    /// The places of the calls at or above an evidence, and of the bodies of declarations.
    pub fn of(snapshot: &Snapshot, floor: Evidence) -> Self {
        let calls = snapshot.calls.iter().filter(|row| row.rule.evidence() >= floor);
        let calls = calls.map(|row| (row.caller, row.callee, row.at));
        let declared = snapshot.declared_elsewhere(floor).into_iter();
        let declared = declared.filter_map(|(of, body)| Some((of, body, snapshot.definition(of)?.at)));
        let mut places = Self::default();
        for (from, to, at) in calls.chain(declared) {
            let (Some(from), Some(to)) = (snapshot.definition(from), snapshot.definition(to)) else { continue };
            let (from, to) = (from.file, to.file);
            if from != to && !snapshot.file_row(from).is_some_and(|row| row.is_aside) {
                places.into.entry(to).or_insert((from, at));
                places.out.entry(from).or_insert((to, at));
            }
        }
        places
    }
}
