//! The seals of rows.

use crate::base::Digester;

/// Begins the seal of a row with its table and its key; the body ends it.
pub fn seal(table: &str, key: &[&[u8]]) -> Digester {
    let mut digester = Digester::new(table);
    key.iter().for_each(|part| {
        digester.part(part);
    });
    digester
}
