//! The part of a text in which a local name is seen.

use std::ops::Range;

use tree_sitter::Node;

use super::blocks::FARTHEST;
use super::builder::{Builder, start};
use super::fields::Fields;
use super::observation::Decl;
use super::word_places::{WordPlaces, is_of_word};
use crate::syntax::Name;

/// The kinds of functions without a name, and of other code that runs for a field, a property or a type.
pub const CLOSURES: &[&str] = &[
    "accessor_declaration",
    "anonymous_function",
    "anonymous_function_creation_expression",
    "anonymous_initializer",
    "anonymous_method_expression",
    "arrow_expression_clause",
    "arrow_function",
    "block",
    "closure_expression",
    "computed_getter",
    "computed_property",
    "computed_setter",
    "didset_clause",
    "do_block",
    "func_literal",
    "function_definition",
    "function_expression",
    "getter",
    "lambda",
    "lambda_expression",
    "lambda_literal",
    "setter",
    "willset_clause",
];

/// The bytes in which a name is seen, and those of the block or the head that it is bound in.
pub struct SeenIn {
    /// Where it is seen.
    pub seen: Range<usize>,
    /// The byte from which on it is, be it in the head.
    pub from: usize,
    /// The block, the loop or the function.
    pub holder: Range<usize>,
}

impl Builder<'_> {
    /// Whether a name that a node binds is seen in a part of its function alone, and is written beside that: there it is of
    /// something else.
    pub(super) fn is_written_beside(
        &mut self,
        scope: Decl,
        name: Name,
        node: Node<'_>,
        at: (&Range<usize>, &SeenIn),
    ) -> bool {
        let (binder, SeenIn { seen, holder, .. }) = at;
        let declared = self.observation.declaration(scope).at;
        let is_inside = |outer: &Node<'_>| scope == Decl(0) || start(*outer) > declared;
        let is_around = |outer: &Node<'_>| outer.start_byte() <= holder.start && holder.end <= outer.end_byte();
        let around = self.ancestors(node).take(FARTHEST).take_while(is_inside);
        let Some(outer) = around.filter(is_around).last().map(|outer| outer.byte_range()) else { return false };
        let part = |range: Range<usize>| self.source().get(range).unwrap_or_default();
        // A grammar may put a block into a block.
        let is_wrapper = |text: &[u8]| !text.iter().any(|byte| is_of_word(*byte));
        if is_wrapper(part(outer.start..holder.start)) && is_wrapper(part(holder.end..outer.end)) {
            return false;
        }
        let text = self.source();
        let words = self.blocks.words.get_or_insert_with(|| WordPlaces::of(text));
        let name = self.observation.name(name).as_bytes();
        [outer.start..binder.start.min(seen.start), seen.end..outer.end].into_iter().any(|part| words.has(name, part))
    }
}

/// The bytes in which the names are seen that a node binds: its own body, or what is behind it in the block around.
pub fn seen_in<'n>(node: Node<'n>, mut above: impl Iterator<Item = Node<'n>>) -> SeenIn {
    if let Some(body) = body_of(node) {
        // All cases see the name, of which the body is the first.
        let end = if is_case_of(body, node) { node.end_byte() } else { body.end_byte() };
        let start = where_clause(node).unwrap_or(body).start_byte();
        return SeenIn { seen: start..end, from: start, holder: node.byte_range() };
    }
    let mut start = node.end_byte();
    let mut last = node.byte_range();
    let mut inner = node;
    while let Some(outer) = above.next() {
        if let Some(body) = body_of(outer).filter(|body| body.start_byte() >= start) {
            return SeenIn { seen: body.byte_range(), from: start, holder: outer.byte_range() };
        }
        last = outer.byte_range();
        if is_block(outer.kind()) && !is_part_of_block(outer, inner) {
            let around = above.find(|it| !is_block(it.kind())).filter(|it| SEEN_BY_CONDITION.contains(&it.kind()));
            last = around.map_or(last, |around| around.byte_range());
            break;
        }
        if binds_in_head(outer, node) {
            break;
        }
        inner = outer;
        // The value of a declaration is read before the names of its pattern are seen.
        if outer.field("value").is_some_and(|value| value.start_byte() >= start) {
            start = outer.end_byte();
        }
    }
    SeenIn { seen: start..last.end, from: start, holder: last }
}

