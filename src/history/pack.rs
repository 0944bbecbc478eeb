//! One pack: which objects it holds, and where. Its files are mapped by the descriptors that the door has opened.

use std::fs::File;
use std::path::{Path, PathBuf};

use gix_hash::{Kind, ObjectId, Prefix, oid};
use gix_pack::cache::lru::MemoryCappedHashmap;
use gix_pack::data::decode::entry::ResolvedBase;
use gix_pack::data::entry::Header;
use gix_pack::{data, index};
use gix_zlib::Inflate;

use crate::walk::{Door, Refusal};

/// The largest object that is read, in bytes: a folder of some two hundred thousand files.
pub const MAX_OBJECT: usize = 8 * 1024 * 1024;
/// The largest index of a pack that is read, in bytes: some thirty million objects.
const MAX_INDEX: u64 = 1024 * 1024 * 1024;
/// The most deltas behind an object: git writes no longer chains (`pack.depth`).
const MAX_CHAIN: usize = 4096;

/// An object that was found: its kind, and what it took to read it, in bytes.
pub struct FoundObject {
    pub kind: gix_object::Kind,
    pub cost: u64,
}

/// A pack with its index.
pub struct Pack {
    index: index::File,
    data: data::File,
}

impl Pack {
    /// Opens a pack by the path of its index. `number` distinguishes its objects from those of other packs.
    pub fn open(root: &Path, door: &Door, index: &Path, number: u32) -> Result<Self, String> {
        let said = |refusal: Refusal| refusal.to_string();
        let (file, stat) = door.file(index).map_err(said)?;
        if stat.size > MAX_INDEX {
            return Err(format!("more than {MAX_INDEX} bytes"));
        }
        let index_file = index::File::at(mapped(root, &file, index), Kind::Sha1).map_err(|error| error.to_string())?;
        let path = index.with_extension("pack");
        let (file, _) = door.file(&path).map_err(said)?;
        let data = data::File::at(mapped(root, &file, &path), Kind::Sha1).map_err(|error| error.to_string())?;
        let mut data = data.with_alloc_limit_bytes(Some(MAX_OBJECT * 4));
        data.id = number;
        Ok(Self { index: index_file, data })
    }

    /// Reads an object into a buffer; `None` where the pack has none of that id.
    pub fn find(
        &self,
        id: &oid,
        into: &mut Vec<u8>,
        inflate: &mut Inflate,
        deltas: &mut MemoryCappedHashmap,
    ) -> gix_error::Result<Option<FoundObject>> {
        let Some(entry) = self.entry(id)? else { return Ok(None) };
        if !self.is_bounded(entry.clone())? {
            return Err(gix_error::corruption("too many deltas").into());
        }
        let base = |id: &oid, _: &mut Vec<u8>| Ok(self.entry(id)?.map(ResolvedBase::InPack));
        let outcome = self.data.decode_entry(entry, into, inflate, &base, deltas)?;
        // To apply a delta moves all bytes of what it makes, at some sixteenth of what inflating them takes.
        let moved = u64::from(outcome.num_deltas) * outcome.object_size / 16;
        Ok(Some(FoundObject { kind: outcome.kind, cost: outcome.object_size + moved }))
    }

    /// The objects whose ids begin so.
    pub fn beginning(&self, prefix: Prefix) -> Vec<ObjectId> {
        let mut range = 0..0;
        self.index.lookup_prefix(prefix, Some(&mut range));
        range.map(|at| self.index.oid_at_index(at).to_owned()).collect()
    }

    fn entry(&self, id: &oid) -> gix_error::Result<Option<data::Entry>> {
        let at = self.index.lookup(id).map(|at| self.index.pack_offset_at_index(at));
        at.map(|at| self.data.entry(at)).transpose()
    }

    /// Whether the chain of deltas behind an object ends within the bound.
    fn is_bounded(&self, mut entry: data::Entry) -> gix_error::Result<bool> {
        for _ in 0..MAX_CHAIN {
            let base = match entry.header {
                Header::OfsDelta { base_distance } => match entry.checked_base_pack_offset(base_distance) {
                    Some(at) => Some(self.data.entry(at)?),
                    None => return Ok(false),
                },
                Header::RefDelta { base_id } => self.entry(&base_id)?,
                _ => return Ok(true),
            };
            let Some(base) = base else { return Ok(false) };
            entry = base;
        }
        Ok(false)
    }
}

/// A path by which an open file is opened once more, whatever has its name by now.
#[cfg(unix)]
fn mapped(_: &Path, file: &File, _: &Path) -> PathBuf {
    use std::os::fd::AsRawFd;
    let folder = if cfg!(target_os = "linux") { "/proc/self/fd" } else { "/dev/fd" };
    Path::new(folder).join(file.as_raw_fd().to_string())
}

/// The path of a file that the door has opened: here a name is all that there is.
#[cfg(not(unix))]
fn mapped(root: &Path, _: &File, path: &Path) -> PathBuf {
    root.join(path)
}
