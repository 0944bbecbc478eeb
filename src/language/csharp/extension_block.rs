//! Blocks of extensions, `extension(Lid lid) { … }`: the grammar takes one for a constructor. It is parsed as a structure in its place, whose
//! members are those of the static class around, and are called on the receiver that the block states.

use std::ops::Range;

use memchr::memmem;
use tree_sitter::{Node, Tree};

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::misread::{BlankMeaning, Misread};
use super::super::observation::Decl;
use super::generic::{bounds, type_of};
use super::holders::bind_held;

/// The word that begins a block.
const WORD: &str = "extension";
/// The head of a structure, as long as that word.
const STRUCTURE: &str = "struct ex";
/// The local name of what an extension method is called on.
const THIS: &str = "this";

/// The blocks of a text that are read as constructors.
pub fn misread(tree: &Tree, text: &[u8]) -> Vec<Misread> {
    let places = memmem::find_iter(text, WORD);
    places
        .filter_map(|at| Some((at, receiver_behind(text, at)?)))
        .filter_map(|(at, of)| block(tree, text, at, of))
        .collect()
}

fn block(tree: &Tree, text: &[u8], at: usize, receiver: Range<usize>) -> Option<Misread> {
    let node = tree.root_node().descendant_for_byte_range(at, at + WORD.len());
    let node = node.filter(|node| node.kind() == "identifier" && node.start_byte() == at)?;
    let around = std::iter::successors(node.parent(), Node::parent)
        .find(|it| it.kind().ends_with("_declaration") && it.field("name") != Some(node));
    // A constructor has the name of its type.
    let name = around.and_then(|it| it.field("name")).and_then(|name| text.get(name.byte_range()));
    let is_named = has_name(text.get(receiver.clone())?);
    Some(Misread {
        at: start(node),
        is_lost: true,
        blank: if is_named { 0..0 } else { receiver },
        has: if is_named { BlankMeaning::Nothing } else { BlankMeaning::Names },
        ends: Vec::new(),
        written: Some((at, STRUCTURE)),
    })
    .filter(|_| name != Some(WORD.as_bytes()))
}

/// The brackets around the receiver of the block whose word is at a place.
fn receiver_behind(text: &[u8], at: usize) -> Option<Range<usize>> {
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    let begins = before.is_none_or(|byte| byte.is_ascii_whitespace() || b"{};]/".contains(byte));
    let mut end = behind_space(text, at + WORD.len());
    if text.get(end) == Some(&b'<') {
        end = behind_space(text, behind_brackets(text, end, (b'<', b'>'))?);
    }
    let open = end;
    let close = behind_brackets(text, open, (b'(', b')')).filter(|_| begins)?;
    let rest = text.get(behind_space(text, close)..)?;
    (rest.starts_with(b"{") || rest.starts_with(b"where")).then_some(open..close)
}

fn behind_space(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or(&[]);
    at + rest.len() - rest.trim_ascii_start().len()
}

/// The place behind the bracket that closes the one at a place.
fn behind_brackets(text: &[u8], at: usize, (open, close): (u8, u8)) -> Option<usize> {
    /// The longest list that is read.
    const LONGEST: usize = 1024;
    let mut depth = 0usize;
    for (length, byte) in text.get(at..)?.iter().take(LONGEST).enumerate() {
        match *byte {
            byte if byte == open => depth += 1,
            byte if byte == close => depth = depth.checked_sub(1)?,
            b'{' | b';' => return None,
            _ => {}
        }
        if depth == 0 {
            return (length > 0).then_some(at + length + 1);
        }
    }
    None
}

/// Whether a receiver in brackets has a name behind its type: one of static members alone has none.
fn has_name(receiver: &[u8]) -> bool {
    let inside = receiver.trim_ascii_end().strip_suffix(b")").unwrap_or(receiver).trim_ascii_end();
    let n_name = inside
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@' | 0x80..))
        .count();
    let before = &inside[..inside.len() - n_name];
    n_name > 0 && before.trim_ascii_end().last().is_some_and(|last| !b"(.,<:".contains(last)) && before.ends_with(b" ")
}

