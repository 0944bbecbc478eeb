//! The file `.coverage`: a database of SQLite, by the schema that coverage.py documents (version 7). Lines are sets of bits;
//! with branches they are the ends of arcs.

use std::collections::BTreeMap;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, MAIN_DB, Result};

use crate::intake::report::{CoverageReport, CoveredFile, TestNames, test_of};
use crate::intake::shape::{Extract, ReadResult, malformed};

/// Executed lines by the id of their file, each with a test.
type Rows = BTreeMap<i64, Vec<(u32, u32)>>;

/// Reads the bytes of the database. They come from outside: no SQL of theirs runs.
pub fn database(bytes: &[u8]) -> ReadResult {
    report(bytes).map(|report| Extract { coverage: Some(report), ..Extract::default() }).map_err(|error| {
        let help = "give the file `.coverage` of coverage.py, whole and not written to at this time";
        malformed(format!("this database cannot be read: {error}"), 0..0, "", help)
    })
}

fn report(bytes: &[u8]) -> Result<CoverageReport> {
    let mut connection = Connection::open_in_memory()?;
    connection.deserialize_read_exact(MAIN_DB, bytes, bytes.len(), true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    let mut names = TestNames::default();
    let contexts: Vec<(i64, String)> =
        all(&connection, "SELECT id, context FROM context", |row| Ok((row.get(0)?, row.get(1)?)))?;
    let contexts: BTreeMap<i64, u32> = contexts.into_iter().map(|(id, name)| (id, names.id(test_of(&name)))).collect();
    let paths: Vec<(i64, String)> =
        all(&connection, "SELECT id, path FROM file ORDER BY path", |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut rows = Rows::new();
    let whole = names.id("");
    let of = |context: i64| contexts.get(&context).copied().unwrap_or(whole);
    let bits = "SELECT file_id, context_id, numbits FROM line_bits";
    for (file, context, bits) in
        all(&connection, bits, |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?)))?
    {
        let lines = (0u32..)
            .zip(&bits)
            .flat_map(|(at, byte)| (0..8).filter(move |bit| byte >> bit & 1 == 1).map(move |bit| 8 * at + bit));
        rows.entry(file).or_default().extend(lines.map(|line| (line, of(context))));
    }
    let arcs = "SELECT file_id, context_id, fromno, tono FROM arc";
    let mut statement = connection.prepare(arcs)?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let (file, context): (i64, i64) = (row.get(0)?, row.get(1)?);
        let ends: [i64; 2] = [row.get(2)?, row.get(3)?];
        // The entry and the exit of a code object are negative.
        let lines = ends.into_iter().filter_map(|line| u32::try_from(line).ok());
        rows.entry(file).or_default().extend(lines.map(|line| (line, of(context))));
    }
    let files = paths.into_iter().map(|(id, path)| {
        let mut executed = rows.remove(&id).unwrap_or_default();
        executed.sort_unstable();
        executed.dedup();
        CoveredFile { path, executed }
    });
    Ok(CoverageReport { files: files.collect(), tests: names.finish() })
}

fn all<T>(connection: &Connection, sql: &str, read: impl FnMut(&rusqlite::Row<'_>) -> Result<T>) -> Result<Vec<T>> {
    connection.prepare(sql)?.query_map([], read)?.collect()
}
