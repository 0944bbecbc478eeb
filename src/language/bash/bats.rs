//! The tests of bats: `@test "title" {` is no Bash, and a function may be a test by a comment.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;

/// The text with each `@test "title" {` as a command and a block, `@test "title";{`, as bats makes it a function. `None`
/// where there is none.
pub fn with_blocks(text: &[u8]) -> Option<Vec<u8>> {
    let mut plain: Option<Vec<u8>> = None;
    let mut first = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        if let Some(at) = brace(line) {
            let plain = plain.get_or_insert_with(|| text.to_vec());
            if let Some(blank) = plain.get_mut(first + at - 1) {
                *blank = b';';
            }
        }
        first += line.len();
    }
    plain
}

/// Where the brace is that opens a test in a line. A blank is before it.
fn brace(line: &[u8]) -> Option<usize> {
    let rest = line.trim_ascii_start().strip_prefix(b"@test")?;
    let title = rest.trim_ascii_start();
    if title.len() == rest.len() {
        return None;
    }
    let is_brace = |at: &usize| opens(title, *at);
    let at = behind_quotes(title).filter(is_brace).or_else(|| (0..title.len()).rfind(is_brace))?;
    Some(line.len() - title.len() + at)
}

/// Whether a brace is alone behind a title.
fn opens(title: &[u8], at: usize) -> bool {
    let is_blank = |at: usize| title.get(at).is_none_or(u8::is_ascii_whitespace);
    at > 1 && title.get(at) == Some(&b'{') && is_blank(at - 1) && is_blank(at + 1)
}

/// Where a title in quotes is followed by more than blanks.
fn behind_quotes(title: &[u8]) -> Option<usize> {
    let (quote, rest) = title.split_first().filter(|(quote, _)| matches!(**quote, b'"' | b'\''))?;
    let mut is_escaped = false;
    let end = rest.iter().position(|byte| {
        let ends = byte == quote && !is_escaped;
        is_escaped = !is_escaped && *byte == b'\\' && *quote == b'"';
        ends
    })?;
    let behind = rest.get(end + 1..)?;
    Some(title.len() - behind.trim_ascii_start().len())
}

/// Writes a function as a test where its header says so: `name() { # @test`.
pub fn read_function(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(name), Some(body)) = (node.field("name"), node.field("body")) else { return };
    if node.kind() != "function_definition" || name.start_position().row != body.start_position().row {
        return;
    }
    let behind = builder.source().get(body.start_byte()..).and_then(|text| text.strip_prefix(b"{")).unwrap_or(&[]);
    let line = behind.split(|byte| *byte == b'\n').next().unwrap_or(&[]);
    let comment = line.trim_ascii().strip_prefix(b"#").map(<[u8]>::trim_ascii_start);
    if comment.is_some_and(|comment| comment == b"@test") {
        let title = builder.text(name);
        builder.test(title, start(node));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_of_a_test_becomes_a_command_and_a_block() {
        let plain = |text: &str| with_blocks(text.as_bytes()).map(|it| String::from_utf8_lossy(&it).into_owned());
        assert_eq!(plain("a\n@test \"b {c\" {\n}\n"), Some("a\n@test \"b {c\";{\n}\n".to_owned()));
        assert_eq!(plain("\t@test 'b' \t{ { c; }; }"), Some("\t@test 'b' ;{ { c; }; }".to_owned()));
        assert_eq!(plain("@test \"b \\\" { \" { c; }"), Some("@test \"b \\\" { \";{ c; }".to_owned()));
        assert_eq!(plain("@test b c {\r\n"), Some("@test b c;{\r\n".to_owned()));
        assert_eq!(plain("@test \"b\" \"c\" {"), Some("@test \"b\" \"c\";{".to_owned()));
        for text in ["@test { {:;}", "@test \"b\"{", "@test \"b\" \n{", "@tests b {", "# @test \"b\" {", "@test"] {
            assert_eq!(plain(text), None, "{text}");
        }
    }
}
