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

/// Rows of cells as lines of at most a width, where the last column leaves room for that.
fn folded(rows: &[Vec<String>], indent: usize, most: Option<usize>) -> String {
    let shown = |row: &Vec<String>| row.iter().map(|cell| visible(cell).into_owned()).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(shown).collect();
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..n_columns).map(|at| width(at).unwrap_or(0)).collect();
    let before = indent + widths.iter().rev().skip(1).map(|width| width + 2).sum::<usize>();
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
}
