//! Columns of stored rows as data, each with its type: JSON, tab-separated rows and Datalog facts fold from them.

use cg_rules::{DefId, FileId, PackageId};

use super::section::StoredPart;

/// A value of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A path, a name.
    Text(String),
    /// A line, a column, a count.
    Number(u32),
    /// A word of a closed list.
    Word(&'static str),
}

/// A column: the type of its values, and their place in a row.
pub enum Column<R> {
    /// A file, shown as its path.
    File(fn(&R) -> FileId),
    /// A definition, shown as its qualified name.
    Def(fn(&R) -> DefId),
    /// A definition, shown as the path of its file.
    FileOfDef(fn(&R) -> DefId),
    /// A definition, shown as the line of its name.
    LineOfDef(fn(&R) -> DefId),
    /// An external package.
    Package(fn(&R) -> PackageId),
    /// A text among the names, empty for none.
    Name(fn(&R) -> u32),
    /// A line, a column, a count.
    Number(fn(&R) -> u32),
    /// A word of a closed list.
    Word(fn(&R) -> &'static str),
}

/// The texts behind the ids of rows.
pub trait Texts {
    /// The path of a file.
    fn file(&self, file: FileId) -> &str;
    /// The path of the file of a definition.
    fn file_of_def(&self, def: DefId) -> &str;
    /// The line of the name of a definition.
    fn line_of_def(&self, def: DefId) -> u32;
    /// The qualified name of a definition.
    fn def(&self, def: DefId) -> String;
    /// The name of a package.
    fn package(&self, package: PackageId) -> &str;
    /// A text among the names, empty for none.
    fn name(&self, name: u32) -> &str;
}

impl<R> Column<R> {
    fn value(&self, texts: &dyn Texts, row: &R) -> Value {
        let text = |text: &str| Value::Text(text.to_owned());
        match self {
            Self::File(file) => text(texts.file(file(row))),
            Self::Def(def) => Value::Text(texts.def(def(row))),
            Self::FileOfDef(def) => text(texts.file_of_def(def(row))),
            Self::LineOfDef(def) => Value::Number(texts.line_of_def(def(row))),
            Self::Package(package) => text(texts.package(package(row))),
            Self::Name(name) => text(texts.name(name(row))),
            Self::Number(number) => Value::Number(number(row)),
            Self::Word(word) => Value::Word(word(row)),
        }
    }
}

/// The rows of a table among tables `T`, with their columns.
pub struct Typed<T: 'static, R: 'static> {
    /// The columns by name, in order.
    pub columns: &'static [(&'static str, Column<R>)],
    /// All rows, in order.
    pub rows: fn(&T) -> Vec<R>,
}

/// Rows of any type with columns.
pub trait TypedRows<T>: Sync {
    /// The names of the columns.
    fn columns(&self) -> Vec<&'static str>;
    /// The number of rows.
    fn count(&self, tables: &T) -> usize;
    /// All rows, in order, column by column.
    fn rows(&self, tables: &T, texts: &dyn Texts) -> Vec<Vec<Value>>;
}

impl<T, R> TypedRows<T> for Typed<T, R> {
    fn columns(&self) -> Vec<&'static str> {
        self.columns.iter().map(|(name, _)| *name).collect()
    }

    fn count(&self, tables: &T) -> usize {
        (self.rows)(tables).len()
    }

    fn rows(&self, tables: &T, texts: &dyn Texts) -> Vec<Vec<Value>> {
        let cells = |row: R| self.columns.iter().map(|(_, column)| column.value(texts, &row)).collect();
        (self.rows)(tables).into_iter().map(cells).collect()
    }
}

/// A cell of a tab-separated row: its name, and how it is made of columns. `{line}` is the column `line`, `{name<}` the
/// part of `name` before its last dot, `{name>}` the part behind it.
pub type Cell = (&'static str, &'static str);

/// A table or texts among tables `T`, in a section of the store.
pub struct TableRow<T: 'static> {
    /// The name of the section.
    pub section: &'static str,
    /// The table.
    pub part: fn(&T) -> &dyn StoredPart,
    /// The table, to fill it.
    pub part_mut: fn(&mut T) -> &mut dyn StoredPart,
    /// The relation that facts show, where it is one row a row of the table.
    pub shown: Option<ShownTable<T>>,
}

/// A table as facts show it.
pub struct ShownTable<T: 'static> {
    /// The name of the relation.
    pub name: &'static str,
    /// One sentence on the meaning of a row.
    pub summary: &'static str,
    /// The rows and their columns.
    pub rows: &'static dyn TypedRows<T>,
    /// The tab-separated cells, where they are joined or set in another order; empty where they are the columns.
    pub cells: &'static [Cell],
}