/// Whether a structure is such a block.
pub fn is_block(node: Node<'_>, builder: &Builder<'_>) -> bool {
    node.kind() == "struct_declaration" && builder.text(node).starts_with(WORD)
}

/// The block that a member is in.
fn around<'t>(member: Node<'t>, builder: &Builder<'t>) -> Option<Node<'t>> {
    builder.ancestors(member).nth(1).filter(|block| is_block(*block, builder))
}

/// Binds the receiver of the open member, where it is in a block, and the type parameters of that. A method takes `least` to `most`
/// arguments beside the receiver, which comes before them.
pub fn bind_receiver(member: Node<'_>, takes: Option<(usize, usize)>, builder: &mut Builder<'_>) {
    let block = around(member, builder);
    let Some(block) = block.filter(|_| matches!(member.kind(), "method_declaration" | "property_declaration")) else {
        if let Some((least, most)) = takes {
            builder.parameters(least, most);
        }
        return;
    };
    let decl = builder.current();
    let mut cursor = block.walk();
    let parts: Vec<Node<'_>> = block.named_children(&mut cursor).collect();
    let types = parts.iter().find(|part| part.kind() == "type_parameter_list");
    let mut cursor = block.walk();
    let types = types.map_or_else(Vec::new, |types| types.named_children(&mut cursor).collect());
    for name in types.iter().filter_map(|of| of.field("name")) {
        let name = builder.text(name);
        let bound = bounds(block, name, builder).into_iter().next();
        bind(decl, name, bound.as_deref(), builder);
    }
    let list = parts.iter().find(|part| part.kind() == "parameter_list");
    let mut cursor = block.walk();
    let parameter = list.and_then(|list| list.named_children(&mut cursor).find(|child| child.kind() == "parameter"));
    let stated = match parameter.and_then(|parameter| parameter.field("type")) {
        Some(of) => builder.text(of).to_owned(),
        None => unnamed(builder.text(block)).unwrap_or_default().to_owned(),
    };
    let of = type_of(&stated);
    let name = parameter.and_then(|parameter| parameter.field("name")).map(|name| builder.text(name));
    if name.is_some() {
        bind(decl, THIS, of.as_deref(), builder);
        bind_held(decl, THIS, &stated, builder);
    }
    if let Some((least, most)) = takes {
        builder.parameters(least, most.saturating_add(1));
    }
    bind(decl, name.unwrap_or(THIS), of.as_deref(), builder);
    bind_held(decl, name.unwrap_or(THIS), &stated, builder);
}

fn bind(decl: Decl, name: &str, of: Option<&str>, builder: &mut Builder<'_>) {
    builder.bind(decl, name, of, if of.is_some() { BindingKind::Annotated } else { BindingKind::Untyped });
}

/// The type of a receiver without a name.
fn unnamed(block: &str) -> Option<&str> {
    let range = receiver_behind(block.as_bytes(), 0)?;
    block.get(range.start + 1..range.end - 1).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receiver_is_in_the_brackets_of_a_block() {
        let of = |text: &str| receiver_behind(text.as_bytes(), 0).map(|range| text[range].to_owned());
        assert_eq!(of("extension(Lid lid) { }").as_deref(), Some("(Lid lid)"));
        assert_eq!(of("extension<T>(IEnumerable<T> xs) where T : Lid { }").as_deref(), Some("(IEnumerable<T> xs)"));
        assert_eq!(of("extension(a);"), None);
        assert_eq!(of("extension { }"), None);
        assert_eq!(of("extensions(Lid lid) { }"), None);
    }

    #[test]
    fn a_receiver_may_have_no_name() {
        let all = [
            "(Lid lid)",
            "([A] Lid lid )",
            "(Lid<A, B> lid)",
            "(Lid? lid)",
            "(Lid)",
            "(N.Lid)",
            "(Lid<A, B>)",
            "( Lid )",
        ];
        assert_eq!(all.map(|it| has_name(it.as_bytes())), [true, true, true, true, false, false, false, false]);
    }
}
