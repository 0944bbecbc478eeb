//! Texts that are too long, cut in the middle.

use super::text_part::TextPart;

/// A cut falls on the end of a line where that costs no more than this part of what is kept.
const LINE_SHARE: usize = 10;

/// A text with its middle cut out where it has more characters than the limit: how it begins says what it is, and traces say at their
/// end what failed. What is kept of either end grows with the limit.
pub fn without_middle(text: &str, most: usize) -> String {
    let n_chars = text.chars().count();
    if n_chars <= most {
        return text.to_owned();
    }
    let (half, line) = (most / 2, most / 2 / LINE_SHARE);
    let head = text.part(..offset(text, half));
    let at_line = head.rfind('\n').filter(|at| head.part(*at..).chars().count() <= line);
    let head = at_line.map_or(head, |at| head.part(..at));
    let tail = text.part(offset(text, n_chars - half)..);
    let at_line = tail.find('\n').filter(|at| tail.part(..*at).chars().count() < line);
    let tail = at_line.map_or(tail, |at| tail.part(at + 1..));
    let n_cut = n_chars - head.chars().count() - tail.chars().count();
    format!("{head}\n… {n_cut} characters are left out here …\n{tail}")
}

/// The byte at which a character of a text begins; its length past the last.
fn offset(text: &str, n_chars: usize) -> usize {
    text.char_indices().nth(n_chars).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CUT: &str = "characters are left out here …\n";

    #[test]
    fn a_cut_falls_on_a_near_line() {
        assert_eq!(without_middle("abc", 3), "abc");
        assert_eq!(without_middle("abcdef", 2), format!("a\n… 4 {CUT}f"));
        let text = format!("{}\n{}\n{}", "a".repeat(47), "é".repeat(200), "b".repeat(48));
        let cut = format!("{}\n… 202 {CUT}{}", "a".repeat(47), "b".repeat(48));
        assert_eq!(without_middle(&text, 100), cut);
        let far = format!("a\n{}", "b".repeat(300));
        assert!(without_middle(&far, 100).starts_with(&format!("a\n{}\n…", "b".repeat(48))));
    }

    proptest! {
        /// Nothing is kept twice, both ends are those of the text, and a larger limit keeps no less of either.
        #[test]
        fn ends_grow_with_the_limit(text in "[a-cé\n]{0,120}", few in 0usize..80, more in 0usize..80) {
            let (few, more) = (few.min(more), few.max(more));
            let parts = |most: usize| {
                let cut = without_middle(&text, most);
                let split = cut.split_once("\n… ").and_then(|(head, rest)| Some((head.to_owned(), rest.split_once(CUT)?.1.to_owned())));
                split.unwrap_or((text.clone(), text.clone()))
            };
            let ((head, tail), (long_head, long_tail)) = (parts(few), parts(more));
            prop_assert!(text.starts_with(&head) && text.ends_with(&tail));
            prop_assert!(long_head.starts_with(&head) && long_tail.ends_with(&tail));
            prop_assert!(text.chars().count() <= few || head.chars().count() + tail.chars().count() <= few);
        }
    }
}
