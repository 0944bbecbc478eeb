//! Files that no index holds, though their endings are those of indexed ones.

use rustc_hash::FxHashSet;

use super::decoded::Decoded;
use super::health::{Absence, Share, Unindexed};
use super::stamp::Stamp;
use crate::base::path;

/// The files that no index holds.
#[derive(Clone, Debug, Default)]
pub struct Absent {
    /// By path.
    pub files: Vec<Unindexed>,
    /// For each source: how many of the files with its endings some index holds.
    pub coverage: Vec<Share>,
    /// For each source: the endings of its documents.
    pub endings: Vec<FxHashSet<String>>,
}

/// Holds the files of a repository against the documents.
pub fn of(decoded: &Decoded, files: &[&str], stamps: &[Option<Stamp>]) -> Absent {
    let indexed: FxHashSet<&str> = decoded.documents.iter().map(|document| &*document.path).collect();
    let kin: FxHashSet<(&str, &str)> = indexed.iter().map(|it| (path::parent(it), path::extension(it))).collect();
    let mut endings = vec![FxHashSet::default(); decoded.sources.len()];
    for document in &decoded.documents {
        let ending = path::extension(&document.path);
        let known: &mut FxHashSet<String> = &mut endings[document.source as usize];
        if !ending.is_empty() && !known.contains(ending) {
            known.insert(ending.to_owned());
        }
    }
    let mut absent = Absent { files: Vec::new(), coverage: vec![Share::default(); endings.len()], endings };
    for file in files {
        let ending = path::extension(file);
        let is_indexed = indexed.contains(file);
        let mut absence = None;
        for source in (0..absent.endings.len()).filter(|source| absent.endings[*source].contains(ending)) {
            absent.coverage[source].of += 1;
            absent.coverage[source].part += u32::from(is_indexed);
            let stamp = stamps.get(source).and_then(Option::as_ref);
            let own = match stamp.map(|stamp| stamp.unindexed.binary_search_by(|it| it.as_str().cmp(file)).is_ok()) {
                Some(true) => Absence::Excluded,
                Some(false) => Absence::New,
                None if kin.contains(&(path::parent(file), ending)) => Absence::PerhapsNew,
                None => Absence::Excluded,
            };
            absence = Some(absence.map_or(own, |other: Absence| other.min(own)));
        }
        if let Some(absence) = absence.filter(|_| !is_indexed) {
            absent.files.push(Unindexed { path: (*file).to_owned(), absence });
        }
    }
    absent
}
