//! Opens the store: makes it, migrates it, or does without.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};
use thiserror::Error;

/// Marks a database as ours: the bytes `cgbu`.
const APPLICATION: i32 = 0x6367_6275;
/// Applied in order, each inside one transaction; `user_version` counts them. A released one is never edited.
const MIGRATIONS: &[&str] =
    &[include_str!("../../schemas/store/0001_first.sql"), include_str!("../../schemas/store/0002_indexes.sql")];
/// How long to wait for another writer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where the store is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In `.cg-bundle/` at the root.
    Root,
    /// In a file of the user's choice.
    At(PathBuf),
    /// Nowhere.
    Nowhere,
}

/// The store that the user asked for cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file of `--store` cannot be opened or made.
    #[error("cannot open the store `{}`", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The file of `--store` is something else.
    #[error("`{}` is no store of this program", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
}

/// An open store, or none. Reading from none finds nothing; writing to none does nothing.
pub struct Store {
    pub(super) connection: Option<Connection>,
    pub(super) writable: bool,
    /// What the user may want to know: that it was rebuilt, or cannot be written.
    pub notes: Vec<String>,
}

impl Store {
    /// Opens the store of a repository. Under the root every fault is mended or done without; a place of the user's
    /// choice must work.
    pub fn open(place: &Place, root: &Path) -> Result<Self, StoreError> {
        match place {
            Place::Nowhere => Ok(Self { connection: None, writable: false, notes: Vec::new() }),
            Place::Root => Ok(Self::under(root)),
            Place::At(path) => Self::at(path),
        }
    }

    fn at(path: &Path) -> Result<Self, StoreError> {
        let opened = connect(path).or_else(|fault| match fault {
            // A file that was never a store is somebody's work.
            Fault::Damaged if is_ours(path) => {
                remove(path);
                connect(path)
            }
            other => Err(other),
        });
        match opened {
            Ok(connection) => Ok(Self { connection: Some(connection), writable: true, notes: Vec::new() }),
            Err(Fault::Foreign | Fault::Damaged) => Err(StoreError::Foreign { path: path.to_owned() }),
            Err(Fault::Sql(source)) => Err(StoreError::Open { path: path.to_owned(), source }),
        }
    }

    fn under(root: &Path) -> Self {
        let folder = root.join(".cg-bundle");
        let path = folder.join("store.sqlite");
        let mut notes = Vec::new();
        if fs::create_dir_all(&folder).is_ok() {
            let ignore = folder.join(".gitignore");
            if !ignore.exists() {
                // Without it the store still works; git only shows it.
                let _ = fs::write(&ignore, "*\n");
            }
            match connect(&path) {
                Ok(connection) => return Self { connection: Some(connection), writable: true, notes },
                Err(Fault::Damaged | Fault::Foreign) => {
                    notes.push("the store was damaged or of another version, and was made anew".to_owned());
                    remove(&path);
                    if let Ok(connection) = connect(&path) {
                        return Self { connection: Some(connection), writable: true, notes };
                    }
                }
                Err(Fault::Sql(_)) => {}
            }
        }
        let connection = read_only(&path);
        let what =
            if connection.is_some() { "is read-only: nothing new is kept" } else { "cannot be made: nothing is kept" };
        notes.push(format!("the store `.cg-bundle/store.sqlite` {what}"));
        Self { connection, writable: false, notes }
    }
}

enum Fault {
    Damaged,
    Foreign,
    Sql(rusqlite::Error),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::Damaged,
            _ => Self::Sql(error),
        }
    }
}

fn connect(path: &Path) -> Result<Connection, Fault> {
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let version = usize::try_from(version).unwrap_or(usize::MAX);
    if version == 0 {
        let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables > 0 {
            return Err(Fault::Foreign);
        }
        // The page size holds only if it is set before the first page is written.
        connection.pragma_update(None, "page_size", 16384)?;
        connection.pragma_update(None, "application_id", APPLICATION)?;
    } else if application != APPLICATION {
        return Err(Fault::Foreign);
    } else if version > MIGRATIONS.len() {
        return Err(Fault::Damaged);
    }
    if version < MIGRATIONS.len() {
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
        migrate(&mut connection)?;
    }
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    Ok(connection)
}

fn migrate(connection: &mut Connection) -> Result<(), rusqlite::Error> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    // Read again under the lock: another process may have migrated meanwhile.
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    for sql in MIGRATIONS.iter().skip(usize::try_from(version).unwrap_or(0)) {
        transaction.execute_batch(sql)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as i64)?;
    transaction.commit()
}

/// A store on a medium that cannot be written: no lock, no log.
fn read_only(path: &Path) -> Option<Connection> {
    if !path.exists() {
        return None;
    }
    let name = path.to_str()?.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(format!("file:{name}?immutable=1"), flags).ok()?;
    let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0)).ok()?;
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).ok()?;
    (application == APPLICATION && usize::try_from(version).ok()? == MIGRATIONS.len()).then_some(connection)
}

/// Whether the head of a file is that of a store of ours, whatever became of the rest.
fn is_ours(path: &Path) -> bool {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    const APPLICATION_AT: usize = 68;
    let mut head = [0u8; APPLICATION_AT + 4];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head.starts_with(MAGIC) && head[APPLICATION_AT..] == APPLICATION.to_be_bytes()
}

fn remove(path: &Path) {
    for ending in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        // What is not there need not go; what cannot go shows at the next open.
        let _ = fs::remove_file(PathBuf::from(name));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_was_never_a_store_is_left_alone() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("notes.md");
        fs::write(&path, "much work\n".repeat(1000)).unwrap();
        assert!(matches!(Store::open(&Place::At(path.clone()), folder.path()), Err(StoreError::Foreign { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap().len(), 10_000);
        let store = folder.path().join("store.sqlite");
        drop(Store::open(&Place::At(store.clone()), folder.path()).unwrap());
        let mut bytes = fs::read(&store).unwrap();
        bytes[100..4000].fill(7);
        fs::write(&store, bytes).unwrap();
        assert!(Store::open(&Place::At(store), folder.path()).is_ok(), "a damaged store is made anew");
    }
}
