//! Reads commands: `source` and its kin, the tests of bats, and calls of functions.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::{CallKind, ImportKind};
use super::super::observation::Receiver;
use crate::base::TextPart;

/// The builtins of the shell, and words that are never a function's name.
#[rustfmt::skip]
const BUILTINS: &[&str] = &[
    ".", ":", "[", "alias", "bg", "bind", "break", "builtin", "caller", "cd", "command", "compgen", "complete", "continue",
    "declare", "dirs", "disown", "echo", "enable", "eval", "exec", "exit", "export", "false", "fc", "fg", "getopts", "hash",
    "help", "history", "jobs", "kill", "let", "local", "logout", "mapfile", "popd", "printf", "pushd", "pwd", "read",
    "readarray", "readonly", "return", "set", "shift", "shopt", "source", "suspend", "test", "times", "trap", "true", "type",
    "typeset", "ulimit", "umask", "unalias", "unset", "wait", "}", "{",
];

/// Reads one command.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("name") else { return };
    let argument = node.field("argument");
    // A backslash before a name keeps an alias out.
    match (builder.text(name).trim_start_matches('\\'), argument) {
        ("." | "source", Some(argument)) => import(argument, false, builder),
        ("load", Some(argument)) => import(argument, true, builder),
        ("@test", Some(title)) => {
            let title = builder.text(title).trim_matches(['"', '\'']);
            builder.test(title, start(node));
        }
        (command, argument) => {
            if let Some(run) = argument.and_then(|_| run_by(command, node, builder)) {
                call(run, builder);
            }
            call(name, builder);
        }
    }
}

/// The argument of a command that names what the command runs: the first that is no option.
fn run_by<'t>(command: &str, node: Node<'t>, builder: &Builder<'_>) -> Option<Node<'t>> {
    if !matches!(command, "run" | "time" | "trap") {
        return None;
    }
    let mut cursor = node.walk();
    let mut arguments = node.children_by_field_name("argument", &mut cursor);
    let run = arguments.find(|it| !builder.text(*it).starts_with(['-', '!']))?;
    // What a trap runs is in quotes, be it one word or a script.
    let is_plain = run.kind() == "word" || command == "trap" && matches!(run.kind(), "raw_string" | "string");
    is_plain.then_some(run)
}

/// The call of a function by a word, or by the first word of a script in quotes.
fn call(name: Node<'_>, builder: &mut Builder<'_>) {
    let whole = builder.text(name);
    let script = whole.strip_prefix(['"', '\'']).filter(|_| matches!(name.kind(), "raw_string" | "string"));
    let word = script.map(|script| script.split([' ', ';', '"', '\'']).next().unwrap_or(script));
    let (text, at) = match word {
        Some(word) => (word, start(name).behind("'")),
        None => (whole, start(name)),
    };
    let is_plain = text.chars().all(|letter| letter.is_alphanumeric() || "_:-.".contains(letter));
    if is_plain && !text.is_empty() && !BUILTINS.contains(&text) {
        builder.call(CallKind::Call, text, Receiver::Bare, at);
    }
}

/// A script that is brought in. `./x` counts from the script's own directory, `$NAME/x` from one that is not known, `x` from
/// where it is run. bats loads from the directory of the test. Where more than the beginning is open, the end is known.
fn import(argument: Node<'_>, is_load: bool, builder: &mut Builder<'_>) {
    let text = builder.text(argument).trim_matches(['"', '\'']).replace("\"/", "/").replace("/\"", "/");
    let (head, rest) = leading(&text);
    let (end, has_more) = behind_last(rest);
    let is_open = |text: &str| text.contains(['$', '`', '*', '?', '"', '\'', '\n']);
    if end.is_empty() || is_open(end) || text.starts_with(['/', '~', '-', '<']) {
        return;
    }
    let source = match head {
        _ if has_more => open(end),
        "" if is_load => format!("./{}", rest.trim_start_matches("./")),
        "" => rest.trim_start_matches("./").to_owned(),
        head => {
            let up = rest.strip_prefix('/').and_then(|path| Some((directory(head, builder)?, path)));
            match up {
                Some((up, path)) => format!("./{up}{path}"),
                None => open(rest),
            }
        }
    };
    builder.import(ImportKind::Value, &source, None, None, start(argument));
}

