//! Several files in one input, as cases write them: `--- path` starts a file.

use std::path::Path;

/// A file of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its path.
    pub path: String,
    /// The content.
    pub content: Vec<u8>,
}

/// The line that starts a file.
const MARK: &[u8] = b"--- ";
/// The most files of an input, and the longest path of one.
const MOST: (usize, usize) = (24, 120);

/// The files of an input. Text before the first is no file.
pub fn split(input: &[u8]) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    for line in input.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_prefix(MARK) {
            Some(_) if files.len() == MOST.0 => break,
            Some(path) => {
                let path = String::from_utf8_lossy(path).trim_end().to_owned();
                files.push(File { path, content: Vec::new() });
            }
            None => {
                if let Some(file) = files.last_mut() {
                    file.content.extend_from_slice(line);
                }
            }
        }
    }
    files
}

/// The input of some files.
pub fn join(files: &[File]) -> Vec<u8> {
    let mut input = Vec::new();
    for file in files {
        input.extend_from_slice(MARK);
        input.extend_from_slice(file.path.as_bytes());
        input.push(b'\n');
        input.extend_from_slice(&file.content);
        if !input.ends_with(b"\n") {
            input.push(b'\n');
        }
    }
    input
}

/// Whether a path leads to a file below its root on any system that tests run on.
pub fn is_plain(path: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part != "." && part != "..";
    path.len() <= MOST.1 && !path.contains('\0') && path.split('/').all(is_part)
}

/// Writes files below a root. What clashes with one before is left out.
pub fn write(root: &Path, files: &[File]) {
    for file in files.iter().filter(|file| is_plain(&file.path)) {
        let path = root.join(&file.path);
        if let Some(folder) = path.parent() {
            // A file may stand where another path has a folder.
            let _ = std::fs::create_dir_all(folder);
        }
        let _ = std::fs::write(path, &file.content);
    }
}

/// An empty folder, in memory where the system has such.
pub fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::TempDir::new_in(memory) } else { tempfile::TempDir::new() };
    made.expect("a temporary folder")
}
