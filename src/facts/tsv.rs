//! Facts as tab-separated rows, in the columns that the design fixes: a place is one cell `line:column`, a definition one
//! cell `path:name`. What a relation has beyond those columns stands behind them.

use super::shown::{Relation, Value};

/// A column: its name, and how it is made from those of [`Relation::columns`]. `{n}` is the column at `n`, `{n<}` what
/// stands before its last dot, `{n>}` what stands behind it.
type Column = (&'static str, &'static str);

/// The relations whose cells are joined or set in another order. All others are written as they are shown.
const FORMS: &[(&str, &[Column])] = &[
    (
        "calls",
        &[("caller", "{0}:{1}"), ("callee", "{2}:{3}"), ("at", "{5}:{6}"), ("evidence", "{7}"), ("callee_line", "{4}")],
    ),
    (
        "declares",
        &[
            ("file", "{0}"),
            ("def", "{0}:{1}"),
            ("kind", "{2}"),
            ("name", "{1>}"),
            ("container", "{1<}"),
            ("range", "{5}-{6}"),
            ("signature_line", "{3}"),
            ("exported", "{7}"),
        ],
    ),
    (
        "depends",
        &[
            ("package", "{1}"),
            ("dependency", "{2}"),
            ("version", "{3}"),
            ("kind", "{4}"),
            ("manifest", "{0}"),
            ("at", "{5}:{6}"),
            ("requirement", "{7}"),
        ],
    ),
    (
        "extends",
        &[("sub", "{0}:{1}"), ("super", "{2}:{3}"), ("at", "{5}:{6}"), ("evidence", "{7}"), ("at_file", "{4}")],
    ),
    ("gap", &[("file", "{0}"), ("what", "{1}"), ("at", "{2}:{3}"), ("detail", "{4}")]),
    ("imports", &[("file", "{0}"), ("imported", "{1}"), ("at", "{2}:{3}"), ("kind", "{4}"), ("evidence", "{5}")]),
    ("imports_package", &[("file", "{0}"), ("package", "{1}"), ("at", "{3}:{4}"), ("name", "{2}"), ("how", "{5}")]),
    ("locks", &[("file", "{0}"), ("dependency", "{1}"), ("version", "{2}"), ("at", "{3}:{4}")]),
    ("owns", &[("package", "{1}"), ("file", "{2}"), ("manifest", "{0}")]),
    ("refers", &[("file", "{0}"), ("declaring_file", "{1}"), ("name", "{2}"), ("at", "{3}:{4}")]),
    ("requires", &[("package", "{1}"), ("dependency", "{2}"), ("kind", "{3}"), ("lockfile", "{0}"), ("at", "{4}:{5}")]),
    ("tests", &[("file", "{0}"), ("test", "{1}"), ("line", "{2}")]),
    ("uses", &[("file", "{0}"), ("declaring_file", "{1}"), ("name", "{2}"), ("at", "{3}:{4}")]),
];

fn form(relation: &Relation) -> Option<&'static [Column]> {
    FORMS.iter().find(|(name, _)| *name == relation.name).map(|(_, columns)| *columns)
}

/// The names of the columns.
pub fn tsv_columns(relation: &Relation) -> Vec<&'static str> {
    form(relation).map_or_else(|| relation.columns.to_vec(), |columns| columns.iter().map(|(name, _)| *name).collect())
}

/// A row, its cells without the characters that divide cells and rows.
pub fn tsv(relation: &Relation, row: Vec<Value>) -> String {
    let cells: Vec<String> = row.into_iter().map(cell).collect();
    let cells = match form(relation) {
        Some(columns) => columns.iter().map(|(_, template)| filled(template, &cells)).collect(),
        None => cells,
    };
    cells.join("\t")
}

fn filled(template: &str, cells: &[String]) -> String {
    let mut parts = template.split('{');
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (hole, rest) = part.split_once('}').unwrap_or((part, ""));
        let at = hole.trim_end_matches(['<', '>']).parse::<usize>().unwrap_or(usize::MAX);
        let cell = cells.get(at).map_or("", String::as_str);
        out.push_str(match hole.as_bytes().last() {
            Some(b'<') => cell.rsplit_once('.').map_or("", |(head, _)| head),
            Some(b'>') => cell.rsplit_once('.').map_or(cell, |(_, last)| last),
            _ => cell,
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
    use super::{FORMS, filled};
    use crate::facts::RELATIONS;

    #[test]
    fn every_form_is_of_a_relation_and_within_its_columns() {
        for (name, columns) in FORMS {
            let relation =
                RELATIONS.iter().find(|relation| relation.name == *name).map(|relation| relation.columns.len());
            let cells: Vec<String> = (0..relation.unwrap_or(0)).map(|at| format!("c{at}.d{at}")).collect();
            assert!(columns.iter().all(|(_, template)| !filled(template, &cells).is_empty()), "{name}");
        }
        assert_eq!(filled("{0}:{1>}-{1<}", &["a".to_owned(), "B.c".to_owned()]), "a:c-B");
    }
}
