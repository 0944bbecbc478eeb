//! `search.symbols(text)`: the definitions that the words of a text name.
//!
//! ```datalog
//! mentions(Word, Def) :- has_name(Word, Def), few(Word).
//! ```
//!
//! `has_name(Word, Def)`: the definition has the name. `few(Word)`: at most three have it, and the word has the form of a name
//! (humps, underscores, dots, a call, back quotes) or is in no more chunks than the square root of their number. Where
//! no definition has the name, few that nearly have it are meant (fuzzy): by the same letters, a beginning, one or two slips
//! of spelling, the same parts. Paths, places such as `a.py:3`, codes, and quotations of the source are found beside.

use crate::id::DefId;
use crate::witness::Fx;

mod program {
    use super::DefId;
    use crepe::crepe;

    crepe! {
        @input
        pub struct HasName(pub u32, pub DefId);
        @input
        pub struct Few(pub u32);

        @output
        pub struct Mentions(pub u32, pub DefId);

        Mentions(word, def) <- HasName(word, def), Few(word);
    }
}

/// The definitions of the words that few definitions have, in order.
pub fn mentions(named: &[(u32, DefId)], few: &[u32]) -> Vec<(u32, DefId)> {
    let mut program = program::Crepe::new();
    program.extend(named.iter().map(|&(word, def)| program::HasName(word, def)));
    program.extend(few.iter().map(|&word| program::Few(word)));
    let (mentions,) = program.run_with_hasher::<Fx>();
    let mut mentions: Vec<(u32, DefId)> =
        mentions.into_iter().map(|program::Mentions(word, def)| (word, def)).collect();
    mentions.sort_unstable();
    mentions
}
