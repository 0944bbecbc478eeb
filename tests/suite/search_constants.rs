//! The constants of retrieval (S2.19): each is listed here with its origin, so that none comes unseen. Those that weigh one
//! ranking against another are the ones that no publication and no data of the repository gives.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use self::Origin::{Bound, Form, Literature, Published, Weight};

/// Where the value of a constant comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// The cascade that this one follows.
    Published,
    /// The literature on retrieval.
    Literature,
    /// What a term, a chunk, a name or a number is.
    Form,
    /// A bound of work, or of what is shown: a larger one only adds.
    Bound,
    /// A weight that was measured once, on issues and commits, and fixed.
    Weight,
}

#[rustfmt::skip]
const CONSTANTS: &[(&str, &str, Origin)] = &[
    ("ascii", "SHORTEST", Form), ("cascade", "ASIDES", Bound), ("cascade", "COPIES", Bound), ("cascade", "DOCUMENTS", Bound), ("chunk", "LONGEST", Form),
    ("text_kind", "DOCUMENT_BYTES", Bound), ("text_kind", "SETTINGS_BYTES", Bound), ("text_kind", "SOURCES_BYTES", Bound), ("derived", "B", Literature), ("derived", "K1", Literature), ("doubt", "HELD", Weight), ("doubt", "LEAD", Weight), ("doubt", "SHORT_TEXT", Weight), ("excerpt", "MOST", Bound), ("excerpt", "USUAL", Bound),
    ("expand", "NEIGHBOURS", Published), ("folder", "LARGEST_SHARE", Bound), ("folder", "SCOPE", Weight), ("idle", "CHUNKS", Bound), ("idle", "FEWEST", Bound),
    ("expand", "SEEDS", Published), ("gate", "SAMPLE", Published), ("gate", "TAU_STATIC", Published),
    ("text_mention", "NEAR_UNIQUE", Published), ("mention", "WORDS", Bound), ("named_kind", "AS_WELL", Weight), ("named_kind", "FIRST", Bound), ("named_kind", "LOOKED_AT", Bound), ("named_uses", "CITED", Bound), ("names", "SHORTEST", Form),
    ("neural", "FILES", Bound), ("neural", "FILE_CHUNKS", Bound), ("neural", "MODEL", Weight), ("embedder", "MOST_BYTES", Bound), ("embedder", "MOST_WORDS", Form), ("embedder", "MOST_LOOKED_UP", Bound), ("near", "LETTERS_A_SLIP", Form), ("near", "MOST_PARTS", Bound), ("near", "MOST_SLIPS", Form),
    ("near", "MOST_WORDS", Bound), ("query", "SUBJECT", Weight), ("quotation", "LONGEST", Form), ("quotation", "MESSAGES", Bound), ("quotation", "MESSAGE_CHUNKS", Bound), ("quotation", "MESSAGE_PLACES", Bound), ("quotation", "MESSAGE_WORDS", Form), ("quotation", "QUOTED_CHUNKS", Bound),
    ("rank", "BEST_CHUNKS", Weight), ("rank", "DECAY", Weight),
    ("relied", "IMPORTERS", Weight), ("round", "RELIED", Weight), ("related", "FIRST", Bound), ("related", "KEPT", Bound), ("related", "MOST", Bound), ("related", "RANKED", Bound), ("report", "CITED", Published), ("report", "WORDS", Bound),
    ("round", "COSINE", Published), ("round", "FOLDER", Weight), ("round", "LEXICAL", Published), ("round", "MOST_NAMED", Weight),
    ("round", "NAMED", Weight), ("round", "PATH", Weight), ("round", "PHRASE", Published), ("round", "PRIOR", Weight), ("round", "ROUND_FILES", Published),
    ("rank", "SYMBOLS", Published), ("rank", "SYMBOL_LETTERS", Published), ("posting", "ONCE", Form), ("round", "TERM_SHARE", Published),
    ("round", "TIE", Published), ("round", "TIED", Published), ("round", "TOP_K", Bound), ("round", "WHOLE", Weight),
    ("scrap", "LEAST", Form), ("scrap", "TAIL", Form), ("searcher", "SEARCH", Form), ("held_places", "HELD", Bound), ("held_places", "LISTS", Bound), ("template", "CHUNKS", Bound), ("template", "FEWEST", Form), ("template", "MOST", Bound), ("template", "WORDS", Bound), ("token", "LONGEST", Form), ("token", "SHORTEST", Form), ("lanes", "LANES", Form), ("symbols", "OTHER_WORDS", Bound), ("unnamed", "SHORTEST", Form), ("unsearched", "FEWEST", Bound), ("unsearched", "NAMED", Bound),
];

#[test]
fn every_constant_of_retrieval_is_listed_with_its_origin() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/search");
    let mut found: BTreeSet<(String, String)> = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("the layer") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let file = path.file_stem().expect("a name").to_string_lossy().into_owned();
        for line in text.split("#[cfg(test)]").next().unwrap_or_default().lines() {
            let Some((_, constant)) = line.split_once("const ") else { continue };
            let Some((name, kind)) = constant.split_once(": ") else { continue };
            if ["f64", "u32", "i32", "u64", "usize"].iter().any(|it| kind.starts_with(&format!("{it} ="))) {
                found.insert((file.clone(), name.to_owned()));
            }
        }
    }
    let listed: BTreeSet<(String, String)> =
        CONSTANTS.iter().map(|(file, name, _)| ((*file).to_owned(), (*name).to_owned())).collect();
    assert_eq!(found, listed);
    assert_eq!(listed.len(), CONSTANTS.len(), "each once");
    // A weight more is a decision that the record of decisions names.
    let record = include_str!("../../docs/decisions/0014-words-find-files.md");
    for (file, name, _) in CONSTANTS.iter().filter(|it| it.2 == Weight) {
        assert!(record.contains(&format!("`{name}`")), "the record has no word of {file}.rs: `{name}`");
    }
}
