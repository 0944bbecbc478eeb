//! The names that a text captures which a macro formats: `"{NAME:>5}"`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use crate::base::TextPart;

/// Notes each name that a part of a text captures, where the text is an argument of a macro.
pub fn read(content: Node<'_>, builder: &mut Builder<'_>) {
    if !builder.ancestors(content).any(|around| around.kind() == "token_tree") {
        return;
    }
    let text = builder.text(content);
    for at in places(text) {
        builder.mention_bare(text.part(at.clone()), start(content).behind(text.part(..at.start)));
    }
}

/// The places of the names in a text that is formatted: two braces stand for one, and a number is no name.
pub fn places(text: &str) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(open) = text.get(at..).and_then(|rest| rest.find('{')).map(|open| at + open) {
        let name = open + 1;
        if bytes.get(name) == Some(&b'{') {
            at = name + 1;
            continue;
        }
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let end = name + bytes.iter().skip(name).take_while(is_part).count();
        let is_name = bytes.get(name).is_some_and(|first| !first.is_ascii_digit());
        if end > name && is_name && matches!(bytes.get(end), Some(b'}' | b':')) {
            found.push(name..end);
        }
        at = end;
    }
    found
}
