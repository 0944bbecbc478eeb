//! The order of versions, as the ecosystems of packages have it, and the versions that a requirement leaves open.

use std::cmp::Ordering;

use super::requirement::kept_numbers;
use super::shape::Ecosystem;

/// A part of a version. The order of the variants is that of the parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// A word for what comes before a release: `dev`, `alpha`, `rc`.
    Before(u8),
    /// Any other word of a pre-release.
    Word(String),
    /// No further part.
    End,
    /// A word for what comes after a release: `post`, `sp`.
    After,
    /// A number.
    Number(u64),
}

/// A version, as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Version {
    epoch: u64,
    parts: Vec<Part>,
}

/// Compares two versions of an ecosystem; `None` where one of them is no version, or a word decides that has no order there.
pub fn compare(ecosystem: Ecosystem, one: &str, other: &str) -> Option<Ordering> {
    if is_semantic(ecosystem)
        && let Some((one, other)) = semantic(ecosystem, one).zip(semantic(ecosystem, other))
    {
        let order = one.cmp_precedence(&other);
        // Pub orders builds as well.
        let is_open = ecosystem == Ecosystem::Pub && order.is_eq() && one.build != other.build;
        return (!is_open).then_some(order);
    }
    let (one, other) = (Version::read(ecosystem, one)?, Version::read(ecosystem, other)?);
    let n = one.parts.len().max(other.parts.len());
    let part = |of: &Version, at: usize| of.parts.get(at).cloned().unwrap_or(Part::End);
    let mut order = one.epoch.cmp(&other.epoch);
    let mut is_strange = false;
    if order.is_ne() {
        return Some(order);
    }
    for at in 0..n {
        order = match (part(&one, at), part(&other, at)) {
            // `1.0` is `1`: a missing number is none, or zero.
            (Part::Number(0), Part::End) | (Part::End, Part::Number(0)) => Ordering::Equal,
            (one, other) if one == other => {
                is_strange |= one.is_strange(ecosystem);
                Ordering::Equal
            }
            // Nor have the parts behind a word without an order.
            _ if is_strange => return None,
            (one, other) if one.is_strange(ecosystem) || other.is_strange(ecosystem) => return None,
            (one, other) => one.cmp(&other),
        };
        if order.is_ne() {
            break;
        }
    }
    Some(order)
}

/// Whether versions of an ecosystem are those of SemVer.
fn is_semantic(ecosystem: Ecosystem) -> bool {
    matches!(
        ecosystem,
        Ecosystem::Npm
            | Ecosystem::Cargo
            | Ecosystem::Golang
            | Ecosystem::Nuget
            | Ecosystem::Pub
            | Ecosystem::Hex
            | Ecosystem::Swift
    )
}

/// A version of SemVer; missing numbers are zero. One of four numbers is none.
fn semantic(ecosystem: Ecosystem, text: &str) -> Option<semver::Version> {
    let text = text.trim().trim_start_matches('v');
    let lower = if ecosystem == Ecosystem::Nuget { text.to_lowercase() } else { text.to_owned() };
    let text = lower.as_str();
    let core = text.find(['-', '+']).unwrap_or(text.len());
    let (core, rest) = text.split_at_checked(core)?;
    let missing = 2usize.checked_sub(core.matches('.').count())?;
    semver::Version::parse(&format!("{core}{}{rest}", ".0".repeat(missing))).ok()
}

impl Version {
    fn read(ecosystem: Ecosystem, text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let text = text.strip_prefix('v').unwrap_or(&text);
        // What stands behind `+` is a build of the same version; in Python it is a local one.
        let text = text.split('+').next().unwrap_or(text);
        let (epoch, text) = match text.split_once('!') {
            Some((epoch, rest)) => (epoch.parse().ok()?, rest),
            None => (0, text),
        };
        // A lockfile of Bundler has the platform behind the version: `1.15.4-x86_64-linux`.
        let text = if ecosystem == Ecosystem::Gem { text.split('-').next().unwrap_or(text) } else { text };
        let is_digit = |letter: char| letter.is_ascii_digit();
        if !text.starts_with(is_digit) || ecosystem == Ecosystem::Maven && has_list(text) {
            return None;
        }
        let is_mark = |letter: char| matches!(letter, '.' | '-' | '_' | '~');
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || is_mark(letter);
        if !text.chars().all(is_plain) {
            return None;
        }
        let mut parts = Vec::new();
        for word in text.split(is_mark).filter(|word| !word.is_empty()) {
            let mut rest = word;
            while let Some(first) = rest.chars().next() {
                let is_digit = first.is_ascii_digit();
                let end = rest.find(|letter: char| letter.is_ascii_digit() != is_digit).unwrap_or(rest.len());
                let (now, later) = rest.split_at_checked(end)?;
                let part = Part::of(ecosystem, now)?;
                // `1.0.0rc1` is `1.0rc1`.
                while !matches!(part, Part::Number(_)) && parts.len() > 1 && parts.last() == Some(&Part::Number(0)) {
                    parts.pop();
                }
                parts.push(part);
                rest = later;
            }
        }
        // `1.0` is `1`, before and behind a word.
        while parts.len() > 1 && parts.last() == Some(&Part::Number(0)) {
            parts.pop();
        }
        Some(Self { epoch, parts })
    }
}

