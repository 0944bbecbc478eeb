//! A private folder among the temporary files of the system, for files that are no work of the user.

use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The most names that are tried for a folder.
const MOST_NAMES: usize = 1000;

/// A folder that only its owner can read. It goes when this is dropped.
///
/// Nothing but regular files is written, so that no path in it leads through a link.
pub struct Scratch {
    remover: ScratchRemover,
}

/// Removes a scratch folder from another thread, when the program is interrupted.
#[derive(Clone)]
pub struct ScratchRemover {
    folder: PathBuf,
    /// Held while the folder is written or removed; the flag says that it is removed.
    removed: Arc<Mutex<bool>>,
}

impl ScratchRemover {
    /// Removes the folder; nothing is written there afterwards.
    pub fn remove(&self) {
        let mut removed = self.removed.lock().unwrap_or_else(PoisonError::into_inner);
        if !*removed {
            *removed = true;
            // A folder that cannot be removed lies with those that the system itself clears.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }

    fn locked(&self, act: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let removed = self.removed.lock().unwrap_or_else(PoisonError::into_inner);
        if *removed { Err(io::Error::other("the folder is removed")) } else { act() }
    }
}

impl Scratch {
    /// Makes an empty folder whose name begins with a word.
    pub fn new(word: &str) -> io::Result<Self> {
        let above = std::env::temp_dir();
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        for number in 0..MOST_NAMES {
            let folder = above.join(format!("{word}-{}-{number}", std::process::id()));
            match builder.create(&folder) {
                Ok(()) => return Ok(Self { remover: ScratchRemover { folder, removed: Arc::default() } }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "all names are taken"))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.remover.folder
    }

    /// Removes the folder from elsewhere.
    pub fn remover(&self) -> ScratchRemover {
        self.remover.clone()
    }

    /// Writes a file and the folders above it. The path has names alone, no `..`.
    pub fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let full = self.folder().join(path);
        self.remover.locked(|| {
            full.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(&full, bytes)
        })
    }

    /// Removes a file, where it is there, and the folders above it that are empty then.
    pub fn remove(&self, path: &str) -> io::Result<()> {
        self.remover.locked(|| {
            match fs::remove_file(self.folder().join(path)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let above = Path::new(path).ancestors().skip(1).filter(|it| !it.as_os_str().is_empty());
            above.map(|it| self.folder().join(it)).take_while(|it| fs::remove_dir(it).is_ok()).for_each(drop);
            Ok(())
        })
    }

    /// Removes all that is in the folder.
    pub fn clear(&self) -> io::Result<()> {
        self.remover.locked(|| {
            for entry in fs::read_dir(self.folder())? {
                let path = entry?.path();
                if path.is_dir() { fs::remove_dir_all(&path)? } else { fs::remove_file(&path)? }
            }
            Ok(())
        })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.remover.remove();
    }
}

#[cfg(test)]
mod tests {
    use super::Scratch;

    #[test]
    fn a_scratch_folder_is_private_and_goes() {
        let scratch = Scratch::new("cg-bundle-test").expect("a folder");
        let folder = scratch.folder().to_owned();
        scratch.write("a/b/c.txt", b"x").expect("written");
        scratch.write("a/d.txt", b"x").expect("written");
        scratch.remove("a/b/c.txt").expect("removed");
        assert!(!folder.join("a/b").exists() && folder.join("a/d.txt").exists());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(folder.metadata().expect("a folder").permissions().mode() & 0o777, 0o700);
        }
        let remover = scratch.remover();
        remover.remove();
        assert!(!folder.exists());
        assert!(scratch.write("late.txt", b"x").is_err(), "nothing is written after the folder is removed");
        drop(scratch);
        assert!(!folder.exists());
    }
}
