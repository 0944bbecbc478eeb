//! Relations as they are shown: columns as data, from which JSON, tab-separated rows and Datalog facts fold.

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

/// A column of rows: its name, and its value in a row.
pub type Column<R> = (&'static str, fn(&Snapshot, &R) -> Value);

/// The rows of a relation, with their columns.
pub struct Shape<R: 'static> {
    /// The columns, in order.
    pub columns: &'static [Column<R>],
    /// All rows, in order.
    pub rows: fn(&Snapshot) -> Vec<R>,
}

/// A shape of any rows.
pub trait Shown: Sync {
    /// The names of the columns.
    fn columns(&self) -> Vec<&'static str>;
    /// The number of rows.
    fn count(&self, facts: &Snapshot) -> usize;
    /// All rows, in order, column by column.
    fn rows(&self, facts: &Snapshot) -> Vec<Vec<Value>>;
}

impl<R> Shown for Shape<R> {
    fn columns(&self) -> Vec<&'static str> {
        self.columns.iter().map(|(name, _)| *name).collect()
    }

    fn count(&self, facts: &Snapshot) -> usize {
        (self.rows)(facts).len()
    }

    fn rows(&self, facts: &Snapshot) -> Vec<Vec<Value>> {
        let cells = |row: R| self.columns.iter().map(|(_, value)| value(facts, &row)).collect();
        (self.rows)(facts).into_iter().map(cells).collect()
    }
}

/// A cell of a tab-separated row: its name, and how it is made of columns. `{line}` is the column `line`, `{name<}` the
/// part of `name` before its last dot, `{name>}` the part behind it.
pub type Cell = (&'static str, &'static str);

/// A relation as it is shown.
pub struct Relation {
    /// Its name.
    pub name: &'static str,
    /// One sentence: what a row says.
    pub summary: &'static str,
    /// Its rows and their columns.
    pub shape: &'static dyn Shown,
    /// Its tab-separated cells, where they are joined or set in another order; empty where they are the columns.
    pub cells: &'static [Cell],
}

impl Relation {
    /// The names of its columns.
    pub fn columns(&self) -> Vec<&'static str> {
        self.shape.columns()
    }

    /// The number of its rows.
    pub fn count(&self, facts: &Snapshot) -> usize {
        self.shape.count(facts)
    }

    /// All rows, sorted.
    pub fn rows(&self, facts: &Snapshot) -> Vec<Vec<Value>> {
        self.shape.rows(facts)
    }
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
