//! The tokens of a text: counted with the feature `tokens`, else estimated. No byte of a bundle depends on the feature.

/// The method of counting, as pages name it.
#[cfg(feature = "tokens")]
pub const TOKENIZER: &str = "o200k";
/// The method of counting, as pages name it.
#[cfg(not(feature = "tokens"))]
pub const TOKENIZER: &str = "estimate: 4 characters";

/// The tokens of a text.
#[cfg(feature = "tokens")]
pub fn count(text: &str) -> u64 {
    bpe_openai::o200k_base().count(text) as u64
}

/// The tokens of a text.
#[cfg(not(feature = "tokens"))]
pub fn count(text: &str) -> u64 {
    crate::budget::tokens(text.chars().count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of tiktoken for o200k_base: `hello world` is two tokens, and so on.
    #[test]
    fn the_method_is_the_one_that_is_named() {
        let counts = ["", "hello world", "fn main() {}"].map(count);
        if cfg!(feature = "tokens") {
            assert_eq!((TOKENIZER, counts), ("o200k", [0, 2, 4]));
        } else {
            assert_eq!((TOKENIZER.split(':').next(), counts), (Some("estimate"), [0, 3, 3]));
        }
    }
}
