//! Names of values that mean more than their names in a part of the text, and what a reader wrote of them.

use crate::base::TextPart;

/// The mark between the names of a value that is of one of several types. No other name has it.
pub const EITHER: &str = "|";

/// The mark between the names of a type and of the supertype that it is taken as. No other name has it.
pub const TAKEN_AS: &str = ":<";

/// The mark behind the name of a module that a value of its name does not hide. No other name has it.
pub const OF_MODULE: char = '∷';

/// Whether a name means another value in some part of a function: no other file can see it.
pub fn is_of_block(name: &str) -> bool {
    name.contains([':', '#', '|'])
}

/// A name as a reader wrote it: `a` of `a#2`, of `a:A`, and of `a∷`.
pub fn as_read(name: &str) -> &str {
    match name.char_indices().skip(1).find(|(_, mark)| matches!(*mark, '#' | ':' | OF_MODULE)) {
        // `a::b` is a path.
        Some((at, _)) if !name.contains("::") => name.part(..at),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_a_reader_wrote_them() {
        for (name, read) in [
            ("a#2", "a"),
            ("a:p.A|a:B", "a"),
            ("this.a:A", "this.a"),
            ("#a", "#a"),
            ("é#2", "é"),
            ("a.T:<B", "a.T"),
            ("a∷", "a"),
        ] {
            assert_eq!(as_read(name), read);
        }
        assert_eq!(as_read("std::string"), "std::string");
    }
}
