//! The demand of a call, by which work is allowed: its aim, and its texts.

use crate::primitive::{Argument, Invocation, Role};
use crate::work::Intent;

/// The aim of a call: a search finds a place, a walk explains one.
pub(super) fn intent(call: &Invocation) -> Intent {
    match call.primitive.role {
        Role::Found | Role::Exact => Intent::Navigate,
        Role::Sources | Role::Uses | Role::Imports | Role::Tests | Role::Manifests => Intent::Understand,
    }
}

/// The texts of a call, as one; of a call over earlier answers its name, which is no weaker than they are.
pub(super) fn texts(call: &Invocation) -> String {
    let texts = call.arguments.iter().chain(&call.others).filter_map(|argument| match argument {
        Argument::Text(text) => Some(text.as_str()),
        Argument::Files(_) | Argument::Definitions(_) => None,
    });
    let texts: Vec<&str> = texts.collect();
    if texts.is_empty() { call.primitive.name.to_owned() } else { texts.join(" ") }
}