/// Whether a number of a version is behind a number and a hyphen, which Maven reads as a list inside the list: `1.0-1`.
fn has_list(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit();
    text.as_bytes().windows(3).any(|at| is_digit(at[0]) && at[1] == b'-' && is_digit(at[2]))
}

impl Part {
    fn of(ecosystem: Ecosystem, word: &str) -> Option<Self> {
        if word.starts_with(|letter: char| letter.is_ascii_digit()) {
            return word.parse().ok().map(Self::Number);
        }
        use Ecosystem::{Composer, Gradle, Maven, Pypi};
        Some(match (word, ecosystem) {
            ("snapshot", Maven | Gradle) => Self::Before(5),
            ("final" | "ga" | "release" | "jre" | "android", Maven | Gradle) | ("stable", Composer) => Self::End,
            ("sp", Maven | Gradle) | ("post" | "rev" | "r", Pypi) | ("p" | "pl" | "patch", Composer) => Self::After,
            ("dev", Pypi | Composer) => Self::Before(0),
            ("a" | "alpha", Pypi | Composer | Maven | Gradle) => Self::Before(1),
            ("b" | "beta", Pypi | Composer | Maven | Gradle) => Self::Before(2),
            ("m" | "milestone", Maven | Gradle) => Self::Before(3),
            ("rc", Pypi | Composer | Maven | Gradle) | ("cr", Maven | Gradle) => Self::Before(4),
            ("c" | "pre" | "preview", Pypi) => Self::Before(4),
            (word, _) => Self::Word(word.to_owned()),
        })
    }

    /// Whether it is a word without an order in its ecosystem. In Ruby, any word is one of a pre-release, in the order of its letters.
    fn is_strange(&self, ecosystem: Ecosystem) -> bool {
        matches!(self, Self::Word(_)) && ecosystem != Ecosystem::Gem
    }
}

/// The one version that a requirement allows; `None` where it allows several.
pub fn exact(ecosystem: Ecosystem, requirement: &str) -> Option<&str> {
    let requirement = requirement.trim();
    let plain = |text: &str| {
        text.starts_with(|letter: char| letter.is_ascii_digit()) && !text.contains(['*', 'x', ',', ' ', '|'])
    };
    let pinned = match ecosystem {
        Ecosystem::Pypi => requirement.strip_prefix("===").or(requirement.strip_prefix("==")),
        Ecosystem::Cargo | Ecosystem::Gem => requirement.strip_prefix('='),
        // A plain version is itself. In Go it is the least one, and what is built is that or a later one; in NuGet as well, but
        // what a project requires itself comes before what others do, and the least version that fits is taken.
        Ecosystem::Npm | Ecosystem::Composer => Some(requirement.trim_start_matches(['=', 'v'])),
        Ecosystem::Maven | Ecosystem::Gradle | Ecosystem::Pub | Ecosystem::Nuget => Some(requirement),
        Ecosystem::Hex => Some(requirement.strip_prefix("==").unwrap_or(requirement)),
        Ecosystem::Golang | Ecosystem::Swift => None,
    };
    let is_whole =
        |text: &&str| !matches!(ecosystem, Ecosystem::Npm | Ecosystem::Composer) || text.split('.').count() >= 3;
    pinned.map(str::trim).filter(|text| plain(text)).filter(is_whole)
}

