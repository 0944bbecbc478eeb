//! The merge of exports into a fleet file. However many exports there are, one is in memory at a time, and of the keys of
//! the others a part each.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::Write;

use super::body;
use super::code::{Bytes, put, put_after, put_text, take_after};
use super::error::{Damage, FleetBound, MergeError};
use super::keys;
use super::paged::PagedWriter;
use crate::base::{Digest, Digester};
use crate::facts::RepositoryExport;
use crate::language::LANGUAGES;
use crate::walk::ReadAt;

/// The bytes of an export before its body: the length of the body and that of the keys.
const HEAD: usize = 16;
/// The bytes of a seal.
const SEAL: usize = 32;
/// The most bytes of keys that are in memory at a time, over all exports.
const KEYS: usize = 32 * 1024 * 1024;
/// The bytes of keys in a block of the index, about.
const BLOCK: usize = 2048;
/// The most repositories.
const MOST: usize = u32::MAX as usize;

/// The version of the form of an export. Another number makes every stored export void.
const FORM: u32 = 3;

/// The digest of what must be the same where a fleet file is written and read: the version and the languages.
pub fn maker() -> Digest {
    let mut digester = Digester::new("fleet");
    digester.part(env!("CARGO_PKG_VERSION").as_bytes()).part(&FORM.to_le_bytes());
    for language in LANGUAGES {
        digester.part(language.name.as_bytes());
    }
    digester.finish()
}

/// The bytes of an export as a file of its own: the body, the keys, and a seal.
pub fn export_file(export: &RepositoryExport) -> Result<Vec<u8>, FleetBound> {
    let (body, keys) = (body::encode(export)?, keys::encode(&keys::of_export(export)));
    let mut bytes = Vec::with_capacity(HEAD + body.len() + keys.len() + SEAL);
    bytes.extend((body.len() as u64).to_le_bytes());
    bytes.extend((keys.len() as u64).to_le_bytes());
    bytes.extend(body);
    bytes.extend(keys);
    let seal = Digester::new("export").part(&maker().0).part(&bytes).finish();
    bytes.extend(seal.0);
    Ok(bytes)
}

/// Whether the bytes are an export of this version, whole.
pub fn is_whole(bytes: &[u8]) -> bool {
    let Some((content, seal)) = bytes.split_at_checked(bytes.len().saturating_sub(SEAL)) else { return false };
    seal == Digester::new("export").part(&maker().0).part(content).finish().0
}

/// A repository to merge.
pub struct Merged {
    /// Its name.
    pub name: String,
    /// Its root, as the list has it.
    pub root: String,
    /// The digest of its state.
    pub state: Digest,
    /// Opens its export; it is opened again for each part.
    pub open: Box<dyn Fn() -> std::io::Result<Box<dyn ReadAt>>>,
}

/// Writes a fleet file. The repositories have different names; their order is of no matter.
pub fn merge<W: Write>(mut repositories: Vec<Merged>, to: W) -> Result<W, MergeError> {
    repositories.sort_by(|one, other| one.name.cmp(&other.name));
    if repositories.len() > MOST {
        let what = "the list of repositories".to_owned();
        return Err(FleetBound { what, size: repositories.len() as u64, most: MOST as u64 }.into());
    }
    let mut writer = PagedWriter::new(to);
    let mut streams = Vec::with_capacity(repositories.len());
    let mut rows = Vec::new();
    let room = (KEYS / repositories.len().max(1)).clamp(512, 64 * 1024);
    for repository in &repositories {
        let (place, keys) = body_of(repository, &mut writer)?;
        put_text(&mut rows, &repository.name);
        put_text(&mut rows, &repository.root);
        rows.extend(repository.state.0);
        put(&mut rows, place);
        streams.push(KeyStream::new(repository, keys, room));
    }
    let blocks = index(streams, &mut writer)?;
    let directory = writer.place();
    let mut head = maker().0.to_vec();
    put(&mut head, repositories.len() as u64);
    put(&mut head, rows.len() as u64);
    head.extend(rows);
    head.extend(blocks);
    writer.write(&head)?;
    Ok(writer.finish(directory)?)
}

/// Writes the body of an export. Returns its place, and where in the export its keys are.
fn body_of<W: Write>(repository: &Merged, writer: &mut PagedWriter<W>) -> Result<(u64, (u64, u64)), MergeError> {
    let damaged = |damage| MergeError::Damaged { name: repository.name.clone(), damage };
    let from = (repository.open)()?;
    let mut bytes = vec![0; usize::try_from(from.size()).map_err(|_| damaged(Damage::Number))?];
    from.read_at(0, &mut bytes)?;
    if !is_whole(&bytes) {
        return Err(damaged(Damage::Version));
    }
    let mut read = Bytes(&bytes);
    let (body, keys) = (read.long().map_err(damaged)?, read.long().map_err(damaged)?);
    let place = writer.place();
    writer.write(read.take(usize::try_from(body).unwrap_or(usize::MAX)).map_err(damaged)?)?;
    Ok((place, (HEAD as u64 + body, keys)))
}

