//! The outline of prose: the headings of Markdown and reStructuredText, and the first paragraph.

use super::lines::LineSet;
use super::markup::Markup;
use super::page::Page;
use crate::base::TextPart;

/// The most lines of the first paragraph.
const PARAGRAPH: u32 = 6;
/// How far from the top the first paragraph begins.
const NEAR_TOP: u32 = 40;

/// The headings, the highest levels first, and between them the first paragraph below the first of them; nothing where the
/// text has no markup.
pub fn headings(page: &Page<'_>) -> Vec<LineSet> {
    let mut found = match page.markup {
        Markup::None => return Vec::new(),
        Markup::Markdown => markdown(page),
        Markup::Rst => rst(page),
    };
    let top = found.first().map_or(1, |(.., last)| last + 1);
    let first = (top..=page.n_lines().min(top + NEAR_TOP)).find(|line| is_prose(page, *line));
    found.sort_unstable();
    let mut lines: Vec<LineSet> = found.iter().map(|(_, first, last)| LineSet::of(*first, *last)).collect();
    if let Some(first) = first {
        let is_prose = |line: &u32| *line <= page.n_lines() && !page.is_blank(*line);
        let last = (first..first + PARAGRAPH).take_while(is_prose).last().unwrap_or(first);
        lines.insert(lines.len().min(1), LineSet::of(first, last));
    }
    lines
}

/// Whether a line is a sentence, and no badge, tag, comment or line of punctuation.
fn is_prose(page: &Page<'_>, line: u32) -> bool {
    let text = page.line(line).trim();
    let words = text.split_whitespace().filter(|word| word.starts_with(char::is_alphabetic)).count();
    words > 2 && text.starts_with(|it: char| it.is_alphanumeric() || matches!(it, '*' | '_' | '`' | '>'))
}

/// The levels of headings, with the first and the last line of each.
type Found = Vec<(usize, u32, u32)>;

fn markdown(page: &Page<'_>) -> Found {
    let (mut found, mut fence) = (Found::new(), None);
    for line in 1..=page.n_lines() {
        let text = page.line(line).trim_end();
        let mark = ["```", "~~~"].into_iter().find(|mark| text.trim_start().starts_with(mark));
        match (fence, mark) {
            (None, Some(_)) => fence = mark,
            (Some(open), Some(mark)) if open == mark => fence = None,
            (Some(_), _) => {}
            (None, None) => {
                let level = text.chars().take_while(|letter| *letter == '#').count();
                let is_heading = (1..=6).contains(&level) && text.part(level..).starts_with(' ');
                let below = underline(page, line, &['=', '-']).filter(|_| starts_a_line(page, line));
                found.extend(match below {
                    _ if is_heading => Some((level, line, line)),
                    Some('=') => Some((1, line, line + 1)),
                    Some(_) => Some((2, line, line + 1)),
                    None => None,
                });
            }
        }
    }
    found
}

/// Whether a line is text that follows no other: the line of dashes below a paragraph or a table is no underline.
fn starts_a_line(page: &Page<'_>, line: u32) -> bool {
    let is_text = page.line(line).starts_with(char::is_alphanumeric) && !page.line(line).contains('|');
    is_text && (line == 1 || page.is_blank(line - 1))
}

/// A level is the mark's place in the order in which marks first occur.
fn rst(page: &Page<'_>) -> Found {
    const MARKS: [char; 12] = ['=', '-', '~', '^', '"', '\'', '`', '#', '*', '+', ':', '.'];
    let (mut found, mut levels) = (Found::new(), Vec::new());
    for line in 1..page.n_lines() {
        let text = page.line(line).trim_end();
        if text.trim_start().starts_with(|it: char| it.is_alphanumeric() || it == '`')
            && let Some(mark) = underline(page, line, &MARKS)
        {
            if !levels.contains(&mark) {
                levels.push(mark);
            }
            found.extend(levels.iter().position(|it| *it == mark).map(|level| (level, line, line + 1)));
        }
    }
    found
}

/// The mark of the line below, where that is a line of one mark about as long as this one.
fn underline(page: &Page<'_>, line: u32, marks: &[char]) -> Option<char> {
    let (text, below) = (page.line(line).trim_end(), page.line(line + 1).trim_end());
    let mark = below.chars().next().filter(|mark| marks.contains(mark))?;
    let is_line = below.chars().all(|it| it == mark) && below.len() >= 3;
    (is_line && below.chars().count() + 1 >= text.trim().chars().count() && !text.is_empty()).then_some(mark)
}
