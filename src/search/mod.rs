//! Retrieval: from free text to files and the chunks of lines in them. Builds an inverted index at the first query that
//! searches; a run that does not search never opens it.

mod ascii;
mod cascade;
mod chunk;
mod corpus;
mod derived;
mod doubt;
#[cfg(feature = "neural")]
mod embedder;
mod excerpt;
mod expand;
mod folder;
mod frame_words;
mod function_words;
mod gate;
mod held_places;
mod idle;
mod index;
mod lanes;
mod marked;
mod mention;
mod merge;
mod named_kind;
mod named_uses;
mod names;
mod near;
mod neural;
#[cfg(not(feature = "neural"))]
mod no_embedder;
mod phrase;
mod posting;
mod query;
mod quotation;
mod rank;
mod related;
mod relied;
mod report;
mod round;
mod scrap;
mod searcher;
mod standard;
mod stored;
mod symbols;
mod template;
mod term_places;
mod text_kind;
mod text_mention;
mod token;
mod unnamed;
mod unsearched;

pub use function_words::is_function_word;
pub use query::is_name;
pub use searcher::{SEARCH, Searcher};
pub use token::terms;
