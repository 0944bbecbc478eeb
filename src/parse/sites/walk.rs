//! Walks a tree once. Each node has a role, which comes from its parent and its place in it.

use std::ops::Range;

use tree_sitter::{Node, Tree, TreeCursor};

use super::parameters::TypeParameters;
use super::site::Site;
use super::table::{Child, SiteTable, TokenRole};
use crate::base::Position;
use crate::language::sites::{Give, QuotedNames, SiteKind};
use crate::language::{MACRO_BODY, start};

/// The kinds of nodes that may hold names without being one.
const QUOTING: &[&str] = &["atom", "keyword", "string_content", MACRO_BODY];

/// The role of the node, should it be a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Is(SiteKind),
    /// The same, also for a literal.
    Key(SiteKind),
    /// In a pattern: a new name, or a constant that is compared, distinguished by its capital.
    Bind,
}

/// The name that a node defines: [`crate::language::Conventions::head`].
pub type HeadName = for<'t> fn(Node<'t>, &[u8]) -> Option<Node<'t>>;

/// An open node.
struct Frame<'t> {
    node: Node<'t>,
    role: Role,
    /// The preceding sibling's role: the kind of the last name, else that of the first child.
    before: Option<u16>,
}

/// The rules by which a language names what is in a tree.
pub struct SiteReading<'r> {
    /// The roles of the parts of nodes.
    pub table: &'r SiteTable,
    /// The names that nodes define, which the rows take for called ones.
    pub head: Option<HeadName>,
    /// The names in a text in quotes, and in the body of a macro that the grammar leaves as a text.
    pub quoted: Option<QuotedNames>,
}

/// All names of a tree, in the order of the text.
pub fn walk(reading: &SiteReading<'_>, tree: &Tree, text: &[u8]) -> Vec<Site> {
    let SiteReading { table, head, quoted } = *reading;
    let (mut found, mut parameters) = (Vec::new(), TypeParameters::default());
    let mut cursor = tree.walk();
    let mut open = vec![Frame { node: tree.root_node(), role: Role::Is(SiteKind::Read), before: None }];
    let mut more = cursor.goto_first_child();
    // Where the last name begins that a node stated.
    let mut stated = None;
    while let Some(frame) = open.last_mut() {
        if !more {
            open.pop();
            more = cursor.goto_parent() && !open.is_empty() && cursor.goto_next_sibling();
            continue;
        }
        let node = cursor.node();
        if (node.is_named() || table.token(node.kind_id()) != TokenRole::None)
            && let Some(role) = enter(table, frame, &cursor, node)
            && !token(table, frame.node, (node, stated_role(stated, node).unwrap_or(role)), text, &mut found)
            && node.child_count() > 0
        {
            if let Some(name) = head.and_then(|head| head(node, text)) {
                stated = Some(name.start_byte());
            }
            open.push(Frame { node, role, before: None });
            more = cursor.goto_first_child();
        } else {
            if let Some(quoted) = quoted.filter(|_| QUOTING.contains(&node.kind())) {
                let mut around = open.iter().rev().map(|frame| frame.node);
                found.extend(in_text(node, text, quoted(node, &mut around, text)));
            }
            if parameters.note(node, found.len()) && found.last().is_some_and(|site| site.kind == SiteKind::Define) {
                parameters.declare(node, open.iter().rev().map(|frame| frame.node));
            }
            more = cursor.goto_next_sibling();
        }
    }
    parameters.mark(&mut found, text);
    found
}

/// The names in a text, by their ranges.
fn in_text(node: Node<'_>, text: &[u8], mut names: Vec<(Range<usize>, SiteKind)>) -> impl Iterator<Item = Site> {
    let content = text.get(node.byte_range()).unwrap_or(&[]);
    names.sort_by_key(|(at, _)| at.start);
    let (mut place, mut from) = (start(node), 0);
    names.into_iter().map(move |(at, kind)| {
        place = behind(place, content.get(from..at.start).unwrap_or(&[]));
        from = at.start;
        let length = u32::try_from(at.len()).unwrap_or(u32::MAX);
        Site { at: place, length, kind, is_parameter: false }
    })
}

/// The place behind some bytes.
fn behind(at: Position, bytes: &[u8]) -> Position {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    match memchr::memrchr(b'\n', bytes) {
        None => Position { column: at.column.saturating_add(count(bytes.len())), ..at },
        Some(last) => Position {
            line: at.line.saturating_add(count(memchr::memchr_iter(b'\n', bytes).count())),
            column: count(bytes.len() - last),
        },
    }
}

