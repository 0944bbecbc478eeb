//! Stamps indexes that were just found to be fresh.

use super::behind::commit;
use super::compile::{Held, Repository};
use super::indexes::Indexes;
use super::observe::ObservedTree;
use crate::base::Digest;
use crate::scip::{self, Confidence, IndexFile, Stamp};
use crate::walk::{FileEntry, Tree};

/// Writes stamps of their own beside indexes that were just found to be those of these files, and whole; their number.
/// Where nothing can be written nothing is lost: freshness is judged anew each time anything changed.
pub fn stamp_fresh(indexes: &mut Indexes, repository: &Repository<'_>, held: &Held) -> usize {
    let tree = repository.tree;
    let (decoded, _) = indexes.held();
    let mut texts: Vec<(String, String)> = Vec::new();
    for (at, source) in held.health.sources.iter().enumerate() {
        let is_alone = decoded.sources.iter().filter(|it| it.name == source.name).count() == 1;
        if source.confidence != Confidence::High || source.is_stamped || !is_alone {
            continue;
        }
        let stamp = scip::stamp(decoded, at, &held.verdicts, &held.health, |path| content(tree, repository.seen, path));
        let stamp = stamp.map(|stamp| Stamp { git: commit(&tree.root, &tree.door), ..stamp });
        texts.extend(stamp.map(|stamp| (source.name.clone(), stamp.write())));
    }
    let mut n_written = 0;
    for (name, text) in texts {
        let file = indexes.files.iter_mut().find(|file| file.name == name);
        // An index that lies elsewhere belongs to somebody else.
        let Some(file) = file.filter(|file| file.path.starts_with(&tree.root) && may_stamp(file, tree, &text)) else {
            continue;
        };
        if scip::write_stamp(&file.path, &text).is_ok() {
            file.stamp = Some(text);
            n_written += 1;
        }
    }
    n_written
}

/// The digest and the length of a file that is still what was judged. One that has changed since is in no stamp.
pub fn content(tree: &Tree, seen: &ObservedTree, path: &str) -> Option<(Digest, u64)> {
    let at = tree.files.binary_search_by(|entry| (*entry.path).cmp(path)).ok()?;
    let text = tree.read(path).ok()?;
    let digest = Some(Digest::of(&text)).filter(|digest| seen.contents[at] == Some(*digest))?;
    Some((digest, text.len() as u64))
}

/// Whether a stamp may be written unasked: no file of a document was changed after the index was
/// written, and no stamp exists there but that of an index which is gone.
fn may_stamp(file: &IndexFile, tree: &Tree, text: &str) -> bool {
    let Ok(stamp) = Stamp::read(text, file.digest) else { return false };
    let is_older = |entry: &FileEntry| entry.stat.modified <= file.stat.modified;
    let is_free = file.stamp.as_ref().is_none_or(|old| Stamp::is_of_another(old, file.digest));
    is_free && tree.files.iter().filter(|it| stamp.documents.contains_key(&*it.path)).all(is_older)
}
