//! Relations as they are shown: columns as data, from which JSON, tab-separated rows and Datalog facts fold.

use super::column::{Cell, ShownTable, TypedRows, Value};
use super::snapshot::Snapshot;
use super::tables::Tables;

/// The names of the columns whose values are numbers.
const NUMBERS: &[&str] =
    &["callee_line", "column", "count", "end_line", "length", "line", "lines", "start_line", "super_line"];

/// A column of a view: its name, and its value in a row.
pub type ViewColumn<R> = (&'static str, fn(&Snapshot, &R) -> Value);

/// The rows of a view, with their columns.
pub struct Shape<R: 'static> {
    /// The columns, in order.
    pub columns: &'static [ViewColumn<R>],
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

/// The rows of a relation.
#[derive(Clone, Copy)]
pub enum Rows {
    /// Those of a stored table.
    Table(&'static dyn TypedRows<Tables>),
    /// Those of a view of several.
    View(&'static dyn Shown),
    /// Those of a view of what is kept beside the facts, and is read only where a run wants it.
    Beside(&'static dyn Shown),
}

/// A relation as it is shown.
#[derive(Clone, Copy)]
pub struct Relation {
    /// Its name.
    pub name: &'static str,
    /// One sentence: what a row says.
    pub summary: &'static str,
    /// Its rows and their columns.
    pub rows: Rows,
    /// Its tab-separated cells, where they are joined or set in another order; empty where they are the columns.
    pub cells: &'static [Cell],
}

impl From<&ShownTable<Tables>> for Relation {
    fn from(table: &ShownTable<Tables>) -> Self {
        let ShownTable { name, summary, rows, cells } = *table;
        Self { name, summary, rows: Rows::Table(rows), cells }
    }
}

impl Relation {
    /// The names of its columns.
    pub fn columns(&self) -> Vec<&'static str> {
        match self.rows {
            Rows::Table(rows) => rows.columns(),
            Rows::View(rows) | Rows::Beside(rows) => rows.columns(),
        }
    }

    /// Whether the values of a column are numbers: its name says so, in every relation.
    pub fn is_number(column: &str) -> bool {
        NUMBERS.contains(&column)
    }

    /// The number of its rows; `None` where more than the facts would be read to count them.
    pub fn count(&self, facts: &Snapshot) -> Option<usize> {
        if let Some(size) = facts.sizes.of(self.name) {
            return Some(size);
        }
        match self.rows {
            Rows::Table(rows) => Some(rows.count(&facts.tables)),
            Rows::View(rows) => Some(rows.count(facts)),
            Rows::Beside(_) => None,
        }
    }

    /// All rows, sorted.
    pub fn rows(&self, facts: &Snapshot) -> Vec<Vec<Value>> {
        match self.rows {
            Rows::Table(rows) => rows.rows(&facts.tables, facts),
            Rows::View(rows) | Rows::Beside(rows) => rows.rows(facts),
        }
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