/// The role of a name that a node around it defines, by where that name begins.
fn stated_role(stated: Option<usize>, node: Node<'_>) -> Option<Role> {
    stated.filter(|at| *at == node.start_byte() && node.child_count() == 0).map(|_| Role::Is(SiteKind::Define))
}

/// The role of a child; `None` where what is in it names nothing.
fn enter(table: &SiteTable, frame: &mut Frame<'_>, cursor: &TreeCursor<'_>, node: Node<'_>) -> Option<Role> {
    let field = cursor.field_id().map_or(0, std::num::NonZeroU16::get);
    let child = Child { kind: node.kind_id(), field, before: frame.before };
    if frame.before.is_none() || table.token(child.kind) != TokenRole::None {
        frame.before = Some(child.kind);
    }
    let own = frame.role;
    let Some(give) = table.given(frame.node.kind_id(), child) else { return Some(inner(own)) };
    Some(match give {
        Give::Is(kind) => Role::Is(*kind),
        Give::Key(kind) => Role::Key(*kind),
        Give::Own => own,
        Give::Callee if own == Role::Is(SiteKind::Decorator) => own,
        Give::Setter if own == Role::Is(SiteKind::Write) => own,
        Give::Callee | Give::Setter => Role::Is(SiteKind::Call),
        Give::AsType => match own {
            Role::Is(SiteKind::Decorator | SiteKind::New | SiteKind::Import | SiteKind::Call) => own,
            _ => Role::Is(SiteKind::Type),
        },
        Give::Bind => Role::Bind,
        Give::Target if own == Role::Is(SiteKind::Define) => own,
        Give::Target => Role::Is(SiteKind::Write),
        Give::With(marks, then, _) if has(frame.node, marks) => Role::Key(*then),
        Give::With(_, _, or) => Role::Is(*or),
        Give::Last(kind) if node.next_sibling().is_none() => Role::Is(*kind),
        Give::Last(_) => Role::Is(SiteKind::Read),
        Give::Between(kind) if node.prev_sibling().is_some() && node.next_sibling().is_some() => Role::Is(*kind),
        Give::Between(_) => Role::Is(SiteKind::Read),
        Give::Inner => inner(own),
        Give::Not => return None,
    })
}

/// The role inside a node where no row gives one: all of a type is type, all of an import import.
fn inner(own: Role) -> Role {
    match own {
        Role::Is(SiteKind::Type | SiteKind::Import) => own,
        _ => Role::Is(SiteKind::Read),
    }
}

/// Whether a node has a child in one of these fields (`x:`), or a token of one of these texts.
fn has(node: Node<'_>, marks: &str) -> bool {
    marks.split_whitespace().any(|mark| match mark.strip_suffix(':') {
        Some(field) => node.child_by_field_name(field).is_some(),
        None => {
            let mut cursor = node.walk();
            node.children(&mut cursor).any(|child| child.kind() == mark)
        }
    })
}

/// Writes a node down, if it is a name. Whether there is nothing more to look for in it.
fn token(
    table: &SiteTable,
    parent: Node<'_>,
    (node, role): (Node<'_>, Role),
    text: &[u8],
    found: &mut Vec<Site>,
) -> bool {
    let kind = match table.token(node.kind_id()) {
        TokenRole::None => return false,
        TokenRole::Name if node.named_child_count() > 0 => return false,
        TokenRole::Claimed if !matches!(role, Role::Key(_)) => return false,
        _ => kind_of(parent, node, role, text),
    };
    let (from, to) = (node.start_position(), node.end_position());
    if from.row == to.row && from.column < to.column {
        let length = u32::try_from(to.column - from.column).unwrap_or(u32::MAX);
        found.push(Site { at: start(node), length, kind, is_parameter: false });
    }
    true
}

fn kind_of(parent: Node<'_>, node: Node<'_>, role: Role, text: &[u8]) -> SiteKind {
    match role {
        Role::Bind => {
            let first = text.get(node.start_byte()).copied().unwrap_or_default();
            if first.is_ascii_uppercase() { SiteKind::Read } else { SiteKind::Define }
        }
        // Grammars that tell types from values name the identifiers of types so.
        Role::Is(SiteKind::Read) if node.kind() == "type_identifier" => SiteKind::Type,
        // In a macro there are no calls, only names with brackets behind them.
        Role::Is(SiteKind::Read) if parent.kind() == "token_tree" && is_called(node, text) => SiteKind::Call,
        Role::Is(kind) | Role::Key(kind) => kind,
    }
}

fn is_called(node: Node<'_>, text: &[u8]) -> bool {
    matches!(text.get(node.end_byte()), Some(b'(' | b'!'))
}