/// The kinds of heads that declare: of a condition, of a loop.
const CLAUSES_OF_HEADS: &[&str] = &["condition_clause", "for_clause"];
/// The kinds of loops whose condition comes last and sees what their body binds.
const SEEN_BY_CONDITION: &[&str] = &["do_while_statement", "repeat_statement"];

/// Whether a block is one entry of a list of cases whose statements bind names for all of the list: those of a switch that goes on
/// with the next case. What a pattern binds is seen in its case alone.
fn is_part_of_block(block: Node<'_>, statement: Node<'_>) -> bool {
    const CASES: &[&str] = &["switch_block_statement_group", "switch_case", "switch_default", "switch_section"];
    const STATEMENTS: &[&str] = &["declaration", "declaration_statement", "expression_statement"];
    CASES.contains(&block.kind()) && STATEMENTS.iter().any(|end| statement.kind().ends_with(end))
}

/// Whether a node of a condition, or before one, binds what all branches see: Go's `if x := f(); x != nil`, `if (A* a = b)` in C++.
fn binds_in_head(outer: Node<'_>, node: Node<'_>) -> bool {
    const HEADS: &[&str] = &[
        "if_statement",
        "switch_statement",
        "expression_switch_statement",
        "type_switch_statement",
        "when_expression",
        "while_statement",
    ];
    let holds = |part: Node<'_>| part.start_byte() <= node.start_byte() && node.end_byte() <= part.end_byte();
    let fields =
        ["initializer", "alias", "condition"].into_iter().filter_map(|field| Some((field, outer.field(field)?)));
    // A pattern in a condition may be seen behind it.
    let mut heads = fields.filter(|(field, part)| *field != "condition" || CLAUSES_OF_HEADS.contains(&part.kind()));
    HEADS.contains(&outer.kind()) && heads.any(|(_, part)| holds(part))
}

/// Whether a node is a case of a switch that binds a name for all of its cases.
fn is_case_of(node: Node<'_>, switch: Node<'_>) -> bool {
    switch.kind() == "type_switch_statement" && node.kind().ends_with("_case")
}

/// The clause of a head that sees the names which it binds, before the body: `for a in b where a.c`.
fn where_clause(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind() == WHERE)
}

const WHERE: &str = "where_clause";

/// The part of a node that sees the names which its head binds.
pub fn body_of(node: Node<'_>) -> Option<Node<'_>> {
    const HEADS: &[&str] = &[
        "anonymous",
        "arrow",
        "case_clause",
        "catch",
        "closure",
        "compact_constructor",
        "constructor_declaration",
        "enhanced_for",
        "for",
        "func",
        "init",
        "lambda",
        "method",
        "using",
        "while",
    ];
    let kind = node.kind();
    match kind {
        "type_switch_statement" => {
            let mut cursor = node.walk();
            return node.named_children(&mut cursor).find(|child| is_case_of(*child, node));
        }
        "if_expression" => return node.field("consequence"),
        // Swift's conditions bind names; its grammar has no field for what is run.
        "if_statement"
            if node.child(1).is_some_and(|it| it.kind() == "value_binding_pattern" || it.kind() == "case") => {}
        _ if HEADS.iter().any(|word| kind.starts_with(word)) => {}
        _ => return None,
    }
    let block = || {
        let mut cursor = node.walk();
        node.named_children(&mut cursor).find(|child| is_block(child.kind()) && child.kind() != WHERE)
    };
    // A grammar may name neither: the value is then what stands last.
    let value = || {
        let last = node.named_child_count().checked_sub(1).filter(|last| kind == "lambda_expression" && *last > 0)?;
        node.named_child(u32::try_from(last).ok()?)
    };
    node.field("body").or_else(block).or_else(value)
}

/// Whether nodes of a kind are blocks, or what one entry of a list of cases runs.
pub fn is_block(kind: &str) -> bool {
    const ENDS: &[&str] = &[
        "_arm",
        "_case",
        "_clause",
        "_entry",
        "_rule",
        "_section",
        "block",
        "body",
        "compound_statement",
        "statements",
    ];
    const WHOLE: &[&str] = &["compilation_unit", "program", "source_file", "switch_block_statement_group"];
    ENDS.iter().any(|end| kind.ends_with(end) && !CLAUSES_OF_HEADS.contains(&kind) && !kind.contains("pattern"))
        || WHOLE.contains(&kind)
}
