//! The objects of a repository: in packs, and loose. Those of other repositories (`alternates`) are not read.

use std::cell::{Cell, RefCell};
use std::io::Read;
use std::path::PathBuf;
use std::rc::Rc;

use flate2::read::ZlibDecoder;
use gix_hash::{Kind, ObjectId, oid};
use gix_object::{Data, Find};
use gix_pack::cache::lru::MemoryCappedHashmap;
use gix_zlib::Inflate;
use rustc_hash::FxHashMap;

use super::head::Head;
use super::pack::{FoundObject, MAX_OBJECT, Pack};
use crate::base::TextPart;
use crate::walk::{Door, FileKind};

/// How many bytes of objects one run reads: that of the largest histories within the bound of commits, several times.
const MAX_READ: u64 = 4 * 1024 * 1024 * 1024;
/// The bytes of objects, and those of bases of deltas, that are held: trees of neighbouring commits share most.
const HELD: usize = 32 * 1024 * 1024;
/// The most packs that are opened. Git joins them at fifty (`gc.autoPackLimit`).
const MAX_PACKS: usize = 1000;

/// The open objects of one repository.
pub struct Objects<'d> {
    door: &'d Door,
    folder: PathBuf,
    packs: Vec<Pack>,
    inner: RefCell<Inner>,
    /// How many more bytes are read.
    left: Cell<u64>,
}

struct Inner {
    inflate: Inflate,
    deltas: MemoryCappedHashmap,
    held: FxHashMap<ObjectId, (gix_object::Kind, Rc<[u8]>)>,
    n_held: usize,
    /// The pack that held the last object.
    last: usize,
}

impl<'d> Objects<'d> {
    /// Opens the packs below a head. One that cannot be opened holds nothing: what it has is missing then.
    pub fn open(head: &'d Head) -> Self {
        let Head { root, door, objects: folder, .. } = head;
        let mut names: Vec<PathBuf> = Vec::new();
        let below = folder.join("pack");
        if let Ok(found) = door.folder(&below) {
            let is_index = |name: &str| name.starts_with("pack-") && name.ends_with(".idx");
            let files = found.names.iter().filter(|name| name.kind == FileKind::File);
            names.extend(files.filter_map(|it| it.name.to_str().filter(|it| is_index(it)).map(|it| below.join(it))));
        }
        names.sort_unstable();
        names.truncate(MAX_PACKS);
        let packs = names.iter().zip(0..).filter_map(|(name, number)| Pack::open(root, door, name, number).ok());
        let inner = Inner {
            inflate: Inflate::default(),
            deltas: MemoryCappedHashmap::new(HELD),
            held: FxHashMap::default(),
            n_held: 0,
            last: 0,
        };
        let (folder, packs) = (folder.to_owned(), packs.collect());
        Self { door, folder, packs, inner: RefCell::new(inner), left: Cell::new(MAX_READ) }
    }

    /// Reads an object; `None` where it is missing, too large, of another kind or damaged.
    pub fn get(&self, id: &oid, kind: gix_object::Kind) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let found = self.try_find(id, &mut bytes).ok()??;
        (found.kind == kind).then_some(())?;
        Some(bytes)
    }

    /// The kind of an object; `None` where it is missing or damaged.
    pub fn kind(&self, id: &oid) -> Option<gix_object::Kind> {
        self.try_find(id, &mut Vec::new()).ok()?.map(|found| found.kind)
    }

    /// The objects whose ids begin with some hexadecimal digits, each once.
    pub fn beginning(&self, digits: &str) -> Vec<ObjectId> {
        let Ok(prefix) = gix_hash::Prefix::from_hex(digits) else { return Vec::new() };
        let mut found: Vec<ObjectId> = self.packs.iter().flat_map(|pack| pack.beginning(prefix)).collect();
        let head = digits.get(..2).unwrap_or_default().to_ascii_lowercase();
        let loose = self.door.folder(&self.folder.join(&head)).map(|folder| folder.names).unwrap_or_default();
        let ids =
            loose.iter().filter_map(|it| ObjectId::from_hex(format!("{head}{}", it.name.to_str()?).as_bytes()).ok());
        found.extend(ids.filter(|id| prefix.cmp_oid(id).is_eq()));
        found.sort_unstable();
        found.dedup();
        found
    }

    fn packed(&self, id: &oid, into: &mut Vec<u8>) -> gix_error::Result<Option<FoundObject>> {
        let Inner { inflate, deltas, last, .. } = &mut *self.inner.borrow_mut();
        let first = *last;
        let others = (0..self.packs.len()).filter(|at| *at != first);
        for at in std::iter::once(first).chain(others) {
            let Some(pack) = self.packs.get(at) else { continue };
            if let Some(found) = pack.find(id, into, inflate, deltas)? {
                *last = at;
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn loose(&self, id: &oid, into: &mut Vec<u8>) -> Option<FoundObject> {
        let hex = id.to_hex().to_string();
        let path = self.folder.join(hex.part(..2)).join(hex.part(2..));
        let bytes = self.door.read(&path, MAX_OBJECT as u64).ok()?;
        into.clear();
        ZlibDecoder::new(bytes.as_slice()).take(MAX_OBJECT as u64 + 1).read_to_end(into).ok()?;
        let (kind, size, n_head) = gix_object::decode::loose_header(into).ok()?;
        into.drain(..n_head);
        (into.len() as u64 == size).then_some(FoundObject { kind, cost: size })
    }

    /// The object, if it is held.
    fn held(&self, id: &oid, into: &mut Vec<u8>) -> Option<gix_object::Kind> {
        let inner = self.inner.borrow();
        let (kind, bytes) = inner.held.get(id)?;
        into.clear();
        into.extend_from_slice(bytes);
        Some(*kind)
    }

    fn hold(&self, id: &oid, kind: gix_object::Kind, bytes: &[u8]) {
        let mut inner = self.inner.borrow_mut();
        if inner.n_held > HELD {
            inner.held.clear();
            inner.n_held = 0;
        }
        inner.n_held += bytes.len();
        inner.held.insert(id.to_owned(), (kind, bytes.into()));
    }
}

impl Find for Objects<'_> {
    fn try_find<'a>(&self, id: &oid, buffer: &'a mut Vec<u8>) -> gix_error::Result<Option<Data<'a>>> {
        let kind = match self.held(id, buffer) {
            Some(kind) => Some(kind),
            None => {
                if self.left.get() == 0 {
                    return Err(gix_error::corruption("too much was read").into());
                }
                let found = self.packed(id, buffer)?.or_else(|| self.loose(id, buffer));
                // What is missing or empty is not looked for at no cost.
                let cost = found.as_ref().map_or(0, |found| found.cost) + 256;
                self.left.set(self.left.get().saturating_sub(cost));
                let kind = found.map(|found| found.kind);
                if kind == Some(gix_object::Kind::Tree) {
                    self.hold(id, gix_object::Kind::Tree, buffer);
                }
                kind
            }
        };
        Ok(kind.map(|kind| Data { kind, object_hash: Kind::Sha1, data: buffer }))
    }
}
