//! Reads `#include`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::ImportKind;

/// `#include "a.h"` is written as `a.h`, `#include <a.h>` as `<a.h>`: the two are looked for in different places.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(path) = node.field("path") else { return };
    let source = builder.text(path).trim().trim_matches('"');
    if !source.trim_matches(['<', '>']).is_empty() {
        builder.import(ImportKind::Value, source, None, None, start(path));
    }
}
