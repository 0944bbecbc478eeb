//! Opens the store: makes it, migrates it, makes it anew where it is damaged, or does without.

use std::cell::Cell;
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Instant;

use rusqlite::{Connection, ErrorCode, OpenFlags};
use thiserror::Error;

use super::place::{Location, PATIENCE, PAUSE, Strange};
use super::schema::{self, Shape};

/// Where the store is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorePlace {
    /// In `.cg-bundle/` at the root; all worktrees of a repository share that of the main checkout.
    Root,
    /// In a file of the user's choice.
    At(PathBuf),
    /// In the store of another root, which keeps only the parts that are true of a content wherever it lies: observations
    /// and postings.
    ContentsOf {
        /// The other root.
        root: PathBuf,
        /// Where its store is kept.
        place: Box<StorePlace>,
    },
    /// Nowhere.
    Nowhere,
}

/// The store that the user named cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file of `--store` cannot be opened or made.
    #[error("cannot open the store `{}`", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The error of SQLite.
        source: rusqlite::Error,
    },
    /// The file of `--store`, or its lock, cannot be made.
    #[error("cannot make the store `{}`", path.display())]
    Make {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file of `--store`, or one that belongs beside it, is no regular file.
    #[error("`{}` is {kind}, and no store", path.display())]
    Strange {
        /// The file.
        path: PathBuf,
        /// The kind that it has.
        kind: &'static str,
    },
    /// The file of `--store` is something else.
    #[error("`{}` is no store of this program", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
}

/// An open store, or none. Reading from none finds nothing; writing to none does nothing.
#[derive(Default)]
pub struct Store {
    pub(super) connection: Option<Connection>,
    pub(super) location: Option<Location>,
    /// A read met a damaged page. The store is made anew at the next write.
    pub(super) is_damaged: Cell<bool>,
    /// Nothing of a root is written.
    pub(super) is_of_contents: bool,
    /// It is that of the main checkout, and the root is another worktree.
    pub(super) is_of_worktree: bool,
    /// It is read without locks, and opened whole before it is written.
    pub(super) glance_of: Option<GlanceOf>,
    /// Notes for the user: that it was made anew, or cannot be written.
    pub notes: Vec<String>,
}

/// The note of a store that was made anew.
const ANEW: &str = "the store was damaged or of another version, and was made anew";

impl Store {
    /// Opens the store of a repository. Under the root every fault is healed or done without; a place of the user's
    /// choice must work.
    pub fn open(place: &StorePlace, root: &Path) -> Result<Self, StoreError> {
        match place {
            StorePlace::Nowhere => Ok(Self::default()),
            StorePlace::Root => Ok(Self::under(root)),
            StorePlace::At(path) => Self::at(path),
            StorePlace::ContentsOf { root, place } => Ok(Self { is_of_contents: true, ..Self::open(place, root)? }),
        }
    }

    /// Whether what was added, or read, can be read again.
    pub fn keeps(&self) -> bool {
        self.connection.is_some() && self.notes.is_empty() && !self.is_damaged()
    }

    /// The file of the database, where there is one.
    pub fn file(&self) -> Option<&Path> {
        self.connection.as_ref()?.path().map(Path::new).filter(|path| !path.as_os_str().is_empty())
    }

    fn at(path: &Path) -> Result<Self, StoreError> {
        let error = |fault: Fault| {
            let path = path.to_owned();
            match fault {
                Fault::Foreign | Fault::Damaged => StoreError::Foreign { path },
                Fault::Strange(Strange { path, kind }) => StoreError::Strange { path, kind },
                Fault::Make(source) => StoreError::Make { path, source },
                Fault::Sql(source) => StoreError::Open { path, source },
            }
        };
        Location::at(path).map_err(Fault::Make).and_then(Self::made).map_err(error)
    }

