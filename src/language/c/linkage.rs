//! Finds the ends of a block of linkage that only C++ reads: `extern "C" {` in one condition of the preprocessor, and `}` in
//! another. The grammars take the second for an error, and lose what is behind it.

use std::ops::Range;

use super::token::{CToken, Sort};

/// The heads and the closing brackets of such blocks.
pub fn conditional_linkage(text: &[u8], tokens: &[CToken]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    // The heads without an end so far, each with how many braces are open around it.
    let mut open: Vec<(Range<usize>, i32)> = Vec::new();
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.sort {
            Sort::Sign(b'{') => match head(text, tokens, at) {
                Some(head) => open.push((head, depth)),
                None => depth += 1,
            },
            Sort::Sign(b'}') if is_alone(tokens, at) && open.last().is_some_and(|(_, around)| *around == depth) => {
                found.extend(open.pop().map(|(head, _)| head));
                found.push(token.start..token.end);
            }
            Sort::Sign(b'}') => depth -= 1,
            _ => {}
        }
    }
    found
}

/// `extern "C" {`, where its bracket is the last token of a branch.
fn head(text: &[u8], tokens: &[CToken], at: usize) -> Option<Range<usize>> {
    let first = tokens.get(at.checked_sub(2)?)?;
    let is_head = text.get(first.start..first.end) == Some(b"extern") && tokens[at - 1].sort == Sort::Literal;
    let is_last = tokens.get(at + 1).is_some_and(|next| next.sort == Sort::Directive);
    let is_first = at > 2 && tokens[at - 3].sort == Sort::Directive;
    (is_head && is_last && is_first).then(|| first.start..tokens[at].end)
}

/// Whether a token is alone between two lines of the preprocessor.
fn is_alone(tokens: &[CToken], at: usize) -> bool {
    let is_directive = |at: usize| tokens.get(at).is_some_and(|token| token.sort == Sort::Directive);
    at > 0 && is_directive(at - 1) && is_directive(at + 1)
}
