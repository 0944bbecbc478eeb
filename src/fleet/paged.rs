//! Bytes in pages, each with a seal of its own: a part is read and checked without the rest.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::code::Bytes;
use super::error::Damage;
use crate::base::Digester;
use crate::walk::ReadAt;

/// The bytes of a page in the file.
const PAGE: usize = 4096;
/// The bytes of a seal.
const SEAL: usize = 16;
/// The bytes of a page beside its seal.
const ROOM: usize = PAGE - SEAL;
/// How many pages one generation of the cache holds: two of them are 16 MiB.
const KEPT: usize = 2048;
/// How the last bytes of a file begin.
const MAGIC: &[u8; 16] = b"cg-bundle fleet\0";
/// The version of the form.
const VERSION: u32 = 1;
/// The bytes behind the pages: the magic, the version, the length of the content, the place of the directory, a seal.
const TAIL: usize = 16 + 4 + 8 + 8 + SEAL;

/// Reading fails by the system, or because the bytes are damaged.
#[derive(Debug)]
pub enum ReadError {
    /// The system refuses.
    Io(io::Error),
    /// The bytes are not those that were written.
    Damage(Damage),
}

impl From<Damage> for ReadError {
    fn from(damage: Damage) -> Self {
        Self::Damage(damage)
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

fn seal(what: &str, number: u64, bytes: &[u8]) -> [u8; SEAL] {
    let digest = Digester::new(what).part(&number.to_le_bytes()).part(bytes).finish();
    std::array::from_fn(|at| digest.0[at])
}

/// Writes pages one after the other.
pub struct PagedWriter<W> {
    to: W,
    page: Vec<u8>,
    /// How many pages are written.
    n_pages: u64,
}

impl<W: Write> PagedWriter<W> {
    /// Begins with no content.
    pub fn new(to: W) -> Self {
        Self { to, page: Vec::with_capacity(PAGE), n_pages: 0 }
    }

    /// The length of the content so far.
    pub fn place(&self) -> u64 {
        self.n_pages * ROOM as u64 + self.page.len() as u64
    }

    /// Appends bytes.
    pub fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let (now, rest) = bytes.split_at(bytes.len().min(ROOM - self.page.len()));
            self.page.extend_from_slice(now);
            bytes = rest;
            if self.page.len() == ROOM {
                self.end_page()?;
            }
        }
        Ok(())
    }

    fn end_page(&mut self) -> io::Result<()> {
        self.page.resize(ROOM, 0);
        let seal = seal("page", self.n_pages, &self.page);
        self.to.write_all(&self.page)?;
        self.to.write_all(&seal)?;
        self.n_pages += 1;
        self.page.clear();
        Ok(())
    }

    /// Ends the content; `directory` is the place from which a reader starts.
    pub fn finish(mut self, directory: u64) -> io::Result<W> {
        let length = self.place();
        if !self.page.is_empty() {
            self.end_page()?;
        }
        let mut tail = MAGIC.to_vec();
        tail.extend(VERSION.to_le_bytes());
        tail.extend(length.to_le_bytes());
        tail.extend(directory.to_le_bytes());
        let seal = seal("tail", self.n_pages, &tail);
        tail.extend(seal);
        self.to.write_all(&tail)?;
        Ok(self.to)
    }
}

/// The pages that were read: those of late, and those before them.
#[derive(Default)]
struct Kept {
    young: FxHashMap<u64, Arc<[u8]>>,
    old: FxHashMap<u64, Arc<[u8]>>,
}

impl Kept {
    fn get(&mut self, number: u64) -> Option<Arc<[u8]>> {
        if let Some(page) = self.young.get(&number) {
            return Some(Arc::clone(page));
        }
        let page = self.old.remove(&number)?;
        self.enter(number, Arc::clone(&page));
        Some(page)
    }

