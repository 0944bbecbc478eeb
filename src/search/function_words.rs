//! The closed classes of English words: articles, pronouns, prepositions, conjunctions, auxiliaries, question words. They are
//! rare in code and tell no file apart, so the rarity of a term says nothing of them.

/// The words, sorted.
#[rustfmt::skip]
const FUNCTION_WORDS: &[&str] = &[
    "a", "about", "above", "after", "again", "against", "all", "also", "although", "am", "an", "and", "another", "any",
    "anybody", "anyone", "anything", "are", "aren", "around", "as", "at", "be", "because", "been", "before", "behind", "being",
    "below", "beside", "between", "both", "but", "by", "can", "cannot", "could", "did", "didn", "do", "does", "doesn", "doing",
    "don", "done", "down", "during", "each", "either", "else", "even", "ever", "every", "few", "for", "from", "had", "has",
    "hasn", "have", "haven", "having", "he", "her", "here", "hers", "him", "his", "how", "however", "i", "if", "in", "instead",
    "into", "is", "isn", "it", "its", "itself", "just", "like", "ll", "many", "may", "maybe", "me", "might", "more", "most",
    "much", "must", "my", "near", "neither", "never", "no", "nor", "not", "nothing", "now", "of", "off", "often", "on", "once",
    "one", "only", "onto", "or", "other", "others", "our", "out", "over", "own", "per", "perhaps", "please", "quite", "rather",
    "re", "really", "same", "shall", "she", "should", "shouldn", "since", "so", "some", "somebody", "someone", "something",
    "sometimes", "somewhat", "still", "such", "than", "thanks", "that", "the", "their", "them", "then", "there", "these",
    "they", "thing", "things", "this", "those", "though", "through", "thus", "to", "too", "toward", "under", "unless", "until",
    "up", "upon", "us", "ve", "very", "via", "was", "wasn", "we", "well", "were", "what", "whatever", "when", "where",
    "whether", "which", "while", "who", "whoever", "whole", "whom", "whose", "why", "will", "with", "within", "without", "won",
    "would", "wouldn", "yes", "yet", "you", "your",
];

/// Whether a word belongs to a closed class, in either case.
pub fn is_function_word(word: &str) -> bool {
    word.is_ascii() && FUNCTION_WORDS.binary_search(&word.to_ascii_lowercase().as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_sorted() {
        assert!(FUNCTION_WORDS.is_sorted() && is_function_word("Where") && !is_function_word("router"));
    }
}
