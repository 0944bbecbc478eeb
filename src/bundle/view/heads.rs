//! The heads of definitions: the comment right above one, up to the end of its signature. Lines that end in a comment say
//! nothing of what it is about, so that the signature is shown with them.

use super::lines::LineSet;

/// A comment of more lines than this is not shown for the sake of its end.
const LONG: u32 = 8;
/// The beginnings of a line of comment.
const MARKS: [&str; 3] = ["//", "/*", "*/"];
/// Signs that begin such a line where a blank follows them, or nothing.
const SIGNS: [char; 2] = ['*', '#'];

/// The head of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommentHead {
    /// The first line of the comment.
    first: u32,
    /// The first line that is no comment.
    code: u32,
    /// The last line of the signature.
    last: u32,
}

impl CommentHead {
    /// The head of a definition whose code and whose signature begin and end on some lines; `None` where no comment is above.
    pub fn of<'t>(line: impl Fn(u32) -> &'t str, (start, code, last): (u32, u32, u32)) -> Option<Self> {
        let above = (1..start.max(1)).rev().take_while(|at| is_comment(line(*at)));
        let first = above.last().unwrap_or(start);
        (first < code).then_some(Self { first, code, last })
    }
}

/// Some lines with the signatures behind the comments in which they end. The heads are in the order of the text.
pub fn with_signatures(lines: &LineSet, heads: &[CommentHead]) -> LineSet {
    let mut whole = lines.clone();
    for (_, end) in lines.ranges() {
        let at = heads.partition_point(|head| head.last < end);
        let Some(head) = heads.get(at).filter(|head| head.first <= end && end < head.code) else { continue };
        let first = if head.code - head.first > LONG { head.code } else { end };
        whole.add(first, head.last);
    }
    whole
}

/// Whether a line is one of a comment.
pub fn is_comment(line: &str) -> bool {
    let text = line.trim();
    let signed = text.strip_prefix(SIGNS).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    signed || MARKS.iter().any(|mark| text.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, at: (u32, u32, u32), first: u32, last: u32) -> Vec<(u32, u32)> {
        let head = CommentHead::of(|line| text.lines().nth(line as usize - 1).unwrap_or(""), at);
        with_signatures(&LineSet::of(first, last), head.as_slice()).ranges().collect()
    }

    #[test]
    fn a_comment_is_shown_with_what_it_is_about() {
        let text = "int a;\n/**\n * Formats.\n */\npublic function format()\n{\n    return 1;\n}\n";
        let shown = |first, last| shown(text, (5, 5, 6), first, last);
        assert_eq!([shown(2, 2), shown(1, 4), shown(5, 5)], [vec![(2, 6)], vec![(1, 6)], vec![(5, 5)]]);
        assert_eq!([shown(1, 1), shown(7, 7)], [vec![(1, 1)], vec![(7, 7)]]);
        assert_eq!(CommentHead::of(|_| "int a;", (5, 5, 6)), None);
    }

    #[test]
    fn of_a_long_comment_the_signature_alone_is_added() {
        let text = format!("/// Hides it.\n{}fn hide() {{\n    done();\n}}\n", "/// more\n".repeat(20));
        assert_eq!(shown(&text, (22, 22, 22), 1, 2), [(1, 2), (22, 22)]);
    }
}
