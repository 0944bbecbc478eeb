//! The names of external packages by how their paths begin: of the thousands that a repository has, few may be meant.

use std::borrow::Cow;

use cg_rules::PackageId;

use super::hashed;
use crate::facts::{NONE, OutsideName, OutsideNames, Snapshot};

/// The external names by the first words that their paths begin with.
#[derive(Debug, Default)]
pub(super) struct OutsideHeads {
    /// By the beginnings of packages, modules and, in Ruby, members; sorted.
    heads: Vec<(Head, PackageId)>,
}

/// The hashes of the first words of a path, each of letters and digits; 0 for a word that there is not. In Go the third is the first
/// that differs from one publisher to another.
type Head = [u32; 3];

impl OutsideHeads {
    /// The beginnings of the names of a snapshot.
    pub fn of(snapshot: &Snapshot, names: &OutsideNames) -> Self {
        let mut heads = Vec::with_capacity(2 * names.len());
        // Neighbours are of one package, and mostly of one module.
        let mut last: Option<(OutsideName, [Head; 3])> = None;
        for (id, name) in names.iter() {
            let family = name.language().map_or("", |language| language.family);
            let is_rust = family == "rust";
            let known = last
                .filter(|(it, _)| (it.package, it.module, it.language) == (name.package, name.module, name.language));
            let own = known.map_or_else(
                || {
                    let (package, module) = (snapshot.package_name(name.package), snapshot.names.get(name.module));
                    [head(package), head(&plain(package, is_rust)), head(&plain(module, is_rust))]
                },
                |(_, own)| own,
            );
            last = Some((name, own));
            let member = (family == "ruby" && name.member != NONE).then(|| snapshot.names.get(name.member));
            let [package, in_language, module] = own;
            let others = [in_language, module].into_iter().chain(member.map(|member| head(&plain(member, false))));
            heads.push((package, id));
            heads.extend(others.filter(|it| *it != package).map(|it| (it, id)));
        }
        heads.sort_unstable();
        Self { heads }
    }

    /// The names of which a path begins like a text, or has fewer words that the text goes on from, in order.
    pub fn like(&self, text: &str) -> Vec<PackageId> {
        let wanted = head(text);
        let n_words = n_words(&wanted);
        let filled = |n_words: usize, rest: u32| {
            let words = wanted.iter().take(n_words).copied().chain(std::iter::repeat(rest));
            let mut head = Head::default();
            head.iter_mut().zip(words).for_each(|(word, of)| *word = of);
            head
        };
        let fewer = (1..n_words).flat_map(|n| self.between(filled(n, 0), filled(n, 0)));
        // A text that begins with a mark may mean those alone that begin with one.
        let last = if n_words == 0 { [0, u32::MAX, u32::MAX] } else { filled(n_words, u32::MAX) };
        let mut found: Vec<PackageId> = fewer.chain(self.between(filled(n_words, 0), last)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn between(&self, first: Head, last: Head) -> impl Iterator<Item = PackageId> + '_ {
        let start = self.heads.partition_point(|(head, _)| *head < first);
        self.heads.iter().skip(start).take_while(move |(head, _)| *head <= last).map(|(_, id)| *id)
    }
}

/// How many words there are up to the first that there is not.
fn n_words(head: &Head) -> usize {
    head.iter().position(|word| *word == 0).unwrap_or(head.len())
}

/// The first words of a path.
fn head(path: &str) -> Head {
    let mut words = path.split(|letter: char| !letter.is_ascii_alphanumeric());
    let first = words.next().filter(|word| !word.is_empty()).map_or(0, hash);
    // Two marks may stand between: `a::b`.
    let mut next = || words.find(|word| !word.is_empty()).map_or(0, hash);
    [first, next(), next()]
}

/// Never 0.
fn hash(word: &str) -> u32 {
    // The upper half is the better mixed one.
    ((hashed::hash(word) >> 32) as u32).max(1)
}

/// A path in one spelling: parts joined by dots where `::`, `\` or `#` join them, without the scheme of a specifier, and
/// without the brackets of a header. In Rust a hyphen is an underscore.
pub(super) fn plain(path: &str, in_rust: bool) -> Cow<'_, str> {
    let path = path.trim_matches(['<', '>']);
    let path = ["node:", "npm:", "jsr:"].iter().find_map(|scheme| path.strip_prefix(scheme)).unwrap_or(path);
    let is_mark = |letter: u8| matches!(letter, b':' | b'\\' | b'#') || in_rust && letter == b'-';
    if !path.bytes().any(is_mark) {
        return Cow::Borrowed(path);
    }
    if !(path.contains("::") || path.contains(['\\', '#']) || in_rust && path.contains('-')) {
        return Cow::Borrowed(path);
    }
    let path = path.trim_start_matches(['\\', ':']).replace("::", ".").replace(['\\', '#'], ".");
    Cow::Owned(if in_rust { path.replace('-', "_") } else { path })
}

/// Whether a path is the one wanted, or goes on from it at the end of a part.
pub fn is_below(path: &str, wanted: &str, dots: bool) -> bool {
    let rest = path.strip_prefix(wanted);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', ':']) || dots && rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use cg_rules::Id as _;
    use proptest::prelude::*;

    use super::*;

    /// A path that is the one wanted, or lies below it or above it, begins with the same words as far as both have any.
    fn is_like(path: &str, wanted: &str) -> bool {
        let (path, wanted) = (head(path), head(wanted));
        let both = n_words(&path).min(n_words(&wanted));
        path[..both] == wanted[..both] && (both > 0 || path[0] == wanted[0])
    }

    /// The paths that are like another, by a look at each.
    fn all_like(paths: &[String], wanted: &str) -> Vec<PackageId> {
        (0..paths.len()).filter(|at| is_like(&paths[*at], wanted)).map(PackageId::of).collect()
    }

    proptest! {
        #[test]
        fn what_lies_below_a_path_begins_like_it(
            path in "[ab]{1,2}(::|[.:/#\\\\-])?[ab]{0,2}(::|[./-])?[ab]{0,2}", rest in "(::|[./:])[ab.]{0,3}", in_rust in any::<bool>()
        ) {
            let longer = format!("{path}{rest}");
            let (wanted, below) = (plain(&path, in_rust), plain(&longer, in_rust));
            if is_below(&below, &wanted, true) {
                prop_assert!(is_like(&below, &wanted));
                prop_assert!(is_like(&plain(&longer, !in_rust), &wanted));
            }
        }

        #[test]
        fn what_begins_like_a_path_is_found(
            paths in proptest::collection::vec("[ab]?([./@][ab]{1,2}){0,4}", 0..12), wanted in "[ab]?([./@][ab]{1,2}){0,4}"
        ) {
            let mut heads: Vec<(Head, PackageId)> =
                paths.iter().enumerate().map(|(at, path)| (head(path), PackageId::of(at))).collect();
            heads.sort_unstable();
            prop_assert_eq!(OutsideHeads { heads }.like(&wanted), all_like(&paths, &wanted));
        }
    }

    #[test]
    fn words_are_letters_and_digits() {
        assert_eq!(head("a::b.c"), head("a/b/c"));
        assert_eq!(head("a-b"), head("a_b"));
        assert_ne!(head("a.b"), head("a.c"));
        assert_eq!((n_words(&head("a.")), n_words(&head("a.b::c/d"))), (1, 3));
        assert_eq!(head("@scope/name")[0], 0);
    }
}
