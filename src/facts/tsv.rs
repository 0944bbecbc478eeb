//! Facts as tab-separated rows, in the columns that the design fixes: a place is one cell `line:column`, a definition one
//! cell `path:name`. The columns of a relation beyond those stand behind them.

use super::column::Value;
use super::shown::Relation;

/// The tab-separated form of a relation.
pub struct Tsv<'r> {
    relation: &'r Relation,
    columns: Vec<&'static str>,
}

impl<'r> Tsv<'r> {
    /// The form of a relation.
    pub fn of(relation: &'r Relation) -> Self {
        Self { relation, columns: relation.columns() }
    }

    /// The names of the cells.
    pub fn header(&self) -> Vec<&'static str> {
        match self.relation.cells {
            [] => self.columns.clone(),
            cells => cells.iter().map(|(name, _)| *name).collect(),
        }
    }

    /// The names of the cells, each with the columns that it joins: `at(line:column)`.
    pub fn columns(&self) -> Vec<String> {
        let named = |(name, template): &(&str, &str)| {
            let parts = template.replace(['{', '}', '<', '>'], "");
            if parts == *name { parts } else { format!("{name}({parts})") }
        };
        match self.relation.cells {
            [] => self.columns.iter().map(|it| (*it).to_owned()).collect(),
            cells => cells.iter().map(named).collect(),
        }
    }

    /// A row, its cells without the characters that divide cells and rows.
    pub fn row(&self, row: Vec<Value>) -> String {
        let values: Vec<String> = row.into_iter().map(cell).collect();
        let cells = match self.relation.cells {
            [] => values,
            cells => cells.iter().map(|(_, template)| filled(template, &self.columns, &values)).collect(),
        };
        cells.join("\t")
    }
}

fn filled(template: &str, columns: &[&str], values: &[String]) -> String {
    let mut parts = template.split('{');
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (hole, rest) = part.split_once('}').unwrap_or((part, ""));
        let name = hole.trim_end_matches(['<', '>']);
        let at = columns.iter().position(|column| *column == name);
        let value = at.and_then(|at| values.get(at)).map_or("", String::as_str);
        out.push_str(match hole.as_bytes().last() {
            Some(b'<') => value.rsplit_once('.').map_or("", |(head, _)| head),
            Some(b'>') => value.rsplit_once('.').map_or(value, |(_, last)| last),
            _ => value,
        });
        out.push_str(rest);
    }
    out
}

fn cell(value: Value) -> String {
    match value {
        Value::Text(text) => text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r"),
        Value::Number(number) => number.to_string(),
        Value::Word(word) => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::filled;
    use crate::facts::RELATIONS;

    #[test]
    fn every_cell_is_made_of_columns_of_its_relation() {
        for relation in RELATIONS.iter() {
            let columns = relation.columns();
            for (cell, template) in relation.cells {
                let holes = template.split('{').skip(1).map(|part| part.split(['}', '<', '>']).next());
                for hole in holes {
                    assert!(columns.iter().any(|it| Some(*it) == hole), "{}.{cell}: {template}", relation.name);
                }
            }
        }
        let values = ["a".to_owned(), "B.c".to_owned()];
        assert_eq!(filled("{file}:{name>}-{name<}", &["file", "name"], &values), "a:c-B");
    }
}
