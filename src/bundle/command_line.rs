//! The command line of a request, with arguments added: what is printed can be run.

use super::request::BundleRequest;
use crate::base::redact;
use crate::input::Origin;
use crate::manifest::OnStale;

/// The longest command line that is printed, in bytes: a reader is to read it, and it takes room.
const LONGEST: usize = 4_000;

/// The command line that puts a request again with more arguments, each in place of one of its sort; `None` where it
/// would be too long. It is that of the root of the repository.
pub fn command_line(request: &BundleRequest<'_>, added: &str) -> Option<String> {
    let manifest = request.manifest;
    let user = &manifest.budget.user;
    let name = if user.manifest.is_empty() { &manifest.task_class } else { &user.manifest };
    let mut line = format!("cg-bundle {}", quoted(name));
    for (name, values, origins) in request.bound.inputs() {
        if origins.iter().all(|origin| *origin == Origin::Default) {
            continue;
        }
        for value in values {
            let value = redact(value).text.into_owned();
            let escape = if value.starts_with('@') { "@" } else { "" };
            line.push_str(&format!(" --set {}", quoted(&format!("{name}={escape}{value}"))));
        }
    }
    let added = options(added);
    let mut own: Vec<(String, String)> = Vec::new();
    let mut own_option = |flag: &str, value: String| own.push((flag.to_owned(), value));
    request.promoted.iter().for_each(|name| own_option("--promote", name.clone()));
    if user.no_derived {
        own_option("--no-derived", String::new());
    }
    user.max_chars.iter().for_each(|most| own_option("--max-chars", most.to_string()));
    user.max_tokens.iter().for_each(|most| own_option("--max-tokens", most.to_string()));
    user.max_files.iter().for_each(|most| own_option("--max-files", most.to_string()));
    user.of_queries.iter().for_each(|(name, most)| own_option("--max-files", format!("{name}={most}")));
    user.work.flags().into_iter().for_each(|(flag, value)| own_option(&flag, value));
    if manifest.index.on_stale != OnStale::default() {
        own_option("--on-stale", manifest.index.on_stale.name().to_owned());
    }
    own.retain(|known| !added.iter().any(|new| sort(new) == sort(known)));
    for (flag, value) in own.iter().chain(&added) {
        line.push_str(&format!(" {flag}"));
        if !value.is_empty() {
            line.push_str(&format!(" {}", quoted(value)));
        }
    }
    (line.len() <= LONGEST).then_some(line)
}

/// The options of some arguments, each with its value.
fn options(arguments: &str) -> Vec<(String, String)> {
    let mut options: Vec<(String, String)> = Vec::new();
    for part in format!(" {arguments}").split(" --").filter(|part| !part.is_empty()) {
        let (flag, value) = part.split_once(' ').unwrap_or((part, ""));
        options.push((format!("--{flag}"), value.to_owned()));
    }
    options
}

/// Options of one sort take each other's place: a number of characters that of tokens, a cap that of the same query.
fn sort((flag, value): &(String, String)) -> (&str, &str) {
    match (flag.as_str(), value.split_once('=')) {
        ("--max-tokens", _) => ("--max-chars", ""),
        ("--max-files", Some((name, _))) => ("--max-files", name),
        ("--promote", _) => ("--promote", value),
        (flag, _) => (flag, ""),
    }
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_@%+=:,./-".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_divided_into_options() {
        let pair = |flag: &str, value: &str| (flag.to_owned(), value.to_owned());
        assert_eq!(options("--promote a b.py"), [pair("--promote", "a b.py")]);
        assert_eq!(
            options("--budget-profile deep --max-files-read 9"),
            [pair("--budget-profile", "deep"), pair("--max-files-read", "9")]
        );
        assert_eq!(options("--plan"), [pair("--plan", "")]);
        assert_ne!(sort(&pair("--max-files", "a=1")), sort(&pair("--max-files", "3")));
        assert_eq!(sort(&pair("--max-files", "a=1")), sort(&pair("--max-files", "a=3")));
        assert_eq!(sort(&pair("--max-chars", "1")), sort(&pair("--max-tokens", "3")));
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(["a/b.py", "", "it's", "a b"].map(quoted), ["a/b.py", "''", "'it'\\''s'", "'a b'"]);
    }
}
