//! The roles of the parts of nodes in Elixir, where they differ from other languages.

use super::super::sites::Give::{Callee, Is, Own};
use super::super::sites::SiteKind::{Read, Type};
use super::super::sites::SiteRow;

/// The rows.
pub const SITES: &[SiteRow] =
    &[("call", "target:", Callee), ("dot", "right:", Own), ("dot", "left:", Is(Read)), ("struct", "*", Is(Type))];