/// The least version that a requirement allows, where it states one.
pub fn least(ecosystem: Ecosystem, requirement: &str) -> Option<&str> {
    if requirement.contains("||") {
        return None;
    }
    let is_digit = |letter: char| letter.is_ascii_digit();
    let clauses = requirement.split([',', ' ']).map(str::trim).filter(|clause| !clause.is_empty());
    for clause in clauses {
        if let Some(kept) = kept_numbers(clause) {
            return Some(kept);
        }
        let marks = [">=", "^", "~=", "~>", "~", "==", "="];
        let bound = marks.iter().find_map(|mark| clause.strip_prefix(mark)).map(str::trim);
        let is_own = matches!(ecosystem, Ecosystem::Cargo | Ecosystem::Golang | Ecosystem::Nuget);
        let bound = bound.or_else(|| is_own.then(|| clause.trim_start_matches('v')));
        if let Some(bound) = bound.filter(|it| it.starts_with(is_digit) && !it.contains(['*', 'x'])) {
            return Some(bound);
        }
    }
    // `>= 1.2`, with a blank.
    let rest = requirement.trim().strip_prefix(">=").or_else(|| requirement.trim().strip_prefix("~>"))?;
    rest.trim().split([',', ' ']).next().filter(|it| it.starts_with(is_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_in_the_order_of_their_ecosystem() {
        let ordered: &[(Ecosystem, &[&str])] = &[
            (Ecosystem::Pypi, &["1.0.dev1", "1.0a1", "1.0b2", "1.0rc1", "1.0", "1.0.post1", "1.0.1", "1.10", "1!0.1"]),
            (Ecosystem::Npm, &["1.0.0-alpha", "1.0.0-alpha.beta", "1.0.0-rc.1", "1.0.0", "1.2.0", "1.10.0", "2.0.0"]),
            (Ecosystem::Cargo, &["0.9.0", "1.0.0-rc1", "1.0.0", "1.0.1"]),
            (Ecosystem::Golang, &["v0.0.0-20191026110619-0b21df46bc1d", "v0.0.0", "v0.1.0", "v1.9.1", "v1.10.0"]),
            (Ecosystem::Nuget, &["1.0.0.1", "1.0.0.2", "1.0.1"]),
            (Ecosystem::Hex, &["1.0.0-rc.2", "1.0.0-rc.10", "1.0.0", "1.1"]),
            (Ecosystem::Maven, &["1.0-alpha-1", "1.0-rc", "1.0-SNAPSHOT", "1.0", "1.0-sp", "1.1", "33.0.1-jre"]),
            (Ecosystem::Gem, &["1.0.pre", "1.0.rc1", "1.0", "1.0.1"]),
            (Ecosystem::Composer, &["1.0-dev", "1.0-beta2", "1.0.0-RC1", "1.0.0", "1.0.0-p1", "1.0.1"]),
            (Ecosystem::Swift, &["1.0.0-beta", "1.0.0"]),
        ];
        for (ecosystem, versions) in ordered {
            for (at, one) in versions.iter().enumerate() {
                for (place, other) in versions.iter().enumerate() {
                    assert_eq!(compare(*ecosystem, one, other), Some(at.cmp(&place)), "{one} {other}");
                }
            }
        }
        assert_eq!(compare(Ecosystem::Pypi, "1.0", "1"), Some(Ordering::Equal));
        assert_eq!(compare(Ecosystem::Npm, "1.0.0+5", "v1.0.0"), Some(Ordering::Equal));
        assert_eq!(compare(Ecosystem::Npm, "workspace:*", "1.0.0"), None);
        assert_eq!(compare(Ecosystem::Pypi, "1.0.0rc1", "1.0rc1"), Some(Ordering::Equal));
        assert_eq!(compare(Ecosystem::Gem, "1.15.4-x86_64-linux", "1.15.4"), Some(Ordering::Equal));
        assert_eq!(compare(Ecosystem::Nuget, "1.0.0-RC1", "1.0.0-rc1"), Some(Ordering::Equal));
    }

    /// A word or a form whose order is not known decides nothing; one behind a number that differs need not.
    #[test]
    fn an_order_that_is_not_known_is_none() {
        for (ecosystem, one, other) in [
            (Ecosystem::Maven, "1.0-redhat-00001", "1.0"),
            (Ecosystem::Maven, "1.0-1", "1.0.1"),
            (Ecosystem::Composer, "1.0-foo", "1.0"),
            (Ecosystem::Pub, "1.0.0+1", "1.0.0+2"),
            (Ecosystem::Nuget, "1.0.0.1-rc10", "1.0.0.1-rc2"),
        ] {
            assert_eq!(compare(ecosystem, one, other), None, "{one} {other}");
        }
        assert_eq!(compare(Ecosystem::Maven, "1.1-redhat-00001", "1.0"), Some(Ordering::Greater));
    }

    #[test]
    fn a_requirement_may_leave_one_version() {
        assert_eq!(exact(Ecosystem::Pypi, "==2.3"), Some("2.3"));
        assert_eq!(exact(Ecosystem::Pypi, "==2.*"), None);
        assert_eq!(exact(Ecosystem::Npm, "4.17.20"), Some("4.17.20"));
        assert_eq!(exact(Ecosystem::Npm, "4"), None);
        assert_eq!(exact(Ecosystem::Cargo, "1.2"), None);
        assert_eq!(exact(Ecosystem::Golang, "v1.9.0"), None);
    }

    #[test]
    fn a_requirement_may_state_its_least_version() {
        assert_eq!(least(Ecosystem::Pypi, ">=2.32,<3"), Some("2.32"));
        assert_eq!(least(Ecosystem::Npm, "^4.17.20"), Some("4.17.20"));
        assert_eq!(least(Ecosystem::Npm, "^3 || ^4"), None);
        assert_eq!(least(Ecosystem::Cargo, "1.2"), Some("1.2"));
        assert_eq!(least(Ecosystem::Gem, "~> 5.1"), Some("5.1"));
        assert_eq!(least(Ecosystem::Npm, "*"), None);
        assert_eq!(least(Ecosystem::Pypi, "<3"), None);
    }
}
