//! Where results go: standard output, or files that are whole or not there.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Component, Path, PathBuf};

use super::fault::Fault;
use crate::base::visible_lines;
use crate::walk::{self, Door};

/// Standard output with a buffer.
pub type Stdout = BufWriter<StdoutLock<'static>>;

/// Standard output.
pub fn stdout() -> Stdout {
    BufWriter::new(io::stdout().lock())
}

/// Prints a whole text; nothing in it reaches a terminal as a command.
pub fn print(text: &str) -> Result<(), Fault> {
    print_painted(&visible_lines(text))
}

/// Prints a text that this program has painted.
pub fn print_painted(text: &str) -> Result<(), Fault> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a file by way of another beside it, so that a reader sees all of it or what was there before. Below `root` no
/// link is written through: a repository may hold links of its own.
pub fn write(root: &Path, path: &Path, text: &str) -> Result<(), Fault> {
    write_bytes(root, path, text.as_bytes())
}

/// The same for content that is no text.
pub fn write_bytes(root: &Path, path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let write = || -> io::Result<()> {
        match place(root, path)? {
            Place::Inside(door, inside) => Ok(door.write(&inside, bytes)?),
            // A device or a pipe cannot be replaced.
            Place::Elsewhere(path) if fs::metadata(&path).is_ok_and(|it| !it.is_file()) => fs::write(path, bytes),
            Place::Elsewhere(path) => walk::write_named(&path, bytes),
        }
    };
    write().map_err(|source| Fault::File { what: "write", path: path.to_owned(), source })
}

/// Makes a folder with those above it; below `root` through no link.
pub fn folder(root: &Path, path: &Path) -> Result<(), Fault> {
    let make = || -> io::Result<()> {
        match place(root, path)? {
            Place::Inside(door, inside) => Ok(door.make(&inside)?),
            Place::Elsewhere(path) => fs::create_dir_all(path),
        }
    };
    make().map_err(|source| Fault::File { what: "make the folder", path: path.to_owned(), source })
}

/// Where a path lies, links resolved.
enum Place {
    /// In the repository: its door, and the path from there.
    Inside(Door, PathBuf),
    /// Anywhere else.
    Elsewhere(PathBuf),
}

/// Resolves a path part by part. A link that lies in the repository is an error; as the last part it is kept, and the
/// door does not follow it.
fn place(root: &Path, path: &Path) -> io::Result<Place> {
    let root = fs::canonicalize(root).ok();
    let is_inside = |at: &Path| root.as_ref().is_some_and(|root| at.starts_with(root));
    let full = std::path::absolute(path)?;
    let mut at = PathBuf::new();
    let mut parts = full.components().peekable();
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        if part == Component::ParentDir {
            at.pop();
            continue;
        }
        let is_own = is_inside(&at);
        at.push(part);
        if !at.is_symlink() || is_own && is_last {
            continue;
        }
        if is_own {
            let why = format!("`{}` is a link in the repository", at.display());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        match fs::canonicalize(&at) {
            Ok(target) => at = target,
            // A pipe has no path, though `/dev/stdout` may lead to one.
            Err(_) if is_last => {}
            Err(error) => return Err(error),
        }
    }
    match root.filter(|root| at.starts_with(root)) {
        Some(root) => Ok(Place::Inside(Door::open(&root)?, at.strip_prefix(&root).unwrap_or(&at).to_owned())),
        None => Ok(Place::Elsewhere(at)),
    }
}

/// A file name from a stem that somebody else chose: a part of a path, and nothing but a name.
pub fn file_name(stem: &OsStr, extension: &str) -> String {
    let stem = stem.to_string_lossy();
    let is_dots = stem.chars().all(|letter| letter == '.');
    let odd = |letter: char| letter.is_control() || matches!(letter, '/' | '\\') || is_dots;
    let stem: String = stem.chars().map(|letter| if odd(letter) { '_' } else { letter }).collect();
    let stem = if stem.is_empty() { "_" } else { &stem };
    format!("{stem}.{extension}")
}