    fn under(root: &Path) -> Self {
        let location = match Location::under(root) {
            Ok(location) => location,
            Err(error) => return Self::without(Fault::Make(error), root),
        };
        let note = match Location::of_worktree(root).map(|shared| (Self::made(shared.clone()), shared)) {
            Some((Ok(store), _)) => return Self { is_of_worktree: true, ..store },
            Some((Err(fault), shared)) => {
                let path = shared.path.display();
                Some(format!("the store of all worktrees `{path}` cannot be used ({fault}): this one has its own"))
            }
            None => None,
        };
        let mut store = Self::at_root(location, root);
        store.notes.splice(0..0, note);
        store
    }

    /// The store that lies at the root itself.
    fn at_root(location: Location, root: &Path) -> Self {
        let fault = match Self::made(location.clone()) {
            Ok(store) => return store,
            Err(fault) => fault,
        };
        let readable = if fault.is_refusal() { read_only(&location) } else { None };
        match readable {
            Some(connection) => {
                let notes = vec!["the store `.cg-bundle/store.sqlite` is read-only: nothing new is kept".to_owned()];
                Self { connection: Some(connection), notes, ..Self::default() }
            }
            None => Self::without(fault, root),
        }
    }

    /// No store, with a note of the reason.
    fn without(fault: Fault, root: &Path) -> Self {
        let note = match fault {
            Fault::Strange(Strange { path, kind }) => {
                let path = path.strip_prefix(root).unwrap_or(&path).display().to_string();
                format!("`{path}` is {kind}, so that no store is used: nothing is kept")
            }
            fault => format!("the store `.cg-bundle/store.sqlite` cannot be used ({fault}): nothing is kept"),
        };
        Self { notes: vec![note], ..Self::default() }
    }

    /// Opens a store that can be written, made or made anew at need.
    fn made(location: Location) -> Result<Self, Fault> {
        if let Some(strange) = location.strange() {
            return Err(Fault::Strange(strange));
        }
        location.prepare().map_err(Fault::Make)?;
        let mut notes = Vec::new();
        let connection = match connect(&location) {
            // A file of the user's choice that was never a store is somebody's work.
            Err(Fault::Damaged) if location.is_own() || location.is_ours() => healed(&location, false, &mut notes)?,
            Err(Fault::Foreign) if location.is_own() => healed(&location, false, &mut notes)?,
            connected => connected?,
        };
        Ok(Self { connection: Some(connection), location: Some(location), notes, ..Self::default() })
    }

    /// Makes the store anew: something in it is not what was written, though it looks so.
    pub fn renew(&mut self) {
        self.heal(true);
    }

    /// Makes the store anew. Unless it is `sure` that it is damaged, it is looked through first: another process may
    /// have made it anew meanwhile.
    pub(super) fn heal(&mut self, sure: bool) {
        self.is_damaged.set(false);
        self.connection = None;
        let Some(location) = &self.location else { return };
        match healed(location, sure, &mut self.notes) {
            Ok(connection) => self.connection = Some(connection),
            Err(fault) => {
                self.notes.push(format!("the store is damaged and cannot be made anew ({fault}): nothing is kept"));
            }
        }
    }
}

/// Why there is no connection.
#[derive(Debug, Error)]
enum Fault {
    #[error("it is damaged")]
    Damaged,
    #[error("it is that of another program")]
    Foreign,
    #[error("`{}` is {}", .0.path.display(), .0.kind)]
    Strange(Strange),
    #[error(transparent)]
    Make(io::Error),
    #[error(transparent)]
    Sql(rusqlite::Error),
}

impl Fault {
    /// Whether the medium or its rights refuse to be written.
    fn is_refusal(&self) -> bool {
        match self {
            Self::Make(error) => {
                matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
            }
            Self::Sql(error) => matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied)
            ),
            _ => false,
        }
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        if schema::is_damage(&error) { Self::Damaged } else { Self::Sql(error) }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Make(error)
    }
}

