//! The schema of the store: made and migrated, compared with its source text, and reset where it is damaged.

use rusqlite::config::DbConfig;
use rusqlite::{Connection, Error, ErrorCode, TransactionBehavior};

/// Marks a database as ours: the bytes `cgbu`.
pub const APPLICATION: i32 = 0x6367_6275;
/// Applied in order, all inside one transaction; `user_version` counts them. A released one is never edited.
const MIGRATIONS: &[&str] = &[
    include_str!("../../schemas/store/0001_first.sql"),
    include_str!("../../schemas/store/0002_indexes.sql"),
    include_str!("../../schemas/store/0003_seals.sql"),
    include_str!("../../schemas/store/0004_search.sql"),
    include_str!("../../schemas/store/0005_history.sql"),
    include_str!("../../schemas/store/0006_views.sql"),
];
/// How the statements of all tables begin.
const TABLE: &str = "CREATE TABLE ";
/// Bodies are long, so pages are.
const PAGE_BYTES: i32 = 16384;

/// The relation of a database to the schema of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A store of this version.
    Whole,
    /// An empty database, or a store of an earlier version.
    Older,
    /// A store of ours with another schema than its version says, or of a version that is not known.
    Damaged,
    /// A database of another program.
    Foreign,
}

/// Compares a database with the schema. Everything is read in one transaction, as another process may migrate between
/// two.
pub fn shape(connection: &Connection) -> rusqlite::Result<Shape> {
    let transaction = connection.unchecked_transaction()?;
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let application: i32 = transaction.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let made: Vec<String> = {
        let mut query = transaction.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")?;
        let rows = query.query_map([], |row| row.get(0))?;
        rows.collect::<rusqlite::Result<_>>()?
    };
    transaction.commit()?;
    if application != APPLICATION {
        let is_empty = application == 0 && version == 0 && made.is_empty();
        return Ok(if is_empty { Shape::Older } else { Shape::Foreign });
    }
    let applied = usize::try_from(version).ok().and_then(|version| MIGRATIONS.get(..version));
    Ok(match applied {
        Some(applied) if !fits(applied, &made) => Shape::Damaged,
        Some(applied) if applied.len() == MIGRATIONS.len() => Shape::Whole,
        Some(_) => Shape::Older,
        None => Shape::Damaged,
    })
}

/// Whether the tables are those of the migrations, and nothing else. SQLite keeps the text of each statement.
fn fits(applied: &[&str], made: &[String]) -> bool {
    // SQLite makes this one for `AUTOINCREMENT`.
    let own = made.iter().filter(|sql| !sql.starts_with("CREATE TABLE sqlite_sequence"));
    // A statement is compared where one begins: to search for its whole text takes longer than all else of a glance.
    let wanted: Vec<&str> = applied.iter().flat_map(|text| text.split(TABLE).skip(1)).collect();
    let is_wanted = |sql: &str| sql.strip_prefix(TABLE).is_some_and(|sql| wanted.iter().any(|it| it.starts_with(sql)));
    let (mut n_own, mut is_known) = (0, true);
    for sql in own {
        n_own += 1;
        is_known &= is_wanted(sql);
    }
    is_known && n_own == wanted.len()
}

/// Makes the tables that an empty or older database does not have.
pub fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    // The page size holds only if it is set before the first page is written.
    connection.pragma_update(None, "page_size", PAGE_BYTES)?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read again under the lock: a process that knows no lock file may have migrated meanwhile.
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    for sql in MIGRATIONS.iter().skip(usize::try_from(version).unwrap_or(0)) {
        transaction.execute_batch(sql)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as i64)?;
    transaction.commit()
}

/// Whether SQLite finds no fault in any page.
pub fn is_sound(connection: &Connection) -> bool {
    let verdict = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
    verdict.is_ok_and(|verdict| verdict == "ok")
}

/// Empties a database, whatever is in it. It is done in place and under the locks of SQLite: no file is removed that
/// another process has open.
pub fn reset(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_RESET_DATABASE, true)?;
    let emptied = connection.execute_batch("VACUUM");
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_RESET_DATABASE, false)?;
    emptied
}

/// Whether an error shows a damaged page, a missing table or a value of the wrong type.
pub fn is_damage(error: &Error) -> bool {
    match error.sqlite_error_code() {
        Some(code) => matches!(
            code,
            ErrorCode::DatabaseCorrupt
                | ErrorCode::NotADatabase
                | ErrorCode::ConstraintViolation
                | ErrorCode::TypeMismatch
                | ErrorCode::SchemaChanged
                // SQLITE_ERROR: there is no such table or column.
                | ErrorCode::Unknown
        ),
        None => !matches!(error, Error::QueryReturnedNoRows),
    }
}

/// Whether an error passes when another process is done.
pub fn is_busy(error: &Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed))
}
