//! The packages that a text names: an advisory in prose is about one, whoever gives it.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::facts::Snapshot;
use crate::input::{Given, Origin};
use crate::manifest::Manifest;
use crate::primitive::ArgType;

/// The most packages of a text.
const MOST: usize = 5;
/// The words between the name of a package and a version of it, and those before such a name.
const BEHIND: [&str; 9] = ["before", "prior", "through", "version", "versions", "until", "up", "from", "has"];
const AHEAD: [&str; 6] = ["package", "library", "crate", "gem", "dependency", "module"];

/// The packages that the texts of a task name, as values of the input for packages: those of manifests and lockfiles by the letter, where
/// nothing else is given but texts. A word that may be any is one beside a version, in backquotes, or with a sign that words have not.
pub fn named_packages(manifest: &Manifest, given: &[Given], snapshot: &Snapshot) -> Option<Given> {
    let input = manifest.inputs.iter().find(|input| input.arg_type == ArgType::Package)?;
    let arg_type = |given: &Given| manifest.input(&given.name).map(|input| input.arg_type);
    let mut stated = given.iter().filter(|given| !given.values.is_empty());
    if stated.any(|given| arg_type(given) != Some(ArgType::Text)) {
        return None;
    }
    let known = KnownPackages::of(snapshot);
    let texts = || given.iter().flat_map(|given| &given.values);
    let mut values: Vec<String> = Vec::new();
    for name in texts().flat_map(|text| named(text)).flat_map(|name| known.named(name)) {
        if !values.contains(&name) && values.len() < MOST {
            values.push(name);
        }
    }
    // Of the other words one may be a package, where it is the only one; nothing says so but that there is a package of its name.
    let mut unmatched = Vec::new();
    if values.is_empty() {
        let words = texts().flat_map(|text| text.split(|it: char| !it.is_alphanumeric()));
        let found: BTreeSet<String> = words.filter(|word| word.len() > 3).flat_map(|word| known.named(word)).collect();
        values.extend((found.len() == 1).then(|| found.into_iter().next()).flatten());
        let guess =
            |name: &String| format!("`{name}` is taken for the package of the text, which may mean something else");
        unmatched.extend(values.first().map(guess));
    }
    let name = input.name.clone();
    let origin = Origin::From("text");
    (!values.is_empty()).then_some(Given { name, values, origin, gone: Vec::new(), unmatched })
}

/// The packages that manifests and lockfiles name, by their names in small letters and by the last parts of these.
struct KnownPackages<'s> {
    by_name: FxHashMap<String, BTreeSet<&'s str>>,
}

impl<'s> KnownPackages<'s> {
    fn of(snapshot: &'s Snapshot) -> Self {
        let depended = snapshot.depends.iter().map(|row| row.name);
        let names = depended.chain(snapshot.locks.iter().map(|row| row.name)).map(|name| snapshot.names.get(name));
        let mut by_name: FxHashMap<String, BTreeSet<&str>> = FxHashMap::default();
        for name in names.collect::<BTreeSet<&str>>() {
            let last = name.rsplit(['/', ':']).next().unwrap_or(name);
            for spelled in BTreeSet::from([name.to_lowercase(), last.to_lowercase()]) {
                by_name.entry(spelled).or_default().insert(name);
            }
        }
        Self { by_name }
    }

    /// The package of a name; none where several have it as their last part.
    fn named(&self, name: &str) -> Option<String> {
        let found = self.by_name.get(&name.to_lowercase())?;
        let exact = found.iter().find(|known| known.eq_ignore_ascii_case(name));
        let only = found.first().filter(|_| found.len() == 1);
        exact.or(only).map(|name| (*name).to_owned())
    }
}

/// The words of a text that may be the names of packages.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let is_operator = |it: char| "<>=~^!".contains(it);
    let is_version = |word: &str| {
        let number = word.trim_start_matches(is_operator).trim_start_matches('v');
        number.starts_with(|it: char| it.is_ascii_digit()) || word.starts_with(is_operator)
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let bare = word.trim_matches(|it: char| ",.;:()[]{}\"'`".contains(it));
        let (name, rest) = bare.find(is_operator).map_or((bare, ""), |end| bare.split_at(end));
        let is_beside = |at: Option<usize>, words: &[&str]| {
            let beside = at.and_then(|at| words.get(at)).unwrap_or(&"");
            (beside.trim_matches(',').to_lowercase(), is_version(beside))
        };
        let (next, is_before_version) = is_beside(Some(at + 1), &words);
        let (previous, _) = is_beside(at.checked_sub(1), &words);
        let is_marked = word.contains('`')
            || !rest.is_empty()
            || name.contains(|it: char| !it.is_alphabetic())
            || is_before_version
            || BEHIND.contains(&next.as_str())
            || AHEAD.contains(&previous.trim_end_matches(':'));
        if is_marked && name.len() > 1 {
            found.push(name);
        }
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn a_package_is_marked_by_a_version_or_a_sign() {
        let names = |text: &str| named(text).map(str::to_owned).collect::<Vec<_>>();
        // Words around a version that are none do no harm: no package has them as its name.
        let found = names("GHSA: lodash before 4.17.21 is vulnerable to injection");
        assert_eq!(found, ["lodash", "before", "4.17.21"]);
        assert_eq!(
            names("urllib3 < 2.2.2, and requests==2.31 of the `click` cli"),
            ["urllib3", "2.2.2", "requests", "click"]
        );
        assert_eq!(names("many requests are slow"), Vec::<String>::new());
        assert_eq!(names("the package gopkg.in/yaml.v3 panics"), ["gopkg.in/yaml.v3"]);
    }
}