/// A path of which only the end is known. The value before it may end with a slash, `${ROOT}lib/x.sh`; a part of a name,
/// as in `$NAME.sh`, leads nowhere.
fn open(end: &str) -> String {
    if end.contains('/') { format!("$/{}", end.trim_start_matches('/')) } else { format!("${end}") }
}

/// The end of a text behind the last expansion in it, and whether there is any.
fn behind_last(text: &str) -> (&str, bool) {
    let mut end = text;
    while let Some(at) = end.find(['$', '`']) {
        end = leading(end.part(at..)).1;
    }
    (end, end.len() < text.len())
}

/// Splits a text after the expansion that it starts with.
fn leading(text: &str) -> (&str, &str) {
    let end = match text.as_bytes() {
        [b'$', open @ (b'(' | b'{'), ..] => {
            let close = if *open == b'(' { b')' } else { b'}' };
            let mut depth = 0;
            let closed = text.bytes().position(|byte| {
                depth += i32::from(byte == *open) - i32::from(byte == close);
                byte == close && depth == 0
            });
            closed.map_or(text.len(), |at| at + 1)
        }
        [b'$', ..] => {
            let name = text.part(1..).find(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
            name.map_or(text.len(), |at| at + 1)
        }
        [b'`', ..] => text.part(1..).find('`').map_or(text.len(), |at| at + 2),
        _ => 0,
    };
    text.split_at(end)
}

/// Whether an expansion is the directory of the script; if so, the `../` that lead up from it.
fn directory(head: &str, builder: &Builder<'_>) -> Option<String> {
    if let Some(up) = own_directory(head) {
        return Some(up);
    }
    let name = head.trim_start_matches("${").trim_start_matches('$').trim_end_matches('}');
    if name.is_empty() || !name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') {
        return None;
    }
    let source = std::str::from_utf8(builder.source()).ok()?;
    let wanted = format!("{name}=");
    let is_start = |at: usize| source.part(..at).chars().next_back().is_none_or(|before| " \t\n;".contains(before));
    let (at, _) = source.match_indices(&wanted).find(|(at, _)| is_start(*at))?;
    own_directory(source.part(at + wanted.len()..).lines().next()?)
}

/// `$(dirname "$0")`, `${BASH_SOURCE[0]%/*}`, `$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)`, `$BATS_TEST_DIRNAME`.
fn own_directory(text: &str) -> Option<String> {
    let names_script = ["BASH_SOURCE", "$0", "${0"].iter().any(|name| text.contains(name));
    let takes_directory = text.contains("dirname") || text.contains("%/*");
    let is_own = (names_script && takes_directory) || text.contains("BATS_TEST_DIRNAME");
    is_own.then(|| "../".repeat(text.matches("/..").count()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_directory_of_a_script_in_its_many_forms() {
        let own = ["$(dirname \"$0\")", "${BASH_SOURCE[0]%/*}", "$(cd \"$(dirname \"$BASH_SOURCE\")\" && pwd)"];
        assert!(own.iter().all(|text| own_directory(text).as_deref() == Some("")));
        assert_eq!(own_directory("$(dirname $0)/..").as_deref(), Some("../"));
        assert_eq!(own_directory("$HOME"), None);
        assert_eq!(leading("$(a $(b))/c"), ("$(a $(b))", "/c"));
        assert_eq!(leading("$DIR/c"), ("$DIR", "/c"));
        assert_eq!(leading("a/c"), ("", "a/c"));
        assert_eq!(behind_last("/$(b \"$C\")/${D}/e"), ("/e", true));
        assert_eq!(behind_last("/`b`c/$"), ("", true));
        assert_eq!(behind_last("/b/c"), ("/b/c", false));
    }
}
