//! Names of packages: how they are compared, and how people write them.
//!
//! A package has a key: its package URL without version, such as `pkg:npm/lodash` or `pkg:pypi/flask-login`. Two
//! names are the same package exactly if their keys are equal.

use super::shape::Ecosystem;
use crate::base::TextPart;

/// How every key begins; no import names a module so.
pub const PREFIX: &str = "pkg:";

/// The key of a name.
pub fn key(ecosystem: Ecosystem, name: &str) -> String {
    let name = match ecosystem {
        Ecosystem::Pypi => pep503(name),
        Ecosystem::Composer | Ecosystem::Golang | Ecosystem::Nuget | Ecosystem::Swift => name.to_lowercase(),
        Ecosystem::Maven => name.replacen(':', "/", 1),
        Ecosystem::Gradle => name.trim_start_matches(':').replace(':', "/"),
        Ecosystem::Npm => name.strip_prefix('@').map_or_else(|| name.to_owned(), |name| format!("%40{name}")),
        Ecosystem::Cargo | Ecosystem::Gem | Ecosystem::Hex | Ecosystem::Pub => name.to_owned(),
    };
    format!("{PREFIX}{}/{name}", ecosystem.name())
}

/// The package URL of a key at a version; without one, the key.
pub fn at_version(key: &str, version: &str) -> String {
    let mut url = key.to_owned();
    url.push_str(if version.is_empty() { "" } else { "@" });
    for byte in version.bytes() {
        match byte {
            b'.' | b'-' | b'_' | b'~' | b':' => url.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => url.push(char::from(byte)),
            byte => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url
}

/// A Python name in lower case, with one hyphen for each run of hyphens, underscores and dots (PEP 503).
fn pep503(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for letter in name.chars() {
        let is_rule = matches!(letter, '-' | '_' | '.');
        if !is_rule {
            plain.extend(letter.to_lowercase());
        } else if !plain.ends_with('-') {
            plain.push('-');
        }
    }
    plain
}

/// A package as someone asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageQuery {
    /// Where it belongs; `None` where that was not said.
    pub ecosystem: Option<Ecosystem>,
    /// Its name, as manifests write it.
    pub name: String,
    /// The version that was named along with it.
    pub version: Option<String>,
}

impl PackageQuery {
    /// Reads `lodash`, `lodash@4.17.20`, `@scope/name@1`, `Flask_Login==1.0`, `group:artifact:1.0` or
    /// `pkg:npm/lodash@4.17.20`. `None` for nothing, and for a package URL of a type that is not known here.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let asked = match text.get(..PREFIX.len()) {
            Some(head) if head.eq_ignore_ascii_case(PREFIX) => purl(text.part(PREFIX.len()..))?,
            _ => bare(text),
        };
        (!asked.name.is_empty()).then_some(asked)
    }

    /// Whether a version is the one that was named, or begins with it: `4` is any of `4.17.20`. `None` where no
    /// version was named, or a range of them.
    pub fn is_at(&self, version: &str) -> Option<bool> {
        let plain = |text: &str| text.trim_start_matches(['v', '=']).to_owned();
        let asked = plain(self.version.as_deref()?);
        let is_plain =
            asked.starts_with(|letter: char| letter.is_ascii_digit()) && !asked.contains([',', ' ', '*', '|']);
        let version = plain(version);
        let rest = version.strip_prefix(&asked);
        is_plain.then(|| rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-', '+'])))
    }

    /// The keys that it may have, the likelier first within one ecosystem.
    pub fn keys(&self) -> Vec<Vec<String>> {
        let all = Ecosystem::ALL.into_iter();
        let wanted = all.filter(|it| self.ecosystem.is_none_or(|ecosystem| ecosystem == *it));
        wanted.map(|ecosystem| spellings(ecosystem, &self.name)).collect()
    }
}

fn spellings(ecosystem: Ecosystem, name: &str) -> Vec<String> {
    match ecosystem {
        // The registry takes both for one name; manifests must write the one that was published.
        Ecosystem::Cargo => {
            [name.to_owned(), name.replace('_', "-"), name.replace('-', "_")].map(|name| key(ecosystem, &name)).into()
        }
        // A path inside a module stands for the module; the nearest one wins.
        Ecosystem::Golang => {
            let ends = name.match_indices('/').map(|(at, _)| at).rev();
            std::iter::once(name.len()).chain(ends).map(|end| key(ecosystem, name.part(..end))).collect()
        }
        _ => vec![key(ecosystem, name)],
    }
}

