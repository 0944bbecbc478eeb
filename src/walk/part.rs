//! Files that the user names, read in parts or written as they grow.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::door::beside;

/// Bytes that are read in parts.
pub trait ReadAt: Send + Sync {
    /// The number of bytes.
    fn size(&self) -> u64;
    /// Fills the buffer with the bytes from a place on; an error where there are fewer.
    fn read_at(&self, at: u64, buffer: &mut [u8]) -> io::Result<()>;
}

impl ReadAt for Vec<u8> {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(at).map_err(|_| io::ErrorKind::UnexpectedEof)?;
        let end = start.checked_add(buffer.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(self.get(start..end).ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// A regular file that the user names.
#[derive(Debug)]
pub struct NamedFile {
    file: File,
    size: u64,
}

impl NamedFile {
    /// Opens a file.
    pub fn at(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        match metadata.is_file() {
            true => Ok(Self { file, size: metadata.len() }),
            false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file")),
        }
    }
}

impl ReadAt for NamedFile {
    fn size(&self) -> u64 {
        self.size
    }

    #[cfg(unix)]
    fn read_at(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, buffer, at)
    }

    #[cfg(not(unix))]
    fn read_at(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(buffer)
    }
}

/// A file that is written beside its place, and takes the place when it is whole.
#[derive(Debug)]
pub struct GrowingFile {
    file: Option<BufWriter<File>>,
    beside: PathBuf,
    path: PathBuf,
}

impl GrowingFile {
    /// Begins a file.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let (folder, name) = (path.parent().unwrap_or(Path::new("")), path.file_name().unwrap_or_default());
        beside(name, |beside| {
            let beside = folder.join(beside);
            let file = BufWriter::new(File::create_new(&beside)?);
            Ok(Self { file: Some(file), beside, path: path.to_owned() })
        })
    }

    /// Ends the file, and puts it in its place.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some(mut file) = self.file.take() {
            file.flush()?;
        }
        fs::rename(&self.beside, &self.path)
    }
}

impl Write for GrowingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for GrowingFile {
    fn drop(&mut self) {
        // After the end there is nothing of that name; what was begun is of no use.
        let _ = fs::remove_file(&self.beside);
    }
}

/// The names of the files in a folder that the user names, sorted.
pub fn names_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.extend(entry?.file_name().into_string().ok());
    }
    names.sort_unstable();
    Ok(names)
}

/// Makes a folder that the user names, with those above it.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Removes a file of a folder that the user names.
pub fn remove_named(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}