    fn enter(&mut self, number: u64, page: Arc<[u8]>) {
        if self.young.len() >= KEPT {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(number, page);
    }
}

/// Reads pages as they are wanted.
pub struct Paged {
    from: Box<dyn ReadAt>,
    length: u64,
    /// The place from which a reader starts.
    pub directory: u64,
    kept: Mutex<Kept>,
}

impl Paged {
    /// Opens the content of a file.
    pub fn open(from: Box<dyn ReadAt>) -> Result<Self, ReadError> {
        let size = from.size();
        let Some(n_bytes) = size.checked_sub(TAIL as u64) else { return Err(Damage::Version.into()) };
        let mut tail = [0u8; TAIL];
        from.read_at(n_bytes, &mut tail)?;
        let (head, own) = tail.split_at(TAIL - SEAL);
        let mut read = Bytes(head);
        if read.take(MAGIC.len())? != MAGIC || read.word()? != VERSION {
            return Err(Damage::Version.into());
        }
        let n_pages = n_bytes / PAGE as u64;
        let (length, directory) = (read.long()?, read.long()?);
        if seal("tail", n_pages, head) != own {
            return Err(Damage::Page(n_pages).into());
        }
        if !n_bytes.is_multiple_of(PAGE as u64) || length.div_ceil(ROOM as u64) != n_pages || directory > length {
            return Err(Damage::End.into());
        }
        Ok(Self { from, length, directory, kept: Mutex::default() })
    }

    /// The length of the content.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// So many bytes of the content.
    pub fn read(&self, at: u64, n: usize) -> Result<Vec<u8>, ReadError> {
        let end = at.checked_add(n as u64).filter(|end| *end <= self.length).ok_or(Damage::End)?;
        let mut bytes = Vec::with_capacity(n);
        let mut place = at;
        while place < end {
            let page = self.page(place / ROOM as u64)?;
            let start = usize::try_from(place % ROOM as u64).unwrap_or(0);
            let most = usize::try_from(end - place).unwrap_or(usize::MAX).min(ROOM - start);
            bytes.extend_from_slice(page.get(start..start + most).ok_or(Damage::End)?);
            place += most as u64;
        }
        Ok(bytes)
    }

    fn page(&self, number: u64) -> Result<Arc<[u8]>, ReadError> {
        if let Some(page) = self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(number) {
            return Ok(page);
        }
        let mut page = vec![0u8; PAGE];
        self.from.read_at(number * PAGE as u64, &mut page)?;
        let own = page.split_off(ROOM);
        if seal("page", number, &page)[..] != own {
            return Err(Damage::Page(number).into());
        }
        let page: Arc<[u8]> = page.into();
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).enter(number, Arc::clone(&page));
        Ok(page)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(content: &[u8]) -> Vec<u8> {
        let mut writer = PagedWriter::new(Vec::new());
        content.chunks(1000).for_each(|part| writer.write(part).unwrap());
        assert_eq!(writer.place(), content.len() as u64);
        writer.finish(7.min(content.len() as u64)).unwrap()
    }

    proptest! {
        /// Any part is read as it was written, and a byte that is another one is noticed where its page is read.
        #[test]
        fn parts_are_read_as_written(length in 0usize..20_000, at in 0usize..20_000, n in 0usize..9_000, flip in 0usize..30_000) {
            let content: Vec<u8> = (0..length).map(|it| (it * 7 % 251) as u8).collect();
            let file = written(&content);
            let paged = Paged::open(Box::new(file.clone())).unwrap();
            let part = paged.read(at as u64, n).ok();
            prop_assert_eq!(part, content.get(at..at + n).map(<[u8]>::to_vec));
            let flip = flip % file.len();
            let mut damaged = file.clone();
            damaged[flip] ^= 1;
            let whole = Paged::open(Box::new(damaged)).map(|paged| paged.read(0, length));
            prop_assert!(!matches!(whole, Ok(Ok(_))), "byte {} of {}", flip, file.len());
            let cut = Paged::open(Box::new(file[..flip].to_vec()));
            prop_assert!(cut.is_err());
        }
    }
}
