//! Facts as text: columns of rows, tab-separated or as Datalog facts.

use super::snapshot::Snapshot;

/// One column of a shown fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A path, a name.
    Text(String),
    /// A line, a column, a count.
    Number(u32),
    /// A word of a closed list.
    Word(&'static str),
}

/// A relation as it is shown.
pub struct Relation {
    /// Its name.
    pub name: &'static str,
    /// Its columns.
    pub columns: &'static [&'static str],
    /// One sentence: what a row says.
    pub summary: &'static str,
    /// All rows, sorted.
    pub rows: fn(&Snapshot) -> Vec<Vec<Value>>,
}

/// A text as a column.
pub fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// A row as a Datalog fact: `imports("a.py", "b.py", 1, 8, value, resolved).`
pub fn datalog(relation: &str, row: &[Value]) -> String {
    let columns: Vec<String> = row
        .iter()
        .map(|value| match value {
            Value::Text(text) => format!("{text:?}"),
            Value::Number(number) => number.to_string(),
            Value::Word("") => "none".to_owned(),
            Value::Word(word) => (*word).to_owned(),
        })
        .collect();
    format!("{relation}({}).", columns.join(", "))
}
