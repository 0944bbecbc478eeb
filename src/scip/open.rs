//! The files of indexes: where they lie, and their bytes, whatever they are packed in.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::decoded::Decoded;
use super::read::Reader;
use super::stamp::STAMP_SUFFIX;
use crate::base::{ContentDigester, Digest};
use crate::walk::{Door, Refusal, Stat};

/// The names under which an index is found at the root where nobody names one.
pub const NAMES: &[&str] = &["index.scip", "index.scip.zst", "index.scip.gz"];
/// The largest index that is read, in bytes: no message of protobuf is longer.
const MAX_BYTES: u64 = 2 * 1024 * 1024 * 1024;
/// The largest stamp that is read, in bytes: some hundred for each of many files.
const MAX_STAMP: u64 = 64 * 1024 * 1024;
/// How much is read at once.
const BLOCK: usize = 256 * 1024;

/// An index that was named cannot be read.
#[derive(Debug, Error)]
#[error("cannot read the index `{}`", path.display())]
pub struct OpenError {
    /// The file.
    pub path: PathBuf,
    /// Why not.
    pub source: io::Error,
}

/// The index at the root of a repository, where there is one. One that is a link out of the repository is none.
pub fn discover(root: &Path) -> Option<PathBuf> {
    // Most repositories have none, and to find that the parts of a path are no links takes a step for each.
    let is_there = |path: &PathBuf| path.symlink_metadata().is_ok();
    let named = NAMES.iter().map(|name| root.join(name)).filter(is_there);
    named.filter_map(|path| beneath(root, &path).ok()).find(|path| path.is_file())
}

/// The path of an index without links, if it lies in the repository. What a repository names must lie in it.
pub fn beneath(root: &Path, path: &Path) -> Result<PathBuf, OpenError> {
    let full = fs::canonicalize(path).and_then(|full| match full.starts_with(root) {
        true => Ok(full),
        false => Err(Refusal::Outside.into()),
    });
    full.map_err(|source| OpenError { path: path.to_owned(), source })
}

/// Reads indexes, each under the name that messages and provenance use.
pub fn open(files: &[(String, PathBuf)]) -> Result<Decoded, OpenError> {
    let mut reader = Reader::default();
    for (name, path) in files {
        let (digest, bytes) =
            read_file(&mut reader, name, path).map_err(|source| OpenError { path: path.clone(), source })?;
        reader.seal(name, digest, bytes);
    }
    Ok(reader.finish())
}

/// The file of an index, by its content.
#[derive(Clone, Debug)]
pub struct IndexFile {
    /// The name that messages and provenance use: the path from the root, or the bare name where it lies elsewhere.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
    /// Its file-system metadata.
    pub stat: Stat,
    /// The digest of its bytes.
    pub digest: Digest,
    /// The text of its stamp, where there is one.
    pub stamp: Option<String>,
}

/// Looks at indexes: `known` gives the digest of a file whose stat proves that nothing changed.
pub fn look(
    root: &Path,
    paths: &[PathBuf],
    known: impl Fn(&str, &Stat) -> Option<Digest>,
) -> Result<Vec<IndexFile>, OpenError> {
    let mut files: Vec<IndexFile> = Vec::new();
    for path in paths {
        let look = || -> io::Result<IndexFile> {
            let path = fs::canonicalize(path)?;
            let (file, stat) = regular(&path)?;
            let digest = match known(&path.to_string_lossy(), &stat) {
                Some(digest) => digest,
                None => {
                    let mut raw = Hashed::new(file);
                    raw.drain()?;
                    raw.digester.finish()
                }
            };
            let stamp = read_stamp(&path);
            Ok(IndexFile { name: name(root, &path, &files), path, stat, digest, stamp })
        };
        let file = look().map_err(|source| OpenError { path: path.clone(), source })?;
        if !files.iter().any(|known| known.path == file.path) {
            files.push(file);
        }
    }
    Ok(files)
}

/// Where the stamp of an index lies: beside it.
pub fn stamp_path(index: &Path) -> PathBuf {
    let mut name = index.as_os_str().to_owned();
    name.push(STAMP_SUFFIX);
    name.into()
}

/// Writes the stamp of an index beside it, whole or not at all.
pub fn write_stamp(index: &Path, text: &str) -> io::Result<()> {
    let stamp = stamp_path(index);
    let (door, path) = without_links(&stamp)?;
    Ok(door.write(path, text.as_bytes())?)
}

