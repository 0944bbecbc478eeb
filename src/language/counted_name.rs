//! Names of types with the number of their type arguments, in a language where that is part of the name: `Policy` and
//! `Policy<TResult>` are two types of C#. As .NET spells it: ``Policy`1``.

/// Between a name and the number of its type arguments.
const COUNT: char = '`';

/// The name that a function binds whose type arguments a call must write, as no argument shows them.
pub const STATED_TYPES: &str = "(<>)";

/// A name with the number of its type arguments.
pub fn with_count(name: &str, n_types: usize) -> String {
    format!("{name}{COUNT}{n_types}")
}

/// The name before the number of its type arguments, and the number; 0 where none is written.
pub fn without_count(name: &str) -> (&str, usize) {
    if !name.ends_with(|letter: char| letter.is_ascii_digit()) {
        return (name, 0);
    }
    let split = name.rsplit_once(COUNT).filter(|(plain, _)| !plain.is_empty());
    split.and_then(|(plain, n)| Some((plain, n.parse().ok()?))).unwrap_or((name, 0))
}

#[cfg(test)]
mod tests {
    use super::{with_count, without_count};

    #[test]
    fn a_count_is_taken_off_as_it_was_put_on() {
        for (name, n) in [("A", 1), ("A1", 12), ("_", 3)] {
            assert_eq!(without_count(&with_count(name, n)), (name, n));
        }
        for name in ["A", "A1", "`1", "a`", "a`b"] {
            assert_eq!(without_count(name), (name, 0));
        }
    }
}
