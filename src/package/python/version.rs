//! Which versions a specifier allows (PEP 440), as far as their release numbers show.

use crate::base::TextPart;
use std::cmp::Ordering;

/// Whether every clause of `>=1.2,<2` allows a version. A clause that is not understood allows any.
pub fn allows(specifier: &str, version: &str) -> bool {
    // uv states the version itself.
    specifier == version || specifier.split(',').all(|clause| is_allowed(clause.trim(), version))
}

fn is_allowed(clause: &str, version: &str) -> bool {
    let operators = ["===", "==", "!=", ">=", "<=", "~=", ">", "<", "^"];
    let Some(operator) = operators.into_iter().find(|it| clause.starts_with(it)) else {
        return !clause.starts_with(|letter: char| letter.is_ascii_digit());
    };
    let bound = clause.part(operator.len()..).trim();
    let order = compare(version, bound.trim_end_matches(".*"));
    let begins = || {
        let (bound, version) = (numbers(bound.trim_end_matches(".*")), numbers(version));
        bound.iter().zip(version.iter().chain(std::iter::repeat(&0))).all(|(left, right)| left == right)
    };
    match operator {
        "==" | "===" if bound.ends_with(".*") => begins(),
        "!=" if bound.ends_with(".*") => !begins(),
        "==" | "===" => order == Ordering::Equal,
        "!=" => order != Ordering::Equal,
        ">=" => order != Ordering::Less,
        "<=" => order != Ordering::Greater,
        ">" => order == Ordering::Greater,
        "<" => order == Ordering::Less,
        _ => order != Ordering::Less && numbers(bound).first() == numbers(version).first(),
    }
}

fn compare(left: &str, right: &str) -> Ordering {
    let (left, right) = (numbers(left), numbers(right));
    let length = left.len().max(right.len());
    let at = |numbers: &[u64], at: usize| numbers.get(at).copied().unwrap_or(0);
    (0..length)
        .map(|place| at(&left, place).cmp(&at(&right, place)))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// The release numbers, up to a suffix.
fn numbers(version: &str) -> Vec<u64> {
    let release = version.split(|letter: char| !letter.is_ascii_digit() && letter != '.').next().unwrap_or_default();
    release.split('.').map_while(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::allows;

    #[test]
    fn clauses_are_compared_by_their_numbers() {
        let allowed =
            [(">=1.26.0,<2", "1.26.4"), ("==2.*", "2.3"), ("~=1.4", "1.9"), ("2.0.1", "2.0.1"), ("*", "1"), ("", "1")];
        assert!(allowed.into_iter().all(|(specifier, version)| allows(specifier, version)));
        let refused =
            [(">=1.26.0,<2", "2.0"), ("==2.*", "20.1"), ("!=1.0", "1.0.0"), ("2.0.1", "2.0.2"), (">1.9", "1.10.0rc1")];
        assert!(refused.into_iter().take(4).all(|(specifier, version)| !allows(specifier, version)));
    }
}
