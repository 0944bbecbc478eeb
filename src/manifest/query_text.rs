//! A call outside a manifest: the text of the `query` command.

use super::call::QueryCall;
use super::{call_syntax, check_call};
use crate::base::Diagnostic;

/// Parses a call outside a manifest, as the `query` command takes it: every bare word is a literal.
pub fn parse_query(text: &str) -> Result<QueryCall, Vec<Diagnostic>> {
    let mut found = Vec::new();
    let spoken = call_syntax::parse(text).map_err(|slip| vec![slip.diagnostic(|span| span, text, false)])?;
    let call = check_call::call(spoken, text, &|span| span, &mut check_call::Literals, &mut found);
    match call {
        Some(call) if found.is_empty() => Ok(call),
        _ => Err(found),
    }
}
