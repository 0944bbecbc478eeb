//! The log of uses: lines that are only ever appended, each whole or, where the machine stopped while it was written, the
//! torn last one. Beside the store, and for its owner alone.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use super::place::Location;

/// The name of the log in the folder of the store.
const NAME: &str = "used.jsonl";

/// Where the log of uses is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UseLog {
    /// In the folder of the store of a root.
    Under(PathBuf),
    /// In a file of the user's choice.
    At(PathBuf),
}

impl UseLog {
    /// The file.
    pub fn path(&self) -> io::Result<PathBuf> {
        match self {
            Self::Under(root) => Ok(Location::under(root)?.path.with_file_name(NAME)),
            Self::At(path) => Ok(path.clone()),
        }
    }

    /// Appends a line, and waits until it is on the disk. A torn line before it is ended first, so that it takes no other
    /// with it.
    pub fn append(&self, line: &str) -> io::Result<()> {
        let mut file = self.open()?;
        let is_torn = {
            let size = file.seek(SeekFrom::End(0))?;
            let mut last = [b'\n'];
            if size > 0 {
                file.seek(SeekFrom::Start(size - 1))?;
                file.read_exact(&mut last)?;
            }
            last != *b"\n"
        };
        // One write: lines of several processes are not mixed.
        let text = format!("{}{line}\n", if is_torn { "\n" } else { "" });
        file.write_all(text.as_bytes())?;
        file.sync_data()
    }

    fn open(&self) -> io::Result<File> {
        let path = self.path()?;
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
            if matches!(self, Self::Under(_)) {
                options.custom_flags(libc::O_NOFOLLOW);
            }
        }
        if let Self::Under(root) = self {
            let location = Location::under(root)?;
            if let Some(strange) = location.strange() {
                let why = format!("`{}` is {}", strange.path.display(), strange.kind);
                return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
            }
            location.prepare()?;
        }
        let file = options.open(&path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"));
        }
        Ok(file)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn lines_are_appended_and_a_torn_one_takes_no_other_with_it() {
        let root = tempfile::TempDir::new().unwrap();
        let log = UseLog::Under(root.path().to_owned());
        log.append("one").unwrap();
        let path = root.path().join(".cg-bundle/used.jsonl");
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"tor").unwrap();
        log.append("two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntor\ntwo\n");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
            fs::remove_file(&path).unwrap();
            std::os::unix::fs::symlink(root.path().join("elsewhere"), &path).unwrap();
            assert!(log.append("three").is_err(), "a link in a clone is not followed");
            assert!(!root.path().join("elsewhere").exists());
        }
    }
}
