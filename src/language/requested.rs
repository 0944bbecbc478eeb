//! Functions that others request by the names of their parameters, as the fixtures of pytest are.

/// The functions that are requested so, and what requests them.
#[derive(Clone, Copy, Debug)]
pub struct Requested {
    /// The name of the decorator of such a function: `fixture`.
    pub decorator: &'static str,
    /// The beginning of the names of other functions that request them: `test`.
    pub by: &'static str,
    /// The name behind which texts in quotes request them: `usefixtures`.
    pub quoted: &'static str,
}
