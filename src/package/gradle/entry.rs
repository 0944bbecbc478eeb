//! One statement of a list of dependencies: the configuration, and what it is given.

use crate::base::TextPart;
/// The argument of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigurationArgument {
    /// An artifact: `group:name` and its version.
    Artifact(String, String),
    /// An entry of a version catalog: `libs.a.b`.
    Accessor(String),
    /// A project of the build, by its path or its accessor.
    Project(String),
    /// Something that is no package: files, Gradle itself.
    Nothing,
    /// An expression that this does not understand.
    Computed,
}

/// Wrappers of a dependency that do not change its name.
const WRAPPERS: [&str; 6] = ["platform", "enforcedPlatform", "testFixtures", "create", "variantOf", "dependencies"];
/// How many of them may be inside each other.
const DEPTH: u32 = 4;
/// Arguments that are no package.
const LOCAL: [&str; 8] =
    ["files", "fileTree", "gradleApi", "gradleKotlinDsl", "gradleTestKit", "localGroovy", "compose", "npm"];

/// The configuration and its arguments: `implementation("…")`, `implementation '…'`, `"custom"(…)`, `add("custom", …)`.
/// `None` for a statement of another form.
pub fn parse(statement: &str) -> Option<(&str, Vec<ConfigurationArgument>)> {
    let (configuration, rest) = head(statement)?;
    let rest = rest.trim_start();
    let arguments = match rest.strip_prefix('(') {
        Some(inside) => inside.part(..close(inside)),
        None if rest.starts_with(['"', '\'']) || rest.starts_with(|letter: char| letter.is_alphabetic()) => rest,
        None => return None,
    };
    if configuration == "add" {
        let (configuration, len) = string(arguments.trim_start())?;
        let rest = arguments.trim_start().part(len..).trim_start().strip_prefix(',')?;
        return Some((configuration, given(rest, DEPTH)));
    }
    Some((configuration, given(arguments, DEPTH)))
}

/// A word or a word in quotes, and what follows it.
fn head(statement: &str) -> Option<(&str, &str)> {
    if let Some((word, len)) = string(statement) {
        return Some((word, statement.part(len..)));
    }
    let len = word_len(statement);
    let word = statement.part(..len);
    let is_other = ["", "if", "else", "for", "while", "val", "var", "def", "exclude", "println", "return", "import"];
    (!is_other.contains(&word)).then(|| (word, statement.part(len..)))
}

fn word_len(text: &str) -> usize {
    text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len())
}

/// The string at the start of a text, and its length with its quotes.
fn string(text: &str) -> Option<(&str, usize)> {
    let quote = text.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
    let end = text.part(1..).find(quote)? + 1;
    Some((text.part(1..end), end + 1))
}

/// Where the bracket closes that is open at the start of a text.
fn close(text: &str) -> usize {
    let mut depth = 1;
    let mut quote = None;
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

fn given(arguments: &str, depth: u32) -> Vec<ConfigurationArgument> {
    let text = arguments.trim();
    let text = text.strip_prefix("rootProject.").or_else(|| text.strip_prefix("project.")).unwrap_or(text);
    if text.starts_with(['"', '\'']) {
        return strings(text);
    }
    let len =
        text.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '.').unwrap_or(text.len());
    let (word, rest) = (text.part(..len), text.part(len..).trim_start());
    let last = word.rsplit('.').next().unwrap_or(word);
    if word == "group" && rest.starts_with([':', '=']) {
        return vec![named(text)];
    }
    match rest.strip_prefix('(') {
        Some(_) if depth == 0 => vec![ConfigurationArgument::Computed],
        Some(inside) if WRAPPERS.contains(&last) => given(inside.part(..close(inside)), depth - 1),
        Some(inside) if last == "project" => vec![project(inside.part(..close(inside)))],
        Some(inside) if word == "kotlin" => vec![kotlin(inside.part(..close(inside)))],
        _ if LOCAL.contains(&word.split('.').next().unwrap_or(word)) => vec![ConfigurationArgument::Nothing],
        Some(_) if last != "get" => vec![ConfigurationArgument::Computed],
        _ => vec![accessor(word)],
    }
}

fn accessor(word: &str) -> ConfigurationArgument {
    let word = word.trim_end_matches(".get");
    match word.split_once('.') {
        Some(("projects", project)) => ConfigurationArgument::Project(project.to_owned()),
        Some((_, rest)) if rest.starts_with("plugins.") => ConfigurationArgument::Nothing,
        Some(_) => ConfigurationArgument::Accessor(word.to_owned()),
        None => ConfigurationArgument::Computed,
    }
}

fn project(arguments: &str) -> ConfigurationArgument {
    let path = arguments.split(['"', '\'']).nth(1);
    path.filter(|path| path.starts_with(':'))
        .map_or(ConfigurationArgument::Computed, |path| ConfigurationArgument::Project(path.to_owned()))
}

fn kotlin(arguments: &str) -> ConfigurationArgument {
    let mut strings = arguments.split(['"', '\'']).skip(1).step_by(2);
    let Some(module) = strings.next() else { return ConfigurationArgument::Computed };
    ConfigurationArgument::Artifact(
        format!("org.jetbrains.kotlin:kotlin-{module}"),
        strings.next().unwrap_or_default().to_owned(),
    )
}

/// `group: "g", name: "a", version: "v"`, with `:` or `=`.
fn named(text: &str) -> ConfigurationArgument {
    let field = |name: &str| {
        let at = text.match_indices(name).map(|(at, _)| at + name.len());
        let mut values = at.map(|at| text.part(at..).trim_start()).filter(|rest| rest.starts_with([':', '=']));
        values.next().and_then(|rest| string(rest.part(1..).trim_start())).map(|(value, _)| value)
    };
    match (field("group"), field("name")) {
        (Some(group), Some(name)) => artifact(&format!("{group}:{name}:{}", field("version").unwrap_or_default())),
        _ => ConfigurationArgument::Computed,
    }
}

/// `"g:a:v"`, several of them, or `"g", "a", "v"`.
fn strings(text: &str) -> Vec<ConfigurationArgument> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some((value, len)) = string(rest) {
        all.push(value);
        rest = rest.part(len..).trim_start();
        rest = rest.strip_prefix(',').unwrap_or("").trim_start();
    }
    match all[..] {
        [first, ..] if first.contains(':') => all.into_iter().map(artifact).collect(),
        [group, name, ..] => vec![artifact(&format!("{group}:{name}:{}", all.get(2).unwrap_or(&"")))],
        _ => vec![ConfigurationArgument::Computed],
    }
}

fn artifact(text: &str) -> ConfigurationArgument {
    let mut parts = text.splitn(3, ':');
    let (group, name, version) = (parts.next(), parts.next(), parts.next().unwrap_or_default());
    let version = version.split('@').next().unwrap_or_default();
    match (group, name) {
        (Some(group), Some(name))
            if !group.is_empty() && !name.is_empty() && !format!("{group}{name}").contains('$') =>
        {
            ConfigurationArgument::Artifact(format!("{group}:{name}"), version.to_owned())
        }
        _ => ConfigurationArgument::Computed,
    }
}
