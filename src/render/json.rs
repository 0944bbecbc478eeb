//! JSON: everything, for machines.

use crate::base::escaped_json;
use crate::bundle::Bundle;

/// A bundle as JSON.
pub fn json(bundle: &Bundle) -> String {
    // A bundle has text keys and finite numbers only, so that it always has a JSON form.
    escaped_json(serde_json::to_string_pretty(bundle).unwrap_or_default() + "\n")
}
