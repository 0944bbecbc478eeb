//! Columns that line up.

use crate::base::visible;

/// Rows of cells as lines; a column is as wide as its widest cell, numbers stand to the right.
pub fn table(rows: &[Vec<String>], indent: usize) -> String {
    let shown = |row: &Vec<String>| row.iter().map(|cell| visible(cell).into_owned()).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(shown).collect();
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..n_columns).map(|at| width(at).unwrap_or(0)).collect();
    let mut out = String::new();
    for row in &rows {
        let mut line = " ".repeat(indent);
        for (at, cell) in row.iter().enumerate() {
            let blanks = " ".repeat(widths[at] - cell.chars().count());
            let is_number = cell == "-" || !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit());
            line += &if is_number { format!("{blanks}{cell}  ") } else { format!("{cell}{blanks}  ") };
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}
