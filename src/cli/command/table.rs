//! Columns that line up.

use crate::base::visible;

/// The least width of a last column that is worth folding.
const NARROW: usize = 24;

/// Rows of cells as lines; a column is as wide as its widest cell, numbers stand to the right. On a terminal the last
/// column is folded at its width.
pub fn table(rows: &[Vec<String>], indent: usize) -> String {
    let width = terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0));
    folded(rows, indent, width)
}

/// Rows of cells as lines of at most a width: where the columns but the last leave no room for that, a record a row, each
/// cell under the name of its column in the first row.
fn folded(rows: &[Vec<String>], indent: usize, most: Option<usize>) -> String {
    let shown = |row: &Vec<String>| row.iter().map(|cell| visible(cell).into_owned()).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(shown).collect();
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..n_columns).map(|at| width(at).unwrap_or(0)).collect();
    let before = indent + widths.iter().rev().skip(1).map(|width| width + 2).sum::<usize>();
    if let Some(most) = most.filter(|most| n_columns > 2 && before + NARROW > *most) {
        return records(&rows, indent, most);
    }
    let room = most.map_or(usize::MAX, |most| most.saturating_sub(before).max(NARROW));
    let mut out = String::new();
    for row in &rows {
        let mut line = " ".repeat(indent);
        let is_full = n_columns > 1 && row.len() == n_columns;
        for (at, cell) in row.iter().enumerate() {
            if is_full && at + 1 == n_columns && cell.chars().count() > room {
                line += &lines(cell, room).join(&format!("\n{}", " ".repeat(before)));
                continue;
            }
            let blanks = " ".repeat(widths[at] - cell.chars().count());
            let is_number = cell == "-" || !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit());
            line += &if is_number { format!("{blanks}{cell}  ") } else { format!("{cell}{blanks}  ") };
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// Each row but the first as its first cell, with a line for each other cell that is not empty.
fn records(rows: &[Vec<String>], indent: usize, most: usize) -> String {
    let Some((names, rows)) = rows.split_first() else { return String::new() };
    let widest = names.iter().skip(1).map(|name| name.chars().count()).max().unwrap_or(0);
    let before = " ".repeat(indent + 2);
    let room = most.saturating_sub(indent + widest + 4).max(NARROW);
    let mut out = String::new();
    for row in rows {
        let first = row.first().map_or("", String::as_str);
        out += &format!("{}{first}\n", " ".repeat(indent));
        for (name, cell) in names.iter().zip(row).skip(1).filter(|(_, cell)| !cell.is_empty()) {
            let text = lines(cell, room).join(&format!("\n{before}{}", " ".repeat(widest + 2)));
            out += &format!("{before}{:widest$}  {text}\n", name.to_lowercase());
        }
    }
    out
}

/// The words of a text in lines of at most `room` characters; a longer word has a line of its own.
fn lines(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let last =
            lines.last_mut().filter(|last| last.is_empty() || last.chars().count() + 1 + word.chars().count() <= room);
        match last {
            Some(last) if last.is_empty() => last.push_str(word),
            Some(last) => *last += &format!(" {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn the_last_column_is_folded_at_the_width_of_the_terminal() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let rows = [row(["A", "RETURNS"]), row(["spine", "the minimal call paths that connect the named ones"])];
        let wanted = "A      RETURNS\nspine  the minimal call paths\n       that connect the named\n       ones\n";
        assert_eq!(folded(&rows, 0, Some(32)), wanted);
        let one_line = "A      RETURNS\nspine  the minimal call paths that connect the named ones\n";
        assert_eq!(folded(&rows, 0, Some(80)), one_line);
        assert_eq!(folded(&rows, 0, None), one_line);
    }

    #[test]
    fn a_table_wider_than_the_terminal_is_a_list_of_records() {
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let name = "call_graph.callees";
        let says = "The definitions that the symbols call.";
        let rows = [row(["PRIMITIVE", "TAKES", "COST", "RETURNS"]), row([name, "symbols | files", "", says])];
        let wanted = "call_graph.callees\n  takes    symbols | files\n  returns  The definitions that the\n           symbols call.\n";
        assert_eq!(folded(&rows, 0, Some(36)), wanted);
        assert!(folded(&rows, 0, Some(36)).lines().all(|line| line.chars().count() <= 36));
        assert!(folded(&rows, 0, Some(120)).starts_with("PRIMITIVE           TAKES"));
    }
}