/// The text of the stamp of an index, where there is one. One that cannot be read is empty, which is no stamp's text.
fn read_stamp(index: &Path) -> Option<String> {
    let stamp = stamp_path(index);
    let (door, path) = without_links(&stamp).ok()?;
    match door.read(path, MAX_STAMP) {
        Ok(bytes) => Some(String::from_utf8(bytes).unwrap_or_default()),
        Err(refusal) if refusal.is_absence() => None,
        Err(_) => Some(String::new()),
    }
}

/// Opens an index by its path without links: a regular file, as it is read twice, and within the limit.
fn regular(path: &Path) -> io::Result<(File, Stat)> {
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    let (door, inside) = without_links(path)?;
    let (file, stat) = door.file(inside)?;
    if stat.size > MAX_BYTES { Err(Refusal::TooLarge { limit: MAX_BYTES }.into()) } else { Ok((file, stat)) }
}

/// The top of the file system, and the path from there: a link that takes the place of a folder is not followed.
fn without_links(path: &Path) -> io::Result<(Door, &Path)> {
    let top = path.ancestors().last().unwrap_or(path);
    let door = Door::open(if top.as_os_str().is_empty() { Path::new(".") } else { top })?;
    Ok((door, path.strip_prefix(top).unwrap_or(path)))
}

/// A name that no other has: a bundle shows no path of this machine.
fn name(root: &Path, path: &Path, taken: &[IndexFile]) -> String {
    let below = path.strip_prefix(root).ok().and_then(Path::to_str).map(|path| path.replace('\\', "/"));
    let bare = || path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = below.unwrap_or_else(bare);
    let is_taken = |name: &str| taken.iter().any(|file| file.name == name);
    match (2..).map(|n| format!("{name} ({n})")).find(|other| !is_taken(other)) {
        Some(other) if is_taken(&name) => other,
        _ => name,
    }
}

fn read_file(reader: &mut Reader, name: &str, path: &Path) -> io::Result<(Digest, u64)> {
    let (file, _) = regular(path)?;
    let mut raw = Hashed::new(file);
    {
        let mut input = unpacked(BufReader::with_capacity(BLOCK, &mut raw))?;
        reader.read(name, &mut *input);
    }
    raw.drain()?;
    Ok((raw.digester.finish(), raw.n_bytes))
}

/// The format of a file, by its first bytes and not by its name.
fn unpacked<'r>(mut input: BufReader<impl Read + 'r>) -> io::Result<Box<dyn BufRead + 'r>> {
    let head = input.fill_buf()?;
    if head.starts_with(&[0x1f, 0x8b]) {
        return Ok(Box::new(BufReader::with_capacity(BLOCK, flate2::bufread::MultiGzDecoder::new(input))));
    }
    if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        return Ok(Box::new(BufReader::with_capacity(BLOCK, Frames { input: Some(input), open: None })));
    }
    Ok(Box::new(input))
}

/// The frames of a zstd file, one after the other: tools that pack in parallel write several.
struct Frames<R: BufRead> {
    input: Option<R>,
    open: Option<ruzstd::decoding::StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.open {
                let n_read = frame.read(into)?;
                if n_read > 0 || into.is_empty() {
                    return Ok(n_read);
                }
            }
            if let Some(done) = self.open.take() {
                self.input = Some(done.into_inner());
            }
            let Some(mut input) = self.input.take() else { return Ok(0) };
            if input.fill_buf()?.is_empty() {
                return Ok(0);
            }
            self.open = Some(ruzstd::decoding::StreamingDecoder::new(input).map_err(io::Error::other)?);
        }
    }
}

/// Digests what passes through.
struct Hashed<R> {
    inner: R,
    digester: ContentDigester,
    n_bytes: u64,
}

impl<R: Read> Hashed<R> {
    fn new(inner: R) -> Hashed<io::Take<R>> {
        // A file may grow while it is read.
        let inner = inner.take(MAX_BYTES);
        Hashed { inner, digester: ContentDigester::default(), n_bytes: 0 }
    }

    /// Reads to the end: what a broken index holds behind the break belongs to its digest.
    fn drain(&mut self) -> io::Result<()> {
        let mut block = vec![0; BLOCK];
        while self.read(&mut block)? > 0 {}
        Ok(())
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n_read = loop {
            match self.inner.read(into) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.digester.add(&into[..n_read]);
        self.n_bytes += n_read as u64;
        Ok(n_read)
    }
}
