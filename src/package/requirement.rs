//! The versions that a requirement allows: its alternatives, and the version that each stays below.

use super::shape::Ecosystem;

/// The alternatives of a requirement, each of which is enough: `^1.9 || ^2.5`, as Poetry writes them too; `~> 1.0 or ~> 2.0`.
pub fn alternatives(ecosystem: Ecosystem, requirement: &str) -> Vec<&str> {
    let parts: Vec<&str> = match ecosystem {
        Ecosystem::Npm | Ecosystem::Composer | Ecosystem::Pypi => {
            requirement.split('|').filter(|part| !part.is_empty()).collect()
        }
        Ecosystem::Hex => requirement.split(" or ").collect(),
        _ => Vec::new(),
    };
    if parts.len() < 2 { vec![requirement] } else { parts.into_iter().map(str::trim).collect() }
}

/// The version below which all are that a requirement without alternatives allows, where it states one: `^1.9.1` stays below 2.
pub fn below(ecosystem: Ecosystem, requirement: &str) -> Option<String> {
    // A blank between a mark and its version is none between two clauses.
    let mut is_behind_mark = false;
    let is_kept = |letter: &char| {
        let is_blank = *letter == ' ' && is_behind_mark;
        is_behind_mark = is_blank || matches!(letter, '<' | '>' | '=' | '~' | '^');
        !is_blank
    };
    let text: String = requirement.chars().filter(is_kept).collect();
    let clauses = text.split([',', ' ']).map(str::trim).filter(|clause| !clause.is_empty());
    clauses.into_iter().find_map(|clause| ends_below(ecosystem, clause))
}

/// The numbers that a clause leaves as they are, where it leaves the others open: `1.2` of `==1.2.*` and of `1.2.x`.
pub(super) fn kept_numbers(clause: &str) -> Option<&str> {
    let text = clause.trim_start_matches('=').trim();
    let kept = [".*", ".x", ".X"].iter().find_map(|end| text.strip_suffix(end))?;
    kept_numbers(kept).or_else(|| numbers(kept).is_some().then_some(kept))
}

/// The version below which one clause stays.
fn ends_below(ecosystem: Ecosystem, clause: &str) -> Option<String> {
    if let Some(kept) = kept_numbers(clause).and_then(numbers) {
        return Some(raised(&kept, kept.len() - 1));
    }
    if let Some(end) = clause.strip_prefix('<').filter(|end| !end.starts_with('=')) {
        return numbers(end).map(|_| end.to_owned());
    }
    let pessimistic = ["~>", "~="].iter().find_map(|mark| clause.strip_prefix(mark));
    if let Some(numbers) = pessimistic.and_then(numbers) {
        return Some(raised(&numbers, numbers.len().saturating_sub(2)));
    }
    if let Some(numbers) = clause.strip_prefix('~').and_then(numbers) {
        let at = match ecosystem {
            Ecosystem::Composer => numbers.len().saturating_sub(2),
            _ => 1.min(numbers.len() - 1),
        };
        return Some(raised(&numbers, at));
    }
    let is_own = ecosystem == Ecosystem::Cargo;
    let numbers = clause.strip_prefix('^').or_else(|| is_own.then_some(clause)).and_then(numbers)?;
    // The first number that is not zero stays; where all are, the last.
    Some(raised(&numbers, numbers.iter().position(|number| *number > 0).unwrap_or(numbers.len() - 1)))
}

/// The numbers of a version, what is behind a hyphen or a plus left out; `None` where one is none.
fn numbers(text: &str) -> Option<Vec<u64>> {
    let core = text.trim().trim_start_matches('v');
    let core = core.split(['-', '+']).next().unwrap_or(core);
    core.split('.').map(|part| part.parse().ok()).collect()
}

/// The first version with a greater number at a place.
fn raised(numbers: &[u64], at: usize) -> String {
    let kept = numbers.iter().take(at).copied();
    let next = numbers.get(at).map(|number| number.saturating_add(1));
    kept.chain(next).map(|number| number.to_string()).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_requirement_stays_below_a_version() {
        for (ecosystem, requirement, end) in [
            (Ecosystem::Composer, "^1.9.1", Some("2")),
            (Ecosystem::Composer, "~1.2", Some("2")),
            (Ecosystem::Composer, "~1.2.3", Some("1.3")),
            (Ecosystem::Composer, ">=1.0 <1.5.2", Some("1.5.2")),
            (Ecosystem::Npm, "~1", Some("2")),
            (Ecosystem::Npm, "~1.2", Some("1.3")),
            (Ecosystem::Npm, "^0.2.3", Some("0.3")),
            (Ecosystem::Npm, "^0.0.3", Some("0.0.4")),
            (Ecosystem::Cargo, "1.2", Some("2")),
            (Ecosystem::Gem, "~> 5.1", Some("6")),
            (Ecosystem::Gem, "~> 5", Some("6")),
            (Ecosystem::Hex, "~> 1.0.2", Some("1.1")),
            (Ecosystem::Pypi, ">=2, < 3", Some("3")),
            (Ecosystem::Pypi, "~=1.4.2", Some("1.5")),
            (Ecosystem::Pypi, "==1.*", Some("2")),
            (Ecosystem::Pypi, "==1.4.*, !=1.4.2", Some("1.5")),
            (Ecosystem::Npm, "1.2.x", Some("1.3")),
            (Ecosystem::Npm, "1.x.x", Some("2")),
            (Ecosystem::Composer, "6.4.*", Some("6.5")),
            (Ecosystem::Pypi, "!=1.*", None),
            (Ecosystem::Npm, "<=3", None),
            (Ecosystem::Npm, "*", None),
            (Ecosystem::Npm, "1.0 - 2.0", None),
        ] {
            assert_eq!(below(ecosystem, requirement).as_deref(), end, "{requirement}");
        }
        assert_eq!(alternatives(Ecosystem::Composer, "^1.9.1 || ^2.5.1"), ["^1.9.1", "^2.5.1"]);
        assert_eq!(alternatives(Ecosystem::Hex, "~> 2.0 or ~> 1.0"), ["~> 2.0", "~> 1.0"]);
        assert_eq!(alternatives(Ecosystem::Npm, "^1"), ["^1"]);
        for requirement in ["^1.0 || ^2.0", "^1.0 | ^2.0"] {
            assert_eq!(alternatives(Ecosystem::Pypi, requirement), ["^1.0", "^2.0"]);
        }
        // One pass, however many blanks there are.
        let blanks = " ".repeat(1 << 20);
        assert_eq!(below(Ecosystem::Npm, &format!(">={blanks}1 <{blanks}2")).as_deref(), Some("2"));
    }
}