/// The keys of one export, a part of them in memory.
struct KeyStream<'m> {
    repository: &'m Merged,
    /// The next place in the export that is not in memory, and the end of the keys.
    next: u64,
    end: u64,
    room: usize,
    kept: Vec<u8>,
    at: usize,
    n_left: Option<u64>,
    key: Vec<u8>,
    packages: Vec<u32>,
}

impl<'m> KeyStream<'m> {
    fn new(repository: &'m Merged, (start, length): (u64, u64), room: usize) -> Self {
        let (kept, key, packages) = Default::default();
        Self { repository, next: start, end: start + length, room, kept, at: 0, n_left: None, key, packages }
    }

    /// Reads the next key; false behind the last.
    fn advance(&mut self) -> Result<bool, MergeError> {
        loop {
            let read = self.take();
            match read {
                Err(Damage::End) if self.next < self.end => self.refill()?,
                Err(damage) => return Err(MergeError::Damaged { name: self.repository.name.clone(), damage }),
                Ok(is_one) => return Ok(is_one),
            }
        }
    }

    fn take(&mut self) -> Result<bool, Damage> {
        let mut read = Bytes(self.kept.get(self.at..).unwrap_or_default());
        let n_left = match self.n_left {
            Some(n_left) => n_left,
            None => read.number()?,
        };
        if n_left == 0 {
            self.n_left = Some(0);
            return Ok(false);
        }
        let (mut key, mut packages) = (self.key.clone(), Vec::new());
        take_after(&mut read, &mut key)?;
        for _ in 0..read.size()? {
            packages.push(read.id()?);
        }
        self.at = self.kept.len() - read.0.len();
        (self.key, self.packages, self.n_left) = (key, packages, Some(n_left - 1));
        Ok(true)
    }

    fn refill(&mut self) -> Result<(), MergeError> {
        self.kept.drain(..self.at);
        self.at = 0;
        let n = usize::try_from(self.end - self.next).unwrap_or(usize::MAX).min(self.room);
        let mut more = vec![0; n];
        (self.repository.open)()?.read_at(self.next, &mut more)?;
        self.kept.extend(more);
        self.next += n as u64;
        Ok(())
    }
}

/// Writes the index: blocks of keys, each with the repositories and packages that it leads to. Returns the directory of
/// the blocks: the first key and the place of each, and the end.
fn index<W: Write>(mut streams: Vec<KeyStream<'_>>, writer: &mut PagedWriter<W>) -> Result<Vec<u8>, MergeError> {
    let mut heap = BinaryHeap::with_capacity(streams.len());
    for (at, stream) in streams.iter_mut().enumerate() {
        if stream.advance()? {
            heap.push(Reverse((stream.key.clone(), at)));
        }
    }
    let mut blocks = Blocks::default();
    while let Some(Reverse((key, first))) = heap.pop() {
        let mut found = vec![first];
        while let Some(Reverse((_, at))) = heap.peek().filter(|Reverse((other, _))| *other == key) {
            found.push(*at);
            heap.pop();
        }
        let lists: Vec<(usize, &[u32])> =
            found.iter().filter_map(|at| Some((*at, streams.get(*at)?.packages.as_slice()))).collect();
        blocks.add(&key, &lists, writer)?;
        for at in found {
            let Some(stream) = streams.get_mut(at) else { continue };
            if stream.advance()? {
                heap.push(Reverse((stream.key.clone(), at)));
            }
        }
    }
    blocks.end(writer)?;
    let mut directory = Vec::new();
    put(&mut directory, blocks.n);
    directory.extend(blocks.directory);
    put(&mut directory, writer.place());
    Ok(directory)
}

/// The blocks of the index as they are written.
#[derive(Default)]
struct Blocks {
    n: u64,
    directory: Vec<u8>,
    block: Vec<u8>,
    before: Vec<u8>,
}

impl Blocks {
    fn add<W: Write>(
        &mut self,
        key: &[u8],
        lists: &[(usize, &[u32])],
        writer: &mut PagedWriter<W>,
    ) -> Result<(), MergeError> {
        if self.block.len() >= BLOCK {
            self.end(writer)?;
        }
        if self.block.is_empty() {
            self.n += 1;
            put(&mut self.directory, key.len() as u64);
            self.directory.extend_from_slice(key);
            put(&mut self.directory, writer.place());
            self.before.clear();
        }
        put_after(&mut self.block, &self.before, key);
        self.before = key.to_vec();
        let mut postings = Vec::new();
        let mut last = 0;
        for (repository, packages) in lists {
            put(&mut postings, (*repository - last) as u64);
            put(&mut postings, packages.len() as u64);
            packages.iter().for_each(|package| put(&mut postings, u64::from(*package)));
            last = *repository;
        }
        put(&mut self.block, lists.len() as u64);
        put(&mut self.block, postings.len() as u64);
        self.block.extend(postings);
        Ok(())
    }

    fn end<W: Write>(&mut self, writer: &mut PagedWriter<W>) -> Result<(), MergeError> {
        writer.write(&self.block)?;
        self.block.clear();
        Ok(())
    }
}
