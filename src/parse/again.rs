//! Parses a text, and once more without the parts of it that the grammar misread.

use std::cell::RefCell;
use std::ops::Range;

use tree_sitter::Tree;

use super::limit::{ParseBudget, Stopped};
use super::parser::{with_new_parser, with_parser};
use super::tree;
use crate::base::{GapKind, Position};
use crate::language::{BlankMeaning, Builder, LANGUAGES, Misread};

/// The most times that one text is parsed again: a part may be seen as misread when that around it is read well.
const MOST_ROUNDS: usize = 3;

/// The best tree of a text.
pub struct BestTree {
    /// The tree. Its places are those of the text.
    pub tree: Tree,
    /// The text that it was parsed from, where that is another.
    text: Option<Vec<u8>>,
    /// The parts that are misread in it.
    misread: Vec<Misread>,
    /// The parts left out of it that mean something.
    unread: Vec<Unread>,
}

/// A part that is left out of a text.
#[derive(Clone, Debug)]
struct Unread {
    at: Position,
    text: Range<usize>,
    has: BlankMeaning,
}

/// Parses a text with a new parser.
pub fn parse(language: usize, text: &[u8], cost: &RefCell<ParseBudget>) -> Result<BestTree, Stopped> {
    let tree = with_new_parser(language, |parser| tree::parse(parser, text, &mut cost.borrow_mut()))?;
    let Some(misread) = LANGUAGES[language].misread else {
        return Ok(BestTree { tree, text: None, misread: Vec::new(), unread: Vec::new() });
    };
    let mut best = BestTree { misread: misread(&tree, text), tree, text: None, unread: Vec::new() };
    for _ in 0..MOST_ROUNDS {
        let Some(text) = best.rewritten(text) else { break };
        let tree = with_parser(language, |parser| tree::parse(parser, &text, &mut cost.borrow_mut()));
        // The tree at hand is as good as there is one within the budget.
        let Ok(tree) = tree else { break };
        let unread = best.misread.iter().filter(|it| it.has != BlankMeaning::Nothing);
        let unread = best.unread.iter().cloned().chain(unread.map(|it| Unread {
            at: it.at,
            text: it.blank.clone(),
            has: it.has,
        }));
        let unread = unread.collect();
        let next = BestTree { misread: misread(&tree, &text), tree, text: Some(text), unread };
        if next.n_wrong() > best.n_wrong() {
            break;
        }
        best = next;
    }
    Ok(best)
}

impl BestTree {
    /// The text without what is misread; `None` where nothing is, or nothing can be done about it.
    fn rewritten(&self, text: &[u8]) -> Option<Vec<u8>> {
        let before = self.text.as_deref().unwrap_or(text);
        let mut text = before.to_vec();
        self.misread.iter().for_each(|it| it.rewrite(&mut text));
        (text != before).then_some(text)
    }

    /// The errors of the tree, and the declarations that it lacks without one.
    fn n_wrong(&self) -> usize {
        tree::errors(&self.tree).len() + self.misread.iter().filter(|it| it.is_lost).count()
    }

    /// Notes the declarations that the tree lacks as gaps, and the names that it lacks.
    pub fn note(&self, builder: &mut Builder<'_>) {
        let lost = self.misread.iter().filter(|it| it.is_lost);
        for misread in lost.take(tree::REPORTED_ERRORS) {
            builder.gap(GapKind::ParseError, misread.at, "a declaration that the grammar reads as an expression");
        }
        let code = self.unread.iter().filter(|it| it.has == BlankMeaning::Code);
        for unread in code.take(tree::REPORTED_ERRORS) {
            builder.gap(GapKind::ParseError, unread.at, "a branch of a condition; another one is read in its place");
        }
        let text = builder.source();
        for unread in &self.unread {
            if let Some(names) = text.get(unread.text.clone()).and_then(|names| std::str::from_utf8(names).ok()) {
                builder.mention_words(names);
            }
        }
    }
}