/// A connection to a store of this version.
fn connect(location: &Location) -> Result<Connection, Fault> {
    if location.path.exists() {
        let connection = opened(location)?;
        match patiently(|| schema::shape(&connection))? {
            Shape::Whole => return ready(connection),
            Shape::Older => {}
            Shape::Damaged => return Err(Fault::Damaged),
            Shape::Foreign => return Err(Fault::Foreign),
        }
    }
    // Of several first runs one makes the tables, and the others find them made.
    let _lock = location.lock()?;
    location.create()?;
    let mut connection = opened(location)?;
    match patiently(|| schema::shape(&connection))? {
        Shape::Whole => {}
        Shape::Older => patiently(|| schema::migrate(&mut connection))?,
        Shape::Damaged => return Err(Fault::Damaged),
        Shape::Foreign => return Err(Fault::Foreign),
    }
    ready(connection)
}

/// A connection to a store that was damaged, emptied under the lock unless another process has done so.
fn healed(location: &Location, sure: bool, notes: &mut Vec<String>) -> Result<Connection, Fault> {
    let _lock = location.lock()?;
    location.create()?;
    let connection = opened(location)?;
    let shape = patiently(|| schema::shape(&connection));
    if !sure && matches!(shape, Ok(Shape::Whole)) && schema::is_sound(&connection) {
        return ready(connection);
    }
    if matches!(shape, Ok(Shape::Foreign)) && !location.is_own() {
        return Err(Fault::Foreign);
    }
    patiently(|| schema::reset(&connection))?;
    drop(connection);
    let mut connection = opened(location)?;
    patiently(|| schema::migrate(&mut connection))?;
    if notes.iter().all(|note| note != ANEW) {
        notes.push(ANEW.to_owned());
    }
    ready(connection)
}

/// Opens the database, which is there. Its path is absolute, so that it is never taken for a URI.
fn opened(location: &Location) -> Result<Connection, Fault> {
    let own = if location.is_own() { OpenFlags::SQLITE_OPEN_NOFOLLOW } else { OpenFlags::empty() };
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | own;
    let connection = Connection::open_with_flags(&location.path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

fn ready(connection: Connection) -> Result<Connection, Fault> {
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    Ok(connection)
}

/// Tries again while another process is at work: SQLite does not wait where waiting might never end.
fn patiently<T>(mut attempt: impl FnMut() -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    let begun = Instant::now();
    loop {
        match attempt() {
            Err(error) if schema::is_busy(&error) && begun.elapsed() < PATIENCE => sleep(PAUSE),
            result => return result,
        }
    }
}

/// A store on a medium that cannot be written: no lock, no log.
fn read_only(location: &Location) -> Option<Connection> {
    location.path.exists().then(|| unlocked(location)).flatten()
}

/// A connection without locks and without a log, to a store whose schema is that of this version.
pub(super) fn unlocked(location: &Location) -> Option<Connection> {
    let name = location.path.to_str()?.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let own = if location.is_own() { OpenFlags::SQLITE_OPEN_NOFOLLOW } else { OpenFlags::empty() };
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX | own;
    let connection = Connection::open_with_flags(format!("file:{name}?immutable=1"), flags).ok()?;
    matches!(schema::shape(&connection), Ok(Shape::Whole)).then_some(connection)
}

/// A store as it is opened: where it is kept, and the root.
pub(super) type GlanceOf = (StorePlace, PathBuf);

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_was_never_a_store_is_left_alone() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("notes.md");
        fs::write(&path, "much work\n".repeat(1000)).unwrap();
        assert!(matches!(Store::open(&StorePlace::At(path.clone()), folder.path()), Err(StoreError::Foreign { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap().len(), 10_000);
        let store = folder.path().join("store.sqlite");
        drop(Store::open(&StorePlace::At(store.clone()), folder.path()).unwrap());
        let mut bytes = fs::read(&store).unwrap();
        bytes[100..4000].fill(7);
        fs::write(&store, bytes).unwrap();
        assert!(Store::open(&StorePlace::At(store), folder.path()).is_ok(), "a damaged store is made anew");
    }
}
