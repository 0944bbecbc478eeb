//! Sources that a build takes for one platform, or for one version of the language.

use crate::base::path;

/// The words of folders that hold the sources of one platform.
const PLATFORMS: &[&str] = &["js", "jvm", "native", "wasm"];

/// Whether two files of one name lie in folders that differ by a platform or a version alone: `src-jvm` and `src-native`.
pub fn are_alternatives(one: &str, other: &str) -> bool {
    let [names, others] = [one, other].map(|path| path.split('/').collect::<Vec<_>>());
    let differing: Vec<(&str, &str)> =
        names.iter().zip(&others).filter(|(a, b)| a != b).map(|(a, b)| (*a, *b)).collect();
    let is_as_long = names.len() == others.len();
    is_as_long && path::name(one) == path::name(other) && matches!(differing[..], [(a, b)] if are_alike(a, b))
}

/// Whether two names are alike but for a platform or a version.
fn are_alike(one: &str, other: &str) -> bool {
    let shared = |name: &str| -> Vec<String> {
        let words = name.split(['-', '_', '.']).filter(|word| !PLATFORMS.contains(word));
        let plain = words.map(|word| word.trim_end_matches(|sign: char| sign.is_ascii_digit()).to_owned());
        plain.filter(|word| !word.is_empty()).collect()
    };
    shared(one) == shared(other)
}

#[cfg(test)]
mod tests {
    use super::are_alternatives;

    #[test]
    fn folders_of_platforms_and_versions_are_alternatives() {
        assert!(are_alternatives("os/src-jvm/Api.scala", "os/src-native/Api.scala"));
        assert!(are_alternatives("jvm/src/main/scala/a/B.scala", "js/src/main/scala/a/B.scala"));
        assert!(are_alternatives("src/main/scala-2.13/a/B.scala", "src/main/scala-3/a/B.scala"));
        for (one, other) in [
            ("examples/one/Main.scala", "examples/two/Main.scala"),
            ("js/A.scala", "jvm/B.scala"),
            ("src/js/A.scala", "jvm/A.scala"),
            ("a/A2.scala", "a/A3.scala"),
        ] {
            assert!(!are_alternatives(one, other), "{one} and {other}");
        }
    }
}