fn bare(text: &str) -> PackageQuery {
    let mut name = text;
    let mut version = None;
    if let Some((before, after)) = split_version(text) {
        (name, version) = (before, Some(after));
    } else if let Some(at) = text.find(['=', '<', '>', '~', '!', '[', ' ']) {
        let rest = text.part(at..).trim_start_matches(|letter| letter != ']').trim_start_matches(']');
        let rest = if text.part(at..).starts_with('[') { rest } else { text.part(at..) };
        (name, version) = (text.part(..at), Some(rest.trim_start_matches("==").trim()));
    } else if let [group, artifact, rest] = text.splitn(3, ':').collect::<Vec<_>>()[..]
        && !group.is_empty()
    {
        (name, version) = (text.part(..group.len() + 1 + artifact.len()), Some(rest));
    }
    let version = version.filter(|version| !version.is_empty()).map(str::to_owned);
    PackageQuery { ecosystem: None, name: name.to_owned(), version }
}

/// At the last `@` that does not begin a scope.
fn split_version(text: &str) -> Option<(&str, &str)> {
    text.rsplit_once('@').filter(|(name, _)| !name.is_empty() && !name.ends_with('/'))
}

fn purl(text: &str) -> Option<PackageQuery> {
    let text = text.trim_start_matches('/');
    let text = text.split(['?', '#']).next().unwrap_or(text);
    let (kind, rest) = text.split_once('/')?;
    let ecosystem = Ecosystem::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(kind))?;
    let (name, version) = split_version(rest).map_or((rest, None), |(name, version)| (name, Some(decoded(version))));
    let mut name = decoded(name.trim_matches('/'));
    if ecosystem == Ecosystem::Maven {
        name = name.replacen('/', ":", 1);
    }
    Some(PackageQuery { ecosystem: Some(ecosystem), name, version })
}

/// Percent-encoded text as it is meant; left alone where it is not UTF-8.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        let code = text.get(at + 1..at + 3).filter(|_| *byte == b'%');
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(decoded) => {
                bytes.push(decoded);
                at += 3;
            }
            None => {
                bytes.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> (Option<Ecosystem>, String, Option<String>) {
        let asked = PackageQuery::parse(text).expect("a package");
        (asked.ecosystem, asked.name, asked.version)
    }

    #[test]
    fn packages_as_people_write_them() {
        let bare = |name: &str, version: Option<&str>| (None, name.to_owned(), version.map(str::to_owned));
        assert_eq!(asked(" lodash "), bare("lodash", None));
        assert_eq!(asked("lodash@4.17.20"), bare("lodash", Some("4.17.20")));
        assert_eq!(asked("@babel/core"), bare("@babel/core", None));
        assert_eq!(asked("@babel/core@7"), bare("@babel/core", Some("7")));
        assert_eq!(asked("Flask_Login==1.0"), bare("Flask_Login", Some("1.0")));
        assert_eq!(asked("requests[socks]>=2"), bare("requests", Some(">=2")));
        assert_eq!(asked("com.squareup.okio:okio:3.1"), bare("com.squareup.okio:okio", Some("3.1")));
        assert_eq!(asked(":okhttp-tls"), bare(":okhttp-tls", None));
        let npm = |name: &str, version: Option<&str>| (Some(Ecosystem::Npm), name.into(), version.map(str::to_owned));
        assert_eq!(asked("pkg:npm/lodash@4.17.20?arch=x#y"), npm("lodash", Some("4.17.20")));
        assert_eq!(asked("PKG:npm/%40babel/core@7"), npm("@babel/core", Some("7")));
        assert_eq!(asked("pkg:npm/@babel/core"), npm("@babel/core", None));
        let maven = (Some(Ecosystem::Maven), "com.squareup.okio:okio".to_owned(), Some("3".to_owned()));
        assert_eq!(asked("pkg:maven/com.squareup.okio/okio@3"), maven);
        assert!(
            ["", "pkg:deb/debian/curl", "pkg:npm", "pkg:npm/"].iter().all(|text| PackageQuery::parse(text).is_none())
        );
    }

    #[test]
    fn keys_are_compared() {
        assert_eq!(key(Ecosystem::Pypi, "Flask__Login.x"), "pkg:pypi/flask-login-x");
        assert_eq!(key(Ecosystem::Npm, "@a/b"), "pkg:npm/%40a/b");
        let go = PackageQuery::parse("golang.org/x/net/http2").map(|asked| asked.keys()).unwrap_or_default();
        assert!(go.iter().any(|keys| keys.contains(&"pkg:golang/golang.org/x/net".to_owned())));
    }
}
