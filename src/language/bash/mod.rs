//! Bash, and what other shells share with it.

mod bats;
mod command;
mod resolve;
mod sites;

use std::borrow::Cow;

use super::conventions::Conventions;
use super::kind::{LocalScope, MemberScope};
use super::shape::{Language, nothing};
use crate::base::path;

/// Bash. Scripts without an ending are not known by their paths, and left out.
pub const LANGUAGE: Language = Language {
    name: "bash",
    fence: "bash",
    extensions: &["sh", "bash", "bats"],
    grammar: || tree_sitter_bash::LANGUAGE.into(),
    queries: &[include_str!("declarations.scm"), include_str!("commands.scm")],
    sites: sites::SITES,
    preprocess: Some(preprocess),
    misread: None,
    read_import: command::read,
    read_declaration: bats::read_function,
    read_test: nothing,
    is_test,
    is_config: |_| false,
    family: "bash",
    claim: None,
    resolver: resolve::resolver,
    implicit_this: false,
    member_scope: MemberScope::Everywhere,
    exports_explicitly: false,
    declares_by_assignment: true,
    dots_lead_into_packages: false,
    // A word that is no command is noted as a member is: what is run may take it for a function.
    dots_lead_to_top_level: true,
    keys_are_members: false,
    follows_imports: false,
    marks_tests: true,
    local_scope: LocalScope::Function,
    conventions: Conventions {
        interpreters: &["sh", "bash", "dash", "ksh", "zsh", "ash", "bats"],
        calls_no_variables: true,
        ..Conventions::NONE
    },
    builtins: &[],
};

/// The text without what the grammar has no place for.
fn preprocess(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    let plain = without_wide_digits(text);
    bats::with_blocks(plain.as_deref().unwrap_or(text)).map(Cow::Owned).or(plain)
}

/// A text without letters beyond ASCII where the grammar asks for digits (`{1..9}`): it asks by a table that ends before
/// them, and reads whatever memory lies behind. `None` where there is none.
pub fn without_wide_digits(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    let mut plain = Cow::Borrowed(text);
    let mut in_digits = false;
    for (at, byte) in text.iter().enumerate() {
        let opens = *byte == b'{' || *byte == b'.' && at > 0 && text[at - 1] == b'.';
        // All bytes of a letter go, and the letters behind it, which would be asked next.
        let is_wide = in_digits && !byte.is_ascii();
        if is_wide {
            plain.to_mut()[at] = b'_';
        }
        in_digits = opens || in_digits && (byte.is_ascii_digit() || is_wide);
    }
    matches!(plain, Cow::Owned(_)).then_some(plain)
}

/// Whether a path is a test: run by bats, `test_x.sh`, `x_test.sh`, or in a folder of tests.
fn is_test(file: &str) -> bool {
    let stem = path::stem(file);
    let is_named = |stem: &str| stem.starts_with("test_") || stem.starts_with("test-") || stem.ends_with("_test");
    path::extension(file) == "bats"
        || is_named(stem)
        || path::parent(file).split('/').any(|part| matches!(part, "test" | "tests"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_the_grammar_takes_for_digits_go() {
        let plain = |text: &'static str| {
            without_wide_digits(text.as_bytes()).map(|it| String::from_utf8_lossy(&it).into_owned())
        };
        assert_eq!(plain("echo {\u{1f680},b} é"), Some("echo {____,b} é".to_owned()));
        assert_eq!(plain("echo {1..\u{1f680}}"), Some("echo {1..____}".to_owned()));
        assert_eq!(plain("echo {1é..9}"), Some("echo {1__..9}".to_owned()));
        assert_eq!(plain("echo é {1..9} {a,é} é"), None);
    }
}
