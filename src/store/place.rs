//! The files of the store on disk: regular files that only their owner can read, never reached through a link.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::schema::APPLICATION;
use crate::walk;

/// The folder at the root.
const FOLDER: &str = ".cg-bundle";
/// The database in it.
const NAME: &str = "store.sqlite";
/// The files that SQLite keeps beside a database, and the one that processes lock to make it.
const BESIDE: &[&str] = &["-wal", "-shm", "-journal", LOCK];
const LOCK: &str = "-lock";
/// How long to wait for another process.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// How long to wait between two looks.
pub const PAUSE: Duration = Duration::from_millis(5);

/// A path of the store that is something else than a regular file, or a folder where one belongs.
#[derive(Debug)]
pub struct Strange {
    /// The path.
    pub path: PathBuf,
    /// The kind that it has: `a link`.
    pub kind: &'static str,
}

/// Where a database lies.
#[derive(Clone, Debug)]
pub struct Location {
    /// The database, absolute, so that SQLite takes no name of it for a URI.
    pub path: PathBuf,
    /// The folder that holds nothing but the store.
    folder: Option<PathBuf>,
}

impl Location {
    /// The store of a root.
    pub fn under(root: &Path) -> io::Result<Self> {
        let folder = std::path::absolute(root)?.join(FOLDER);
        Ok(Self { path: folder.join(NAME), folder: Some(folder) })
    }

    /// The store of the home that a linked worktree shares with the others of its repository; `None` for any other root.
    pub fn of_worktree(root: &Path) -> Option<Self> {
        Self::under(&walk::home_of_worktree(root)?).ok()
    }

    /// The store that a root is sure to use. A worktree that has a store of its own made it as it could not use that of all.
    pub fn glanced(root: &Path) -> Option<Self> {
        let own = Self::under(root).ok()?;
        match Self::of_worktree(root) {
            Some(shared) => (!own.path.exists()).then_some(shared),
            None => Some(own),
        }
    }

    /// The root whose folder holds the store.
    pub fn home(&self) -> Option<&Path> {
        self.folder.as_deref()?.parent()
    }

    /// A file of the user's choice.
    pub fn at(path: &Path) -> io::Result<Self> {
        Ok(Self { path: std::path::absolute(path)?, folder: None })
    }

    /// Whether the store lies in a folder of its own.
    pub fn is_own(&self) -> bool {
        self.folder.is_some()
    }

    /// The first path of the store that is of a strange kind.
    pub fn strange(&self) -> Option<Strange> {
        let of = |path: PathBuf, is_folder: bool| {
            let kind = strange_kind(&self.look(&path)?, is_folder)?;
            Some(Strange { path, kind })
        };
        let folder = self.folder.as_ref().and_then(|folder| of(folder.clone(), true));
        let ignore = || self.folder.as_ref().and_then(|folder| of(folder.join(".gitignore"), false));
        let database = || of(self.path.clone(), false);
        let beside = || BESIDE.iter().find_map(|ending| of(self.beside(ending), false));
        folder.or_else(ignore).or_else(database).or_else(beside)
    }

    /// Whether nobody writes, and all is as [`Self::prepare`] leaves it: regular files of their owner alone, and neither a
    /// log nor a journal.
    pub fn is_at_rest(&self) -> bool {
        let is_right = |it: &Metadata, is_folder| strange_kind(it, is_folder).is_none() && is_private(it);
        let is_there = |path: &Path, is_folder| self.look(path).is_some_and(|it| is_right(&it, is_folder));
        let folder = self.folder.as_ref();
        folder.is_none_or(|folder| is_there(folder, true) && is_there(&folder.join(".gitignore"), false))
            && is_there(&self.path, false)
            && BESIDE.iter().all(|ending| match fs::symlink_metadata(self.beside(ending)) {
                Ok(it) => *ending == LOCK && is_right(&it, false),
                Err(error) => error.kind() == ErrorKind::NotFound,
            })
    }

    /// The metadata of a path. A link that the user named is followed; one in a clone is not.
    fn look(&self, path: &Path) -> Option<Metadata> {
        if self.is_own() { fs::symlink_metadata(path).ok() } else { fs::metadata(path).ok() }
    }

    /// Makes the folder and what keeps git from listing it, and takes the rights of others away where there are any.
    pub fn prepare(&self) -> io::Result<()> {
        if let Some(folder) = &self.folder {
            if !folder.is_dir() {
                private_folder(folder)?;
            }
            tighten(folder, 0o700);
            let ignore = folder.join(".gitignore");
            if !ignore.exists() {
                // Without it the store still works; git only shows it.
                let _ = private_file(&ignore).and_then(|mut file| file.write_all(b"*\n"));
            }
            tighten(&ignore, 0o600);
        }
        tighten(&self.path, 0o600);
        BESIDE.iter().for_each(|ending| tighten(&self.beside(ending), 0o600));
        Ok(())
    }

    /// Makes an empty database where there is none. SQLite gives the files beside it the same rights.
    pub fn create(&self) -> io::Result<()> {
        match private_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        }
    }

    /// Waits until no other process makes or resets this store. The lock ends with the file that is returned.
    pub fn lock(&self) -> io::Result<File> {
        let path = self.beside(LOCK);
        let file = match private_file(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => OpenOptions::new().append(true).open(&path)?,
            made => made?,
        };
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                // A file system without locks: those of SQLite are all there is.
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => return Ok(file),
                Err(TryLockError::Error(error)) => return Err(error),
                Err(TryLockError::WouldBlock) if begun.elapsed() > PATIENCE => {
                    return Err(io::Error::new(ErrorKind::TimedOut, "another process holds its lock"));
                }
                Err(TryLockError::WouldBlock) => sleep(PAUSE),
            }
        }
    }

    /// Whether the head of the file is that of a store of ours, whatever became of the rest.
    pub fn is_ours(&self) -> bool {
        const MAGIC: &[u8] = b"SQLite format 3\0";
        const APPLICATION_AT: usize = 68;
        let mut head = [0u8; APPLICATION_AT + 4];
        let read = File::open(&self.path).and_then(|mut file| file.read_exact(&mut head));
        read.is_ok() && head.starts_with(MAGIC) && head[APPLICATION_AT..] == APPLICATION.to_be_bytes()
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(OsStr::new(ending));
        name.into()
    }
}

/// The kind of a path that is neither a regular file nor, where one belongs, a folder.
fn strange_kind(metadata: &Metadata, is_folder: bool) -> Option<&'static str> {
    let kind = metadata.file_type();
    match (is_folder, kind.is_dir(), kind.is_file()) {
        (true, true, _) | (false, _, true) => None,
        (false, true, _) => Some("a folder"),
        (true, _, true) => Some("a file"),
        _ if kind.is_symlink() => Some("a link"),
        _ => Some("no regular file"),
    }
}

/// Makes a file that there was not, for its owner alone whatever the umask says.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(file)
}

fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(path) {
        // Another process was first.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(()),
        made => made?,
    }
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    Ok(())
}

/// Whether others have no rights.
#[cfg(unix)]
fn is_private(metadata: &Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o077 == 0
}

#[cfg(not(unix))]
fn is_private(_: &Metadata) -> bool {
    true
}

/// Takes the rights of others away. Whose file it is not keeps it as it is.
#[cfg(unix)]
fn tighten(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    let wider = fs::symlink_metadata(path).is_ok_and(|it| !it.is_symlink() && !is_private(&it));
    if wider {
        let _ = fs::set_permissions(path, PermissionsExt::from_mode(mode));
    }
}

#[cfg(not(unix))]
fn tighten(_: &Path, _: u32) {}
