//! Where results go: standard output, or files that are whole or not there.

use std::fs;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

use super::fault::Fault;

/// Standard output with a buffer.
pub type Stdout = BufWriter<StdoutLock<'static>>;

/// Standard output.
pub fn stdout() -> Stdout {
    BufWriter::new(io::stdout().lock())
}

/// Prints a whole text.
pub fn print(text: &str) -> Result<(), Fault> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a file by way of another beside it, so that a reader sees all of it or what was there before.
pub fn write(path: &Path, text: &str) -> Result<(), Fault> {
    let fault = |source| Fault::File { what: "write", path: path.to_owned(), source };
    // A device or a pipe cannot be replaced.
    if fs::metadata(path).is_ok_and(|it| !it.is_file()) {
        return fs::write(path, text).map_err(fault);
    }
    let beside = beside(path);
    fs::write(&beside, text).and_then(|()| fs::rename(&beside, path)).map_err(|source| {
        // What was begun is of no use; where even that stays, the error says why.
        let _ = fs::remove_file(&beside);
        fault(source)
    })
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.new", std::process::id()))
}

/// Makes a folder with those above it.
pub fn folder(path: &Path) -> Result<(), Fault> {
    fs::create_dir_all(path).map_err(|source| Fault::File { what: "make the folder", path: path.to_owned(), source })
}
